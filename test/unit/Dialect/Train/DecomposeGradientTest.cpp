// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of gradient ops, in f64, against central differences of the
// decompositions of their forward ops.
#include "DecomposeHarness.h"

#include <cmath>

using namespace halftone;
using namespace halftone::reference;
using namespace halftone::train;

namespace {

/// `forward` defines `%y` from `%a`, `%b`, …, and perhaps statistics; `backward` defines
/// `%g:N` from those and `%dy`, for the first N arguments.
struct GradientOp {
  std::string name;
  std::vector<HostTensor> args;
  std::string result;
  std::string forward, backward;
  size_t grads;
};

class DecomposeGradient : public testing::TestWithParam<GradientOp> {
protected:
  std::string moduleText() {
    const GradientOp &op = GetParam();
    std::string args, results, values;
    for (size_t i = 0; i < op.args.size(); ++i)
      args += (i ? ", %" : "%") + std::string(1, static_cast<char>('a' + i)) + ": " +
              op.args[i].typeString();
    for (size_t i = 0; i < op.grads; ++i) {
      results += (i ? ", " : "") + op.args[i].typeString();
      values += (i ? ", %g#" : "%g#") + std::to_string(i);
    }
    return "func.func @main(" + args + ") -> " + op.result + " {\n" + op.forward +
           "\nreturn %y : " + op.result + "\n}\nfunc.func @grad(%dy: " + op.result + ", " + args +
           ") -> (" + results + ") {\n" + op.forward + "\n" + op.backward + "\nreturn " + values +
           " : " + results + "\n}\n";
  }

  /// Σ weights · y.
  double weighted(const std::string &module, const std::vector<HostTensor> &args,
                  const HostTensor &weights) {
    RunOutcome outcome = runModule(module, args);
    EXPECT_EQ(outcome.error, "");
    double sum = 0;
    for (int64_t i = 0; outcome.error.empty() && i < weights.numElements(); ++i)
      sum += weights.getDouble(i) * outcome.results[0].getDouble(i);
    return sum;
  }
};

TEST_P(DecomposeGradient, MatchesDifferences) {
  const GradientOp &op = GetParam();
  std::string module = moduleText();
  RunOutcome forward = runModule(module, op.args);
  ASSERT_EQ(forward.error, "") << module;
  HostTensor weights = randomTensor(DType::F64, forward.results[0].shape(), 99);
  std::vector<HostTensor> args = op.args;
  args.insert(args.begin(), weights);
  RunOutcome backward = runModule(module, args, "grad");
  ASSERT_EQ(backward.error, "") << module;
  const double h = 1e-5;
  for (size_t a = 0; a < op.grads; ++a)
    for (int64_t i = 0; i < op.args[a].numElements(); ++i) {
      std::vector<HostTensor> moved = op.args;
      double x = op.args[a].getDouble(i);
      moved[a].setDouble(i, x + h);
      double high = weighted(module, moved, weights);
      moved[a].setDouble(i, x - h);
      double low = weighted(module, moved, weights);
      EXPECT_NEAR(backward.results[a].getDouble(i), (high - low) / (2 * h), 1e-7)
          << op.name << ", argument " << a << " at " << i;
    }
}

HostTensor values(std::vector<int64_t> shape, uint64_t seed) {
  return randomTensor(DType::F64, std::move(shape), seed, 2);
}

std::vector<GradientOp> unaryGradients() {
  std::string t = "tensor<3x4xf64>", both = " : (" + t + ", " + t + ") -> " + t;
  auto unary = [&](std::string name, std::string options, bool fromOutput) {
    std::string dim = options.empty() || options[0] == ' ' ? "" : ", ";
    return GradientOp{name + (options.find("tanh") == std::string::npos ? "" : "_tanh"),
                      {values({3, 4}, 1)},
                      t,
                      "%y = train." + name + " %a" + dim + options + " : " + t + " -> " + t,
                      "%g:1 = train." + name + "_grad %dy, " + (fromOutput ? "%y" : "%a") + dim +
                          options + both,
                      1};
  };
  return {unary("softmax", "dim = 1", true),
          unary("softmax", "dim = 0", true),
          unary("log_softmax", "dim = 1", true),
          unary("silu", "", false),
          unary("gelu", "", false),
          unary("gelu", " approximate = tanh", false),
          unary("relu", "", false)};
}

GradientOp crossEntropy(std::string name, std::string options, std::string result) {
  std::string x = "tensor<3x4xf64>", l = "tensor<3xi32>", lse = "tensor<3xf64>";
  return {name,
          {values({3, 4}, 2), intsOf(DType::I32, {3}, {3, -1, 0})},
          result,
          "%y, %lse = train.cross_entropy %a, %b " + options + " ignore = -1 : (" + x + ", " + l +
              ") -> (" + result + ", " + lse + ")",
          "%g:1 = train.cross_entropy_grad %dy, %a, %b, %lse " + options + " ignore = -1 : (" +
              result + ", " + x + ", " + l + ", " + lse + ") -> " + x,
          1};
}

std::vector<GradientOp> lossGradients() {
  return {
      crossEntropy("cross_entropy_none", "reduction = none", "tensor<3xf64>"),
      crossEntropy("cross_entropy_sum", "reduction = sum", "tensor<f64>"),
      crossEntropy("cross_entropy_mean_smooth", "reduction = mean smoothing = 0.2", "tensor<f64>")};
}

std::vector<GradientOp> normGradients() {
  std::string x = "tensor<3x4xf64>", p = "tensor<4xf64>", r = "tensor<3xf64>";
  std::string c = "tensor<2x4x3xf64>", g = "tensor<2x2xf64>";
  std::string list = c + ", " + p + ", " + p + ", " + p + ", " + p;
  HostTensor x2 = values({3, 4}, 3), s = values({4}, 4), b = values({4}, 5);
  HostTensor x3 = values({2, 4, 3}, 6);
  return {
      {"layer_norm",
       {x2, s, b},
       x,
       "%y, %m, %r = train.layer_norm %a scale %b bias %c axis = 1 epsilon = 1.0e-2 : (" + x +
           ", " + p + ", " + p + ") -> (" + x + ", " + r + ", " + r + ")",
       "%g:3 = train.layer_norm_grad %dy, %a, %m, %r scale %b axis = 1 has_bias : (" + x + ", " +
           x + ", " + r + ", " + r + ", " + p + ") -> (" + x + ", " + p + ", " + p + ")",
       3},
      {"layer_norm_all",
       {x2},
       x,
       "%y, %m, %r = train.layer_norm %a axis = 0 epsilon = 1.0e-2 : (" + x + ") -> (" + x +
           ", tensor<f64>, tensor<f64>)",
       "%g:1 = train.layer_norm_grad %dy, %a, %m, %r axis = 0 : (" + x + ", " + x +
           ", tensor<f64>, tensor<f64>) -> " + x,
       1},
      {"rms_norm",
       {x2, s},
       x,
       "%y, %r = train.rms_norm %a scale %b axis = 1 epsilon = 1.0e-2 : (" + x + ", " + p +
           ") -> (" + x + ", " + r + ")",
       "%g:2 = train.rms_norm_grad %dy, %a, %r scale %b axis = 1 : (" + x + ", " + x + ", " + r +
           ", " + p + ") -> (" + x + ", " + p + ")",
       2},
      {"group_norm",
       {x3, s, b},
       c,
       "%y, %m, %r = train.group_norm %a scale %b bias %c groups = 2 feature_dim = 1 epsilon = "
       "1.0e-2 : (" +
           c + ", " + p + ", " + p + ") -> (" + c + ", " + g + ", " + g + ")",
       "%g:3 = train.group_norm_grad %dy, %a, %m, %r scale %b groups = 2 feature_dim = 1 has_bias "
       ": (" +
           c + ", " + c + ", " + g + ", " + g + ", " + p + ") -> (" + c + ", " + p + ", " + p + ")",
       3},
      {"batch_norm",
       {x3, s, b},
       c,
       "%y, %rm, %rv, %m, %r = train.batch_norm_training %a, %b, %c, %b, %b feature_dim = 1 "
       "epsilon = 1.0e-2 momentum = 0.1 : (" +
           list + ") -> (" + list + ")",
       "%g:3 = train.batch_norm_grad %dy, %a, %b, %m, %r feature_dim = 1 : (" + c + ", " + c +
           ", " + p + ", " + p + ", " + p + ") -> (" + c + ", " + p + ", " + p + ")",
       3},
  };
}

GradientOp attentionGradient(std::string name, std::string options, std::vector<HostTensor> mask) {
  std::string q = "tensor<1x2x3x2xf64>", k = "tensor<1x2x4x2xf64>", v = "tensor<1x2x4x3xf64>";
  std::string y = "tensor<1x2x3x3xf64>", lse = "tensor<1x2x3xf64>", qkv = q + ", " + k + ", " + v;
  GradientOp op{name, {values({1, 2, 3, 2}, 7), values({1, 2, 4, 2}, 8), values({1, 2, 4, 3}, 9)},
                y,    "",
                "",   3};
  std::string maskType;
  if (!mask.empty()) {
    maskType = ", " + mask[0].typeString();
    op.args.push_back(mask[0]);
    options = "mask %d " + options;
  }
  op.forward = "%y, %lse = train.attention %a, %b, %c " + options + " : (" + qkv + maskType +
               ") -> (" + y + ", " + lse + ")";
  op.backward = "%g:3 = train.attention_grad %dy, %a, %b, %c, %y, %lse " + options + " : (" + y +
                ", " + qkv + ", " + y + ", " + lse + maskType + ") -> (" + qkv + ")";
  return op;
}

std::vector<GradientOp> attentionGradients() {
  HostTensor blocks = intsOf(DType::I1, {3, 4}, {0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1});
  return {attentionGradient("attention", "scale = 0.7", {}),
          attentionGradient("attention_causal", "scale = 0.7 causal", {}),
          attentionGradient("attention_blocked", "scale = 0.7", {blocks}),
          attentionGradient("attention_biased", "scale = 0.7", {values({4}, 10)})};
}

INSTANTIATE_TEST_SUITE_P(Unary, DecomposeGradient, testing::ValuesIn(unaryGradients()));
INSTANTIATE_TEST_SUITE_P(Losses, DecomposeGradient, testing::ValuesIn(lossGradients()));
INSTANTIATE_TEST_SUITE_P(Norms, DecomposeGradient, testing::ValuesIn(normGradients()));
INSTANTIATE_TEST_SUITE_P(Attention, DecomposeGradient, testing::ValuesIn(attentionGradients()));

} // namespace
