// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f32 and f64. What PTX says is correctly rounded is; the `.approx` functions are
// computed in f64 and rounded once to f32, so their error is at most an ulp and
// well below a device's.
#include "LaneFloat.h"

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

template <Op op, typename T, bool ftz, bool sat>
Flow runBinary(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T>(w, i, mask, [](T a, T b) {
    T r = flush<ftz>(binary<op, T>(flush<ftz>(a), flush<ftz>(b)));
    return saturate<sat>(canonical(r));
  });
}

template <typename T, bool ftz, bool sat> Flow runFma(Warp &w, const Inst &i, uint32_t mask) {
  return map3<T, T, T, T>(w, i, mask, [](T a, T b, T c) {
    T r = flush<ftz>(std::fma(flush<ftz>(a), flush<ftz>(b), flush<ftz>(c)));
    return saturate<sat>(canonical(r));
  });
}

template <bool max, bool propagate, typename T, bool ftz>
Flow runMinMax(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T>(
      w, i, mask, [](T a, T b) { return minMax<max, propagate>(flush<ftz>(a), flush<ftz>(b)); });
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
    return exp2(a);
  case Op::Lg2:
    return log2(a);
  case Op::Sin:
    return sin(a);
  case Op::Cos:
    return cos(a);
  default:
    return tanh(a);
  }
}

template <Op op, typename T, bool ftz> Flow runFunction(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) {
    return canonical(flush<ftz>(static_cast<T>(function<op>(flush<ftz>(a)))));
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

template <Op op, typename T, bool ftz> Handler selectBinary(const Form &form) {
  if (form.sat)
    return &runBinary<op, T, ftz, true>;
  return &runBinary<op, T, ftz, false>;
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
    return selectBinary<Op::Div, T, ftz>(form);
  case Op::Fma:
    return form.sat ? &runFma<T, ftz, true> : &runFma<T, ftz, false>;
  case Op::Min:
    return form.nan ? &runMinMax<false, true, T, ftz> : &runMinMax<false, false, T, ftz>;
  case Op::Max:
    return form.nan ? &runMinMax<true, true, T, ftz> : &runMinMax<true, false, T, ftz>;
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
  case Op::Ex2:
    return &runFunction<Op::Ex2, T, ftz>;
  case Op::Lg2:
    return &runFunction<Op::Lg2, T, ftz>;
  case Op::Sin:
    return &runFunction<Op::Sin, T, ftz>;
  case Op::Cos:
    return &runFunction<Op::Cos, T, ftz>;
  case Op::Tanh:
    return &runFunction<Op::Tanh, T, ftz>;
  default:
    return nullptr;
  }
}

} // namespace

Handler HALFTONE_LEVEL::selectFloating(const Form &form) {
  if (form.type == Type::F64)
    return select<double, false>(form);
  return form.ftz ? select<float, true>(form) : select<float, false>(form);
}
