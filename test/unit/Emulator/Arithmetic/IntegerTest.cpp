// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer and bit instructions on corner values, against arithmetic on 128 bits.
#include "Instruction.h"

#include <bit>
#include <limits>

using namespace halftone::emulator::test;

namespace {

using Wide = __int128;

template <typename T> std::vector<T> corners() {
  using L = std::numeric_limits<T>;
  return {T(0),
          T(1),
          T(2),
          T(3),
          T(7),
          T(100),
          L::max(),
          T(L::max() - 1),
          T(-1),
          T(-2),
          T(-100),
          L::min(),
          T(L::min() + 1),
          T(L::max() / 2),
          T(L::max() / 2 + 1),
          T(0x5aa5a55a5aa5a55aull)};
}

template <typename T> std::string typeName() {
  return std::string(std::is_signed_v<T> ? ".s" : ".u") + std::to_string(8 * sizeof(T));
}

template <typename T, typename F> void checkBinary(const std::string &name, F expected) {
  auto [a, b] = pairs(corners<T>());
  std::vector<T> d = apply<T>(name + typeName<T>() + " %d, %a, %b;", a, b);
  for (size_t i = 0; i < d.size(); ++i)
    EXPECT_EQ(d[i], static_cast<T>(expected(Wide(a[i]), Wide(b[i]))))
        << name << typeName<T>() << " " << +a[i] << ", " << +b[i];
}

template <typename T, typename F> void checkUnary(const std::string &name, F expected) {
  std::vector<T> a = corners<T>(), d = apply<T>(name + typeName<T>() + " %d, %a;", a);
  for (size_t i = 0; i < d.size(); ++i)
    EXPECT_EQ(d[i], static_cast<T>(expected(Wide(a[i])))) << name << " " << +a[i];
}

template <typename T> class EmulatorInteger : public testing::Test {};
using Types = testing::Types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>;
TYPED_TEST_SUITE(EmulatorInteger, Types);

} // namespace

TYPED_TEST(EmulatorInteger, Arithmetic) {
  using T = TypeParam;
  checkBinary<T>("add", [](Wide a, Wide b) { return a + b; });
  checkBinary<T>("sub", [](Wide a, Wide b) { return a - b; });
  checkBinary<T>("mul.lo", [](Wide a, Wide b) {
    return static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b);
  });
  checkBinary<T>("mul.hi", [](Wide a, Wide b) -> Wide {
    if constexpr (std::is_same_v<T, uint64_t>)
      return static_cast<Wide>(
          (static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b)) >> 64);
    return (a * b) >> (8 * sizeof(T));
  });
  checkBinary<T>("min", [](Wide a, Wide b) { return std::min(a, b); });
  checkBinary<T>("max", [](Wide a, Wide b) { return std::max(a, b); });
  checkBinary<T>("div", [](Wide a, Wide b) { return b == 0 ? Wide(-1) : a / b; });
  checkBinary<T>("rem", [](Wide a, Wide b) { return b == 0 ? a : a % b; });
  if constexpr (std::is_signed_v<T>) {
    checkUnary<T>("neg", [](Wide a) { return -a; });
    checkUnary<T>("abs", [](Wide a) { return a < 0 ? -a : a; });
  }
}

TYPED_TEST(EmulatorInteger, ThreeOperands) {
  using T = TypeParam;
  auto [a, b] = pairs(corners<T>());
  std::vector<T> c(a.rbegin(), a.rend());
  std::string type = typeName<T>();
  std::vector<T> low = apply<T>("mad.lo" + type + " %d, %a, %b, %c;", a, b, c);
  std::vector<T> sad = apply<T>("sad" + type + " %d, %a, %b, %c;", a, b, c);
  for (size_t i = 0; i < a.size(); ++i) {
    using U = unsigned __int128;
    EXPECT_EQ(low[i], static_cast<T>(U(a[i]) * U(b[i]) + U(c[i])));
    Wide difference = Wide(a[i]) - Wide(b[i]);
    EXPECT_EQ(sad[i], static_cast<T>(U(c[i]) + U(difference < 0 ? -difference : difference)));
  }
}

TYPED_TEST(EmulatorInteger, Shifts) {
  using T = TypeParam;
  constexpr uint32_t width = 8 * sizeof(T);
  std::vector<T> a;
  std::vector<uint32_t> b;
  for (T value : corners<T>())
    for (uint32_t by : {0u, 1u, 7u, width - 1, width, width + 1, 63u, 64u, 200u, 0xffffffffu}) {
      a.push_back(value);
      b.push_back(by);
    }
  std::string bits = ".b" + std::to_string(width);
  std::vector<T> left = apply<T>("shl" + bits + " %d, %a, %b;", a, b);
  std::vector<T> right = apply<T>("shr" + typeName<T>() + " %d, %a, %b;", a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    uint32_t by = std::min(b[i], 100u);
    using U = std::make_unsigned_t<T>;
    EXPECT_EQ(static_cast<U>(left[i]),
              static_cast<U>(static_cast<unsigned __int128>(static_cast<U>(a[i])) << by));
    EXPECT_EQ(right[i], static_cast<T>(Wide(a[i]) >> by));
  }
}

TEST(EmulatorIntegerForms, WideProducts) {
  auto [a, b] = pairs(corners<int32_t>());
  std::vector<int64_t> s = apply<int64_t>("mul.wide.s32 %d, %a, %b;", a, b);
  std::vector<uint64_t> u = apply<uint64_t>("mul.wide.u32 %d, %a, %b;", a, b);
  std::vector<int64_t> m =
      apply<int64_t>("mul.wide.s32 %d, %a, %b;\n  mad.wide.s32 %d, %a, %b, %d;", a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(s[i], int64_t{a[i]} * b[i]);
    EXPECT_EQ(u[i], uint64_t{static_cast<uint32_t>(a[i])} * static_cast<uint32_t>(b[i]));
    EXPECT_EQ(static_cast<uint64_t>(m[i]), 2 * static_cast<uint64_t>(s[i]));
  }
  auto [x, y] = pairs(corners<int16_t>());
  std::vector<int32_t> n = apply<int32_t>("mul.wide.s16 %d, %a, %b;", x, y);
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(n[i], int32_t{x[i]} * y[i]);
}

TEST(EmulatorIntegerForms, SaturatingAddition) {
  auto [a, b] = pairs(corners<int32_t>());
  std::vector<int32_t> add = apply<int32_t>("add.sat.s32 %d, %a, %b;", a, b);
  std::vector<int32_t> sub = apply<int32_t>("sub.sat.s32 %d, %a, %b;", a, b);
  auto clamp = [](int64_t v) { return std::clamp<int64_t>(v, INT32_MIN, INT32_MAX); };
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(add[i], clamp(int64_t{a[i]} + b[i]));
    EXPECT_EQ(sub[i], clamp(int64_t{a[i]} - b[i]));
  }
}

TEST(EmulatorIntegerForms, CarriesOfLongNumbers) {
  // 128-bit numbers of four words: (a, a, b, b) plus or minus (b, a, b, a).
  auto [a, b] = pairs(corners<uint32_t>());
  for (bool subtract : {false, true}) {
    std::string op = subtract ? "sub" : "add";
    for (int word = 0; word < 4; ++word) {
      std::string body = op + ".cc.u32 %r0, %a, %b;\n  " + op + "c.cc.u32 %r1, %a, %a;\n  " + op +
                         "c.cc.u32 %r2, %b, %b;\n  " + op + "c.u32 %r3, %b, %a;\n  mov.b32 %d, %r" +
                         std::to_string(word) + ";";
      std::vector<uint32_t> d = apply<uint32_t>(body, a, b);
      for (size_t i = 0; i < a.size(); ++i) {
        using U = unsigned __int128;
        auto number = [](uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3) {
          return U(w0) | U(w1) << 32 | U(w2) << 64 | U(w3) << 96;
        };
        U x = number(a[i], a[i], b[i], b[i]), y = number(b[i], a[i], b[i], a[i]);
        U r = subtract ? x - y : x + y;
        EXPECT_EQ(d[i], static_cast<uint32_t>(r >> (32 * word))) << op << word << " " << i;
      }
    }
  }
  std::vector<uint64_t> d =
      apply<uint64_t>("mad.lo.cc.u32 %r0, %a, %b, %b;\n  madc.hi.u32 %r1, %a, %b, 0;\n"
                      "  mov.b64 %d, {%r0, %r1};",
                      a, b);
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(d[i], uint64_t{a[i]} * b[i] + b[i]);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

TEST(EmulatorBits, Logic) {
  auto [a, b] = pairs(corners<uint32_t>());
  std::vector<uint32_t> c(a.rbegin(), a.rend());
  std::vector<uint32_t> both = apply<uint32_t>("and.b32 %d, %a, %b;", a, b);
  std::vector<uint32_t> any = apply<uint32_t>("or.b32 %d, %a, %b;", a, b);
  std::vector<uint32_t> odd = apply<uint32_t>("xor.b32 %d, %a, %b;", a, b);
  std::vector<uint32_t> none = apply<uint32_t>("not.b32 %d, %a;", a);
  std::vector<uint32_t> zero = apply<uint32_t>("cnot.b32 %d, %a;", a);
  std::vector<uint32_t> mux = apply<uint32_t>("lop3.b32 %d, %a, %b, %c, 0xca;", a, b, c);
  std::vector<uint32_t> major = apply<uint32_t>("lop3.b32 %d, %a, %b, %c, 0xe8;", a, b, c);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(both[i], a[i] & b[i]);
    EXPECT_EQ(any[i], a[i] | b[i]);
    EXPECT_EQ(odd[i], a[i] ^ b[i]);
    EXPECT_EQ(none[i], ~a[i]);
    EXPECT_EQ(zero[i], a[i] == 0);
    EXPECT_EQ(mux[i], (a[i] & b[i]) | (~a[i] & c[i]));
    EXPECT_EQ(major[i], (a[i] & b[i]) | (a[i] & c[i]) | (b[i] & c[i]));
  }
}

TEST(EmulatorBits, PredicatesAreBitsOfLanes) {
  std::vector<uint32_t> a(64);
  for (uint32_t i = 0; i < 64; ++i)
    a[i] = i;
  std::vector<uint32_t> d =
      apply<uint32_t>("setp.lt.u32 %p, %a, 20;\n  setp.gt.u32 %q, %a, 10;\n"
                      "  and.pred %p, %p, %q;\n  not.pred %q, %p;\n"
                      "  selp.b32 %d, 5, %a, %q;\n  @!%q add.u32 %d, %d, 100;",
                      a);
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(d[i], i > 10 && i < 20 ? i + 100 : 5);
}

TEST(EmulatorBits, CountsAndReversal) {
  std::vector<uint32_t> a = corners<uint32_t>();
  std::vector<uint32_t> ones = apply<uint32_t>("popc.b32 %d, %a;", a);
  std::vector<uint32_t> zeros = apply<uint32_t>("clz.b32 %d, %a;", a);
  std::vector<uint32_t> back = apply<uint32_t>("brev.b32 %d, %a;", a);
  std::vector<uint32_t> find = apply<uint32_t>("bfind.u32 %d, %a;", a);
  std::vector<uint32_t> signedFind = apply<uint32_t>("bfind.s32 %d, %a;", a);
  std::vector<uint32_t> amount = apply<uint32_t>("bfind.shiftamt.u32 %d, %a;", a);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(ones[i], static_cast<uint32_t>(std::popcount(a[i])));
    EXPECT_EQ(zeros[i], static_cast<uint32_t>(std::countl_zero(a[i])));
    uint32_t reversed = 0;
    for (int k = 0; k < 32; ++k)
      reversed |= (a[i] >> k & 1) << (31 - k);
    EXPECT_EQ(back[i], reversed);
    uint32_t magnitude = static_cast<int32_t>(a[i]) < 0 ? ~a[i] : a[i];
    EXPECT_EQ(find[i], a[i] ? 31u - static_cast<uint32_t>(std::countl_zero(a[i])) : ~0u);
    EXPECT_EQ(signedFind[i],
              magnitude ? 31u - static_cast<uint32_t>(std::countl_zero(magnitude)) : ~0u);
    EXPECT_EQ(amount[i], a[i] ? static_cast<uint32_t>(std::countl_zero(a[i])) : ~0u);
  }
  std::vector<uint64_t> w = corners<uint64_t>();
  std::vector<uint32_t> wideOnes = apply<uint32_t>("popc.b64 %d, %a;", w);
  std::vector<uint32_t> wideZeros = apply<uint32_t>("clz.b64 %d, %a;", w);
  for (size_t i = 0; i < w.size(); ++i) {
    EXPECT_EQ(wideOnes[i], static_cast<uint32_t>(std::popcount(w[i])));
    EXPECT_EQ(wideZeros[i], static_cast<uint32_t>(std::countl_zero(w[i])));
  }
}

/// PTX's definition of bfe, bit by bit.
static uint32_t extractField(uint32_t a, uint32_t at, uint32_t length, bool isSigned) {
  at &= 255;
  length &= 255;
  uint32_t sign = 0, d = 0;
  if (isSigned && length)
    sign = a >> std::min(at + length - 1, 31u) & 1;
  for (uint32_t i = 0; i < 32; ++i)
    d |= (i < length && at + i <= 31 ? a >> (at + i) & 1 : sign) << i;
  return d;
}

TEST(EmulatorBits, Fields) {
  std::vector<uint32_t> a, at, length;
  for (uint32_t value : {0x5aa5a55au, 0xffffffffu, 0x80000001u, 0x7fffffffu})
    for (uint32_t begin : {0u, 1u, 15u, 31u, 32u, 60u, 255u})
      for (uint32_t bits : {0u, 1u, 8u, 31u, 32u, 33u, 255u}) {
        a.push_back(value);
        at.push_back(begin);
        length.push_back(bits);
      }
  std::vector<uint32_t> u = apply<uint32_t>("bfe.u32 %d, %a, %b, %c;", a, at, length);
  std::vector<uint32_t> s = apply<uint32_t>("bfe.s32 %d, %a, %b, %c;", a, at, length);
  std::vector<uint32_t> in = apply<uint32_t>("bfi.b32 %d, %a, 0x12345678, %b, %c;", a, at, length);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(u[i], extractField(a[i], at[i], length[i], false)) << at[i] << " " << length[i];
    EXPECT_EQ(s[i], extractField(a[i], at[i], length[i], true)) << at[i] << " " << length[i];
    uint32_t d = 0x12345678;
    for (uint32_t k = 0; k < length[i] && at[i] + k <= 31; ++k)
      d = (d & ~(1u << (at[i] + k))) | (a[i] >> k & 1) << (at[i] + k);
    EXPECT_EQ(in[i], d) << at[i] << " " << length[i];
  }
}

TEST(EmulatorBits, BytePermutation) {
  uint32_t a = 0x83828180, b = 0x07060504;
  std::vector<uint32_t> c = {0x3210, 0x7654, 0x5410, 0x7632, 0xb8a9, 0x0000, 0xffff, 0x4321};
  std::vector<uint32_t> va(c.size(), a), vb(c.size(), b);
  std::vector<uint32_t> d = apply<uint32_t>("prmt.b32 %d, %a, %b, %c;", va, vb, c);
  for (size_t i = 0; i < c.size(); ++i) {
    uint32_t expected = 0;
    for (int k = 0; k < 4; ++k) {
      uint32_t s = c[i] >> (4 * k) & 15;
      uint32_t byte = static_cast<uint32_t>((uint64_t{b} << 32 | a) >> (8 * (s & 7))) & 255;
      expected |= (s & 8 ? (byte & 0x80 ? 255u : 0u) : byte) << (8 * k);
    }
    EXPECT_EQ(d[i], expected) << std::hex << c[i];
  }
  // The table of modes in the PTX manual, for selectors 0 to 3.
  struct Mode {
    const char *name;
    uint32_t selectors[4]; // most significant first
  } modes[] = {
      {"f4e", {0x3210, 0x4321, 0x5432, 0x6543}}, {"b4e", {0x5670, 0x6701, 0x7012, 0x0123}},
      {"rc8", {0x0000, 0x1111, 0x2222, 0x3333}}, {"ecl", {0x3210, 0x3211, 0x3222, 0x3333}},
      {"ecr", {0x0000, 0x1110, 0x2210, 0x3210}}, {"rc16", {0x1010, 0x3232, 0x1010, 0x3232}}};
  std::vector<uint32_t> s = {0, 1, 2, 3}, sa(4, 0x33221100), sb(4, 0x77665544);
  for (const Mode &mode : modes) {
    std::vector<uint32_t> r =
        apply<uint32_t>(std::string("prmt.b32.") + mode.name + " %d, %a, %b, %c;", sa, sb, s);
    for (size_t i = 0; i < 4; ++i) {
      uint32_t expected = 0;
      for (int k = 0; k < 4; ++k)
        expected |= (mode.selectors[i] >> (4 * k) & 15) * 0x11u << (8 * k);
      EXPECT_EQ(r[i], expected) << mode.name << " " << i;
    }
  }
}

TEST(EmulatorBits, FunnelShifts) {
  std::vector<uint32_t> a, c;
  for (uint32_t by : {0u, 1u, 8u, 31u, 32u, 33u, 100u}) {
    a.push_back(0x89abcdef);
    c.push_back(by);
  }
  std::vector<uint32_t> b(a.size(), 0x12345678);
  uint64_t both = 0x1234567889abcdefu;
  std::vector<uint32_t> lw = apply<uint32_t>("shf.l.wrap.b32 %d, %a, %b, %c;", a, b, c);
  std::vector<uint32_t> rw = apply<uint32_t>("shf.r.wrap.b32 %d, %a, %b, %c;", a, b, c);
  std::vector<uint32_t> lc = apply<uint32_t>("shf.l.clamp.b32 %d, %a, %b, %c;", a, b, c);
  std::vector<uint32_t> rc = apply<uint32_t>("shf.r.clamp.b32 %d, %a, %b, %c;", a, b, c);
  for (size_t i = 0; i < a.size(); ++i) {
    uint32_t wrap = c[i] & 31, clamp = std::min(c[i], 32u);
    EXPECT_EQ(lw[i], static_cast<uint32_t>((both << wrap) >> 32));
    EXPECT_EQ(rw[i], static_cast<uint32_t>(both >> wrap));
    EXPECT_EQ(lc[i], static_cast<uint32_t>((both << clamp) >> 32));
    EXPECT_EQ(rc[i], static_cast<uint32_t>(both >> clamp));
  }
}

TEST(EmulatorBits, DotProductsOfBytes) {
  auto [a, b] = pairs(corners<uint32_t>());
  std::vector<uint32_t> c(a.rbegin(), a.rend());
  std::vector<uint32_t> ss = apply<uint32_t>("dp4a.s32.s32 %d, %a, %b, %c;", a, b, c);
  std::vector<uint32_t> us = apply<uint32_t>("dp4a.u32.s32 %d, %a, %b, %c;", a, b, c);
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t s = static_cast<int32_t>(c[i]), u = s;
    for (int k = 0; k < 32; k += 8) {
      s += int64_t{static_cast<int8_t>(a[i] >> k)} * static_cast<int8_t>(b[i] >> k);
      u += int64_t{static_cast<uint8_t>(a[i] >> k)} * static_cast<int8_t>(b[i] >> k);
    }
    EXPECT_EQ(ss[i], static_cast<uint32_t>(s));
    EXPECT_EQ(us[i], static_cast<uint32_t>(u));
  }
}

TEST(EmulatorBits, PackingAndUnpacking) {
  std::vector<uint32_t> a = {0x89abcdef, 0x01234567}, b = {0xdeadbeef, 0xcafef00d};
  std::vector<uint64_t> d = apply<uint64_t>("mov.b64 %d, {%a, %b};", a, b);
  std::vector<uint32_t> high = apply<uint32_t>("mov.b64 {_, %d}, %a;", d);
  std::vector<uint32_t> swapped =
      apply<uint32_t>("{ .reg .b16 %lo, %hi; mov.b32 {%lo, %hi}, %a; mov.b32 %d, {%hi, %lo}; }", a);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(d[i], uint64_t{b[i]} << 32 | a[i]);
    EXPECT_EQ(high[i], b[i]);
    EXPECT_EQ(swapped[i], a[i] << 16 | a[i] >> 16);
  }
}
