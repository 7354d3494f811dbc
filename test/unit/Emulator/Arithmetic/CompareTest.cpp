// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Instruction.h"

#include "halftone/Support/FloatBits.h"

#include <cmath>
#include <limits>

using namespace halftone;
using namespace halftone::emulator::test;

namespace {

template <typename T> bool compare(const std::string &op, T a, T b) {
  bool unordered = a != a || b != b;
  if (op == "num" || op == "nan")
    return unordered == (op == "nan");
  if (unordered)
    return op.size() == 3; // equ, neu, ltu, …
  std::string plain = op.substr(0, 2);
  return plain == "eq"   ? a == b
         : plain == "ne" ? a != b
         : plain == "lt" ? a < b
         : plain == "le" ? a <= b
         : plain == "gt" ? a > b
                         : a >= b;
}

const char *const orderedOps[] = {"eq", "ne", "lt", "le", "gt", "ge"};
const char *const floatOps[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

template <typename T> void checkIntegers(const std::string &type) {
  using L = std::numeric_limits<T>;
  auto [a, b] = pairs(std::vector<T>{0, 1, T(-1), L::min(), L::max(), 5});
  for (std::string op : orderedOps) {
    std::vector<uint32_t> d =
        apply<uint32_t>("setp." + op + type + " %p, %a, %b;\n  selp.b32 %d, 1, 0, %p;", a, b);
    for (size_t i = 0; i < d.size(); ++i)
      EXPECT_EQ(d[i], compare(op, a[i], b[i])) << op << type << " " << +a[i] << ", " << +b[i];
  }
}

} // namespace

TEST(EmulatorCompare, Integers) {
  checkIntegers<uint16_t>(".u16");
  checkIntegers<int16_t>(".s16");
  checkIntegers<uint32_t>(".u32");
  checkIntegers<int32_t>(".s32");
  checkIntegers<uint64_t>(".u64");
  checkIntegers<int64_t>(".s64");
}

TEST(EmulatorCompare, UnsignedOrderByName) {
  std::vector<uint32_t> a = {1, 2, 0xffffffff}, b = {2, 2, 1};
  EXPECT_EQ(apply<uint32_t>("setp.lo.u32 %p, %a, %b;\n  selp.b32 %d, 1, 0, %p;", a, b),
            (std::vector<uint32_t>{1, 0, 0}));
  EXPECT_EQ(apply<uint32_t>("setp.hs.u32 %p, %a, %b;\n  selp.b32 %d, 1, 0, %p;", a, b),
            (std::vector<uint32_t>{0, 1, 1}));
}

TEST(EmulatorCompare, Floats) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  auto [a, b] = pairs(std::vector<float>{0.0f, -0.0f, 1.0f, -1.0f, 0x1p-149f, nan, INFINITY});
  std::vector<uint16_t> ha, hb, ba, bb;
  std::vector<double> da(a.begin(), a.end()), db(b.begin(), b.end());
  for (size_t i = 0; i < a.size(); ++i) {
    ha.push_back(narrowF16(a[i]));
    hb.push_back(narrowF16(b[i]));
    ba.push_back(narrowBF16(a[i]));
    bb.push_back(narrowBF16(b[i]));
  }
  auto body = [](const std::string &op, const std::string &type) {
    return "setp." + op + type + " %p, %a, %b;\n  selp.b32 %d, 1, 0, %p;";
  };
  auto flushed = [](float v) { return std::fabs(v) < 0x1p-126f ? 0.0f : v; };
  for (std::string op : floatOps) {
    std::vector<uint32_t> f32 = apply<uint32_t>(body(op, ".f32"), a, b);
    std::vector<uint32_t> ftz = apply<uint32_t>(body(op, ".ftz.f32"), a, b);
    std::vector<uint32_t> f64 = apply<uint32_t>(body(op, ".f64"), da, db);
    std::vector<uint32_t> f16 = apply<uint32_t>(body(op, ".f16"), ha, hb);
    std::vector<uint32_t> bf16 = apply<uint32_t>(body(op, ".bf16"), ba, bb);
    for (size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(f32[i], compare(op, a[i], b[i])) << op << " " << a[i] << ", " << b[i];
      EXPECT_EQ(ftz[i], compare(op, flushed(a[i]), flushed(b[i]))) << op << a[i] << ", " << b[i];
      EXPECT_EQ(f64[i], compare(op, da[i], db[i])) << op;
      EXPECT_EQ(f16[i], compare(op, widenF16(ha[i]), widenF16(hb[i]))) << op;
      EXPECT_EQ(bf16[i], compare(op, widenBF16(ba[i]), widenBF16(bb[i]))) << op;
    }
  }
}

TEST(EmulatorCompare, TwoResultsAndAThirdPredicate) {
  std::vector<uint32_t> a(64), b(64);
  for (uint32_t i = 0; i < 64; ++i) {
    a[i] = i % 8;
    b[i] = i / 8;
  }
  for (std::string op : {"and", "or", "xor"})
    for (bool negated : {false, true}) {
      std::string body = "setp.lt.u32 %q, %b, 3;\n  setp.gt." + op + ".u32 %p|%q, %a, %b, " +
                         (negated ? "!" : "") +
                         "%q;\n  selp.b32 %r0, 1, 0, %p;\n  selp.b32 %r1, 2, 0, %q;\n"
                         "  or.b32 %d, %r0, %r1;";
      std::vector<uint32_t> d = apply<uint32_t>(body, a, b);
      for (size_t i = 0; i < 64; ++i) {
        bool t = a[i] > b[i], c = (b[i] < 3) != negated;
        auto combine = [&](bool x) { return op == "and" ? x && c : op == "or" ? x || c : x != c; };
        EXPECT_EQ(d[i], static_cast<uint32_t>(combine(t)) | static_cast<uint32_t>(combine(!t)) << 1)
            << op << " " << i;
      }
    }
}

TEST(EmulatorCompare, PairsGiveTwoPredicates) {
  std::vector<uint32_t> a, b;
  for (float x : {1.0f, 2.0f, -1.0f, NAN})
    for (float y : {1.0f, 2.0f, -1.0f, NAN}) {
      a.push_back(narrowF16(x) | static_cast<uint32_t>(narrowF16(y)) << 16);
      b.push_back(narrowF16(1.5f) | static_cast<uint32_t>(narrowF16(1.0f)) << 16);
    }
  std::vector<uint32_t> d =
      apply<uint32_t>("setp.lt.f16x2 %p|%q, %a, %b;\n  selp.b32 %r0, 1, 0, %p;\n"
                      "  selp.b32 %r1, 2, 0, %q;\n  or.b32 %d, %r0, %r1;",
                      a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    bool low = widenF16(static_cast<uint16_t>(a[i])) < 1.5f;
    bool high = widenF16(static_cast<uint16_t>(a[i] >> 16)) < 1.0f;
    EXPECT_EQ(d[i], static_cast<uint32_t>(low) | static_cast<uint32_t>(high) << 1);
  }
}

TEST(EmulatorCompare, SetAndSelectBySign) {
  std::vector<float> a = {1, 2, NAN, -0.0f}, b = {2, 1, 0, 3};
  EXPECT_EQ(apply<uint32_t>("set.lt.u32.f32 %d, %a, %b;", a, b),
            (std::vector<uint32_t>{~0u, 0, 0, ~0u}));
  EXPECT_EQ(apply<float>("set.ge.f32.f32 %d, %a, %b;", a, b), (std::vector<float>{0, 1, 0, 0}));
  EXPECT_EQ(apply<uint32_t>("slct.u32.f32 %d, 7, 9, %a;", a), (std::vector<uint32_t>{7, 7, 9, 7}));
  std::vector<int32_t> s = {0, -1, 5};
  EXPECT_EQ(apply<uint32_t>("slct.u32.s32 %d, 7, 9, %a;", s), (std::vector<uint32_t>{7, 9, 7}));
}

namespace {

std::vector<uint16_t> someHalves() {
  return {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3f80, 0x7bff,
          0x7c00, 0xfc00, 0x7c01, 0x7f80, 0x7f81, 0xff80, 0x7fff, 0xffff, 0x4248, 0xc248};
}

float flushedHalf(float v) { return std::fabs(v) < 0x1p-14f ? 0.0f : v; }

} // namespace

TEST(EmulatorCompareForms, Halves) {
  auto [a, b] = pairs(someHalves());
  std::vector<uint32_t> pa, pb;
  for (size_t i = 0; i < a.size(); ++i) {
    pa.push_back(a[i] | static_cast<uint32_t>(b[i]) << 16);
    pb.push_back(b[i] | static_cast<uint32_t>(a[(i * 7) % a.size()]) << 16);
  }
  for (bool brain : {false, true})
    for (bool ftz : {false, true}) {
      if (brain && ftz)
        continue;
      auto value = [&](uint32_t bits) {
        uint16_t half = static_cast<uint16_t>(bits);
        float v = brain ? widenBF16(half) : widenF16(half);
        return ftz ? flushedHalf(v) : v;
      };
      std::string type = brain ? "bf16" : "f16";
      for (std::string op : floatOps) {
        std::string form = op + (ftz ? ".ftz" : "");
        std::vector<uint32_t> one = apply<uint32_t>(
            "setp." + form + "." + type + " %p, %a, %b;\n  selp.b32 %d, 1, 0, %p;", a, b);
        std::vector<uint32_t> two =
            apply<uint32_t>("setp." + form + "." + type +
                                "x2 %p|%q, %a, %b;\n  selp.b32 %r0, 1, 0, %p;\n"
                                "  selp.b32 %r1, 2, 0, %q;\n  or.b32 %d, %r0, %r1;",
                            pa, pb);
        std::vector<uint32_t> word =
            apply<uint32_t>("set." + form + ".u32." + type + " %d, %a, %b;", a, b);
        std::vector<uint16_t> half =
            apply<uint16_t>("set." + form + ".s16." + type + " %d, %a, %b;", a, b);
        std::vector<uint16_t> unit =
            apply<uint16_t>("set." + form + "." + type + "." + type + " %d, %a, %b;", a, b);
        std::vector<uint32_t> masks =
            apply<uint32_t>("set." + form + ".u32." + type + "x2 %d, %a, %b;", pa, pb);
        std::vector<uint32_t> units =
            apply<uint32_t>("set." + form + "." + type + "x2." + type + "x2 %d, %a, %b;", pa, pb);
        uint32_t yes = brain ? 0x3f80 : 0x3c00;
        for (size_t i = 0; i < a.size(); ++i) {
          bool holds = compare(op, value(a[i]), value(b[i]));
          EXPECT_EQ(one[i], holds) << form << type << std::hex << a[i] << " " << b[i];
          EXPECT_EQ(word[i], holds ? ~0u : 0u) << form;
          EXPECT_EQ(half[i], holds ? 0xffff : 0) << form;
          EXPECT_EQ(unit[i], holds ? yes : 0) << form;
          bool low = compare(op, value(pa[i]), value(pb[i]));
          bool high = compare(op, value(pa[i] >> 16), value(pb[i] >> 16));
          EXPECT_EQ(two[i], static_cast<uint32_t>(low) | static_cast<uint32_t>(high) << 1) << form;
          EXPECT_EQ(masks[i], (low ? 0xffffu : 0u) | (high ? 0xffff0000u : 0u)) << form;
          EXPECT_EQ(units[i], (low ? yes : 0u) | (high ? yes << 16 : 0u)) << form;
        }
      }
    }
}

TEST(EmulatorCompareForms, CombinationsOfPairs) {
  auto [a, b] = pairs(std::vector<uint32_t>{0x3c003c00, 0x40003c00, 0x3c004000, 0x7fff3c00});
  auto test = [](uint32_t x, uint32_t y, int shift) {
    return widenF16(static_cast<uint16_t>(x >> shift)) <
           widenF16(static_cast<uint16_t>(y >> shift));
  };
  for (std::string op : {"and", "or", "xor"})
    for (std::string third : {"%p", "!%p", "%q"}) {
      // The third predicate may be one of the results.
      std::string body = "setp.gt.u32 %p, %a, %b;\n  setp.gt.u32 %q, %a, %b;\n  setp.lt." + op +
                         ".f16x2 %p|%q, %a, %b, " + third +
                         ";\n  selp.b32 %r0, 1, 0, %p;\n  selp.b32 %r1, 2, 0, %q;\n"
                         "  or.b32 %d, %r0, %r1;";
      std::vector<uint32_t> d = apply<uint32_t>(body, a, b);
      std::vector<uint32_t> set = apply<uint32_t>(
          "setp.gt.u32 %p, %a, %b;\n  set.lt." + op + ".u32.f16x2 %d, %a, %b, %p;", a, b);
      for (size_t i = 0; i < a.size(); ++i) {
        bool c = a[i] > b[i];
        auto combine = [&](bool x, bool y) {
          return op == "and" ? x && y : op == "or" ? x || y : x != y;
        };
        bool given = c != (third[0] == '!');
        EXPECT_EQ(d[i], static_cast<uint32_t>(combine(test(a[i], b[i], 0), given)) |
                            static_cast<uint32_t>(combine(test(a[i], b[i], 16), given)) << 1)
            << op << third;
        EXPECT_EQ(set[i], (combine(test(a[i], b[i], 0), c) ? 0xffffu : 0u) |
                              (combine(test(a[i], b[i], 16), c) ? 0xffff0000u : 0u))
            << op;
      }
    }
}

TEST(EmulatorCompareForms, GuardMayBeAResult) {
  auto [a, b] = pairs(std::vector<uint32_t>{0x3c003c00, 0x40003c00, 0x3c004000});
  for (std::string guard : {"%p", "%q"}) {
    std::vector<uint32_t> d =
        apply<uint32_t>("setp.ge.u32 %p, %a, %b;\n  setp.ge.u32 %q, %a, %b;\n  @" + guard +
                            " setp.lt.f16x2 %p|%q, %a, %b;\n  selp.b32 %r0, 1, 0, %p;\n"
                            "  selp.b32 %r1, 2, 0, %q;\n  or.b32 %d, %r0, %r1;",
                        a, b);
    for (size_t i = 0; i < a.size(); ++i) {
      auto less = [&](int shift) {
        return widenF16(static_cast<uint16_t>(a[i] >> shift)) <
               widenF16(static_cast<uint16_t>(b[i] >> shift));
      };
      uint32_t expected = static_cast<uint32_t>(less(0)) | static_cast<uint32_t>(less(16)) << 1;
      EXPECT_EQ(d[i], a[i] >= b[i] ? expected : 0u) << guard << std::hex << a[i] << " " << b[i];
    }
  }
}

TEST(EmulatorCompareForms, SetOfEveryType) {
  auto [a, b] = pairs(std::vector<uint64_t>{0, 1, ~uint64_t{0}, uint64_t{1} << 63, 5});
  auto [x, y] = pairs(std::vector<float>{0.0f, -0.0f, 1.0f, NAN, 0x1p-130f, -0x1p-130f});
  std::vector<uint32_t> lower = apply<uint32_t>("set.lt.u32.s64 %d, %a, %b;", a, b);
  std::vector<float> higher = apply<float>("set.hi.f32.u64 %d, %a, %b;", a, b);
  std::vector<uint16_t> half = apply<uint16_t>("set.ltu.ftz.f16.f32 %d, %a, %b;", x, y);
  std::vector<uint16_t> brain = apply<uint16_t>("set.ge.bf16.f32 %d, %a, %b;", x, y);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(lower[i], static_cast<int64_t>(a[i]) < static_cast<int64_t>(b[i]) ? ~0u : 0u);
    EXPECT_EQ(higher[i], a[i] > b[i] ? 1.0f : 0.0f);
  }
  auto flushed = [](float v) { return std::fabs(v) < 0x1p-126f ? 0.0f : v; };
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(half[i], compare("ltu", flushed(x[i]), flushed(y[i])) ? 0x3c00 : 0);
    EXPECT_EQ(brain[i], x[i] >= y[i] ? 0x3f80 : 0);
  }
}

TEST(EmulatorCompareForms, SelectBySign) {
  std::vector<float> c = {1, -1, 0.0f, -0.0f, NAN, 0x1p-130f, -0x1p-130f, INFINITY, -INFINITY};
  std::vector<uint64_t> plain = apply<uint64_t>("slct.u64.f32 %d, 7, 9, %a;", c);
  std::vector<uint16_t> ftz = apply<uint16_t>("slct.ftz.b16.f32 %d, 7, 9, %a;", c);
  for (size_t i = 0; i < c.size(); ++i) {
    EXPECT_EQ(plain[i], c[i] >= 0 ? 7u : 9u) << c[i];
    EXPECT_EQ(ftz[i], c[i] >= 0 || std::fabs(c[i]) < 0x1p-126f ? 7 : 9) << c[i];
  }
}
