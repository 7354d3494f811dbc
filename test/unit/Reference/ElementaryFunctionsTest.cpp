// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions against the C library's in `long double`, and against
// values that are known to more digits than f64 has.
#include "halftone/Reference/ElementaryFunctions.h"
#include "TestTensors.h"

using namespace halftone::reference;

namespace {

struct Function {
  const char *name;
  float (*inF32)(float);
  double (*inF64)(double);
  long double (*exact)(long double);
};

const Function functions[] = {
    {"exp", exponential, exponential, [](long double x) { return std::exp(x); }},
    {"expm1", exponentialMinusOne, exponentialMinusOne,
     [](long double x) { return std::expm1(x); }},
    {"log", logarithm, logarithm, [](long double x) { return std::log(x); }},
    {"log1p", logPlusOne, logPlusOne, [](long double x) { return std::log1p(x); }},
    {"rsqrt", reciprocalSqrt, reciprocalSqrt, [](long double x) { return 1 / std::sqrt(x); }},
    {"cbrt", cubeRoot, cubeRoot, [](long double x) { return std::cbrt(x); }},
    {"sin", sine, sine, [](long double x) { return std::sin(x); }},
    {"cos", cosine, cosine, [](long double x) { return std::cos(x); }},
    {"tan", tangent, tangent, [](long double x) { return std::tan(x); }},
    {"tanh", hyperbolicTangent, hyperbolicTangent, [](long double x) { return std::tanh(x); }},
    {"logistic", logistic, logistic, [](long double x) { return 1 / (1 + std::exp(-x)); }},
    {"erf", errorFunction, errorFunction, [](long double x) { return std::erf(x); }},
};

std::vector<double> samples() {
  std::vector<double> values = {0.0,      -0.0,     1,        -1,        0.5,       -0.5,  2,
                                0x1p-149, 0x1p-126, 1e-30,    1e-10,     1e-5,      -1e-5, 88.5,
                                -88.5,    -104,     1000,     -1000,     1e10,      3e38,  -3e38,
                                710,      -745,     infinity, -infinity, notANumber};
  Numbers numbers(5);
  for (int i = 0; i < 3000; ++i)
    values.push_back(numbers.next() * std::exp2(numbers.next() * 8));
  return values;
}

TEST(ElementaryFunctions, NearestInF32) {
  for (const Function &f : functions)
    for (double x : samples()) {
      auto narrow = static_cast<float>(x);
      expectNearest(f.inF32(narrow), f.exact(narrow),
                    f.name + std::string(" of ") + std::to_string(x));
    }
}

TEST(ElementaryFunctions, NearestInF64) {
  for (const Function &f : functions)
    for (double x : samples())
      expectNearest(f.inF64(x), f.exact(x), f.name + std::string(" of ") + std::to_string(x));
}

TEST(ElementaryFunctions, TwoArguments) {
  Numbers numbers(6);
  std::vector<std::pair<double, double>> pairs = {
      {0.0, 0.0},      {-0.0, -1},      {0.0, -1},      {2, -3},        {-2, 3},   {-8, 1.0 / 3},
      {1, notANumber}, {notANumber, 0}, {infinity, -1}, {-1, infinity}, {10, 400}, {10, -400}};
  for (int i = 0; i < 2000; ++i)
    pairs.emplace_back(numbers.next() * 20, numbers.next() * 20);
  for (auto [x, y] : pairs) {
    std::string what = std::to_string(x) + ", " + std::to_string(y);
    auto a = static_cast<float>(x), b = static_cast<float>(y);
    expectNearest(power(x, y), std::pow(static_cast<long double>(x), y), "pow " + what);
    expectNearest(power(a, b), std::pow(static_cast<long double>(a), b), "pow " + what);
    expectNearest(angle(x, y), std::atan2(static_cast<long double>(x), y), "atan2 " + what);
    expectNearest(angle(a, b), std::atan2(static_cast<long double>(a), b), "atan2 " + what);
  }
}

TEST(ElementaryFunctions, KnownDigits) {
  EXPECT_EQ(exponential(1.0), 2.71828182845904523536);
  EXPECT_EQ(logarithm(2.0), 0.693147180559945309417);
  EXPECT_EQ(errorFunction(0.5), 0.520499877813046537683);
  EXPECT_EQ(errorFunction(1.0), 0.842700792949714869341);
  EXPECT_EQ(inverseErrorFunction(0.5), 0.476936276204469873381);
  EXPECT_EQ(inverseErrorFunction(0.9), 1.16308715367667425941);
  EXPECT_EQ(logistic(1.0), 0.731058578630004879251);
  EXPECT_EQ(angle(1.0, -1.0), 2.35619449019234492885);
  EXPECT_EQ(inverseErrorFunction(0.5f), 0.476936276204469873381f);
}

TEST(ElementaryFunctions, InverseErrorFunction) {
  EXPECT_EQ(inverseErrorFunction(1.0), infinity);
  EXPECT_EQ(inverseErrorFunction(-1.0f), -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(inverseErrorFunction(1.5)));
  EXPECT_TRUE(std::isnan(inverseErrorFunction(notANumber)));
  EXPECT_TRUE(std::signbit(inverseErrorFunction(-0.0)));
  EXPECT_EQ(inverseErrorFunction(-0.0), 0);
  // The error that half a place of x makes in erf x bounds the error of going back.
  Numbers numbers(7);
  for (int i = 0; i < 500; ++i) {
    double y = i < 250 ? numbers.next() : 1 - std::exp2(-1 - 50 * std::fabs(numbers.next()));
    long double x = inverseErrorFunction(y);
    long double slope = 2 / std::sqrt(3.14159265358979323846L) * std::exp(-x * x);
    long double bound = slope * halfPlace(static_cast<double>(x)) * 1.01L + 0x1p-62L * (1 - y);
    long double error =
        y > 0.5 ? (1 - static_cast<long double>(y)) - std::erfc(x) : std::erf(x) - y;
    EXPECT_LE(std::fabs(error), bound + 0x1p-63L * std::fabs(static_cast<long double>(y)) * slope)
        << y;
  }
}

TEST(ElementaryFunctions, HardCasesOfF32) {
  // 1/(1 + e^-x) is 1/2 + x/4 - x³/48 + …; with these the first two terms are a tie of
  // f32 and the third is lost in f64, which alone gives the other neighbour.
  EXPECT_EQ(logistic(-0x1.3p-20f), 0x1.ffffeep-2f);
  EXPECT_EQ(logistic(0x1.6p-20f), 0x1.00000ap-1f);
  EXPECT_EQ(logistic(-0x1.7p-20f), 0x1.ffffeap-2f);
  // e^x is 1 + x + x²/2 + …, just above the ties at 1 + 2^-24 and 1 - 2^-25.
  EXPECT_EQ(exponential(0x1p-24f), 1 + 0x1p-23f);
  EXPECT_EQ(exponential(-0x1p-25f), 1.0f);
}

} // namespace
