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
