// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f32 and f64 in every rounding and with every modifier, against the host's arithmetic;
// the approximations against libm in f64, with the bounds that PTX documents.
#include "Floats.h"

using namespace halftone::emulator::test;

namespace {

struct Direction {
  const char *name;
  int mode;
};
const Direction everyDirection[] = {
    {".rn", FE_TONEAREST}, {".rz", FE_TOWARDZERO}, {".rm", FE_DOWNWARD}, {".rp", FE_UPWARD}};

/// Evaluated by the host in that direction.
template <typename T, typename F> T rounded(int mode, F f) {
  std::fesetround(mode);
  volatile T result = f();
  std::fesetround(FE_TONEAREST);
  return result;
}

std::vector<double> hardDoubles() {
  std::vector<double> values = {0.0,
                                -0.0,
                                1.0,
                                -1.0,
                                3.0,
                                1.0 / 3,
                                1e300,
                                1e-300,
                                0x1p-1074,
                                -0x1p-1074,
                                0x1p-1022,
                                0x1p-1023,
                                0.5,
                                0x1.fffffffffffffp1023,
                                -2.5,
                                static_cast<double>(inf),
                                -static_cast<double>(inf)};
  std::mt19937_64 random(12);
  for (int i = 0; i < 12; ++i)
    values.push_back(
        std::bit_cast<double>((random() & 0x800fffffffffffff) | (1000 + random() % 50) << 52));
  return values;
}

void expectDouble(double actual, double expected, const std::string &what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << what;
  } else {
    EXPECT_EQ(std::bit_cast<uint64_t>(actual), std::bit_cast<uint64_t>(expected)) << what;
  }
}

} // namespace

TEST(EmulatorFloatForms, EveryRoundingOfF32) {
  auto [a, b] = pairs(hardFloats());
  std::vector<float> c(a.rbegin(), a.rend());
  for (const Direction &each : everyDirection)
    for (bool ftz : {false, true})
      for (bool sat : {false, true}) {
        std::string modifiers = std::string(each.name) + (ftz ? ".ftz" : "") + (sat ? ".sat" : "");
        auto in = [&](float x) { return ftz ? flushed(x) : x; };
        auto out = [&](float x) { return sat ? saturated(in(x)) : in(x); };
        std::vector<float> sum = apply<float>("add" + modifiers + ".f32 %d, %a, %b;", a, b);
        std::vector<float> difference = apply<float>("sub" + modifiers + ".f32 %d, %a, %b;", a, b);
        std::vector<float> product = apply<float>("mul" + modifiers + ".f32 %d, %a, %b;", a, b);
        std::vector<float> fma = apply<float>("fma" + modifiers + ".f32 %d, %a, %b, %c;", a, b, c);
        std::vector<float> mad = apply<float>("mad" + modifiers + ".f32 %d, %a, %b, %c;", a, b, c);
        for (size_t i = 0; i < a.size(); ++i) {
          volatile float x = in(a[i]), y = in(b[i]), z = in(c[i]);
          expectFloat(sum[i], out(rounded<float>(each.mode, [&] { return x + y; })),
                      "add" + modifiers);
          expectFloat(difference[i], out(rounded<float>(each.mode, [&] { return x - y; })),
                      "sub" + modifiers);
          expectFloat(product[i], out(rounded<float>(each.mode, [&] { return x * y; })),
                      "mul" + modifiers);
          expectFloat(fma[i], out(rounded<float>(each.mode, [&] { return std::fma(x, y, z); })),
                      "fma" + modifiers);
          EXPECT_EQ(bits(mad[i]), bits(fma[i])) << modifiers;
        }
        if (sat)
          continue;
        std::vector<float> quotient = apply<float>("div" + modifiers + ".f32 %d, %a, %b;", a, b);
        std::vector<float> reciprocal = apply<float>("rcp" + modifiers + ".f32 %d, %a;", a);
        std::vector<float> root = apply<float>("sqrt" + modifiers + ".f32 %d, %a;", a);
        for (size_t i = 0; i < a.size(); ++i) {
          volatile float x = in(a[i]), y = in(b[i]);
          expectFloat(quotient[i], out(rounded<float>(each.mode, [&] { return x / y; })),
                      "div" + modifiers);
          expectFloat(reciprocal[i], out(rounded<float>(each.mode, [&] { return 1.0f / x; })),
                      "rcp" + modifiers);
          expectFloat(root[i], out(rounded<float>(each.mode, [&] { return std::sqrt(x); })),
                      "sqrt" + modifiers);
        }
      }
}

TEST(EmulatorFloatForms, EveryRoundingOfF64) {
  auto [a, b] = pairs(hardDoubles());
  std::vector<double> c(a.rbegin(), a.rend());
  for (const Direction &each : everyDirection) {
    std::string form = std::string(each.name) + ".f64";
    std::vector<double> sum = apply<double>("add" + form + " %d, %a, %b;", a, b);
    std::vector<double> difference = apply<double>("sub" + form + " %d, %a, %b;", a, b);
    std::vector<double> product = apply<double>("mul" + form + " %d, %a, %b;", a, b);
    std::vector<double> quotient = apply<double>("div" + form + " %d, %a, %b;", a, b);
    std::vector<double> fma = apply<double>("fma" + form + " %d, %a, %b, %c;", a, b, c);
    std::vector<double> reciprocal = apply<double>("rcp" + form + " %d, %a;", a);
    std::vector<double> root = apply<double>("sqrt" + form + " %d, %a;", a);
    for (size_t i = 0; i < a.size(); ++i) {
      volatile double x = a[i], y = b[i], z = c[i];
      expectDouble(sum[i], rounded<double>(each.mode, [&] { return x + y; }), "add" + form);
      expectDouble(difference[i], rounded<double>(each.mode, [&] { return x - y; }), "sub" + form);
      expectDouble(product[i], rounded<double>(each.mode, [&] { return x * y; }), "mul" + form);
      expectDouble(quotient[i], rounded<double>(each.mode, [&] { return x / y; }), "div" + form);
      expectDouble(fma[i], rounded<double>(each.mode, [&] { return std::fma(x, y, z); }),
                   "fma" + form);
      expectDouble(reciprocal[i], rounded<double>(each.mode, [&] { return 1.0 / x; }),
                   "rcp" + form);
      expectDouble(root[i], rounded<double>(each.mode, [&] { return std::sqrt(x); }),
                   "sqrt" + form);
    }
  }
  std::vector<double> least = apply<double>("min.f64 %d, %a, %b;", a, b);
  std::vector<double> most = apply<double>("max.f64 %d, %a, %b;", a, b);
  std::vector<double> sign = apply<double>("copysign.f64 %d, %a, %b;", a, b);
  std::vector<double> negative = apply<double>("neg.f64 %d, %a;", a);
  std::vector<double> magnitude = apply<double>("abs.f64 %d, %a;", a);
  for (size_t i = 0; i < a.size(); ++i) {
    double x = a[i], y = b[i];
    bool xFirst = x < y || (x == y && std::signbit(x));
    expectDouble(least[i], xFirst ? x : y, "min");
    expectDouble(most[i], xFirst ? y : x, "max");
    expectDouble(sign[i], std::copysign(y, x), "copysign");
    expectDouble(negative[i], -x, "neg");
    expectDouble(magnitude[i], std::fabs(x), "abs");
  }
}

TEST(EmulatorFloatForms, MinimumAndMaximumWithModifiers) {
  auto [a, b] = pairs(hardFloats());
  std::vector<float> c(a.rbegin(), a.rend());
  auto pick = [](bool max, bool nan, float x, float y) {
    if (std::isnan(x) || std::isnan(y))
      return nan || (std::isnan(x) && std::isnan(y)) ? quietNaN : std::isnan(x) ? y : x;
    if (x == y)
      return std::signbit(x) == max ? y : x;
    return (x < y) == max ? y : x;
  };
  for (bool max : {false, true})
    for (bool ftz : {false, true})
      for (bool nan : {false, true}) {
        std::string form =
            std::string(max ? "max" : "min") + (ftz ? ".ftz" : "") + (nan ? ".NaN" : "");
        auto in = [&](float x) { return ftz ? flushed(x) : x; };
        std::vector<float> two = apply<float>(form + ".f32 %d, %a, %b;", a, b);
        std::vector<float> signs = apply<float>(form + ".xorsign.abs.f32 %d, %a, %b;", a, b);
        std::vector<float> three = apply<float>(form + ".f32 %d, %a, %b, %c;", a, b, c, "sm_100a");
        std::vector<float> largest =
            apply<float>(form + ".abs.f32 %d, %a, %b, %c;", a, b, c, "sm_100a");
        for (size_t i = 0; i < a.size(); ++i) {
          float x = in(a[i]), y = in(b[i]), z = in(c[i]);
          expectFloat(two[i], pick(max, nan, x, y), form);
          float magnitude = pick(max, nan, std::fabs(x), std::fabs(y));
          bool sign = std::signbit(a[i]) != std::signbit(b[i]);
          expectFloat(signs[i],
                      std::isnan(magnitude) ? quietNaN
                                            : std::copysign(magnitude, sign ? -1.0f : 1.0f),
                      form + ".xorsign.abs");
          expectFloat(three[i], pick(max, nan, pick(max, nan, x, y), z), form + " of three");
          expectFloat(largest[i], pick(max, nan, magnitude, std::fabs(z)), form + ".abs");
        }
      }
}

namespace {

/// f32 values all over the range between magnitudes, `count` for each power of two.
std::vector<float> sweep(int lowest, int highest, int count, bool negative) {
  std::vector<float> values;
  for (int exponent = lowest; exponent < highest; ++exponent)
    for (int i = 0; i < count; ++i) {
      float v = std::ldexp(1.0f + static_cast<float>(i) / static_cast<float>(count), exponent);
      values.push_back(v);
      if (negative)
        values.push_back(-v);
    }
  return values;
}

double ulp(double value) { return std::ldexp(1.0, std::max(std::ilogb(value), -126) - 23); }

} // namespace

/// The bounds are PTX's.
TEST(EmulatorFloatForms, ApproximationsKeepTheirBounds) {
  auto check = [](const std::string &form, const std::vector<float> &x, auto exact, auto bound) {
    std::vector<float> d = apply<float>(form + " %d, %a;", x);
    for (size_t i = 0; i < x.size(); ++i) {
      double want = exact(static_cast<double>(x[i]));
      ASSERT_LE(std::fabs(static_cast<double>(d[i]) - want), bound(x[i], want))
          << form << " " << x[i];
    }
  };
  auto relative = [](double r) { return [r](double, double want) { return std::fabs(want) * r; }; };
  auto ulps = [](double n) { return [n](double, double want) { return n * ulp(want); }; };
  std::vector<float> positive = sweep(-126, 127, 200, false), any = sweep(-126, 126, 100, true);
  std::vector<float> exponents = sweep(-30, 7, 1500, true);
  std::erase_if(exponents, [](float v) { return v > 127.9f || v < -126; });
  check("ex2.approx.f32", exponents, [](double v) { return std::exp2(v); }, ulps(2));
  check("ex2.approx.ftz.f32", exponents, [](double v) { return std::exp2(v); }, ulps(2));
  check(
      "lg2.approx.f32", sweep(-1, 1, 60000, false), [](double v) { return std::log2(v); },
      [](double, double want) { return std::max(0x1p-22, 0x1p-22 * std::fabs(want)); });
  check(
      "lg2.approx.f32", positive, [](double v) { return std::log2(v); },
      [](double, double want) { return std::max(0x1p-22, 0x1p-22 * std::fabs(want)); });
  check("rcp.approx.f32", any, [](double v) { return 1 / v; }, ulps(1));
  check("sqrt.approx.f32", positive, [](double v) { return std::sqrt(v); }, relative(0x1p-23));
  check("rsqrt.approx.f32", positive, [](double v) { return 1 / std::sqrt(v); }, relative(0x1p-22));
  check(
      "tanh.approx.f32", sweep(-40, 6, 1500, true), [](double v) { return std::tanh(v); },
      relative(0x1p-11));
  std::vector<float> angles = sweep(-40, 8, 1500, true);
  std::erase_if(angles, [](float v) { return std::fabs(v) > 314.0f; });
  auto sine = [](double v, double) { return std::exp2(std::fabs(v) <= 6.2831 ? -20.5 : -14.7); };
  check("sin.approx.f32", angles, [](double v) { return std::sin(v); }, sine);
  check("cos.approx.f32", angles, [](double v) { return std::cos(v); }, sine);
  // What the emulator promises beyond that: next to the nearest.
  auto nearest = ulps(0.50001);
  check("ex2.approx.f32", exponents, [](double v) { return std::exp2(v); }, nearest);
  check("lg2.approx.f32", positive, [](double v) { return std::log2(v); }, nearest);
  check(
      "tanh.approx.f32", sweep(-40, 6, 1500, true), [](double v) { return std::tanh(v); }, nearest);
  check(
      "sin.approx.f32", sweep(-40, 120, 100, true), [](double v) { return std::sin(v); }, nearest);
  check(
      "cos.approx.f32", sweep(-40, 120, 100, true), [](double v) { return std::cos(v); }, nearest);
}

TEST(EmulatorFloatForms, ApproximateDivision) {
  auto [a, b] = pairs(sweep(-125, 126, 2, true));
  std::vector<float> full = apply<float>("div.full.f32 %d, %a, %b;", a, b);
  std::vector<float> approx = apply<float>("div.approx.f32 %d, %a, %b;", a, b);
  for (size_t i = 0; i < a.size(); ++i) {
    double want = static_cast<double>(a[i]) / static_cast<double>(b[i]);
    if (std::fabs(want) >= 0x1p128)
      continue;
    EXPECT_LE(std::fabs(static_cast<double>(full[i]) - want), 2 * ulp(want));
    EXPECT_LE(std::fabs(static_cast<double>(approx[i]) - want), 2 * ulp(want));
  }
  // Beyond 2^126, the reciprocal is 0.
  std::vector<float> x = {1.0f, -1.0f, inf, 0x1p127f, 0.0f},
                     y = {0x1.8p126f, 0x1p127f, 0x1p127f, -0x1p127f, 0x1p127f};
  std::vector<float> d = apply<float>("div.approx.f32 %d, %a, %b;", x, y);
  const float expected[] = {0.0f, -0.0f, quietNaN, -0.0f, 0.0f};
  for (size_t i = 0; i < x.size(); ++i)
    expectFloat(d[i], expected[i], "div.approx");
}

TEST(EmulatorFloatForms, SpecialValuesOfFunctions) {
  std::vector<float> x = {0.0f, -0.0f, inf, -inf, quietNaN, 0x1p-140f, -0x1p-140f, -1.0f};
  struct Case {
    const char *form;
    std::vector<float> expected;
  };
  const float tiny = 0x1p-140f;
  for (const Case &each : std::vector<Case>{
           {"ex2.approx.f32", {1, 1, inf, 0, quietNaN, 1, 1, 0.5f}},
           {"lg2.approx.f32", {-inf, -inf, inf, quietNaN, quietNaN, -140, quietNaN, quietNaN}},
           {"lg2.approx.ftz.f32", {-inf, -inf, inf, quietNaN, quietNaN, -inf, -inf, quietNaN}},
           {"sin.approx.f32",
            {0.0f, -0.0f, quietNaN, quietNaN, quietNaN, tiny, -tiny, std::sin(-1.0f)}},
           {"sin.approx.ftz.f32",
            {0.0f, -0.0f, quietNaN, quietNaN, quietNaN, 0.0f, -0.0f, std::sin(-1.0f)}},
           {"cos.approx.f32", {1, 1, quietNaN, quietNaN, quietNaN, 1, 1, std::cos(1.0f)}},
           {"tanh.approx.f32", {0.0f, -0.0f, 1, -1, quietNaN, tiny, -tiny, std::tanh(-1.0f)}},
           {"rcp.approx.f32", {inf, -inf, 0.0f, -0.0f, quietNaN, inf, -inf, -1}},
           {"rcp.approx.ftz.f32", {inf, -inf, 0.0f, -0.0f, quietNaN, inf, -inf, -1}},
           {"sqrt.approx.f32",
            {0.0f, -0.0f, inf, quietNaN, quietNaN, 0x1p-70f, quietNaN, quietNaN}},
           {"sqrt.approx.ftz.f32", {0.0f, -0.0f, inf, quietNaN, quietNaN, 0.0f, -0.0f, quietNaN}},
           {"rsqrt.approx.f32", {inf, -inf, 0, quietNaN, quietNaN, 0x1p70f, quietNaN, quietNaN}},
           {"rsqrt.approx.ftz.f32", {inf, -inf, 0, quietNaN, quietNaN, inf, -inf, quietNaN}}}) {
    std::vector<float> d = apply<float>(std::string(each.form) + " %d, %a;", x);
    for (size_t i = 0; i < x.size(); ++i)
      expectFloat(d[i], each.expected[i], std::string(each.form) + " " + std::to_string(x[i]));
  }
}

TEST(EmulatorFloatForms, GrossApproximationsOfF64) {
  std::vector<double> x = {1.0,        3.0,     0x1.23456789abcdep300,    1e-300,
                           0.0,        -0.0,    static_cast<double>(inf), 0x1p-1060,
                           -0x1p-1060, 0x1p1023};
  std::vector<uint64_t> rcp = apply<uint64_t>("rcp.approx.ftz.f64 %d, %a;", x);
  std::vector<uint64_t> rsqrt = apply<uint64_t>("rsqrt.approx.ftz.f64 %d, %a;", x);
  std::vector<double> exact = apply<double>("rsqrt.approx.f64 %d, %a;", x);
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(rcp[i] & 0xffffffffu, 0u);
    EXPECT_EQ(rsqrt[i] & 0xffffffffu, 0u);
    double r = std::bit_cast<double>(rcp[i]), s = std::bit_cast<double>(rsqrt[i]);
    bool tiny = std::fabs(x[i]) < 0x1p-1022;
    double wantR = tiny ? std::copysign(static_cast<double>(inf), x[i]) : 1 / x[i];
    if (std::fabs(wantR) < 0x1p-1022)
      wantR = std::copysign(0.0, wantR);
    double wantS = tiny ? std::copysign(static_cast<double>(inf), x[i]) : 1 / std::sqrt(x[i]);
    if (std::isinf(wantR) || wantR == 0)
      expectDouble(r, wantR, "rcp");
    else
      EXPECT_NEAR(r / wantR, 1, 0x1p-18);
    if (std::isinf(wantS) || wantS == 0)
      expectDouble(s, wantS, "rsqrt");
    else
      EXPECT_NEAR(s / wantS, 1, 0x1p-18);
    if (x[i] > 0 && !std::isinf(x[i])) {
      EXPECT_NEAR(exact[i] * std::sqrt(x[i]), 1, 0x1p-50);
    }
  }
}

TEST(EmulatorFloatForms, PairsInEveryRounding) {
  std::vector<float> x = hardFloats(), y(x.rbegin(), x.rend());
  std::vector<uint64_t> a, b;
  for (size_t i = 0; i < x.size(); ++i) {
    a.push_back(uint64_t{bits(y[i])} << 32 | bits(x[i]));
    b.push_back(uint64_t{bits(x[(i + 7) % x.size()])} << 32 | bits(y[(i + 3) % x.size()]));
  }
  std::vector<None> none;
  auto half = [](uint64_t pair, int shift) {
    return std::bit_cast<float>(static_cast<uint32_t>(pair >> shift));
  };
  for (const Direction &each : everyDirection)
    for (bool ftz : {false, true}) {
      std::string form = std::string(each.name) + (ftz ? ".ftz.f32x2" : ".f32x2");
      auto in = [&](float v) { return ftz ? flushed(v) : v; };
      std::vector<uint64_t> sum =
          apply<uint64_t>("add" + form + " %d, %a, %b;", a, b, none, "sm_100a");
      std::vector<uint64_t> difference =
          apply<uint64_t>("sub" + form + " %d, %a, %b;", a, b, none, "sm_100a");
      std::vector<uint64_t> product =
          apply<uint64_t>("mul" + form + " %d, %a, %b;", a, b, none, "sm_100a");
      std::vector<uint64_t> fma =
          apply<uint64_t>("fma" + form + " %d, %a, %b, %a;", a, b, none, "sm_100a");
      for (size_t i = 0; i < a.size(); ++i)
        for (int shift : {0, 32}) {
          volatile float p = in(half(a[i], shift)), q = in(half(b[i], shift));
          expectFloat(half(sum[i], shift), in(rounded<float>(each.mode, [&] { return p + q; })),
                      "add" + form);
          expectFloat(half(difference[i], shift),
                      in(rounded<float>(each.mode, [&] { return p - q; })), "sub" + form);
          expectFloat(half(product[i], shift), in(rounded<float>(each.mode, [&] { return p * q; })),
                      "mul" + form);
          expectFloat(half(fma[i], shift),
                      in(rounded<float>(each.mode, [&] { return std::fma(p, q, p); })),
                      "fma" + form);
        }
    }
}
