// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar pieces of floating-point arithmetic, for the files of lane arithmetic.
#ifndef HALFTONE_EMULATOR_LANEFLOAT_H
#define HALFTONE_EMULATOR_LANEFLOAT_H

#include "LaneLevel.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace halftone::emulator {
namespace {

template <typename T> struct FloatTraits;
template <> struct FloatTraits<float> {
  using Bits = uint32_t;
  static constexpr Bits sign = 0x80000000u, infinity = 0x7f800000u, smallestNormal = 0x00800000u;
  /// What every operation gives for NaN.
  static constexpr Bits nan = 0x7fffffffu;
};
template <> struct FloatTraits<double> {
  using Bits = uint64_t;
  static constexpr Bits sign = uint64_t{1} << 63, infinity = uint64_t{0x7ff} << 52,
                        smallestNormal = uint64_t{1} << 52;
};

template <typename T> HALFTONE_INLINE auto toBits(T value) {
  return std::bit_cast<typename FloatTraits<T>::Bits>(value);
}
template <typename T> HALFTONE_INLINE T fromBits(typename FloatTraits<T>::Bits bits) {
  return std::bit_cast<T>(bits);
}

/// f32's one NaN. An f64 operation keeps the NaN that it makes. On bits, since to
/// the compiler one NaN is as good as another.
template <typename T> HALFTONE_INLINE T canonical(T value) {
  if constexpr (!std::is_same_v<T, float>)
    return value;
  using Traits = FloatTraits<float>;
  uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(value));
  return static_cast<T>(
      fromBits<float>((bits & ~Traits::sign) > Traits::infinity ? Traits::nan : bits));
}

/// Subnormal to zero of the same sign, if `ftz`.
template <bool ftz, typename T> HALFTONE_INLINE T flush(T value) {
  using Traits = FloatTraits<T>;
  if constexpr (!ftz)
    return value;
  auto bits = toBits(value);
  auto magnitude = bits & ~Traits::sign;
  return fromBits<T>(magnitude < Traits::smallestNormal ? bits & Traits::sign : bits);
}

/// To [0, 1]; NaN gives 0.
template <bool sat, typename T> HALFTONE_INLINE T saturate(T value) {
  if constexpr (!sat)
    return value;
  return value > T(0) ? (value < T(1) ? value : T(1)) : T(0);
}

/// The smaller or larger; −0 is smaller than +0, a NaN yields to a number.
template <bool max, bool propagate, typename T> HALFTONE_INLINE T minMax(T a, T b) {
  auto equal = max ? toBits(a) & toBits(b) : toBits(a) | toBits(b);
  T r = (max ? a > b : a < b) ? a : b;
  r = a == b ? fromBits<T>(equal) : r;
  if constexpr (propagate)
    return a != a || b != b ? canonical(a + b) : r;
  r = b != b ? a : r;
  r = a != a ? b : r;
  return canonical(r);
}

/// What `.abs` and `.xorsign.abs` do to the operands of a minimum or maximum.
enum class Signs : uint8_t { Keep, Absolute, Xor };

template <bool max, bool propagate, Signs signs, typename T>
HALFTONE_INLINE T signedMinMax(T a, T b) {
  if constexpr (signs == Signs::Keep)
    return minMax<max, propagate>(a, b);
  constexpr auto sign = FloatTraits<T>::sign;
  T r = minMax<max, propagate>(fromBits<T>(toBits(a) & ~sign), fromBits<T>(toBits(b) & ~sign));
  if constexpr (signs == Signs::Absolute)
    return r;
  auto both = (toBits(a) ^ toBits(b)) & sign;
  return r != r ? r : fromBits<T>(toBits(r) | both);
}

/// `value` in f32, with an odd last place if it is not exact.
HALFTONE_INLINE float toOdd(double value) {
  float rounded = static_cast<float>(value);
  double back = rounded;
  uint32_t bits = toBits(rounded);
  bool inexact = back != value && value == value;
  bool outward = std::fabs(back) > std::fabs(value);
  uint32_t odd = (outward ? bits - 1 : bits) | 1;
  return fromBits<float>(inexact && !(bits & 1) ? odd : bits);
}

/// a * b + c, odd in the last place of f64 if it is not exact; a * b is exact.
HALFTONE_INLINE double fmaOdd(float a, float b, float c) {
  double product = static_cast<double>(a) * static_cast<double>(b), term = c;
  double sum = product + term;
  double part = sum - product;
  double error = (product - (sum - part)) + (term - part);
  uint64_t bits = toBits(sum);
  // The error's sign says on which side of the sum the exact one is.
  bool outward = (error < 0) != (sum < 0);
  uint64_t odd = (outward ? bits - 1 : bits) | 1;
  bool inexact = error != 0 && error == error && !(bits & 1);
  return fromBits<double>(inexact ? odd : bits);
}

} // namespace
} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LANEFLOAT_H
