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
  const char *model, *path, *run, *flags;
  /// The run whose noise is known; null: measured here.
  const char *noiseRun;
  /// Steps whose scale and skips are compared; 0: all.
  int exactSteps;
  Variant variant = Variant::plain;
};

void PrintTo(const RunCase &c, std::ostream *os) { *os << c.model << ' ' << c.run; }

/// How far two runs are apart.
struct Distance {
  double loss = 0, parameters = 0;
};

/// The larger of the two distances between correct implementations.
Distance knownNoise(const RunCase &c) {
  Distance bound;
  for (const char *comparison : {"rows_reversed", "f64_accumulation"}) {
    if (std::string(c.noiseRun) == "f32" && std::string(comparison) == "f64_accumulation")
      continue;
    bound.loss = std::max(bound.loss, noise(c.model, c.noiseRun, comparison, "largest_loss_gap"));
    bound.parameters = std::max(bound.parameters, noise(c.model, c.noiseRun, comparison,
                                                        "relative_distance_of_final_parameters"));
  }
  return bound;
}

/// ‖ours − other‖ / ‖other‖ over all final parameters, but for a key bias, whose
/// gradient is noise. The others' names start with `prefix`.
double finalDistance(const NamedArrays &state, const NamedArrays &other,
                     const std::string &prefix) {
  double difference = 0, norm = 0;
  for (const auto &[name, expected] : other) {
    if (name.rfind(prefix, 0) != 0)
      continue;
    const HostTensor *got = state.find(name.substr(prefix.size()));
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

/// `tensor` with its rows in reverse order.
HostTensor reverseRows(const HostTensor &tensor) {
  HostTensor reversed(tensor.dtype(), tensor.shape());
  int64_t rows = tensor.shape()[0], width = tensor.numElements() / rows;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < width; ++j)
      reversed.setDouble(i * width + j, tensor.getDouble((rows - 1 - i) * width + j));
  return reversed;
}

/// Parameters in f32 moved to a neighbour, one up, one down: less than two correct
/// implementations of the first layer differ by.
NamedArrays moved(const NamedArrays &parameters) {
  NamedArrays result;
  for (const auto &[name, array] : parameters) {
    HostTensor tensor = array;
    if (array.dtype() == DType::F32)
      for (int64_t i = 0; i < array.numElements(); ++i)
        tensor.as<float>()[i] = std::nextafter(array.as<float>()[i], i % 2 ? INFINITY : -INFINITY);
    result.add(name, std::move(tensor));
  }
  return result;
}

/// The metrics of every step from the golden run's start, or of its twin, which differs
/// only in rounding: rows are in reverse order, parameters moved.
std::vector<std::map<std::string, double>> train(runtime::Trainer &trainer, const RunCase &c,
                                                 const NamedArrays &init, int64_t steps,
                                                 bool twin = false) {
  std::vector<std::map<std::string, double>> history;
  NamedArrays parameters = goldenParameters(init, c.variant);
  Status initialized = trainer.initialize(twin ? moved(parameters) : parameters, /*seed=*/0);
  EXPECT_TRUE(initialized) << initialized.error();
  for (int64_t step = 0; initialized && step < steps; ++step) {
    std::vector<HostTensor> batch =
        goldenBatch(c.model, init, trainer.batchArguments("step"), step);
    if (twin)
      for (HostTensor &tensor : batch)
        tensor = reverseRows(tensor);
    auto metrics = trainer.step(batch);
    EXPECT_TRUE(metrics) << metrics.error();
    if (!metrics)
      return {};
    history.emplace_back(metrics->begin(), metrics->end());
  }
  return history;
}

NamedArrays stateOf(runtime::Trainer &trainer) {
  auto state = trainer.state();
  EXPECT_TRUE(state) << state.error();
  return state ? std::move(*state) : NamedArrays();
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

/// The run's step under `policy=torch`, compiled.
std::unique_ptr<runtime::Trainer> compileRun(const RunCase &c, Device device) {
  auto context = makeContext();
  auto module = parseModel(*context, c.path, c.variant);
  pipelines::StepPipelineOptions options;
  std::string message;
  llvm::raw_string_ostream stream(message);
  EXPECT_TRUE(succeeded(options.parseFromString(
      std::string("policy=torch loss-scaling-semantics=torch ") + c.flags, stream)))
      << message;
  PassManager pm(context.get());
  EXPECT_TRUE(succeeded(
      pipelines::buildStepPipeline(pm, options, [](const Twine &) { return failure(); })));
  EXPECT_TRUE(succeeded(pm.run(*module)));
  return compileStep(*module, device);
}

class TrajectoryGolden : public ::testing::TestWithParam<RunCase> {};

TEST_P(TrajectoryGolden, LossesAndSkips) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  const RunCase &c = GetParam();
  std::unique_ptr<runtime::Trainer> trainer = compileRun(c, Device::cpu);
  ASSERT_TRUE(trainer);

  std::string folder = *goldenFolder() + c.model + "/";
  NamedArrays init = readOrFail(folder + "init.npz"), golden = readOrFail(folder + c.run + ".npz");
  const HostTensor &loss = *golden.find("loss");
  auto history = train(*trainer, c, init, loss.numElements());
  ASSERT_EQ(static_cast<int64_t>(history.size()), loss.numElements());
  NamedArrays state = stateOf(*trainer);
  // Rounding noise grows along a run; 4 allows for a third implementation.
  Distance distance, bound = c.noiseRun ? knownNoise(c) : Distance();
  for (int64_t step = 0; step < loss.numElements(); ++step) {
    auto &values = history[static_cast<size_t>(step)];
    double gap = std::abs(values["loss"] - loss.getDouble(step));
    // A loss in bf16 is only so exact.
    if (c.variant == Variant::pureBF16)
      gap -= std::exp2(std::ilogb(loss.getDouble(step)) - 7);
    distance.loss = std::max(distance.loss, gap);
    if (values.count("scale") && (c.exactSteps == 0 || step < c.exactSteps)) {
      EXPECT_EQ(values["scale"], golden.find("scale")->getDouble(step)) << "step " << step;
      EXPECT_EQ(values["skipped"], golden.find("skipped")->getDouble(step)) << "step " << step;
    }
  }
  distance.parameters = finalDistance(state, golden, "final/");
  double accuracy = std::string(c.model) == "mlp" ? digitsAccuracy(*trainer, init) : 0;
  if (!c.noiseRun) {
    auto twin = train(*trainer, c, init, loss.numElements(), /*twin=*/true);
    ASSERT_EQ(twin.size(), history.size());
    for (size_t step = 0; step < history.size(); ++step)
      bound.loss = std::max(bound.loss, std::abs(twin[step]["loss"] - history[step]["loss"]));
    NamedArrays parameters;
    for (const auto &[name, array] : stateOf(*trainer))
      if (golden.find("final/" + name))
        parameters.add(name, array);
    bound.parameters = finalDistance(state, parameters, "");
  }
  if (c.variant == Variant::smallLoss && c.noiseRun)
    bound.loss *= 1e-4;
  RecordProperty("loss", std::to_string(distance.loss));
  RecordProperty("loss_noise", std::to_string(bound.loss));
  RecordProperty("parameters", std::to_string(distance.parameters));
  RecordProperty("parameters_noise", std::to_string(bound.parameters));
  EXPECT_LE(distance.loss, 4 * bound.loss);
  EXPECT_LE(distance.parameters, 4 * bound.parameters);
  if (std::string(c.model) == "mlp") {
    EXPECT_NEAR(accuracy, golden.find("eval_accuracy")->getDouble(0), 0.01);
  }
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
                              nullptr, 0, Variant::smallLoss},
                      RunCase{"gpt", explicitGpt, "bf16_pure", "amp=off state=bf16 clip-norm=1.0",
                              nullptr, 0, Variant::pureBF16},
                      RunCase{"gpt", explicitGpt, "f32", "amp=off clip-norm=1.0", "f32", 0},
                      RunCase{"gpt", explicitGpt, "bf16", "amp=bf16 clip-norm=1.0", "bf16", 0},
                      RunCase{"gpt", explicitGpt, "f16", "amp=f16 clip-norm=1.0", "f16", 0},
                      RunCase{"gpt", "examples/gpt/gpt.mlir", "bf16_fused_attention",
                              "amp=bf16 clip-norm=1.0", "bf16", 0}),
    [](const auto &info) { return testName(info.param.model, info.param.run); });

/// The start of a run on the emulated GPU, which takes a thousand times as long.
class GpuGolden : public ::testing::TestWithParam<std::pair<RunCase, int64_t>> {};

TEST_P(GpuGolden, LossesAndSkips) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  const auto &[c, steps] = GetParam();
  std::unique_ptr<runtime::Trainer> trainer = compileRun(c, Device::emulatedGpu);
  ASSERT_TRUE(trainer);
  std::string folder = *goldenFolder() + c.model + "/";
  NamedArrays init = readOrFail(folder + "init.npz"), golden = readOrFail(folder + c.run + ".npz");
  auto history = train(*trainer, c, init, steps);
  ASSERT_EQ(static_cast<int64_t>(history.size()), steps);
  double bound = 4 * knownNoise(c).loss;
  for (int64_t step = 0; step < steps; ++step) {
    auto &values = history[static_cast<size_t>(step)];
    EXPECT_NEAR(values["loss"], golden.find("loss")->getDouble(step), bound) << "step " << step;
    if (values.count("scale")) {
      EXPECT_EQ(values["scale"], golden.find("scale")->getDouble(step)) << "step " << step;
      EXPECT_EQ(values["skipped"], golden.find("skipped")->getDouble(step)) << "step " << step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Torch, GpuGolden,
    ::testing::Values(
        std::pair(RunCase{"mlp", mlp, "f32", "amp=off", "f32", 0}, 20),
        std::pair(RunCase{"mlp", mlp, "bf16", "amp=bf16", "bf16", 0}, 20),
        std::pair(RunCase{"mlp", mlp, "f16", "amp=f16", "f16", 0}, 20),
        std::pair(RunCase{"mlp", mlp, "f16_scale_2p24",
                          "amp=f16 init-scale=16777216 growth-interval=20", "f16", 8},
                  8),
        std::pair(RunCase{"gpt", explicitGpt, "bf16", "amp=bf16 clip-norm=1.0", "bf16", 0}, 3)),
    [](const auto &info) { return testName(info.param.first.model, info.param.first.run); });

} // namespace
