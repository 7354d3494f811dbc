// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffles, votes and reductions of a warp; clocks, and registers of a
// warpgroup.
#include "WarpOps.h"

#include "Block.h"

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

Flow emulator::runBreakpoint(Warp &w, const Inst &, uint32_t mask) {
  w.fault = {Fault::Kind::Other, Space::Generic, firstLane(mask), 0, 0, "came to a breakpoint"};
  return Flow::Fault;
}

Flow emulator::runShuffle(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.lanes<uint32_t>(i, 0);
  const uint32_t *b = w.lanes<uint32_t>(i, 3), *c = w.lanes<uint32_t>(i, 4);
  uint32_t a[warpSize], valid = 0, strays = 0;
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
    from = in ? from & 31 : l;
    d[l] = has(mask, from) ? a[from] : ~0u;
    valid |= static_cast<uint32_t>(in) << l;
    strays |= static_cast<uint32_t>(!has(mask, from)) << l;
  }
  if (Observer *observer = w.block->observer)
    observer->shuffled(siteOf(w, i), mask, strays);
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

/// Zeros are in order; NaNs are passed over, unless they are asked for or all that
/// there is.
Flow emulator::runReduxFloat(Warp &w, const Inst &i, uint32_t mask) {
  bool takesMax = static_cast<Reduce>(i.option & 7) == Reduce::Max;
  const uint32_t *a = w.lanes<uint32_t>(i, 1);
  constexpr uint32_t canonicalNan = 0x7fffffff, sign = 1u << 31;
  // Integers in the order of the floats.
  auto rank = [&](uint32_t bits) {
    int32_t key = static_cast<int32_t>(bits & sign ? ~(bits ^ sign) : bits);
    return takesMax ? int64_t{key} : -int64_t{key};
  };
  uint32_t result = canonicalNan;
  bool any = false;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    uint32_t bits = i.option & 8 ? a[l] & ~sign : a[l];
    if ((bits & ~sign) > 0x7f800000) {
      if (!(i.option & 16))
        continue;
      result = canonicalNan;
      break;
    }
    if (!any || rank(bits) > rank(result))
      result = bits;
    any = true;
  }
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
  uint64_t now = (w.steps + w.slept) >> (i.option ? 32 : 0);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      writeLane(w, w.slot(i, 0), i.bytes, l, now);
  return Flow::Next;
}

Flow emulator::runNanosleep(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *times = w.lanes<uint32_t>(i, 0);
  uint32_t longest = 0;
  for (uint32_t l = 0; l < warpSize; ++l)
    longest = std::max(longest, has(mask, l) ? times[l] : 0);
  w.slept += longest;
  return Flow::Yield;
}

//===----------------------------------------------------------------------===//
// Registers of a warpgroup
//===----------------------------------------------------------------------===//

static std::string waitForRegisters(Warp &w, const Inst &i, uint32_t) {
  uint32_t more = (static_cast<uint32_t>(i.imm) - w.maxRegisters) * warpSize;
  return std::to_string(more) + " registers, but the block has " +
         std::to_string(w.block->freeRegisters) + " free";
}

/// What one warp gives back, another of the block may take.
Flow emulator::runSetMaxRegisters(Warp &w, const Inst &i, uint32_t mask) {
  constexpr uint32_t groupWarps = 4;
  Block &block = *w.block;
  uint32_t count = static_cast<uint32_t>(i.imm);
  auto fail = [&](const std::string &text) {
    block.faultText = text;
    w.fault = {Fault::Kind::Other, Space::Generic, firstLane(mask), 0, 0, block.faultText.c_str()};
    return Flow::Fault;
  };
  if (w.index / groupWarps * groupWarps + groupWarps > block.numWarps)
    return fail("is in a warpgroup of fewer than 4 warps, but all must take part");
  if (!w.maxRegisters)
    return Flow::Next;
  if (i.option ? count < w.maxRegisters : count > w.maxRegisters)
    return fail("asks for " + std::to_string(count) + " registers, " +
                (i.option ? "fewer" : "more") + " than the " + std::to_string(w.maxRegisters) +
                " that it has");
  if (!i.option) {
    block.freeRegisters += (w.maxRegisters - count) * warpSize;
  } else {
    uint32_t more = (count - w.maxRegisters) * warpSize;
    if (more > block.freeRegisters) {
      w.waiting = mask;
      w.waitText = &waitForRegisters;
      return Flow::Retry;
    }
    block.freeRegisters -= more;
  }
  w.maxRegisters = count;
  return Flow::Next;
}
