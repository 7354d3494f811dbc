// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole training runs on the CPU device against PyTorch's: losses at every step and
// skipped steps, under `policy=torch`. A run may part from PyTorch's as far as two
// correct implementations part from each other, times a stated factor.
#include "GoldenModel.h"

#include "halftone/Pipelines/StepPipeline.h"

#include "mlir/Pass/PassManager.h"

#include <cmath>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {

struct RunCase {
  const char *model, *path, *run, *flags, *noiseRun;
  /// Steps whose scale and skips are compared; 0: all.
  int exactSteps;
  Variant variant = Variant::plain;
};

void PrintTo(const RunCase &c, std::ostream *os) { *os << c.model << ' ' << c.run; }

/// The larger of the two distances between correct implementations.
double noiseOf(const RunCase &c, const char *quantity) {
  double bound = noise(c.model, c.noiseRun, "rows_reversed", quantity);
  if (std::string(c.noiseRun) != "f32")
    bound = std::max(bound, noise(c.model, c.noiseRun, "f64_accumulation", quantity));
  return bound;
}

/// ‖ours − golden‖ / ‖golden‖ over all final parameters, but for a key bias, whose
/// gradient is noise.
double finalDistance(runtime::Trainer &trainer, const NamedArrays &golden) {
  auto state = trainer.state();
  EXPECT_TRUE(state) << state.error();
  double difference = 0, norm = 0;
  for (const auto &[name, expected] : golden) {
    if (name.rfind("final/", 0) != 0)
      continue;
    const HostTensor *got = state->find(name.substr(6));
    if (!got) {
      ADD_FAILURE() << "no parameter for " << name;
      continue;
    }
    bool isQkvBias = name.find("bqkv") != std::string::npos;
    for (int64_t i = 0; i < expected.numElements(); ++i) {
      if (isQkvBias && i >= 64 && i < 128)
        continue;
      double want = expected.getDouble(i), error = got->getDouble(i) - want;
      difference += error * error;
      norm += want * want;
    }
  }
  return std::sqrt(difference / norm);
}

/// The share of the digits' test rows that the final parameters get right.
double digitsAccuracy(runtime::Trainer &trainer, const NamedArrays &init) {
  const HostTensor &bytes = *init.find("images_times_16");
  HostTensor images(DType::F32, bytes.shape());
  for (int64_t i = 0; i < bytes.numElements(); ++i)
    images.setDouble(i, static_cast<double>(bytes.getInt(i)) / 16);
  NamedArrays arrays;
  arrays.add("images", std::move(images));
  arrays.add("labels", *init.find("labels"));
  auto data = runtime::DataSource::create(arrays, trainer.batchArguments("eval"), 1);
  EXPECT_TRUE(data) << data.error();
  std::vector<int64_t> rows;
  const HostTensor &index = *init.find("test_index");
  for (int64_t i = 0; i < index.numElements(); ++i)
    rows.push_back(index.getInt(i));
  auto metrics = trainer.evaluate(*data, rows);
  EXPECT_TRUE(metrics) << metrics.error();
  for (const auto &[name, value] : *metrics)
    if (name == "accuracy")
      return value;
  ADD_FAILURE() << "no accuracy";
  return 0;
}

class TrajectoryGolden : public ::testing::TestWithParam<RunCase> {};

TEST_P(TrajectoryGolden, LossesAndSkips) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  const RunCase &c = GetParam();
  auto context = makeContext();
  auto module = parseModel(*context, c.path, c.variant);
  pipelines::StepPipelineOptions options;
  std::string message;
  llvm::raw_string_ostream stream(message);
  ASSERT_TRUE(succeeded(options.parseFromString(
      std::string("policy=torch loss-scaling-semantics=torch ") + c.flags, stream)))
      << message;
  PassManager pm(context.get());
  ASSERT_TRUE(succeeded(
      pipelines::buildStepPipeline(pm, options, [](const Twine &) { return failure(); })));
  ASSERT_TRUE(succeeded(pm.run(*module)));
  std::unique_ptr<runtime::Trainer> trainer = compileForCpu(*module);
  ASSERT_TRUE(trainer);

  std::string folder = *goldenFolder() + c.model + "/";
  NamedArrays init = readOrFail(folder + "init.npz"), golden = readOrFail(folder + c.run + ".npz");
  Status initialized = trainer->initialize(goldenParameters(init, c.variant), /*seed=*/0);
  ASSERT_TRUE(initialized) << initialized.error();
  const HostTensor &loss = *golden.find("loss");
  double largestGap = 0;
  for (int64_t step = 0; step < loss.numElements(); ++step) {
    auto metrics = trainer->step(goldenBatch(c.model, init, trainer->batchArguments("step"), step));
    ASSERT_TRUE(metrics) << metrics.error();
    std::map<std::string, double> values(metrics->begin(), metrics->end());
    largestGap = std::max(largestGap, std::abs(values["loss"] - loss.getDouble(step)));
    if (values.count("scale") && (c.exactSteps == 0 || step < c.exactSteps)) {
      EXPECT_EQ(values["scale"], golden.find("scale")->getDouble(step)) << "step " << step;
      EXPECT_EQ(values["skipped"], golden.find("skipped")->getDouble(step)) << "step " << step;
    }
  }
  // Rounding noise grows along a run; 4 allows for a third implementation.
  RecordProperty("largest_loss_gap", std::to_string(largestGap));
  EXPECT_LE(largestGap, 4 * noiseOf(c, "largest_loss_gap"));
  EXPECT_LE(finalDistance(*trainer, golden),
            4 * noiseOf(c, "relative_distance_of_final_parameters"));
  if (std::string(c.model) == "mlp")
    EXPECT_NEAR(digitsAccuracy(*trainer, init), golden.find("eval_accuracy")->getDouble(0), 0.01);
}

constexpr const char *mlp = "examples/mlp/mlp.mlir";
constexpr const char *explicitGpt = "test/Integration/Inputs/gpt_explicit.mlir";
INSTANTIATE_TEST_SUITE_P(
    Torch, TrajectoryGolden,
    ::testing::Values(RunCase{"mlp", mlp, "f32", "amp=off", "f32", 0},
                      RunCase{"mlp", mlp, "bf16", "amp=bf16", "bf16", 0},
                      RunCase{"mlp", mlp, "f16", "amp=f16", "f16", 0},
                      RunCase{"mlp", mlp, "f16_noscale", "amp=f16 loss-scaling=none", "f16", 0},
                      RunCase{"mlp", mlp, "f16_scale_2p24",
                              "amp=f16 init-scale=16777216 growth-interval=20", "f16", 8},
                      RunCase{"mlp", mlp, "f32_loss_1e-4", "amp=off", "f32", 0, Variant::smallLoss},
                      RunCase{"mlp", mlp, "f16_loss_1e-4", "amp=f16", "f16", 0, Variant::smallLoss},
                      RunCase{"mlp", mlp, "f16_noscale_loss_1e-4", "amp=f16 loss-scaling=none",
                              "f16", 0, Variant::smallLoss},
                      RunCase{"mlp", mlp, "bf16_pure", "amp=off state=bf16", "bf16", 0,
                              Variant::pureBF16},
                      RunCase{"gpt", explicitGpt, "bf16_pure", "amp=off state=bf16 clip-norm=1.0",
                              "bf16", 0, Variant::pureBF16},
                      RunCase{"gpt", explicitGpt, "f32", "amp=off clip-norm=1.0", "f32", 0},
                      RunCase{"gpt", explicitGpt, "bf16", "amp=bf16 clip-norm=1.0", "bf16", 0},
                      RunCase{"gpt", explicitGpt, "f16", "amp=f16 clip-norm=1.0", "f16", 0},
                      RunCase{"gpt", "examples/gpt/gpt.mlir", "bf16_fused_attention",
                              "amp=bf16 clip-norm=1.0", "bf16", 0}),
    [](const auto &info) { return testName(info.param.model, info.param.run); });

} // namespace
