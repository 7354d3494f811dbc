// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays to test with, and how they are compared.
#ifndef HALFTONE_TEST_UNIT_REFERENCE_TESTTENSORS_H
#define HALFTONE_TEST_UNIT_REFERENCE_TESTTENSORS_H

#include "halftone/Support/HostTensor.h"
#include "halftone/Support/Rounding.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace halftone::reference {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

inline constexpr DType floatTypes[] = {DType::F64,  DType::F32,      DType::F16,
                                       DType::BF16, DType::F8E4M3FN, DType::F8E5M2};
inline constexpr DType intTypes[] = {DType::I8,  DType::I16,  DType::I32,  DType::I64,
                                     DType::UI8, DType::UI16, DType::UI32, DType::UI64};

inline int64_t elementsOf(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

/// Each value rounded to the type.
inline HostTensor tensorOf(DType type, std::vector<int64_t> shape,
                           const std::vector<double> &values) {
  HostTensor tensor(type, std::move(shape));
  EXPECT_EQ(tensor.numElements(), static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    tensor.setDouble(static_cast<int64_t>(i), values[i]);
  return tensor;
}

inline HostTensor intsOf(DType type, std::vector<int64_t> shape,
                         const std::vector<int64_t> &values) {
  HostTensor tensor(type, std::move(shape));
  EXPECT_EQ(tensor.numElements(), static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    tensor.setInt(static_cast<int64_t>(i), values[i]);
  return tensor;
}

/// Numbers that look random, in [-1, 1).
class Numbers {
public:
  explicit Numbers(uint64_t seed) : state(seed * 2654435761u + 1) {}
  uint64_t bits() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 11;
  }
  double next() { return static_cast<double>(bits()) * 0x1p-52 - 1; }
  /// In [low, high].
  int64_t integer(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(bits() % static_cast<uint64_t>(high - low + 1));
  }

private:
  uint64_t state;
};

inline HostTensor randomTensor(DType type, std::vector<int64_t> shape, uint64_t seed,
                               double scale = 1) {
  HostTensor tensor(type, std::move(shape));
  Numbers numbers(seed);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.setDouble(i, numbers.next() * scale);
  return tensor;
}

inline HostTensor randomInts(DType type, std::vector<int64_t> shape, uint64_t seed, int64_t low,
                             int64_t high) {
  HostTensor tensor(type, std::move(shape));
  Numbers numbers(seed);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.setInt(i, numbers.integer(low, high));
  return tensor;
}

/// Bit for bit, but any NaN equals any other.
inline void expectSame(const HostTensor &got, const HostTensor &expected, const std::string &what) {
  ASSERT_EQ(got.typeString(), expected.typeString()) << what;
  size_t size = byteSize(got.dtype());
  for (int64_t i = 0; i < got.numElements(); ++i) {
    double a = got.getDouble(i), b = expected.getDouble(i);
    if (a != a && b != b)
      continue;
    size_t at = static_cast<size_t>(i) * size;
    ASSERT_EQ(0, std::memcmp(got.as<uint8_t>() + at, expected.as<uint8_t>() + at, size))
        << what << " at " << i << ": got " << a << ", expected " << b;
  }
}

/// Half the distance between neighbours of `x` in `T`.
template <typename T> long double halfPlace(T x) {
  return static_cast<long double>(std::nextafter(std::fabs(x), std::numeric_limits<T>::infinity()) -
                                  std::fabs(x)) /
         2;
}

/// `got` is the nearest, up to the error of `long double` itself.
template <typename T> void expectNearest(T got, long double exact, const std::string &what) {
  if (std::isnan(exact)) {
    EXPECT_TRUE(std::isnan(got)) << what;
    return;
  }
  T rounded = static_cast<T>(exact);
  if (got == rounded && std::signbit(got) == std::signbit(rounded))
    return;
  // On x86 the last place of `long double` is 2^-10 of f64's half place.
  long double error = std::fabs(static_cast<long double>(got) - exact);
  EXPECT_LE(error, halfPlace(got) * 1.01L) << what << ": got " << got;
}

/// Calls `body(index)` for each index of `shape`, in row-major order.
template <typename Body> void forEach(const std::vector<int64_t> &shape, Body body) {
  std::vector<int64_t> index(shape.size(), 0);
  for (int64_t i = 0, e = elementsOf(shape); i < e; ++i) {
    int64_t rest = i;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
      index[d] = rest % shape[d];
    body(index);
  }
}

inline int64_t offsetOf(const std::vector<int64_t> &shape, const std::vector<int64_t> &index) {
  int64_t offset = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    offset = offset * shape[d] + index[d];
  return offset;
}

inline double at(const HostTensor &tensor, const std::vector<int64_t> &index) {
  return tensor.getDouble(offsetOf(tensor.shape(), index));
}

} // namespace halftone::reference

#endif // HALFTONE_TEST_UNIT_REFERENCE_TESTTENSORS_H
