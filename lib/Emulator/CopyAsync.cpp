// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async and its groups, whose copies are the threads' own.
#include "Async.h"
#include "Mbarrier.h"
#include "MemoryAccess.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// Bytes that a lane reads; the rest of the copy is zeros.
bool sourceBytes(Warp &w, const Inst &i, uint32_t lane, uint32_t &bytes) {
  uint32_t slot = w.slot(i, 2);
  bytes = i.bytes;
  if (slot == noSlot)
    return true;
  if (i.option)
    bytes = has(w.predicate(slot), lane) ? 0 : i.bytes;
  else
    bytes = w.at<uint32_t>(slot)[lane];
  if (bytes <= i.bytes)
    return true;
  faultWith(w, lane, "copies more bytes than the size of the copy");
  return false;
}

bool copyLane(Warp &w, const Inst &i, uint32_t lane) {
  uint32_t bytes;
  AsyncPlace to, from;
  uint64_t toAddress = operandAddress(w, i, 0, lane);
  uint64_t fromAddress = readLane(w, w.slot(i, 1), 8, lane) +
                         static_cast<uint64_t>(int64_t{static_cast<int32_t>(i.target)});
  if (!sourceBytes(w, i, lane, bytes) ||
      !resolveAsync(w, lane, Space::Shared, toAddress, i.bytes, i.bytes, false, to))
    return false;
  // A lane that reads nothing may have any address.
  if (bytes && !resolveAsync(w, lane, Space::Global, fromAddress, bytes, i.bytes, false, from))
    return false;
  if (AsyncEngine::immediate(*w.block)) {
    if (bytes)
      std::memcpy(to.pointer, from.pointer, bytes);
    std::memset(to.pointer + bytes, 0, i.bytes - bytes);
    return true;
  }
  AsyncEngine::Operation operation;
  operation.lane = lane;
  operation.proxy = Proxy::Generic;
  operation.copy = {to.pointer, bytes ? from.pointer : to.pointer, static_cast<uint8_t>(bytes),
                    static_cast<uint8_t>(i.bytes - bytes)};
  if (w.block->observer) {
    operation.ranges.push_back(to.range(Access::Kind::Store, i.bytes));
    if (bytes)
      operation.ranges.push_back(from.range(Access::Kind::Load, bytes));
  }
  return AsyncEngine::of(*w.block).issue(w, i, std::move(operation));
}

} // namespace

Flow emulator::runCopyAsync(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l) && !copyLane(w, i, l))
      return Flow::Fault;
  return Flow::Next;
}

Flow emulator::runCommitGroup(Warp &w, const Inst &i, uint32_t mask) {
  if (!AsyncEngine::immediate(*w.block))
    AsyncEngine::of(*w.block).commit(w, i, static_cast<AsyncKind>(i.option), mask);
  return Flow::Next;
}

Flow emulator::runWaitGroup(Warp &w, const Inst &i, uint32_t mask) {
  if (AsyncEngine::immediate(*w.block))
    return Flow::Next;
  bool ok = AsyncEngine::of(*w.block).wait(w, i, static_cast<AsyncKind>(i.option), mask,
                                           static_cast<uint32_t>(i.imm), i.count == 0);
  return ok ? Flow::Next : Flow::Fault;
}

Flow emulator::runWaitAll(Warp &w, const Inst &i, uint32_t mask) {
  runCommitGroup(w, i, mask);
  return runWaitGroup(w, i, mask);
}

Flow emulator::runCopyArrive(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    MbarrierPlace mbarrier;
    if (!mbarrierAt(w, l, i.space, operandAddress(w, i, 0, l), false, mbarrier))
      return Flow::Fault;
    if (w.block->observer)
      w.block->observer->asyncArrive(siteOf(w, i), 1u << l, mbarrier.offset, mbarrier.block->index);
    std::string wrong;
    if (!i.option)
      wrong = MbarrierAccess(w, i, 1u << l, mbarrier).increment();
    if (!wrong.empty())
      return faultWith(w, l, std::move(wrong));
    if (!AsyncEngine::of(*w.block).arriveAfterCopies(w, i, l, mbarrier))
      return Flow::Fault;
  }
  return Flow::Next;
}
