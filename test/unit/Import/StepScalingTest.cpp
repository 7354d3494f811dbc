// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss scaling of the steps that JAX differentiated, run on the CPU. The scale of
// `train-loss-scaling` is searched for there, not read off a `train.seed`, so what it does
// is compared with the step as JAX made it.
#include "ImportModel.h"

#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include <cmath>
#include <set>

using namespace halftone;
using namespace halftone::test;

namespace {

/// The step's batches, one after the other.
struct TrainingRun {
  std::unique_ptr<runtime::Trainer> trainer;
  TrainingData data;
  std::vector<runtime::Metrics> metrics;

  void start(const std::string &model, const std::string &options, double factor = 1) {
    NamedArrays golden = readOrFail(corpusFolder() + "models/" + model + ".golden.npz");
    trainer = compileImported(model + ".step.mlir", options);
    ASSERT_TRUE(trainer);
    data = readTrainingData(model, *trainer, golden);
    NamedArrays parameters;
    for (const auto &[name, array] : golden) {
      HostTensor scaled = array;
      for (int64_t i = 0; name.starts_with("params/") && i < scaled.numElements(); ++i)
        scaled.setDouble(i, factor * scaled.getDouble(i));
      parameters.add(name, std::move(scaled));
    }
    Status initialized = trainer->initialize(parameters, /*seed=*/0);
    ASSERT_TRUE(initialized) << initialized.error();
  }

  void step() {
    auto batch = data.source.gather(data.rows[metrics.size()]);
    ASSERT_TRUE(batch) << batch.error();
    auto result = trainer->step(*batch);
    ASSERT_TRUE(result) << result.error();
    metrics.push_back(*result);
  }

  NamedArrays state() {
    auto result = trainer->state();
    EXPECT_TRUE(result) << result.error();
    return result ? *result : NamedArrays();
  }

  double metric(const std::string &wanted) const {
    for (const auto &[name, value] : metrics.back())
      if (name == wanted)
        return value;
    ADD_FAILURE() << "no metric '" << wanted << "'";
    return 0;
  }
};

bool isScaler(const std::string &name) { return name.starts_with("scaler/"); }

class ScaledStep : public ::testing::TestWithParam<const char *> {};

/// All that lies between seed and unscale is linear, and a power of two rounds nothing as
/// long as nothing leaves the range of f32: the states are equal bit by bit.
TEST_P(ScaledStep, IsTheStep) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  TrainingRun plain, scaled;
  ASSERT_NO_FATAL_FAILURE(plain.start(GetParam(), ""));
  ASSERT_NO_FATAL_FAILURE(scaled.start(GetParam(), "loss-scaling=static init-scale=65536"));
  for (int step = 0; step < 2; ++step) {
    ASSERT_NO_FATAL_FAILURE(plain.step());
    ASSERT_NO_FATAL_FAILURE(scaled.step());
    EXPECT_EQ(scaled.metric("skipped"), 0);
    EXPECT_EQ(scaled.metric("scale"), 65536);
    EXPECT_EQ(scaled.metric("loss"), plain.metric("loss"));
  }
  NamedArrays want = plain.state(), got = scaled.state();
  int compared = 0;
  for (const auto &[name, array] : want) {
    const HostTensor *other = got.find(name);
    ASSERT_TRUE(other) << name;
    EXPECT_TRUE(array == *other) << name;
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

/// Parameters 64 times as large have gradients that 2^127 makes infinite. Nothing moves but
/// the scaler, and each step tries half the scale, until a step is taken.
TEST_P(ScaledStep, SkipsAnOverflow) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  TrainingRun run;
  ASSERT_NO_FATAL_FAILURE(run.start(
      GetParam(), "loss-scaling=dynamic init-scale=1.7014118346046923e38", /*factor=*/64));
  NamedArrays before = run.state();
  ASSERT_NO_FATAL_FAILURE(run.step());
  EXPECT_EQ(run.metric("skipped"), 1);
  EXPECT_GE(run.metric("first_bad"), 0);
  EXPECT_TRUE(std::isfinite(run.metric("loss")));
  NamedArrays after = run.state();
  int compared = 0;
  for (const auto &[name, array] : before) {
    if (isScaler(name))
      continue;
    ASSERT_TRUE(after.find(name)) << name;
    EXPECT_TRUE(array == *after.find(name)) << name;
    ++compared;
  }
  EXPECT_GT(compared, 0);
  int exponent = 127;
  while (run.metric("skipped") == 1 && exponent > 64) {
    EXPECT_EQ(run.metric("scale"), std::ldexp(1.0, exponent--));
    ASSERT_NO_FATAL_FAILURE(run.step());
  }
  EXPECT_EQ(run.metric("skipped"), 0);
  EXPECT_EQ(run.metric("first_bad"), -1);
  after = run.state();
  EXPECT_EQ(after.find("scaler/scale")->getDouble(0), std::ldexp(1.0, exponent));
  for (const auto &[name, array] : after)
    if (name.starts_with("params/")) {
      EXPECT_FALSE(array == *before.find(name)) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Models, ScaledStep,
                         ::testing::Values("mlp", "cnn", "gpt_tiny", "llama_tiny"),
                         [](const auto &info) { return std::string(info.param); });

struct StepCase {
  const char *model;
  size_t gradients;
};

void PrintTo(const StepCase &c, std::ostream *os) { *os << c.model; }

class StepModule : public ::testing::TestWithParam<StepCase> {};

/// Every step of the corpus goes through scaling, f16 and the verifier. The scale comes off
/// in one place, from one gradient for each parameter; where ResNet-50 adds a projection,
/// two biases have the same gradient.
TEST_P(StepModule, IsScaled) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  auto context = makeImportContext();
  auto module = importModel(*context, std::string(GetParam().model) + ".step.mlir");
  ASSERT_TRUE(module);
  ASSERT_TRUE(runStepPipeline(*module, "amp=f16"));
  auto step = module->lookupSymbol<mlir::func::FuncOp>("step");
  ASSERT_TRUE(step);
  std::vector<train::UnscaleOp> unscales;
  int seeds = 0;
  step.walk([&](train::UnscaleOp op) { unscales.push_back(op); });
  step.walk([&](train::SeedOp op) { seeds += op.getScale() ? 1 : 0; });
  EXPECT_GT(seeds, 0);
  ASSERT_EQ(unscales.size(), 1u);
  EXPECT_EQ(unscales.front().getGrads().size(), GetParam().gradients);
  auto names = step->getAttrOfType<mlir::ArrayAttr>(train::attr::gradientNames);
  ASSERT_TRUE(names);
  std::set<std::string> different;
  for (auto name : names.getAsValueRange<mlir::StringAttr>()) {
    EXPECT_TRUE(train::findArg(step, name)) << name.str();
    different.insert(name.str());
  }
  EXPECT_EQ(different.size(), GetParam().gradients);
}

INSTANTIATE_TEST_SUITE_P(Models, StepModule,
                         ::testing::Values(StepCase{"mlp", 10}, StepCase{"cnn", 8},
                                           StepCase{"gpt_tiny", 28}, StepCase{"llama_tiny", 21},
                                           StepCase{"gpt2_124m", 148},
                                           StepCase{"gpt2_124m_scan", 16}, StepCase{"llama7b", 12},
                                           StepCase{"llama7b_block", 9},
                                           StepCase{"bert_large", 394}, StepCase{"resnet50", 157}),
                         [](const auto &info) { return std::string(info.param.model); });

class HalfPrecisionStep : public ::testing::TestWithParam<const char *> {};

/// As for a loss that Halftone differentiates: the mean loss of the last 20 of 200 steps is
/// within 1 % of JAX's in f32.
TEST_P(HalfPrecisionStep, EndsWhereF32Ends) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  TrainingRun run;
  ASSERT_NO_FATAL_FAILURE(run.start(GetParam(), "amp=f16"));
  NamedArrays golden = readOrFail(corpusFolder() + "models/" + GetParam() + ".golden.npz");
  double got = 0, want = 0, skipped = 0;
  for (int64_t step = 0; step < 200; ++step) {
    ASSERT_NO_FATAL_FAILURE(run.step());
    skipped += run.metric("skipped");
    if (step < 180)
      continue;
    got += run.metric("loss") / 20;
    want += golden.find("trajectory")->getDouble(step) / 20;
  }
  RecordProperty("loss", std::to_string(got));
  EXPECT_EQ(skipped, 0);
  EXPECT_NEAR(got, want, 0.01 * want);
}

INSTANTIATE_TEST_SUITE_P(Models, HalfPrecisionStep, ::testing::Values("mlp", "cnn"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
