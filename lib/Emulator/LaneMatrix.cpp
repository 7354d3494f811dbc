// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loops of matrix products, for each instruction set.
//
// Numerics: a product is exact and is added to its sum with one rounding, k in order
// (`std::fma`); for f32 and f64 alike. Integers of 8 and 4 bits are f32, too: a sum of
// their products stays below 2^24. A panel of a few rows and columns keeps its sums in
// registers.
#include "LaneFloat.h"

#include "halftone/Support/FloatBits.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

HALFTONE_INLINE float widenHalf(uint16_t bits) {
#ifdef __F16C__
  return static_cast<float>(std::bit_cast<_Float16>(bits));
#else
  return widenF16(bits);
#endif
}

HALFTONE_INLINE float widenE4M3(uint8_t bits) {
  // As an f16 it has the same places, and an exponent that is 8 less.
  uint16_t half = static_cast<uint16_t>((bits & 0x80) << 8 | (bits & 0x7f) << 7);
  return (bits & 0x7f) == 0x7f ? fromBits<float>(0x7fffffffu) : widenHalf(half) * 256.0f;
}

template <Element element> HALFTONE_INLINE void widenRow(const uint8_t *from, float *to) {
  uint16_t halves[8];
  uint32_t words[4];
  std::memcpy(halves, from, 16);
  std::memcpy(words, from, 16);
  if constexpr (element == Element::F16) {
    HALFTONE_LANES
    for (unsigned i = 0; i < 8; ++i)
      to[i] = widenHalf(halves[i]);
  } else if constexpr (element == Element::BF16) {
    HALFTONE_LANES
    for (unsigned i = 0; i < 8; ++i)
      to[i] = widenBF16(halves[i]);
  } else if constexpr (element == Element::E5M2) {
    HALFTONE_LANES
    for (unsigned i = 0; i < 16; ++i)
      to[i] = widenHalf(static_cast<uint16_t>(from[i] << 8));
  } else if constexpr (element == Element::E4M3) {
    HALFTONE_LANES
    for (unsigned i = 0; i < 16; ++i)
      to[i] = widenE4M3(from[i]);
  } else if constexpr (element == Element::TF32) {
    for (unsigned i = 0; i < 4; ++i)
      to[i] = fromBits<float>(words[i] & 0xffffe000u);
  } else if constexpr (element == Element::S8) {
    for (unsigned i = 0; i < 16; ++i)
      to[i] = static_cast<int8_t>(from[i]);
  } else if constexpr (element == Element::U8) {
    for (unsigned i = 0; i < 16; ++i)
      to[i] = from[i];
  } else if constexpr (element == Element::S4) {
    for (unsigned i = 0; i < 32; ++i)
      to[i] = static_cast<float>(static_cast<int8_t>(from[i / 2] << (i % 2 ? 0 : 4)) >> 4);
  } else {
    static_assert(element == Element::U4);
    for (unsigned i = 0; i < 32; ++i)
      to[i] = static_cast<float>(from[i / 2] >> (4 * (i % 2)) & 15);
  }
}

template <Element element>
void widenRows(const uint8_t *from, size_t fromPitch, float *to, size_t toPitch) {
  for (unsigned row = 0; row < 8; ++row)
    widenRow<element>(from + row * fromPitch, to + row * toPitch);
}

void widen(Element element, const uint8_t *from, size_t fromPitch, float *to, size_t toPitch) {
  switch (element) {
  case Element::F16:
    return widenRows<Element::F16>(from, fromPitch, to, toPitch);
  case Element::BF16:
    return widenRows<Element::BF16>(from, fromPitch, to, toPitch);
  case Element::E5M2:
    return widenRows<Element::E5M2>(from, fromPitch, to, toPitch);
  case Element::E4M3:
    return widenRows<Element::E4M3>(from, fromPitch, to, toPitch);
  case Element::S8:
    return widenRows<Element::S8>(from, fromPitch, to, toPitch);
  case Element::U8:
    return widenRows<Element::U8>(from, fromPitch, to, toPitch);
  case Element::S4:
    return widenRows<Element::S4>(from, fromPitch, to, toPitch);
  case Element::U4:
    return widenRows<Element::U4>(from, fromPitch, to, toPitch);
  default:
    return widenRows<Element::TF32>(from, fromPitch, to, toPitch);
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

HALFTONE_INLINE double addExact(double a, double b, double c) { return std::fma(a, b, c); }
HALFTONE_INLINE float addExact(float a, float b, float c) {
#ifdef __FMA__
  return std::fma(a, b, c);
#else
  return static_cast<float>(fmaOdd(a, b, c));
#endif
}

template <unsigned rows, unsigned width, typename T>
HALFTONE_INLINE void addPanel(const T *a, const T *b, T *c, unsigned n, unsigned k) {
  T sums[rows][width];
  for (unsigned r = 0; r < rows; ++r)
    std::memcpy(sums[r], c + size_t{r} * n, sizeof(sums[r]));
  for (unsigned i = 0; i < k; ++i)
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned j = 0; j < width; ++j)
        sums[r][j] = addExact(a[size_t{r} * k + i], b[size_t{i} * n + j], sums[r][j]);
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned j = 0; j < width; ++j)
      c[size_t{r} * n + j] = canonical(sums[r][j]);
}

/// m is a multiple of 8, n too.
template <typename T>
void addProduct(const T *a, const T *b, T *c, unsigned m, unsigned n, unsigned k) {
  if (n % 16 == 0) {
    for (unsigned row = 0; row < m; row += 4)
      for (unsigned column = 0; column < n; column += 16)
        addPanel<4, 16>(a + size_t{row} * k, b + column, c + size_t{row} * n + column, n, k);
    return;
  }
  for (unsigned row = 0; row < m; row += 8)
    for (unsigned column = 0; column < n; column += 8)
      addPanel<8, 8>(a + size_t{row} * k, b + column, c + size_t{row} * n + column, n, k);
}

void countBits(const uint32_t *a, const uint32_t *b, int32_t *c, unsigned m, unsigned n,
               unsigned words, bool conjunction) {
  for (unsigned row = 0; row < m; ++row)
    for (unsigned column = 0; column < n; ++column) {
      int32_t count = 0;
      for (unsigned i = 0; i < words; ++i) {
        uint32_t x = a[size_t{row} * words + i], y = b[size_t{column} * words + i];
        count += std::popcount(conjunction ? x & y : x ^ y);
      }
      c[size_t{row} * n + column] = count;
    }
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

using Words = uint32_t __attribute__((vector_size(16)));

HALFTONE_INLINE Words loadWords(const void *from) {
  Words words;
  std::memcpy(&words, from, sizeof(words));
  return words;
}
HALFTONE_INLINE void storeWords(Words words, void *to) { std::memcpy(to, &words, sizeof(words)); }

void joinPair(const uint32_t *even, const uint32_t *odd, uint32_t *to, size_t pitch) {
  for (unsigned row = 0; row < 8; ++row, even += 4, odd += 4, to += pitch) {
    Words a = loadWords(even), b = loadWords(odd);
    storeWords(__builtin_shufflevector(a, b, 0, 4, 1, 5), to);
    storeWords(__builtin_shufflevector(a, b, 2, 6, 3, 7), to + 4);
  }
}

void splitPair(const uint32_t *from, size_t pitch, uint32_t *even, uint32_t *odd) {
  for (unsigned row = 0; row < 8; ++row, even += 4, odd += 4, from += pitch) {
    Words a = loadWords(from), b = loadWords(from + 4);
    storeWords(__builtin_shufflevector(a, b, 0, 2, 4, 6), even);
    storeWords(__builtin_shufflevector(a, b, 1, 3, 5, 7), odd);
  }
}

void transposeBlock(const float *from, size_t fromPitch, float *to, size_t toPitch) {
  for (unsigned part = 0; part < 4; ++part) { // 4 x 4
    const float *source = from + part / 2 * 4 * fromPitch + part % 2 * 4;
    float *target = to + part % 2 * 4 * toPitch + part / 2 * 4;
    Words a = loadWords(source), b = loadWords(source + fromPitch),
          c = loadWords(source + 2 * fromPitch), d = loadWords(source + 3 * fromPitch);
    Words ac = __builtin_shufflevector(a, c, 0, 4, 1, 5),
          bd = __builtin_shufflevector(b, d, 0, 4, 1, 5),
          acHigh = __builtin_shufflevector(a, c, 2, 6, 3, 7),
          bdHigh = __builtin_shufflevector(b, d, 2, 6, 3, 7);
    storeWords(__builtin_shufflevector(ac, bd, 0, 4, 1, 5), target);
    storeWords(__builtin_shufflevector(ac, bd, 2, 6, 3, 7), target + toPitch);
    storeWords(__builtin_shufflevector(acHigh, bdHigh, 0, 4, 1, 5), target + 2 * toPitch);
    storeWords(__builtin_shufflevector(acHigh, bdHigh, 2, 6, 3, 7), target + 3 * toPitch);
  }
}

void narrowBlock(const float *from, size_t pitch, uint32_t *to) {
  for (unsigned row = 0; row < 8; ++row, from += pitch, to += 4) {
    uint16_t halves[8];
    HALFTONE_LANES
    for (unsigned i = 0; i < 8; ++i) {
#ifdef __F16C__
      uint16_t half = std::bit_cast<uint16_t>(static_cast<_Float16>(from[i]));
#else
      uint16_t half = narrowF16(from[i]);
#endif
      halves[i] = (half & 0x7fff) > 0x7c00 ? 0x7fff : half;
    }
    std::memcpy(to, halves, sizeof(halves));
  }
}

} // namespace

const MatrixKernels &HALFTONE_LEVEL::matrixKernels() {
  static constexpr MatrixKernels kernels = {
      &widen,    &addProduct<float>, &addProduct<double>, &countBits,
      &joinPair, &splitPair,         &transposeBlock,     &narrowBlock};
  return kernels;
}
