// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tests of floats expect: values of every small format as long double, which holds
// them exactly (and f64, and 64-bit integers), and one rounding back in any direction.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_REALS_H
#define HALFTONE_TEST_UNIT_EMULATOR_REALS_H

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace halftone::emulator::test {

enum class Mode { Even, Zero, Down, Up, Away };
constexpr const char *modeNames[] = {"rn", "rz", "rm", "rp", "rna"};

/// A float format; without infinity its largest patterns are numbers but for NaN, or
/// all of them if `hasNaN` is false, too.
struct Format {
  int exponentBits, mantissaBits;
  bool hasInfinity = true, hasNaN = true;

  int bits() const { return 1 + exponentBits + mantissaBits; }
  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  uint64_t sign() const { return uint64_t{1} << (bits() - 1); }
  uint64_t top() const { return ((uint64_t{1} << exponentBits) - 1) << mantissaBits; }
  uint64_t largest() const { return hasInfinity ? top() - 1 : sign() - 1 - (hasNaN ? 1 : 0); }
};

constexpr Format f16{5, 10}, bf16{8, 7}, f32{8, 23}, f64{11, 52}, tf32{8, 10}, e4m3{4, 3, false},
    e5m2{5, 2}, e2m1{2, 1, false, false}, e2m3{2, 3, false, false}, e3m2{3, 2, false, false};

inline bool isNaN(uint64_t bits, const Format &f) {
  uint64_t magnitude = bits & (f.sign() - 1);
  return f.hasNaN && magnitude > (f.hasInfinity ? f.top() : f.largest());
}

inline long double realOf(uint64_t bits, const Format &f) {
  uint64_t magnitude = bits & (f.sign() - 1);
  bool negative = bits & f.sign();
  if (isNaN(bits, f))
    return std::numeric_limits<long double>::quiet_NaN();
  long double value;
  if (f.hasInfinity && magnitude == f.top()) {
    value = std::numeric_limits<long double>::infinity();
  } else {
    int exponent = static_cast<int>(magnitude >> f.mantissaBits);
    uint64_t mantissa = magnitude & ((uint64_t{1} << f.mantissaBits) - 1);
    if (exponent)
      mantissa |= uint64_t{1} << f.mantissaBits;
    value = std::ldexp(static_cast<long double>(mantissa),
                       (exponent ? exponent : 1) - f.bias() - f.mantissaBits);
  }
  return negative ? -value : value;
}

/// To an integral value.
inline long double integralOf(long double x, Mode mode) {
  switch (mode) {
  case Mode::Even:
    return std::nearbyint(x);
  case Mode::Zero:
    return std::trunc(x);
  case Mode::Down:
    return std::floor(x);
  case Mode::Up:
    return std::ceil(x);
  case Mode::Away:
    return std::round(x);
  }
  return x;
}

/// The pattern of `x` rounded; NaN's is that of all ones below the sign, of f64 the
/// quiet one. `clamp`: too large becomes the largest.
inline uint64_t bitsOfReal(long double x, const Format &f, Mode mode = Mode::Even,
                           bool clamp = false) {
  if (std::isnan(x))
    return f.bits() == 64 ? uint64_t{0x7ff8} << 48 : f.hasNaN ? f.sign() - 1 : f.largest();
  uint64_t sign = std::signbit(x) ? f.sign() : 0;
  uint64_t overflow = f.hasInfinity ? f.top() : f.sign() - 1;
  if (clamp || !f.hasNaN)
    overflow = f.largest();
  if (std::isinf(x))
    return sign | overflow;
  if (x == 0)
    return sign;
  int exponent;
  std::frexp(x, &exponent);
  int unit = std::max(exponent - 1, 1 - f.bias()) - f.mantissaBits;
  long double scaled = std::fabs(integralOf(std::ldexp(x, -unit), mode));
  // A carry into the exponent comes out by itself.
  int biased = std::max(exponent - 1 + f.bias(), 1);
  uint64_t pattern =
      static_cast<uint64_t>(scaled) + (static_cast<uint64_t>(biased - 1) << f.mantissaBits);
  if (pattern > f.largest()) {
    bool grows = mode == Mode::Even || mode == Mode::Away || (mode == Mode::Up && x > 0) ||
                 (mode == Mode::Down && x < 0);
    pattern = grows ? overflow : f.largest();
  }
  return sign | pattern;
}

/// All patterns of 16 bits.
inline std::vector<uint16_t> allHalves() {
  std::vector<uint16_t> all(65536);
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = static_cast<uint16_t>(i);
  return all;
}

/// A subnormal becomes zero.
inline uint64_t flushBits(uint64_t bits, const Format &f) {
  bool subnormal = (bits & f.top()) == 0;
  return subnormal ? bits & f.sign() : bits;
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_REALS_H
