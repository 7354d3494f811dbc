// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums as the chip's Tensor Cores make them (`LaunchOptions::hardwareSums`).
//
// Several products and the accumulator are summed at once: each is a significand times
// a power of two, where a product's significand is that of its operands multiplied
// (from 1 up to 4, less for subnormal operands) and its exponent the sum of theirs.
// All are aligned to the largest exponent, cut toward zero after F fraction bits, and
// added exactly. The sum is cut toward zero to f32, or rounded to nearest even to f16.
// A term that is zero counts as one of exponent -126.
//
//   chip           F    f16 products at once
//   sm_70, sm_72   23   4
//   sm_75          24   8
//   sm_80 to sm_89 24   8
//   sm_90 and up   25   16
//
// Of 8-bit operands twice as many, of tf32 half as many. FP8 on sm_89, and in `wgmma`
// on sm_90, keeps 13 fraction bits, in the aligned terms and in an f32 result; `mma`
// with FP8 from sm_90 to sm_110 is a product of f16 in steps of 16. m8n8k4 is not a
// Tensor Core's from sm_80 on, but a chain of f32 operations.
//
// Source: the measurements that the authors of MMA-Sim published (arXiv 2511.10909).
#include "MatrixOps.h"

#include "halftone/Support/FloatBits.h"

#include <algorithm>
#include <bit>
#include <cmath>

using namespace halftone;
using namespace halftone::emulator;

namespace {

unsigned chipNumber(std::string_view target) {
  unsigned number = 0;
  for (char c : target.substr(std::min<size_t>(3, target.size())))
    if (c >= '0' && c <= '9')
      number = 10 * number + static_cast<unsigned>(c - '0');
  return number;
}

int leastExponent(Element element) {
  switch (element) {
  case Element::F16:
  case Element::E5M2:
    return -14;
  case Element::E4M3:
    return -6;
  default:
    return -126;
  }
}

/// value = significand * 2^(exponent - 23), with the exponent at least `least`.
struct Parts {
  int64_t significand;
  int exponent;
};

Parts partsOf(float value, int least) {
  if (value == 0)
    return {0, -126};
  int exponent = std::max(std::ilogb(value), least);
  return {static_cast<int64_t>(std::scalbn(static_cast<double>(value), 23 - exponent)), exponent};
}

/// Cut toward zero after `bits` places below bit 0.
int64_t cut(int64_t value, int shift) {
  if (shift >= 0)
    return value << shift;
  if (shift <= -63)
    return 0;
  return value < 0 ? -(-value >> -shift) : value >> -shift;
}

/// sum * 2^exponent, cut toward zero to a float with `fractionBits` places.
float cutToFloat(int64_t sum, int exponent, int fractionBits) {
  if (sum == 0)
    return 0;
  int top = 63 - std::countl_zero(static_cast<uint64_t>(std::abs(sum))) + exponent;
  int unit = std::max(top, -126) - fractionBits;
  double value = std::scalbn(static_cast<double>(cut(sum, exponent - unit)), unit);
  constexpr double most = 3.4028234663852886e38;
  return static_cast<float>(std::clamp(value, -most, most));
}

float roundToF16(int64_t sum, int exponent) {
  // Few enough bits for f64 to be exact, and odd in the last place of f32.
  double exact = std::scalbn(static_cast<double>(sum), exponent);
  float near = static_cast<float>(exact);
  if (static_cast<double>(near) != exact) {
    uint32_t bits = std::bit_cast<uint32_t>(near);
    if (std::fabs(static_cast<double>(near)) > std::fabs(exact))
      --bits;
    near = std::bit_cast<float>(bits | 1);
  }
  return widenF16(narrowF16(near));
}

float sumOnce(const ChipSums &sums, bool toF16, const float *a, const float *b, size_t bPitch,
              float c, unsigned count) {
  double plain = c;
  for (unsigned i = 0; i < count; ++i)
    plain += static_cast<double>(a[i]) * static_cast<double>(b[i * bPitch]);
  if (plain != plain)
    return std::bit_cast<float>(0x7fffffffu);
  if (std::isinf(plain))
    return static_cast<float>(plain);

  // A product has 46 fraction bits here; the accumulator is given as many.
  Parts terms[65];
  terms[0] = partsOf(c, toF16 ? -14 : -126);
  terms[0].significand <<= 23;
  for (unsigned i = 0; i < count; ++i) {
    Parts x = partsOf(a[i], sums.leastExponentA), y = partsOf(b[i * bPitch], sums.leastExponentB);
    terms[i + 1] = {x.significand * y.significand, x.exponent + y.exponent};
    if (!terms[i + 1].significand)
      terms[i + 1].exponent = -126;
  }
  int largest = terms[0].exponent;
  for (unsigned i = 1; i <= count; ++i)
    largest = std::max(largest, terms[i].exponent);
  int places = static_cast<int>(sums.fractionBits);
  int64_t total = 0;
  for (unsigned i = 0; i <= count; ++i)
    total += cut(terms[i].significand, terms[i].exponent - largest + places - 46);
  if (toF16)
    return roundToF16(total, largest - places);
  return cutToFloat(total, largest - places, static_cast<int>(sums.resultBits));
}

} // namespace

ChipSums emulator::chipSums(std::string_view target, const MatrixForm &form, bool warpgroup) {
  unsigned chip = chipNumber(target);
  ChipSums sums{25, 16, 23, leastExponent(form.a), leastExponent(form.b), false};
  if (chip < 75) {
    sums.fractionBits = 23;
    sums.length = 4;
  } else if (chip < 90) {
    sums.fractionBits = 24;
    sums.length = 8;
  }
  if (form.quads()) {
    sums.chains = chip >= 80;
    sums.length = 4;
  }
  if (elementBits(form.a) == 32)
    sums.length /= 2;
  if (elementBits(form.a) != 8)
    return sums;
  if (chip >= 90 && chip < 120 && !warpgroup) {
    sums.leastExponentA = sums.leastExponentB = leastExponent(Element::F16);
    return sums;
  }
  sums.length *= 2;
  if (chip < 100)
    sums.fractionBits = sums.resultBits = 13;
  return sums;
}

void emulator::addTruncated(const ChipSums &sums, bool toF16, const float *a, const float *b,
                            float *c, unsigned m, unsigned n, unsigned k) {
  for (unsigned row = 0; row < m; ++row)
    for (unsigned column = 0; column < n; ++column) {
      float &sum = c[size_t{row} * n + column];
      for (unsigned i = 0; i < k; i += sums.length)
        sum = sumOnce(sums, toF16, a + size_t{row} * k + i, b + size_t{i} * n + column, n, sum,
                      std::min(sums.length, k - i));
    }
}
