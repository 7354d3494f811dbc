// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of all patterns of 8 and 16 bits, in every rounding, and to formats that
// the other tests do not have: tf32 with limits, 4 and 6 bits, powers of two, packed
// integers. Expected values are rounded from long double (Reals.h).
#include "Instruction.h"
#include "Reals.h"

#include <algorithm>
#include <bit>
#include <random>

using namespace halftone::emulator::test;

namespace {

struct Integer {
  const char *name;
  unsigned bits;
  bool isSigned;
};
const Integer integers[] = {{"u8", 8, false},   {"s8", 8, true},    {"u16", 16, false},
                            {"s16", 16, true},  {"u32", 32, false}, {"s32", 32, true},
                            {"u64", 64, false}, {"s64", 64, true}};
const Mode directions[] = {Mode::Even, Mode::Zero, Mode::Down, Mode::Up};

/// f32 values near what narrow formats hold and between it.
std::vector<uint32_t> floats() {
  std::vector<uint32_t> result;
  for (uint32_t v :
       {0u,          1u,          0x7fffffu,   0x800000u,   0x3f800000u, 0x7f7fffffu, 0x7f800000u,
        0x7fc00000u, 0x7f800001u, 0x477fe000u, 0x477ff000u, 0x477fefffu, 0x43e00000u, 0x43e80000u,
        0x43e7ffffu, 0x47600000u, 0x47700000u, 0x3effffffu, 0x00400000u, 0x00400001u, 0x7f000000u,
        0x7f000001u, 0x7f7ff000u, 0x7f7fe000u, 0x7f7f0000u}) {
    result.push_back(v);
    result.push_back(v | 0x80000000u);
  }
  std::mt19937 random(21);
  for (int exponent = -30; exponent < 20; ++exponent)
    for (int k = 0; k < 40; ++k) {
      uint32_t mantissa = static_cast<uint32_t>(random()) & 0x7fffff;
      // Ties, and values beside them.
      if (k % 2)
        mantissa = (mantissa & 0x7c0000u) + static_cast<uint32_t>(k % 3) - 1;
      uint32_t sign = static_cast<uint32_t>(random() & 1) << 31;
      result.push_back(sign | static_cast<uint32_t>(exponent + 127) << 23 | (mantissa & 0x7fffff));
    }
  for (int k = 0; k < 4000; ++k)
    result.push_back(static_cast<uint32_t>(random()));
  return result;
}

/// Runs `cvt` on registers of the given sizes.
std::vector<uint64_t> convert16(const std::string &form, unsigned toBits,
                                const std::vector<uint16_t> &values) {
  std::string to = std::to_string(toBits);
  std::string widen = toBits == 64 ? "mov.b64 %d, %y;" : "cvt.u64.u" + to + " %d, %y;";
  return apply<uint64_t>("{ .reg .b" + to + " %y;\n  cvt" + form + " %y, %a;\n  " + widen + " }",
                         values);
}

unsigned registerBits(unsigned bits) { return std::max(bits, 16u); }

uint64_t low(uint64_t value, unsigned bits) {
  return bits == 64 ? value : value & ((1ull << bits) - 1);
}

struct Half {
  const char *name;
  Format format;
};
const Half halves[] = {{"f16", f16}, {"bf16", bf16}};

} // namespace

TEST(EmulatorNarrow, HalvesToIntegers) {
  std::vector<uint16_t> all = allHalves();
  for (const Half &half : halves)
    for (const Integer &to : integers)
      for (Mode mode : directions) {
        if (half.format.exponentBits == 8 && to.bits == 8)
          continue;
        std::string round = std::string(".") + modeNames[static_cast<int>(mode)] + "i.";
        unsigned width = registerBits(to.bits);
        std::vector<uint64_t> d = convert16(round + to.name + "." + half.name, width, all);
        long double high = std::ldexp(1.0L, static_cast<int>(to.bits) - to.isSigned) - 1;
        long double lowest = to.isSigned ? -high - 1 : 0;
        for (size_t i = 0; i < all.size(); ++i) {
          long double x = realOf(all[i], half.format);
          uint64_t expected = 0;
          if (std::isnan(x)) {
            expected = to.bits == 64 ? uint64_t{1} << 63 : 0;
          } else {
            long double r = std::clamp(integralOf(x, mode), lowest, high);
            expected =
                r < 0 ? static_cast<uint64_t>(static_cast<int64_t>(r)) : static_cast<uint64_t>(r);
          }
          ASSERT_EQ(d[i], low(expected, width))
              << round << to.name << "." << half.name << std::hex << " " << all[i];
        }
      }
}

TEST(EmulatorNarrow, IntegersToHalves) {
  std::vector<uint16_t> all = allHalves();
  for (const Half &half : halves)
    for (const Integer &from : integers)
      for (Mode mode : directions) {
        if (from.bits > 16 || (half.format.exponentBits == 8 && from.bits == 8))
          continue;
        std::string round = std::string(".") + modeNames[static_cast<int>(mode)] + ".";
        std::vector<uint64_t> d = convert16(round + half.name + "." + from.name, 16, all);
        for (size_t i = 0; i < all.size(); ++i) {
          int64_t value = static_cast<int64_t>(low(all[i], from.bits));
          if (from.isSigned && value >> (from.bits - 1))
            value -= int64_t{1} << from.bits;
          ASSERT_EQ(d[i], bitsOfReal(static_cast<long double>(value), half.format, mode))
              << round << half.name << "." << from.name << " " << value;
        }
      }
}

TEST(EmulatorNarrow, HalvesToFloats) {
  std::vector<uint16_t> all = allHalves();
  for (const Half &half : halves) {
    const Half &other = half.format.exponentBits == 8 ? halves[0] : halves[1];
    std::string from = std::string(".") + half.name;
    std::vector<uint64_t> single = convert16(".f32" + from, 32, all);
    std::vector<uint64_t> twice = convert16(".f64" + from, 64, all);
    for (size_t i = 0; i < all.size(); ++i) {
      long double x = realOf(all[i], half.format);
      ASSERT_EQ(single[i], bitsOfReal(x, f32)) << from << std::hex << " " << all[i];
      ASSERT_EQ(twice[i], bitsOfReal(x, f64)) << from << std::hex << " " << all[i];
    }
    for (Mode mode : directions) {
      std::string round = std::string(".") + modeNames[static_cast<int>(mode)];
      std::vector<uint64_t> across = convert16(round + "." + other.name + from, 16, all);
      std::vector<uint64_t> whole = convert16(round + "i." + half.name + from, 16, all);
      for (size_t i = 0; i < all.size(); ++i) {
        long double x = realOf(all[i], half.format);
        ASSERT_EQ(across[i], bitsOfReal(x, other.format, mode))
            << round << from << std::hex << " " << all[i];
        long double r = std::copysign(integralOf(x, mode), x);
        ASSERT_EQ(whole[i], bitsOfReal(std::isnan(x) ? x : r, half.format))
            << round << "i" << from << std::hex << " " << all[i];
      }
    }
  }
}

TEST(EmulatorNarrow, FloatsToHalvesWithLimits) {
  std::vector<uint32_t> a = floats(), b(a.rbegin(), a.rend());
  for (const Half &half : halves)
    for (Mode mode : {Mode::Even, Mode::Zero})
      for (bool relu : {false, true})
        for (bool satfinite : {false, true}) {
          std::string form = std::string("cvt.") + modeNames[static_cast<int>(mode)] +
                             (relu ? ".relu" : "") + (satfinite ? ".satfinite." : ".") + half.name;
          std::vector<uint16_t> one = apply<uint16_t>(form + ".f32 %d, %a;", a);
          std::vector<uint32_t> two = apply<uint32_t>(form + "x2.f32 %d, %a, %b;", a, b);
          auto expected = [&](uint32_t bits) {
            long double x = realOf(bits, f32);
            if (relu && x <= 0)
              x = 0;
            return static_cast<uint32_t>(bitsOfReal(x, half.format, mode, satfinite));
          };
          for (size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(one[i], expected(a[i])) << form << std::hex << " " << a[i];
            ASSERT_EQ(two[i], expected(a[i]) << 16 | expected(b[i])) << form;
          }
        }
}

TEST(EmulatorNarrow, FloatsToTF32) {
  std::vector<uint32_t> a = floats();
  for (Mode mode : {Mode::Even, Mode::Zero, Mode::Away})
    for (bool relu : {false, true})
      for (bool satfinite : {false, true}) {
        if (relu && mode == Mode::Away)
          continue;
        std::string form = std::string("cvt.") + modeNames[static_cast<int>(mode)] +
                           (satfinite ? ".satfinite" : "") + (relu ? ".relu" : "");
        std::vector<uint32_t> d = apply<uint32_t>(
            form + ".tf32.f32 %d, %a;", a, std::vector<None>(), std::vector<None>(), "sm_100a");
        for (size_t i = 0; i < a.size(); ++i) {
          long double x = realOf(a[i], f32);
          if (relu && x <= 0)
            x = 0;
          uint64_t expected =
              std::isnan(x) ? 0x7fffffff : bitsOfReal(x, tf32, mode, satfinite) << 13;
          ASSERT_EQ(d[i], expected) << form << std::hex << " " << a[i];
        }
      }
}

namespace {

struct Small {
  const char *name;
  Format format;
  unsigned stride; ///< bits from one to the other
};
const Small smalls[] = {
    {"e4m3", e4m3, 8}, {"e5m2", e5m2, 8}, {"e2m3", e2m3, 8}, {"e3m2", e3m2, 8}, {"e2m1", e2m1, 4}};

/// e2m1 pairs are in registers of 8 bits, which only moves and cvt know.
std::string throughByte(const std::string &before, const std::string &after) {
  return "{ .reg .b8 %x, %z;\n  .reg .b16 %y;\n  " + before + "  " + after + " }";
}

} // namespace

TEST(EmulatorNarrow, FloatsToPairsOfFewBits) {
  std::vector<uint32_t> a = floats(), b(a.rbegin(), a.rend());
  std::vector<None> none;
  for (const Small &small : smalls)
    for (bool relu : {false, true}) {
      std::string form =
          std::string("cvt.rn.satfinite") + (relu ? ".relu." : ".") + small.name + "x2.f32 ";
      std::string body =
          small.stride == 8
              ? form + "%d, %a, %b;"
              : throughByte(form + "%x, %a, %b;\n  mov.b16 {%z, _}, 0;\n", "mov.b16 %d, {%x, %z};");
      std::vector<uint16_t> d = apply<uint16_t>(body, a, b, none, "sm_100a");
      auto expected = [&](uint32_t bits) {
        long double x = realOf(bits, f32);
        if (relu && x <= 0)
          x = 0;
        return static_cast<uint32_t>(bitsOfReal(x, small.format, Mode::Even, true));
      };
      for (size_t i = 0; i < a.size(); ++i)
        ASSERT_EQ(d[i], expected(a[i]) << small.stride | expected(b[i]))
            << form << std::hex << " " << a[i] << ", " << b[i];
    }
}

TEST(EmulatorNarrow, PairsOfFewBitsToHalvesAndBack) {
  std::vector<uint16_t> all = allHalves();
  std::vector<uint32_t> pairs;
  for (uint16_t each : all)
    pairs.push_back(each | static_cast<uint32_t>(static_cast<uint16_t>(each * 40503u)) << 16);
  std::vector<None> none;
  for (const Small &small : smalls)
    for (bool relu : {false, true}) {
      std::string name = std::string(small.name) + "x2", modifier = relu ? ".relu" : "";
      bool byte = small.stride == 4;
      std::string widen = "cvt.rn" + modifier + ".f16x2." + name;
      std::string body =
          byte ? throughByte("mov.b16 {%x, _}, %a;\n", widen + " %d, %x;") : widen + " %d, %a;";
      std::vector<uint32_t> d = apply<uint32_t>(body, all, none, none, "sm_100a");
      auto half = [&](uint32_t bits) {
        bits &= (1u << small.format.bits()) - 1;
        long double x = realOf(bits, small.format);
        if (relu && x <= 0)
          x = 0;
        return static_cast<uint32_t>(bitsOfReal(x, f16));
      };
      for (size_t i = 0; i < all.size(); ++i)
        ASSERT_EQ(d[i], half(all[i] >> small.stride) << 16 | half(all[i]))
            << widen << std::hex << " " << all[i];

      if (std::string(small.name) == "e2m3" || std::string(small.name) == "e3m2")
        continue; // not from f16x2
      std::string narrow = "cvt.rn.satfinite" + modifier + "." + name + ".f16x2";
      body =
          byte ? throughByte(narrow + " %x, %a;\n  mov.b16 {%z, _}, 0;\n", "mov.b16 %d, {%x, %z};")
               : narrow + " %d, %a;";
      std::vector<uint16_t> back = apply<uint16_t>(body, pairs, none, none, "sm_100a");
      auto few = [&](uint32_t bits) {
        long double x = realOf(bits & 0xffff, f16);
        if (relu && x <= 0)
          x = 0;
        return static_cast<uint32_t>(bitsOfReal(x, small.format, Mode::Even, true));
      };
      for (size_t i = 0; i < pairs.size(); ++i)
        ASSERT_EQ(back[i], few(pairs[i] >> 16) << small.stride | few(pairs[i]))
            << narrow << std::hex << " " << pairs[i];
    }
}

TEST(EmulatorNarrow, PowersOfTwo) {
  std::vector<uint32_t> a = floats(), b(a.rbegin(), a.rend()), pairs;
  for (uint16_t each : allHalves())
    pairs.push_back(each | static_cast<uint32_t>(static_cast<uint16_t>(each * 40503u)) << 16);
  std::vector<None> none;
  // The power of two at or below, or above, as 2^(d - 127).
  auto power = [](long double x, bool up, bool satfinite) -> uint32_t {
    if (std::isnan(x))
      return 0xff;
    x = std::fabs(x);
    int d = 0;
    while (d < 255 && std::ldexp(1.0L, d - 127) < x)
      ++d;
    bool exact = d < 255 && std::ldexp(1.0L, d - 127) == x;
    if (!up && !exact && d > 0 && !std::isinf(x))
      --d;
    return static_cast<uint32_t>(satfinite ? std::min(d, 254) : d);
  };
  for (bool up : {false, true})
    for (bool satfinite : {false, true}) {
      std::string form =
          std::string("cvt.") + (up ? "rp" : "rz") + (satfinite ? ".satfinite" : "") + ".ue8m0x2";
      std::vector<uint16_t> d = apply<uint16_t>(form + ".f32 %d, %a, %b;", a, b, none, "sm_100a");
      std::vector<uint16_t> p =
          apply<uint16_t>(form + ".bf16x2 %d, %a;", pairs, none, none, "sm_100a");
      for (size_t i = 0; i < a.size(); ++i)
        ASSERT_EQ(d[i], power(realOf(a[i], f32), up, satfinite) << 8 |
                            power(realOf(b[i], f32), up, satfinite))
            << form << std::hex << " " << a[i] << ", " << b[i];
      for (size_t i = 0; i < pairs.size(); ++i)
        ASSERT_EQ(p[i], power(realOf(pairs[i] >> 16, bf16), up, satfinite) << 8 |
                            power(realOf(pairs[i] & 0xffff, bf16), up, satfinite))
            << form << std::hex << " " << pairs[i];
    }
  std::vector<uint16_t> all = allHalves();
  std::vector<uint32_t> d =
      apply<uint32_t>("cvt.rn.bf16x2.ue8m0x2 %d, %a;", all, none, none, "sm_100a");
  auto value = [](uint32_t bits) {
    int exponent = static_cast<int>(bits & 0xff);
    return exponent == 255
               ? 0x7fffu
               : static_cast<uint32_t>(bitsOfReal(std::ldexp(1.0L, exponent - 127), bf16));
  };
  for (size_t i = 0; i < all.size(); ++i)
    ASSERT_EQ(d[i], value(all[i] >> 8) << 16 | value(all[i]));
}

TEST(EmulatorNarrow, PackedIntegers) {
  std::vector<uint32_t> a, b, c;
  std::vector<int32_t> values = {0,      1,      2,     3,     -1,        -2,       -3,
                                 7,      8,      -8,    -9,    15,        16,       127,
                                 128,    -128,   -129,  255,   256,       32767,    32768,
                                 -32768, -32769, 65535, 65536, INT32_MAX, INT32_MIN};
  for (int32_t x : values)
    for (int32_t y : values) {
      a.push_back(static_cast<uint32_t>(x));
      b.push_back(static_cast<uint32_t>(y));
      c.push_back((static_cast<uint32_t>(x) * 77 + static_cast<uint32_t>(y)) * 2654435761u);
    }
  for (unsigned bits : {2u, 4u, 8u, 16u})
    for (bool isSigned : {false, true}) {
      std::string form =
          std::string("cvt.pack.sat.") + (isSigned ? "s" : "u") + std::to_string(bits) + ".s32";
      std::vector<uint32_t> d = bits == 16
                                    ? apply<uint32_t>(form + " %d, %a, %b;", a, b)
                                    : apply<uint32_t>(form + ".b32 %d, %a, %b, %c;", a, b, c);
      int64_t high = isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
      auto narrow = [&](uint32_t value) {
        int64_t r =
            std::clamp<int64_t>(static_cast<int32_t>(value), isSigned ? -high - 1 : 0, high);
        return static_cast<uint32_t>(r) & ((1u << bits) - 1);
      };
      for (size_t i = 0; i < a.size(); ++i)
        ASSERT_EQ(d[i], narrow(a[i]) << bits | narrow(b[i]) | (bits == 16 ? 0 : c[i] << 2 * bits))
            << form;
    }
}
