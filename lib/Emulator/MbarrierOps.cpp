// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarrier instructions: lane by lane, lowest first.
#include "Mbarrier.h"
#include "MemoryAccess.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

bool emulator::mbarrierAt(Warp &w, uint32_t lane, Space space, uint64_t address, bool cluster,
                          MbarrierPlace &result) {
  AsyncPlace place;
  if (!resolveAsync(w, lane, space, address, 8, 8, cluster, place))
    return false;
  const char *wrong = nullptr;
  if (place.space != Space::Shared)
    wrong = "uses an mbarrier that is not in shared memory";
  else if (place.block != w.block && !cluster)
    wrong = "uses an mbarrier of another block, which this form cannot reach";
  if (wrong) {
    faultWith(w, lane, wrong);
    return false;
  }
  result = {place.block, static_cast<uint32_t>(place.address)};
  return true;
}

static bool placeOf(Warp &w, const Inst &i, uint32_t lane, MbarrierPlace &place) {
  uint64_t address = operandAddress(w, i, 1, lane);
  return mbarrierAt(w, lane, i.space, address, i.cluster, place);
}

static std::string runLane(Warp &w, const Inst &i, uint32_t lane, MbarrierPlace place) {
  MbarrierAccess mbarrier(w, i, 1u << lane, place);
  mbarrier.order = i.order;
  mbarrier.scope = i.scope;
  uint32_t value = w.slot(i, 2) == noSlot ? 1 : w.lanes<uint32_t>(i, 2)[lane];
  switch (static_cast<MbarrierOp>(i.option & 15)) {
  case MbarrierOp::Init:
    return mbarrier.init(value);
  case MbarrierOp::Invalidate:
    return mbarrier.invalidate();
  case MbarrierOp::Expect:
    return mbarrier.expect(value);
  case MbarrierOp::Complete:
    return mbarrier.complete(value);
  case MbarrierOp::Arrive:
    break;
  }
  MbarrierState before;
  std::string wrong;
  if (i.option & mbarrierExpects) {
    mbarrier.order = Order::Relaxed;
    wrong = mbarrier.expect(value);
    mbarrier.order = i.order;
  }
  if (wrong.empty())
    wrong = mbarrier.open(before);
  MbarrierAccess::Arrival arrival;
  arrival.count = i.option & mbarrierExpects ? 1 : value;
  arrival.drops = i.option & mbarrierDrops;
  arrival.mayComplete = !(i.option & mbarrierNoComplete);
  if (wrong.empty())
    wrong = mbarrier.arrive(arrival);
  if (wrong.empty() && w.slot(i, 0) != noSlot)
    w.lanes<uint64_t>(i, 0)[lane] = before.encode();
  return wrong;
}

Flow emulator::runMbarrier(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l) {
    MbarrierPlace place;
    if (!has(mask, l))
      continue;
    if (!placeOf(w, i, l, place))
      return Flow::Fault;
    if (std::string wrong = runLane(w, i, l, place); !wrong.empty())
      return faultWith(w, l, std::move(wrong));
  }
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

namespace {

/// What a lane waits for: the end of the phase of that parity.
struct Wait {
  MbarrierPlace place;
  bool parity;
  bool operator==(const Wait &other) const {
    return place.block == other.place.block && place.offset == other.place.offset &&
           parity == other.parity;
  }
};

bool waitOf(Warp &w, const Inst &i, uint32_t lane, Wait &wait) {
  if (!placeOf(w, i, lane, wait.place))
    return false;
  if (i.option & mbarrierParity) {
    wait.parity = w.lanes<uint32_t>(i, 2)[lane] & 1;
    return true;
  }
  MbarrierState state = MbarrierState::decode(w.lanes<uint64_t>(i, 2)[lane]);
  wait.parity = state.parity;
  if (!state.valid)
    faultWith(w, lane, "waits for a state that no arrival gave");
  return state.valid;
}

/// For the report of a deadlock.
std::string describeWait(Warp &w, const Inst &i, uint32_t lane) {
  Wait wait;
  MbarrierState state;
  if (!waitOf(w, i, lane, wait) ||
      !MbarrierAccess(w, i, 1u << lane, wait.place).open(state).empty())
    return "an mbarrier";
  std::string text = "phase of parity " + std::to_string(wait.parity) +
                     " of the mbarrier at shared address " + std::to_string(wait.place.offset);
  if (wait.place.block != w.block)
    text += " of rank " + std::to_string(wait.place.block->rank);
  return text + ", which waits for " + std::to_string(state.pending) + " of " +
         std::to_string(state.expected) + " arrivals and " + std::to_string(state.bytes) + " bytes";
}

} // namespace

/// Lanes that ask the same are asked for together.
Flow emulator::runMbarrierWait(Warp &w, const Inst &i, uint32_t mask) {
  Wait waits[warpSize];
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l) && !waitOf(w, i, l, waits[l]))
      return Flow::Fault;
  uint32_t complete = 0;
  for (uint32_t left = mask; left;) {
    uint32_t first = firstLane(left), same = 0;
    for (uint32_t l = first; l < warpSize; ++l)
      same |= static_cast<uint32_t>(has(left, l) && waits[l] == waits[first]) << l;
    left &= ~same;
    MbarrierAccess mbarrier(w, i, same, waits[first].place);
    mbarrier.order = i.order;
    mbarrier.scope = i.scope;
    MbarrierState state;
    if (std::string wrong = mbarrier.open(state); !wrong.empty())
      return faultWith(w, first, std::move(wrong));
    bool done = state.parity != waits[first].parity;
    mbarrier.waited(waits[first].parity, done);
    complete |= done ? same : 0;
  }
  uint32_t &word = w.predicate(w.slot(i, 0));
  word = (word & ~mask) | complete;
  if (complete == mask)
    return Flow::Next;
  w.polled = true;
  if (!(i.option & mbarrierTries))
    return Flow::Next;
  w.waiting = mask & ~complete;
  w.waitText = &describeWait;
  return Flow::Wait;
}

Flow emulator::runMbarrierPendingCount(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.lanes<uint32_t>(i, 0);
  const uint64_t *a = w.lanes<uint64_t>(i, 1);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      d[l] = MbarrierState::decode(a[l]).pending;
  return Flow::Next;
}
