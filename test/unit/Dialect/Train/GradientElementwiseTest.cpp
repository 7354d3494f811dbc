// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of elementwise core ops: central differences at every rank up to 5, with
// sizes 0 and 1; and JAX's conventions at ties and kinks against explicit values.
#include "GradientCheck.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace halftone::train;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<std::string> shapes = {"",     "0x",     "1x",       "3x",
                                         "2x3x", "2x0x2x", "2x1x2x2x", "1x2x1x2x2x"};

/// `op %a, %b, …` on `arity` tensors of one type.
void addForm(std::vector<GradientCase> &cases, const std::string &op, int arity, Range range) {
  for (const std::string &shape : shapes) {
    std::string type = shape + "f64", operands;
    for (int i = 0; i < arity; ++i)
      operands += (i ? ", %" : "%") + std::string(1, static_cast<char>('a' + i));
    cases.push_back({op + "_" + shape, std::vector<std::string>(arity, type),
                     "%r = train." + op + " " + operands + " : tensor<" + type + ">", type, range});
  }
}

std::vector<GradientCase> elementwiseCases() {
  std::vector<GradientCase> cases;
  for (const char *op : {"abs", "negate", "exponential", "exponential_minus_one", "cbrt", "sine",
                         "cosine", "tanh", "logistic", "erf"})
    addForm(cases, op, 1, Range::wide);
  for (const char *op : {"log", "log_plus_one", "sqrt", "rsqrt"})
    addForm(cases, op, 1, Range::positive);
  for (const char *op : {"tan", "erf_inv"})
    addForm(cases, op, 1, Range::unit);
  for (const char *op :
       {"add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "atan2"})
    addForm(cases, op, 2, Range::wide);
  addForm(cases, "power", 2, Range::positive);
  addForm(cases, "fma", 3, Range::wide);
  for (const std::string &shape : shapes) {
    std::string t = shape + "f64", type = "tensor<" + t + ">", pred = "tensor<" + shape + "i1>";
    cases.push_back(
        {"clamp_" + shape,
         {t, t, t},
         "%r = train.clamp %a, %b, %c : (" + type + ", " + type + ", " + type + ") -> " + type,
         t});
    cases.push_back({"clamp_scalar_" + shape,
                     {"f64", t, "f64"},
                     "%c1 = train.constant dense<1.1> : tensor<f64>\n"
                     "%up = train.add %c, %c1 : tensor<f64>\n"
                     "%r = train.clamp %a, %b, %up : (tensor<f64>, " +
                         type + ", tensor<f64>) -> " + type,
                     t});
    cases.push_back({"select_" + shape,
                     {t, t},
                     "%p = train.compare LT, %a, %b : " + type +
                         "\n%r = train.select %p, %a, %b : " + pred + ", " + type,
                     t});
    cases.push_back({"select_scalar_" + shape,
                     {"i32", t, t},
                     "%one = train.constant dense<1> : tensor<i32>\n"
                     "%p = train.compare EQ, %a, %one : tensor<i32>\n"
                     "%r = train.select %p, %b, %c : tensor<i1>, " +
                         type,
                     t});
  }
  // A value used twice, and one that passes through an op without a gradient.
  cases.push_back({"used_twice",
                   {"3xf64"},
                   "%s = train.sine %a : tensor<3xf64>\n%r = train.multiply %s, %a : tensor<3xf64>",
                   "3xf64"});
  cases.push_back(
      {"same_operand", {"3xf64"}, "%r = train.multiply %a, %a : tensor<3xf64>", "3xf64"});
  cases.push_back(
      {"floor_beside",
       {"3xf64"},
       "%f = train.floor %a : tensor<3xf64>\n%r = train.multiply %f, %a : tensor<3xf64>",
       "3xf64"});
  return cases;
}

class GradientElementwise : public testing::TestWithParam<GradientCase> {};
TEST_P(GradientElementwise, MatchesDifferences) { checkByDifferences(GetParam()); }
TEST_P(GradientElementwise, HasTypes) { checkInType(GetParam(), "bf16"); }
INSTANTIATE_TEST_SUITE_P(Ops, GradientElementwise, testing::ValuesIn(covering(elementwiseCases())));

GradientCase unary(const std::string &op, int size) {
  std::string type = std::to_string(size) + "xf64";
  return {op, {type}, "%r = train." + op + " %a : tensor<" + type + ">", type};
}

GradientCase binary(const std::string &op, int size) {
  std::string type = std::to_string(size) + "xf64";
  return {op, {type, type}, "%r = train." + op + " %a, %b : tensor<" + type + ">", type};
}

std::vector<ExactCase> exactCases() {
  std::vector<ExactCase> cases;
  cases.push_back(
      {binary("maximum", 3), {{1, 2, 3}, {1, 3, 2}}, {4, 4, 4}, {{2, 0, 4}, {2, 4, 0}}});
  cases.push_back(
      {binary("minimum", 3), {{1, 2, 3}, {1, 3, 2}}, {4, 4, 4}, {{2, 4, 0}, {2, 0, 4}}});
  cases.push_back({unary("abs", 3), {{-2, 0, 3}}, {5, 5, 5}, {{-5, 0, 5}}});
  cases.push_back({unary("sqrt", 2), {{0, 4}}, {1, 1}, {{inf, 0.25}}});
  cases.push_back({unary("log", 2), {{0, 4}}, {1, 1}, {{inf, 0.25}}});
  cases.push_back({unary("cbrt", 2), {{0, 8}}, {1, 3}, {{inf, 0.25}}});
  cases.push_back({unary("sign", 3), {{-2, 0, 3}}, {5, 5, 5}, {{0, 0, 0}}});
  cases.push_back({unary("floor", 2), {{-2.5, 1.5}}, {5, 5}, {{0, 0}}});
  cases.push_back({unary("ceil", 2), {{-2.5, 1.5}}, {5, 5}, {{0, 0}}});
  cases.push_back({unary("round_nearest_even", 2), {{-2.5, 1.4}}, {5, 5}, {{0, 0}}});
  cases.push_back({unary("round_nearest_afz", 2), {{-2.5, 1.4}}, {5, 5}, {{0, 0}}});
  cases.push_back({unary("stop_gradient", 2), {{-2.5, 1.4}}, {5, 5}, {{0, 0}}});
  // 0^0 and x^0 have no slope in the base, 0^y none in the exponent.
  cases.push_back({binary("power", 4),
                   {{0, 2, 0, -2}, {0, 0, 2, 3}},
                   {1, 1, 1, 1},
                   {{0, 0, 0, 12}, {0, std::log(2.0), 0, nan}}});
  // Between the bounds strictly, else nothing; both bounds get what they put in.
  GradientCase clamp{"clamp_ties",
                     {"f64", "5xf64", "f64"},
                     "%r = train.clamp %a, %b, %c : (tensor<f64>, tensor<5xf64>, tensor<f64>) -> "
                     "tensor<5xf64>",
                     "5xf64"};
  cases.push_back(
      {clamp, {{0}, {-1, 0, 1, 2, 3}, {2}}, {1, 2, 4, 8, 16}, {{1}, {0, 0, 4, 0, 0}, {16}}});
  // The gradient of a rounding is the gradient, rounded to the operand's type.
  GradientCase widen{
      "cast_f32", {"2xf32"}, "%r = train.cast %a : tensor<2xf32> to tensor<2xf64>", "2xf64"};
  cases.push_back({widen, {{1, 2}}, {1 + 0x1p-30, 1e-60}, {{1, 0}}});
  GradientCase narrow{
      "cast_bf16", {"2xf64"}, "%r = train.cast %a : tensor<2xf64> to tensor<2xbf16>", "2xbf16"};
  cases.push_back({narrow, {{1, 2}}, {3, 0.5}, {{3, 0.5}}});
  GradientCase bits{"bitcast",
                    {"1xf64"},
                    "%r = train.bitcast_convert %a : tensor<1xf64> to tensor<1xf64>",
                    "1xf64"};
  cases.push_back({bits, {{3}}, {5}, {{0}}});
  // An overflowing intermediate that the quotient rule must not have.
  cases.push_back({binary("divide", 1), {{1e200}, {1e200}}, {1}, {{1e-200}, {-1e-200}}});
  return cases;
}

class GradientExact : public testing::TestWithParam<ExactCase> {};
TEST_P(GradientExact, Matches) { checkExactly(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Elementwise, GradientExact, testing::ValuesIn(covering(exactCases())));

} // namespace
