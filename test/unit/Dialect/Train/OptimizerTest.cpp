// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimizers, clipping and bf16 state against `golden/optim.npz`, through
// `train-build-step`; schedules, micro-batches and averages against their formulas.
#include "../../Support/TestFiles.h"
#include "StepHarness.h"
#include "halftone/Support/ArrayFile.h"
#include "halftone/Support/Json.h"

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

using namespace halftone;
using namespace halftone::train;

namespace {

constexpr int64_t kSteps = 20;
const std::vector<GivenParam> kParams = {{"a", {7}}, {"b", {3, 5}}, {"c", {16, 16}}, {"d", {9}}};

/// Row `index` of an array whose first dimension counts steps.
HostTensor rowOf(const HostTensor &array, int64_t index) {
  HostTensor row(array.dtype(),
                 std::vector<int64_t>(array.shape().begin() + 1, array.shape().end()));
  std::memcpy(row.data(), static_cast<const char *>(array.data()) + index * row.numBytes(),
              row.numBytes());
  return row;
}

class OptimizerGolden : public testing::Test {
protected:
  void SetUp() override {
    std::string corpus = corpusPath();
    if (corpus.empty())
      GTEST_SKIP() << "HALFTONE_CORPUS is not set";
    Result<NamedArrays> read = readArrays(corpus + "/golden/optim.npz");
    ASSERT_TRUE(read) << read.error();
    arrays = std::move(*read);
    std::ifstream file(corpus + "/golden/optim.json");
    std::stringstream text;
    text << file.rdbuf();
    Result<Json> parsed = parseJson(text.str());
    ASSERT_TRUE(parsed) << parsed.error();
    info = std::move(*parsed);
  }

public:
  const HostTensor &get(const std::string &name) {
    const HostTensor *found = arrays.find(name);
    if (!found)
      ADD_FAILURE() << "no array '" << name << "'";
    static const HostTensor none(DType::F32, {1, 1});
    return found ? *found : none;
  }

  bool has(const std::string &name) { return arrays.find(name) != nullptr; }

  NamedArrays arrays;
  Json info;
};

/// The options of a case, at one step (a learning rate may be a list).
TrainBuildStepOptions optionsOf(const Json &testCase, int64_t step) {
  const Json &args = testCase["args"];
  TrainBuildStepOptions options;
  std::string kind = testCase["optimizer"].get<std::string>();
  options.optimizer = kind == "AdamW" ? "adamw" : kind == "Adam" ? "adam" : "sgd";
  const Json &lr = args["lr"];
  options.learningRate = (lr.is_array() ? lr[static_cast<size_t>(step)] : lr).get<double>();
  if (args.contains("betas")) {
    options.beta1 = args["betas"][0].get<double>();
    options.beta2 = args["betas"][1].get<double>();
  }
  options.eps = args.value("eps", options.eps);
  options.weightDecay = args.value("weight_decay", options.weightDecay);
  options.momentum = args.value("momentum", 0.0);
  options.dampening = args.value("dampening", 0.0);
  options.nesterov = args.value("nesterov", false);
  options.amsgrad = args.value("amsgrad", false);
  options.maximize = args.value("maximize", false);
  return options;
}

constexpr std::pair<const char *, const char *> kArrays[] = {
    {"", "param"},
    {"/exp_avg", "exp_avg"},
    {"/exp_avg_sq", "exp_avg_sq"},
    {"/max_exp_avg_sq", "max_exp_avg_sq"},
    {"/momentum_buffer", "momentum_buffer"}};

/// How many values differ, and by how many places at most.
struct Difference {
  int64_t values = 0, different = 0, places = 0;
  void add(const HostTensor &got, const HostTensor &expected) {
    ASSERT_EQ(got.typeString(), expected.typeString());
    for (int64_t i = 0; i < got.numElements(); ++i) {
      int64_t distance = placesBetween(got.as<float>()[i], expected.as<float>()[i]);
      ++values;
      different += distance != 0;
      places = std::max(places, distance);
    }
  }
};

/// Runs one optimizer's 20 steps.
class OptimizerRun {
public:
  OptimizerRun(OptimizerGolden &golden, std::string name, const Json &testCase)
      : golden(golden), name(std::move(name)), testCase(testCase) {
    rebuild(0);
    Tensors params;
    for (const GivenParam &param : kParams)
      params[param.name] = golden.get("init/" + param.name);
    harness->init(params);
  }

  void step(int64_t t) {
    if (testCase["args"]["lr"].is_array() && t > 0) {
      Tensors state = harness->state;
      rebuild(t);
      harness->state = std::move(state);
    }
    Tensors batch;
    for (const GivenParam &param : kParams) {
      batch["grad/" + param.name] = rowOf(golden.get("grad/" + param.name), t);
      batch["plant/" + param.name] = HostTensor(DType::F32, param.shape);
    }
    harness->step(batch);
  }

  /// Compares parameters and state after step `t`, then takes PyTorch's where `follow`.
  void compare(int64_t t, Difference &difference, bool follow) {
    for (const GivenParam &param : kParams)
      for (auto [suffix, array] : kArrays) {
        std::string ours = param.name + suffix, theirs = name + "/" + param.name + "/" + array;
        EXPECT_EQ(harness->state.contains(ours), golden.has(theirs)) << ours;
        if (!harness->state.contains(ours) || !golden.has(theirs))
          continue;
        HostTensor expected = rowOf(golden.get(theirs), t);
        difference.add(harness->state[ours], expected);
        if (follow)
          harness->state[ours] = expected;
      }
  }

private:
  void rebuild(int64_t t) {
    harness = std::make_unique<StepHarness>(givenGradients(kParams), optionsOf(testCase, t));
  }

  OptimizerGolden &golden;
  std::string name;
  const Json &testCase;
  std::unique_ptr<StepHarness> harness;
};

/// With one rounding for each operation the formulas are PyTorch's to the bit for SGD, and
/// for all but 18 of the 17220 values of the worst Adam case, from the same state.
TEST_F(OptimizerGolden, EveryStepOfEveryCase) {
  ASSERT_EQ(info["optimizers"].size(), 15u);
  for (auto &[name, testCase] : info["optimizers"].items()) {
    SCOPED_TRACE(name);
    OptimizerRun run(*this, name, testCase);
    Difference difference;
    for (int64_t t = 0; t < kSteps; ++t) {
      run.step(t);
      run.compare(t, difference, /*follow=*/true);
    }
    EXPECT_LE(difference.different, testCase["optimizer"] == "SGD" ? 0 : 18)
        << "of " << difference.values << ", by " << difference.places << " places at most";
  }
}

/// Whole trajectories: differences stay where PyTorch's own kernels differ.
TEST_F(OptimizerGolden, EveryTrajectory) {
  for (auto &[name, testCase] : info["optimizers"].items()) {
    SCOPED_TRACE(name);
    OptimizerRun run(*this, name, testCase);
    Difference last;
    for (int64_t t = 0; t < kSteps; ++t) {
      run.step(t);
      last = {};
      run.compare(t, last, /*follow=*/false);
    }
    const Json &fused = testCase["largest_distance_in_f32_places"]["fused"];
    EXPECT_LE(last.places, testCase["optimizer"] == "SGD"
                               ? 0
                               : std::max(fused["after_20_steps"].get<int64_t>(),
                                          fused["state_after_20_steps"].get<int64_t>()));
  }
}

/// Clips by SGD from 0 with learning rate 1, which leaves minus the clipped gradient.
StepHarness makeClip(const std::vector<GivenParam> &params, double maxNorm, bool torch) {
  TrainBuildStepOptions build;
  build.optimizer = "sgd";
  build.learningRate = 1.0;
  build.clipNorm = maxNorm;
  TrainLossScalingOptions none;
  none.mode = "none";
  none.semantics = torch ? "torch" : "halftone";
  return {givenGradients(params), build, none};
}

TEST_F(OptimizerGolden, ClippingIsPyTorchs) {
  for (const char *set : {"usual", "small", "zero", "one_inf", "one_nan", "norm_overflows",
                          "squares_underflow", "exactly_max"}) {
    for (auto [maxNorm, text] : {std::pair(1.0, "p2_max1"), {0.1, "p2_max0.1"}}) {
      SCOPED_TRACE(std::string(set) + " " + text);
      std::string prefix = "clip/" + std::string(set) + "/";
      std::vector<GivenParam> params;
      Tensors init, batch;
      for (int i = 0; arrays.find(prefix + "grad" + std::to_string(i)); ++i) {
        std::string name = "p" + std::to_string(i);
        const HostTensor &grad = get(prefix + "grad" + std::to_string(i));
        params.push_back({name, grad.shape()});
        init[name] = batch["plant/" + name] = HostTensor(DType::F32, grad.shape());
        batch["grad/" + name] = grad;
      }
      ASSERT_FALSE(params.empty());
      StepHarness harness = makeClip(params, maxNorm, /*torch=*/true);
      ASSERT_TRUE(harness.ok());
      harness.init(init);
      harness.step(batch);
      // Only the order of a sum in f32 differs.
      expectClose(harness.outputs["grad_norm"], get(prefix + text + "/norm").as<float>(), 1,
                  "norm");
      for (size_t i = 0; i < params.size(); ++i) {
        const HostTensor &clipped = get(prefix + text + "/clipped" + std::to_string(i));
        HostTensor got = harness.state[params[i].name];
        for (int64_t j = 0; j < got.numElements(); ++j)
          got.as<float>()[j] = -got.as<float>()[j];
        expectClose(got, clipped.as<float>(), 2, params[i].name);
      }
    }
  }
}

/// (F60) A finite gradient whose square overflows: PyTorch's norm is infinite and every gradient
/// becomes 0; ours is clipped.
TEST(Clipping, NormDoesNotOverflow) {
  for (double size : {2e19, 1e-25}) {
    StepHarness harness = makeClip({{"p", {4}}}, size < 1 ? 1e-25 : 1.0, /*torch=*/false);
    harness.init({{"p", HostTensor(DType::F32, {4})}});
    harness.step({{"grad/p", makeTensor(DType::F32, {4}, std::vector<double>(4, size))},
                  {"plant/p", HostTensor(DType::F32, {4})}});
    float norm = static_cast<float>(2.0 * static_cast<float>(size));
    expectClose(harness.outputs["grad_norm"], &norm, 0, "norm");
    if (size > 1) {
      EXPECT_NEAR(harness.state["p"].getDouble(0), -0.5, 1e-7);
    }
  }
}

/// (F50) With state in bf16 small updates are lost; with f32 masters they are PyTorch's.
TEST_F(OptimizerGolden, MastersMoveWhereBf16Stagnates) {
  TrainBuildStepOptions build;
  build.learningRate = 6e-4;
  build.weightDecay = 0.1;
  const HostTensor &grads = get("stagnation/grad"), &expected = get("stagnation/lr6e-4/f32");
  ASSERT_EQ(grads.shape(), (std::vector<int64_t>{100, 768}));
  for (const char *type : {"f32", "bf16"}) {
    build.stateType = type;
    StepHarness harness(givenGradients({{"w", {768}}}), build);
    ASSERT_TRUE(harness.ok());
    harness.init({{"w", makeTensor(DType::F32, {768}, std::vector<double>(768, 1.0))}});
    int64_t row = 0;
    for (int64_t t = 0; t < 100; ++t) {
      HostTensor grad = rowOf(grads, t);
      for (int64_t i = 0; i < 768; ++i)
        grad.as<float>()[i] += 0.5f;
      harness.step({{"grad/w", grad}, {"plant/w", HostTensor(DType::F32, {768})}});
      if (build.stateType == "f32" && (t == 0 || t == 9 || t == 49 || t == 99))
        expectClose(harness.state["w"], rowOf(expected, row++).as<float>(), 1,
                    "step " + std::to_string(t));
    }
    const HostTensor &weights = harness.state["w"];
    int64_t moved = 0;
    for (int64_t i = 0; i < 768; ++i)
      moved += weights.getDouble(i) != 1.0;
    EXPECT_EQ(moved, build.stateType == "f32" ? 768 : 0);
  }
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

/// The learning rate of each step, as the step reports it.
std::vector<float> ratesOf(const TrainBuildStepOptions &build, int64_t steps) {
  StepHarness harness(givenGradients({{"w", {2}}}), build);
  HostTensor zero(DType::F32, {2});
  harness.init({{"w", zero}});
  std::vector<float> rates;
  for (int64_t t = 0; t < steps; ++t) {
    harness.step({{"grad/w", zero}, {"plant/w", zero}});
    rates.push_back(harness.outputs["lr"].as<float>()[0]);
  }
  return rates;
}

TEST(Schedule, WarmupCosineIsOptaxs) {
  TrainBuildStepOptions build;
  build.learningRate = 3e-4;
  build.schedule = "cosine";
  build.warmupSteps = 4;
  build.warmupFactor = 0.1;
  build.totalSteps = 12;
  build.finalFactor = 0.1;
  std::vector<float> rates = ratesOf(build, 15);
  for (int64_t t = 0; t < 15; ++t) {
    double factor = 0.1 + 0.9 * static_cast<double>(t) / 4;
    if (t >= 4) {
      double progress = std::min(1.0, static_cast<double>(t - 4) / 8);
      factor = 0.9 * 0.5 * (1 + std::cos(std::numbers::pi * progress)) + 0.1;
    }
    EXPECT_LE(placesBetween(rates[static_cast<size_t>(t)], static_cast<float>(3e-4 * factor)), 1)
        << "step " << t;
  }
  EXPECT_EQ(rates[4], 3e-4f);
}

TEST(Schedule, LinearReachesTheFinalRateAndStays) {
  TrainBuildStepOptions build;
  build.learningRate = 1.0;
  build.schedule = "linear";
  build.totalSteps = 4;
  build.finalFactor = 0.5;
  EXPECT_EQ(ratesOf(build, 6), (std::vector<float>{1.0f, 0.875f, 0.75f, 0.625f, 0.5f, 0.5f}));
}

TEST(Schedule, WarmupThenConstant) {
  TrainBuildStepOptions build;
  build.learningRate = 2.0;
  build.warmupSteps = 4;
  EXPECT_EQ(ratesOf(build, 6), (std::vector<float>{0.0f, 0.5f, 1.0f, 1.5f, 2.0f, 2.0f}));
}

//===----------------------------------------------------------------------===//
// Micro-batches, averages, decay
//===----------------------------------------------------------------------===//

TEST(Step, MicroBatchesAverageGradientsAndLoss) {
  TrainBuildStepOptions build;
  build.optimizer = "sgd";
  build.learningRate = 1.0;
  build.microBatches = 4;
  TrainLossScalingOptions scaling;
  scaling.initScale = 8.0;
  StepHarness harness(givenGradients({{"w", {2}}}), build, scaling);
  harness.init({{"w", makeTensor(DType::F32, {2}, {1.0, 2.0})}});
  harness.step({{"grad/w", makeTensor(DType::F32, {4, 2}, {1, 2, 3, 4, 5, 6, 7, 12})},
                {"plant/w", HostTensor(DType::F32, {4, 2})}});
  EXPECT_EQ(harness.state["w"], makeTensor(DType::F32, {2}, {1.0 - 4.0, 2.0 - 6.0}));
  EXPECT_EQ(harness.outputs["loss"].getDouble(0), 4.0 * 1.0 + 6.0 * 2.0);
  EXPECT_EQ(harness.outputs["grad_norm"].as<float>()[0], std::sqrt(16.0f + 36.0f));
}

TEST(Step, MovingAverageStartsAtTheParameters) {
  TrainBuildStepOptions build;
  build.optimizer = "sgd";
  build.learningRate = 1.0;
  build.emaDecay = 0.75;
  StepHarness harness(givenGradients({{"w", {1}}}), build);
  harness.init({{"w", makeTensor(DType::F32, {1}, {4.0})}});
  EXPECT_EQ(harness.state["w/ema"].getDouble(0), 4.0);
  harness.step(
      {{"grad/w", makeTensor(DType::F32, {1}, {8.0})}, {"plant/w", HostTensor(DType::F32, {1})}});
  EXPECT_EQ(harness.state["w"].getDouble(0), -4.0);
  EXPECT_EQ(harness.state["w/ema"].getDouble(0), 0.75 * 4.0 + 0.25 * -4.0);
}

/// optax's AdamW from zero moments: the first update is −lr · (g/(|g| + eps) + wd · p).
TEST(Step, OptaxAdamWFirstUpdate) {
  TrainBuildStepOptions build;
  build.convention = "optax";
  build.learningRate = 0.5;
  build.weightDecay = 0.25;
  StepHarness harness(givenGradients({{"w", {2}}}), build);
  harness.init({{"w", makeTensor(DType::F32, {2}, {1.0, -2.0})}});
  harness.step({{"grad/w", makeTensor(DType::F32, {2}, {3.0, -0.125})},
                {"plant/w", HostTensor(DType::F32, {2})}});
  EXPECT_NEAR(harness.state["w"].getDouble(0), 1.0 - 0.5 * (1.0 + 0.25), 1e-6);
  EXPECT_NEAR(harness.state["w"].getDouble(1), -2.0 - 0.5 * (-1.0 - 0.5), 1e-6);
}

} // namespace
