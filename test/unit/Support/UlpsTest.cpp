// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ulps against the neighbours that rounding finds.
#include "halftone/Support/Ulps.h"
#include "halftone/Support/Rounding.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace halftone;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double valueOf(uint64_t bits, DType type) {
  return std::bit_cast<double>(convertBits(bits, type, DType::F64));
}

/// The gap above each positive value of a narrow type is its ulp.
class Narrow : public testing::TestWithParam<DType> {};

TEST_P(Narrow, GapsToTheNextValue) {
  DType type = GetParam();
  uint64_t count = uint64_t{1} << (8 * byteSize(type) - 1);
  for (uint64_t bits = 0; bits + 1 < count; ++bits) {
    double value = valueOf(bits, type), next = valueOf(bits + 1, type);
    if (!std::isfinite(value) || !std::isfinite(next))
      continue;
    ASSERT_EQ(ulpOf(value, type), next - value) << "at " << value;
    ASSERT_EQ(ulpOf(-value, type), next - value);
    ASSERT_EQ(ulpDistance(value, next, type), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Ulps, Narrow,
                         testing::Values(DType::F16, DType::BF16, DType::F8E4M3FN, DType::F8E5M2),
                         [](const auto &info) { return std::string(toString(info.param)); });

TEST(Ulps, WideTypes) {
  for (double value : {1.0, 1.5, 3.7, 1e-30, 1e30}) {
    EXPECT_EQ(ulpOf(value, DType::F64), std::nextafter(value, infinity) - value);
    float narrow = static_cast<float>(value);
    EXPECT_EQ(ulpOf(narrow, DType::F32), double(std::nextafterf(narrow, HUGE_VALF)) - narrow);
  }
  EXPECT_EQ(ulpOf(0, DType::F32), 0x1p-149);
  EXPECT_EQ(ulpOf(1e300, DType::F32), 0x1p104);
}

TEST(Ulps, RoundingIsHalfAnUlpAtMost) {
  for (double value : {0.1, 1.0 / 3, 1000.7, 7e-8})
    for (DType type : {DType::F16, DType::BF16, DType::F8E5M2})
      EXPECT_LE(ulpDistance(value,
                            std::bit_cast<double>(convertBits(
                                convertBits(std::bit_cast<uint64_t>(value), DType::F64, type), type,
                                DType::F64)),
                            type),
                0.5);
}

TEST(Ulps, WhatIsNotFinite) {
  EXPECT_EQ(ulpDistance(infinity, infinity, DType::F16), 0);
  EXPECT_EQ(ulpDistance(1e6, infinity, DType::F16), 0) << "it overflows in f16";
  EXPECT_EQ(ulpDistance(1e6, infinity, DType::BF16), infinity);
  EXPECT_EQ(ulpDistance(1e6, 65504, DType::F16), infinity);
  EXPECT_EQ(ulpDistance(-1e6, infinity, DType::F16), infinity);
  EXPECT_EQ(ulpDistance(nan, nan, DType::F32), 0);
  EXPECT_EQ(ulpDistance(nan, 1, DType::F32), infinity);
  EXPECT_EQ(ulpDistance(1, nan, DType::F32), infinity);
  EXPECT_EQ(ulpDistance(1e6, nan, DType::F8E4M3FN), 0) << "it has no infinity";
}

} // namespace
