// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding against independent oracles: a search in the table of all values of a
// narrow format, and the hardware's own single roundings.
#include "halftone/Support/Rounding.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace halftone;

namespace {

constexpr DType narrowTypes[] = {DType::F16, DType::BF16, DType::F8E4M3FN, DType::F8E5M2};
constexpr DType allTypes[] = {DType::F64,    DType::F32, DType::F16,  DType::BF16, DType::F8E4M3FN,
                              DType::F8E5M2, DType::I1,  DType::I8,   DType::I16,  DType::I32,
                              DType::I64,    DType::UI8, DType::UI16, DType::UI32, DType::UI64};

uint64_t bitsOf(double value) { return std::bit_cast<uint64_t>(value); }
uint64_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }

/// `value` rounded to `type`, as a pattern.
uint64_t round(double value, DType type, RoundingMode mode = RoundingMode::NearestEven,
               bool saturate = false, uint32_t random = 0) {
  return convertBits(bitsOf(value), DType::F64, type, mode, saturate, random);
}

double toDouble(uint64_t bits, DType type) {
  return std::bit_cast<double>(convertBits(bits, type, DType::F64));
}

/// Values by pattern, from the definition of the formats: no bit of the code under
/// test takes part. The entry after the largest is where the next value would be.
std::vector<long double> tableOf(DType type) {
  int exponentBits = type == DType::BF16 ? 8 : type == DType::F8E4M3FN ? 4 : 5;
  int mantissaBits = type == DType::F16      ? 10
                     : type == DType::BF16   ? 7
                     : type == DType::F8E5M2 ? 2
                                             : 3;
  int bias = (1 << (exponentBits - 1)) - 1;
  int count = ((1 << exponentBits) - 1) << mantissaBits;
  if (type == DType::F8E4M3FN)
    count += (1 << mantissaBits) - 1;
  std::vector<long double> values;
  for (int pattern = 0; pattern <= count; ++pattern) {
    int exponent = pattern >> mantissaBits, mantissa = pattern & ((1 << mantissaBits) - 1);
    values.push_back(exponent == 0 ? std::ldexp((long double)mantissa, 1 - bias - mantissaBits)
                                   : std::ldexp((long double)(mantissa + (1 << mantissaBits)),
                                                exponent - bias - mantissaBits));
  }
  return values;
}

/// The pattern of a positive value, to nearest even or toward zero. One past the
/// largest stands for overflow.
uint64_t searchTable(const std::vector<long double> &table, long double value, bool nearest) {
  auto above = std::upper_bound(table.begin(), table.end(), value);
  if (above == table.end())
    return nearest ? table.size() - 1 : table.size() - 2;
  size_t low = static_cast<size_t>(above - table.begin()) - 1;
  if (!nearest)
    return low;
  long double down = value - table[low], up = table[low + 1] - value;
  return down < up || (down == up && low % 2 == 0) ? low : low + 1;
}

uint64_t signOf(DType type) { return type == DType::F16 || type == DType::BF16 ? 0x8000 : 0x80; }

/// Doubles around the values of a format: on ties, one place beside them, between,
/// beyond both ends, and of any size.
std::vector<double> trickyDoubles(const std::vector<long double> &table) {
  std::mt19937_64 random(17);
  std::vector<double> values;
  for (int i = 0; i < 60000; ++i) {
    size_t at = random() % (table.size() - 1);
    double low = static_cast<double>(table[at]), high = static_cast<double>(table[at + 1]);
    double middle = low + (high - low) / 2;
    double inner = low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
    double infinity = std::numeric_limits<double>::infinity();
    for (double value :
         {low, middle, std::nextafter(middle, 0), std::nextafter(middle, infinity), inner})
      values.push_back(value);
    double any = std::bit_cast<double>(random() & 0x7fffffffffffffff);
    if (std::isfinite(any))
      values.push_back(any);
  }
  return values;
}

TEST(Rounding, F64AgreesWithTableSearch) {
  for (DType type : narrowTypes) {
    std::vector<long double> table = tableOf(type);
    uint64_t largest = table.size() - 2;
    uint64_t overflow = floatFormat(type).overflow();
    for (double value : trickyDoubles(table)) {
      uint64_t expected = searchTable(table, value, true);
      bool over = expected > largest;
      ASSERT_EQ(round(value, type), over ? overflow : expected) << toString(type) << " " << value;
      ASSERT_EQ(round(-value, type), signOf(type) | (over ? overflow : expected));
      ASSERT_EQ(round(value, type, RoundingMode::NearestEven, true), over ? largest : expected);
      ASSERT_EQ(round(value, type, RoundingMode::TowardZero), searchTable(table, value, false));
      ASSERT_EQ(round(-value, type, RoundingMode::TowardZero),
                signOf(type) | searchTable(table, value, false));
    }
  }
}

TEST(Rounding, IntegersAgreeWithTableSearch) {
  std::mt19937_64 random(18);
  for (DType type : narrowTypes) {
    std::vector<long double> table = tableOf(type);
    uint64_t largest = table.size() - 2, overflow = floatFormat(type).overflow();
    for (int i = 0; i < 200000; ++i) {
      // Sums of few powers of two are beside ties more often than chance is.
      uint64_t value = uint64_t{1} << (random() % 64);
      for (int term = 0; term < 3; ++term)
        value += random() % 2 ? uint64_t{1} << (random() % 64) : 0;
      value = i % 4 == 0 ? random() >> (random() % 64) : value;
      uint64_t expected = searchTable(table, static_cast<long double>(value), true);
      expected = expected > largest ? overflow : expected;
      ASSERT_EQ(convertBits(value, DType::UI64, type), expected) << toString(type) << " " << value;
      if (value <= INT64_MAX) {
        ASSERT_EQ(convertBits(uint64_t{0} - value, DType::I64, type),
                  value == 0 ? 0 : signOf(type) | expected)
            << toString(type) << " -" << value;
      }
    }
  }
}

TEST(Rounding, WideFormatsAgreeWithHardware) {
  std::mt19937_64 random(19);
  for (int i = 0; i < 500000; ++i) {
    uint64_t bits = random() >> (random() % 64);
    double value = std::bit_cast<double>(random());
    ASSERT_EQ(convertBits(bits, DType::I64, DType::F32), bitsOf(static_cast<float>((int64_t)bits)));
    ASSERT_EQ(convertBits(bits, DType::UI64, DType::F32), bitsOf(static_cast<float>(bits)));
    ASSERT_EQ(convertBits(bits, DType::I64, DType::F64),
              bitsOf(static_cast<double>((int64_t)bits)));
    ASSERT_EQ(convertBits(bits, DType::UI64, DType::F64), bitsOf(static_cast<double>(bits)));
    if (std::isnan(value))
      continue;
    // In the range of f32, subnormals and overflow included.
    int unused;
    if (i % 2)
      value = std::ldexp(std::frexp(value, &unused), static_cast<int>(random() % 300) - 160);
    ASSERT_EQ(round(value, DType::F32), bitsOf(static_cast<float>(value))) << value;
  }
}

TEST(Rounding, RoundsOnceWhereF32WouldRoundTwice) {
  double justAboveTie = 1 + 0x1p-8 + 0x1p-40; // f32: exactly the tie, which goes down
  EXPECT_EQ(round(justAboveTie, DType::BF16), 0x3f81u);
  EXPECT_EQ(narrowBF16(static_cast<float>(justAboveTie)), 0x3f80);
  EXPECT_EQ(round(1 + 0x1p-11 + 0x1p-40, DType::F16), 0x3c01u);
  EXPECT_EQ(round(1 + 0x1p-4 + 0x1p-40, DType::F8E4M3FN), 0x39u);
  EXPECT_EQ(round(1 + 0x1p-3 + 0x1p-40, DType::F8E5M2), 0x3du);
  EXPECT_EQ(convertBits((1ull << 40) + (1ull << 32) + 1, DType::I64, DType::BF16), 0x5381u);
  EXPECT_EQ(convertBits((1ull << 63) + (1ull << 55) + 1, DType::UI64, DType::BF16), 0x5f01u);
}

TEST(Rounding, EveryPatternSurvivesWideningAndNarrowing) {
  for (DType type : narrowTypes) {
    uint64_t count = byteSize(type) == 1 ? 256 : 65536;
    for (DType wide : {DType::F32, DType::F64})
      for (uint64_t bits = 0; bits < count; ++bits) {
        uint64_t back = convertBits(convertBits(bits, type, wide), wide, type);
        if (std::isnan(toDouble(bits, type))) {
          ASSERT_EQ(back, (bits & signOf(type)) | floatFormat(type).quietNaN());
        } else {
          ASSERT_EQ(back, bits) << toString(type);
        }
      }
  }
}

TEST(Rounding, WideningIsExact) {
  for (DType type : narrowTypes) {
    std::vector<long double> table = tableOf(type);
    for (size_t bits = 0; bits + 1 < table.size(); ++bits) {
      ASSERT_EQ(toDouble(bits, type), static_cast<double>(table[bits]));
      ASSERT_EQ(toDouble(bits | signOf(type), type), -static_cast<double>(table[bits]));
    }
  }
}

uint64_t narrowInline(float value, DType type) {
  switch (type) {
  case DType::F16:
    return narrowF16(value);
  case DType::BF16:
    return narrowBF16(value);
  case DType::F8E4M3FN:
    return narrowF8E4M3FN(value);
  default:
    return narrowF8E5M2(value);
  }
}

float widenInline(uint64_t bits, DType type) {
  switch (type) {
  case DType::F16:
    return widenF16(static_cast<uint16_t>(bits));
  case DType::BF16:
    return widenBF16(static_cast<uint16_t>(bits));
  case DType::F8E4M3FN:
    return widenF8E4M3FN(static_cast<uint8_t>(bits));
  default:
    return widenF8E5M2(static_cast<uint8_t>(bits));
  }
}

TEST(Rounding, InlinePathsAgreeBitForBit) {
  for (DType type : narrowTypes) {
    for (uint64_t bits = 0; bits < (byteSize(type) == 1 ? 256u : 65536u); ++bits)
      ASSERT_EQ(bitsOf(widenInline(bits, type)), convertBits(bits, type, DType::F32))
          << toString(type) << " " << bits;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 2039)
      ASSERT_EQ(narrowInline(std::bit_cast<float>(static_cast<uint32_t>(bits)), type),
                convertBits(bits, DType::F32, type))
          << toString(type) << " " << bits;
  }
}

TEST(Rounding, StochasticRoundsUpFromItsThresholdOn) {
  std::mt19937_64 random(20);
  for (int i = 0; i < 100000; ++i) {
    // A positive finite f32 that is normal in bf16: the low 16 bits are dropped.
    uint32_t bits = static_cast<uint32_t>(random() % 0x7f000000) | 0x00800000u;
    uint32_t r = static_cast<uint32_t>(random());
    ASSERT_EQ(convertBits(bits, DType::F32, DType::BF16, RoundingMode::Stochastic, false, r),
              (bits + (r >> 16)) >> 16);
  }
  // 1 + 2^-42 in f32's places of 2^-23: a fraction of 2^-19 rounds up for the top
  // 2^13 of the 2^32 random numbers.
  double value = 1 + 0x1p-42;
  uint32_t one = 0x3f800000, threshold = UINT32_MAX - 0x1fff;
  auto rounded = [&](uint32_t r) {
    return round(value, DType::F32, RoundingMode::Stochastic, false, r);
  };
  EXPECT_EQ(rounded(threshold), one + 1u);
  EXPECT_EQ(rounded(threshold - 1), one);
  // More than 32 dropped bits: cut to a multiple of 2^-32, here to none.
  EXPECT_EQ(round(0x1p-200, DType::F16, RoundingMode::Stochastic, false, UINT32_MAX), 0u);
  EXPECT_EQ(round(0x1p-24 - 0x1p-60, DType::F16, RoundingMode::Stochastic, false, 1), 1u);
  EXPECT_EQ(round(0x1p-24 - 0x1p-60, DType::F16, RoundingMode::Stochastic, false, 0), 0u);
}

TEST(Rounding, StochasticIsUnbiased) {
  std::mt19937 random(21);
  for (DType type : narrowTypes)
    for (double value : {1.03125 / 3, -0.7, 3e-5, 200.123}) {
      constexpr int count = 40000;
      double sum = 0, step = 0;
      for (int i = 0; i < count; ++i)
        sum += toDouble(round(value, type, RoundingMode::Stochastic, false, random()), type);
      uint64_t down = round(value, type, RoundingMode::TowardZero);
      step = std::abs(toDouble(down + 1, type) - toDouble(down, type));
      // Five standard deviations of the mean of a variable in one step.
      EXPECT_NEAR(sum / count, value, 5 * step * 0.5 / std::sqrt(count)) << toString(type);
    }
}

TEST(Rounding, SpecialValues) {
  double infinity = std::numeric_limits<double>::infinity();
  double nan = std::numeric_limits<double>::quiet_NaN();
  for (RoundingMode mode :
       {RoundingMode::NearestEven, RoundingMode::TowardZero, RoundingMode::Stochastic}) {
    EXPECT_EQ(round(infinity, DType::F16, mode), 0x7c00u);
    EXPECT_EQ(round(-infinity, DType::F16, mode), 0xfc00u);
    EXPECT_EQ(round(infinity, DType::F8E4M3FN, mode), 0x7fu);
    EXPECT_EQ(round(-infinity, DType::F8E4M3FN, mode), 0xffu);
    EXPECT_EQ(round(-infinity, DType::F8E4M3FN, mode, true), 0xfeu);
    EXPECT_EQ(round(infinity, DType::F16, mode, true), 0x7bffu);
    EXPECT_EQ(round(nan, DType::F16, mode, true), 0x7e00u);
    EXPECT_EQ(round(std::copysign(nan, -1), DType::BF16, mode), 0xffc0u);
    EXPECT_EQ(round(-0.0, DType::F8E5M2, mode), 0x80u);
  }
  EXPECT_EQ(convertBits(0x7f800001, DType::F32, DType::F64), 0x7ff8000000000000u); // signalling
  EXPECT_EQ(convertBits(0xff812345, DType::F32, DType::F16), 0xfe00u);
  EXPECT_EQ(round(464, DType::F8E4M3FN), 0x7eu); // a tie, which goes to the even 448
  EXPECT_EQ(round(std::nextafter(464, infinity), DType::F8E4M3FN), 0x7fu);
  EXPECT_EQ(round(65520, DType::F16), 0x7c00u);
  EXPECT_EQ(round(1e9, DType::F16, RoundingMode::TowardZero), 0x7bffu);
}

TEST(Rounding, FloatsToIntegers) {
  double infinity = std::numeric_limits<double>::infinity();
  struct Case {
    double value;
    DType type;
    int64_t expected;
  };
  const Case cases[] = {
      {2.9, DType::I32, 2},
      {-2.9, DType::I32, -2},
      {-0.9, DType::UI8, 0},
      {-5, DType::UI64, 0},
      {300, DType::UI8, 255},
      {127.99, DType::I8, 127},
      {128, DType::I8, 127},
      {-128.99, DType::I8, -128},
      {-1e30, DType::I16, INT16_MIN},
      {infinity, DType::I64, INT64_MAX},
      {-infinity, DType::I64, INT64_MIN},
      {infinity, DType::UI32, UINT32_MAX},
      {std::numeric_limits<double>::quiet_NaN(), DType::I32, 0},
      {0x1p62, DType::I64, int64_t{1} << 62},
      {0x1p63, DType::I64, INT64_MAX},
      {-0x1p63, DType::I64, INT64_MIN},
      {5e-324, DType::I8, 0},
      {std::numeric_limits<double>::quiet_NaN(), DType::I1, 1},
      {5e-324, DType::I1, 1},
      {-0.0, DType::I1, 0},
      {-infinity, DType::I1, 1},
  };
  for (const Case &c : cases) {
    HostTensor tensor(c.type, {});
    tensor.setDouble(0, c.value);
    EXPECT_EQ(tensor.getInt(0), c.expected) << c.value << " to " << toString(c.type);
  }
  EXPECT_EQ(convertBits(bitsOf(0x1.8p63), DType::F64, DType::UI64), 0xc000000000000000u);
  EXPECT_EQ(convertBits(bitsOf(0x1p64), DType::F64, DType::UI64), UINT64_MAX);
}

TEST(Rounding, IntegersToIntegers) {
  EXPECT_EQ(convertBits(0x1ff, DType::I16, DType::I8), 0xffu); // wraps
  EXPECT_EQ(convertBits(0x80, DType::I8, DType::I64), 0xffffffffffffff80u);
  EXPECT_EQ(convertBits(0x80, DType::UI8, DType::I64), 0x80u);
  EXPECT_EQ(convertBits(0xff, DType::I8, DType::UI32), 0xffffffffu);
  EXPECT_EQ(convertBits(0x100, DType::I32, DType::I1), 1u);
  EXPECT_EQ(convertBits(1, DType::I1, DType::I8), 1u);
  RoundingMode mode = RoundingMode::NearestEven;
  EXPECT_EQ(convertBits(0x1ff, DType::I16, DType::I8, mode, true), 0x7fu);
  EXPECT_EQ(convertBits(0xff, DType::I8, DType::UI32, mode, true), 0u);
  EXPECT_EQ(convertBits(UINT64_MAX, DType::UI64, DType::I64, mode, true), uint64_t{INT64_MAX});
}

TEST(Rounding, CastTensorAgreesWithSingleElements) {
  std::mt19937_64 random(22);
  constexpr int64_t count = 700; // more than two blocks
  std::vector<uint32_t> randomBits(count);
  for (uint32_t &r : randomBits)
    r = static_cast<uint32_t>(random());
  for (DType from : allTypes) {
    HostTensor source(from, {count});
    for (int64_t i = 0; i < count; ++i) {
      uint64_t bits = random() >> (random() % 64);
      std::memcpy(source.as<uint8_t>() + static_cast<size_t>(i) * byteSize(from), &bits,
                  byteSize(from));
    }
    if (from == DType::I1)
      for (int64_t i = 0; i < count; ++i)
        source.as<uint8_t>()[i] &= 1;
    for (DType to : allTypes)
      for (RoundingMode mode :
           {RoundingMode::NearestEven, RoundingMode::TowardZero, RoundingMode::Stochastic})
        for (bool saturate : {false, true}) {
          HostTensor result = castTensor(source, to, {mode, saturate, randomBits});
          ASSERT_EQ(result.dtype(), to);
          ASSERT_EQ(result.shape(), source.shape());
          if (from == to && !saturate) {
            ASSERT_EQ(result, source);
            continue;
          }
          for (int64_t i = 0; i < count; ++i) {
            uint64_t in = 0, out = 0;
            std::memcpy(&in, source.as<uint8_t>() + static_cast<size_t>(i) * byteSize(from),
                        byteSize(from));
            std::memcpy(&out, result.as<uint8_t>() + static_cast<size_t>(i) * byteSize(to),
                        byteSize(to));
            ASSERT_EQ(out,
                      convertBits(in, from, to, mode, saturate, randomBits[static_cast<size_t>(i)]))
                << toString(from) << " to " << toString(to) << ", bits " << in;
          }
        }
  }
}

TEST(Rounding, RoundToWidensAgain) {
  EXPECT_EQ(roundTo(1.2345678, DType::BF16), 1.234375);
  EXPECT_EQ(roundTo(1e6, DType::F16), std::numeric_limits<double>::infinity());
  EXPECT_EQ(roundTo(0.1, DType::F32), static_cast<double>(0.1f));
  EXPECT_EQ(roundTo(0.1, DType::F64), 0.1);
}

TEST(Rounding, TF32) {
  EXPECT_EQ(roundTF32(1 + 0x1p-11f, TF32Rounding::NearestEven), 1.0f);
  EXPECT_EQ(roundTF32(1 + 0x1p-11f, TF32Rounding::TiesAway), 1 + 0x1p-10f);
  EXPECT_EQ(roundTF32(-1 - 0x1p-11f, TF32Rounding::TiesAway), -1 - 0x1p-10f);
  EXPECT_TRUE(
      std::isnan(roundTF32(std::numeric_limits<float>::quiet_NaN(), TF32Rounding::TiesAway)));
  EXPECT_TRUE(std::isinf(roundTF32(std::numeric_limits<float>::max(), TF32Rounding::NearestEven)));
}

} // namespace
