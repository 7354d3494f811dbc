// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second model of the chip's sums: all terms as whole numbers of 128 bits in units of
// the largest exponent's last kept place.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_TENSOR_HARDWAREMODEL_H
#define HALFTONE_TEST_UNIT_EMULATOR_TENSOR_HARDWAREMODEL_H

#include "Tensor.h"

#include <algorithm>

namespace halftone::emulator::test {

using Wide = __int128;

/// Of a type: bits of the exponent and of the fraction.
struct Format {
  int exponentBits, fractionBits;
  int bias() const { return (1 << (exponentBits - 1)) - 1; }
};

inline Format formatOf(const std::string &type) {
  if (type == "f16")
    return {5, 10};
  if (type == "bf16")
    return {8, 7};
  if (type == "tf32")
    return {8, 10};
  if (type == "e4m3")
    return {4, 3};
  if (type == "e5m2")
    return {5, 2};
  return {8, 23};
}

/// A value as its format has it: significand, in units of its last place, and exponent.
struct Term {
  Wide significand;
  int exponent; ///< of the place before the point
  int fraction; ///< places after it
};

inline Term termOf(double value, const std::string &type) {
  Format format = formatOf(type);
  uint64_t bits = encodeElement(value, type);
  if (type == "tf32")
    bits = (bits & 0xffffffffu) >> 13;
  int64_t fraction = static_cast<int64_t>(bits & ((uint64_t{1} << format.fractionBits) - 1));
  int exponent = static_cast<int>(bits >> format.fractionBits & ((1u << format.exponentBits) - 1));
  bool negative = bits >> (format.fractionBits + format.exponentBits) & 1;
  if (exponent == 0)
    exponent = 1;
  else
    fraction |= int64_t{1} << format.fractionBits;
  return {negative ? -fraction : fraction, exponent - format.bias(), format.fractionBits};
}

inline Wide cutAt(const Term &term, int largest, int places) {
  // The value in units of 2^(largest - places).
  int shift = term.exponent - term.fraction - (largest - places);
  Wide magnitude = term.significand < 0 ? -term.significand : term.significand;
  magnitude = shift >= 0 ? magnitude << shift : shift < -126 ? 0 : magnitude >> -shift;
  return term.significand < 0 ? -magnitude : magnitude;
}

/// sum * 2^unit, cut to `places` fraction bits or rounded to nearest even.
inline double finish(Wide sum, int unit, int places, int leastExponent, bool nearest) {
  bool negative = sum < 0;
  Wide magnitude = negative ? -sum : sum;
  int top = -1;
  for (Wide rest = magnitude; rest; rest >>= 1)
    ++top;
  int last = std::max(top + unit, leastExponent) - places, drop = last - unit;
  if (drop > 0) {
    Wide kept = magnitude >> drop, rest = magnitude - (kept << drop), half = Wide{1} << (drop - 1);
    if (nearest && (rest > half || (rest == half && (kept & 1))))
      ++kept;
    magnitude = kept;
    unit = last;
  }
  double value = std::ldexp(static_cast<double>(static_cast<int64_t>(magnitude)), unit);
  return negative ? -value : value;
}

inline double sumOnce(const std::string &accumulator, const std::string &typeA,
                      const std::string &typeB, const Values &a, const Values &b, size_t row,
                      size_t column, size_t first, size_t count, double start, int fraction) {
  std::vector<Term> terms{termOf(start, accumulator)};
  for (size_t k = first; k < first + count; ++k) {
    Term x = termOf(a.at(row, k), typeA), y = termOf(b.at(k, column), typeB);
    terms.push_back(
        {x.significand * y.significand, x.exponent + y.exponent, x.fraction + y.fraction});
  }
  int largest = -1000;
  for (Term &term : terms) {
    if (term.significand == 0)
      term.exponent = -126;
    largest = std::max(largest, term.exponent);
  }
  Wide sum = 0;
  for (const Term &term : terms)
    sum += cutAt(term, largest, fraction);
  bool toF16 = accumulator == "f16";
  int places = toF16 ? 10 : std::min(fraction, 23);
  return finish(sum, largest - fraction, places, toF16 ? -14 : -126, toF16);
}

/// Values over many orders of magnitude, some zero and some subnormal.
inline Values drawWide(size_t rows, size_t columns, const std::string &type, std::mt19937 &random) {
  Values result(rows, columns);
  int spread = type == "f16" ? 12 : type == "e4m3" ? 7 : type == "e5m2" ? 13 : 16;
  for (double &value : result.values) {
    double mantissa = 1 + static_cast<double>(random() % 4096) / 4096;
    int exponent = static_cast<int>(random() % static_cast<unsigned>(spread + 3)) - spread;
    value = random() % 16 == 0 ? 0 : std::ldexp(random() % 2 ? mantissa : -mantissa, exponent);
    value = decodeElement(encodeElement(value, type), type);
  }
  return result;
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_TENSOR_HARDWAREMODEL_H
