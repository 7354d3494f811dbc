// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of `setp`. Operands: p, a, b, q, c. With r the result of comparing,
// p = r op c and q = !r op c; each of p, q and c may be missing. `Inst::option` is
// the operation (0 none, 1 and, 2 or, 3 xor), plus 4 where c is negated.
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

HALFTONE_INLINE void finish(Warp &w, const Inst &i, uint32_t mask, uint32_t word) {
  uint32_t other = ~word;
  if (i.option) {
    uint32_t c = w.predicate(w.slot(i, 4)) ^ (i.option & 4 ? allLanes : 0);
    uint32_t op = i.option & 3;
    word = op == 1 ? word & c : op == 2 ? word | c : word ^ c;
    other = op == 1 ? other & c : op == 2 ? other | c : other ^ c;
  }
  assign(w, w.slot(i, 0), mask, word);
  assign(w, w.slot(i, 3), mask, other);
}

template <typename S, typename Load, typename Test>
HALFTONE_INLINE Flow compareLanes(Warp &w, const Inst &i, uint32_t mask, Load load, Test test) {
  const S *a = w.lanes<S>(i, 1), *b = w.lanes<S>(i, 2);
  uint8_t results[warpSize];
  for (uint32_t l = 0; l < warpSize; ++l)
    results[l] = test(load(a[l]), load(b[l]));
  finish(w, i, mask, gatherBits(results));
  return Flow::Next;
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

template <Compare compare, bool brain, bool high>
Flow runHalf(Warp &w, const Inst &i, uint32_t mask) {
  auto widen = [](uint16_t a) { return brain ? widenBF16(a) : widenF16(a); };
  auto test = [](float a, float b) { return holds<compare, float>(a, b); };
  if constexpr (high)
    return compareLanes<uint32_t>(
        w, i, mask, [widen](uint32_t a) { return widen(static_cast<uint16_t>(a >> 16)); }, test);
  else
    return compareLanes<uint16_t>(w, i, mask, widen, test);
}

template <Compare compare, bool brain> Flow runLowHalf(Warp &w, const Inst &i, uint32_t mask) {
  return compareLanes<uint32_t>(
      w, i, mask,
      [](uint32_t a) {
        uint16_t low = static_cast<uint16_t>(a);
        return brain ? widenBF16(low) : widenF16(low);
      },
      [](float a, float b) { return holds<compare, float>(a, b); });
}

template <Compare compare> Handler selectFloats(const Form &form) {
  switch (form.type) {
  case Type::F32:
    return form.ftz ? &runFlushed<compare> : &runPlain<compare, float>;
  case Type::F64:
    return &runPlain<compare, double>;
  case Type::F16:
    return &runHalf<compare, false, false>;
  case Type::BF16:
    return &runHalf<compare, true, false>;
  // Of a pair, `carryOut` asks for the high one.
  case Type::F16x2:
    return form.carryOut ? &runHalf<compare, false, true> : &runLowHalf<compare, false>;
  case Type::BF16x2:
    return form.carryOut ? &runHalf<compare, true, true> : &runLowHalf<compare, true>;
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
