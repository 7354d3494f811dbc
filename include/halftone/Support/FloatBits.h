// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fast, exact conversions between f32 and the narrow float formats, inline for
// hot loops. Narrowing rounds once, to nearest even, keeps subnormals, and
// overflows to infinity (f8E4M3FN: to NaN). A NaN keeps its sign, becomes quiet
// and loses its payload, in both directions. They agree bit for bit with
// `castTensor` (Rounding.h), which also has the other modes and sources.
//
// How narrowing works, without a branch, so that loops of it vectorise:
//   * A normal result: re-bias the exponent, add just under half a last place
//     plus the last kept bit, and shift. A carry walks into the exponent by
//     itself, up to infinity's pattern.
//   * A subnormal result: add 2^k with k chosen so that the last place of the
//     sum is the last place of the result. The hardware's own rounding, which
//     is to nearest even, does the rest, and the low bits are the result.
//   * Larger patterns than infinity's are cut to it; NaN is selected last.
#ifndef HALFTONE_SUPPORT_FLOATBITS_H
#define HALFTONE_SUPPORT_FLOATBITS_H

#include <algorithm>
#include <bit>
#include <cstdint>

namespace halftone {
namespace detail {

/// f32 to a format with 5 or fewer exponent bits. `Overflow` is the pattern for
/// magnitudes that are too large: infinity, or NaN where there is none.
template <int ExponentBits, int MantissaBits, uint32_t Overflow, uint32_t QuietNaN>
inline uint32_t narrowSmall(float value) {
  constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  constexpr int drop = 23 - MantissaBits;
  constexpr uint32_t rebias = static_cast<uint32_t>(127 - bias) << 23;
  constexpr uint32_t smallestNormal = static_cast<uint32_t>(127 + 1 - bias) << 23;
  constexpr uint32_t magic = static_cast<uint32_t>(127 + 1 - bias + drop) << 23;

  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t magnitude = bits & 0x7fffffffu;
  uint32_t sign = (bits >> 31) << (ExponentBits + MantissaBits);
  uint32_t normal = magnitude - rebias;
  normal = (normal + (1u << (drop - 1)) - 1 + ((normal >> drop) & 1)) >> drop;
  float sum = std::bit_cast<float>(magnitude) + std::bit_cast<float>(magic);
  uint32_t subnormal = std::bit_cast<uint32_t>(sum) - magic;
  uint32_t result = magnitude < smallestNormal ? subnormal : std::min<uint32_t>(normal, Overflow);
  return sign | (magnitude > 0x7f800000u ? QuietNaN : result);
}

/// A format with 5 or fewer exponent bits and an infinity to f32.
template <int ExponentBits, int MantissaBits> inline float widenSmall(uint32_t bits) {
  constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  constexpr uint32_t allOnes = ((1u << ExponentBits) - 1) << 23;
  constexpr uint32_t rebias = static_cast<uint32_t>(127 - bias) << 23;
  constexpr uint32_t magic = static_cast<uint32_t>(127 + 1 - bias) << 23;

  uint32_t sign = (bits >> (ExponentBits + MantissaBits)) << 31;
  uint32_t magnitude = bits & ((1u << (ExponentBits + MantissaBits)) - 1);
  uint32_t shifted = magnitude << (23 - MantissaBits);
  // A subnormal m * 2^-n becomes 2^k + m * 2^-n, exactly; then 2^k goes again.
  float subnormal = std::bit_cast<float>(shifted + magic) - std::bit_cast<float>(magic);
  uint32_t result = shifted < (1u << 23) ? std::bit_cast<uint32_t>(subnormal) : shifted + rebias;
  result = shifted >= allOnes ? 0x7f800000u : result;
  result = shifted > allOnes ? 0x7fc00000u : result;
  return std::bit_cast<float>(sign | result);
}

} // namespace detail

inline float widenBF16(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  bool nan = (wide & 0x7fffffffu) > 0x7f800000u;
  return std::bit_cast<float>(nan ? (wide & 0x80000000u) | 0x7fc00000u : wide);
}

inline uint16_t narrowBF16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
  uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
  return static_cast<uint16_t>(nan ? ((bits >> 16) & 0x8000u) | 0x7fc0u : rounded);
}

inline float widenF16(uint16_t bits) { return detail::widenSmall<5, 10>(bits); }

inline uint16_t narrowF16(float value) {
  return static_cast<uint16_t>(detail::narrowSmall<5, 10, 0x7c00, 0x7e00>(value));
}

inline float widenF8E5M2(uint8_t bits) { return detail::widenSmall<5, 2>(bits); }

inline uint8_t narrowF8E5M2(float value) {
  return static_cast<uint8_t>(detail::narrowSmall<5, 2, 0x7c, 0x7e>(value));
}

/// f8E4M3FN has no infinity: its largest pattern is NaN, the rest are finite.
inline float widenF8E4M3FN(uint8_t bits) {
  // Read as if the exponent had 5 bits, so that all ones there is never reached;
  // the bias of 7 instead of 15 is a factor of 2^8.
  uint32_t sign = static_cast<uint32_t>(bits & 0x80u) << 24;
  float magnitude = detail::widenSmall<5, 3>(bits & 0x7fu) * 256.0f;
  uint32_t result = (bits & 0x7fu) == 0x7fu ? 0x7fc00000u : std::bit_cast<uint32_t>(magnitude);
  return std::bit_cast<float>(sign | result);
}

inline uint8_t narrowF8E4M3FN(float value) {
  return static_cast<uint8_t>(detail::narrowSmall<4, 3, 0x7f, 0x7f>(value));
}

/// f32 with a 10-bit mantissa, to nearest even. NaNs pass through.
inline float roundTF32NearestEven(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t rounded = (bits + 0xfffu + ((bits >> 13) & 1)) & 0xffffe000u;
  return (bits & 0x7fffffffu) > 0x7f800000u ? value : std::bit_cast<float>(rounded);
}

/// The same with ties away from zero, as `cvt.rna.tf32.f32` rounds.
inline float roundTF32TiesAway(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t rounded = (bits + 0x1000u) & 0xffffe000u;
  return (bits & 0x7fffffffu) > 0x7f800000u ? value : std::bit_cast<float>(rounded);
}

} // namespace halftone

#endif // HALFTONE_SUPPORT_FLOATBITS_H
