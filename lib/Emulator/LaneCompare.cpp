// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of `setp`. Operands: p, a, b, q, c. With r the result of comparing,
// p = r op c and q = !r op c, or of pairs, each of one half; each of p, q and c may be missing.
// `Inst::option` is the operation (0 none, 1 and, 2 or, 3 xor), plus 4 where c is negated.
#include "LaneFloat.h"

#include "halftone/Support/FloatBits.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

template <Compare compare, typename T> HALFTONE_INLINE bool holds(T a, T b) {
  bool unordered = a != a || b != b;
  switch (compare) {
  case Compare::Eq:
    return a == b;
  case Compare::Ne:
    return !unordered && a != b;
  case Compare::Lt:
    return a < b;
  case Compare::Le:
    return a <= b;
  case Compare::Gt:
    return a > b;
  case Compare::Ge:
    return a >= b;
  case Compare::Equ:
    return unordered || a == b;
  case Compare::Neu:
    return a != b;
  case Compare::Ltu:
    return !(a >= b);
  case Compare::Leu:
    return !(a > b);
  case Compare::Gtu:
    return !(a <= b);
  case Compare::Geu:
    return !(a < b);
  case Compare::Num:
    return !unordered;
  case Compare::Nan:
    return unordered;
  }
  return false;
}

/// The word whose bit l is bit 0 of `bytes[l]`.
HALFTONE_INLINE uint32_t gatherBits(const uint8_t (&bytes)[warpSize]) {
  uint32_t word = 0;
  for (uint32_t group = 0; group < warpSize; group += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, bytes + group, 8);
    word |= static_cast<uint32_t>((eight * 0x0102040810204080u) >> 56) << group;
  }
  return word;
}

HALFTONE_INLINE void assign(Warp &w, uint32_t slot, uint32_t mask, uint32_t word) {
  if (slot != noSlot)
    w.predicate(slot) = (w.predicate(slot) & ~mask) | (word & mask);
}

/// `word`, combined with the third predicate as the instruction says.
HALFTONE_INLINE uint32_t combine(Warp &w, const Inst &i, uint32_t word) {
  if (!i.option)
    return word;
  uint32_t c = w.predicate(w.slot(i, 4)) ^ (i.option & 4 ? allLanes : 0);
  uint32_t op = i.option & 3;
  return op == 1 ? word & c : op == 2 ? word | c : word ^ c;
}

HALFTONE_INLINE Flow finish(Warp &w, const Inst &i, uint32_t mask, uint32_t p, uint32_t q) {
  p = combine(w, i, p);
  q = combine(w, i, q);
  assign(w, w.slot(i, 0), mask, p);
  assign(w, w.slot(i, 3), mask, q);
  return Flow::Next;
}

template <typename S, typename Load, typename Test>
HALFTONE_INLINE Flow compareLanes(Warp &w, const Inst &i, uint32_t mask, Load load, Test test) {
  const S *a = w.lanes<S>(i, 1), *b = w.lanes<S>(i, 2);
  uint8_t results[warpSize];
  for (uint32_t l = 0; l < warpSize; ++l)
    results[l] = test(load(a[l]), load(b[l]));
  uint32_t word = gatherBits(results);
  return finish(w, i, mask, word, ~word);
}

template <Compare compare, typename T> Flow runPlain(Warp &w, const Inst &i, uint32_t mask) {
  return compareLanes<T>(
      w, i, mask, [](T a) { return a; }, [](T a, T b) { return holds<compare, T>(a, b); });
}

template <Compare compare> Flow runFlushed(Warp &w, const Inst &i, uint32_t mask) {
  return compareLanes<float>(
      w, i, mask, [](float a) { return flush<true>(a); },
      [](float a, float b) { return holds<compare, float>(a, b); });
}

template <bool brain, bool ftz> HALFTONE_INLINE float widenHalf(uint32_t a) {
  uint16_t bits = static_cast<uint16_t>(a);
  if (ftz && (bits & 0x7fff) < 0x0400)
    bits &= 0x8000;
  return brain ? widenBF16(bits) : widenF16(bits);
}

template <Compare compare, bool brain, bool ftz>
Flow runHalf(Warp &w, const Inst &i, uint32_t mask) {
  return compareLanes<uint16_t>(
      w, i, mask, [](uint16_t a) { return widenHalf<brain, ftz>(a); },
      [](float a, float b) { return holds<compare, float>(a, b); });
}

/// Of pairs, p is for the low halves and q for the high ones.
template <Compare compare, bool brain, bool ftz>
Flow runPairs(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *a = w.lanes<uint32_t>(i, 1), *b = w.lanes<uint32_t>(i, 2);
  uint8_t low[warpSize], high[warpSize];
  for (uint32_t l = 0; l < warpSize; ++l) {
    low[l] = holds<compare, float>(widenHalf<brain, ftz>(a[l]), widenHalf<brain, ftz>(b[l]));
    high[l] =
        holds<compare, float>(widenHalf<brain, ftz>(a[l] >> 16), widenHalf<brain, ftz>(b[l] >> 16));
  }
  return finish(w, i, mask, gatherBits(low), gatherBits(high));
}

template <Compare compare> Handler selectFloats(const Form &form) {
  switch (form.type) {
  case Type::F32:
    return form.ftz ? &runFlushed<compare> : &runPlain<compare, float>;
  case Type::F64:
    return form.ftz ? nullptr : &runPlain<compare, double>;
  case Type::F16:
    return form.ftz ? &runHalf<compare, false, true> : &runHalf<compare, false, false>;
  case Type::BF16:
    return form.ftz ? nullptr : &runHalf<compare, true, false>;
  case Type::F16x2:
    return form.ftz ? &runPairs<compare, false, true> : &runPairs<compare, false, false>;
  case Type::BF16x2:
    return form.ftz ? nullptr : &runPairs<compare, true, false>;
  default:
    return nullptr;
  }
}

template <Compare compare> Handler selectAny(const Form &form) {
  switch (form.type) {
  case Type::S16:
    return &runPlain<compare, int16_t>;
  case Type::S32:
    return &runPlain<compare, int32_t>;
  case Type::S64:
    return &runPlain<compare, int64_t>;
  case Type::U16:
  case Type::B16:
    return &runPlain<compare, uint16_t>;
  case Type::U32:
  case Type::B32:
    return &runPlain<compare, uint32_t>;
  case Type::U64:
  case Type::B64:
    return &runPlain<compare, uint64_t>;
  default:
    return selectFloats<compare>(form);
  }
}

} // namespace

Handler HALFTONE_LEVEL::selectCompare(const Form &form) {
  switch (form.compare) {
  case Compare::Eq:
    return selectAny<Compare::Eq>(form);
  case Compare::Ne:
    return selectAny<Compare::Ne>(form);
  case Compare::Lt:
    return selectAny<Compare::Lt>(form);
  case Compare::Le:
    return selectAny<Compare::Le>(form);
  case Compare::Gt:
    return selectAny<Compare::Gt>(form);
  case Compare::Ge:
    return selectAny<Compare::Ge>(form);
  case Compare::Equ:
    return selectFloats<Compare::Equ>(form);
  case Compare::Neu:
    return selectFloats<Compare::Neu>(form);
  case Compare::Ltu:
    return selectFloats<Compare::Ltu>(form);
  case Compare::Leu:
    return selectFloats<Compare::Leu>(form);
  case Compare::Gtu:
    return selectFloats<Compare::Gtu>(form);
  case Compare::Geu:
    return selectFloats<Compare::Geu>(form);
  case Compare::Num:
    return selectFloats<Compare::Num>(form);
  case Compare::Nan:
    return selectFloats<Compare::Nan>(form);
  }
  return nullptr;
}
