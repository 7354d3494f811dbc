// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value becomes an exact integer times a power of two (Support/Rounding.h), is
// rounded to an integer where the form says so, and then once to its result's type.
#include "Convert.h"
#include "Warp.h"

#include "halftone/Support/Rounding.h"

#include <cstring>

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
  if (spec.tiesAway)
    return std::bit_cast<uint32_t>(roundTF32TiesAway(value));
  if (spec.round == Round::Zero)
    return bits & 0xffffe000u;
  return std::bit_cast<uint32_t>(roundTF32NearestEven(value));
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
  bits = lowBits(bits, byteSize(spec.from));
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

Flow emulator::runConvertToPair(Warp &w, const Inst &i, uint32_t mask) {
  ConvertSpec spec = std::bit_cast<ConvertSpec>(i.imm);
  unsigned bits = 8 * byteSize(spec.to), registerBytes = 2 * byteSize(spec.to);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l)) {
      uint64_t high = convertValue(spec, w.lanes<uint32_t>(i, 1)[l]);
      uint64_t low = convertValue(spec, w.lanes<uint32_t>(i, 2)[l]);
      writeLane(w, w.slot(i, 0), registerBytes, l, high << bits | low);
    }
  return Flow::Next;
}

Flow emulator::runConvertPair(Warp &w, const Inst &i, uint32_t mask) {
  ConvertSpec spec = std::bit_cast<ConvertSpec>(i.imm);
  unsigned bitsTo = 8 * byteSize(spec.to), bitsFrom = 8 * byteSize(spec.from);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l)) {
      uint64_t pair = readLane(w, w.slot(i, 1), 2 * byteSize(spec.from), l);
      uint64_t high = convertValue(spec, pair >> bitsFrom), low = convertValue(spec, pair);
      writeLane(w, w.slot(i, 0), 2 * byteSize(spec.to), l, high << bitsTo | low);
    }
  return Flow::Next;
}
