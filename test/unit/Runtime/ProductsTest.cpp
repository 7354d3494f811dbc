// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of all types, shapes and layouts against sums in higher precision; the
// same bits for any number of threads; and mutants that must miss the bound.
#include "ProductCase.h"

using namespace halftone;
using namespace halftone::runtime;

static const DType floatTypes[] = {DType::F64,  DType::F32,      DType::F16,
                                   DType::BF16, DType::F8E4M3FN, DType::F8E5M2};
static const Types commonTypes[] = {{DType::F32, DType::F32, DType::F32},
                                    {DType::BF16, DType::BF16, DType::BF16},
                                    {DType::F16, DType::F16, DType::F16},
                                    {DType::BF16, DType::BF16, DType::F32},
                                    {DType::F64, DType::F64, DType::F64}};

TEST_P(ProductTest, AllTypes) {
  for (DType a : floatTypes)
    for (DType b : floatTypes)
      for (DType c : floatTypes) {
        ProductCase product({1, 7, 19, 21}, {a, b, c});
        product.run();
        product.check();
      }
}

TEST_P(ProductTest, OddShapes) {
  const int64_t sizes[] = {0, 1, 3, 17, 65};
  for (const Types &types : commonTypes)
    for (int64_t m : sizes)
      for (int64_t n : sizes)
        for (int64_t k : sizes)
          for (bool bias : {false, true}) {
            ProductCase product({1, m, n, k}, types);
            product.hasBias = bias;
            product.run();
            product.check();
          }
}

TEST_P(ProductTest, Layouts) {
  for (const Types &types : commonTypes)
    for (Layout a : allLayouts)
      for (Layout b : allLayouts)
        for (Layout c : allLayouts)
          for (Shape shape : {Shape{2, 18, 33, 13}, Shape{1, 5, 8, 70}, Shape{1, 1, 16, 4}}) {
            ProductCase product(shape, types, a, b, c);
            product.hasBias = true;
            product.run();
            product.check();
          }
}

TEST_P(ProductTest, SeveralBlocks) {
  // More than one cache block of rows, of columns and of k.
  for (const Types &types : commonTypes)
    for (Shape shape : {Shape{1, 110, 1040, 20}, Shape{1, 110, 40, 900}, Shape{1, 9, 1040, 400}})
      for (Layout a : {Layout::Rows, Layout::Columns})
        for (Layout c : {Layout::Rows, Layout::Strided}) {
          ProductCase product(shape, types, a, Layout::Rows, c);
          product.hasBias = true;
          product.run();
          product.check();
        }
}

TEST_P(ProductTest, SameBitsForAnyNumberOfThreads) {
  const Shape shapes[] = {{1, 64, 128, 64}, {1, 64, 10, 256}, {1, 150, 7, 400}, {32, 64, 16, 64},
                          {3, 64, 128, 33}, {2, 70, 70, 70},  {1, 3, 999, 500}, {1, 128, 128, 800}};
  for (const Types &types : commonTypes)
    for (const Shape &shape : shapes) {
      ProductCase product(shape, types);
      product.hasBias = true;
      setNumThreads(1);
      std::vector<uint8_t> one = product.runBytes();
      for (int threads : {2, 3, 8}) {
        setNumThreads(threads);
        EXPECT_EQ(product.runBytes(), one)
            << threads << " threads, " << shape.m << "x" << shape.n << "x" << shape.k;
      }
    }
}

TEST_P(ProductTest, APartHasTheBitsOfTheWhole) {
  ProductCase whole({1, 40, 50, 700}, {DType::F32, DType::F32, DType::F32});
  whole.run();
  for (int64_t m : {0, 7, 39})
    for (int64_t n : {0, 13, 49}) {
      HalftoneProduct part = whole.describe();
      float result = 0;
      part.m = part.n = 1;
      part.a = whole.a.bytes.data() + 4 * whole.a.offset(0, m, 0);
      part.b = whole.b.bytes.data() + 4 * whole.b.offset(0, 0, n);
      part.c = &result;
      halftone_product(&part);
      EXPECT_EQ(result, static_cast<float>(whole.c.get(0, m, n)));
    }
}

TEST_P(ProductTest, BatchUnderOneB) {
  // All entries share B, so the batch is folded into rows where A and C allow.
  for (Layout a : {Layout::Rows, Layout::Padded}) {
    ProductCase product({5, 6, 20, 30}, {DType::BF16, DType::F32, DType::F32}, a);
    for (int64_t i = 1; i < 5; ++i)
      for (int64_t k = 0; k < 30; ++k)
        for (int64_t n = 0; n < 20; ++n)
          product.b.set(i, k, n, product.b.get(0, k, n));
    HalftoneProduct shared = product.describe();
    shared.b_batch = 0;
    halftone_product(&shared);
    product.check();
  }
}

TEST_P(ProductTest, Accumulates) {
  for (DType type : {DType::F32, DType::F64})
    for (int64_t k : {0, 5, 900})
      for (Layout c : allLayouts) {
        ProductCase product({2, 13, 29, k}, {type, type, type}, Layout::Rows, Layout::Rows, c);
        product.c.fill(4);
        std::vector<double> before;
        for (int64_t i = 0; i < 2; ++i)
          for (int64_t m = 0; m < 13; ++m)
            for (int64_t n = 0; n < 29; ++n)
              before.push_back(product.c.get(i, m, n));
        product.flags = HALFTONE_PRODUCT_ACCUMULATE;
        product.run();
        EXPECT_TRUE(product.c.gapsUntouched());
        // What was there is one more term: take it off again to compare. Its
        // magnitude, at most 4, has its place in the bound.
        size_t next = 0;
        double unit = type == DType::F64 ? 0x1p-52 : 0x1p-23;
        for (int64_t i = 0; i < 2; ++i)
          for (int64_t m = 0; m < 13; ++m)
            for (int64_t n = 0; n < 29; ++n) {
              double sum = before[next++], magnitude = 4;
              for (int64_t j = 0; j < k; ++j) {
                double term = product.a.get(i, m, j) * product.b.get(i, j, n);
                sum += term;
                magnitude += std::fabs(term);
              }
              EXPECT_LE(std::fabs(product.c.get(i, m, n) - sum),
                        static_cast<double>(k + 3) * unit * magnitude);
            }
      }
}

TEST_P(ProductTest, BiasOfEachTypeAndStride) {
  for (DType type : floatTypes)
    for (int64_t stride : {0, 1, 3}) {
      ProductCase product({1, 4, 21, 8}, {DType::F32, DType::F32, DType::F32});
      Strided values(type, 1, 1, 64, Layout::Rows);
      values.fill(9);
      for (int64_t n = 0; n < 21; ++n)
        product.bias.set(0, 0, n, values.get(0, 0, n * stride));
      product.hasBias = true;
      HalftoneProduct p = product.describe();
      p.bias = values.origin();
      p.bias_n = stride;
      p.bias_type = static_cast<int32_t>(type);
      halftone_product(&p);
      product.check();
    }
}

//===----------------------------------------------------------------------===//
// Mutants: arithmetic that is not what was asked for must miss the bound
//===----------------------------------------------------------------------===//

TEST_P(ProductTest, A16BitAccumulatorMissesTheBound) {
  for (DType acc : {DType::F16, DType::BF16})
    for (DType type : {DType::F16, DType::BF16, DType::F32}) {
      ProductCase product({1, 16, 16, 256}, {type, type, DType::F32});
      product.acc = acc;
      product.run();
      product.acc = DType::F32; // checked as if it had been asked for
      EXPECT_GT(product.violations(), 200) << toString(acc) << " for " << toString(type);
    }
}

TEST_P(ProductTest, A16BitAccumulatorMissesTheBoundOf16BitResults) {
  for (DType type : {DType::F16, DType::BF16}) {
    ProductCase product({1, 16, 16, 256}, {type, type, type});
    product.acc = type;
    product.run();
    product.acc = DType::F32;
    EXPECT_GT(product.violations(), 50) << toString(type);
  }
}

TEST_P(ProductTest, TF32MissesTheBoundOfF32) {
  ProductCase product({1, 16, 16, 64}, {DType::F32, DType::F32, DType::F32});
  product.flags = HALFTONE_PRODUCT_TF32;
  product.run();
  EXPECT_GT(product.violations(), 200);
}

TEST_P(ProductTest, F32MissesTheBoundOfF64) {
  ProductCase product({1, 16, 16, 64}, {DType::F32, DType::F32, DType::F64});
  product.run();
  product.check();
  product.acc = DType::F64;
  EXPECT_GT(product.violations(), 200);
  product.run();
  product.check();
}

INSTANTIATE_TEST_SUITE_P(Levels, ProductTest,
                         ::testing::Values(CpuLevel::X86_64, CpuLevel::X86_64_V3,
                                           CpuLevel::X86_64_V4),
                         levelName);
