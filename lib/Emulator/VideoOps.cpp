// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything is computed in 64 bits (a product and a sum fit: 33 bits times 33, and one
// more), then saturated to the size and sign of the result.
#include "VideoOps.h"
#include "Warp.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

/// `bits` bits of `value` from bit `at` on.
static int64_t field(uint32_t value, unsigned at, unsigned bits, bool isSigned) {
  uint64_t moved = uint64_t{value} >> at << (64 - bits);
  return isSigned ? static_cast<int64_t>(moved) >> (64 - bits)
                  : static_cast<int64_t>(moved >> (64 - bits));
}

static unsigned bitsOf(unsigned part) { return part == 0 ? 32 : part <= 4 ? 8 : 16; }
static unsigned placeOf(unsigned part) {
  return part == 0 ? 0 : part <= 4 ? 8 * (part - 1) : 16 * (part - 5);
}

static bool holds(Compare compare, int64_t a, int64_t b) {
  switch (compare) {
  case Compare::Eq:
    return a == b;
  case Compare::Ne:
    return a != b;
  case Compare::Lt:
    return a < b;
  case Compare::Le:
    return a <= b;
  case Compare::Gt:
    return a > b;
  default:
    return a >= b;
  }
}

static int64_t saturate(int64_t value, unsigned bits, bool isSigned) {
  int64_t high = (int64_t{1} << (bits - isSigned)) - 1;
  return std::clamp(value, isSigned ? -high - 1 : 0, high);
}

/// All but `Mad`.
static int64_t combine(const VideoSpec &spec, int64_t a, int64_t b) {
  int64_t by = spec.shift ? b & 31 : std::clamp<int64_t>(b, 0, 32);
  switch (spec.op) {
  case Video::Add:
    return a + b;
  case Video::Sub:
    return a - b;
  case Video::AbsDiff:
    return std::abs(a - b);
  case Video::Min:
    return std::min(a, b);
  case Video::Max:
    return std::max(a, b);
  case Video::ShiftLeft: // up to 34 bits, of 64
    return static_cast<int64_t>(static_cast<uint64_t>(a) << by);
  case Video::ShiftRight:
    return a >> by;
  case Video::Set:
    return holds(spec.compare, a, b);
  default: // away from zero where the sum is positive
    return (a + b + (a + b >= 0)) >> 1;
  }
}

static uint32_t multiplyAdd(const VideoSpec &spec, int64_t a, int64_t b, uint32_t c) {
  bool isSigned = (spec.signs & 6) || spec.minusProduct || spec.minusThird;
  __int128 product = static_cast<__int128>(a) * b, third = field(c, 0, 32, isSigned);
  __int128 sum =
      (spec.minusProduct ? -product : product) + (spec.minusThird ? -third : third) + spec.plusOne;
  sum >>= spec.shift;
  if (spec.sat) {
    __int128 high = isSigned ? INT32_MAX : UINT32_MAX, low = isSigned ? INT32_MIN : 0;
    sum = std::clamp(sum, low, high);
  }
  return static_cast<uint32_t>(sum);
}

static uint32_t finish(const VideoSpec &spec, int64_t value, uint32_t c) {
  bool isSigned = spec.signs & 1;
  unsigned bits = bitsOf(spec.result), at = placeOf(spec.result);
  if (spec.sat)
    value = saturate(value, bits, isSigned);
  uint32_t low = static_cast<uint32_t>(value);
  int64_t mine = field(low, 0, 32, isSigned), other = field(c, 0, 32, isSigned);
  if (spec.second == 1)
    return low + c;
  if (spec.second)
    return static_cast<uint32_t>(spec.second == 2 ? std::min(mine, other) : std::max(mine, other));
  if (bits == 32)
    return low;
  uint32_t ones = ((1u << bits) - 1) << at;
  return (c & ~ones) | (low << at & ones);
}

Flow emulator::runVideo(Warp &w, const Inst &i, uint32_t mask) {
  VideoSpec spec = std::bit_cast<VideoSpec>(i.imm);
  unsigned partA = spec.parts & 7, partB = spec.parts >> 3;
  uint32_t *d = w.lanes<uint32_t>(i, 0);
  const uint32_t *a = w.lanes<uint32_t>(i, 1), *b = w.lanes<uint32_t>(i, 2);
  const uint32_t *c = w.slot(i, 3) == noSlot ? nullptr : w.lanes<uint32_t>(i, 3);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    int64_t x = field(a[l], placeOf(partA), bitsOf(partA), spec.signs & 2);
    int64_t y = field(b[l], placeOf(partB), bitsOf(partB), spec.signs & 4);
    uint32_t third = c ? c[l] : 0;
    d[l] = spec.op == Video::Mad ? multiplyAdd(spec, x, y, third)
                                 : finish(spec, combine(spec, x, y), third);
  }
  return Flow::Next;
}

Flow emulator::runVideoParts(Warp &w, const Inst &i, uint32_t mask) {
  VideoSpec spec = std::bit_cast<VideoSpec>(i.imm);
  unsigned bits = 8u * spec.result;
  uint32_t ones = (1u << bits) - 1;
  uint32_t *d = w.lanes<uint32_t>(i, 0);
  const uint32_t *a = w.lanes<uint32_t>(i, 1), *b = w.lanes<uint32_t>(i, 2),
                 *c = w.lanes<uint32_t>(i, 3);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    uint32_t parts = 0, sum = c[l];
    for (unsigned at = 0; at < 32; at += bits) {
      int64_t value = combine(spec, field(a[l], at, bits, spec.signs & 2),
                              field(b[l], at, bits, spec.signs & 4));
      if (spec.sat)
        value = saturate(value, bits, spec.signs & 1);
      parts |= (static_cast<uint32_t>(value) & ones) << at;
      sum += static_cast<uint32_t>(value);
    }
    d[l] = spec.second ? sum : parts;
  }
  return Flow::Next;
}
