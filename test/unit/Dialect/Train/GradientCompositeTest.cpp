// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of composites, through their gradient ops' decompositions.
#include "GradientCheck.h"

#include <gtest/gtest.h>

using namespace halftone::train;

namespace {

std::string mlirType(const std::string &type) { return "tensor<" + type + ">"; }

/// `op` on all arguments, in order, with one result.
GradientCase composite(const std::string &name, const std::vector<std::string> &args,
                       const std::string &op, const std::string &to, Range range = Range::wide) {
  std::string types;
  for (const std::string &type : args)
    types += (types.empty() ? "" : ", ") + mlirType(type);
  return {name, args, "%r = train." + op + " : (" + types + ") -> " + mlirType(to), to, range};
}

GradientCase unary(const std::string &name, const std::string &from, const std::string &op,
                   const std::string &to) {
  return {name, {from}, "%r = train." + op + " : " + mlirType(from) + " -> " + mlirType(to), to};
}

std::vector<GradientCase> activationCases() {
  std::vector<GradientCase> cases;
  for (std::string type : {"f64", "0xf64", "5xf64", "2x1x3x1x2xf64"}) {
    for (std::string op : {"relu", "silu", "gelu"})
      cases.push_back(unary(op + type, type, op + " %a", type));
    cases.push_back(unary("gelu_tanh" + type, type, "gelu %a approximate = tanh", type));
  }
  for (std::string op : {"softmax", "log_softmax"}) {
    cases.push_back(unary(op, "2x4xf64", op + " %a, dim = 1", "2x4xf64"));
    cases.push_back(unary(op + "_first", "3x2x2xf64", op + " %a, dim = 0", "3x2x2xf64"));
    cases.push_back(unary(op + "_one", "2x1xf64", op + " %a, dim = 1", "2x1xf64"));
    cases.push_back(unary(op + "_no_rows", "0x4xf64", op + " %a, dim = 1", "0x4xf64"));
  }
  cases.push_back(unary("logsumexp", "2x4xf64", "logsumexp %a, dim = 1", "2xf64"));
  cases.push_back(unary("logsumexp_middle", "2x3x2xf64", "logsumexp %a, dim = 1", "2x2xf64"));
  GradientCase dropout{"dropout",
                       {"4x3xf64"},
                       "%k = train.constant dense<[7, 11]> : tensor<2xui32>\n"
                       "%r = train.dropout %a, %k rate = 0.4 : tensor<4x3xf64> -> tensor<4x3xf64>",
                       "4x3xf64"};
  cases.push_back(dropout);
  return cases;
}

std::vector<GradientCase> layerCases() {
  std::vector<GradientCase> cases = {
      composite("linear", {"2x3xf64", "3x4xf64", "4xf64"}, "linear %a, %b, %c", "2x4xf64"),
      composite("linear_no_bias", {"2x3xf64", "3x4xf64"}, "linear %a, %b", "2x4xf64"),
      composite("linear_vector", {"3xf64", "3x4xf64", "4xf64"}, "linear %a, %b, %c", "4xf64"),
      composite("linear_rank_4", {"2x1x2x3xf64", "3x2xf64", "2xf64"}, "linear %a, %b, %c",
                "2x1x2x2xf64"),
      composite("linear_no_rows", {"0x3xf64", "3x2xf64", "2xf64"}, "linear %a, %b, %c", "0x2xf64"),
      composite("embedding", {"5x3xf64", "2x3xi32"}, "embedding %a, %b", "2x3x3xf64"),
      composite("layer_norm", {"3x4xf64", "4xf64", "4xf64"},
                "layer_norm %a scale %b bias %c axis = 1 epsilon = 1.0e-5", "3x4xf64"),
      composite("layer_norm_two_axes", {"2x2x3xf64", "2x3xf64", "2x3xf64"},
                "layer_norm %a scale %b bias %c axis = 1 epsilon = 1.0e-5", "2x2x3xf64"),
      composite("layer_norm_whole", {"2x3xf64", "2x3xf64", "2x3xf64"},
                "layer_norm %a scale %b bias %c axis = 0 epsilon = 1.0e-5", "2x3xf64"),
      composite("layer_norm_scale", {"3x4xf64", "4xf64"},
                "layer_norm %a scale %b axis = 1 epsilon = 1.0e-5", "3x4xf64"),
      composite("layer_norm_bias", {"3x4xf64", "4xf64"},
                "layer_norm %a bias %b axis = 1 epsilon = 1.0e-5", "3x4xf64"),
      composite("layer_norm_bare", {"3x4xf64"}, "layer_norm %a axis = 1 epsilon = 1.0e-2",
                "3x4xf64"),
      composite("rms_norm", {"3x4xf64", "4xf64"}, "rms_norm %a scale %b axis = 1 epsilon = 1.0e-6",
                "3x4xf64"),
      composite("rms_norm_bare", {"2x2x3xf64"}, "rms_norm %a axis = 1 epsilon = 1.0e-6",
                "2x2x3xf64"),
      composite("group_norm", {"2x3x4xf64", "4xf64", "4xf64"},
                "group_norm %a scale %b bias %c groups = 2 feature_dim = 2 epsilon = 1.0e-5",
                "2x3x4xf64"),
      composite("group_norm_nchw", {"2x4x2x2xf64", "4xf64", "4xf64"},
                "group_norm %a scale %b bias %c groups = 2 feature_dim = 1 epsilon = 1.0e-5",
                "2x4x2x2xf64"),
      composite("group_norm_bare", {"2x4x2xf64"},
                "group_norm %a groups = 4 feature_dim = 1 epsilon = 1.0e-5", "2x4x2xf64"),
      composite("batch_norm_inference", {"2x3x2xf64", "2xf64", "2xf64", "2xf64", "2xf64"},
                "batch_norm_inference %a, %b, %c, %d, %e feature_dim = 2 epsilon = 1.0e-5",
                "2x3x2xf64", Range::positive),
  };
  for (std::string dim : {"1", "2"}) {
    std::string n = dim == "1" ? "3" : "2", feature = n + "xf64";
    std::string f = mlirType(feature);
    cases.push_back({"batch_norm_training_" + dim,
                     {"2x3x2xf64", feature, feature},
                     "%m = train.constant dense<0.0> : " + f +
                         "\n%r, %rm, %rv = train.batch_norm_training %a, %b, %c, %m, %m "
                         "feature_dim = " +
                         dim +
                         " epsilon = 1.0e-5 momentum = 0.1 : "
                         "(tensor<2x3x2xf64>, " +
                         f + ", " + f + ", " + f + ", " + f + ") -> (tensor<2x3x2xf64>, " + f +
                         ", " + f + ")",
                     "2x3x2xf64"});
  }
  return cases;
}

std::vector<GradientCase> lossCases() {
  std::vector<GradientCase> cases;
  for (std::string attributes :
       {"reduction = mean", "reduction = sum", "", "reduction = mean smoothing = 0.1",
        "reduction = mean smoothing = 0.1 ignore = 2", "reduction = sum ignore = 1"})
    cases.push_back(composite("cross_entropy " + attributes, {"4x3xf64", "4xi32"},
                              "cross_entropy %a, %b " + attributes, "f64"));
  cases.push_back(composite("cross_entropy_rows", {"2x2x3xf64", "2x2xi32"},
                            "cross_entropy %a, %b reduction = none smoothing = 0.2 ignore = 0",
                            "2x2xf64"));
  cases.push_back(
      composite("cross_entropy_one_row", {"3xf64", "i32"}, "cross_entropy %a, %b", "f64"));
  return cases;
}

std::vector<GradientCase> attentionCases() {
  std::string q = "1x2x3x2xf64", k = "1x2x4x2xf64", v = "1x2x4x3xf64", y = "1x2x3x3xf64";
  std::vector<GradientCase> cases = {
      composite("attention", {q, k, v}, "attention %a, %b, %c scale = 0.7", y),
      composite("attention_causal", {q, k, v}, "attention %a, %b, %c scale = 0.7 causal", y),
      // A learned bias, which the gradient op has no result for.
      composite("attention_bias", {q, k, v, "1x1x3x4xf64"},
                "attention %a, %b, %c mask %d scale = 0.7", y),
  };
  std::string types = mlirType(q) + ", " + mlirType(k) + ", " + mlirType(v);
  cases.push_back({"attention_masked",
                   {q, k, v},
                   "%m = train.constant dense<[[true, true, false, true], [false, true, true, "
                   "true], [true, false, false, true]]> : tensor<3x4xi1>\n"
                   "%n = train.reshape %m : tensor<3x4xi1> -> tensor<1x1x3x4xi1>\n"
                   "%r = train.attention %a, %b, %c mask %n scale = 0.7 : (" +
                       types + ", tensor<1x1x3x4xi1>) -> " + mlirType(y),
                   y});
  return cases;
}

/// Composites without a rule of their own are decomposed first.
std::vector<GradientCase> decomposedCases() {
  return {
      composite("softmax_grad", {"2x3xf64", "2x3xf64"}, "softmax_grad %a, %b, dim = 1", "2x3xf64"),
      composite("gelu_grad", {"3xf64", "3xf64"}, "gelu_grad %a, %b", "3xf64"),
      {"ema",
       {"3xf64", "3xf64"},
       "%r = train.ema %a, %b decay = 0.9 : tensor<3xf64>, tensor<3xf64>",
       "3xf64"},
  };
}

std::vector<ExactCase> exactCases() {
  GradientCase relu = unary("relu", "3xf64", "relu %a", "3xf64");
  return {{relu, {{-1, 0, 2}}, {5, 5, 5}, {{0, 0, 5}}}};
}

class GradientComposite : public testing::TestWithParam<GradientCase> {};
TEST_P(GradientComposite, MatchesDifferences) { checkByDifferences(GetParam()); }
TEST_P(GradientComposite, HasTypes) { checkInType(GetParam(), "bf16"); }
INSTANTIATE_TEST_SUITE_P(Activations, GradientComposite,
                         testing::ValuesIn(covering(activationCases())));
INSTANTIATE_TEST_SUITE_P(Layers, GradientComposite, testing::ValuesIn(covering(layerCases())));
INSTANTIATE_TEST_SUITE_P(Losses, GradientComposite, testing::ValuesIn(covering(lossCases())));
INSTANTIATE_TEST_SUITE_P(Attention, GradientComposite,
                         testing::ValuesIn(covering(attentionCases())));
INSTANTIATE_TEST_SUITE_P(Decomposed, GradientComposite,
                         testing::ValuesIn(covering(decomposedCases())));

class GradientCompositeExact : public testing::TestWithParam<ExactCase> {};
TEST_P(GradientCompositeExact, Matches) { checkExactly(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Ties, GradientCompositeExact, testing::ValuesIn(covering(exactCases())));

} // namespace
