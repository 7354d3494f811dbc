// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences, asynchronous stores, hints with an effect, and addresses in a cluster.
#include "MemoryOps.h"

#include "Async.h"
#include "Bulk.h"
#include "Mbarrier.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

Flow emulator::runFence(Warp &w, const Inst &i, uint32_t mask) {
  if (w.block->observer)
    w.block->observer->fence(siteOf(w, i), mask, static_cast<FenceKind>(i.option), i.order,
                             i.scope);
  return Flow::Next;
}

Flow emulator::runFenceTensormap(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l) {
    AsyncPlace place;
    if (has(mask, l) &&
        !resolveAsync(w, l, i.space, operandAddress(w, i, 0, l), 128, 128, false, place))
      return Flow::Fault;
  }
  return runFence(w, i, mask);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

namespace {

/// Values that a thread gave, written or combined later.
class ValueTask : public AsyncTask {
public:
  uint8_t *to = nullptr;
  uint32_t bytes = 0;
  uint8_t values[32];
  unsigned elementBytes = 4;
  Combine combine = nullptr;

  void write() override {
    if (combine)
      reduceBytes(to, values, bytes, elementBytes, combine);
    else
      std::memcpy(to, values, bytes);
  }
};

bool storeLane(Warp &w, const Inst &i, const BulkForm &form, uint32_t lane) {
  uint32_t bytes = i.bytes * i.count;
  AsyncPlace to;
  MbarrierPlace mbarrier;
  if (!resolveAsync(w, lane, Space::Shared, operandAddress(w, i, i.count, lane), bytes, bytes, true,
                    to) ||
      !mbarrierAt(w, lane, Space::Shared, bulkAddress(w, form.mbarrier, lane), true, mbarrier))
    return false;
  if (to.block != mbarrier.block) {
    faultWith(w, lane, "completes on an mbarrier of another block than the one that it writes");
    return false;
  }
  auto task = std::make_unique<ValueTask>();
  task->to = to.pointer;
  task->bytes = bytes;
  task->elementBytes = i.bytes;
  bool reduces = form.kind == BulkForm::Kind::Reduce;
  if (reduces)
    task->combine = selectCombine(form.op, form.type);
  for (uint32_t e = 0; e < i.count; ++e) {
    uint64_t value = readLane(w, w.slot(i, e), i.bytes, lane);
    std::memcpy(task->values + e * i.bytes, &value, i.bytes);
  }
  AsyncEngine::Operation operation;
  operation.kind = AsyncKind::BulkCopy;
  operation.lane = lane;
  operation.mbarrier = mbarrier;
  operation.bytes = bytes;
  operation.target = to.block;
  operation.proxy = Proxy::Generic;
  operation.task = std::move(task);
  if (w.block->observer)
    operation.ranges = {to.range(reduces ? Access::Kind::Atomic : Access::Kind::Store, bytes)};
  return AsyncEngine::of(*w.block).issue(w, i, std::move(operation));
}

} // namespace

Flow emulator::runStoreAsync(Warp &w, const Inst &i, uint32_t mask) {
  const BulkForm &form = w.block->program->bulks[i.target];
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l) && !storeLane(w, i, form, l))
      return Flow::Fault;
  return Flow::Next;
}

/// Sizes differ from lane to lane, so that each is told of for itself.
static bool fill(Warp &w, const Inst &i, uint32_t lane, uint64_t address, uint64_t bytes,
                 uint32_t alignment, uint8_t value) {
  AsyncPlace place;
  if (!resolveAsync(w, lane, i.space, address, bytes, alignment, false, place))
    return false;
  std::memset(place.pointer, value, bytes);
  uint64_t addresses[warpSize] = {};
  addresses[lane] = place.address;
  Access access{Access::Kind::Store, place.space, static_cast<uint32_t>(bytes), 1u << lane,
                addresses};
  access.owner = place.block ? place.block->index : w.block->index;
  if (w.block->observer && bytes)
    w.block->observer->access(siteOf(w, i), access);
  return true;
}

Flow emulator::runStoreBulk(Warp &w, const Inst &i, uint32_t mask) {
  const uint64_t *sizes = w.lanes<uint64_t>(i, 0);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    if (sizes[l] % 8 || sizes[l] > 1 << 24)
      return faultWith(w, l,
                       "stores " + std::to_string(sizes[l]) + " bytes, not a multiple of 8 up to " +
                           std::to_string(1 << 24));
    if (!fill(w, i, l, operandAddress(w, i, 1, l), sizes[l], 8, 0))
      return Flow::Fault;
  }
  return Flow::Next;
}

/// What is lost reads as all ones, as memory that was never written.
Flow emulator::runDiscard(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l) && !fill(w, i, l, operandAddress(w, i, 0, l), 128, 128, 0xff))
      return Flow::Fault;
  return Flow::Next;
}

Flow emulator::runTouch(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l) {
    AsyncPlace place;
    if (has(mask, l) &&
        !resolveAsync(w, l, i.space, operandAddress(w, i, 0, l), 128, 128, false, place))
      return Flow::Fault;
  }
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

Flow emulator::runMapa(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *ranks = w.lanes<uint32_t>(i, 2);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    uint64_t address = operandAddress(w, i, 1, l);
    bool generic = i.space == Space::Generic;
    if (generic && address - sharedWindow >= windowBytes)
      return faultWith(w, l, "maps an address that is not in shared memory");
    uint32_t count = w.block->cluster->numBlocks;
    if (ranks[l] >= count)
      return faultWith(w, l,
                       "maps an address to rank " + std::to_string(ranks[l]) + " of a cluster of " +
                           std::to_string(count) + (count == 1 ? " block" : " blocks"));
    uint64_t mapped = (address & 0xffffff) | (uint64_t{ranks[l]} + 1) << 24;
    writeLane(w, w.slot(i, 0), i.bytes, l, mapped | (generic ? sharedWindow : 0));
  }
  return Flow::Next;
}

Flow emulator::runBlockRank(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    uint64_t address = operandAddress(w, i, 1, l);
    if (i.space == Space::Generic && address - sharedWindow >= windowBytes)
      return faultWith(w, l, "asks for the rank of an address that is not in shared memory");
    uint32_t name = address >> 24 & 0xff;
    w.lanes<uint32_t>(i, 0)[l] = name ? name - 1 : w.block->rank;
  }
  return Flow::Next;
}
