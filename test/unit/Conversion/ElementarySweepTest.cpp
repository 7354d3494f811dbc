// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bounds of docs/Numerics.md for elementary functions: all 65536 upper halves of an
// f32 with some lower halves each, and what lies around special points, on this machine
// and on the oldest one, which has no fused multiply-add. Of bf16 and f16 every value.
//
// A bound is also reached, so that a function that gets worse, or a test that looks at
// too little, fails.
#include "CpuProgram.h"
#include "halftone/Reference/ElementaryFunctions.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace halftone;
using namespace halftone::test;

namespace {

using Unary = float (*)(float);
using Binary = float (*)(float, float);

struct UnaryFunction {
  const char *op;
  Unary exact;
  int64_t bound; ///< in units of the last place
};

const UnaryFunction unaryFunctions[] = {
    {"exponential", reference::exponential, 1},
    {"exponential_minus_one", reference::exponentialMinusOne, 1},
    {"log", reference::logarithm, 1},
    {"log_plus_one", reference::logPlusOne, 1},
    {"sqrt", [](float x) { return std::sqrt(x); }, 0},
    {"rsqrt", reference::reciprocalSqrt, 1},
    {"cbrt", reference::cubeRoot, 0},
    {"sine", reference::sine, 1},
    {"cosine", reference::cosine, 1},
    {"tan", reference::tangent, 1},
    {"tanh", reference::hyperbolicTangent, 1},
    {"logistic", reference::logistic, 2},
    {"erf", reference::errorFunction, 1},
    {"erf_inv", reference::inverseErrorFunction, 0},
};

struct BinaryFunction {
  const char *op;
  Binary exact;
  int64_t bound;
};

const BinaryFunction binaryFunctions[] = {{"power", reference::power, 1},
                                          {"atan2", reference::angle, 1}};

float floatOf(uint32_t bits) { return std::bit_cast<float>(bits); }

/// Units of the last place; zeros differ by their sign, NaNs don't.
int64_t distance(float x, float y) {
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y) ? 0 : std::numeric_limits<int64_t>::max();
  auto place = [](float value) {
    auto bits = static_cast<int64_t>(std::bit_cast<uint32_t>(value));
    return bits & 0x80000000 ? 0x7fffffff - bits : bits; // -0 is before +0
  };
  return std::abs(place(x) - place(y));
}

/// Ends of ranges, points where one polynomial takes over from another, ties.
const float specialPoints[] = {0.0f,        0x1p-149f, 0x1p-126f,       0x1p-24f,
                               0x1p-12f,    0.125f,    0.25f,           0.34657359f,
                               0.5f,        0.625f,    0.70710678f,     0.78539816f,
                               0.92773438f, 1.0f,      1.41421356f,     1.57079633f,
                               2.0f,        3.0f,      3.14159265f,     6.2831853f,
                               8.0f,        10.0f,     16.635532f,      20.0f,
                               44.0f,       87.33655f, 88.72284f,       89.0f,
                               103.97208f,  104.0f,    128.0f,          150.0f,
                               65504.0f,    0x1p22f,   0x1p23f,         0x1p24f,
                               0x1p31f,     0x1p64f,   0x1.fffffep127f, INFINITY};

HostTensor sweep(int lowerHalves) {
  std::vector<uint32_t> bits;
  std::mt19937 random(1);
  for (uint32_t upper = 0; upper < 65536; ++upper)
    for (int i = 0; i < lowerHalves; ++i)
      bits.push_back(upper << 16 | (random() & 0xffff));
  for (float point : specialPoints)
    for (uint32_t sign : {0u, 0x80000000u})
      for (uint32_t offset = 0; offset < 64; ++offset)
        bits.push_back(((std::bit_cast<uint32_t>(point) + offset - 32) & 0x7fffffff) | sign);
  HostTensor tensor(DType::F32, {static_cast<int64_t>(bits.size())});
  std::memcpy(tensor.data(), bits.data(), tensor.numBytes());
  return tensor;
}

std::string function(const std::string &op, const std::string &type, bool binary) {
  return "func.func @sweep_" + op + "(%a: " + type + (binary ? ", %b: " + type : "") + ") -> " +
         type + " {\n  %r = train." + op + (binary ? " %a, %b : " : " %a : ") + type +
         "\n  return %r : " + type + "\n}\n";
}

struct Worst {
  int64_t distance = 0, at = -1;
};

Worst worstOf(const HostTensor &got, const HostTensor &x, const HostTensor *y, Unary unary,
              Binary binary) {
  Worst worst;
  for (int64_t i = 0; i < x.numElements(); ++i) {
    float exact = y ? binary(x.as<float>()[i], y->as<float>()[i]) : unary(x.as<float>()[i]);
    int64_t units = distance(got.as<float>()[i], exact);
    if (units > worst.distance)
      worst = {units, i};
  }
  return worst;
}

class ElementarySweep : public ::testing::TestWithParam<const char *> {};

TEST_P(ElementarySweep, OneArgument) {
  HostTensor x = sweep(4);
  std::string type = x.typeString(), module;
  for (const UnaryFunction &f : unaryFunctions)
    module += function(f.op, type, false);
  Program program(module, /*fuse=*/true, GetParam());
  ASSERT_TRUE(program.isLoaded());
  for (const UnaryFunction &f : unaryFunctions) {
    auto results = program.compiled(std::string("sweep_") + f.op, {x});
    ASSERT_EQ(results.size(), 1u) << f.op;
    Worst worst = worstOf(results[0], x, nullptr, f.exact, nullptr);
    EXPECT_LE(worst.distance, f.bound) << f.op << " of " << x.as<float>()[worst.at];
    EXPECT_GE(worst.distance, f.bound) << f.op << " is better than its bound";
  }
}

/// Pairs for which one or the other function has something to do.
std::pair<HostTensor, HostTensor> pairs() {
  std::vector<std::pair<float, float>> values;
  std::mt19937_64 random(2);
  auto unit = [&] { return static_cast<float>(random() >> 40) * 0x1p-24f; };
  for (float point : specialPoints)
    for (float other : specialPoints)
      for (float x : {point, -point, NAN})
        for (float y : {other, -other, NAN})
          values.insert(values.end(), {{x, y}, {std::nextafter(x, 0.0f), y}, {x, y + 1}});
  for (uint32_t upper = 0; upper < 65536; ++upper) {
    uint64_t bits = random();
    float x = floatOf(upper << 16 | (bits & 0xffff));
    values.emplace_back(x, floatOf(static_cast<uint32_t>(bits >> 32)));
    values.emplace_back(x, (unit() * 2 - 1) * 150 / std::abs(std::log2(std::abs(x))));
    values.emplace_back(1 + (unit() - 0.5f) * 0.125f, (unit() - 0.5f) * 1000);
    values.emplace_back(-std::exp2(unit() * 8 - 4), std::round((unit() - 0.5f) * 64));
    values.emplace_back(x, x * (unit() * 4 - 2));
  }
  HostTensor x(DType::F32, {static_cast<int64_t>(values.size())}), y = x;
  for (size_t i = 0; i < values.size(); ++i) {
    x.as<float>()[i] = values[i].first;
    y.as<float>()[i] = values[i].second;
  }
  return {x, y};
}

TEST_P(ElementarySweep, TwoArguments) {
  auto [x, y] = pairs();
  std::string type = x.typeString(), module;
  for (const BinaryFunction &f : binaryFunctions)
    module += function(f.op, type, true);
  Program program(module, /*fuse=*/true, GetParam());
  ASSERT_TRUE(program.isLoaded());
  for (const BinaryFunction &f : binaryFunctions) {
    auto results = program.compiled(std::string("sweep_") + f.op, {x, y});
    ASSERT_EQ(results.size(), 1u) << f.op;
    Worst worst = worstOf(results[0], x, &y, nullptr, f.exact);
    EXPECT_LE(worst.distance, f.bound)
        << f.op << " of " << x.as<float>()[worst.at] << ", " << y.as<float>()[worst.at];
    EXPECT_GE(worst.distance, f.bound) << f.op << " is better than its bound";
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, ElementarySweep, ::testing::Values("native", "x86-64"),
                         [](const auto &info) {
                           return std::string(info.param) == "native" ? "Native" : "Baseline";
                         });

/// Every value of the 16-bit types: computed in f32 and rounded once, so at most the
/// neighbour where f32 was on the other side of a tie.
TEST(ElementarySweep16, EveryValue) {
  for (DType type : {DType::BF16, DType::F16}) {
    HostTensor x(type, {65536});
    for (int64_t i = 0; i < 65536; ++i)
      x.as<uint16_t>()[i] = static_cast<uint16_t>(i);
    std::string module;
    for (const UnaryFunction &f : unaryFunctions)
      module += function(f.op, x.typeString(), false);
    Program program(module);
    ASSERT_TRUE(program.isLoaded());
    for (const UnaryFunction &f : unaryFunctions) {
      auto results = program.compiled(std::string("sweep_") + f.op, {x});
      ASSERT_EQ(results.size(), 1u) << f.op;
      int64_t worst = 0, different = 0;
      HostTensor exact(type, {65536});
      for (int64_t i = 0; i < 65536; ++i) {
        exact.setDouble(i, f.exact(static_cast<float>(x.getDouble(i))));
        if (std::isnan(exact.getDouble(i)) && std::isnan(results[0].getDouble(i)))
          continue;
        int64_t units = std::abs(int64_t{exact.as<uint16_t>()[i]} - results[0].as<uint16_t>()[i]);
        worst = std::max(worst, units);
        different += units != 0;
      }
      EXPECT_LE(worst, f.bound ? 1 : 0) << f.op << " " << toString(type);
      EXPECT_LE(different, 64) << f.op << " " << toString(type);
    }
  }
}

} // namespace
