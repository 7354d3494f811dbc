// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 2^x, log2, tanh, sine and cosine of f32 values, in f64 and without branches or calls,
// so that loops over lanes vectorise, with equal results in every instruction set. The
// relative error is below 2^-40 throughout, which leaves the nearest f32 but for the
// rarest ties, and is far below what PTX allows.
#ifndef HALFTONE_EMULATOR_LANEFUNCTIONS_H
#define HALFTONE_EMULATOR_LANEFUNCTIONS_H

#include "LaneFloat.h"

namespace halftone::emulator {
namespace {

/// 1.5 * 2^52: the sum with a small number is rounded to an integer, whose bits are
/// the last ones of the sum.
constexpr double integerMagic = 0x1.8p52;
constexpr uint64_t integerMagicBits = uint64_t{0x4338} << 48;

/// The polynomial c[0] + c[1] x + … + c[N-1] x^(N-1).
template <size_t N> HALFTONE_INLINE double polynomial(double x, const double (&c)[N]) {
  double r = c[N - 1];
  for (size_t i = N - 1; i > 0; --i)
    r = r * x + c[i - 1];
  return r;
}

/// 2^x, with x cut to what an f32 can tell apart. Taylor's series in x ln 2, for the
/// distance from the nearest integer.
HALFTONE_INLINE double exp2OfFloat(double x) {
  constexpr double c[] = {1.0,         1.0,          1.0 / 2,       1.0 / 6,
                          1.0 / 24,    1.0 / 120,    1.0 / 720,     1.0 / 5040,
                          1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};
  double inside = x < 130.0 ? x : 130.0;
  inside = inside > -160.0 ? inside : -160.0;
  double shifted = inside + integerMagic;
  double fraction = inside - (shifted - integerMagic);
  double r = polynomial(fraction * 0x1.62e42fefa39efp-1, c);
  r = fromBits<double>(toBits(r) + (toBits(shifted) << 52));
  return x != x ? x : r;
}

/// log2 x: the exponent, and twice the inverse hyperbolic tangent of (m - 1) / (m + 1)
/// for the mantissa m between the roots of 1/2 and of 2.
HALFTONE_INLINE double log2OfFloat(double x) {
  constexpr double c[] = {1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7, 1.0 / 9,
                          1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17};
  constexpr uint64_t rootOfHalf = 0x3fe6a09e667f3bcdu;
  uint64_t bits = toBits(x);
  // The exponent, with 2048 added so that it is not negative.
  uint64_t exponent = (bits - rootOfHalf + (uint64_t{1} << 63)) >> 52;
  double whole = fromBits<double>(exponent + integerMagicBits) - integerMagic - 2048.0;
  double m = fromBits<double>(bits - ((exponent - 2048) << 52));
  double s = (m - 1.0) / (m + 1.0);
  double r = whole + s * polynomial(s * s, c) * 0x1.71547652b82fep+1;
  r = x > std::numeric_limits<float>::max() ? x : r;
  r = x == 0 ? -std::numeric_limits<double>::infinity() : r;
  return x < 0 || x != x ? std::numeric_limits<double>::quiet_NaN() : r;
}

/// (t - 1) / (t + 1) with t = e^2x; the first terms of its series near 0, where the
/// difference would lose places.
HALFTONE_INLINE double tanhOfFloat(double x) {
  double t = exp2OfFloat(x * 0x1.71547652b82fep+1);
  double inside = std::fabs(x) < 20.0 ? (t - 1.0) / (t + 1.0) : std::copysign(1.0, x);
  double square = x * x;
  double near = x * (1.0 - square * (1.0 / 3 - square * (2.0 / 15)));
  double r = std::fabs(x) < 0x1p-8 ? near : inside;
  return x != x ? x : r;
}

/// Beyond, the reduction below loses places.
constexpr double largestAngle = 0x1p17;

/// sin x, or cos x, for magnitudes up to `largestAngle`: half pi is taken off as often
/// as fits, in three parts whose products with that number are exact or tiny.
template <bool cosine> HALFTONE_INLINE double sineOfFloat(double x) {
  constexpr double s[] = {1.0,          -1.0 / 6,        1.0 / 120,        -1.0 / 5040,
                          1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000};
  constexpr double c[] = {1.0,
                          -1.0 / 2,
                          1.0 / 24,
                          -1.0 / 720,
                          1.0 / 40320,
                          -1.0 / 3628800,
                          1.0 / 479001600,
                          -1.0 / 87178291200,
                          1.0 / 20922789888000};
  double shifted = x * 0x1.45f306dc9c883p-1 + integerMagic;
  double n = shifted - integerMagic;
  uint64_t quarter = toBits(shifted) + (cosine ? 1 : 0);
  double r = ((x - n * 0x1.921fb544p+0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
  double square = r * r;
  double odd = r * polynomial(square, s), even = polynomial(square, c);
  double value = quarter & 1 ? even : odd;
  return fromBits<double>(toBits(value) ^ (quarter & 2) << 62);
}

} // namespace
} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LANEFUNCTIONS_H
