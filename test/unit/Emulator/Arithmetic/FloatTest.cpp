// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point arithmetic on hard values. f32 and f64 against the host's, which is
// correctly rounded; f16 and bf16 against exact sums in 128-bit integers.
#include "Floats.h"

#include "halftone/Support/Rounding.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <random>

using namespace halftone;
using namespace halftone::emulator::test;

namespace {

template <typename F> void checkBinary(const std::string &name, F expected) {
  auto [a, b] = pairs(hardFloats());
  std::vector<float> d = apply<float>(name + ".f32 %d, %a, %b;", a, b);
  for (size_t i = 0; i < d.size(); ++i)
    expectFloat(d[i], expected(a[i], b[i]),
                name + " " + std::to_string(a[i]) + ", " + std::to_string(b[i]));
}

} // namespace

TEST(EmulatorFloat, CorrectlyRoundedF32) {
  checkBinary("add.rn", [](float a, float b) { return a + b; });
  checkBinary("sub", [](float a, float b) { return a - b; });
  checkBinary("mul.rn", [](float a, float b) { return a * b; });
  checkBinary("div.rn", [](float a, float b) { return a / b; });
  auto [a, b] = pairs(hardFloats());
  std::vector<float> c(a.rbegin(), a.rend());
  std::vector<float> fma = apply<float>("fma.rn.f32 %d, %a, %b, %c;", a, b, c);
  for (size_t i = 0; i < a.size(); ++i)
    expectFloat(fma[i], std::fma(a[i], b[i], c[i]), "fma");
  std::vector<float> x = hardFloats();
  std::vector<float> root = apply<float>("sqrt.rn.f32 %d, %a;", x);
  std::vector<float> reciprocal = apply<float>("rcp.rn.f32 %d, %a;", x);
  for (size_t i = 0; i < x.size(); ++i) {
    expectFloat(root[i], std::sqrt(x[i]), "sqrt");
    expectFloat(reciprocal[i], 1.0f / x[i], "rcp");
  }
}

TEST(EmulatorFloat, FlushAndSaturate) {
  checkBinary("add.ftz", [](float a, float b) { return flushed(flushed(a) + flushed(b)); });
  checkBinary("mul.ftz", [](float a, float b) { return flushed(flushed(a) * flushed(b)); });
  checkBinary("mul.sat", [](float a, float b) { return saturated(a * b); });
  checkBinary("add.ftz.sat",
              [](float a, float b) { return saturated(flushed(flushed(a) + flushed(b))); });
}

TEST(EmulatorFloat, OtherRoundingModes) {
  struct Mode {
    const char *name;
    int mode;
  };
  for (Mode mode : {Mode{"rz", FE_TOWARDZERO}, Mode{"rm", FE_DOWNWARD}, Mode{"rp", FE_UPWARD}}) {
    auto [a, b] = pairs(hardFloats());
    std::vector<float> sum =
        apply<float>(std::string("add.") + mode.name + ".f32 %d, %a, %b;", a, b);
    std::vector<float> quotient =
        apply<float>(std::string("div.") + mode.name + ".f32 %d, %a, %b;", a, b);
    std::fesetround(mode.mode);
    std::vector<float> sums(a.size()), quotients(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      volatile float x = a[i], y = b[i];
      sums[i] = x + y;
      quotients[i] = x / y;
    }
    std::fesetround(FE_TONEAREST);
    for (size_t i = 0; i < a.size(); ++i) {
      expectFloat(sum[i], sums[i], std::string("add.") + mode.name);
      expectFloat(quotient[i], quotients[i], std::string("div.") + mode.name);
    }
  }
}

TEST(EmulatorFloat, MinimumAndMaximum) {
  auto pick = [](bool max, float a, float b) {
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) ? b : a;
    if (a == b) // zeros of both signs
      return std::signbit(a) == max ? b : a;
    return (a < b) == max ? b : a;
  };
  checkBinary("min", [&](float a, float b) { return pick(false, a, b); });
  checkBinary("max", [&](float a, float b) { return pick(true, a, b); });
  auto propagate = [&](bool max, float a, float b) {
    return std::isnan(a) || std::isnan(b) ? quietNaN : pick(max, a, b);
  };
  checkBinary("min.NaN", [&](float a, float b) { return propagate(false, a, b); });
  checkBinary("max.NaN", [&](float a, float b) { return propagate(true, a, b); });
}

TEST(EmulatorFloat, SignsAndClasses) {
  std::vector<float> x = hardFloats(), y(x.rbegin(), x.rend());
  std::vector<float> neg = apply<float>("neg.f32 %d, %a;", x);
  std::vector<float> abs = apply<float>("abs.f32 %d, %a;", x);
  std::vector<float> sign = apply<float>("copysign.f32 %d, %a, %b;", x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(bits(neg[i]), bits(x[i]) ^ 0x80000000u);
    EXPECT_EQ(bits(abs[i]), bits(x[i]) & 0x7fffffffu);
    EXPECT_EQ(bits(sign[i]), (bits(x[i]) & 0x80000000u) | (bits(y[i]) & 0x7fffffffu));
  }
  auto classify = [&](const std::string &name) {
    return apply<uint32_t>("testp." + name + ".f32 %p, %a;\n  selp.u32 %d, 1, 0, %p;", x);
  };
  std::vector<uint32_t> finite = classify("finite"), infinite = classify("infinite"),
                        number = classify("number"), notNumber = classify("notanumber"),
                        normal = classify("normal"), subnormal = classify("subnormal");
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(finite[i], std::isfinite(x[i]));
    EXPECT_EQ(infinite[i], std::isinf(x[i]));
    EXPECT_EQ(number[i], !std::isnan(x[i]));
    EXPECT_EQ(notNumber[i], std::isnan(x[i]));
    EXPECT_EQ(normal[i], std::isnormal(x[i]));
    EXPECT_EQ(subnormal[i], std::fpclassify(x[i]) == FP_SUBNORMAL);
  }
}

TEST(EmulatorFloat, ApproximateFunctionsAreWithinOneUlp) {
  std::vector<float> x = {0.25f, 0.5f, 1.0f, 1.5f, 2.0f, 3.7f, 10.0f, 0.001f, 7.3e-5f, 100.0f};
  auto check = [&](const std::string &name, double (*exact)(double)) {
    std::vector<float> d = apply<float>(name + ".f32 %d, %a;", x);
    for (size_t i = 0; i < x.size(); ++i) {
      double expected = exact(x[i]);
      EXPECT_NEAR(d[i], expected, std::fabs(expected) * 0x1p-23) << name << " " << x[i];
    }
  };
  check("ex2.approx", [](double v) { return std::exp2(v); });
  check("lg2.approx", [](double v) { return std::log2(v); });
  check("sin.approx", [](double v) { return std::sin(v); });
  check("cos.approx", [](double v) { return std::cos(v); });
  check("tanh.approx", [](double v) { return std::tanh(v); });
  check("rsqrt.approx", [](double v) { return 1 / std::sqrt(v); });
  check("sqrt.approx", [](double v) { return std::sqrt(v); });
  check("rcp.approx", [](double v) { return 1 / v; });
  std::vector<float> special = {0.0f,  -0.0f,     inf,    -inf,   quietNaN,
                                -1.0f, 0x1p-149f, 200.0f, -200.0f};
  std::vector<float> ex2 = apply<float>("ex2.approx.ftz.f32 %d, %a;", special);
  std::vector<float> lg2 = apply<float>("lg2.approx.f32 %d, %a;", special);
  std::vector<float> rsqrt = apply<float>("rsqrt.approx.ftz.f32 %d, %a;", special);
  const float exponentials[] = {1, 1, inf, 0, quietNaN, 0.5f, 1, inf, 0};
  const float logarithms[] = {
      -inf, -inf, inf, quietNaN, quietNaN, quietNaN, -149, std::log2(200.0f), quietNaN};
  const float roots[] = {inf,      -inf,     0,   quietNaN,
                         quietNaN, quietNaN, inf, static_cast<float>(1 / std::sqrt(200.0)),
                         quietNaN};
  for (size_t i = 0; i < special.size(); ++i) {
    expectFloat(ex2[i], exponentials[i], "ex2");
    expectFloat(lg2[i], logarithms[i], "lg2");
    expectFloat(rsqrt[i], roots[i], "rsqrt");
  }
}

TEST(EmulatorFloat, NarrowOperandsOfF32) {
  std::vector<float> c;
  std::vector<uint16_t> a, b;
  for (float x : {0.5f, -3.0f, 1.0f / 3, 1000.0f})
    for (float y : {1.0f, 0x1p-20f, -7.7f}) {
      a.push_back(narrowF16(x));
      b.push_back(narrowF16(y));
      c.push_back(x * y * 3);
    }
  std::vector<float> sum =
      apply<float>("add.f32.f16 %d, %a, %b;", a, c, std::vector<None>(), "sm_100a");
  std::vector<float> difference =
      apply<float>("sub.rz.f32.bf16 %d, %a, %b;", a, c, std::vector<None>(), "sm_100a");
  std::vector<float> fma = apply<float>("fma.rn.f32.f16 %d, %a, %b, %c;", a, b, c, "sm_100a");
  for (size_t i = 0; i < a.size(); ++i) {
    expectFloat(sum[i], widenF16(a[i]) + c[i], "add.f32.f16");
    expectFloat(fma[i], std::fma(widenF16(a[i]), widenF16(b[i]), c[i]), "fma.f32.f16");
    std::fesetround(FE_TOWARDZERO);
    volatile float x = widenBF16(a[i]), y = c[i];
    volatile float expected = x - y;
    std::fesetround(FE_TONEAREST);
    expectFloat(difference[i], expected, "sub.rz.f32.bf16");
  }
}

TEST(EmulatorFloat, PairsAndThreeOperands) {
  std::vector<float> x = hardFloats(), y(x.rbegin(), x.rend());
  auto pair = [](float low, float high) { return uint64_t{bits(high)} << 32 | bits(low); };
  auto expectPair = [](uint64_t actual, float low, float high, const char *what) {
    expectFloat(std::bit_cast<float>(static_cast<uint32_t>(actual)), low, what);
    expectFloat(std::bit_cast<float>(static_cast<uint32_t>(actual >> 32)), high, what);
  };
  std::vector<uint64_t> a, b;
  for (size_t i = 0; i < x.size(); ++i) {
    a.push_back(pair(x[i], y[i]));
    b.push_back(pair(y[i], 3.0f));
  }
  std::vector<None> none;
  std::vector<uint64_t> sum = apply<uint64_t>("add.rn.f32x2 %d, %a, %b;", a, b, none, "sm_100a");
  std::vector<uint64_t> fma =
      apply<uint64_t>("fma.rn.f32x2 %d, %a, %b, %a;", a, b, none, "sm_100a");
  std::vector<uint64_t> mul =
      apply<uint64_t>("mul.rz.ftz.f32x2 %d, %a, %b;", a, b, none, "sm_100a");
  for (size_t i = 0; i < x.size(); ++i) {
    expectPair(sum[i], x[i] + y[i], y[i] + 3.0f, "add.f32x2");
    expectPair(fma[i], std::fma(x[i], y[i], x[i]), std::fma(y[i], 3.0f, y[i]), "fma.f32x2");
    std::fesetround(FE_TOWARDZERO);
    volatile float u = flushed(x[i]), v = flushed(y[i]);
    volatile float low = flushed(u * v), high = flushed(v * 3.0f);
    std::fesetround(FE_TONEAREST);
    expectPair(mul[i], low, high, "mul.rz.ftz.f32x2");
  }
  std::vector<float> z(x.size(), 2.0f);
  std::vector<float> most = apply<float>("max.f32 %d, %a, %b, %c;", x, y, z, "sm_100a");
  for (size_t i = 0; i < x.size(); ++i)
    expectFloat(most[i], std::fmax(std::fmax(x[i], y[i]), 2.0f), "max of three");
}

TEST(EmulatorFloat, F64) {
  std::vector<double> values = {0.0,
                                -0.0,
                                1.0,
                                -3.5,
                                1.0 / 3,
                                1e300,
                                -1e-300,
                                0x1p-1074,
                                0x1.fffffffffffffp1023,
                                std::numeric_limits<double>::infinity()};
  auto [a, b] = pairs(values);
  std::vector<double> sum = apply<double>("add.f64 %d, %a, %b;", a, b);
  std::vector<double> product = apply<double>("mul.rn.f64 %d, %a, %b;", a, b);
  std::vector<double> quotient = apply<double>("div.rn.f64 %d, %a, %b;", a, b);
  std::vector<double> fma = apply<double>("fma.rn.f64 %d, %a, %b, 0d3FF0000000000000;", a, b);
  auto same = [](double x, double y) {
    return (std::isnan(x) && std::isnan(y)) ||
           std::bit_cast<uint64_t>(x) == std::bit_cast<uint64_t>(y);
  };
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(same(sum[i], a[i] + b[i]));
    EXPECT_TRUE(same(product[i], a[i] * b[i]));
    EXPECT_TRUE(same(quotient[i], a[i] / b[i]));
    EXPECT_TRUE(same(fma[i], std::fma(a[i], b[i], 1.0)));
  }
}

//===----------------------------------------------------------------------===//
// f16 and bf16
//===----------------------------------------------------------------------===//

namespace {

/// a * b + c rounded once, for f16 or bf16: by exact arithmetic where the exponents
/// are near, else the smaller part only decides on which side the sum lies.
uint16_t exactFma(uint16_t a, uint16_t b, uint16_t c, DType type) {
  Exact x = decode(a, type), y = decode(b, type), z = decode(c, type);
  double fx = static_cast<double>(
      std::bit_cast<float>(static_cast<uint32_t>(convertBits(a, type, DType::F32))));
  double fy = static_cast<double>(
      std::bit_cast<float>(static_cast<uint32_t>(convertBits(b, type, DType::F32))));
  double fz = static_cast<double>(
      std::bit_cast<float>(static_cast<uint32_t>(convertBits(c, type, DType::F32))));
  double plain = fx * fy + fz;
  if (!std::isfinite(plain) || plain == 0 || fx * fy == 0 || fz == 0) // exact or special
    return std::isnan(plain) ? 0x7fff
                             : static_cast<uint16_t>(
                                   convertBits(std::bit_cast<uint64_t>(plain), DType::F64, type));
  __int128 product = static_cast<__int128>(x.significand) * static_cast<__int128>(y.significand);
  __int128 term = static_cast<__int128>(z.significand);
  int ep = x.exponent + y.exponent, ez = z.exponent;
  if (x.negative != y.negative)
    product = -product;
  if (z.negative)
    term = -term;
  // Both over the smaller exponent; beyond 80 places the far one is a sticky bit.
  int low = std::min(ep, ez), spread = std::max(ep, ez) - low;
  if (spread > 80) {
    (ep > ez ? term : product) = (ep > ez ? term : product) > 0 ? 1 : -1;
    (ep > ez ? ez : ep) = std::max(ep, ez) - 80;
    low = std::min(ep, ez);
  }
  __int128 sum = (product << (ep - low)) + (term << (ez - low));
  Exact result;
  result.negative = sum < 0;
  unsigned __int128 magnitude = static_cast<unsigned __int128>(sum < 0 ? -sum : sum);
  bool sticky = false;
  while (magnitude >> 62) {
    sticky |= magnitude & 1;
    magnitude >>= 1;
    ++low;
  }
  result.significand = static_cast<uint64_t>(magnitude) << 1 | sticky;
  result.exponent = low - 1;
  return static_cast<uint16_t>(encode(result, type));
}

std::vector<uint16_t> hardHalves() {
  std::vector<uint16_t> values = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00,
                                  0x3c01, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x3f80, 0x3f81, 0xbf80,
                                  0x007f, 0x0080, 0x7f7f, 0xff7f, 0x7f80, 0x0200, 0x1400, 0x6400};
  std::mt19937 random(4);
  for (int i = 0; i < 12; ++i)
    values.push_back(static_cast<uint16_t>(random()));
  return values;
}

bool isHalfNaN(uint16_t bits, DType type) {
  return (bits & 0x7fff) > (type == DType::F16 ? 0x7c00 : 0x7f80);
}

} // namespace

class EmulatorHalf : public testing::TestWithParam<DType> {};
INSTANTIATE_TEST_SUITE_P(Types, EmulatorHalf, testing::Values(DType::F16, DType::BF16));

TEST_P(EmulatorHalf, EveryOperationRoundsOnce) {
  DType type = GetParam();
  std::string suffix = type == DType::F16 ? ".f16" : ".bf16";
  uint16_t one = type == DType::F16 ? 0x3c00 : 0x3f80;
  auto [a, b] = pairs(hardHalves());
  std::vector<uint16_t> add = apply<uint16_t>("add" + suffix + " %d, %a, %b;", a, b);
  std::vector<uint16_t> sub = apply<uint16_t>("sub.rn" + suffix + " %d, %a, %b;", a, b);
  std::vector<uint16_t> mul = apply<uint16_t>("mul" + suffix + " %d, %a, %b;", a, b);
  auto canonical = [&](uint16_t v) { return isHalfNaN(v, type) ? uint16_t{0x7fff} : v; };
  for (size_t i = 0; i < a.size(); ++i) {
    bool special = isHalfNaN(a[i], type) || isHalfNaN(b[i], type);
    uint16_t minus = static_cast<uint16_t>(b[i] ^ 0x8000);
    uint16_t zero = (a[i] ^ b[i]) & 0x8000; // so that 0 keeps the product's sign
    EXPECT_EQ(add[i], special ? 0x7fff : canonical(exactFma(a[i], one, b[i], type)));
    EXPECT_EQ(sub[i], special ? 0x7fff : canonical(exactFma(a[i], one, minus, type)));
    EXPECT_EQ(mul[i], special ? 0x7fff : canonical(exactFma(a[i], b[i], zero, type)));
  }
  for (uint16_t c : hardHalves()) {
    std::vector<uint16_t> vc(a.size(), c);
    std::vector<uint16_t> fma = apply<uint16_t>("fma.rn" + suffix + " %d, %a, %b, %c;", a, b, vc);
    for (size_t i = 0; i < a.size(); ++i) {
      bool special = isHalfNaN(a[i], type) || isHalfNaN(b[i], type) || isHalfNaN(c, type);
      EXPECT_EQ(fma[i], special ? 0x7fff : canonical(exactFma(a[i], b[i], c, type)))
          << std::hex << a[i] << " " << b[i] << " " << c;
    }
  }
}

TEST_P(EmulatorHalf, PairsAreTwoValues) {
  DType type = GetParam();
  std::string suffix = type == DType::F16 ? ".f16" : ".bf16";
  auto [a, b] = pairs(hardHalves());
  std::vector<uint32_t> pa, pb;
  for (size_t i = 0; i < a.size(); ++i) {
    pa.push_back(a[i] | static_cast<uint32_t>(b[i]) << 16);
    pb.push_back(b[i] | static_cast<uint32_t>(a[a.size() - 1 - i]) << 16);
  }
  for (std::string op : {"add", "sub", "mul", "min", "max", "min.NaN", "max.NaN"}) {
    std::vector<uint32_t> d = apply<uint32_t>(op + suffix + "x2 %d, %a, %b;", pa, pb);
    auto half = [](const std::vector<uint32_t> &pairs, int shift) {
      std::vector<uint16_t> halves;
      for (uint32_t pair : pairs)
        halves.push_back(static_cast<uint16_t>(pair >> shift));
      return halves;
    };
    for (int shift : {0, 16}) {
      std::vector<uint16_t> single =
          apply<uint16_t>(op + suffix + " %d, %a, %b;", half(pa, shift), half(pb, shift));
      EXPECT_EQ(half(d, shift), single) << op;
    }
  }
}

TEST_P(EmulatorHalf, MinimumReluAndSign) {
  DType type = GetParam();
  std::string suffix = type == DType::F16 ? ".f16" : ".bf16";
  uint16_t one = type == DType::F16 ? 0x3c00 : 0x3f80,
           infinity = type == DType::F16 ? 0x7c00 : 0x7f80;
  std::vector<uint16_t> a = {one, 0x8000, 0x0000, 0x7fff, static_cast<uint16_t>(one | 0x8000)};
  std::vector<uint16_t> b = {0x8001, 0x0000, 0x8000, one, infinity};
  EXPECT_EQ(apply<uint16_t>("min" + suffix + " %d, %a, %b;", a, b),
            (std::vector<uint16_t>{0x8001, 0x8000, 0x8000, one, a[4]}));
  EXPECT_EQ(apply<uint16_t>("max.NaN" + suffix + " %d, %a, %b;", a, b),
            (std::vector<uint16_t>{one, 0, 0, 0x7fff, infinity}));
  EXPECT_EQ(apply<uint16_t>("neg" + suffix + " %d, %a;", a),
            (std::vector<uint16_t>{a[4], 0, 0x8000, 0xffff, one}));
  EXPECT_EQ(apply<uint16_t>("abs" + suffix + " %d, %a;", a),
            (std::vector<uint16_t>{one, 0, 0, 0x7fff, one}));
  std::vector<uint16_t> c(a.size(), 0x8000), ones(a.size(), one);
  EXPECT_EQ(apply<uint16_t>("fma.rn.relu" + suffix + " %d, %a, %b, %c;", a, ones, c),
            (std::vector<uint16_t>{one, 0, 0, 0x7fff, 0}));
}
