// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WarpOps.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

namespace {

void setPredicate(Warp &w, uint32_t slot, uint32_t mask, uint32_t word) {
  if (slot != noSlot)
    w.predicate(slot) = (w.predicate(slot) & ~mask) | (word & mask);
}

void setAll(uint32_t *d, uint32_t mask, uint32_t value) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      d[l] = value;
}

} // namespace

Flow emulator::runSync(Warp &, const Inst &, uint32_t) { return Flow::Sync; }

Flow emulator::runNothing(Warp &, const Inst &, uint32_t) { return Flow::Next; }

Flow emulator::runTrap(Warp &w, const Inst &, uint32_t mask) {
  w.fault = {Fault::Kind::Trap, Space::Generic, firstLane(mask), 0, 0, nullptr};
  return Flow::Fault;
}

Flow emulator::runShuffle(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.lanes<uint32_t>(i, 0);
  const uint32_t *b = w.lanes<uint32_t>(i, 3), *c = w.lanes<uint32_t>(i, 4);
  uint32_t a[warpSize], valid = 0;
  std::copy_n(w.lanes<uint32_t>(i, 2), warpSize, a);
  Shuffle mode = static_cast<Shuffle>(i.option);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    uint32_t by = b[l] & 31, segment = c[l] >> 8 & 31, limit = c[l] & 31;
    uint32_t last = (l & segment) | (limit & ~segment);
    uint32_t from = l;
    bool in = false;
    switch (mode) {
    case Shuffle::Up:
      from = l - by;
      in = static_cast<int32_t>(from) >= static_cast<int32_t>(last);
      break;
    case Shuffle::Down:
      from = l + by;
      in = from <= last;
      break;
    case Shuffle::Butterfly:
      from = l ^ by;
      in = from <= last;
      break;
    case Shuffle::Index:
      from = (l & segment) | (by & ~segment);
      in = from <= last;
      break;
    }
    d[l] = a[in ? from & 31 : l];
    valid |= static_cast<uint32_t>(in) << l;
  }
  setPredicate(w, w.slot(i, 1), mask, valid);
  return Flow::Next;
}

Flow emulator::runVote(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t on = (w.predicate(w.slot(i, 1)) ^ (i.option & 4 ? allLanes : 0)) & mask;
  switch (static_cast<Vote>(i.option & 3)) {
  case Vote::All:
    setPredicate(w, w.slot(i, 0), mask, on == mask ? allLanes : 0);
    break;
  case Vote::Any:
    setPredicate(w, w.slot(i, 0), mask, on ? allLanes : 0);
    break;
  case Vote::Uniform:
    setPredicate(w, w.slot(i, 0), mask, on == mask || !on ? allLanes : 0);
    break;
  case Vote::Ballot:
    setAll(w.lanes<uint32_t>(i, 0), mask, on);
    break;
  }
  return Flow::Next;
}

namespace {

template <typename T, bool all> Flow runMatch(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.lanes<uint32_t>(i, 0);
  T a[warpSize];
  std::copy_n(w.lanes<T>(i, 2), warpSize, a);
  auto equalTo = [&](uint32_t lane) {
    uint32_t equal = 0;
    for (uint32_t l = 0; l < warpSize; ++l)
      equal |= static_cast<uint32_t>(has(mask, l) && a[l] == a[lane]) << l;
    return equal;
  };
  if (all) {
    bool equal = equalTo(firstLane(mask)) == mask;
    setAll(d, mask, equal ? mask : 0);
    setPredicate(w, w.slot(i, 1), mask, equal ? allLanes : 0);
    return Flow::Next;
  }
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      d[l] = equalTo(l);
  return Flow::Next;
}

uint32_t combine(Reduce op, bool isSigned, uint32_t a, uint32_t b) {
  bool less = isSigned ? static_cast<int32_t>(a) < static_cast<int32_t>(b) : a < b;
  switch (op) {
  case Reduce::Add:
    return a + b;
  case Reduce::Min:
    return less ? a : b;
  case Reduce::Max:
    return less ? b : a;
  case Reduce::And:
    return a & b;
  case Reduce::Or:
    return a | b;
  case Reduce::Xor:
    return a ^ b;
  }
  return a;
}

} // namespace

Handler emulator::selectMatch(bool all, unsigned bytes) {
  if (bytes == 4)
    return all ? &runMatch<uint32_t, true> : &runMatch<uint32_t, false>;
  if (bytes == 8)
    return all ? &runMatch<uint64_t, true> : &runMatch<uint64_t, false>;
  return nullptr;
}

Flow emulator::runRedux(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *a = w.lanes<uint32_t>(i, 1);
  uint32_t result = a[firstLane(mask)];
  for (uint32_t l = firstLane(mask) + 1; l < warpSize; ++l)
    if (has(mask, l))
      result = combine(static_cast<Reduce>(i.option & 7), i.option & 8, result, a[l]);
  setAll(w.lanes<uint32_t>(i, 0), mask, result);
  return Flow::Next;
}

Flow emulator::runElect(Warp &w, const Inst &i, uint32_t mask) {
  if (w.slot(i, 0) != noSlot)
    setAll(w.lanes<uint32_t>(i, 0), mask, firstLane(mask));
  setPredicate(w, w.slot(i, 1), mask, 1u << firstLane(mask));
  return Flow::Next;
}

Flow emulator::runActiveMask(Warp &w, const Inst &i, uint32_t mask) {
  setAll(w.lanes<uint32_t>(i, 0), mask, mask);
  return Flow::Next;
}

Flow emulator::runClock(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    if (i.bytes == 8)
      w.lanes<uint64_t>(i, 0)[l] = w.steps;
    else
      w.lanes<uint32_t>(i, 0)[l] = static_cast<uint32_t>(w.steps);
  }
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

Flow emulator::runPack(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t total = i.bytes * i.count;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    uint64_t value = 0;
    for (uint32_t e = 0; e < i.count; ++e)
      if (w.slot(i, 1 + e) != noSlot)
        value |= readLane(w, w.slot(i, 1 + e), i.bytes, l) << (8 * i.bytes * e);
    writeLane(w, w.slot(i, 0), total, l, value);
  }
  return Flow::Next;
}

Flow emulator::runUnpack(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t total = i.bytes * i.count;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    uint64_t value = readLane(w, w.slot(i, i.count), total, l);
    for (uint32_t e = 0; e < i.count; ++e)
      if (w.slot(i, e) != noSlot)
        writeLane(w, w.slot(i, e), i.bytes, l, value >> (8 * i.bytes * e));
  }
  return Flow::Next;
}

Flow emulator::runAddress(Warp &w, const Inst &i, uint32_t mask) {
  uint64_t displacement = static_cast<uint64_t>(i.imm);
  return map1<uint64_t, uint64_t>(w, i, mask,
                                  [displacement](uint64_t a) { return a + displacement; });
}

Flow emulator::runIsSpace(Warp &w, const Inst &i, uint32_t mask) {
  const uint64_t *a = w.lanes<uint64_t>(i, 1);
  auto inside = [&](uint64_t address) {
    switch (i.space) {
    case Space::Shared:
      return address - sharedWindow < windowBytes;
    case Space::Local:
      return address - localWindow < windowBytes;
    case Space::Param:
      return address - paramWindow < windowBytes;
    default:
      return address < sharedWindow;
    }
  };
  uint32_t word = 0;
  for (uint32_t l = 0; l < warpSize; ++l)
    word |= static_cast<uint32_t>(inside(a[l])) << l;
  setPredicate(w, w.slot(i, 0), mask, word);
  return Flow::Next;
}
