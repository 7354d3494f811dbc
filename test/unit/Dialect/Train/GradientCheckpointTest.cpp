// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients through checkpoints: right, and the same bits as without.
#include "GradientCheck.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace halftone;
using namespace halftone::train;

namespace {

/// The bodies say `checkpoint` where a region stands.
std::vector<GradientCase> checkpointCases() {
  return {
      {"plain",
       {"2x3xf64", "3x3xf64"},
       R"(%r = checkpoint : tensor<2x3xf64> {
            %p = train.dot_general %a, %b, contract = [1] x [0] : (tensor<2x3xf64>, tensor<3x3xf64>) -> tensor<2x3xf64>
            %t = train.tanh %p : tensor<2x3xf64>
            %q = train.dot_general %t, %b, contract = [1] x [0] : (tensor<2x3xf64>, tensor<3x3xf64>) -> tensor<2x3xf64>
            train.yield %q : tensor<2x3xf64>
          })",
       "2x3xf64"},
      // An input that is yielded as it is, one value twice, one that nobody uses.
      {"results",
       {"2xf64", "2xf64"},
       R"(%s, %t, %u, %v = checkpoint : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64> {
            %p = train.sine %a : tensor<2xf64>
            %q = train.multiply %p, %b : tensor<2xf64>
            train.yield %q, %a, %q, %p : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
          }
          %w = train.multiply %s, %t : tensor<2xf64>
          %r = train.add %w, %u : tensor<2xf64>)",
       "2xf64"},
      {"nested",
       {"2xf64"},
       R"(%r = checkpoint : tensor<2xf64> {
            %e = train.sine %a : tensor<2xf64>
            %i = checkpoint : tensor<2xf64> {
              %s = train.exponential %e : tensor<2xf64>
              %j = checkpoint : tensor<2xf64> {
                %c = train.cosine %s : tensor<2xf64>
                %m = train.multiply %c, %e : tensor<2xf64>
                train.yield %m : tensor<2xf64>
              }
              %n = train.multiply %j, %s : tensor<2xf64>
              train.yield %n : tensor<2xf64>
            }
            train.yield %i : tensor<2xf64>
          })",
       "2xf64"},
      {"in_for",
       {"2xf64", "3x2x2xf64"},
       R"(%z = train.constant dense<0> : tensor<i32>
          %r = train.for %i times 3 carry (%c = %a) : tensor<2xf64> {
            %n = checkpoint : tensor<2xf64> {
              %l = train.dynamic_slice %b[%i, %z, %z] sizes = [1, 2, 2] : (tensor<3x2x2xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf64>
              %w = train.reshape %l : tensor<1x2x2xf64> -> tensor<2x2xf64>
              %m = train.dot_general %c, %w, contract = [0] x [0] : (tensor<2xf64>, tensor<2x2xf64>) -> tensor<2xf64>
              %s = train.tanh %m : tensor<2xf64>
              %t = train.sine %s : tensor<2xf64>
              train.yield %t : tensor<2xf64>
            }
            %u = train.multiply %n, %c : tensor<2xf64>
            train.yield %u : tensor<2xf64>
          })",
       "2xf64"},
      {"around_for",
       {"2xf64"},
       R"(%r = checkpoint : tensor<2xf64> {
            %e = train.exponential %a : tensor<2xf64>
            %f = train.for %i times 4 carry (%c = %e) : tensor<2xf64> {
              %k = checkpoint : tensor<2xf64> {
                %s = train.sine %c : tensor<2xf64>
                %m = train.multiply %s, %e : tensor<2xf64>
                train.yield %m : tensor<2xf64>
              }
              train.yield %k : tensor<2xf64>
            }
            train.yield %f : tensor<2xf64>
          })",
       "2xf64"},
      {"in_if",
       {"2xf64", "2xf64"},
       R"(%z = train.constant dense<0.0> : tensor<f64>
          %k = train.reduce add %a, dims = [0] : tensor<2xf64> -> tensor<f64>
          %p = train.compare GT, %k, %z : tensor<f64>
          %r = train.if %p : tensor<2xf64> {
            %s = checkpoint : tensor<2xf64> {
              %e = train.exponential %b : tensor<2xf64>
              %t = train.sine %e : tensor<2xf64>
              train.yield %t : tensor<2xf64>
            }
            train.yield %s : tensor<2xf64>
          } else {
            %s = checkpoint : tensor<2xf64> {
              %e = train.cosine %a : tensor<2xf64>
              %t = train.multiply %e, %b : tensor<2xf64>
              train.yield %t : tensor<2xf64>
            }
            train.yield %s : tensor<2xf64>
          })",
       "2xf64"},
      {"around_if",
       {"2xf64"},
       R"(%z = train.constant dense<0.0> : tensor<f64>
          %r = checkpoint : tensor<2xf64> {
            %e = train.exponential %a : tensor<2xf64>
            %k = train.reduce add %a, dims = [0] : tensor<2xf64> -> tensor<f64>
            %p = train.compare GT, %k, %z : tensor<f64>
            %f = train.if %p : tensor<2xf64> {
              %s = train.sine %e : tensor<2xf64>
              train.yield %s : tensor<2xf64>
            } else {
              %s = train.cosine %e : tensor<2xf64>
              train.yield %s : tensor<2xf64>
            }
            train.yield %f : tensor<2xf64>
          })",
       "2xf64"},
      {"composites",
       {"2x3xf64", "3xf64"},
       R"(%r = checkpoint : tensor<2x3xf64> {
            %n = train.layer_norm %a scale %b axis = 1 epsilon = 1.0e-5 : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
            %g = train.gelu %n approximate = tanh : tensor<2x3xf64> -> tensor<2x3xf64>
            %s = train.softmax %g, dim = 1 : tensor<2x3xf64> -> tensor<2x3xf64>
            train.yield %s : tensor<2x3xf64>
          })",
       "2x3xf64"},
      {"precision",
       {"2xf64"},
       R"(%r = train.precision bf16 : tensor<2xf64> {
            %k = checkpoint : tensor<2xf64> {
              %e = train.precision f32 : tensor<2xf64> {
                %x = train.exponential %a : tensor<2xf64>
                train.yield %x : tensor<2xf64>
              }
              %s = train.sine %e : tensor<2xf64>
              train.yield %s : tensor<2xf64>
            }
            train.yield %k : tensor<2xf64>
          })",
       "2xf64"},
  };
}

std::string replaceAll(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// With `region` for each checkpoint.
GradientCase with(GradientCase testCase, const std::string &region) {
  testCase.body = replaceAll(testCase.body, "= checkpoint", "= " + region);
  return testCase;
}

/// The case as a module whose loss is the sum of `%r`, in f32.
std::string makeModule(const GradientCase &testCase) {
  std::string arguments;
  for (size_t i = 0; i < testCase.args.size(); ++i) {
    std::string name(1, static_cast<char>('a' + i));
    arguments += (i ? ", %" : "%") + name + ": tensor<" + testCase.args[i] +
                 "> {train.role = #train.role<param>, train.name = \"" + name + "\"}";
  }
  bool isMatrix = testCase.result.find('x') != testCase.result.rfind('x');
  std::string text = "func.func @loss(" + arguments + ") -> tensor<f64> {\n" + testCase.body +
                     "\n%sum = train.reduce add %r, dims = [" + (isMatrix ? "0, 1" : "0") +
                     "] : tensor<" + testCase.result + "> -> tensor<f64>\n" +
                     "return %sum : tensor<f64>\n}\n";
  return replaceAll(text, "f64", "f32");
}

std::vector<HostTensor> makeArguments(const GradientCase &testCase) {
  std::vector<HostTensor> arguments;
  for (std::string type : testCase.args) {
    std::vector<int64_t> shape;
    for (size_t at; (at = type.find('x')) != std::string::npos; type = type.substr(at + 1))
      shape.push_back(std::stoll(type.substr(0, at)));
    HostTensor tensor(DType::F32, shape);
    for (int64_t i = 0; i < tensor.numElements(); ++i)
      tensor.setDouble(i, 0.3 + 0.61 * std::sin(static_cast<double>(3 * i + 1)));
    arguments.push_back(std::move(tensor));
  }
  return arguments;
}

class GradientCheckpoint : public testing::TestWithParam<GradientCase> {};

TEST_P(GradientCheckpoint, MatchesDifferences) {
  checkByDifferences(with(GetParam(), "train.checkpoint"));
}

TEST_P(GradientCheckpoint, MatchesDifferencesWithProductsSaved) {
  checkByDifferences(with(GetParam(), "train.checkpoint save products"));
}

TEST_P(GradientCheckpoint, HasTypes) { checkInType(with(GetParam(), "train.checkpoint"), "bf16"); }

TEST_P(GradientCheckpoint, HasTheSameBitsAsWithout) {
  std::vector<HostTensor> arguments = makeArguments(GetParam());
  auto run = [&](const std::string &region) {
    return runGradient(makeModule(with(GetParam(), region)), "loss", arguments);
  };
  // A precision region means its body, and nothing is recomputed.
  std::vector<HostTensor> expected = run("train.precision f32");
  ASSERT_EQ(expected.size(), 1 + arguments.size());
  for (const char *region : {"train.checkpoint", "train.checkpoint save products"}) {
    std::vector<HostTensor> got = run(region);
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i)
      EXPECT_TRUE(got[i] == expected[i]) << region << ", result " << i;
  }
}

std::vector<GradientCase> covered() {
  std::vector<GradientCase> cases = checkpointCases();
  std::vector<GradientCase> written;
  for (const GradientCase &testCase : cases)
    written.push_back(with(testCase, "train.checkpoint"));
  covering(written);
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Regions, GradientCheckpoint, testing::ValuesIn(covered()));

} // namespace
