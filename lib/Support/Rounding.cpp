// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of a conversion, for a block of elements at a time: decode to exact
// values, then round each to the result's type. One loop for each source and one
// for each result, not one for each pair. The pairs of f32 that hot paths use have
// loops of their own (FloatBits.h).
#include "halftone/Support/Rounding.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <type_traits>

using namespace halftone;

static_assert(std::endian::native == std::endian::little,
              "arrays and files are little-endian; a big-endian host needs swaps here");

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static Exact decodeFloat(uint64_t bits, FloatFormat format) {
  Exact value;
  value.negative = (bits >> format.signBit()) & 1;
  uint64_t magnitude = bits & ((uint64_t{1} << format.signBit()) - 1);
  if (magnitude > format.largestFinite()) {
    bool infinite = format.hasInfinity && magnitude == format.top();
    value.kind = infinite ? Exact::Kind::Infinity : Exact::Kind::NaN;
    return value;
  }
  int biased = static_cast<int>(magnitude >> format.mantissaBits);
  value.significand = magnitude & ((uint64_t{1} << format.mantissaBits) - 1);
  if (biased == 0)
    biased = 1; // subnormal: no hidden bit, the smallest exponent
  else
    value.significand |= uint64_t{1} << format.mantissaBits;
  value.exponent = biased - format.bias() - format.mantissaBits;
  return value;
}

/// Bits of an element as a 64-bit integer: sign-extended unless unsigned.
static uint64_t extendInteger(uint64_t bits, DType type) {
  if (type == DType::I1)
    return (bits & 0xff) != 0;
  unsigned unused = 64 - 8 * static_cast<unsigned>(byteSize(type));
  if (isUnsigned(type))
    return (bits << unused) >> unused;
  return static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
}

static Exact decodeInteger(uint64_t bits, DType type) {
  Exact value;
  uint64_t wide = extendInteger(bits, type);
  value.negative = !isUnsigned(type) && static_cast<int64_t>(wide) < 0;
  value.significand = value.negative ? uint64_t{0} - wide : wide;
  return value;
}

Exact halftone::decode(uint64_t bits, DType type) {
  return isFloat(type) ? decodeFloat(bits, floatFormat(type)) : decodeInteger(bits, type);
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

/// Drops the low `drop` > 0 bits of `significand`, rounding by `mode`.
static uint64_t dropBits(uint64_t significand, int drop, RoundingMode mode, uint32_t random) {
  uint64_t kept = drop < 64 ? significand >> drop : 0;
  uint64_t rest = drop < 64 ? significand & ((uint64_t{1} << drop) - 1) : significand;
  if (mode == RoundingMode::NearestEven) {
    if (drop > 64) // less than half a place
      return kept;
    uint64_t half = uint64_t{1} << (drop - 1);
    return kept + (rest > half || (rest == half && (kept & 1)));
  }
  if (mode == RoundingMode::Stochastic) {
    // The fraction in units of 2^-32, cut to an integer.
    uint64_t fraction = drop <= 32 ? rest << (32 - drop) : drop < 96 ? rest >> (drop - 32) : 0;
    return kept + (fraction + random >= uint64_t{1} << 32);
  }
  return kept;
}

static uint64_t encodeFloat(const Exact &value, FloatFormat format, RoundingMode mode,
                            bool saturate, uint32_t random) {
  uint64_t sign = static_cast<uint64_t>(value.negative) << format.signBit();
  if (value.kind == Exact::Kind::NaN)
    return sign | format.quietNaN();
  if (value.kind == Exact::Kind::Infinity)
    return sign | (saturate ? format.largestFinite() : format.overflow());
  if (value.significand == 0)
    return sign;

  // The exponent of the value, held at the smallest normal one for subnormals,
  // says where the last kept place is.
  int exponent = value.exponent + 63 - std::countl_zero(value.significand);
  exponent = std::max(exponent, format.minExponent());
  int drop = exponent - format.mantissaBits - value.exponent;
  uint64_t kept =
      drop > 0 ? dropBits(value.significand, drop, mode, random) : value.significand << -drop;
  // `kept` has the hidden bit, if normal, so adding it to one exponent less makes
  // the pattern, and a carry out of the mantissa makes the next exponent's.
  uint64_t biased = static_cast<uint64_t>(exponent + format.bias() - 1);
  uint64_t pattern = (biased << format.mantissaBits) + kept;
  if (exponent > format.bias() + 1 || pattern > format.largestFinite()) {
    bool clamp = saturate || mode == RoundingMode::TowardZero;
    pattern = clamp ? format.largestFinite() : format.overflow();
  }
  return sign | pattern;
}

/// Toward zero, clamped to the range of `type`.
static uint64_t encodeInteger(const Exact &value, DType type) {
  if (type == DType::I1)
    return value.kind != Exact::Kind::Finite || value.significand != 0;
  if (value.kind == Exact::Kind::NaN)
    return 0;
  int bits = 8 * static_cast<int>(byteSize(type));
  uint64_t largest = ~uint64_t{0} >> (64 - bits + (isUnsigned(type) ? 0 : 1));
  uint64_t limit = value.negative ? (isUnsigned(type) ? 0 : largest + 1) : largest;

  uint64_t magnitude = limit;
  if (value.kind == Exact::Kind::Finite) {
    if (value.exponent <= 0)
      magnitude = value.exponent > -64 ? value.significand >> -value.exponent : 0;
    else if (value.significand == 0)
      magnitude = 0;
    else if (std::countl_zero(value.significand) >= value.exponent)
      magnitude = value.significand << value.exponent;
    magnitude = std::min(magnitude, limit);
  }
  return value.negative ? uint64_t{0} - magnitude : magnitude;
}

uint64_t halftone::encode(const Exact &value, DType type, RoundingMode mode, bool saturate,
                          uint32_t random) {
  if (isFloat(type))
    return encodeFloat(value, floatFormat(type), mode, saturate, random);
  unsigned unused = 64 - 8 * static_cast<unsigned>(byteSize(type));
  return (encodeInteger(value, type) << unused) >> unused;
}

/// True if the low bits of the source are the result.
static bool isIntegerWrap(DType from, DType to, bool saturate) {
  return !isFloat(from) && !isFloat(to) && to != DType::I1 && !saturate;
}

uint64_t halftone::convertBits(uint64_t bits, DType from, DType to, RoundingMode mode,
                               bool saturate, uint32_t random) {
  if (!isIntegerWrap(from, to, saturate))
    return encode(decode(bits, from), to, mode, saturate, random);
  unsigned unused = 64 - 8 * static_cast<unsigned>(byteSize(to));
  return (extendInteger(bits, from) << unused) >> unused;
}

double halftone::roundTo(double value, DType type) {
  uint64_t rounded = encode(decode(std::bit_cast<uint64_t>(value), DType::F64), type);
  return std::bit_cast<double>(encode(decode(rounded, type), DType::F64));
}

//===----------------------------------------------------------------------===//
// Whole arrays
//===----------------------------------------------------------------------===//

/// Calls `body(std::integral_constant<DType, type>, Storage{})` for the type, so
/// that the loops in it know the format and the width.
template <typename Body> static void withType(DType type, Body body) {
  switch (type) {
#define HALFTONE_CASE(TYPE, STORAGE)                                                               \
  case DType::TYPE:                                                                                \
    return body(std::integral_constant<DType, DType::TYPE>(), STORAGE{});
    HALFTONE_CASE(F64, uint64_t)
    HALFTONE_CASE(F32, uint32_t)
    HALFTONE_CASE(F16, uint16_t)
    HALFTONE_CASE(BF16, uint16_t)
    HALFTONE_CASE(F8E4M3FN, uint8_t)
    HALFTONE_CASE(F8E5M2, uint8_t)
    HALFTONE_CASE(I1, uint8_t)
    HALFTONE_CASE(I8, uint8_t)
    HALFTONE_CASE(I16, uint16_t)
    HALFTONE_CASE(I32, uint32_t)
    HALFTONE_CASE(I64, uint64_t)
    HALFTONE_CASE(UI8, uint8_t)
    HALFTONE_CASE(UI16, uint16_t)
    HALFTONE_CASE(UI32, uint32_t)
    HALFTONE_CASE(UI64, uint64_t)
#undef HALFTONE_CASE
  }
}

static void decodeBlock(DType type, const void *from, int64_t count, Exact *to) {
  withType(type, [=]<typename Storage>(auto constant, Storage) {
    const Storage *bits = static_cast<const Storage *>(from);
    for (int64_t i = 0; i < count; ++i) {
      if constexpr (constant.value <= DType::F8E5M2)
        to[i] = decodeFloat(bits[i], floatFormat(constant.value));
      else
        to[i] = decodeInteger(bits[i], constant.value);
    }
  });
}

static void encodeBlock(DType type, const Exact *from, int64_t count, void *to,
                        const CastOptions &options, const uint32_t *random) {
  withType(type, [&]<typename Storage>(auto constant, Storage) {
    Storage *bits = static_cast<Storage *>(to);
    for (int64_t i = 0; i < count; ++i) {
      if constexpr (constant.value <= DType::F8E5M2)
        bits[i] =
            static_cast<Storage>(encodeFloat(from[i], floatFormat(constant.value), options.mode,
                                             options.saturate, random ? random[i] : 0));
      else
        bits[i] = static_cast<Storage>(encodeInteger(from[i], constant.value));
    }
  });
}

template <auto Convert, typename To, typename From>
static bool convertAll(const HostTensor &from, HostTensor &to) {
  const From *source = from.as<From>();
  To *result = to.as<To>();
  for (int64_t i = 0, e = from.numElements(); i < e; ++i)
    result[i] = Convert(source[i]);
  return true;
}

static double widenF32(float value) {
  double quiet = std::numeric_limits<double>::quiet_NaN();
  return value != value ? __builtin_copysign(quiet, value) : value;
}

static float narrowF64(double value) {
  float quiet = std::numeric_limits<float>::quiet_NaN();
  return value != value ? static_cast<float>(__builtin_copysign(quiet, value))
                        : static_cast<float>(value);
}

/// The pairs with loops of their own; false if this is none of them.
static bool convertFast(const HostTensor &from, HostTensor &to) {
  if (from.dtype() == DType::F32) {
    switch (to.dtype()) {
    case DType::F64:
      return convertAll<widenF32, double, float>(from, to);
    case DType::BF16:
      return convertAll<narrowBF16, uint16_t, float>(from, to);
    case DType::F16:
      return convertAll<narrowF16, uint16_t, float>(from, to);
    case DType::F8E4M3FN:
      return convertAll<narrowF8E4M3FN, uint8_t, float>(from, to);
    case DType::F8E5M2:
      return convertAll<narrowF8E5M2, uint8_t, float>(from, to);
    default:
      return false;
    }
  }
  if (to.dtype() != DType::F32)
    return false;
  switch (from.dtype()) {
  case DType::F64:
    return convertAll<narrowF64, float, double>(from, to);
  case DType::BF16:
    return convertAll<widenBF16, float, uint16_t>(from, to);
  case DType::F16:
    return convertAll<widenF16, float, uint16_t>(from, to);
  case DType::F8E4M3FN:
    return convertAll<widenF8E4M3FN, float, uint8_t>(from, to);
  case DType::F8E5M2:
    return convertAll<widenF8E5M2, float, uint8_t>(from, to);
  default:
    return false;
  }
}

/// Integer to integer by keeping the low bits.
static void wrapIntegers(const HostTensor &from, HostTensor &to) {
  withType(from.dtype(), [&]<typename From>(auto source, From) {
    withType(to.dtype(), [&]<typename To>(auto, To) {
      for (int64_t i = 0, e = from.numElements(); i < e; ++i)
        to.as<To>()[i] = static_cast<To>(extendInteger(from.as<From>()[i], source.value));
    });
  });
}

HostTensor halftone::castTensor(const HostTensor &tensor, DType type, const CastOptions &options) {
  DType from = tensor.dtype();
  if (from == type && !options.saturate)
    return tensor;
  HostTensor result(type, tensor.shape());
  if (isIntegerWrap(from, type, options.saturate)) {
    wrapIntegers(tensor, result);
    return result;
  }
  if (options.mode == RoundingMode::NearestEven && !options.saturate && convertFast(tensor, result))
    return result;

  assert((options.mode != RoundingMode::Stochastic ||
          static_cast<int64_t>(options.randomBits.size()) >= tensor.numElements()) &&
         "too few random numbers");
  constexpr int64_t blockSize = 256;
  Exact block[blockSize];
  bool stochastic = options.mode == RoundingMode::Stochastic;
  for (int64_t begin = 0; begin < tensor.numElements(); begin += blockSize) {
    int64_t count = std::min(blockSize, tensor.numElements() - begin);
    decodeBlock(from, tensor.as<uint8_t>() + begin * static_cast<int64_t>(byteSize(from)), count,
                block);
    encodeBlock(type, block, count,
                result.as<uint8_t>() + begin * static_cast<int64_t>(byteSize(type)), options,
                stochastic ? options.randomBits.data() + begin : nullptr);
  }
  return result;
}
