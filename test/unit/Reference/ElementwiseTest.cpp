// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops of floats, in every float type: the f32 (f64) value of the C
// library in `long double`, rounded to f32 and then to the type.
#include "RunModule.h"
#include "TestTensors.h"

using namespace halftone;
using namespace halftone::reference;

namespace {

const std::vector<double> special = {
    0.0,   -0.0, 1,       -1,    0.5,      -0.5,      2.5,        -2.5,    1.5,  3.7,
    -7.25, 0.75, 1e-3,    -1e-3, 0x1p-149, 0x1p-133,  0x1p-24,    0x1p-17, 448,  -448,
    57344, 1e5,  3.38e38, -3e38, infinity, -infinity, notANumber, 88.5,    -104, 100.25};

/// The special values and each against each other, as operands of one op.
struct Inputs {
  HostTensor a, b, c;
};

Inputs inputsOf(DType type) {
  auto count = static_cast<int64_t>(special.size());
  std::vector<double> first, second, third;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = 0; j < count; ++j) {
      first.push_back(special[static_cast<size_t>(i)]);
      second.push_back(special[static_cast<size_t>(j)]);
      third.push_back(special[static_cast<size_t>((i * 7 + j * 3) % count)]);
    }
  std::vector<int64_t> shape = {count, count};
  return {tensorOf(type, shape, first), tensorOf(type, shape, second),
          tensorOf(type, shape, third)};
}

/// Checks `got` against `exact(i)`, rounded as the dialect says: to the compute
/// type, then to the type itself.
template <typename Exact>
void expectRounded(const HostTensor &got, const HostTensor &like, Exact exact,
                   const std::string &what) {
  ASSERT_EQ(got.typeString(), like.typeString()) << what;
  if (got.dtype() == DType::F64) { // `long double` may err next to a tie
    for (int64_t i = 0; i < got.numElements(); ++i)
      expectNearest(got.getDouble(i), exact(i), what + " at " + std::to_string(i));
    return;
  }
  HostTensor expected(like.dtype(), like.shape());
  for (int64_t i = 0; i < got.numElements(); ++i)
    expected.setDouble(i, static_cast<float>(exact(i)));
  expectSame(got, expected, what);
}

long double signOf(long double x) { return x != x || x == 0 ? x : std::copysign(1.0L, x); }

struct UnaryCase {
  const char *op;
  long double (*function)(long double);
};

const UnaryCase unaryCases[] = {
    {"abs", [](long double x) { return std::fabs(x); }},
    {"negate", [](long double x) { return -x; }},
    {"sign", signOf},
    {"exponential", [](long double x) { return std::exp(x); }},
    {"exponential_minus_one", [](long double x) { return std::expm1(x); }},
    {"log", [](long double x) { return std::log(x); }},
    {"log_plus_one", [](long double x) { return std::log1p(x); }},
    {"sqrt", [](long double x) { return std::sqrt(x); }},
    {"rsqrt", [](long double x) { return 1 / std::sqrt(x); }},
    {"cbrt", [](long double x) { return std::cbrt(x); }},
    {"sine", [](long double x) { return std::sin(x); }},
    {"cosine", [](long double x) { return std::cos(x); }},
    {"tan", [](long double x) { return std::tan(x); }},
    {"tanh", [](long double x) { return std::tanh(x); }},
    {"logistic", [](long double x) { return 1 / (1 + std::exp(-x)); }},
    {"erf", [](long double x) { return std::erf(x); }},
    {"floor", [](long double x) { return std::floor(x); }},
    {"ceil", [](long double x) { return std::ceil(x); }},
    {"round_nearest_even", [](long double x) { return std::nearbyint(x); }},
    {"round_nearest_afz", [](long double x) { return std::round(x); }},
};

TEST(Elementwise, Unary) {
  for (DType type : floatTypes) {
    HostTensor in = tensorOf(type, {static_cast<int64_t>(special.size())}, special);
    std::string text = in.typeString();
    for (const UnaryCase &c : unaryCases) {
      HostTensor got = runOp(std::string("train.") + c.op + " %a : " + text, {in}, text);
      expectRounded(
          got, in, [&](int64_t i) { return c.function(in.getDouble(i)); }, c.op + (" " + text));
    }
  }
}

TEST(Elementwise, InverseErrorFunctionUndoesErf) {
  HostTensor x = tensorOf(DType::F32, {7}, {-1.5, -0.25, -0.0, 1e-20, 0.125, 0.5, 2});
  HostTensor y = runOp("train.erf %a : tensor<7xf32>", {x}, "tensor<7xf32>");
  HostTensor back = runOp("train.erf_inv %a : tensor<7xf32>", {y}, "tensor<7xf32>");
  ASSERT_EQ(back.numElements(), 7);
  for (int64_t i = 0; i < 7; ++i)
    EXPECT_NEAR(back.getDouble(i), x.getDouble(i), 2e-5 * std::fabs(x.getDouble(i)));
}

long double maximum(long double a, long double b) {
  if (a != a || b != b)
    return notANumber;
  if (a == 0 && b == 0)
    return std::signbit(a) && std::signbit(b) ? -0.0L : 0.0L;
  return a > b ? a : b;
}

struct BinaryCase {
  const char *op;
  long double (*function)(long double, long double);
};

const BinaryCase binaryCases[] = {
    {"remainder", [](long double a, long double b) { return std::fmod(a, b); }},
    {"power", [](long double a, long double b) { return std::pow(a, b); }},
    {"maximum", maximum},
    {"minimum", [](long double a, long double b) { return -maximum(-a, -b); }},
    {"atan2", [](long double a, long double b) { return std::atan2(a, b); }},
};

TEST(Elementwise, Binary) {
  for (DType type : floatTypes) {
    Inputs in = inputsOf(type);
    std::string text = in.a.typeString();
    for (const BinaryCase &c : binaryCases) {
      HostTensor got =
          runOp(std::string("train.") + c.op + " %a, %b : " + text, {in.a, in.b}, text);
      expectRounded(
          got, in.a, [&](int64_t i) { return c.function(in.a.getDouble(i), in.b.getDouble(i)); },
          c.op + (" " + text));
    }
  }
}

/// IEEE arithmetic in the compute type, by the machine.
TEST(Elementwise, Arithmetic) {
  auto check = [](DType type, const char *op, auto function) {
    Inputs in = inputsOf(type);
    std::string text = in.a.typeString();
    HostTensor expected(type, in.a.shape());
    for (int64_t i = 0; i < in.a.numElements(); ++i) {
      double a = in.a.getDouble(i), b = in.b.getDouble(i);
      if (type == DType::F64)
        expected.setDouble(i, function(a, b));
      else
        expected.setDouble(i, function(static_cast<float>(a), static_cast<float>(b)));
    }
    expectSame(runOp(std::string("train.") + op + " %a, %b : " + text, {in.a, in.b}, text),
               expected, op + (" " + text));
  };
  for (DType type : floatTypes) {
    check(type, "add", [](auto a, auto b) { return a + b; });
    check(type, "subtract", [](auto a, auto b) { return a - b; });
    check(type, "multiply", [](auto a, auto b) { return a * b; });
    check(type, "divide", [](auto a, auto b) { return a / b; });
  }
}

TEST(Elementwise, FmaRoundsOnce) {
  for (DType type : floatTypes) {
    Inputs in = inputsOf(type);
    std::string text = in.a.typeString();
    HostTensor expected(type, in.a.shape());
    for (int64_t i = 0; i < in.a.numElements(); ++i) {
      double a = in.a.getDouble(i), b = in.b.getDouble(i), c = in.c.getDouble(i);
      expected.setDouble(
          i, type == DType::F64
                 ? std::fma(a, b, c)
                 : std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
    }
    expectSame(runOp("train.fma %a, %b, %c : " + text, {in.a, in.b, in.c}, text), expected, text);
  }
  // (1 + 2^-12)² - (1 + 2^-11) is 2^-24; a rounded product would leave nothing.
  HostTensor a = tensorOf(DType::F32, {}, {1 + 0x1p-12});
  HostTensor c = tensorOf(DType::F32, {}, {-1 - 0x1p-11});
  EXPECT_EQ(runOp("train.fma %a, %b, %c : tensor<f32>", {a, a, c}, "tensor<f32>").getDouble(0),
            0x1p-24);
}

TEST(Elementwise, CompareAndNaN) {
  for (DType type : floatTypes) {
    Inputs in = inputsOf(type);
    std::string text = in.a.typeString();
    std::string result = HostTensor(DType::I1, in.a.shape()).typeString();
    auto check = [&](const char *direction, auto predicate) {
      HostTensor expected(DType::I1, in.a.shape());
      for (int64_t i = 0; i < in.a.numElements(); ++i)
        expected.setInt(i, predicate(in.a.getDouble(i), in.b.getDouble(i)));
      expectSame(runOp(std::string("train.compare ") + direction + ", %a, %b : " + text,
                       {in.a, in.b}, result),
                 expected, direction + (" " + text));
    };
    check("EQ", [](double a, double b) { return a == b; });
    check("NE", [](double a, double b) { return a != b; });
    check("GE", [](double a, double b) { return a >= b; });
    check("GT", [](double a, double b) { return a > b; });
    check("LE", [](double a, double b) { return a <= b; });
    check("LT", [](double a, double b) { return a < b; });
  }
}

TEST(Elementwise, IsFinite) {
  for (DType type : floatTypes) {
    HostTensor in = tensorOf(type, {static_cast<int64_t>(special.size())}, special);
    HostTensor expected(DType::I1, in.shape());
    for (int64_t i = 0; i < in.numElements(); ++i)
      expected.setInt(i, std::isfinite(in.getDouble(i)));
    expectSame(runOp("train.is_finite %a : " + in.typeString(), {in}, expected.typeString()),
               expected, in.typeString());
  }
}

TEST(Elementwise, Select) {
  HostTensor chosen = intsOf(DType::I1, {4}, {1, 0, 0, 1});
  HostTensor a = tensorOf(DType::F16, {4}, {1, 2, 3, notANumber});
  HostTensor b = tensorOf(DType::F16, {4}, {5, 6, infinity, 8});
  expectSame(runOp("train.select %a, %b, %c : tensor<4xi1>, tensor<4xf16>", {chosen, a, b},
                   "tensor<4xf16>"),
             tensorOf(DType::F16, {4}, {1, 6, infinity, notANumber}), "select");
  for (int64_t which : {0, 1})
    expectSame(runOp("train.select %a, %b, %c : tensor<i1>, tensor<4xf16>",
                     {intsOf(DType::I1, {}, {which}), a, b}, "tensor<4xf16>"),
               which ? a : b, "select by rank 0");
}

TEST(Elementwise, Clamp) {
  HostTensor x = tensorOf(DType::BF16, {5}, {-3, 0.5, 9, notANumber, -0.0});
  HostTensor low = tensorOf(DType::BF16, {}, {-1}), high = tensorOf(DType::BF16, {}, {2});
  std::string types = " : (tensor<bf16>, tensor<5xbf16>, tensor<bf16>) -> tensor<5xbf16>";
  expectSame(runOp("train.clamp %a, %b, %c" + types, {low, x, high}, "tensor<5xbf16>"),
             tensorOf(DType::BF16, {5}, {-1, 0.5, 2, notANumber, -0.0}), "clamp");
  HostTensor lows = tensorOf(DType::BF16, {5}, {0, 1, 2, 3, 4});
  types = " : (tensor<5xbf16>, tensor<5xbf16>, tensor<bf16>) -> tensor<5xbf16>";
  expectSame(runOp("train.clamp %a, %b, %c" + types, {lows, x, high}, "tensor<5xbf16>"),
             tensorOf(DType::BF16, {5}, {0, 1, 2, notANumber, 2}), "clamp by elements");
}

TEST(Elementwise, EmptyAndRankZero) {
  HostTensor none(DType::F16, {0, 3});
  expectSame(runOp("train.add %a, %b : tensor<0x3xf16>", {none, none}, "tensor<0x3xf16>"), none,
             "empty");
  HostTensor one = tensorOf(DType::F16, {}, {1.5});
  EXPECT_EQ(runOp("train.add %a, %b : tensor<f16>", {one, one}, "tensor<f16>").getDouble(0), 3);
}

TEST(Elementwise, NarrowTypesRoundAtEachOp) {
  // In bf16 256 + 1 is 256, so adding 1 twice does nothing.
  RunOutcome outcome =
      runModule(R"(
    func.func @main(%x: tensor<bf16>, %one: tensor<bf16>) -> tensor<bf16> {
      %0 = train.add %x, %one : tensor<bf16>
      %1 = train.add %0, %one : tensor<bf16>
      return %1 : tensor<bf16>
    })",
                {tensorOf(DType::BF16, {}, {256}), tensorOf(DType::BF16, {}, {1})});
  ASSERT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.results[0].getDouble(0), 256);
}

} // namespace
