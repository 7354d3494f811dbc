// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decomposition of attention against its formula in double.
#include "DecomposeHarness.h"

#include <cmath>
#include <functional>

using namespace halftone;
using namespace halftone::reference;
using namespace halftone::train;

namespace {

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

struct Attended {
  std::vector<double> output, lse;
};

/// softmax(scale · q kᵀ + bias(b, h, i, j)) v for [B, H, T, D], [B, H, S, D], [B, H, S, E].
Attended attend(const HostTensor &q, const HostTensor &k, const HostTensor &v, double scale,
                const std::function<double(int64_t, int64_t)> &bias) {
  Attended out;
  int64_t T = q.shape()[2], S = k.shape()[2], D = q.shape()[3], E = v.shape()[3];
  for (int64_t head = 0; head < q.shape()[0] * q.shape()[1]; ++head)
    for (int64_t i = 0; i < T; ++i) {
      std::vector<double> p(S);
      double sum = 0;
      for (int64_t j = 0; j < S; ++j) {
        double dot = 0;
        for (int64_t d = 0; d < D; ++d)
          dot += q.getDouble((head * T + i) * D + d) * k.getDouble((head * S + j) * D + d);
        sum += p[j] = std::exp(scale * dot + bias(i, j));
      }
      out.lse.push_back(std::log(sum));
      for (int64_t e = 0; e < E; ++e) {
        double value = 0;
        for (int64_t j = 0; j < S; ++j)
          value += sum == 0 ? 0 : p[j] / sum * v.getDouble((head * S + j) * E + e);
        out.output.push_back(value);
      }
    }
  return out;
}

constexpr const char *qkv = "(tensor<2x2x4x3xf32>, tensor<2x2x5x3xf32>, tensor<2x2x5x2xf32>";

class DecomposeAttention : public testing::Test {
protected:
  HostTensor q = randomTensor(DType::F32, {2, 2, 4, 3}, 1, 2);
  HostTensor k = randomTensor(DType::F32, {2, 2, 5, 3}, 2, 2);
  HostTensor v = randomTensor(DType::F32, {2, 2, 5, 2}, 3);

  /// Runs `attention` with `options` between operands and type, and compares.
  void check(const std::string &options, const std::vector<HostTensor> &mask,
             const std::function<double(int64_t, int64_t)> &bias) {
    std::vector<HostTensor> args{q, k, v};
    std::string type = qkv;
    if (!mask.empty()) {
      args.push_back(mask[0]);
      type += ", " + mask[0].typeString();
    }
    std::vector<HostTensor> got = runOps("train.attention %a, %b, %c " + options + " : " + type +
                                             ") -> (tensor<2x2x4x2xf32>, tensor<2x2x4xf32>)",
                                         args, {"tensor<2x2x4x2xf32>", "tensor<2x2x4xf32>"});
    Attended expected = attend(q, k, v, 0.5, bias);
    expectNear(got[0], expected.output, 2e-6, options);
    for (size_t i = 0; i < expected.lse.size(); ++i) {
      double lse = got[1].getDouble(static_cast<int64_t>(i));
      if (std::isinf(expected.lse[i])) {
        EXPECT_EQ(lse, expected.lse[i]) << options;
      } else {
        EXPECT_NEAR(lse, expected.lse[i], 2e-6) << options;
      }
    }
  }
};

TEST_F(DecomposeAttention, Plain) {
  check("scale = 0.5", {}, [](int64_t, int64_t) { return 0.0; });
}

TEST_F(DecomposeAttention, CausalCountsFromTheEnds) {
  check("scale = 0.5 causal", {}, [](int64_t i, int64_t j) { return j > i + 1 ? -infinity : 0; });
}

TEST_F(DecomposeAttention, BlockingMaskWithARowOfNothing) {
  HostTensor mask(DType::I1, {4, 5});
  auto seen = [](int64_t i, int64_t j) { return i != 2 && (i + j) % 3 != 0; };
  for (int64_t i = 0; i < 20; ++i)
    mask.setInt(i, seen(i / 5, i % 5));
  check("mask %d scale = 0.5", {mask},
        [&](int64_t i, int64_t j) { return seen(i, j) ? 0 : -infinity; });
}

TEST_F(DecomposeAttention, AddedMask) {
  HostTensor mask = randomTensor(DType::F32, {1, 2, 1, 5}, 4);
  // The same for both heads, as the formula above has no head.
  for (int64_t j = 0; j < 5; ++j)
    mask.setDouble(5 + j, mask.getDouble(j));
  check("mask %d scale = 0.5", {mask}, [&](int64_t, int64_t j) { return mask.getDouble(j); });
}

TEST_F(DecomposeAttention, OperandsRoundAndScoresDoNot) {
  // Operands of bf16 in f32 arrays: `operand_type` changes nothing but P.
  for (HostTensor *x : {&q, &k, &v})
    *x = convert(convert(*x, DType::BF16), DType::F32);
  auto run = [&](const std::string &options) {
    return runOp("train.attention %a, %b, %c scale = 0.5 " + options + " : " + qkv +
                     ") -> tensor<2x2x4x2xf32>",
                 {q, k, v}, "tensor<2x2x4x2xf32>");
  };
  HostTensor exact = run(""), rounded = run("operand_type = bf16");
  double largest = 0;
  for (int64_t i = 0; i < exact.numElements(); ++i)
    largest = std::max(largest, std::abs(exact.getDouble(i) - rounded.getDouble(i)));
  EXPECT_GT(largest, 1e-6);
  EXPECT_LT(largest, 0x1p-9 * 1.5);
}

TEST(DecomposeAttentionGrad, RowOfNothingGivesNoGradient) {
  HostTensor q = randomTensor(DType::F32, {1, 1, 2, 3}, 5);
  HostTensor k = randomTensor(DType::F32, {1, 1, 2, 3}, 6);
  HostTensor mask = intsOf(DType::I1, {2, 2}, {0, 0, 1, 1});
  std::string x = "tensor<1x1x2x3xf32>";
  std::string module =
      "func.func @main(%q: " + x + ", %k: " + x + ", %m: tensor<2x2xi1>) -> (" + x + ", " + x +
      ", " + x + ") {\n  %y, %lse = train.attention %q, %k, %k mask %m scale = 1.0 : (" + x + ", " +
      x + ", " + x + ", tensor<2x2xi1>) -> (" + x + ", tensor<1x1x2xf32>)\n" +
      "  %g:3 = train.attention_grad %q, %q, %k, %k, %y, %lse mask %m scale = 1.0 : (" + x + ", " +
      x + ", " + x + ", " + x + ", " + x + ", tensor<1x1x2xf32>, tensor<2x2xi1>) -> (" + x + ", " +
      x + ", " + x + ")\n  return %g#0, %g#1, %g#2 : " + x + ", " + x + ", " + x + "\n}\n";
  RunOutcome outcome = runModule(module, {q, k, mask});
  ASSERT_EQ(outcome.error, "");
  for (int64_t i = 0; i < 3; ++i)
    EXPECT_EQ(outcome.results[0].getDouble(i), 0);
  for (const HostTensor &grad : outcome.results)
    for (int64_t i = 0; i < grad.numElements(); ++i)
      EXPECT_TRUE(std::isfinite(grad.getDouble(i)));
}

} // namespace
