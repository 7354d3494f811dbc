// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f16 and bf16, alone and in pairs. Every operation rounds once:
//   * a product of two is exact in f64, and so rounded only by the last step;
//   * a sum is taken in f64 and made odd in its last place where it is not exact,
//     then again on the way to f32; rounding an odd sum to a format that is at
//     least two places shorter is rounding the exact sum.
#include "LaneFloat.h"

#include "halftone/Support/FloatBits.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

struct Half {
  static constexpr uint16_t smallestNormal = 0x0400;
  static HALFTONE_INLINE float widen(uint16_t bits) { return widenF16(bits); }
  static HALFTONE_INLINE uint16_t narrow(float value) {
    uint16_t bits = narrowF16(value);
    return value != value ? 0x7fff : bits;
  }
};

struct Brain {
  static constexpr uint16_t smallestNormal = 0x0080;
  static HALFTONE_INLINE float widen(uint16_t bits) { return widenBF16(bits); }
  static HALFTONE_INLINE uint16_t narrow(float value) {
    uint16_t bits = narrowBF16(value);
    return value != value ? 0x7fff : bits;
  }
};

template <typename F, bool ftz> HALFTONE_INLINE uint16_t flushHalf(uint16_t bits) {
  return ftz && (bits & 0x7fff) < F::smallestNormal ? bits & 0x8000 : bits;
}

template <bool sat, bool relu> HALFTONE_INLINE float clamp(float value) {
  if constexpr (sat)
    return saturate<true>(value);
  if constexpr (relu)
    return value < 0 ? 0.0f : value != value ? value : std::fabs(value);
  return value;
}

template <typename F, bool ftz, bool sat, bool relu>
HALFTONE_INLINE uint16_t fmaHalf(uint16_t a, uint16_t b, uint16_t c) {
  double exact = fmaOdd(F::widen(flushHalf<F, ftz>(a)), F::widen(flushHalf<F, ftz>(b)),
                        F::widen(flushHalf<F, ftz>(c)));
  return flushHalf<F, ftz>(F::narrow(clamp<sat, relu>(toOdd(exact))));
}

template <typename F, Op op, bool ftz, bool sat>
HALFTONE_INLINE uint16_t binaryHalf(uint16_t a, uint16_t b) {
  constexpr uint16_t one = std::is_same_v<F, Half> ? 0x3c00 : 0x3f80;
  if constexpr (op == Op::MulLo) {
    double product = static_cast<double>(F::widen(flushHalf<F, ftz>(a))) *
                     static_cast<double>(F::widen(flushHalf<F, ftz>(b)));
    return flushHalf<F, ftz>(F::narrow(clamp<sat, false>(toOdd(product))));
  }
  return fmaHalf<F, ftz, sat, false>(a, one, op == Op::Sub ? static_cast<uint16_t>(b ^ 0x8000) : b);
}

template <typename F, bool max, bool nan, bool ftz>
HALFTONE_INLINE uint16_t minMaxHalf(uint16_t a, uint16_t b) {
  return F::narrow(
      minMax<max, nan>(F::widen(flushHalf<F, ftz>(a)), F::widen(flushHalf<F, ftz>(b))));
}

template <typename F, Op op> HALFTONE_INLINE uint16_t functionHalf(uint16_t a) {
  double x = F::widen(a);
  return F::narrow(toOdd(op == Op::Ex2 ? exp2(x) : tanh(x)));
}

// One value in 16 bits, or a pair in 32.
template <typename F, typename... A> HALFTONE_INLINE uint32_t pairwise(F f, A... a) {
  return static_cast<uint32_t>(f(static_cast<uint16_t>(a)...)) |
         static_cast<uint32_t>(f(static_cast<uint16_t>(a >> 16)...)) << 16;
}

template <bool pair, typename F> Flow mapHalf1(Warp &w, const Inst &i, uint32_t mask, F f) {
  if constexpr (pair)
    return map1<uint32_t, uint32_t>(w, i, mask, [f](uint32_t a) { return pairwise(f, a); });
  else
    return map1<uint16_t, uint16_t>(w, i, mask, f);
}

template <bool pair, typename F> Flow mapHalf2(Warp &w, const Inst &i, uint32_t mask, F f) {
  if constexpr (pair)
    return map2<uint32_t, uint32_t, uint32_t>(
        w, i, mask, [f](uint32_t a, uint32_t b) { return pairwise(f, a, b); });
  else
    return map2<uint16_t, uint16_t, uint16_t>(w, i, mask, f);
}

template <bool pair, typename F> Flow mapHalf3(Warp &w, const Inst &i, uint32_t mask, F f) {
  if constexpr (pair)
    return map3<uint32_t, uint32_t, uint32_t, uint32_t>(
        w, i, mask, [f](uint32_t a, uint32_t b, uint32_t c) { return pairwise(f, a, b, c); });
  else
    return map3<uint16_t, uint16_t, uint16_t, uint16_t>(w, i, mask, f);
}

template <typename F, bool pair, Op op, bool ftz, bool sat>
Flow runBinary(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf2<pair>(w, i, mask, [](uint16_t a, uint16_t b) -> uint16_t {
    return binaryHalf<F, op, ftz, sat>(a, b);
  });
}

template <typename F, bool pair, bool ftz, bool sat, bool relu>
Flow runFma(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf3<pair>(w, i, mask, [](uint16_t a, uint16_t b, uint16_t c) -> uint16_t {
    return fmaHalf<F, ftz, sat, relu>(a, b, c);
  });
}

template <typename F, bool pair, bool max, bool nan, bool ftz>
Flow runMinMax(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf2<pair>(w, i, mask, [](uint16_t a, uint16_t b) -> uint16_t {
    return minMaxHalf<F, max, nan, ftz>(a, b);
  });
}

template <typename F, bool pair, Op op, bool ftz>
Flow runSign(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf1<pair>(w, i, mask, [](uint16_t a) -> uint16_t {
    uint16_t bits = flushHalf<F, ftz>(a);
    return op == Op::Abs ? bits & 0x7fff : bits ^ 0x8000;
  });
}

template <typename F, bool pair, Op op> Flow runFunction(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf1<pair>(w, i, mask, [](uint16_t a) -> uint16_t { return functionHalf<F, op>(a); });
}

template <typename F, bool pair, Op op, bool ftz> Handler selectBinary(const Form &form) {
  if (form.sat)
    return &runBinary<F, pair, op, ftz, true>;
  return &runBinary<F, pair, op, ftz, false>;
}

template <typename F, bool pair, bool ftz> Handler select(const Form &form) {
  switch (form.op) {
  case Op::Add:
    return selectBinary<F, pair, Op::Add, ftz>(form);
  case Op::Sub:
    return selectBinary<F, pair, Op::Sub, ftz>(form);
  case Op::MulLo:
    return selectBinary<F, pair, Op::MulLo, ftz>(form);
  case Op::Fma:
    if (form.relu)
      return form.sat ? nullptr : &runFma<F, pair, ftz, false, true>;
    return form.sat ? &runFma<F, pair, ftz, true, false> : &runFma<F, pair, ftz, false, false>;
  case Op::Min:
    return form.nan ? &runMinMax<F, pair, false, true, ftz>
                    : &runMinMax<F, pair, false, false, ftz>;
  case Op::Max:
    return form.nan ? &runMinMax<F, pair, true, true, ftz> : &runMinMax<F, pair, true, false, ftz>;
  case Op::Neg:
    return &runSign<F, pair, Op::Neg, ftz>;
  case Op::Abs:
    return &runSign<F, pair, Op::Abs, ftz>;
  case Op::Ex2:
    return &runFunction<F, pair, Op::Ex2>;
  case Op::Tanh:
    return &runFunction<F, pair, Op::Tanh>;
  default:
    return nullptr;
  }
}

template <typename F, bool pair> Handler selectFlush(const Form &form) {
  return form.ftz ? select<F, pair, true>(form) : select<F, pair, false>(form);
}

} // namespace

Handler HALFTONE_LEVEL::selectHalf(const Form &form) {
  switch (form.type) {
  case Type::F16:
    return selectFlush<Half, false>(form);
  case Type::F16x2:
    return selectFlush<Half, true>(form);
  case Type::BF16:
    return selectFlush<Brain, false>(form);
  case Type::BF16x2:
    return selectFlush<Brain, true>(form);
  default:
    return nullptr;
  }
}
