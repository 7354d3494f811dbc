// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f16 and bf16, alone and in pairs. Every operation rounds once:
//   * f32 has more than twice the places of either and two more, so that a sum of two
//     rounded to f32 first is rounded as if it were exact (results that are subnormal
//     are exact); of f16, a product in f32 is exact;
//   * a product of bf16 is exact in f64 and made odd in its last place on the way to
//     f32, where it may not be exact;
//   * a sum of a product and a third is taken in f64 and made odd in its last place
//     where it is not exact, then again on the way to f32; rounding an odd sum to a
//     format that is at least two places shorter is rounding the exact sum.
#include "LaneFunctions.h"

#include "halftone/Support/FloatBits.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

// Without it, bodies this long become calls, which do not vectorise.
#define HALFTONE_LAMBDA __attribute__((always_inline))

// Machines that convert f16 by themselves do as `widenF16` and `narrowF16` do, but for
// the patterns of NaNs.
#ifdef __F16C__
HALFTONE_INLINE float widenHalf(uint16_t bits) {
  return static_cast<float>(std::bit_cast<_Float16>(bits));
}
HALFTONE_INLINE uint16_t narrowHalf(float value) {
  return std::bit_cast<uint16_t>(static_cast<_Float16>(value));
}
#else
HALFTONE_INLINE float widenHalf(uint16_t bits) { return widenF16(bits); }
HALFTONE_INLINE uint16_t narrowHalf(float value) { return narrowF16(value); }
#endif

struct Half {
  static constexpr uint16_t smallestNormal = 0x0400;
  static HALFTONE_INLINE float widen(uint16_t bits) { return widenHalf(bits); }
  static constexpr bool exactProduct = true;
  static HALFTONE_INLINE uint16_t narrow(float value) {
    uint16_t bits = narrowHalf(value);
    return value != value ? 0x7fff : bits;
  }
};

struct Brain {
  static constexpr uint16_t smallestNormal = 0x0080;
  static HALFTONE_INLINE float widen(uint16_t bits) { return widenBF16(bits); }
  static constexpr bool exactProduct = false;
  static HALFTONE_INLINE uint16_t narrow(float value) {
    uint16_t bits = narrowBF16(value);
    return value != value ? 0x7fff : bits;
  }
};

/// Rounds to zero, which only fma on bf16 can.
struct TruncatedBrain : Brain {
  static HALFTONE_INLINE uint16_t narrow(float value) {
    uint16_t bits = static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16);
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
  float x = F::widen(flushHalf<F, ftz>(a)), y = F::widen(flushHalf<F, ftz>(b)), r;
  if constexpr (op == Op::Add)
    r = x + y;
  else if constexpr (op == Op::Sub)
    r = x - y;
  else if constexpr (F::exactProduct)
    r = x * y;
  else
    r = toOdd(static_cast<double>(x) * static_cast<double>(y));
  return flushHalf<F, ftz>(F::narrow(clamp<sat, false>(r)));
}

template <typename F, bool max, bool nan, Signs signs, bool ftz>
HALFTONE_INLINE uint16_t minMaxHalf(uint16_t a, uint16_t b) {
  return F::narrow(signedMinMax<max, nan, signs>(F::widen(flushHalf<F, ftz>(a)),
                                                 F::widen(flushHalf<F, ftz>(b))));
}

template <typename F, Op op, bool ftz> HALFTONE_INLINE uint16_t functionHalf(uint16_t a) {
  double x = F::widen(flushHalf<F, ftz>(a));
  return flushHalf<F, ftz>(F::narrow(toOdd(op == Op::Ex2 ? exp2OfFloat(x) : tanhOfFloat(x))));
}

// One value in 16 bits, or a pair in 32.
template <bool pair, typename F>
HALFTONE_INLINE Flow mapHalf1(Warp &w, const Inst &i, uint32_t mask, F f) {
  return map1<uint16_t, uint16_t, pair ? 2 : 1>(w, i, mask, f);
}

template <bool pair, typename F>
HALFTONE_INLINE Flow mapHalf2(Warp &w, const Inst &i, uint32_t mask, F f) {
  return map2<uint16_t, uint16_t, uint16_t, pair ? 2 : 1>(w, i, mask, f);
}

template <bool pair, typename F>
HALFTONE_INLINE Flow mapHalf3(Warp &w, const Inst &i, uint32_t mask, F f) {
  return map3<uint16_t, uint16_t, uint16_t, uint16_t, pair ? 2 : 1>(w, i, mask, f);
}

template <typename F, bool pair, Op op, bool ftz, bool sat>
Flow runBinary(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf2<pair>(w, i, mask, [](uint16_t a, uint16_t b) HALFTONE_LAMBDA -> uint16_t {
    return binaryHalf<F, op, ftz, sat>(a, b);
  });
}

template <typename F, bool pair, bool ftz, bool sat, bool relu>
Flow runFma(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf3<pair>(w, i, mask,
                        [](uint16_t a, uint16_t b, uint16_t c) HALFTONE_LAMBDA -> uint16_t {
                          return fmaHalf<F, ftz, sat, relu>(a, b, c);
                        });
}

/// fma.oob: 0 where an operand is the NaN of what lies outside a tensor.
template <typename F, bool pair, bool sat, bool relu>
Flow runFmaOob(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf3<pair>(w, i, mask,
                        [](uint16_t a, uint16_t b, uint16_t c) HALFTONE_LAMBDA -> uint16_t {
                          uint16_t r = fmaHalf<F, false, sat, relu>(a, b, c);
                          return a == oobNaN || b == oobNaN ? 0 : r;
                        });
}

template <typename F, bool pair, bool max, bool nan, Signs signs, bool ftz>
Flow runMinMax(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf2<pair>(w, i, mask, [](uint16_t a, uint16_t b) HALFTONE_LAMBDA -> uint16_t {
    return minMaxHalf<F, max, nan, signs, ftz>(a, b);
  });
}

template <typename F, bool pair, bool max, bool ftz> Handler selectMinMax(const Form &form) {
  if (form.xorSign)
    return form.nan ? &runMinMax<F, pair, max, true, Signs::Xor, ftz>
                    : &runMinMax<F, pair, max, false, Signs::Xor, ftz>;
  return form.nan ? &runMinMax<F, pair, max, true, Signs::Keep, ftz>
                  : &runMinMax<F, pair, max, false, Signs::Keep, ftz>;
}

template <typename F, bool pair> Handler selectFmaOob(const Form &form) {
  if (form.relu)
    return form.sat ? nullptr : &runFmaOob<F, pair, false, true>;
  return form.sat ? &runFmaOob<F, pair, true, false> : &runFmaOob<F, pair, false, false>;
}

template <typename F, bool pair, bool ftz> Handler selectFma(const Form &form) {
  if (form.relu)
    return form.sat ? nullptr : &runFma<F, pair, ftz, false, true>;
  return form.sat ? &runFma<F, pair, ftz, true, false> : &runFma<F, pair, ftz, false, false>;
}

template <typename F, bool pair, Op op, bool ftz>
Flow runSign(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf1<pair>(w, i, mask, [](uint16_t a) HALFTONE_LAMBDA -> uint16_t {
    uint16_t bits = flushHalf<F, ftz>(a);
    return op == Op::Abs ? bits & 0x7fff : bits ^ 0x8000;
  });
}

template <typename F, bool pair, Op op, bool ftz>
Flow runFunction(Warp &w, const Inst &i, uint32_t mask) {
  return mapHalf1<pair>(w, i, mask, [](uint16_t a) HALFTONE_LAMBDA -> uint16_t {
    return functionHalf<F, op, ftz>(a);
  });
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
    return form.oob ? selectFmaOob<F, pair>(form) : selectFma<F, pair, ftz>(form);
  case Op::Min:
    return selectMinMax<F, pair, false, ftz>(form);
  case Op::Max:
    return selectMinMax<F, pair, true, ftz>(form);
  case Op::Neg:
    return &runSign<F, pair, Op::Neg, ftz>;
  case Op::Abs:
    return &runSign<F, pair, Op::Abs, ftz>;
  case Op::Ex2:
    return &runFunction<F, pair, Op::Ex2, ftz>;
  case Op::Tanh:
    return &runFunction<F, pair, Op::Tanh, ftz>;
  default:
    return nullptr;
  }
}

template <typename F, bool pair> Handler selectFlush(const Form &form) {
  return form.ftz ? select<F, pair, true>(form) : select<F, pair, false>(form);
}

} // namespace

Handler HALFTONE_LEVEL::selectHalf(const Form &form) {
  if (form.round == Round::Zero) {
    if (form.op != Op::Fma || form.ftz || form.sat)
      return nullptr;
    bool pair = form.type == Type::BF16x2;
    if (form.oob)
      return pair ? selectFmaOob<TruncatedBrain, true>(form)
                  : selectFmaOob<TruncatedBrain, false>(form);
    return pair ? selectFma<TruncatedBrain, true, false>(form)
                : selectFma<TruncatedBrain, false, false>(form);
  }
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
