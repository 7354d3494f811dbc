// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of the composites that models are made of, through the reference
// evaluator, against their closed forms in double.
#include "DecomposeHarness.h"

#include <cmath>
#include <functional>
#include <numbers>

using namespace halftone;
using namespace halftone::reference;
using namespace halftone::train;

namespace {

/// Row `i` of a [rows, n] array, as doubles.
std::vector<double> row(const HostTensor &tensor, int64_t i) {
  int64_t n = tensor.shape().back();
  std::vector<double> values;
  for (int64_t j = 0; j < n; ++j)
    values.push_back(tensor.getDouble(i * n + j));
  return values;
}

double sumOf(const std::vector<double> &values, const std::function<double(double)> &f) {
  double sum = 0;
  for (double value : values)
    sum += f(value);
  return sum;
}

double logSumExp(const std::vector<double> &x) {
  double max = *std::max_element(x.begin(), x.end());
  if (std::isinf(max))
    return max;
  return max + std::log(sumOf(x, [&](double v) { return std::exp(v - max); }));
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Three usual rows, far from 0 the second.
HostTensor logits() {
  HostTensor x = randomTensor(DType::F32, {3, 5}, 1, 4);
  for (int64_t j = 0; j < 5; ++j)
    x.setDouble(5 + j, x.getDouble(5 + j) + 1000);
  return x;
}

TEST(DecomposeRows, SoftmaxAndItsLogarithm) {
  HostTensor x = logits();
  HostTensor y = runOp("train.softmax %a, dim = 1 : tensor<3x5xf32> -> tensor<3x5xf32>", {x},
                       "tensor<3x5xf32>");
  HostTensor log = runOp("train.log_softmax %a, dim = 1 : tensor<3x5xf32> -> tensor<3x5xf32>", {x},
                         "tensor<3x5xf32>");
  for (int64_t i = 0; i < 15; ++i) {
    double expected = x.getDouble(i) - logSumExp(row(x, i / 5));
    EXPECT_NEAR(log.getDouble(i), expected, 1e-6);
    EXPECT_NEAR(y.getDouble(i), std::exp(expected), 1e-6 * std::exp(expected));
  }
}

TEST(DecomposeRows, SoftmaxAlongTheFirstDimension) {
  HostTensor x = tensorOf(DType::F32, {2, 2}, {0, 1, 0, 1 + std::log(3.0)});
  HostTensor y = runOp("train.softmax %a, dim = 0 : tensor<2x2xf32> -> tensor<2x2xf32>", {x},
                       "tensor<2x2xf32>");
  expectNear(y, {0.5, 0.25, 0.5, 0.75}, 1e-6, "softmax");
}

TEST(DecomposeRows, LogSumExpOfInfinities) {
  HostTensor x =
      tensorOf(DType::F32, {5, 2},
               {-infinity, -infinity, -infinity, 2, infinity, 0, 3e38, 3e38, notANumber, 0});
  HostTensor y =
      runOp("train.logsumexp %a, dim = 1 : tensor<5x2xf32> -> tensor<5xf32>", {x}, "tensor<5xf32>");
  expectSame(y, tensorOf(DType::F32, {5}, {-infinity, 2, infinity, 3e38, notANumber}), "logsumexp");
}

TEST(DecomposeRows, LinearRoundsOnceAfterTheBias) {
  // 256 + 1 needs nine bits: a sum rounded before the bias would give 256 + 1 = 256.
  HostTensor x = tensorOf(DType::BF16, {1, 2}, {256, 1}), w = tensorOf(DType::BF16, {2, 1}, {1, 1});
  HostTensor b = tensorOf(DType::BF16, {1}, {1});
  HostTensor y = runOp("train.linear %a, %b, %c : (tensor<1x2xbf16>, tensor<2x1xbf16>, "
                       "tensor<1xbf16>) -> tensor<1x1xbf16>",
                       {x, w, b}, "tensor<1x1xbf16>");
  expectSame(y, tensorOf(DType::BF16, {1, 1}, {258}), "linear");
}

//===----------------------------------------------------------------------===//
// Cross-entropy
//===----------------------------------------------------------------------===//

constexpr const char *lossTypes = ": (tensor<3x5xf32>, tensor<3xi32>) -> ";

TEST(DecomposeLoss, MeanAndLogSumExp) {
  HostTensor x = logits(), labels = intsOf(DType::I32, {3}, {0, 4, 2});
  std::vector<HostTensor> got = runOps(std::string("train.cross_entropy %a, %b ") + lossTypes +
                                           "(tensor<f32>, tensor<3xf32>)",
                                       {x, labels}, {"tensor<f32>", "tensor<3xf32>"});
  double mean = 0;
  std::vector<double> lse;
  for (int64_t i = 0; i < 3; ++i) {
    lse.push_back(logSumExp(row(x, i)));
    mean += (lse.back() - x.getDouble(i * 5 + labels.getInt(i))) / 3;
  }
  expectNear(got[0], {mean}, 1e-6, "loss");
  expectNear(got[1], lse, 1e-7, "log-sum-exp");
}

TEST(DecomposeLoss, SmoothingAndIgnoredRows) {
  HostTensor x = logits(), labels = intsOf(DType::I32, {3}, {1, -100, 3});
  // An ignored row may hold anything.
  x.setDouble(5, notANumber);
  std::string options = " smoothing = 0.1 ignore = -100 ";
  std::vector<double> rows(3);
  for (int64_t i : {0, 2}) {
    std::vector<double> values = row(x, i);
    double lse = logSumExp(values);
    double mean = sumOf(values, [&](double v) { return lse - v; }) / 5;
    rows[i] = 0.9 * (lse - values[labels.getInt(i)]) + 0.1 * mean;
  }
  auto loss = [&](const std::string &reduction, const std::string &type) {
    return runOp("train.cross_entropy %a, %b reduction = " + reduction + options + lossTypes + type,
                 {x, labels}, type);
  };
  expectNear(loss("none", "tensor<3xf32>"), rows, 1e-6, "none");
  expectNear(loss("sum", "tensor<f32>"), {rows[0] + rows[2]}, 1e-6, "sum");
  expectNear(loss("mean", "tensor<f32>"), {(rows[0] + rows[2]) / 2}, 1e-6, "mean");
}

TEST(DecomposeLoss, NoRowsAndNoSuchClass) {
  auto loss = [&](std::vector<int64_t> labels) {
    return runOp(std::string("train.cross_entropy %a, %b reduction = mean ignore = -1 ") +
                     lossTypes + "tensor<f32>",
                 {logits(), intsOf(DType::I32, {3}, labels)}, "tensor<f32>")
        .getDouble(0);
  };
  EXPECT_TRUE(std::isnan(loss({-1, -1, -1})));
  EXPECT_TRUE(std::isnan(loss({0, 5, 1})));
  EXPECT_TRUE(std::isnan(loss({0, -2, 1})));
  EXPECT_FALSE(std::isnan(loss({0, -1, 1})));
}

TEST(DecomposeLoss, LabelsOfEveryType) {
  for (DType type : intTypes) {
    HostTensor labels = intsOf(type, {3}, {0, 4, 2});
    HostTensor got = runOp("train.cross_entropy %a, %b reduction = none : (tensor<3x5xf32>, " +
                               labels.typeString() + ") -> tensor<3xf32>",
                           {logits(), labels}, "tensor<3xf32>");
    HostTensor expected = runOp(std::string("train.cross_entropy %a, %b reduction = none ") +
                                    lossTypes + "tensor<3xf32>",
                                {logits(), intsOf(DType::I32, {3}, {0, 4, 2})}, "tensor<3xf32>");
    expectSame(got, expected, labels.typeString());
  }
}

TEST(DecomposeLoss, GradientOfIgnoredRowsIsZero) {
  HostTensor x = logits(), labels = intsOf(DType::I32, {3}, {1, -100, 3});
  x.setDouble(5, notANumber);
  HostTensor lse(DType::F32, {3});
  for (int64_t i : {0, 2})
    lse.setDouble(i, logSumExp(row(x, i)));
  lse.setDouble(1, notANumber);
  HostTensor got = runOp("train.cross_entropy_grad %a, %b, %c, %d reduction = mean ignore = -100 : "
                         "(tensor<f32>, tensor<3x5xf32>, tensor<3xi32>, tensor<3xf32>) -> "
                         "tensor<3x5xf32>",
                         {tensorOf(DType::F32, {}, {8}), x, labels, lse}, "tensor<3x5xf32>");
  for (int64_t i = 0; i < 15; ++i) {
    int64_t r = i / 5;
    double softmax = std::exp(x.getDouble(i) - lse.getDouble(r));
    double expected = r == 1 ? 0 : 4 * (softmax - (labels.getInt(r) == i % 5));
    EXPECT_NEAR(got.getDouble(i), expected, 1e-5) << i;
  }
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

struct Moments {
  double mean = 0, variance = 0;
};

Moments momentsOf(const std::vector<double> &values) {
  Moments m;
  double n = static_cast<double>(values.size());
  m.mean = sumOf(values, [](double v) { return v; }) / n;
  m.variance = sumOf(values, [&](double v) { return (v - m.mean) * (v - m.mean); }) / n;
  return m;
}

TEST(DecomposeNorms, LayerNormFarFromZero) {
  // E[x²] − E[x]² would have no correct digit here.
  HostTensor x = randomTensor(DType::F32, {2, 6}, 3);
  for (int64_t i = 0; i < 12; ++i)
    x.setDouble(i, x.getDouble(i) + 4096);
  HostTensor s = randomTensor(DType::F32, {6}, 4), b = randomTensor(DType::F32, {6}, 5);
  std::vector<HostTensor> got =
      runOps("train.layer_norm %a scale %b bias %c axis = 1 epsilon = 1.0e-5 : (tensor<2x6xf32>, "
             "tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6xf32>, tensor<2xf32>, tensor<2xf32>)",
             {x, s, b}, {"tensor<2x6xf32>", "tensor<2xf32>", "tensor<2xf32>"});
  for (int64_t i = 0; i < 2; ++i) {
    Moments m = momentsOf(row(x, i));
    double rstd = 1 / std::sqrt(m.variance + 1e-5);
    EXPECT_NEAR(got[1].getDouble(i), m.mean, 5e-4);
    EXPECT_NEAR(got[2].getDouble(i), rstd, 1e-3 * rstd);
    for (int64_t j = 0; j < 6; ++j) {
      double expected = (x.getDouble(i * 6 + j) - m.mean) * rstd * s.getDouble(j) + b.getDouble(j);
      EXPECT_NEAR(got[0].getDouble(i * 6 + j), expected, 1e-3);
    }
  }
}

TEST(DecomposeNorms, RmsNorm) {
  HostTensor x = randomTensor(DType::F32, {2, 6}, 6), s = randomTensor(DType::F32, {6}, 7);
  std::vector<HostTensor> got = runOps("train.rms_norm %a scale %b axis = 1 epsilon = 1.0e-6 : "
                                       "(tensor<2x6xf32>, tensor<6xf32>) -> (tensor<2x6xf32>, "
                                       "tensor<2xf32>)",
                                       {x, s}, {"tensor<2x6xf32>", "tensor<2xf32>"});
  for (int64_t i = 0; i < 12; ++i) {
    double squares = sumOf(row(x, i / 6), [](double v) { return v * v; });
    double rstd = 1 / std::sqrt(squares / 6 + 1e-6);
    EXPECT_NEAR(got[1].getDouble(i / 6), rstd, 1e-6 * rstd);
    EXPECT_NEAR(got[0].getDouble(i), x.getDouble(i) * rstd * s.getDouble(i % 6), 1e-6);
  }
}

/// Values of [2, 3, 4] at (n, c, h), where features are dimension 1.
std::vector<double> valuesOf(const HostTensor &x, const std::function<bool(int64_t, int64_t)> &in) {
  std::vector<double> values;
  for (int64_t i = 0; i < x.numElements(); ++i)
    if (in(i / 12 % 2, i / 4 % 3))
      values.push_back(x.getDouble(i));
  return values;
}

TEST(DecomposeNorms, GroupNormWithFeaturesInTheMiddle) {
  HostTensor x = randomTensor(DType::F32, {2, 3, 4}, 8);
  HostTensor s = randomTensor(DType::F32, {3}, 9), b = randomTensor(DType::F32, {3}, 10);
  for (int64_t groups : {1, 3}) {
    std::string stats = "tensor<2x" + std::to_string(groups) + "xf32>";
    std::vector<HostTensor> got =
        runOps("train.group_norm %a scale %b bias %c groups = " + std::to_string(groups) +
                   " feature_dim = 1 epsilon = 1.0e-3 : (tensor<2x3x4xf32>, tensor<3xf32>, "
                   "tensor<3xf32>) -> (tensor<2x3x4xf32>, " +
                   stats + ", " + stats + ")",
               {x, s, b}, {"tensor<2x3x4xf32>", stats, stats});
    for (int64_t i = 0; i < 24; ++i) {
      int64_t n = i / 12, c = i / 4 % 3, group = c * groups / 3;
      Moments m = momentsOf(valuesOf(x, [&](int64_t otherN, int64_t otherC) {
        return otherN == n && otherC * groups / 3 == group;
      }));
      double rstd = 1 / std::sqrt(m.variance + 1e-3);
      EXPECT_NEAR(got[0].getDouble(i),
                  (x.getDouble(i) - m.mean) * rstd * s.getDouble(c) + b.getDouble(c), 2e-6);
      EXPECT_NEAR(got[1].getDouble(n * groups + group), m.mean, 1e-6);
      EXPECT_NEAR(got[2].getDouble(n * groups + group), rstd, 1e-5);
    }
  }
}

TEST(DecomposeNorms, BatchNormMovesUnbiasedStatistics) {
  HostTensor x = randomTensor(DType::F32, {2, 3, 4}, 11);
  HostTensor s = randomTensor(DType::F32, {3}, 12), b = randomTensor(DType::F32, {3}, 13);
  HostTensor rm = randomTensor(DType::F32, {3}, 14);
  HostTensor rv = tensorOf(DType::F32, {3}, {1, 2, 3});
  std::string f = "tensor<3xf32>";
  std::vector<HostTensor> got =
      runOps("train.batch_norm_training %a, %b, %c, %d, %e feature_dim = 1 epsilon = 1.0e-3 "
             "momentum = 0.1 : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, "
             "tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, "
             "tensor<3xf32>)",
             {x, s, b, rm, rv}, {"tensor<2x3x4xf32>", f, f, f, f});
  HostTensor inference =
      runOp("train.batch_norm_inference %a, %b, %c, %d, %e feature_dim = 1 epsilon = 1.0e-3 : "
            "(tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> "
            "tensor<2x3x4xf32>",
            {x, s, b, rm, rv}, "tensor<2x3x4xf32>");
  for (int64_t i = 0; i < 24; ++i) {
    int64_t c = i / 4 % 3;
    Moments m = momentsOf(valuesOf(x, [&](int64_t, int64_t other) { return other == c; }));
    double rstd = 1 / std::sqrt(m.variance + 1e-3);
    auto affine = [&](double xhat) { return xhat * s.getDouble(c) + b.getDouble(c); };
    EXPECT_NEAR(got[0].getDouble(i), affine((x.getDouble(i) - m.mean) * rstd), 2e-6);
    EXPECT_NEAR(got[1].getDouble(c), 0.9 * rm.getDouble(c) + 0.1 * m.mean, 1e-6);
    EXPECT_NEAR(got[2].getDouble(c), 0.9 * rv.getDouble(c) + 0.1 * m.variance * 8 / 7, 1e-6);
    EXPECT_NEAR(got[3].getDouble(c), m.mean, 1e-6);
    EXPECT_NEAR(got[4].getDouble(c), rstd, 1e-5);
    double running = (x.getDouble(i) - rm.getDouble(c)) / std::sqrt(rv.getDouble(c) + 1e-3);
    EXPECT_NEAR(inference.getDouble(i), affine(running), 2e-6);
  }
}

//===----------------------------------------------------------------------===//
// Activations, dropout, embedding
//===----------------------------------------------------------------------===//

TEST(DecomposeActivations, AreTheirFormulas) {
  using F = double (*)(double);
  struct Case {
    std::string op;
    F formula;
  };
  const Case cases[] = {
      {"relu", [](double x) { return std::fmax(x, 0); }},
      {"silu", [](double x) { return x / (1 + std::exp(-x)); }},
      {"gelu", [](double x) { return x / 2 * std::erfc(-x / std::numbers::sqrt2); }},
  };
  HostTensor x = randomTensor(DType::F32, {40}, 15, 6);
  for (const Case &c : cases) {
    HostTensor y =
        runOp("train." + c.op + " %a : tensor<40xf32> -> tensor<40xf32>", {x}, "tensor<40xf32>");
    for (int64_t i = 0; i < 40; ++i)
      EXPECT_NEAR(y.getDouble(i), c.formula(x.getDouble(i)), 1e-6) << c.op;
  }
  HostTensor y = runOp("train.gelu %a approximate = tanh : tensor<40xf32> -> tensor<40xf32>", {x},
                       "tensor<40xf32>");
  for (int64_t i = 0; i < 40; ++i) {
    double v = x.getDouble(i);
    double inner = std::sqrt(2 / std::numbers::pi) * (v + 0.044715 * v * v * v);
    EXPECT_NEAR(y.getDouble(i), v / 2 * (1 + std::tanh(inner)), 1e-6);
  }
}

TEST(DecomposeActivations, ReluAtItsEdges) {
  HostTensor x = tensorOf(DType::F32, {4}, {0, -0.0, notANumber, -infinity});
  HostTensor y = runOp("train.relu %a : tensor<4xf32> -> tensor<4xf32>", {x}, "tensor<4xf32>");
  expectNear(y, {0, 0, notANumber, 0}, 0, "relu");
  HostTensor dy = tensorOf(DType::F32, {4}, {1, 2, 3, notANumber});
  HostTensor dx = runOp("train.relu_grad %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
                        {dy, x}, "tensor<4xf32>");
  expectNear(dx, {0, 0, 0, 0}, 0, "relu_grad");
}

TEST(DecomposeDropout, KeepsByTheWordsOfTheKey) {
  HostTensor key = intsOf(DType::UI32, {2}, {7, 9});
  HostTensor x = randomTensor(DType::F32, {1000}, 16);
  HostTensor words =
      runOp("train.rng_bits philox4x32_10 %a : tensor<1000xui32>", {key}, "tensor<1000xui32>");
  for (double rate : {0.0, 0.25, 0.1}) {
    HostTensor y = runOp("train.dropout %a, %b rate = " + std::to_string(rate) +
                             " : tensor<1000xf32> -> tensor<1000xf32>",
                         {x, key}, "tensor<1000xf32>");
    for (int64_t i = 0; i < 1000; ++i) {
      bool keeps = std::ldexp(words.getDouble(i), -32) >= rate;
      EXPECT_NEAR(y.getDouble(i), keeps ? x.getDouble(i) / (1 - rate) : 0, 1e-7);
    }
  }
}

TEST(DecomposeEmbedding, ClampsForwardAndBackward) {
  HostTensor table = randomTensor(DType::F32, {3, 2}, 17);
  HostTensor grad = randomTensor(DType::F32, {2, 3, 2}, 18);
  const int64_t rows[] = {0, 2, 1, 0, 0, 2}; // after clamping
  for (DType type : {DType::I8, DType::I32, DType::I64}) {
    HostTensor ids = intsOf(type, {2, 3}, {0, 2, 1, -5, 0, 100});
    HostTensor y = runOp("train.embedding %a, %b : (tensor<3x2xf32>, " + ids.typeString() +
                             ") -> tensor<2x3x2xf32>",
                         {table, ids}, "tensor<2x3x2xf32>");
    HostTensor dTable = runOp("train.embedding_grad %a, %b : (tensor<2x3x2xf32>, " +
                                  ids.typeString() + ") -> tensor<3x2xf64>",
                              {grad, ids}, "tensor<3x2xf64>");
    std::vector<double> expected(6);
    for (int64_t i = 0; i < 12; ++i) {
      EXPECT_EQ(y.getDouble(i), table.getDouble(rows[i / 2] * 2 + i % 2));
      expected[rows[i / 2] * 2 + i % 2] += grad.getDouble(i);
    }
    expectNear(dTable, expected, 1e-6, "embedding_grad");
  }
}

TEST(DecomposeEmbedding, AccumulatesInF32) {
  // In bf16 the sum would stop at 256.
  HostTensor grad(DType::BF16, {300, 1}), ids(DType::I32, {300});
  for (int64_t i = 0; i < 300; ++i)
    grad.setDouble(i, 1);
  HostTensor got = runOp("train.embedding_grad %a, %b : (tensor<300x1xbf16>, tensor<300xi32>) -> "
                         "tensor<1x1xbf16>",
                         {grad, ids}, "tensor<1x1xbf16>");
  EXPECT_EQ(got.getDouble(0), 300);
}

//===----------------------------------------------------------------------===//
// Nothing at all
//===----------------------------------------------------------------------===//

TEST(DecomposeEmpty, DimensionsOfSizeZero) {
  HostTensor noRows(DType::F32, {0, 4}), noColumns(DType::F32, {2, 0});
  EXPECT_EQ(runOp("train.softmax %a, dim = 1 : tensor<0x4xf32> -> tensor<0x4xf32>", {noRows},
                  "tensor<0x4xf32>")
                .numElements(),
            0);
  expectNear(runOp("train.logsumexp %a, dim = 1 : tensor<2x0xf32> -> tensor<2xf32>", {noColumns},
                   "tensor<2xf32>"),
             {-infinity, -infinity}, 0, "logsumexp");
  expectNear(runOp("train.linear %a, %b : (tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xf32>",
                   {noColumns, HostTensor(DType::F32, {0, 1})}, "tensor<2x1xf32>"),
             {0, 0}, 0, "linear");
  expectNear(runOp("train.cross_entropy %a, %b reduction = mean : (tensor<0x4xf32>, tensor<0xi32>) "
                   "-> tensor<f32>",
                   {noRows, HostTensor(DType::I32, {0})}, "tensor<f32>"),
             {notANumber}, 0, "cross_entropy");
  expectNear(runOp("train.embedding_grad %a, %b : (tensor<0x4xf32>, tensor<0xi32>) -> "
                   "tensor<1x4xf32>",
                   {noRows, HostTensor(DType::I32, {0})}, "tensor<1x4xf32>"),
             {0, 0, 0, 0}, 0, "embedding_grad");
  EXPECT_EQ(runOp("train.embedding %a, %b : (tensor<0x4xf32>, tensor<0xi32>) -> tensor<0x4xf32>",
                  {noRows, HostTensor(DType::I32, {0})}, "tensor<0x4xf32>")
                .numElements(),
            0);
}

//===----------------------------------------------------------------------===//
// The rule of rounding
//===----------------------------------------------------------------------===//

/// An op on bf16 gives what it gives on the same numbers in f32, rounded once.
TEST(DecomposeRounding, LowOperandsAreF32InsideAndRoundOnce) {
  const char *ops[] = {
      "train.softmax %a, dim = 1 : tensor<4x6xT> -> tensor<4x6xT>",
      "train.log_softmax %a, dim = 1 : tensor<4x6xT> -> tensor<4x6xT>",
      "train.softmax_grad %a, %b, dim = 1 : (tensor<4x6xT>, tensor<4x6xT>) -> tensor<4x6xT>",
      "train.layer_norm %a axis = 1 epsilon = 1.0e-5 : (tensor<4x6xT>) -> tensor<4x6xT>",
      "train.rms_norm %a axis = 1 epsilon = 1.0e-5 : (tensor<4x6xT>) -> tensor<4x6xT>",
      "train.group_norm %a groups = 2 feature_dim = 1 epsilon = 1.0e-5 : (tensor<4x6xT>) -> "
      "tensor<4x6xT>",
      "train.silu %a : tensor<4x6xT> -> tensor<4x6xT>",
      "train.silu_grad %a, %b : (tensor<4x6xT>, tensor<4x6xT>) -> tensor<4x6xT>",
      "train.gelu %a : tensor<4x6xT> -> tensor<4x6xT>",
      "train.gelu %a approximate = tanh : tensor<4x6xT> -> tensor<4x6xT>",
      "train.gelu_grad %a, %b approximate = tanh : (tensor<4x6xT>, tensor<4x6xT>) -> "
      "tensor<4x6xT>",
      "train.ema %a, %b decay = 0.9 : tensor<4x6xT>, tensor<4x6xT>",
  };
  for (DType low : {DType::BF16, DType::F16, DType::F8E5M2}) {
    HostTensor a = randomTensor(low, {4, 6}, 19, 3), b = randomTensor(low, {4, 6}, 20, 3);
    for (std::string op : ops) {
      auto run = [&](DType type) {
        std::string text = op;
        for (size_t at; (at = text.find("xT>")) != std::string::npos;)
          text.replace(at, 3, "x" + std::string(toString(type)) + ">");
        bool binary = op.find("%b") != std::string::npos;
        std::vector<HostTensor> args{convert(a, type)};
        if (binary)
          args.push_back(convert(b, type));
        return runOp(text, args, args[0].typeString());
      };
      expectSame(run(low), convert(run(DType::F32), low), op);
    }
  }
}

} // namespace
