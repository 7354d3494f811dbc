// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients through regions, calls, barriers and collectives.
#include "GradientCheck.h"

#include <gtest/gtest.h>

using namespace halftone::train;

namespace {

std::vector<GradientCase> loopCases() {
  return {
      {"for_carried",
       {"3xf64"},
       R"(%r = train.for %i times 4 carry (%c = %a) : tensor<3xf64> {
            %s = train.sine %c : tensor<3xf64>
            train.yield %s : tensor<3xf64>
          })",
       "3xf64"},
      // A weight from outside, used in every iteration.
      {"for_captured",
       {"3xf64", "3x3xf64"},
       R"(%r = train.for %i times 3 carry (%c = %a) : tensor<3xf64> {
            %m = train.dot_general %c, %b, contract = [0] x [0] : (tensor<3xf64>, tensor<3x3xf64>) -> tensor<3xf64>
            %s = train.tanh %m : tensor<3xf64>
            train.yield %s : tensor<3xf64>
          })",
       "3xf64"},
      // Layers stacked in one tensor, read by the counter.
      {"for_scan",
       {"2xf64", "3x2x2xf64"},
       R"(%z = train.constant dense<0> : tensor<i32>
          %r = train.for %i times 3 carry (%c = %a) : tensor<2xf64> {
            %l = train.dynamic_slice %b[%i, %z, %z] sizes = [1, 2, 2] : (tensor<3x2x2xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf64>
            %w = train.reshape %l : tensor<1x2x2xf64> -> tensor<2x2xf64>
            %m = train.dot_general %c, %w, contract = [0] x [0] : (tensor<2xf64>, tensor<2x2xf64>) -> tensor<2xf64>
            %s = train.tanh %m : tensor<2xf64>
            train.yield %s : tensor<2xf64>
          })",
       "2xf64"},
      // Two values that change places; one never reaches the loss.
      {"for_swap",
       {"2xf64", "2xf64"},
       R"(%z = train.constant dense<1.0> : tensor<2xf64>
          %r, %q, %u = train.for %i times 3 carry (%c = %a, %d = %b, %e = %z) : tensor<2xf64>, tensor<2xf64>, tensor<2xf64> {
            %s = train.multiply %c, %d : tensor<2xf64>
            %f = train.floor %e : tensor<2xf64>
            train.yield %d, %s, %f : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
          })",
       "2xf64"},
      // The carried value starts from a constant and sums.
      {"for_sum",
       {"2xf64"},
       R"(%z = train.constant dense<0.0> : tensor<2xf64>
          %r = train.for %i times 4 carry (%c = %z) : tensor<2xf64> {
            %n = train.cast %i : tensor<i32> to tensor<f64>
            %m = train.broadcast_in_dim %n, dims = [] : tensor<f64> -> tensor<2xf64>
            %p = train.multiply %m, %a : tensor<2xf64>
            %e = train.exponential %p : tensor<2xf64>
            %s = train.add %c, %e : tensor<2xf64>
            train.yield %s : tensor<2xf64>
          })",
       "2xf64"},
      {"for_yields_outer",
       {"2xf64", "2xf64"},
       R"(%r = train.for %i times 2 carry (%c = %a) : tensor<2xf64> {
            train.yield %b : tensor<2xf64>
          })",
       "2xf64"},
      {"for_never",
       {"2xf64"},
       R"(%r = train.for %i times 0 carry (%c = %a) : tensor<2xf64> {
            %s = train.sine %c : tensor<2xf64>
            train.yield %s : tensor<2xf64>
          })",
       "2xf64"},
      {"for_in_for",
       {"2xf64", "2xf64"},
       R"(%r = train.for %i times 2 carry (%c = %a) : tensor<2xf64> {
            %k = train.cosine %c : tensor<2xf64>
            %t = train.for %j times 3 carry (%d = %c) : tensor<2xf64> {
              %s = train.sine %d : tensor<2xf64>
              %m = train.multiply %s, %k : tensor<2xf64>
              %n = train.add %m, %b : tensor<2xf64>
              train.yield %n : tensor<2xf64>
            }
            train.yield %t : tensor<2xf64>
          })",
       "2xf64"},
      // Residuals of an integer type, and of rank 0.
      {"for_random",
       {"f64"},
       R"(%key = train.constant dense<[3, 5]> : tensor<2xui32>
          %r, %l = train.for %i times 3 carry (%c = %a, %k = %key) : tensor<f64>, tensor<2xui32> {
            %n = train.fold_in %k, %i : tensor<i32>
            %t = train.tanh %c : tensor<f64>
            %x = train.reshape %t : tensor<f64> -> tensor<1xf64>
            %y = train.dropout %x, %n rate = 0.3 : tensor<1xf64> -> tensor<1xf64>
            %z = train.reshape %y : tensor<1xf64> -> tensor<f64>
            %w = train.add %z, %t : tensor<f64>
            train.yield %w, %n : tensor<f64>, tensor<2xui32>
          })",
       "f64"},
  };
}

GradientCase branch(const std::string &name, const std::string &direction) {
  return {name,
          {"2xf64", "2xf64", "f64"},
          "%zero = train.constant dense<0.0> : tensor<f64>\n"
          "%p = train.compare " +
              direction + ", %c, %zero : tensor<f64>\n" +
              R"(%r = train.if %p : tensor<2xf64> {
               %s = train.sine %a : tensor<2xf64>
               %t = train.multiply %s, %s : tensor<2xf64>
               train.yield %t : tensor<2xf64>
             } else {
               %e = train.exponential %b : tensor<2xf64>
               %x = train.broadcast_in_dim %c, dims = [] : tensor<f64> -> tensor<2xf64>
               %t = train.multiply %e, %x : tensor<2xf64>
               train.yield %t : tensor<2xf64>
             })",
          "2xf64"};
}

std::vector<GradientCase> regionCases() {
  return {
      branch("if_one", "GT"),
      branch("if_other", "LE"),
      {"if_in_for",
       {"2xf64", "2xf64"},
       R"(%one = train.constant dense<1> : tensor<i32>
          %r = train.for %i times 3 carry (%c = %a) : tensor<2xf64> {
            %p = train.compare EQ, %i, %one : tensor<i32>
            %t = train.tanh %c : tensor<2xf64>
            %s = train.if %p : tensor<2xf64> {
              %e = train.exponential %t : tensor<2xf64>
              %m = train.multiply %e, %b : tensor<2xf64>
              train.yield %m : tensor<2xf64>
            } else {
              %m = train.sine %t : tensor<2xf64>
              train.yield %m : tensor<2xf64>
            }
            train.yield %s : tensor<2xf64>
          })",
       "2xf64"},
      {"precision",
       {"2xf64", "2xf64"},
       R"(%q = train.precision bf16 : tensor<2xf64> {
            %s = train.sine %a : tensor<2xf64>
            %e = train.precision f32 : tensor<2xf64> {
              %x = train.exponential %s : tensor<2xf64>
              %m = train.multiply %x, %b : tensor<2xf64>
              train.yield %m : tensor<2xf64>
            }
            %t = train.multiply %e, %s : tensor<2xf64>
            train.yield %t : tensor<2xf64>
          }
          %r = train.multiply %q, %a : tensor<2xf64>)",
       "2xf64"},
      {"precision_passes",
       {"2xf64"},
       R"(%r = train.precision f32 : tensor<2xf64> {
            train.yield %a : tensor<2xf64>
          })",
       "2xf64"},
      {"precision_norm",
       {"2x3xf64", "3xf64"},
       R"(%r = train.precision f32 : tensor<2x3xf64> {
            %n = train.layer_norm %a scale %b axis = 1 epsilon = 1.0e-5 : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
            train.yield %n : tensor<2x3xf64>
          })",
       "2x3xf64"},
  };
}

std::vector<GradientCase> otherCases() {
  return {
      {"call",
       {"2xf64", "2xf64"},
       R"(%s, %t = func.call @f(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
          %u, %v = func.call @f(%t, %s) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
          %r = train.add %u, %v : tensor<2xf64>)",
       "2xf64",
       Range::wide,
       R"(func.func private @g(%x: tensor<2xf64>) -> tensor<2xf64> {
            %0 = train.sine %x : tensor<2xf64>
            return %0 : tensor<2xf64>
          }
          func.func private @f(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
            %0 = func.call @g(%x) : (tensor<2xf64>) -> tensor<2xf64>
            %1 = train.multiply %0, %y : tensor<2xf64>
            return %1, %x : tensor<2xf64>, tensor<2xf64>
          })"},
      // The backward function is the true gradient, by way of a residual.
      {"custom_gradient",
       {"2xf64", "2xf64"},
       R"(%r = train.custom_gradient @fwd, @bwd(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>)",
       "2xf64",
       Range::wide,
       R"(func.func private @fwd(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
            %0 = train.multiply %x, %y : tensor<2xf64>
            return %0, %x, %y : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
          }
          func.func private @bwd(%x: tensor<2xf64>, %y: tensor<2xf64>, %g: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
            %0 = train.multiply %g, %y : tensor<2xf64>
            %1 = train.multiply %g, %x : tensor<2xf64>
            return %0, %1 : tensor<2xf64>, tensor<2xf64>
          })"},
      {"barrier",
       {"2xf64", "2xf64"},
       R"(%s, %t = train.optimization_barrier %a, %b : tensor<2xf64>, tensor<2xf64>
          %r = train.multiply %s, %t : tensor<2xf64>)",
       "2xf64"},
      {"barrier_of_one",
       {"2xf64"},
       R"(%k = train.constant dense<2.0> : tensor<2xf64>
          %s, %t = train.optimization_barrier %a, %k : tensor<2xf64>, tensor<2xf64>
          %r = train.sine %s : tensor<2xf64>)",
       "2xf64"},
      {"all_reduce",
       {"2xf64"},
       R"(%s = train.sine %a : tensor<2xf64>
          %r = train.all_reduce add %s over "data" : tensor<2xf64>)",
       "2xf64"},
      {"all_gather",
       {"2xf64"},
       R"(%r = train.all_gather %a, dim = 0 over "data" : tensor<2xf64> -> tensor<2xf64>)",
       "2xf64"},
      {"reduce_scatter",
       {"2xf64"},
       R"(%r = train.reduce_scatter add %a, dim = 0 over "data" : tensor<2xf64> -> tensor<2xf64>)",
       "2xf64"},
  };
}

std::vector<ExactCase> exactCases() {
  // What `backward` says counts, not what `forward` does.
  GradientCase custom{
      "custom_gradient_clip",
      {"3xf64"},
      R"(%r = train.custom_gradient @fwd, @bwd(%a) : (tensor<3xf64>) -> tensor<3xf64>)",
      "3xf64",
      Range::wide,
      R"(func.func private @fwd(%x: tensor<3xf64>) -> tensor<3xf64> {
                           return %x : tensor<3xf64>
                         }
                         func.func private @bwd(%g: tensor<3xf64>) -> tensor<3xf64> {
                           %one = train.constant dense<1.0> : tensor<3xf64>
                           %0 = train.minimum %g, %one : tensor<3xf64>
                           return %0 : tensor<3xf64>
                         })"};
  GradientCase stop{"stop_gradient_beside",
                    {"1xf64"},
                    R"(%s = train.stop_gradient %a : tensor<1xf64>
                       %r = train.multiply %a, %s : tensor<1xf64>)",
                    "1xf64"};
  // A parameter without influence has zeros.
  GradientCase unused{
      "unused", {"1xf64", "2xf64"}, "%r = train.add %a, %a : tensor<1xf64>", "1xf64"};
  return {{custom, {{1, 2, 3}}, {0.5, 7, -4}, {{0.5, 1, -4}}},
          {stop, {{3}}, {1}, {{3}}},
          {unused, {{3}, {1, 2}}, {1}, {{2}, {0, 0}}}};
}

class GradientControl : public testing::TestWithParam<GradientCase> {};
TEST_P(GradientControl, MatchesDifferences) { checkByDifferences(GetParam()); }
TEST_P(GradientControl, HasTypes) { checkInType(GetParam(), "bf16"); }
INSTANTIATE_TEST_SUITE_P(Loops, GradientControl, testing::ValuesIn(covering(loopCases())));
INSTANTIATE_TEST_SUITE_P(Regions, GradientControl, testing::ValuesIn(covering(regionCases())));
INSTANTIATE_TEST_SUITE_P(Others, GradientControl, testing::ValuesIn(covering(otherCases())));

class GradientControlExact : public testing::TestWithParam<ExactCase> {};
TEST_P(GradientControlExact, Matches) { checkExactly(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Values, GradientControlExact, testing::ValuesIn(covering(exactCases())));

} // namespace
