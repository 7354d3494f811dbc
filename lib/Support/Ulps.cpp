// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Support/Ulps.h"

#include "halftone/Support/HostTensor.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace halftone;

namespace {
/// Bits of the significand, the hidden one included, and the exponents of the smallest
/// normal and the largest finite value.
struct Format {
  int precision, least, most;
};

Format formatOf(DType type) {
  switch (type) {
  case DType::F64:
    return {53, -1022, 1023};
  case DType::F32:
    return {24, -126, 127};
  case DType::F16:
    return {11, -14, 15};
  case DType::BF16:
    return {8, -126, 127};
  case DType::F8E4M3FN:
    return {4, -6, 8};
  case DType::F8E5M2:
    return {3, -14, 15};
  default:
    assert(false && "ulps are of float types");
    return {1, 0, 0};
  }
}

double roundTo(double value, DType type) {
  HostTensor one(type, {});
  one.setDouble(0, value);
  return one.getDouble(0);
}
} // namespace

double halftone::ulpOf(double value, DType type) {
  Format format = formatOf(type);
  int exponent = format.least;
  if (std::isfinite(value) && value != 0)
    exponent = std::clamp(std::ilogb(value), format.least, format.most);
  else if (std::isinf(value))
    exponent = format.most;
  return std::ldexp(1.0, exponent - format.precision + 1);
}

double halftone::ulpDistance(double expected, double got, DType type) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double rounded = roundTo(expected, type);
  if (std::isnan(got))
    return std::isnan(rounded) ? 0 : infinity;
  if (std::isnan(expected) || std::isnan(rounded))
    return infinity;
  if (std::isinf(got) || std::isinf(rounded))
    return got == rounded ? 0 : infinity;
  return std::abs(got - expected) / ulpOf(expected, type);
}
