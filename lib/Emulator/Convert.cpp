// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value becomes an exact integer times a power of two (Support/Rounding.h), is
// rounded to an integer where the form says so, and then once to its result's type.
#include "Convert.h"
#include "Warp.h"

#include "halftone/Support/Rounding.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

namespace {

DType dtypeOf(Type type) {
  switch (type) {
  case Type::F64:
    return DType::F64;
  case Type::F16:
    return DType::F16;
  case Type::BF16:
    return DType::BF16;
  case Type::E4M3:
    return DType::F8E4M3FN;
  case Type::E5M2:
    return DType::F8E5M2;
  case Type::S8:
    return DType::I8;
  case Type::S16:
    return DType::I16;
  case Type::S32:
    return DType::I32;
  case Type::S64:
    return DType::I64;
  case Type::U8:
    return DType::UI8;
  case Type::U16:
    return DType::UI16;
  case Type::U32:
    return DType::UI32;
  case Type::U64:
    return DType::UI64;
  default:
    return DType::F32;
  }
}

uint64_t lowBits(uint64_t bits, unsigned bytes) {
  return bits << (64 - 8 * bytes) >> (64 - 8 * bytes);
}

uint64_t extend(uint64_t bits, Type type) {
  unsigned unused = 64 - 8 * byteSize(type);
  if (isSigned(type))
    return static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
  return bits << unused >> unused;
}

/// True if the magnitude grows when `negative` is rounded that way.
bool growsMagnitude(Round round, bool negative) {
  return negative ? round == Round::Down : round == Round::Up;
}

Exact toIntegral(Exact value, Round round) {
  if (value.kind != Exact::Kind::Finite || value.exponent >= 0 || value.significand == 0)
    return value;
  int drop = -value.exponent;
  uint64_t kept = drop < 64 ? value.significand >> drop : 0;
  uint64_t rest = drop < 64 ? value.significand & ((uint64_t{1} << drop) - 1) : value.significand;
  if (round == Round::Nearest) {
    uint64_t half = drop <= 64 ? uint64_t{1} << (drop - 1) : 0;
    kept += half && (rest > half || (rest == half && (kept & 1)));
  } else if (rest && growsMagnitude(round, value.negative)) {
    ++kept;
  }
  value.significand = kept;
  value.exponent = 0;
  return value;
}

bool sameValue(Exact a, Exact b) {
  auto strip = [](Exact &value) {
    int zeros = value.significand ? std::countr_zero(value.significand) : 0;
    value.significand >>= zeros;
    value.exponent = value.significand ? value.exponent + zeros : 0;
  };
  strip(a);
  strip(b);
  return a.kind == b.kind && a.significand == b.significand && a.exponent == b.exponent;
}

/// Rounds to a float type. NaN has the pattern that hardware gives.
uint64_t toFloat(const Exact &value, DType type, Round round, bool satfinite) {
  FloatFormat format = floatFormat(type);
  if (value.kind == Exact::Kind::NaN) {
    uint64_t magnitude = (uint64_t{1} << format.signBit()) - 1;
    return type == DType::F64 ? format.quietNaN() : magnitude;
  }
  if (round == Round::Nearest)
    return encode(value, type, RoundingMode::NearestEven, satfinite);
  uint64_t bits = encode(value, type, RoundingMode::TowardZero, satfinite);
  if (growsMagnitude(round, value.negative) && !sameValue(decode(bits, type), value))
    ++bits;
  return bits;
}

uint64_t toTF32(uint32_t bits, const ConvertSpec &spec) {
  float value = std::bit_cast<float>(bits);
  if (value != value)
    return 0x7fffffffu;
  if (spec.relu && (bits >> 31))
    return 0;
  uint32_t result = spec.tiesAway ? std::bit_cast<uint32_t>(roundTF32TiesAway(value))
                    : spec.round == Round::Zero
                        ? bits & 0xffffe000u
                        : std::bit_cast<uint32_t>(roundTF32NearestEven(value));
  if (spec.satfinite && (result & 0x7fffffffu) == 0x7f800000u)
    result -= 0x2000;
  return result;
}

/// A float of 4 or 6 bits: neither infinity nor NaN, and sums of a sign, an exponent
/// and a mantissa otherwise.
struct TinyFormat {
  int mantissaBits, bias;
  uint32_t largest; ///< the magnitude's pattern
  constexpr uint32_t sign() const { return largest + 1; }
};

bool tinyFormat(Type type, TinyFormat &format) {
  switch (type) {
  case Type::E2M1x2:
    format = {1, 1, 7};
    return true;
  case Type::E2M3x2:
    format = {3, 1, 31};
    return true;
  case Type::E3M2x2:
    format = {2, 3, 31};
    return true;
  default:
    return false;
  }
}

Exact fromTiny(uint64_t bits, const TinyFormat &format) {
  Exact value;
  uint32_t magnitude = static_cast<uint32_t>(bits) & format.largest;
  int biased = static_cast<int>(magnitude >> format.mantissaBits);
  value.negative = bits & format.sign();
  value.significand = magnitude & ((1u << format.mantissaBits) - 1);
  if (biased)
    value.significand |= uint64_t{1} << format.mantissaBits;
  value.exponent = (biased ? biased : 1) - format.bias - format.mantissaBits;
  return value;
}

/// To nearest even, and to the largest magnitude beyond it; so does NaN, as positive.
uint64_t toTiny(const Exact &value, const TinyFormat &format, bool relu) {
  if (value.kind == Exact::Kind::NaN)
    return format.largest;
  if (relu && value.negative)
    return 0;
  uint32_t sign = value.negative ? format.sign() : 0;
  if (value.kind == Exact::Kind::Infinity)
    return sign | format.largest;
  // In units of the last place of a subnormal; then the exponent is brought down.
  int unit = 1 - format.bias - format.mantissaBits;
  for (uint32_t biased = 1; value.significand != 0; ++biased, ++unit) {
    Exact scaled = value;
    scaled.exponent -= unit;
    scaled = toIntegral(scaled, Round::Nearest);
    if (scaled.exponent > 16 || scaled.significand >> 16)
      return sign | format.largest;
    uint32_t rounded = static_cast<uint32_t>(scaled.significand << scaled.exponent);
    if (rounded >= 2u << format.mantissaBits)
      continue;
    uint32_t pattern = rounded + ((biased - 1) << format.mantissaBits);
    return sign | std::min(pattern, format.largest);
  }
  return sign;
}

/// A power of two: the exponent of |value|, with all ones for NaN. Signs are lost.
uint64_t toPower(uint32_t bits, const ConvertSpec &spec) {
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return 0xff;
  uint32_t exponent = magnitude >> 23;
  // 0 stands for 2^-127, which in f32 is a subnormal.
  bool inexact = exponent ? magnitude & 0x007fffffu : magnitude > 0x00400000u;
  exponent += spec.round == Round::Up && inexact && exponent != 0xff;
  return spec.satfinite && exponent == 0xff ? 0xfe : exponent;
}

uint64_t fromPower(uint64_t bits) {
  uint64_t exponent = bits & 0xff;
  return exponent == 0xff ? 0x7fff : exponent == 0 ? 0x0040 : exponent << 7;
}

uint64_t floatToInteger(const Exact &value, const ConvertSpec &spec) {
  // NaN gives 0, except that an f64 or a 64-bit result gives the first bit alone.
  bool wide = spec.from == Type::F64 || byteSize(spec.to) == 8;
  if (value.kind == Exact::Kind::NaN)
    return wide ? extend(uint64_t{1} << (8 * byteSize(spec.to) - 1), spec.to) : 0;
  return extend(encode(toIntegral(value, spec.round), dtypeOf(spec.to)), spec.to);
}

bool isSubnormal(uint64_t bits, DType type) {
  FloatFormat format = floatFormat(type);
  return !(bits & format.top()) && (bits & ((uint64_t{1} << format.mantissaBits) - 1));
}

/// `.relu` and `.sat` on a result in a float type.
uint64_t clampFloat(uint64_t bits, DType type, const ConvertSpec &spec) {
  FloatFormat format = floatFormat(type);
  uint64_t sign = uint64_t{1} << format.signBit();
  bool nan = (bits & (sign - 1)) > (format.hasInfinity ? format.top() : format.largestFinite());
  if (spec.relu && !nan && (bits & sign))
    return 0;
  if (!spec.sat)
    return bits;
  uint64_t one = static_cast<uint64_t>(format.bias()) << format.mantissaBits;
  return nan || (bits & sign) ? 0 : bits < one ? bits : one;
}

} // namespace

uint64_t emulator::convertValue(const ConvertSpec &spec, uint64_t bits) {
  if (spec.from == Type::UE8M0x2)
    return fromPower(bits);
  TinyFormat tiny;
  if (tinyFormat(spec.from, tiny))
    return clampFloat(toFloat(fromTiny(bits, tiny), dtypeOf(spec.to), spec.round, false),
                      dtypeOf(spec.to), spec);
  bits = lowBits(bits, byteSize(spec.from));
  if (tinyFormat(spec.to, tiny))
    return toTiny(decode(bits, dtypeOf(spec.from)), tiny, spec.relu);
  if (spec.to == Type::UE8M0x2)
    return toPower(static_cast<uint32_t>(spec.from == Type::BF16 ? bits << 16 : bits), spec);
  if (spec.to == Type::TF32)
    return toTF32(static_cast<uint32_t>(bits), spec);

  DType from = dtypeOf(spec.from), to = dtypeOf(spec.to);
  if (isInteger(spec.from) && isInteger(spec.to)) {
    uint64_t wide = extend(bits, spec.from);
    return lowBits(extend(spec.sat ? encode(decode(bits, from), to) : wide, spec.to), spec.toBytes);
  }
  if (spec.ftz && spec.from == Type::F32 && isSubnormal(bits, from))
    bits &= 0x80000000u;
  Exact value = decode(bits, from);
  if (isInteger(spec.to))
    return lowBits(floatToInteger(value, spec), spec.toBytes);
  if (spec.integral)
    value = toIntegral(value, spec.round);
  uint64_t result = toFloat(value, to, spec.round, spec.satfinite);
  if (spec.ftz && spec.to == Type::F32 && isSubnormal(result, to))
    result &= 0x80000000u;
  return clampFloat(result, to, spec);
}

Flow emulator::runConvert(Warp &w, const Inst &i, uint32_t mask) {
  ConvertSpec spec = std::bit_cast<ConvertSpec>(i.imm);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l)) {
      uint64_t bits = readLane(w, w.slot(i, 1), spec.fromBytes, l);
      writeLane(w, w.slot(i, 0), spec.toBytes, l, convertValue(spec, bits));
    }
  return Flow::Next;
}

/// Bits from one value of a pair to the next. Types that are only found in pairs
/// stand for one value here.
static unsigned stride(Type type) {
  switch (type) {
  case Type::E2M1x2:
    return 4;
  case Type::E2M3x2:
  case Type::E3M2x2:
  case Type::UE8M0x2:
    return 8;
  default:
    return 8 * byteSize(type);
  }
}

Flow emulator::runConvertToPair(Warp &w, const Inst &i, uint32_t mask) {
  ConvertSpec spec = std::bit_cast<ConvertSpec>(i.imm);
  unsigned bits = stride(spec.to);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l)) {
      uint64_t high = convertValue(spec, w.lanes<uint32_t>(i, 1)[l]);
      uint64_t low = convertValue(spec, w.lanes<uint32_t>(i, 2)[l]);
      writeLane(w, w.slot(i, 0), bits / 4, l, high << bits | low);
    }
  return Flow::Next;
}

Flow emulator::runConvertPair(Warp &w, const Inst &i, uint32_t mask) {
  ConvertSpec spec = std::bit_cast<ConvertSpec>(i.imm);
  unsigned bitsTo = stride(spec.to), bitsFrom = stride(spec.from);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l)) {
      uint64_t pair = readLane(w, w.slot(i, 1), bitsFrom / 4, l);
      uint64_t high = convertValue(spec, pair >> bitsFrom), low = convertValue(spec, pair);
      writeLane(w, w.slot(i, 0), bitsTo / 4, l, high << bitsTo | low);
    }
  return Flow::Next;
}

Flow emulator::runConvertPack(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t bits = i.bytes;
  int64_t high = (int64_t{1} << (bits - i.option)) - 1, low = i.option ? -high - 1 : 0;
  uint32_t ones = (1u << bits) - 1;
  auto narrow = [&](int32_t value) {
    return static_cast<uint32_t>(std::clamp<int64_t>(value, low, high)) & ones;
  };
  uint32_t *d = w.lanes<uint32_t>(i, 0);
  const int32_t *a = w.lanes<int32_t>(i, 1), *b = w.lanes<int32_t>(i, 2);
  const uint32_t *c = bits < 16 ? w.lanes<uint32_t>(i, 3) : nullptr;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      d[l] = (c ? c[l] << (2 * bits) : 0) | narrow(a[l]) << bits | narrow(b[l]);
  return Flow::Next;
}
