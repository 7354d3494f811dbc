// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f32 and f64. What PTX says is correctly rounded is; the `.approx` functions are
// computed in f64 and rounded once to f32, so their error is at most an ulp and
// well below a device's.
#include "LaneFunctions.h"

using namespace halftone::emulator;

namespace {

template <Op op, typename T> HALFTONE_INLINE T binary(T a, T b) {
  if constexpr (op == Op::Add)
    return a + b;
  else if constexpr (op == Op::Sub)
    return a - b;
  else if constexpr (op == Op::MulLo)
    return a * b;
  else if constexpr (op == Op::Div)
    return a / b;
  else
    static_assert(op == Op::Add);
}

template <Op op, typename T, bool ftz, bool sat, uint32_t N>
Flow runBinary(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T, N>(w, i, mask, [](T a, T b) {
    T r = flush<ftz>(binary<op, T>(flush<ftz>(a), flush<ftz>(b)));
    return saturate<sat>(canonical(r));
  });
}

/// div.approx multiplies with a reciprocal, which is 0 where it would be subnormal.
template <bool ftz> Flow runDivApprox(Warp &w, const Inst &i, uint32_t mask) {
  return map2<float, float, float>(w, i, mask, [](float a, float b) {
    float x = flush<ftz>(a), y = flush<ftz>(b);
    float zero = fromBits<float>(toBits(y) & FloatTraits<float>::sign);
    return canonical(flush<ftz>(std::fabs(y) > 0x1p126f ? x * zero : x / y));
  });
}

template <typename T, bool ftz, bool sat, uint32_t N>
Flow runFma(Warp &w, const Inst &i, uint32_t mask) {
  return map3<T, T, T, T, N>(w, i, mask, [](T a, T b, T c) {
    T r = flush<ftz>(std::fma(flush<ftz>(a), flush<ftz>(b), flush<ftz>(c)));
    return saturate<sat>(canonical(r));
  });
}

template <bool max, bool propagate, Signs signs, typename T, bool ftz>
Flow runMinMax(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T>(w, i, mask, [](T a, T b) {
    return signedMinMax<max, propagate, signs>(flush<ftz>(a), flush<ftz>(b));
  });
}

template <bool max, typename T, bool ftz> Handler selectMinMax(const Form &form) {
  if (form.xorSign)
    return form.nan ? &runMinMax<max, true, Signs::Xor, T, ftz>
                    : &runMinMax<max, false, Signs::Xor, T, ftz>;
  if (form.absolute)
    return form.nan ? &runMinMax<max, true, Signs::Absolute, T, ftz>
                    : &runMinMax<max, false, Signs::Absolute, T, ftz>;
  return form.nan ? &runMinMax<max, true, Signs::Keep, T, ftz>
                  : &runMinMax<max, false, Signs::Keep, T, ftz>;
}

/// abs and neg work on the sign alone, so that they leave a NaN what it is.
template <Op op, typename T, bool ftz> Flow runSign(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) {
    auto bits = toBits(flush<ftz>(a));
    constexpr auto sign = FloatTraits<T>::sign;
    return fromBits<T>(op == Op::Abs ? bits & ~sign : bits ^ sign);
  });
}

/// copysign d, a, b: the sign of a, the magnitude of b.
template <typename T> Flow runCopysign(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T>(w, i, mask, [](T a, T b) {
    constexpr auto sign = FloatTraits<T>::sign;
    return fromBits<T>((toBits(a) & sign) | (toBits(b) & ~sign));
  });
}

template <typename T, bool ftz> Flow runSqrt(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask,
                    [](T a) { return canonical(flush<ftz>(std::sqrt(flush<ftz>(a)))); });
}

template <typename T, bool ftz> Flow runRcp(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) { return canonical(flush<ftz>(T(1) / flush<ftz>(a))); });
}

template <Op op> HALFTONE_INLINE double function(double a) {
  switch (op) {
  case Op::Rsqrt:
    return 1.0 / std::sqrt(a);
  case Op::Ex2:
    return exp2OfFloat(a);
  case Op::Lg2:
    return log2OfFloat(a);
  default:
    return tanhOfFloat(a);
  }
}

template <Op op, typename T, bool ftz> Flow runFunction(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) {
    return canonical(flush<ftz>(static_cast<T>(function<op>(flush<ftz>(a)))));
  });
}

/// Lanes with large angles, which are rare, are done again.
template <bool cosine, bool ftz> Flow runSine(Warp &w, const Inst &i, uint32_t mask) {
  float large[warpSize];
  uint32_t again = 0;
  const float *a = w.lanes<float>(i, 1);
  for (uint32_t l = 0; l < warpSize; ++l) {
    large[l] = a[l];
    again |= static_cast<uint32_t>(std::fabs(a[l]) > largestAngle) << l;
  }
  map1<float, float>(w, i, mask, [](float x) {
    return canonical(flush<ftz>(static_cast<float>(sineOfFloat<cosine>(flush<ftz>(x)))));
  });
  float *d = w.lanes<float>(i, 0);
  for (again &= mask; again; again &= again - 1) {
    uint32_t l = firstLane(again);
    double x = large[l];
    d[l] = canonical(static_cast<float>(cosine ? cos(x) : sin(x)));
  }
  return Flow::Next;
}

/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 see and give the high 32 bits alone.
template <Op op> Flow runGross(Warp &w, const Inst &i, uint32_t mask) {
  return map1<double, double>(w, i, mask, [](double a) {
    constexpr uint64_t high = uint64_t{0xffffffff} << 32;
    double x = flush<true>(fromBits<double>(toBits(a) & high));
    double r = flush<true>(op == Op::Rcp ? 1.0 / x : 1.0 / std::sqrt(x));
    uint64_t bits = toBits(r);
    return fromBits<double>(r != r ? uint64_t{0x7fffffff} << 32 : bits & high);
  });
}

/// `Inst::option`: 0 finite, 1 infinite, 2 number, 3 notanumber, 4 normal, 5 subnormal.
template <typename T> Flow runTestp(Warp &w, const Inst &i, uint32_t mask) {
  using Traits = FloatTraits<T>;
  const T *a = w.lanes<T>(i, 1);
  uint32_t r = 0;
  for (uint32_t l = 0; l < warpSize; ++l) {
    auto magnitude = toBits(a[l]) & ~Traits::sign;
    bool normal = magnitude >= Traits::smallestNormal && magnitude < Traits::infinity;
    bool is[] = {magnitude<Traits::infinity, magnitude == Traits::infinity,
                           magnitude <= Traits::infinity, magnitude>
                     Traits::infinity,
                 normal, magnitude > 0 && magnitude < Traits::smallestNormal};
    r |= static_cast<uint32_t>(is[i.option]) << l;
  }
  uint32_t &d = w.predicate(w.slot(i, 0));
  d = (d & ~mask) | (r & mask);
  return Flow::Next;
}

template <Op op, typename T, bool ftz, uint32_t N = 1> Handler selectBinary(const Form &form) {
  if (form.sat)
    return &runBinary<op, T, ftz, true, N>;
  return &runBinary<op, T, ftz, false, N>;
}

/// On two f32 in 64 bits.
template <bool ftz> Handler selectPairs(Op op) {
  switch (op) {
  case Op::Add:
    return &runBinary<Op::Add, float, ftz, false, 2>;
  case Op::Sub:
    return &runBinary<Op::Sub, float, ftz, false, 2>;
  case Op::MulLo:
    return &runBinary<Op::MulLo, float, ftz, false, 2>;
  case Op::Fma:
    return &runFma<float, ftz, false, 2>;
  default:
    return nullptr;
  }
}

template <typename T, bool ftz> Handler select(const Form &form) {
  switch (form.op) {
  case Op::Add:
    return selectBinary<Op::Add, T, ftz>(form);
  case Op::Sub:
    return selectBinary<Op::Sub, T, ftz>(form);
  case Op::MulLo:
    return selectBinary<Op::MulLo, T, ftz>(form);
  case Op::Div:
    return form.approximate ? &runDivApprox<ftz> : &runBinary<Op::Div, T, ftz, false, 1>;
  case Op::Fma:
    return form.sat ? &runFma<T, ftz, true, 1> : &runFma<T, ftz, false, 1>;
  case Op::Min:
    return selectMinMax<false, T, ftz>(form);
  case Op::Max:
    return selectMinMax<true, T, ftz>(form);
  case Op::Neg:
    return &runSign<Op::Neg, T, ftz>;
  case Op::Abs:
    return &runSign<Op::Abs, T, ftz>;
  case Op::Copysign:
    return &runCopysign<T>;
  case Op::Testp:
    return &runTestp<T>;
  case Op::Sqrt:
    return &runSqrt<T, ftz>;
  case Op::Rcp:
    return &runRcp<T, ftz>;
  case Op::Rsqrt:
    return &runFunction<Op::Rsqrt, T, ftz>;
  default:
    break;
  }
  if constexpr (std::is_same_v<T, float>) {
    switch (form.op) {
    case Op::Ex2:
      return &runFunction<Op::Ex2, T, ftz>;
    case Op::Lg2:
      return &runFunction<Op::Lg2, T, ftz>;
    case Op::Sin:
      return &runSine<false, ftz>;
    case Op::Cos:
      return &runSine<true, ftz>;
    case Op::Tanh:
      return &runFunction<Op::Tanh, T, ftz>;
    default:
      break;
    }
  }
  return nullptr;
}

} // namespace

Handler HALFTONE_LEVEL::selectFloating(const Form &form) {
  if (form.type == Type::F32x2)
    return form.ftz ? selectPairs<true>(form.op) : selectPairs<false>(form.op);
  if (form.type == Type::F64 && form.ftz)
    return form.op == Op::Rcp ? &runGross<Op::Rcp> : &runGross<Op::Rsqrt>;
  if (form.type == Type::F64)
    return select<double, false>(form);
  return form.ftz ? select<float, true>(form) : select<float, false>(form);
}
