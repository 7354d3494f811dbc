// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single elements of products, through the exact conversions of Support, and the
// slow path for 16-bit accumulators that is built on them.
#include "ProductsLevels.h"

#include "halftone/Support/Rounding.h"

#include <array>
#include <bit>
#include <cstring>

using namespace halftone;
using namespace halftone::runtime;

double halftone::runtime::loadElement(const void *data, int32_t type, int64_t index) {
  DType dtype = static_cast<DType>(type);
  size_t bytes = byteSize(dtype);
  uint64_t bits = 0;
  std::memcpy(&bits, static_cast<const char *>(data) + index * static_cast<int64_t>(bytes), bytes);
  return std::bit_cast<double>(convertBits(bits, dtype, DType::F64));
}

void halftone::runtime::storeElement(void *data, int32_t type, int64_t index, double value) {
  DType dtype = static_cast<DType>(type);
  size_t bytes = byteSize(dtype);
  uint64_t bits = convertBits(std::bit_cast<uint64_t>(value), DType::F64, dtype);
  std::memcpy(static_cast<char *>(data) + index * static_cast<int64_t>(bytes), &bits, bytes);
}

template <float widen(uint8_t)> static const float *makeTable() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> values;
    for (int i = 0; i < 256; ++i)
      values[static_cast<size_t>(i)] = widen(static_cast<uint8_t>(i));
    return values;
  }();
  return table.data();
}

const float *halftone::runtime::f8Values(int32_t type) {
  return static_cast<DType>(type) == DType::F8E4M3FN ? makeTable<widenF8E4M3FN>()
                                                     : makeTable<widenF8E5M2>();
}

/// One result: each multiply-add is exact but for f64, then rounded to the type.
static double sequentialSum(const HalftoneProduct &p, int64_t a, int64_t b) {
  DType acc = static_cast<DType>(p.acc_type);
  auto operand = [&](const void *data, int32_t type, int64_t index) {
    double value = loadElement(data, type, index);
    bool tf32 = (p.flags & HALFTONE_PRODUCT_TF32) && static_cast<DType>(type) == DType::F32;
    return tf32 ? roundTF32TiesAway(static_cast<float>(value)) : value;
  };
  double sum = 0;
  for (int64_t k = 0; k < p.k; ++k) {
    double product = operand(p.a, p.a_type, a + k * p.a_k) * operand(p.b, p.b_type, b + k * p.b_k);
    sum = roundTo(sum + product, acc);
  }
  return sum;
}

void halftone::runtime::runSequentialProduct(const HalftoneProduct &p) {
  for (int64_t batch = 0; batch < p.batch; ++batch)
    for (int64_t m = 0; m < p.m; ++m)
      for (int64_t n = 0; n < p.n; ++n) {
        double value =
            sequentialSum(p, batch * p.a_batch + m * p.a_m, batch * p.b_batch + n * p.b_n);
        int64_t c = batch * p.c_batch + m * p.c_m + n * p.c_n;
        if (p.flags & HALFTONE_PRODUCT_ACCUMULATE)
          value += loadElement(p.c, p.c_type, c);
        if (p.bias)
          value += loadElement(p.bias, p.bias_type, n * p.bias_n);
        storeElement(p.c, p.c_type, c, value);
      }
}
