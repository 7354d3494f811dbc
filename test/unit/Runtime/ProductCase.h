// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of products share: strided operands in memory of exactly their
// size, a reference in f64, and the error bound that follows from the semantics.
#ifndef HALFTONE_TEST_UNIT_RUNTIME_PRODUCTCASE_H
#define HALFTONE_TEST_UNIT_RUNTIME_PRODUCTCASE_H

#include "halftone/Runtime/Products.h"
#include "halftone/Runtime/ThreadPool.h"
#include "halftone/Support/Rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace halftone::runtime {

/// How an array [batch, rows, columns] lies in memory.
enum class Layout {
  Rows,     ///< dense, row-major
  Columns,  ///< dense, each matrix transposed
  Padded,   ///< rows with a gap after each
  Strided,  ///< gaps between all elements
  Reversed, ///< all strides negative
};

inline const Layout allLayouts[] = {Layout::Rows, Layout::Columns, Layout::Padded, Layout::Strided,
                                    Layout::Reversed};

class Strided {
public:
  Strided(DType type, int64_t batch, int64_t rows, int64_t columns, Layout layout)
      : type(type), batch(batch), rows(rows), columns(columns) {
    switch (layout) {
    case Layout::Rows:
      setStrides(rows * columns, columns, 1);
      break;
    case Layout::Columns:
      setStrides(rows * columns, 1, rows);
      break;
    case Layout::Padded:
      setStrides(rows * (columns + 3) + 1, columns + 3, 1);
      break;
    case Layout::Strided:
      setStrides(rows * (2 * columns + 1) + 5, 2 * columns + 1, 2);
      break;
    case Layout::Reversed:
      setStrides(-rows * columns, -columns, -1);
      break;
    }
    int64_t last =
        reach(batch, batchStride) + reach(rows, rowStride) + reach(columns, columnStride);
    bool empty = batch * rows * columns == 0;
    first = last < 0 && !empty ? -last : 0;
    size_t count = empty ? 0 : static_cast<size_t>(std::abs(last)) + 1;
    // Gaps hold a NaN: a product that reads one shows it, one that writes one too.
    bytes.assign(count * byteSize(type), 0xff);
  }

  int64_t offset(int64_t b, int64_t i, int64_t j) const {
    return b * batchStride + i * rowStride + j * columnStride;
  }
  double get(int64_t b, int64_t i, int64_t j) const { return load(first + offset(b, i, j)); }
  void set(int64_t b, int64_t i, int64_t j, double value) { store(first + offset(b, i, j), value); }
  void *origin() { return bytes.data() + static_cast<size_t>(first) * byteSize(type); }

  /// Values whose magnitudes spread over some powers of two.
  void fill(uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> mantissa(-1, 1);
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          set(b, i, j, std::ldexp(mantissa(random), static_cast<int>(random() % 6) - 3));
  }

  /// True if every byte outside the elements still has the pattern of the gaps.
  bool gapsUntouched() const {
    std::vector<bool> element(bytes.size());
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          for (size_t byte = 0; byte < byteSize(type); ++byte)
            element[static_cast<size_t>(first + offset(b, i, j)) * byteSize(type) + byte] = true;
    for (size_t i = 0; i < bytes.size(); ++i)
      if (!element[i] && bytes[i] != 0xff)
        return false;
    return true;
  }

  DType type;
  int64_t batch, rows, columns;
  int64_t batchStride = 0, rowStride = 0, columnStride = 0;
  std::vector<uint8_t> bytes;

private:
  void setStrides(int64_t b, int64_t i, int64_t j) {
    batchStride = b;
    rowStride = i;
    columnStride = j;
  }
  static int64_t reach(int64_t size, int64_t stride) { return size > 0 ? (size - 1) * stride : 0; }
  double load(int64_t index) const {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + static_cast<size_t>(index) * byteSize(type), byteSize(type));
    return std::bit_cast<double>(convertBits(bits, type, DType::F64));
  }
  void store(int64_t index, double value) {
    uint64_t bits = convertBits(std::bit_cast<uint64_t>(value), DType::F64, type);
    std::memcpy(bytes.data() + static_cast<size_t>(index) * byteSize(type), &bits, byteSize(type));
  }

  int64_t first = 0;
};

struct Shape {
  int64_t batch, m, n, k;
};

struct Types {
  DType a, b, c;
};

/// A product with its operands, ready to run and to check.
struct ProductCase {
  ProductCase(Shape shape, Types types, Layout layoutA = Layout::Rows,
              Layout layoutB = Layout::Rows, Layout layoutC = Layout::Rows)
      : shape(shape), a(types.a, shape.batch, shape.m, shape.k, layoutA),
        b(types.b, shape.batch, shape.k, shape.n, layoutB),
        c(types.c, shape.batch, shape.m, shape.n, layoutC),
        bias(DType::F32, 1, 1, shape.n, Layout::Rows) {
    a.fill(1);
    b.fill(2);
    bias.fill(3);
    acc = types.a == DType::F64 || types.b == DType::F64 ? DType::F64 : DType::F32;
  }

  HalftoneProduct describe() {
    HalftoneProduct p = {};
    p.batch = shape.batch;
    p.m = shape.m;
    p.n = shape.n;
    p.k = shape.k;
    p.a = a.origin();
    p.a_batch = a.batchStride;
    p.a_m = a.rowStride;
    p.a_k = a.columnStride;
    p.b = b.origin();
    p.b_batch = b.batchStride;
    p.b_k = b.rowStride;
    p.b_n = b.columnStride;
    p.c = c.origin();
    p.c_batch = c.batchStride;
    p.c_m = c.rowStride;
    p.c_n = c.columnStride;
    p.bias = hasBias ? bias.origin() : nullptr;
    p.bias_n = 1;
    p.a_type = static_cast<int32_t>(a.type);
    p.b_type = static_cast<int32_t>(b.type);
    p.c_type = static_cast<int32_t>(c.type);
    p.bias_type = static_cast<int32_t>(bias.type);
    p.acc_type = static_cast<int32_t>(acc);
    p.flags = flags;
    return p;
  }

  void run() {
    HalftoneProduct p = describe();
    halftone_product(&p);
  }

  /// The result on fresh memory.
  std::vector<uint8_t> runBytes() {
    std::fill(c.bytes.begin(), c.bytes.end(), 0xff);
    run();
    return c.bytes;
  }

  /// How many results lie outside the bound. The bound for one result r = fl(s),
  /// with u the unit roundoff of the compute type, g = (k + 2) u:
  ///   |s - exact| <= g (sum |a||b| + |bias|)  for any order of the sum, fused or not,
  ///   |r - s| <= u_c |s| + half the smallest subnormal of C.
  int64_t violations() const {
    double unit = acc == DType::F64 ? 0x1p-53 : 0x1p-24;
    double growth = static_cast<double>(shape.k + 2) * unit;
    FloatFormat format = floatFormat(c.type);
    double unitC = std::ldexp(1.0, -format.mantissaBits - 1);
    double smallestC = std::ldexp(1.0, format.minExponent() - format.mantissaBits - 1);
    int64_t count = 0;
    for (int64_t i = 0; i < shape.batch; ++i) {
      // Widened once; columns of B side by side.
      std::vector<double> left, right;
      for (int64_t m = 0; m < shape.m; ++m)
        for (int64_t k = 0; k < shape.k; ++k)
          left.push_back(a.get(i, m, k));
      for (int64_t n = 0; n < shape.n; ++n)
        for (int64_t k = 0; k < shape.k; ++k)
          right.push_back(b.get(i, k, n));
      for (int64_t m = 0; m < shape.m; ++m)
        for (int64_t n = 0; n < shape.n; ++n) {
          const double *row = left.data() + m * shape.k, *column = right.data() + n * shape.k;
          double start = hasBias ? bias.get(0, 0, n) : 0;
          auto [sum, magnitude] = acc == DType::F64 ? reference<long double>(row, column, start)
                                                    : reference<double>(row, column, start);
          double error = growth * magnitude;
          double bound = error + unitC * (static_cast<double>(std::fabs(sum)) + error) + smallestC;
          double distance = static_cast<double>(std::fabs(c.get(i, m, n) - sum));
          count += !(distance <= bound);
        }
    }
    return count;
  }

  void check() const {
    EXPECT_EQ(violations(), 0) << toString(a.type) << " x " << toString(b.type) << " -> "
                               << toString(c.type) << ", " << shape.batch << " of " << shape.m
                               << "x" << shape.n << "x" << shape.k;
    EXPECT_TRUE(c.gapsUntouched());
  }

  Shape shape;
  Strided a, b, c, bias;
  DType acc;
  bool hasBias = false;
  int32_t flags = 0;

private:
  /// The sum and the sum of magnitudes. For f32, double has 29 bits to spare; for
  /// f64, long double has 11.
  template <typename Real>
  std::pair<long double, double> reference(const double *row, const double *column,
                                           double start) const {
    Real sum = start, magnitude = std::fabs(start);
    for (int64_t k = 0; k < shape.k; ++k) {
      Real product = static_cast<Real>(row[k]) * column[k];
      sum += product;
      magnitude += std::fabs(product);
    }
    return {sum, static_cast<double>(magnitude)};
  }
};

/// Runs a test on each level; those that the machine lacks are skipped.
class ProductTest : public ::testing::TestWithParam<CpuLevel> {
protected:
  void SetUp() override {
    if (!setCpuLevel(GetParam()))
      GTEST_SKIP() << "this machine does not run " << toString(GetParam());
  }
  void TearDown() override {
    setCpuLevel(levelBefore);
    setNumThreads(threadsBefore);
  }
  CpuLevel levelBefore = cpuLevel();
  int threadsBefore = numThreads();
};

inline std::string levelName(const ::testing::TestParamInfo<CpuLevel> &info) {
  switch (info.param) {
  case CpuLevel::X86_64:
    return "X86_64";
  case CpuLevel::X86_64_V3:
    return "V3";
  case CpuLevel::X86_64_V4:
    return "V4";
  }
  return "";
}

} // namespace halftone::runtime

#endif // HALFTONE_TEST_UNIT_RUNTIME_PRODUCTCASE_H
