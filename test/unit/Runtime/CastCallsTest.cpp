// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The called conversions against the exact ones, on random bits and on the
// neighbourhood of every tie.
#include "halftone/Runtime/CastCalls.h"

#include "halftone/Support/Rounding.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace halftone;

static uint64_t exact(double value, DType type, bool saturate = false) {
  return convertBits(std::bit_cast<uint64_t>(value), DType::F64, type, RoundingMode::NearestEven,
                     saturate);
}

static uint64_t exact(float value, DType type, bool saturate = false) {
  return convertBits(std::bit_cast<uint32_t>(value), DType::F32, type, RoundingMode::NearestEven,
                     saturate);
}

static void expectAgreement(float value) {
  EXPECT_EQ(halftone_f32_to_bf16(value), exact(value, DType::BF16)) << value;
  EXPECT_EQ(halftone_f32_to_f16(value), exact(value, DType::F16)) << value;
  for (bool saturate : {false, true}) {
    EXPECT_EQ(halftone_f32_to_f8e4m3fn(value, saturate), exact(value, DType::F8E4M3FN, saturate))
        << value;
    EXPECT_EQ(halftone_f32_to_f8e5m2(value, saturate), exact(value, DType::F8E5M2, saturate))
        << value;
  }
}

static void expectAgreement(double value) {
  EXPECT_EQ(halftone_f64_to_bf16(value), exact(value, DType::BF16)) << value;
  EXPECT_EQ(halftone_f64_to_f16(value), exact(value, DType::F16)) << value;
  for (bool saturate : {false, true}) {
    EXPECT_EQ(halftone_f64_to_f8e4m3fn(value, saturate), exact(value, DType::F8E4M3FN, saturate))
        << value;
    EXPECT_EQ(halftone_f64_to_f8e5m2(value, saturate), exact(value, DType::F8E5M2, saturate))
        << value;
  }
}

TEST(CastCallsTest, NarrowingAgreesOnRandomBits) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    expectAgreement(std::bit_cast<float>(static_cast<uint32_t>(random())));
    expectAgreement(std::bit_cast<double>(random()));
  }
}

TEST(CastCallsTest, NarrowingAgreesBesideTies) {
  // Halfway between neighbours of each narrow format, and one step to each side.
  for (DType type : {DType::BF16, DType::F16, DType::F8E4M3FN, DType::F8E5M2}) {
    uint64_t patterns = byteSize(type) == 2 ? 0x7fff : 0x7f;
    for (uint64_t bits = 0; bits < patterns; ++bits) {
      double low = std::bit_cast<double>(convertBits(bits, type, DType::F64));
      double high = std::bit_cast<double>(convertBits(bits + 1, type, DType::F64));
      double tie = low + (high - low) / 2;
      if (!(tie - tie == 0))
        continue; // the upper neighbour is infinity or NaN
      for (double value : {tie, std::nextafter(tie, 0.0), std::nextafter(tie, 1e300), -tie})
        expectAgreement(value);
      expectAgreement(static_cast<float>(tie));
      expectAgreement(std::nextafter(static_cast<float>(tie), 0.0f));
    }
  }
}

TEST(CastCallsTest, ADoubleBesideATieIsRoundedOnce) {
  // 1 + 2^-8 is a tie between bf16 neighbours; through f32 the 2^-40 would be lost.
  EXPECT_EQ(halftone_f64_to_bf16(1 + 0x1p-8), 0x3f80);
  EXPECT_EQ(halftone_f64_to_bf16(1 + 0x1p-8 + 0x1p-40), 0x3f81);
  EXPECT_EQ(halftone_f64_to_f16(1 + 0x1p-11 + 0x1p-40), 0x3c01);
}

TEST(CastCallsTest, WideningAgreesOnAllBits) {
  auto widened = [](uint64_t bits, DType type) {
    return static_cast<uint32_t>(convertBits(bits, type, DType::F32));
  };
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    uint16_t half = static_cast<uint16_t>(bits);
    ASSERT_EQ(std::bit_cast<uint32_t>(halftone_bf16_to_f32(half)), widened(bits, DType::BF16));
    ASSERT_EQ(std::bit_cast<uint32_t>(halftone_f16_to_f32(half)), widened(bits, DType::F16));
  }
  for (uint32_t bits = 0; bits < 0x100; ++bits) {
    uint8_t small = static_cast<uint8_t>(bits);
    EXPECT_EQ(std::bit_cast<uint32_t>(halftone_f8e4m3fn_to_f32(small)),
              widened(bits, DType::F8E4M3FN));
    EXPECT_EQ(std::bit_cast<uint32_t>(halftone_f8e5m2_to_f32(small)), widened(bits, DType::F8E5M2));
  }
}

#if defined(__clang__) && defined(__x86_64__)
extern "C" __bf16 __truncsfbf2(float);
extern "C" __bf16 __truncdfbf2(double);

TEST(CastCallsTest, LibraryCallsOfTheCompiler) {
  EXPECT_EQ(std::bit_cast<uint16_t>(__truncsfbf2(1.00390625f)), 0x3f80);
  EXPECT_EQ(std::bit_cast<uint16_t>(__truncsfbf2(-3.0f)), 0xc040);
  EXPECT_EQ(std::bit_cast<uint16_t>(__truncdfbf2(1 + 0x1p-8 + 0x1p-40)), 0x3f81);
}
#endif
