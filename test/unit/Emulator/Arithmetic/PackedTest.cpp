// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Less common integer instructions: 24 bits, saturation, packed values, dot products,
// masks, carries of 64 bits, and the video instructions, each against its definition
// on wider integers.
#include "Instruction.h"

#include <algorithm>
#include <random>

using namespace halftone::emulator::test;

namespace {

using Wide = __int128;

std::vector<uint32_t> words() {
  std::vector<uint32_t> result = {0,          1,          2,          0x7f,       0x80,
                                  0xff,       0x7fff,     0x8000,     0xffff,     0x10000,
                                  0x7fffff,   0x800000,   0xffffff,   0x1000000,  0x7fffffff,
                                  0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0x7fff8000,
                                  0x80007fff, 0x8080807f, 0x7f7f7f80};
  std::mt19937 random(8);
  for (int i = 0; i < 8; ++i)
    result.push_back(static_cast<uint32_t>(random()));
  return result;
}

int64_t clamp32(int64_t value) { return std::clamp<int64_t>(value, INT32_MIN, INT32_MAX); }

int64_t as(uint32_t value, bool isSigned) {
  return isSigned ? int64_t{static_cast<int32_t>(value)} : int64_t{value};
}

/// `bits` bits from bit `at` on.
int64_t part(uint32_t value, unsigned at, unsigned bits, bool isSigned) {
  uint32_t low = value >> at & (bits == 32 ? ~0u : (1u << bits) - 1);
  return isSigned && low >> (bits - 1) ? int64_t{low} - (int64_t{1} << bits) : int64_t{low};
}

} // namespace

TEST(EmulatorPacked, TwentyFourBits) {
  auto [a, b] = pairs(words());
  std::vector<uint32_t> c(a.rbegin(), a.rend());
  for (bool isSigned : {false, true})
    for (bool high : {false, true}) {
      std::string form = std::string(high ? ".hi" : ".lo") + (isSigned ? ".s32" : ".u32");
      std::vector<uint32_t> mul = apply<uint32_t>("mul24" + form + " %d, %a, %b;", a, b);
      std::vector<uint32_t> mad = apply<uint32_t>("mad24" + form + " %d, %a, %b, %c;", a, b, c);
      for (size_t i = 0; i < a.size(); ++i) {
        int64_t product = part(a[i], 0, 24, isSigned) * part(b[i], 0, 24, isSigned);
        uint32_t word = static_cast<uint32_t>(high ? product >> 16 : product);
        EXPECT_EQ(mul[i], word) << form << std::hex << " " << a[i] << ", " << b[i];
        EXPECT_EQ(mad[i], word + c[i]) << form;
      }
    }
  std::vector<uint32_t> sat = apply<uint32_t>("mad24.hi.sat.s32 %d, %a, %b, %c;", a, b, c);
  std::vector<uint32_t> wide = apply<uint32_t>("mad.hi.sat.s32 %d, %a, %b, %c;", a, b, c);
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t product = part(a[i], 0, 24, true) * part(b[i], 0, 24, true);
    EXPECT_EQ(sat[i], static_cast<uint32_t>(clamp32((product >> 16) + as(c[i], true))));
    int64_t full = as(a[i], true) * as(b[i], true);
    EXPECT_EQ(wide[i], static_cast<uint32_t>(clamp32((full >> 32) + as(c[i], true))));
  }
}

TEST(EmulatorPacked, HalvesAndRelu) {
  auto [a, b] = pairs(words());
  for (bool isSigned : {false, true})
    for (std::string op : {"add", "min", "max", "min.relu", "max.relu"}) {
      bool relu = op.size() > 3;
      if (relu && !isSigned)
        continue;
      std::vector<uint32_t> d =
          apply<uint32_t>(op + (isSigned ? ".s16x2" : ".u16x2") + " %d, %a, %b;", a, b);
      auto expected = [&](uint32_t x, uint32_t y, unsigned at, unsigned bits) {
        int64_t p = part(x, at, bits, isSigned), q = part(y, at, bits, isSigned);
        int64_t r = op == "add"                ? p + q
                    : op.substr(0, 3) == "min" ? std::min(p, q)
                                               : std::max(p, q);
        r = relu ? std::max<int64_t>(r, 0) : r;
        return static_cast<uint32_t>(r) & (bits == 32 ? ~0u : 0xffffu);
      };
      for (size_t i = 0; i < a.size(); ++i)
        EXPECT_EQ(d[i], expected(a[i], b[i], 0, 16) | expected(a[i], b[i], 16, 16) << 16)
            << op << std::hex << " " << a[i] << ", " << b[i];
      if (!relu)
        continue;
      std::vector<uint32_t> whole = apply<uint32_t>(op + ".s32 %d, %a, %b;", a, b);
      for (size_t i = 0; i < a.size(); ++i)
        EXPECT_EQ(whole[i], expected(a[i], b[i], 0, 32)) << op;
    }
}

TEST(EmulatorPacked, DotProducts) {
  auto [a, b] = pairs(words());
  std::vector<uint32_t> c(a.rbegin(), a.rend());
  for (bool sa : {false, true})
    for (bool sb : {false, true}) {
      std::string types = std::string(sa ? ".s32" : ".u32") + (sb ? ".s32" : ".u32");
      std::vector<uint32_t> four = apply<uint32_t>("dp4a" + types + " %d, %a, %b, %c;", a, b, c);
      std::vector<uint32_t> low = apply<uint32_t>("dp2a.lo" + types + " %d, %a, %b, %c;", a, b, c);
      std::vector<uint32_t> high = apply<uint32_t>("dp2a.hi" + types + " %d, %a, %b, %c;", a, b, c);
      for (size_t i = 0; i < a.size(); ++i) {
        int64_t d4 = c[i], lo = c[i], hi = c[i];
        for (unsigned k = 0; k < 4; ++k)
          d4 += part(a[i], 8 * k, 8, sa) * part(b[i], 8 * k, 8, sb);
        for (unsigned k = 0; k < 2; ++k) {
          lo += part(a[i], 16 * k, 16, sa) * part(b[i], 8 * k, 8, sb);
          hi += part(a[i], 16 * k, 16, sa) * part(b[i], 16 + 8 * k, 8, sb);
        }
        EXPECT_EQ(four[i], static_cast<uint32_t>(d4)) << types;
        EXPECT_EQ(low[i], static_cast<uint32_t>(lo)) << types;
        EXPECT_EQ(high[i], static_cast<uint32_t>(hi)) << types;
      }
    }
}

TEST(EmulatorPacked, Masks) {
  std::vector<uint32_t> values = words(), places = {0, 1, 2, 7, 16, 30, 31, 32, 33, 63, 64, 1000};
  std::vector<uint32_t> a, b;
  for (uint32_t value : values)
    for (uint32_t place : places) {
      a.push_back(value);
      b.push_back(place);
    }
  for (bool wrap : {false, true}) {
    std::string mode = wrap ? ".wrap" : ".clamp";
    std::vector<uint32_t> s = apply<uint32_t>("szext" + mode + ".s32 %d, %a, %b;", a, b);
    std::vector<uint32_t> u = apply<uint32_t>("szext" + mode + ".u32 %d, %a, %b;", a, b);
    for (size_t i = 0; i < a.size(); ++i) {
      // As PTX's manual defines it.
      uint32_t b1 = b[i] & 31;
      bool tooLarge = b[i] >= 32 && !wrap;
      uint32_t mask = tooLarge ? 0 : ~0u << b1;
      bool sign = b1 != 0 && !tooLarge && (a[i] >> ((b1 - 1) & 31) & 1);
      EXPECT_EQ(u[i], a[i] & ~mask) << mode << " " << b[i];
      EXPECT_EQ(s[i], (a[i] & ~mask) | (sign ? mask : 0)) << mode << " " << b[i];
    }
  }
  auto [x, y] = pairs(places);
  for (bool wrap : {false, true}) {
    std::vector<uint32_t> d = apply<uint32_t>(
        std::string("bmsk") + (wrap ? ".wrap" : ".clamp") + ".b32 %d, %a, %b;", x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      uint32_t a1 = x[i] & 31, b1 = y[i] & 31, mask0 = ~0u << a1, sum = a1 + b1;
      uint32_t mask1 = sum >= 32 ? 0 : ~0u << sum;
      bool beyond = sum >= 32;
      if (!wrap && x[i] >= 32) {
        beyond = true;
        mask0 = 0;
      }
      beyond |= !wrap && y[i] >= 32;
      mask1 = beyond ? 0 : b1 == 0 ? ~0u : mask1;
      EXPECT_EQ(d[i], mask0 & ~mask1) << wrap << " " << x[i] << ", " << y[i];
    }
  }
}

TEST(EmulatorPacked, FindsTheNthBit) {
  std::vector<uint32_t> a, b, c;
  for (uint32_t value : words())
    for (uint32_t base : {0u, 1u, 5u, 16u, 30u, 31u})
      for (int32_t offset : {0, 1, 2, 3, 8, 32, 33, -1, -2, -5, -32, INT32_MAX, INT32_MIN}) {
        a.push_back(value);
        b.push_back(base);
        c.push_back(static_cast<uint32_t>(offset));
      }
  std::vector<uint32_t> d = apply<uint32_t>("fns.b32 %d, %a, %b, %c;", a, b, c);
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t offset = static_cast<int32_t>(c[i]);
    uint32_t expected = ~0u;
    if (offset == 0) {
      expected = a[i] >> b[i] & 1 ? b[i] : ~0u;
    } else {
      int64_t count = (offset < 0 ? -offset : offset) - 1;
      for (int position = static_cast<int>(b[i]); position >= 0 && position < 32;
           position += offset > 0 ? 1 : -1)
        if (a[i] >> position & 1 && count-- == 0) {
          expected = static_cast<uint32_t>(position);
          break;
        }
    }
    EXPECT_EQ(d[i], expected) << std::hex << a[i] << " " << b[i] << " " << std::dec << offset;
  }
}

TEST(EmulatorPacked, TruthTables) {
  auto [a, b] = pairs(std::vector<uint32_t>{0, ~0u, 0x0f0f3355, 0x12345678});
  std::vector<uint32_t> c(a.size(), 0x55aa3333);
  auto look = [](uint32_t table, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t r = 0;
    for (int k = 0; k < 32; ++k)
      r |= (table >> ((x >> k & 1) << 2 | (y >> k & 1) << 1 | (z >> k & 1)) & 1) << k;
    return r;
  };
  for (uint32_t table = 0; table < 256; table += table == 0 ? 1 : 3) {
    std::string lut = ", " + std::to_string(table);
    std::vector<uint32_t> d = apply<uint32_t>("lop3.b32 %d, %a, %b, %c" + lut + ";", a, b, c);
    for (size_t i = 0; i < a.size(); ++i)
      EXPECT_EQ(d[i], look(table, a[i], b[i], c[i])) << table;
  }
  for (std::string op : {"or", "and"})
    for (std::string q : {"%q", "!%q"})
      for (uint32_t table : {0u, 0x80u, 0x96u, 0xe8u}) {
        std::vector<uint32_t> d =
            apply<uint32_t>("setp.lt.u32 %q, %b, 5;\n  lop3." + op + ".b32 %r0|%p, %a, %b, %c, " +
                                std::to_string(table) + ", " + q + ";\n  lop3." + op +
                                ".b32 _|%q, %a, %b, %c, " + std::to_string(table) + ", " + q +
                                ";\n  selp.u32 %r1, 1, 0, %p;\n  selp.u32 %r2, 2, 0, %q;\n"
                                "  or.b32 %r1, %r1, %r2;\n  shl.b32 %r0, %r0, 2;\n"
                                "  or.b32 %d, %r0, %r1;",
                            a, b, c);
        for (size_t i = 0; i < a.size(); ++i) {
          uint32_t r = look(table, a[i], b[i], c[i]);
          bool third = (b[i] < 5) == (q == "%q");
          bool p = op == "or" ? r != 0 || third : r != 0 && third;
          EXPECT_EQ(d[i], r << 2 | (p ? 3 : 0)) << op << q << table;
        }
      }
}

TEST(EmulatorPacked, CarriesOf64Bits) {
  std::vector<uint64_t> values = {
      0, 1, ~uint64_t{0}, uint64_t{1} << 63, 0x7fffffffffffffff, 0x123456789abcdef0};
  auto [a, b] = pairs(values);
  auto word = [&](const std::string &body) { return apply<uint64_t>(body, a, b); };
  for (std::string type : {".u64", ".s64"}) {
    std::vector<uint64_t> sumLow = word("add.cc" + type + " %d, %a, %b;");
    std::vector<uint64_t> sumHigh = word("add.cc" + type + " %d, %a, %b;\n  addc.cc" + type +
                                         " %d, %b, %b;\n  addc" + type + " %d, %a, %a;");
    std::vector<uint64_t> difference = word("sub.cc" + type + " %d, %a, %b;\n  subc.cc" + type +
                                            " %d, %b, %a;\n  subc" + type + " %d, 5, 3;");
    std::vector<uint64_t> product =
        word("mad.lo.cc" + type + " %d, %a, %b, %a;\n  madc.hi" + type + " %d, %a, %b, 7;");
    for (size_t i = 0; i < a.size(); ++i) {
      using U = unsigned __int128;
      EXPECT_EQ(sumLow[i], a[i] + b[i]);
      bool carry = (U(a[i]) + b[i]) >> 64;
      carry = (U(b[i]) + b[i] + carry) >> 64;
      EXPECT_EQ(sumHigh[i], a[i] + a[i] + carry);
      bool borrow = a[i] < b[i];
      borrow = U(b[i]) < U(a[i]) + borrow;
      EXPECT_EQ(difference[i], uint64_t{2} - borrow);
      uint64_t low = a[i] * b[i];
      uint64_t high =
          type == ".u64"
              ? static_cast<uint64_t>((U(a[i]) * b[i]) >> 64)
              : static_cast<uint64_t>(
                    (Wide(static_cast<int64_t>(a[i])) * static_cast<int64_t>(b[i])) >> 64);
      EXPECT_EQ(product[i], high + 7 + (low + a[i] < low)) << type;
    }
  }
}

//===----------------------------------------------------------------------===//
// Video
//===----------------------------------------------------------------------===//

namespace {

int64_t videoOp(const std::string &op, int64_t a, int64_t b) {
  return op == "vadd"       ? a + b
         : op == "vsub"     ? a - b
         : op == "vabsdiff" ? std::abs(a - b)
         : op == "vmin"     ? std::min(a, b)
         : op == "vmax"     ? std::max(a, b)
                            : (a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1);
}

int64_t saturate(int64_t value, unsigned bits, bool isSigned) {
  int64_t high = isSigned ? (int64_t{1} << (bits - 1)) - 1 : (int64_t{1} << bits) - 1;
  return std::clamp<int64_t>(value, isSigned ? -high - 1 : 0, high);
}

std::string typeOf(bool isSigned) { return isSigned ? ".s32" : ".u32"; }

} // namespace

TEST(EmulatorVideo, Scalars) {
  auto [a, b] = pairs(words());
  std::vector<uint32_t> c(a.rbegin(), a.rend());
  for (std::string op : {"vadd", "vsub", "vabsdiff", "vmin", "vmax"})
    for (unsigned signs = 0; signs < 8; ++signs)
      for (bool sat : {false, true}) {
        bool sd = signs & 1, sa = signs & 2, sb = signs & 4;
        std::string form = op + typeOf(sd) + typeOf(sa) + typeOf(sb) + (sat ? ".sat" : "");
        std::vector<uint32_t> whole = apply<uint32_t>(form + " %d, %a, %b;", a, b);
        std::vector<uint32_t> parts = apply<uint32_t>(form + ".add %d, %a.b1, %b.h1, %c;", a, b, c);
        std::vector<uint32_t> least = apply<uint32_t>(form + ".min %d, %a.b3, %b.h0, %c;", a, b, c);
        std::vector<uint32_t> merged = apply<uint32_t>(form + " %d.b2, %a, %b.b0, %c;", a, b, c);
        for (size_t i = 0; i < a.size(); ++i) {
          int64_t r = videoOp(op, as(a[i], sa), as(b[i], sb));
          EXPECT_EQ(whole[i], static_cast<uint32_t>(sat ? saturate(r, 32, sd) : r)) << form;
          r = videoOp(op, part(a[i], 8, 8, sa), part(b[i], 16, 16, sb));
          r = sat ? saturate(r, 32, sd) : r;
          EXPECT_EQ(parts[i], static_cast<uint32_t>(r) + c[i]) << form;
          r = videoOp(op, part(a[i], 24, 8, sa), part(b[i], 0, 16, sb));
          uint32_t low = static_cast<uint32_t>(sat ? saturate(r, 32, sd) : r);
          EXPECT_EQ(least[i], static_cast<uint32_t>(std::min(as(low, sd), as(c[i], sd)))) << form;
          r = videoOp(op, as(a[i], sa), part(b[i], 0, 8, sb));
          uint32_t byte = static_cast<uint32_t>(sat ? saturate(r, 8, sd) : r) & 0xff;
          EXPECT_EQ(merged[i], (c[i] & 0xff00ffff) | byte << 16) << form;
        }
      }
}

TEST(EmulatorVideo, ShiftsProductsAndComparisons) {
  auto [a, b] = pairs(words());
  std::vector<uint32_t> c(a.rbegin(), a.rend());
  std::vector<uint32_t> by;
  for (size_t i = 0; i < a.size(); ++i)
    by.push_back(i % 40);
  std::vector<uint32_t> left = apply<uint32_t>("vshl.u32.s32.u32.clamp %d, %a, %b;", a, by);
  std::vector<uint32_t> sat = apply<uint32_t>("vshl.s32.s32.u32.sat.wrap %d, %a, %b;", a, by);
  std::vector<uint32_t> right = apply<uint32_t>("vshr.s32.s32.u32.clamp %d, %a.h1, %b;", a, by);
  std::vector<uint32_t> plus = apply<uint32_t>("vmad.s32.s32.u32.po %d, %a, %b, %c;", a, b, c);
  std::vector<uint32_t> scaled =
      apply<uint32_t>("vmad.u32.u32.u32.sat.shr15 %d, %a, %b, %c;", a, b, c);
  std::vector<uint32_t> minus = apply<uint32_t>("vmad.s32.s32.s32.sat %d, -%a, %b, %c;", a, b, c);
  std::vector<uint32_t> less = apply<uint32_t>("vset.s32.u32.lt %d, %a, %b;", a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    using U = unsigned __int128;
    unsigned clamped = std::min(by[i], 32u), wrapped = by[i] & 31;
    EXPECT_EQ(left[i], static_cast<uint32_t>(uint64_t{a[i]} << clamped));
    EXPECT_EQ(sat[i], static_cast<uint32_t>(clamp32(as(a[i], true) * (int64_t{1} << wrapped))));
    EXPECT_EQ(right[i], static_cast<uint32_t>(part(a[i], 16, 16, true) >> clamped));
    EXPECT_EQ(plus[i],
              static_cast<uint32_t>(as(a[i], true) * as(b[i], false) + as(c[i], true) + 1));
    EXPECT_EQ(scaled[i],
              static_cast<uint32_t>(std::min<U>((U(a[i]) * b[i] + c[i]) >> 15, UINT32_MAX)));
    Wide difference = Wide(as(c[i], true)) - Wide(as(a[i], true)) * as(b[i], true);
    Wide low = INT32_MIN, high = INT32_MAX;
    EXPECT_EQ(minus[i], static_cast<uint32_t>(std::clamp(difference, low, high)));
    EXPECT_EQ(less[i], as(a[i], true) < as(b[i], false));
  }
}

TEST(EmulatorVideo, PartsAtOnce) {
  auto [a, b] = pairs(words());
  std::vector<uint32_t> c(a.rbegin(), a.rend());
  for (std::string op : {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vavrg"})
    for (unsigned lanes : {2u, 4u})
      for (unsigned signs = 0; signs < 8; ++signs)
        for (bool sat : {false, true}) {
          bool sd = signs & 1, sa = signs & 2, sb = signs & 4;
          unsigned bits = 32 / lanes;
          std::string form = op + std::to_string(lanes) + typeOf(sd) + typeOf(sa) + typeOf(sb) +
                             (sat ? ".sat" : "");
          std::vector<uint32_t> d = apply<uint32_t>(form + " %d, %a, %b, %c;", a, b, c);
          std::vector<uint32_t> sum;
          if (!sat)
            sum = apply<uint32_t>(form + ".add %d, %a, %b, %c;", a, b, c);
          for (size_t i = 0; i < a.size(); ++i) {
            uint32_t expected = 0, total = c[i];
            for (unsigned at = 0; at < 32; at += bits) {
              int64_t r = videoOp(op, part(a[i], at, bits, sa), part(b[i], at, bits, sb));
              r = sat ? saturate(r, bits, sd) : r;
              expected |= (static_cast<uint32_t>(r) & ((1u << bits) - 1)) << at;
              total += static_cast<uint32_t>(r);
            }
            EXPECT_EQ(d[i], expected) << form << std::hex << " " << a[i] << ", " << b[i];
            if (!sat) {
              EXPECT_EQ(sum[i], total) << form;
            }
          }
        }
  std::vector<uint32_t> differences =
      apply<uint32_t>("vabsdiff4.u32.u32.u32.add %d, %a, %b, %c;", a, b, c);
  std::vector<uint32_t> equal = apply<uint32_t>("vset4.u32.u32.eq %d, %a, %b, %c;", a, b, c);
  for (size_t i = 0; i < a.size(); ++i) {
    uint32_t total = c[i], expected = 0;
    for (unsigned at = 0; at < 32; at += 8) {
      int64_t x = part(a[i], at, 8, false), y = part(b[i], at, 8, false);
      total += static_cast<uint32_t>(std::abs(x - y));
      expected |= static_cast<uint32_t>(x == y) << at;
    }
    EXPECT_EQ(differences[i], total);
    EXPECT_EQ(equal[i], expected);
  }
}
