// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of the step's composites, one op at a time: unscale and the scale's update
// against `golden/scaler.npz`, optimizers and clipping against `golden/optim.npz`, what
// the files lack against formulas.
#include "../../Support/TestFiles.h"
#include "DecomposeHarness.h"

#include "halftone/Support/ArrayFile.h"

#include <cmath>
#include <cstring>
#include <numbers>

using namespace halftone;
using namespace halftone::reference;
using namespace halftone::train;

namespace {

HostTensor scalar(DType type, double value) { return tensorOf(type, {}, {value}); }

std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17e", value);
  return text;
}

/// Row `index` of an array whose first dimension counts.
HostTensor rowOf(const HostTensor &array, int64_t index) {
  std::vector<int64_t> shape(array.shape().begin() + 1, array.shape().end());
  HostTensor row(array.dtype(), shape);
  std::memcpy(row.data(), static_cast<const char *>(array.data()) + index * row.numBytes(),
              row.numBytes());
  return row;
}

class Golden : public testing::Test {
protected:
  void load(const std::string &file) {
    std::string corpus = corpusPath();
    if (corpus.empty())
      GTEST_SKIP() << "HALFTONE_CORPUS is not set";
    Result<NamedArrays> read = readArrays(corpus + "/golden/" + file);
    ASSERT_TRUE(read) << read.error();
    arrays = std::move(*read);
  }
  const HostTensor &get(const std::string &name) {
    static const HostTensor none(DType::F32, {1, 1});
    const HostTensor *found = arrays.find(name);
    EXPECT_NE(found, nullptr) << name;
    return found ? *found : none;
  }
  bool has(const std::string &name) { return arrays.find(name) != nullptr; }

  NamedArrays arrays;
};

//===----------------------------------------------------------------------===//
// Loss scaling
//===----------------------------------------------------------------------===//

class ScalerOps : public Golden {
  void SetUp() override { load("scaler.npz"); }
};

TEST_F(ScalerOps, UnscaleIsGradScalers) {
  const HostTensor &grads = get("unscale/grads"), &scales = get("unscale/scales");
  for (int64_t i = 0; i < scales.numElements(); ++i) {
    HostTensor got = runOp("train.unscale %a by %b : " + grads.typeString(),
                           {grads, scalar(DType::F32, scales.getDouble(i))}, grads.typeString());
    expectSame(got, rowOf(get("unscale/result"), i),
               "scale " + std::to_string(scales.getDouble(i)));
  }
}

struct ScalerCase {
  const char *name;
  double growth = 2, backoff = 0.5;
  int64_t interval = 3;
};

TEST_F(ScalerOps, UpdateIsGradScalers) {
  const ScalerCase cases[] = {{"b_all_inf"},
                              {"b_all_finite"},
                              {"b_inf_every_3"},
                              {"b_nan_every_5"},
                              {"b_random_0.33"},
                              {"c_growth_to_cap", 2, 0.5, 2},
                              {"c_growth_to_cap_not_power_of_2", 1.1, 0.5, 1},
                              {"d_backoff_to_zero"},
                              {"e_growth_1_1_backoff_0_9", 1.1, 0.9},
                              {"e_growth_1_001", 1.001, 0.5, 1}};
  for (const ScalerCase &c : cases) {
    std::string name = std::string(c.name) + "/";
    const HostTensor &used = get(name + "scale_used"), &found = get(name + "found_inf");
    int64_t tracker = 0, skipped = 0;
    for (int64_t t = 0; t < used.numElements(); ++t) {
      bool finite = found.getDouble(t) == 0;
      std::vector<HostTensor> got =
          runOps("train.scaler_update %a, %b, %c, %d growth = " + number(c.growth) + " backoff = " +
                     number(c.backoff) + " interval = " + std::to_string(c.interval),
                 {intsOf(DType::I1, {}, {finite}), scalar(DType::F32, used.getDouble(t)),
                  intsOf(DType::I32, {}, {tracker}), intsOf(DType::I32, {}, {skipped})},
                 {"tensor<f32>", "tensor<i32>", "tensor<i32>"});
      tracker = get(name + "tracker_after").getInt(t);
      skipped = finite ? 0 : skipped + 1;
      ASSERT_EQ(got[0].getDouble(0), get(name + "scale_after").getDouble(t)) << name << t;
      ASSERT_EQ(got[1].getInt(0), tracker) << name << t;
      ASSERT_EQ(got[2].getInt(0), skipped) << name << t;
    }
  }
}

/// The scale after `overflows` in a row from 8 on, or after one finite step.
double scaleAfter(int64_t overflows, const std::string &options) {
  HostTensor scale = scalar(DType::F32, 8), zero = intsOf(DType::I32, {}, {0});
  HostTensor skipped = zero;
  for (int64_t i = 0; i < std::max<int64_t>(overflows, 1); ++i) {
    std::vector<HostTensor> got = runOps(
        "train.scaler_update %a, %b, %c, %d growth = 2.0 backoff = 0.5 interval = 1 " + options,
        {intsOf(DType::I1, {}, {overflows == 0}), scale, zero, skipped},
        {"tensor<f32>", "tensor<i32>", "tensor<i32>"});
    scale = got[0];
    skipped = got[2];
  }
  return scale.getDouble(0);
}

TEST(ScalerUpdate, FloorCapAndHysteresis) {
  EXPECT_EQ(scaleAfter(0, ""), 16);
  EXPECT_EQ(scaleAfter(0, "cap = 16.0"), 16);
  EXPECT_EQ(scaleAfter(0, "cap = 15.0"), 8);
  EXPECT_EQ(scaleAfter(4, ""), 0.5);
  EXPECT_EQ(scaleAfter(4, "floor = 3.0"), 3);
  EXPECT_EQ(scaleAfter(2, "hysteresis = 3"), 8);
  EXPECT_EQ(scaleAfter(3, "hysteresis = 3"), 4);
  EXPECT_EQ(scaleAfter(4, "hysteresis = 3"), 2);
}

TEST(FiniteChecks, SeeInfinityAndNaNAnywhere) {
  HostTensor good = tensorOf(DType::F32, {2}, {3.4e38, -1e-45}), empty(DType::F32, {0});
  for (double bad : {infinity, -infinity, notANumber})
    for (int64_t where : {0, 1, 2}) {
      std::vector<HostTensor> tensors{good, good, empty};
      if (where < 2)
        tensors[where].setDouble(1, bad);
      std::string types = " : tensor<2xf32>, tensor<2xf32>, tensor<0xf32>";
      HostTensor all = runOp("train.all_finite %a, %b, %c" + types, tensors, "tensor<i1>");
      HostTensor first = runOp("train.first_non_finite %a, %b, %c" + types, tensors, "tensor<i32>");
      EXPECT_EQ(all.getInt(0), where == 2);
      EXPECT_EQ(first.getInt(0), where == 2 ? -1 : where);
    }
  EXPECT_EQ(runOp("train.all_finite none", {}, "tensor<i1>").getInt(0), 1);
  EXPECT_EQ(runOp("train.first_non_finite none", {}, "tensor<i32>").getInt(0), -1);
}

TEST(Seed, IsOneOrTheScale) {
  EXPECT_EQ(runOp("train.seed : () -> tensor<f32>", {}, "tensor<f32>").getDouble(0), 1);
  EXPECT_EQ(runOp("train.seed scale %a : (tensor<f32>) -> tensor<f32>", {scalar(DType::F32, 512)},
                  "tensor<f32>")
                .getDouble(0),
            512);
}

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

constexpr int64_t steps = 20;

double warmUp(int64_t t) {
  double share = std::min(1.0, static_cast<double>(t + 1) / 5);
  return 1e-3 * share * 0.5 * (1 + std::cos(std::numbers::pi * static_cast<double>(t) / steps));
}

struct OptimizerCase {
  const char *name;
  double lr; ///< 0: the schedule
  std::string options;
  bool maximum = false;
};

const OptimizerCase adamCases[] = {
    {"adamw", 1e-3, "weight_decay = 0.01 decoupled"},
    {"adamw_gpt", 6e-4, "beta2 = 0.95 weight_decay = 0.1 decoupled"},
    {"adamw_schedule", 0, "beta2 = 0.95 weight_decay = 0.1 decoupled"},
    {"adamw_eps_large", 1e-2, "eps = 1.0e-3 weight_decay = 0.01 decoupled"},
    {"adamw_amsgrad", 1e-3, "weight_decay = 0.01 decoupled", true},
    {"adamw_maximize", 1e-3, "weight_decay = 0.01 decoupled maximize"},
    {"adam", 1e-3, ""},
    {"adam_l2", 1e-3, "weight_decay = 0.1"},
};
const OptimizerCase sgdCases[] = {
    {"sgd", 0.1, ""},
    {"sgd_wd", 0.1, "weight_decay = 0.01"},
    {"sgd_momentum", 0.1, "momentum = 0.9"},
    {"sgd_momentum_wd", 0.1, "momentum = 0.9 weight_decay = 0.01"},
    {"sgd_dampening", 0.1, "momentum = 0.9 dampening = 0.1"},
    {"sgd_nesterov", 0.1, "momentum = 0.9 weight_decay = 0.01 nesterov"},
    {"sgd_schedule", 0, "momentum = 0.9"},
};

class OptimizerOps : public Golden {
  void SetUp() override { load("optim.npz"); }

public:
  int64_t differ = 0, total = 0;

  /// A state array before step `t`: zero at first.
  HostTensor before(const std::string &name, const std::string &k, int64_t t) {
    return t ? rowOf(get(name), t - 1) : HostTensor(DType::F32, get("init/" + k).shape());
  }

  /// Runs one update of tensor `k` from the file's state, and counts differing values.
  void step(const OptimizerCase &c, const std::string &k, int64_t t, const std::string &op,
            const std::vector<std::string> &states, const std::string &options) {
    std::string prefix = std::string(c.name) + "/" + k + "/";
    std::vector<HostTensor> args{t ? rowOf(get(prefix + "param"), t - 1) : get("init/" + k),
                                 rowOf(get("grad/" + k), t)};
    for (const std::string &state : states)
      args.push_back(before(prefix + state, k, t));
    args.push_back(scalar(DType::F64, c.lr != 0 ? c.lr : warmUp(t)));
    args.push_back(intsOf(DType::I32, {}, {t + 1}));
    std::string type = args[0].typeString(), types = "(";
    for (size_t i = 0; i < args.size(); ++i)
      types += (i ? ", " : "") + args[i].typeString();
    std::vector<std::string> results(states.size() + 1, type);
    std::string resultText = type;
    for (size_t i = 0; i < states.size(); ++i)
      resultText += ", " + type;
    std::vector<HostTensor> got =
        runOps(op + " " + options + " : " + types + ") -> (" + resultText + ")", args, results);
    for (size_t i = 0; i < got.size(); ++i)
      compare(got[i], args[i ? i + 1 : 0], rowOf(get(prefix + (i ? states[i - 1] : "param")), t),
              prefix);
  }

private:
  /// Within two places of the old or the new value: an update may nearly cancel.
  void compare(const HostTensor &got, const HostTensor &old, const HostTensor &expected,
               const std::string &what) {
    for (int64_t i = 0; i < got.numElements(); ++i) {
      ++total;
      if (got.getDouble(i) == expected.getDouble(i))
        continue;
      ++differ;
      double size = std::max(std::abs(old.getDouble(i)), std::abs(expected.getDouble(i)));
      EXPECT_NEAR(got.getDouble(i), expected.getDouble(i), 0x1p-22 * size) << what;
    }
  }
};

/// `defaults` where `options` doesn't name it.
std::string withDefault(const std::string &options, const std::string &key,
                        const std::string &value) {
  size_t at = options.find(key + " = ");
  if (at == std::string::npos)
    return key + " = " + value + " ";
  return options.substr(at, options.find(' ', at + key.size() + 3) - at) + " ";
}

TEST_F(OptimizerOps, AdamIsPyTorchs) {
  for (const OptimizerCase &c : adamCases) {
    differ = total = 0;
    std::string fixed = "beta1 = 0.9 " + withDefault(c.options, "beta2", "0.999") +
                        withDefault(c.options, "eps", "1.0e-8");
    size_t rest = std::min(c.options.find("weight_decay"), c.options.size());
    std::vector<std::string> states{"exp_avg", "exp_avg_sq"};
    if (c.maximum)
      states.push_back("max_exp_avg_sq");
    std::string op = c.maximum ? "train.adam %a, %b, %c, %d amsgrad %e lr %f step %g"
                               : "train.adam %a, %b, %c, %d lr %e step %f";
    for (const char *k : {"a", "b", "c", "d"})
      for (int64_t t = 0; t < steps; ++t)
        step(c, k, t, op, states, fixed + c.options.substr(rest));
    // PyTorch's vector code has a last-place error here and there.
    EXPECT_LE(differ, 18) << c.name << " of " << total;
    EXPECT_EQ(total, steps * 287 * static_cast<int64_t>(states.size() + 1));
  }
}

TEST_F(OptimizerOps, SgdIsPyTorchsBitForBit) {
  for (const OptimizerCase &c : sgdCases) {
    differ = total = 0;
    bool momentum = c.options.find("momentum") != std::string::npos;
    std::vector<std::string> states;
    if (momentum)
      states.push_back("momentum_buffer");
    std::string op =
        momentum ? "train.sgd %a, %b buffer %c lr %d step %e" : "train.sgd %a, %b lr %c step %d";
    for (const char *k : {"a", "b", "c", "d"})
      for (int64_t t = 0; t < steps; ++t)
        step(c, k, t, op, states, c.options);
    EXPECT_EQ(differ, 0) << c.name << " of " << total;
    EXPECT_EQ(total, steps * 287 * static_cast<int64_t>(states.size() + 1));
  }
}

TEST_F(OptimizerOps, ClippingIsPyTorchs) {
  for (const char *set : {"usual", "small", "zero", "one_inf", "one_nan", "norm_overflows",
                          "squares_underflow", "exactly_max"})
    for (const char *max : {"1", "0.1"}) {
      std::string prefix = std::string("clip/") + set + "/";
      std::vector<HostTensor> grads;
      std::string names, types;
      for (int64_t i = 0; has(prefix + "grad" + std::to_string(i)); ++i) {
        grads.push_back(get(prefix + "grad" + std::to_string(i)));
        names += (i ? ", %" : "%") + std::string(1, static_cast<char>('a' + i));
        types += (i ? ", " : "") + grads.back().typeString();
      }
      HostTensor norm = runOp("train.global_norm " + names + " : " + types + " f32_accumulation",
                              grads, "tensor<f32>");
      std::string testCase = prefix + "p2_max" + max + "/";
      expectNear(norm, {get(testCase + "norm").getDouble(0)}, 1e-6, testCase);
      std::vector<HostTensor> args = grads;
      args.push_back(get(testCase + "norm").reshaped({}));
      std::vector<std::string> results;
      for (const HostTensor &grad : grads)
        results.push_back(grad.typeString());
      std::vector<HostTensor> got =
          runOps("train.clip_by_global_norm " + names + " norm %" +
                     std::string(1, static_cast<char>('a' + grads.size())) +
                     " max_norm = " + number(std::stod(max)) + " : " + types,
                 args, results);
      for (size_t i = 0; i < got.size(); ++i)
        expectSame(got[i], get(testCase + "clipped" + std::to_string(i)), testCase);
    }
}

TEST(GlobalNorm, NeitherOverflowsNorVanishes) {
  auto norm = [](double value) {
    HostTensor x = tensorOf(DType::F32, {4}, {value, value, value, value});
    return runOp("train.global_norm %a, %b : tensor<4xf32>, tensor<2xbf16>",
                 {x, HostTensor(DType::BF16, {2})}, "tensor<f32>")
        .getDouble(0);
  };
  EXPECT_EQ(norm(0x1p100), 0x1p101);
  EXPECT_EQ(norm(0x1p-100), 0x1p-99);
  EXPECT_EQ(runOp("train.global_norm none", {}, "tensor<f32>").getDouble(0), 0);
}

TEST(Clip, OptaxLeavesSmallGradientsAlone) {
  HostTensor g = tensorOf(DType::F32, {2}, {0.6, 0.8});
  auto clip = [&](double norm) {
    return runOp("train.clip_by_global_norm %a norm %b max_norm = 1.0 convention = optax : "
                 "tensor<2xf32>",
                 {g, scalar(DType::F32, norm)}, "tensor<2xf32>");
  };
  expectSame(clip(0.999), g, "below");
  expectNear(clip(4), {0.15, 0.2}, 1e-7, "above");
  expectNear(clip(notANumber), {notANumber, notANumber}, 0, "not a number");
}

TEST(Adam, OptaxsFormula) {
  const double lr = 0.01, b1 = 0.9, b2 = 0.95, eps = 1e-6, decay = 0.1;
  HostTensor p = randomTensor(DType::F64, {6}, 1), g = randomTensor(DType::F64, {6}, 2);
  HostTensor m = randomTensor(DType::F64, {6}, 3), v = randomTensor(DType::F64, {6}, 4);
  for (int64_t i = 0; i < 6; ++i)
    v.setDouble(i, std::abs(v.getDouble(i)));
  std::string t = "tensor<6xf64>";
  std::vector<HostTensor> got = runOps(
      "train.adam %a, %b, %c, %d lr %e step %f beta1 = 0.9 beta2 = 0.95 eps = 1.0e-6 weight_decay "
      "= 0.1 decoupled convention = optax : (" +
          t + ", " + t + ", " + t + ", " + t + ", tensor<f64>, tensor<i32>) -> (" + t + ", " + t +
          ", " + t + ")",
      {p, g, m, v, scalar(DType::F64, lr), intsOf(DType::I32, {}, {3})}, {t, t, t});
  for (int64_t i = 0; i < 6; ++i) {
    double x = p.getDouble(i), d = g.getDouble(i);
    double newM = b1 * m.getDouble(i) + (1 - b1) * d;
    double newV = b2 * v.getDouble(i) + (1 - b2) * d * d;
    double mHat = newM / (1 - std::pow(b1, 3)), vHat = newV / (1 - std::pow(b2, 3));
    EXPECT_NEAR(got[0].getDouble(i), x - lr * (mHat / (std::sqrt(vHat) + eps) + decay * x), 1e-14);
    EXPECT_NEAR(got[1].getDouble(i), newM, 1e-15);
    EXPECT_NEAR(got[2].getDouble(i), newV, 1e-15);
  }
}

TEST(Ema, MovesByItsShare) {
  HostTensor average = tensorOf(DType::F32, {2}, {1, 2}),
             value = tensorOf(DType::F32, {2}, {3, -2});
  HostTensor got = runOp("train.ema %a, %b decay = 0.75 : tensor<2xf32>, tensor<2xf32>",
                         {average, value}, "tensor<2xf32>");
  expectNear(got, {1.5, 1}, 0, "ema");
}

} // namespace
