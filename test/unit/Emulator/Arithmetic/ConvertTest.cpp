// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cvt between every two types on hard values. Expected values come from Support's
// exact casts, and where those have no such mode, from long double, which holds all
// of these values.
#include "Instruction.h"

#include "halftone/Support/FloatBits.h"
#include "halftone/Support/Rounding.h"

#include <bit>
#include <cmath>
#include <random>

using namespace halftone;
using namespace halftone::emulator::test;

namespace {

struct TypeInfo {
  const char *name;
  DType type;
};
const TypeInfo floats[] = {
    {"f16", DType::F16}, {"bf16", DType::BF16}, {"f32", DType::F32}, {"f64", DType::F64}};
const TypeInfo integers[] = {{"u8", DType::UI8},   {"s8", DType::I8},    {"u16", DType::UI16},
                             {"s16", DType::I16},  {"u32", DType::UI32}, {"s32", DType::I32},
                             {"u64", DType::UI64}, {"s64", DType::I64}};

/// PTX has no conversion between bf16 and 8-bit integers.
bool exists(DType to, DType from) {
  return !(to == DType::BF16 && byteSize(from) == 1) && !(from == DType::BF16 && byteSize(to) == 1);
}

/// True if `.sat` makes sense: some value of `from` is none of `to`.
bool canSaturate(DType to, DType from) {
  bool enough = byteSize(to) > byteSize(from) ||
                (byteSize(to) == byteSize(from) && isUnsigned(to) == isUnsigned(from));
  return !enough || (isUnsigned(to) && !isUnsigned(from));
}

unsigned registerBytes(DType type) { return std::max<unsigned>(byteSize(type), 2); }

/// Patterns of a float type: corners, values beside ties of narrower types and
/// integers, and random ones.
std::vector<uint64_t> patterns(DType type) {
  FloatFormat format = floatFormat(type);
  std::vector<uint64_t> result;
  auto add = [&](uint64_t magnitude) {
    uint64_t sign = uint64_t{1} << format.signBit();
    result.push_back(magnitude & (sign - 1));
    result.push_back((magnitude & (sign - 1)) | sign);
  };
  uint64_t smallestNormal = uint64_t{1} << format.mantissaBits;
  for (uint64_t magnitude : {uint64_t{0}, uint64_t{1}, smallestNormal - 1, smallestNormal,
                             format.largestFinite(), format.top(), format.quietNaN()})
    add(magnitude);
  for (double value : {0.5,          1.0,          1.5,
                       2.5,          0.75,         126.5,
                       127.0,        127.5,        128.0,
                       255.5,        256.0,        32767.5,
                       65504.0,      65520.0,      65535.0,
                       65536.0,      2147483647.0, 2147483648.0,
                       4294967295.0, 4294967296.0, 0x1.fffffffffffffp62,
                       0x1p63,       0x1p64,       1e-7,
                       1e-40,        3.0e-8,       0x1.01p0,
                       0x1.018p0,    0x1.008p0,    0x1.0018p0,
                       448.0,        464.0,        465.0,
                       57344.0,      61440.0}) {
    uint64_t bits = convertBits(std::bit_cast<uint64_t>(value), DType::F64, type);
    for (uint64_t near : {bits - 1, bits, bits + 1})
      if (near < format.top())
        add(near);
  }
  std::mt19937_64 random(5);
  for (int i = 0; i < 60; ++i)
    add(random());
  return result;
}

std::vector<uint64_t> integerPatterns() {
  std::vector<uint64_t> result = {0,
                                  1,
                                  2,
                                  127,
                                  128,
                                  255,
                                  256,
                                  257,
                                  511,
                                  513,
                                  32767,
                                  32768,
                                  65535,
                                  65536,
                                  0x1000001,
                                  0x1000003,
                                  0x7fffffff,
                                  0x80000000,
                                  0xffffffff,
                                  0x7fffffffffffffff,
                                  0x8000000000000000,
                                  0xffffffffffffffff,
                                  0x8000008000000000,
                                  0x8000008000000001,
                                  0x20000000000001,
                                  0x4000004000000001,
                                  0xffffff8000000000,
                                  0xfffffffffffffbff};
  std::mt19937_64 random(6);
  for (int i = 0; i < 40; ++i)
    result.push_back(random() >> (random() % 64));
  return result;
}

std::vector<uint64_t> toWidth(std::vector<uint64_t> values, unsigned bytes) {
  for (uint64_t &value : values)
    value = value << (64 - 8 * bytes) >> (64 - 8 * bytes);
  return values;
}

/// Runs one cvt; the values travel in 64 bits.
std::vector<uint64_t> convert(const std::string &modifiers, TypeInfo to, TypeInfo from,
                              const std::vector<uint64_t> &values, unsigned fromBytes = 0,
                              unsigned toBytes = 0) {
  fromBytes = fromBytes ? fromBytes : registerBytes(from.type);
  toBytes = toBytes ? toBytes : registerBytes(to.type);
  auto narrow = [](const std::string &name, unsigned bytes, const std::string &wide, bool in) {
    std::string type = ".b" + std::to_string(8 * bytes);
    if (bytes == 8)
      return in ? "  mov.b64 " + name + ", " + wide + ";\n"
                : "  mov.b64 " + wide + ", " + name + ";\n";
    std::string unsignedType = ".u" + std::to_string(8 * bytes);
    return in ? "  cvt" + unsignedType + ".u64 " + name + ", " + wide + ";\n"
              : "  cvt.u64" + unsignedType + " " + wide + ", " + name + ";\n";
  };
  std::string body = "{\n  .reg .b" + std::to_string(8 * fromBytes) + " %x;\n  .reg .b" +
                     std::to_string(8 * toBytes) + " %y;\n";
  body += narrow("%x", fromBytes, "%a", true);
  body += "  cvt" + modifiers + "." + to.name + "." + from.name + " %y, %x;\n";
  body += narrow("%y", toBytes, "%d", false) + "}";
  return apply<uint64_t>(body, values);
}

/// A NaN as hardware writes it; f64 by itself.
uint64_t canonical(uint64_t bits, DType type) {
  FloatFormat format = floatFormat(type);
  uint64_t magnitude = (uint64_t{1} << format.signBit()) - 1;
  if ((bits & magnitude) <= format.top())
    return bits;
  return type == DType::F64 ? format.quietNaN() : magnitude;
}

long double toLong(uint64_t bits, DType type) {
  return static_cast<long double>(std::bit_cast<double>(convertBits(bits, type, DType::F64)));
}

} // namespace

TEST(EmulatorConvert, FloatsToNearest) {
  for (TypeInfo from : floats)
    for (TypeInfo to : floats) {
      if (from.type == to.type)
        continue;
      bool widens = floatFormat(from.type).mantissaBits < floatFormat(to.type).mantissaBits &&
                    floatFormat(from.type).exponentBits <= floatFormat(to.type).exponentBits;
      std::vector<uint64_t> values = patterns(from.type);
      std::vector<uint64_t> d = convert(widens ? "" : ".rn", to, from, values);
      for (size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(d[i], canonical(convertBits(values[i], from.type, to.type), to.type))
            << from.name << " to " << to.name << " " << std::hex << values[i];
    }
}

TEST(EmulatorConvert, FloatsInOtherDirections) {
  struct Pair {
    TypeInfo to, from;
  };
  const Pair some[] = {{floats[0], floats[2]}, {floats[2], floats[3]}, {floats[0], floats[3]}};
  for (auto [to, from] : some) {
    std::vector<uint64_t> values = patterns(from.type);
    std::vector<uint64_t> zero = convert(".rz", to, from, values);
    std::vector<uint64_t> down = convert(".rm", to, from, values);
    std::vector<uint64_t> up = convert(".rp", to, from, values);
    for (size_t i = 0; i < values.size(); ++i) {
      long double x = toLong(values[i], from.type);
      if (std::isnan(x))
        continue;
      long double z = toLong(zero[i], to.type), d = toLong(down[i], to.type),
                  u = toLong(up[i], to.type);
      EXPECT_LE(std::fabs(z), std::fabs(x));
      EXPECT_LE(d, x);
      EXPECT_GE(u, x);
      EXPECT_EQ(z, x < 0 ? u : d);
      // Neighbours, or equal if exact.
      uint64_t lower = x < 0 ? up[i] : down[i], upper = x < 0 ? down[i] : up[i];
      EXPECT_EQ(upper - lower, d == u ? 0u : 1u) << std::hex << values[i];
    }
  }
}

TEST(EmulatorConvert, FloatsToIntegers) {
  struct Mode {
    const char *name;
    long double (*round)(long double);
  };
  const Mode modes[] = {{".rni", [](long double v) { return std::nearbyint(v); }},
                        {".rzi", [](long double v) { return std::trunc(v); }},
                        {".rmi", [](long double v) { return std::floor(v); }},
                        {".rpi", [](long double v) { return std::ceil(v); }}};
  for (TypeInfo from : floats)
    for (TypeInfo to : integers)
      for (const Mode &mode : modes) {
        if (!exists(to.type, from.type))
          continue;
        std::vector<uint64_t> values = patterns(from.type);
        std::vector<uint64_t> d = convert(mode.name, to, from, values);
        unsigned bits = 8 * static_cast<unsigned>(byteSize(to.type));
        bool isSigned = !isUnsigned(to.type);
        long double high = std::ldexp(1.0L, static_cast<int>(bits) - isSigned) - 1;
        long double low = isSigned ? -high - 1 : 0;
        for (size_t i = 0; i < values.size(); ++i) {
          long double x = toLong(values[i], from.type);
          uint64_t expected;
          if (std::isnan(x)) {
            bool wide = bits == 64 || from.type == DType::F64;
            expected = wide ? uint64_t{1} << (bits - 1) : 0;
            if (isSigned && wide)
              expected = ~uint64_t{0} << (bits - 1);
          } else {
            long double rounded = std::min(std::max(mode.round(x), low), high);
            expected = rounded < 0 ? static_cast<uint64_t>(static_cast<int64_t>(rounded))
                                   : static_cast<uint64_t>(rounded);
          }
          unsigned width = registerBytes(to.type);
          expected = expected << (64 - 8 * width) >> (64 - 8 * width);
          EXPECT_EQ(d[i], expected)
              << mode.name << " " << from.name << " to " << to.name << " " << std::hex << values[i];
        }
      }
}

TEST(EmulatorConvert, IntegersToFloatsRoundOnce) {
  for (TypeInfo from : integers)
    for (TypeInfo to : floats) {
      if (!exists(to.type, from.type))
        continue;
      std::vector<uint64_t> values = toWidth(integerPatterns(), registerBytes(from.type));
      std::vector<uint64_t> d = convert(".rn", to, from, values);
      for (size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(d[i], convertBits(values[i], from.type, to.type))
            << from.name << " to " << to.name << " " << std::hex << values[i];
    }
}

TEST(EmulatorConvert, IntegersInRegistersOfAllSizes) {
  for (TypeInfo from : integers)
    for (TypeInfo to : integers)
      for (bool saturate : {false, true})
        for (unsigned fromBytes : {2u, 4u, 8u})
          for (unsigned toBytes : {2u, 4u, 8u}) {
            if (fromBytes < byteSize(from.type) || toBytes < byteSize(to.type) ||
                (saturate && !canSaturate(to.type, from.type)))
              continue;
            std::vector<uint64_t> values = toWidth(integerPatterns(), fromBytes);
            std::vector<uint64_t> d =
                convert(saturate ? ".sat" : "", to, from, values, fromBytes, toBytes);
            for (size_t i = 0; i < values.size(); ++i) {
              uint64_t expected =
                  convertBits(values[i], from.type, to.type, RoundingMode::NearestEven, saturate);
              unsigned unused = 64 - 8 * static_cast<unsigned>(byteSize(to.type));
              if (!isUnsigned(to.type))
                expected =
                    static_cast<uint64_t>(static_cast<int64_t>(expected << unused) >> unused);
              expected = expected << (64 - 8 * toBytes) >> (64 - 8 * toBytes);
              EXPECT_EQ(d[i], expected) << from.name << " to " << to.name << " " << std::hex
                                        << values[i] << (saturate ? " sat" : "");
            }
          }
}

TEST(EmulatorConvert, ClampFlushAndIntegralFloats) {
  std::vector<uint64_t> values = patterns(DType::F32);
  auto value = [](uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); };
  std::vector<uint64_t> sat = convert(".sat", floats[2], floats[2], values);
  std::vector<uint64_t> ftz = convert(".ftz", floats[2], floats[2], values);
  std::vector<uint64_t> floor = convert(".rmi", floats[2], floats[2], values);
  std::vector<uint64_t> relu = convert(".rn.relu", floats[0], floats[2], values);
  for (size_t i = 0; i < values.size(); ++i) {
    float x = value(values[i]);
    EXPECT_EQ(value(sat[i]), x > 0 ? std::min(x, 1.0f) : 0.0f);
    if (std::isnan(x))
      continue;
    EXPECT_EQ(value(ftz[i]), std::fabs(x) < 0x1p-126f ? 0.0f : x);
    EXPECT_EQ(value(floor[i]), std::floor(x));
    EXPECT_EQ(std::signbit(value(floor[i])), std::signbit(x));
    EXPECT_EQ(relu[i], x > 0 ? narrowF16(x) : 0);
  }
}

TEST(EmulatorConvert, TF32) {
  std::vector<uint64_t> values = patterns(DType::F32);
  std::vector<uint32_t> a(values.begin(), values.end());
  std::vector<uint32_t> away = apply<uint32_t>("cvt.rna.tf32.f32 %d, %a;", a);
  std::vector<uint32_t> even = apply<uint32_t>("cvt.rn.tf32.f32 %d, %a;", a);
  for (size_t i = 0; i < a.size(); ++i) {
    float x = std::bit_cast<float>(a[i]);
    if (std::isnan(x))
      continue;
    EXPECT_EQ(away[i], std::bit_cast<uint32_t>(roundTF32TiesAway(x)));
    EXPECT_EQ(even[i], std::bit_cast<uint32_t>(roundTF32NearestEven(x)));
  }
}

TEST(EmulatorConvert, PairsOf16Bits) {
  std::vector<uint64_t> values = patterns(DType::F32);
  std::vector<uint32_t> a(values.begin(), values.end()), b(a.rbegin(), a.rend());
  for (TypeInfo to : {floats[0], floats[1]}) {
    std::string type = std::string(to.name) + "x2.f32 %d, %a, %b;";
    std::vector<uint32_t> near = apply<uint32_t>("cvt.rn." + type, a, b);
    std::vector<uint32_t> zero = apply<uint32_t>("cvt.rz." + type, a, b);
    std::vector<uint32_t> relu = apply<uint32_t>("cvt.rn.relu." + type, a, b);
    auto expect = [&](uint32_t bits, RoundingMode mode) {
      return static_cast<uint32_t>(
          canonical(convertBits(bits, DType::F32, to.type, mode), to.type));
    };
    auto clamp = [](uint32_t half) { return half & 0x8000 ? 0 : half; };
    for (size_t i = 0; i < a.size(); ++i) {
      uint32_t high = expect(a[i], RoundingMode::NearestEven);
      uint32_t low = expect(b[i], RoundingMode::NearestEven);
      EXPECT_EQ(near[i], high << 16 | low);
      EXPECT_EQ(relu[i], clamp(high) << 16 | clamp(low));
      EXPECT_EQ(zero[i], expect(a[i], RoundingMode::TowardZero) << 16 |
                             expect(b[i], RoundingMode::TowardZero));
    }
  }
}

TEST(EmulatorConvert, PairsOf8Bits) {
  std::vector<uint64_t> values = patterns(DType::F32);
  std::vector<uint32_t> a(values.begin(), values.end()), b(a.rbegin(), a.rend());
  std::vector<uint16_t> all(65536);
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = static_cast<uint16_t>(i);
  struct Narrow {
    const char *name;
    DType type;
  };
  for (Narrow narrow : {Narrow{"e4m3x2", DType::F8E4M3FN}, Narrow{"e5m2x2", DType::F8E5M2}}) {
    std::string name = narrow.name;
    std::vector<uint16_t> d =
        apply<uint16_t>("cvt.rn.satfinite." + name + ".f32 %d, %a, %b;", a, b);
    auto expect = [&](uint32_t bits) {
      uint64_t r = convertBits(bits, DType::F32, narrow.type, RoundingMode::NearestEven, true);
      bool nan = std::isnan(std::bit_cast<float>(bits));
      return static_cast<uint32_t>(nan ? 0x7f : r);
    };
    for (size_t i = 0; i < a.size(); ++i)
      EXPECT_EQ(d[i], expect(a[i]) << 8 | expect(b[i])) << name << std::hex << a[i];

    std::vector<uint32_t> wide = apply<uint32_t>("cvt.rn.f16x2." + name + " %d, %a;", all);
    for (size_t i = 0; i < all.size(); ++i) {
      auto half = [&](uint64_t bits) {
        return static_cast<uint32_t>(
            canonical(convertBits(bits & 255, narrow.type, DType::F16), DType::F16));
      };
      EXPECT_EQ(wide[i], half(i >> 8) << 16 | half(i)) << std::hex << i;
    }
    // And back: exact, but for NaN's pattern and the infinities of e5m2.
    std::vector<uint16_t> back =
        apply<uint16_t>("cvt.rn.satfinite." + name + ".f16x2 %d, %a;", wide);
    for (size_t i = 0; i < all.size(); ++i)
      for (int shift : {0, 8}) {
        uint32_t bits = (i >> shift) & 255, got = back[i] >> shift & 255;
        double x = static_cast<double>(toLong(bits, narrow.type));
        if (std::isfinite(x)) {
          EXPECT_EQ(got, bits);
        } else {
          EXPECT_EQ(got, std::isnan(x) ? 0x7fu : (bits & 0x80) | 0x7b);
        }
      }
  }
}
