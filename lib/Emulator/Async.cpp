// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues of pending operations, one for each warp of a block.
#include "Async.h"

#include "Mbarrier.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

/// Numbers of operations are of the block, then in order.
AsyncEngine::AsyncEngine(Block &block)
    : block(block), queues(block.numWarps), next(block.index << 32) {}

AsyncEngine &AsyncEngine::of(Block &block) {
  if (!block.async)
    block.async.reset(new AsyncEngine(block));
  return static_cast<AsyncEngine &>(*block.async);
}

AsyncEngine::Pending AsyncEngine::start(Warp &warp, const Inst &inst, Operation operation) {
  Pending pending;
  static_cast<Operation &>(pending) = std::move(operation);
  pending.id = next++;
  pending.warp = &warp;
  pending.inst = &inst;
  return pending;
}

void AsyncEngine::tellIssued(const Pending &pending) {
  AsyncOperation told;
  told.id = pending.id;
  told.kind = pending.kind;
  told.lane = pending.lane;
  told.ranges = pending.ranges.data();
  told.numRanges = static_cast<uint32_t>(pending.ranges.size());
  if (pending.mbarrier.block) {
    told.mbarrier = pending.mbarrier.offset;
    told.mbarrierOwner = pending.mbarrier.block->index;
  }
  told.proxy = pending.proxy;
  block.observer->asyncIssued(siteOf(*pending.warp, *pending.inst), told);
}

/// In the random schedule, now and then something else that is pending is done.
bool AsyncEngine::issue(Warp &warp, const Inst &inst, Operation operation) {
  Pending pending = start(warp, inst, std::move(operation));
  if (block.observer)
    tellIssued(pending);
  Queue &queue = queues[warp.index];
  if (block.isLazy()) {
    pending.group = queue.closed[static_cast<int>(pending.kind)][pending.lane];
    queue.pending.push_back(std::move(pending));
  } else if (!applyEarlier(queue, queue.pending.size(), pending) || !apply(pending)) {
    return toFault(warp);
  }
  if (block.options->schedule == Schedule::Random && block.random.below(4) == 0)
    applySome();
  return true;
}

void AsyncEngine::commit(Warp &warp, const Inst &inst, AsyncKind kind, uint32_t lanes) {
  if (block.observer)
    block.observer->asyncCommit(siteOf(warp, inst), kind, lanes);
  uint64_t *closed = queues[warp.index].closed[static_cast<int>(kind)];
  for (uint32_t l = 0; l < warpSize; ++l)
    closed[l] += has(lanes, l);
}

bool AsyncEngine::wait(Warp &warp, const Inst &inst, AsyncKind kind, uint32_t lanes, uint32_t left,
                       bool readOnly) {
  Queue &queue = queues[warp.index];
  const uint64_t *closed = queue.closed[static_cast<int>(kind)];
  for (Pending &each : queue.pending) {
    bool meant = !each.done && each.kind == kind && !each.mbarrier.block && has(lanes, each.lane);
    if (!meant || each.group + left >= closed[each.lane])
      continue;
    if (readOnly)
      read(each);
    else if (!apply(each))
      return toFault(warp);
  }
  std::erase_if(queue.pending, [](const Pending &each) { return each.done; });
  if (block.observer)
    block.observer->asyncWait(siteOf(warp, inst), kind, lanes, left, readOnly);
  return true;
}

bool AsyncEngine::finishProducts(Warp &other, uint64_t groups, Warp &warp) {
  Queue &queue = queues[other.index];
  for (Pending &each : queue.pending)
    if (!each.done && each.kind == AsyncKind::Wgmma && each.group < groups && !apply(each))
      return toFault(warp);
  std::erase_if(queue.pending, [](const Pending &each) { return each.done; });
  return true;
}

bool AsyncEngine::arriveAfterCopies(Warp &warp, const Inst &inst, uint32_t lane,
                                    MbarrierPlace mbarrier) {
  Operation operation;
  operation.lane = lane;
  operation.mbarrier = mbarrier;
  operation.proxy = Proxy::Generic;
  Pending pending = start(warp, inst, std::move(operation));
  pending.arrives = true;
  Queue &queue = queues[warp.index];
  queue.pending.push_back(std::move(pending));
  return block.isLazy() || applyAt(queue, queue.pending.size() - 1) || toFault(warp);
}

//===----------------------------------------------------------------------===//
// Doing it
//===----------------------------------------------------------------------===//

void AsyncEngine::read(Pending &pending) {
  if (pending.hasRead)
    return;
  pending.hasRead = true;
  if (pending.task)
    pending.task->read();
  if (block.observer && !pending.arrives)
    block.observer->asyncRead(pending.id);
}

bool AsyncEngine::apply(Pending &pending) {
  read(pending);
  pending.done = true;
  if (pending.target && pending.target->aliveThreads == 0 && pending.target != &block)
    return fail(pending, "writes shared memory of a block that has ended");
  if (pending.task) {
    pending.task->write();
  } else if (pending.copy.to) {
    std::memcpy(pending.copy.to, pending.copy.from, pending.copy.bytes);
    std::memset(pending.copy.to + pending.copy.bytes, 0, pending.copy.zeros);
  }
  if (block.observer && !pending.arrives)
    block.observer->asyncDone(pending.id);
  if (!pending.mbarrier.block)
    return true;
  MbarrierAccess mbarrier(*pending.warp, *pending.inst, 1u << pending.lane, pending.mbarrier);
  std::string wrong = pending.arrives ? mbarrier.arrive({}) : mbarrier.complete(pending.bytes);
  return wrong.empty() || fail(pending, std::move(wrong));
}

/// What must be done before `last`: the copies that an arrival follows, and the products
/// of the warp, which go into the same accumulators in order.
bool AsyncEngine::applyEarlier(Queue &queue, size_t end, const Pending &last) {
  if (!last.arrives && last.kind != AsyncKind::Wgmma)
    return true;
  for (size_t i = 0; i < end; ++i) {
    Pending &each = queue.pending[i];
    bool meant = each.kind == last.kind && each.lane == last.lane && !each.arrives && !each.done;
    if (meant && !apply(each))
      return false;
  }
  return true;
}

bool AsyncEngine::applyAt(Queue &queue, size_t index) {
  bool ok = applyEarlier(queue, index, queue.pending[index]) && apply(queue.pending[index]);
  std::erase_if(queue.pending, [](const Pending &each) { return each.done; });
  return ok;
}

bool AsyncEngine::choose(bool byMbarrier, Queue *&queue, size_t &index) {
  auto meant = [&](const Pending &each) {
    return !each.done && (!byMbarrier || each.mbarrier.block);
  };
  uint32_t number = 0;
  AsyncId oldest = ~AsyncId{0};
  for (Queue &each : queues)
    for (const Pending &pending : each.pending)
      if (meant(pending)) {
        ++number;
        oldest = std::min(oldest, pending.id);
      }
  if (number == 0)
    return false;
  bool random = block.options->schedule == Schedule::Random;
  uint32_t left = random ? block.random.below(number) : 0;
  for (Queue &each : queues)
    for (size_t i = 0; i < each.pending.size(); ++i) {
      if (!meant(each.pending[i]) || (random ? left-- != 0 : each.pending[i].id != oldest))
        continue;
      queue = &each;
      index = i;
      return true;
    }
  return false;
}

bool AsyncEngine::applySome() {
  Queue *queue = nullptr;
  size_t index = 0;
  if (!choose(/*byMbarrier=*/true, queue, index) && !choose(false, queue, index))
    return false;
  applyAt(*queue, index);
  return true;
}

void AsyncEngine::blockEnds() {
  for (Queue &queue : queues) {
    for (Pending &each : queue.pending)
      if (!block.asyncFault.warp && !each.done)
        apply(each);
    queue.pending.clear();
  }
}

bool AsyncEngine::fail(const Pending &pending, std::string text) {
  block.asyncFault = {pending.warp, pending.inst, pending.lane, std::move(text)};
  return false;
}

bool AsyncEngine::toFault(Warp &warp) {
  block.faultText = block.asyncFault.text;
  warp.fault = {Fault::Kind::Other,     Space::Shared, block.asyncFault.lane, 0, 0,
                block.faultText.c_str()};
  return false;
}
