// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f32 values that are hard to get right, and what tests of f32 expect.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_FLOATS_H
#define HALFTONE_TEST_UNIT_EMULATOR_FLOATS_H

#include "Instruction.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <random>

namespace halftone::emulator::test {

inline constexpr float inf = std::numeric_limits<float>::infinity();
inline const float quietNaN = std::numeric_limits<float>::quiet_NaN();

inline std::vector<float> hardFloats() {
  std::vector<float> values = {0.0f,
                               -0.0f,
                               1.0f,
                               -1.0f,
                               0x1p-149f,
                               -0x1p-149f,
                               0x1.fffffcp-127f,
                               0x1p-126f,
                               -0x1p-126f,
                               0x1.fffffep127f,
                               -0x1.fffffep127f,
                               inf,
                               -inf,
                               quietNaN,
                               0x1.000002p0f,
                               3.0f,
                               1.0f / 3,
                               0x1p64f,
                               0x1p-64f,
                               0.5f,
                               2.5f};
  std::mt19937 random(3);
  for (int i = 0; i < 12; ++i)
    values.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
  return values;
}

inline uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

/// Equal bits; a NaN is f32's one NaN.
inline void expectFloat(float actual, float expected, const std::string &what) {
  uint32_t pattern = std::isnan(expected) ? 0x7fffffffu : bits(expected);
  EXPECT_EQ(bits(actual), pattern) << what << ": " << actual << ", expected " << expected;
}

inline float flushed(float value) {
  return std::fabs(value) < 0x1p-126f ? std::copysign(0.0f, value) : value;
}

inline float saturated(float value) { return value > 0 ? std::min(value, 1.0f) : 0.0f; }

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_FLOATS_H
