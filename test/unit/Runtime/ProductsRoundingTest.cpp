// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens to single values in a product: exact widening, one rounding, tf32,
// special values; and the answers to descriptions that make no sense.
#include "ProductCase.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace halftone;
using namespace halftone::runtime;

namespace {

class ProductRoundingTest : public ProductTest {};

/// Column vector `values` times a row of ones: `width` copies of each value. With
/// 8 or 16 columns they leave by vectors, with 3 one by one.
std::vector<uint64_t> throughProduct(const std::vector<uint64_t> &values, DType from, DType to,
                                     int64_t width, int32_t flags = 0) {
  int64_t count = static_cast<int64_t>(values.size());
  ProductCase product({1, count, width, 1}, {from, DType::F32, to});
  product.acc = from == DType::F64 ? DType::F64 : DType::F32;
  product.flags = flags;
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(product.a.bytes.data() + static_cast<size_t>(i) * byteSize(from),
                &values[static_cast<size_t>(i)], byteSize(from));
  for (int64_t n = 0; n < width; ++n)
    product.b.set(0, 0, n, 1);
  product.run();
  std::vector<uint64_t> results;
  for (int64_t i = 0; i < count * width; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, product.c.bytes.data() + static_cast<size_t>(i) * byteSize(to),
                byteSize(to));
    results.push_back(bits);
  }
  return results;
}

/// What the product must give: the cast; but -0 plus the sum's 0 is +0.
uint64_t expected(uint64_t bits, DType from, DType to) {
  Exact value = decode(bits, from);
  if (value.kind == Exact::Kind::Finite && value.significand == 0)
    return 0;
  return convertBits(bits, from, to);
}

/// A NaN's sign after arithmetic is the processor's choice.
uint64_t withoutSignOfNaN(uint64_t bits, DType type) {
  if (decode(bits, type).kind == Exact::Kind::NaN)
    return floatFormat(type).quietNaN();
  return bits;
}

void expectCasts(const std::vector<uint64_t> &values, DType from, DType to) {
  for (int64_t width : {3, 8, 16, 19}) {
    std::vector<uint64_t> results = throughProduct(values, from, to, width);
    for (size_t i = 0; i < results.size(); ++i) {
      uint64_t source = values[i / static_cast<size_t>(width)];
      uint64_t result = results[i];
      bool quiet = decode(result, to).kind != Exact::Kind::NaN ||
                   (result & floatFormat(to).quietNaN()) == floatFormat(to).quietNaN();
      ASSERT_TRUE(quiet) << std::hex << result;
      ASSERT_EQ(withoutSignOfNaN(result, to), withoutSignOfNaN(expected(source, from, to), to))
          << toString(from) << " " << std::hex << source << " to " << toString(to);
    }
  }
}

} // namespace

TEST_P(ProductRoundingTest, EveryNarrowValueWidensExactly) {
  for (DType from : {DType::BF16, DType::F16, DType::F8E4M3FN, DType::F8E5M2}) {
    std::vector<uint64_t> all;
    for (uint64_t bits = 0; bits < (byteSize(from) == 2 ? 0x10000u : 0x100u); ++bits)
      all.push_back(bits);
    expectCasts(all, from, DType::F32);
    expectCasts(all, from, from);
  }
}

TEST_P(ProductRoundingTest, F32NarrowsWithOneRounding) {
  std::mt19937 random(5);
  std::vector<uint64_t> values;
  for (int i = 0; i < 4000; ++i) {
    uint32_t bits = static_cast<uint32_t>(random());
    values.push_back(bits);
    // Many more near the ends of the narrow formats, and ties among them.
    uint32_t exponent = 127 - 30 + random() % 50;
    values.push_back((bits & 0x807fffff) | exponent << 23);
    values.push_back((bits & 0x807fe000) | 0x1000 | exponent << 23);
    values.push_back((bits & 0x807f0000) | 0x8000 | exponent << 23);
  }
  for (DType to : {DType::BF16, DType::F16, DType::F32, DType::F64, DType::F8E4M3FN, DType::F8E5M2})
    expectCasts(values, DType::F32, to);
}

TEST_P(ProductRoundingTest, F64NarrowsWithOneRounding) {
  // 1 + 2^-8 + 2^-40 lies just above a tie of bf16; through f32 it would be one.
  std::vector<uint64_t> values;
  for (double value :
       {1 + 0x1p-8 + 0x1p-40, 1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-24 + 0x1p-50, 1e300, 0x1p-140, -3.0})
    values.push_back(std::bit_cast<uint64_t>(value));
  for (DType to : {DType::BF16, DType::F16, DType::F32, DType::F64})
    expectCasts(values, DType::F64, to);
}

TEST_P(ProductRoundingTest, TF32RoundsTiesAway) {
  std::mt19937 random(6);
  std::vector<uint64_t> values = {0x3f801000, 0xbf801000, 0x3f800fff, 0x3f803000,
                                  0x7f7fffff, 0x7f800000, 0x00001000, 0x00000fff};
  for (int i = 0; i < 2000; ++i)
    values.push_back((random() & 0xff7fffff) | 0x1000);
  for (int64_t width : {3, 16}) {
    std::vector<uint64_t> results =
        throughProduct(values, DType::F32, DType::F32, width, HALFTONE_PRODUCT_TF32);
    for (size_t i = 0; i < results.size(); ++i) {
      float value =
          std::bit_cast<float>(static_cast<uint32_t>(values[i / static_cast<size_t>(width)]));
      float rounded = roundTF32TiesAway(value) + 0.0f;
      ASSERT_EQ(results[i], std::bit_cast<uint32_t>(rounded)) << value;
    }
  }
}

TEST_P(ProductRoundingTest, TF32RoundsBothOperandsInEveryLayout) {
  for (Layout a : allLayouts)
    for (Layout b : allLayouts) {
      ProductCase product({1, 20, 40, 1}, {DType::F32, DType::F32, DType::F32}, a, b);
      product.flags = HALFTONE_PRODUCT_TF32;
      product.run();
      for (int64_t m = 0; m < 20; ++m)
        for (int64_t n = 0; n < 40; ++n) {
          float left = roundTF32TiesAway(static_cast<float>(product.a.get(0, m, 0)));
          float right = roundTF32TiesAway(static_cast<float>(product.b.get(0, 0, n)));
          ASSERT_EQ(static_cast<float>(product.c.get(0, m, n)), left * right);
        }
    }
}

TEST_P(ProductRoundingTest, SpecialValuesStayInTheirRowAndColumn) {
  // Columns beyond the edge of a tile are computed on what lies there, and dropped.
  float infinity = std::numeric_limits<float>::infinity();
  for (Layout layout : {Layout::Rows, Layout::Columns, Layout::Padded})
    for (DType type : {DType::F32, DType::BF16, DType::F16}) {
      ProductCase product({1, 9, 11, 30}, {type, type, type}, layout, layout, layout);
      for (int64_t n = 0; n < 11; ++n)
        product.b.set(0, 3, n, n == 10 ? infinity : 1);
      for (int64_t m = 0; m < 9; ++m)
        product.a.set(0, m, 3, m == 8 ? 0 : 1);
      product.run();
      for (int64_t m = 0; m < 9; ++m)
        for (int64_t n = 0; n < 11; ++n) {
          double value = product.c.get(0, m, n);
          if (n != 10) {
            EXPECT_TRUE(std::isfinite(value)) << m << ", " << n;
          } else {
            EXPECT_TRUE(m == 8 ? std::isnan(value) : value == infinity) << m;
          }
        }
    }
}

TEST_P(ProductRoundingTest, BiasIsAddedBeforeTheRounding) {
  // 1 + 2^-9 would become 1 in bf16; with the bias of 2^-9 it is 1 + 2^-8, a tie.
  ProductCase product({1, 1, 16, 2}, {DType::F32, DType::F32, DType::BF16});
  for (int64_t n = 0; n < 16; ++n) {
    product.b.set(0, 0, n, 1);
    product.b.set(0, 1, n, 0x1p-9);
    product.bias.set(0, 0, n, 0x1p-9 + 0x1p-20);
  }
  product.a.set(0, 0, 0, 1);
  product.a.set(0, 0, 1, 1);
  product.hasBias = true;
  product.run();
  for (int64_t n = 0; n < 16; ++n)
    EXPECT_EQ(product.c.get(0, 0, n), 1 + 0x1p-7);
}

TEST_P(ProductRoundingTest, NothingToSumGivesZeroOrTheBias) {
  for (DType type : {DType::F32, DType::BF16, DType::F64}) {
    ProductCase product({2, 5, 18, 0}, {type, type, type});
    product.run();
    for (int64_t n = 0; n < 18; ++n)
      EXPECT_EQ(product.c.get(1, 4, n), 0);
    product.hasBias = true;
    product.run();
    for (int64_t n = 0; n < 18; ++n)
      EXPECT_EQ(product.c.get(1, 4, n), roundTo(product.bias.get(0, 0, n), type));
  }
}

TEST_P(ProductRoundingTest, SequentialAccumulatorRoundsEachStep) {
  // 256 + 1 is a tie of bf16 and goes back to 256, however often it is tried.
  ProductCase product({1, 1, 1, 1000}, {DType::BF16, DType::BF16, DType::F32});
  for (int64_t k = 0; k < 1000; ++k) {
    product.a.set(0, 0, k, 1);
    product.b.set(0, k, 0, 1);
  }
  product.acc = DType::BF16;
  product.run();
  EXPECT_EQ(product.c.get(0, 0, 0), 256);
  product.acc = DType::F16;
  product.run();
  EXPECT_EQ(product.c.get(0, 0, 0), 1000);
}

INSTANTIATE_TEST_SUITE_P(Levels, ProductRoundingTest,
                         ::testing::Values(CpuLevel::X86_64, CpuLevel::X86_64_V3,
                                           CpuLevel::X86_64_V4),
                         levelName);

//===----------------------------------------------------------------------===//
// Descriptions and settings that make no sense
//===----------------------------------------------------------------------===//

namespace {

class ProductsDeathTest : public ::testing::Test {
protected:
  void SetUp() override { ::testing::GTEST_FLAG(death_test_style) = "threadsafe"; }

  static void runChanged(void (*change)(HalftoneProduct &)) {
    ProductCase product({1, 2, 2, 2}, {DType::F32, DType::F32, DType::BF16});
    HalftoneProduct p = product.describe();
    change(p);
    halftone_product(&p);
  }

  /// The level that a fresh process takes under this setting, as its exit status.
  static void runWithLevel(const char *name) {
    setenv("HALFTONE_CPU_LEVEL", name, 1);
    execl("/proc/self/exe", "self", "--gtest_filter=ProductsPrint.*",
          "--gtest_also_run_disabled_tests", nullptr);
  }
};

} // namespace

TEST_F(ProductsDeathTest, SaysWhatIsUnsupported) {
  using P = HalftoneProduct;
  EXPECT_DEATH(runChanged([](P &p) { p.m = -1; }), "product: unsupported size: -1");
  EXPECT_DEATH(runChanged([](P &p) { p.a_type = 9; }), "product: unsupported type of A: 9");
  EXPECT_DEATH(runChanged([](P &p) { p.b_type = -3; }), "product: unsupported type of B: -3");
  EXPECT_DEATH(runChanged([](P &p) { p.c_type = 99; }), "product: unsupported type of C: 99");
  EXPECT_DEATH(runChanged([](P &p) { p.acc_type = 4; }),
               "product: unsupported accumulator type: 4");
  EXPECT_DEATH(runChanged([](P &p) {
                 p.bias = p.a;
                 p.bias_type = 6;
               }),
               "product: unsupported type of the bias: 6");
  EXPECT_DEATH(runChanged([](P &p) { p.flags = HALFTONE_PRODUCT_ACCUMULATE; }),
               "product: unsupported type of C to accumulate into: 3");
}

TEST_F(ProductsDeathTest, TakesTheLevelFromTheEnvironment) {
  EXPECT_EXIT(runWithLevel("x86-64"), ::testing::ExitedWithCode(10), "");
  EXPECT_EXIT(
      runWithLevel("pentium"),
      [](int status) { return WIFEXITED(status) && WEXITSTATUS(status) >= 10; },
      "expected a level up to 'x86-64.*', got 'pentium'");
}

/// Not a test of its own: what the one above runs in a fresh process.
TEST(ProductsPrint, DISABLED_ExitWithLevel) { exit(10 + static_cast<int>(cpuLevel())); }
