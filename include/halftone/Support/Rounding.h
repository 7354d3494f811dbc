// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion between every two element types with one rounding, bit for bit as
// the IR's casts are defined. Nothing goes through f32 or f64 on the way: an
// element is decoded to an exact integer times a power of two, and that is
// rounded once to the result's type.
//
// To a float type:
//   * The mode says which neighbour is taken. Subnormals are kept.
//   * A result that is too large becomes infinity, or NaN where the format has
//     none (f8E4M3FN); under `TowardZero` a finite value never grows, so it
//     becomes the largest finite one. Infinity stays infinity or becomes NaN.
//   * `saturate`: overflow and infinity become the largest finite value.
//   * NaN keeps its sign, becomes quiet and loses its payload, also when widened.
// To an integer type, from a float: toward zero whatever the mode, clamped to the
// type's range; NaN gives 0. To an integer from an integer: the low bits, or
// clamped with `saturate`. To `i1`: `value != 0` (so NaN gives 1).
//
// Stochastic rounding takes 32 random bits r for each element. Let `f` in [0, 1)
// be the part of the magnitude below the last kept place, in units of it: the
// magnitude rounds up if and only if f + r / 2^32 >= 1. That is the same as
// adding the top bits of r below the last kept place and truncating: f32 to bf16
// is `(bits + (r >> 16)) >> 16`. It is unbiased where at most 32 bits are dropped;
// beyond that the chance of rounding up is cut to a multiple of 2^-32.
#ifndef HALFTONE_SUPPORT_ROUNDING_H
#define HALFTONE_SUPPORT_ROUNDING_H

#include "halftone/Support/FloatBits.h"
#include "halftone/Support/HostTensor.h"

#include <cstdint>
#include <span>

namespace halftone {

enum class RoundingMode : uint8_t { NearestEven, TowardZero, Stochastic };

struct CastOptions {
  RoundingMode mode = RoundingMode::NearestEven;
  bool saturate = false;
  /// For `Stochastic`: at least one number for each element.
  std::span<const uint32_t> randomBits = {};
};

/// A value of any element type, exactly: ±significand * 2^exponent, ±infinity or
/// ±NaN.
struct Exact {
  enum class Kind : uint8_t { Finite, Infinity, NaN };
  Kind kind = Kind::Finite;
  bool negative = false;
  int32_t exponent = 0;
  uint64_t significand = 0;
};

/// Decodes the bits of one element, in the low end of `bits`.
Exact decode(uint64_t bits, DType type);

/// Rounds once to `type`, by the rules above for a value from a float type.
/// `random` serves `Stochastic` only.
uint64_t encode(const Exact &value, DType type, RoundingMode mode = RoundingMode::NearestEven,
                bool saturate = false, uint32_t random = 0);

/// One element converted, as `castTensor` converts it.
uint64_t convertBits(uint64_t bits, DType from, DType to,
                     RoundingMode mode = RoundingMode::NearestEven, bool saturate = false,
                     uint32_t random = 0);

/// The array with its elements converted. Its own type gives a copy, unless
/// `saturate` asks for infinities to be clamped.
HostTensor castTensor(const HostTensor &tensor, DType type, const CastOptions &options = {});

/// `value` rounded once, to nearest even, to a float type, and widened again.
double roundTo(double value, DType type);

enum class TF32Rounding : uint8_t { NearestEven, TiesAway };

/// f32 with a 10-bit mantissa. NaNs pass through; too large gives infinity.
inline float roundTF32(float value, TF32Rounding rounding) {
  return rounding == TF32Rounding::NearestEven ? roundTF32NearestEven(value)
                                               : roundTF32TiesAway(value);
}

/// What a float format is made of.
struct FloatFormat {
  int exponentBits;
  int mantissaBits;
  bool hasInfinity;

  constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
  /// Exponent of the smallest normal value.
  constexpr int minExponent() const { return 1 - bias(); }
  /// The pattern with all exponent bits set: infinity, if there is one.
  constexpr uint64_t top() const { return ((uint64_t{1} << exponentBits) - 1) << mantissaBits; }
  constexpr uint64_t quietNaN() const {
    return hasInfinity ? top() | (uint64_t{1} << (mantissaBits - 1))
                       : top() | ((uint64_t{1} << mantissaBits) - 1);
  }
  constexpr uint64_t overflow() const { return hasInfinity ? top() : quietNaN(); }
  constexpr uint64_t largestFinite() const { return hasInfinity ? top() - 1 : quietNaN() - 1; }
  constexpr int signBit() const { return exponentBits + mantissaBits; }
};

/// The format of a float type.
constexpr FloatFormat floatFormat(DType type) {
  switch (type) {
  case DType::F64:
    return {11, 52, true};
  case DType::F16:
    return {5, 10, true};
  case DType::BF16:
    return {8, 7, true};
  case DType::F8E4M3FN:
    return {4, 3, false};
  case DType::F8E5M2:
    return {5, 2, true};
  default:
    return {8, 23, true};
  }
}

} // namespace halftone

#endif // HALFTONE_SUPPORT_ROUNDING_H
