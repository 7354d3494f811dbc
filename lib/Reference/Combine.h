// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The combinations that reductions, scans and windows share. Floats accumulate in
// f64 and are rounded to f32 at the end (f64 operands: not at all), then to the
// result's type; maxima and minima are exact throughout.
#ifndef HALFTONE_LIB_REFERENCE_COMBINE_H
#define HALFTONE_LIB_REFERENCE_COMBINE_H

#include "Indexing.h"

namespace halftone::reference {

using train::ReductionKind;

template <ReductionKind kind, typename T> T neutralOf() {
  using Limits = std::numeric_limits<T>;
  switch (kind) {
  case ReductionKind::add:
  case ReductionKind::or_:
    return T(0);
  case ReductionKind::mul:
    return T(1);
  case ReductionKind::max:
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  case ReductionKind::min:
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  case ReductionKind::and_:
    return static_cast<T>(-1);
  }
}

template <ReductionKind kind, typename T> T combine(T a, T b) {
  if constexpr (kind == ReductionKind::add)
    return addOf(a, b);
  else if constexpr (kind == ReductionKind::mul)
    return multiplyOf(a, b);
  else if constexpr (kind == ReductionKind::max)
    return maximumOf(a, b);
  else if constexpr (kind == ReductionKind::min)
    return minimumOf(a, b);
  else if constexpr (kind == ReductionKind::and_ && std::is_integral_v<T>)
    return static_cast<T>(a & b);
  else if constexpr (kind == ReductionKind::or_ && std::is_integral_v<T>)
    return static_cast<T>(a | b);
  llvm_unreachable("floats have no bitwise reductions");
}

/// What an array of compute type `type` accumulates in.
inline DType accumulatorOf(DType type) { return isFloat(type) ? DType::F64 : type; }
template <typename T>
using Accumulator = std::conditional_t<std::is_floating_point_v<T>, double, T>;

/// Calls `body.operator()<kind, T>()`, `T` the element's C++ type.
template <typename Body> void withCombination(ReductionKind kind, DType type, Body body) {
  withElement(type, [&]<typename T>() {
    switch (kind) {
    case ReductionKind::add:
      return body.template operator()<ReductionKind::add, T>();
    case ReductionKind::mul:
      return body.template operator()<ReductionKind::mul, T>();
    case ReductionKind::max:
      return body.template operator()<ReductionKind::max, T>();
    case ReductionKind::min:
      return body.template operator()<ReductionKind::min, T>();
    case ReductionKind::and_:
      return body.template operator()<ReductionKind::and_, T>();
    case ReductionKind::or_:
      return body.template operator()<ReductionKind::or_, T>();
    }
  });
}

/// Accumulators of operands of compute type `type`, rounded for `result`. The
/// neutral element of `and` on i1 is all ones, hence the last step.
inline HostTensor finishSums(HostTensor sums, DType type, mlir::Value result) {
  if (type == DType::F32)
    sums = castTensor(sums, DType::F32);
  if (type == DType::I1)
    for (int64_t i = 0, e = sums.numElements(); i < e; ++i)
      sums.as<uint8_t>()[i] &= 1;
  return roundFor(result, std::move(sums));
}

} // namespace halftone::reference

#endif // HALFTONE_LIB_REFERENCE_COMBINE_H
