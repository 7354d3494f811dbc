// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code for AVX-512, compiled for vectors of 64 bytes that the compiler makes of
// narrower ones: the same tiles, panels and shuffles run on every machine.
#define HALFTONE_VECTOR_BYTES 64
#include "../../../lib/Runtime/ProductsBlocked.h"

#include "ProductCase.h"

#include <cstdlib>

using namespace halftone;
using namespace halftone::runtime;

static void runWide(ProductCase &product) {
  HalftoneProduct p = product.describe();
  ProductRange range = {0, p.batch, 0, p.m, 0, p.n};
  void *scratch = std::aligned_alloc(64, (level.scratchBytes(p, range) + 63) / 64 * 64);
  level.run(p, range, scratch);
  std::free(scratch);
}

static const Types types[] = {{DType::F32, DType::F32, DType::F32},
                              {DType::BF16, DType::BF16, DType::BF16},
                              {DType::F16, DType::F16, DType::F32},
                              {DType::F64, DType::F32, DType::F64}};

TEST(ProductsWideTest, OddShapes) {
  for (const Types &type : types)
    for (int64_t m : {1, 11, 12, 25})
      for (int64_t n : {1, 15, 16, 17, 32, 65})
        for (int64_t k : {0, 1, 17, 64}) {
          ProductCase product({1, m, n, k}, type);
          product.hasBias = true;
          runWide(product);
          product.check();
        }
}

TEST(ProductsWideTest, Layouts) {
  for (const Types &type : types)
    for (Layout a : allLayouts)
      for (Layout b : allLayouts)
        for (Layout c : allLayouts) {
          ProductCase product({2, 26, 50, 37}, type, a, b, c);
          runWide(product);
          product.check();
        }
}

TEST(ProductsWideTest, SeveralBlocks) {
  for (const Types &type : types)
    for (Shape shape : {Shape{1, 110, 1040, 20}, Shape{1, 110, 40, 900}}) {
      ProductCase product(shape, type, Layout::Columns);
      product.hasBias = true;
      runWide(product);
      product.check();
    }
}
