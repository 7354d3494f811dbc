// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss scaling against the GradScaler trajectories of `golden/scaler.npz`: to the letter
// with `semantics=torch`, and by default where PyTorch keeps the weights.
#include "../../Support/TestFiles.h"
#include "StepHarness.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Support/ArrayFile.h"
#include "halftone/Support/Json.h"

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

using namespace halftone;
using namespace halftone::train;

namespace {

const std::vector<double> kGradient = {0.25, -0.5, 1.0, 0x1p-10};

/// Where PyTorch loses the weights; by default we don't (see the tests below).
const std::set<std::string> kLosesWeights = {"d_backoff_to_zero", "d_collapse_seen_by_finite_steps",
                                             "d_unscale_overflow_is_not_found"};
/// By default a bad gradient of one optimizer skips the others too.
const std::set<std::string> kTwoOptimizers = {"g_two_optimizers", "g_two_optimizers_one_unscaled"};

/// One case of the file: its arguments, options and arrays.
class ScalerCase {
public:
  ScalerCase(const NamedArrays &arrays, const std::string &name, const Json &info)
      : arrays(arrays), name(name), info(info) {}

  const std::string &getName() const { return name; }
  int64_t steps() const { return info["steps"].get<int64_t>(); }
  int64_t optimizers() const { return info["optimizers"].get<int64_t>(); }
  bool has(const char *option) const { return info["options"].contains(option); }
  const Json &option(const char *option) const { return info["options"][option]; }
  double argument(const char *argument, double otherwise) const {
    return info["args"].value(argument, otherwise);
  }
  /// Row `step` of an array with `width` values a step.
  const float *row(const char *array, int64_t step, int64_t width) const {
    return find(array).as<float>() + step * width;
  }
  double at(const char *array, int64_t step, int64_t optimizer = 0, int64_t width = 1) const {
    return find(array).getDouble(step * width + optimizer);
  }
  /// The change of an option before or at a step, as {"4": 3}.
  std::optional<double> change(const char *option, int64_t step) const {
    const Json *changes = findMember(info["options"], option);
    const Json *value = changes ? findMember(*changes, std::to_string(step)) : nullptr;
    return value ? asNumber(*value) : std::nullopt;
  }
  bool exists(const char *array) const { return arrays.find(name + "/" + array); }

private:
  const HostTensor &find(const char *array) const {
    const HostTensor *found = arrays.find(name + "/" + array);
    static const HostTensor none(DType::F32, {1 << 20});
    if (!found)
      ADD_FAILURE() << "no array " << name << "/" << array;
    return found ? *found : none;
  }

  const NamedArrays &arrays;
  std::string name;
  const Json &info;
};

std::string paramName(int64_t optimizer) { return "w" + std::to_string(optimizer); }

/// The step of a case: one parameter for each optimizer.
class ScalerRun {
public:
  ScalerRun(const ScalerCase &testCase, bool torch) : testCase(testCase) {
    build.optimizer = testCase.has("fused") ? "adamw" : "sgd";
    build.learningRate = 0x1p-8;
    if (testCase.has("clip") && !testCase.has("clip_only"))
      build.clipNorm = testCase.option("clip").get<double>();
    scaling.semantics = torch ? "torch" : "halftone";
    scaling.initScale = testCase.argument("init_scale", 65536.0);
    scaling.growthFactor = testCase.argument("growth_factor", 2.0);
    scaling.backoffFactor = testCase.argument("backoff_factor", 0.5);
    scaling.growthInterval = static_cast<int64_t>(testCase.argument("growth_interval", 2000));
  }

  void start() {
    rebuild();
    Tensors params;
    for (int64_t o = 0; o < testCase.optimizers(); ++o)
      params[paramName(o)] = HostTensor(DType::F32, {4});
    if (harness->ok())
      harness->init(params);
  }

  void step(int64_t t) {
    if (std::optional<double> interval = testCase.change("set_interval", t)) {
      scaling.growthInterval = static_cast<int64_t>(*interval);
      Tensors state = harness->state;
      rebuild();
      harness->state = std::move(state);
    }
    HostTensor tracker = harness->state["scaler/growth_tracker"];
    harness->step(batch(t));
    if (std::optional<double> scale = testCase.change("new_scale", t)) {
      harness->state["scaler/scale"].setDouble(0, *scale); // update(new_scale)
      harness->state["scaler/growth_tracker"] = tracker;
    }
  }

  StepHarness &get() { return *harness; }
  TrainBuildStepOptions build;
  TrainLossScalingOptions scaling;

private:
  void rebuild() {
    std::vector<GivenParam> params;
    for (int64_t o = 0; o < testCase.optimizers(); ++o)
      params.push_back({paramName(o), {4}, testCase.optimizers() > 1 ? std::to_string(o) : ""});
    harness = std::make_unique<StepHarness>(givenGradients(params), build, scaling,
                                            [&](mlir::ModuleOp module) { clipOne(module); });
  }

  /// Clips the gradient of one optimizer only, which the pass has no option for.
  void clipOne(mlir::ModuleOp module) {
    if (!testCase.has("clip_only"))
      return;
    auto step = module.lookupSymbol<mlir::func::FuncOp>(kStepFunction);
    unsigned arg = *findArg(step, paramName(testCase.option("clip_only").get<int64_t>()));
    for (SgdOp sgd : llvm::to_vector(step.getOps<SgdOp>())) {
      if (sgd.getParam() != step.getArgument(arg))
        continue;
      mlir::OpBuilder builder(sgd);
      mlir::Value grad = sgd.getGrad();
      mlir::Value norm = GlobalNormOp::create(builder, sgd.getLoc(), mlir::ValueRange{grad}, false);
      auto clip = ClipByGlobalNormOp::create(
          builder, sgd.getLoc(), mlir::TypeRange{grad.getType()}, mlir::ValueRange{grad}, norm,
          llvm::APFloat(testCase.option("clip").get<double>()), ClipConvention::torch);
      sgd.getGradMutable().assign(clip.getResults()[0]);
    }
  }

  Tensors batch(int64_t t) {
    Tensors tensors;
    for (int64_t o = 0; o < testCase.optimizers(); ++o) {
      std::vector<double> grad = kGradient, plant(4, 0.0);
      if (testCase.has("grad_value")) {
        grad.assign(4, 0.0); // the scaled gradient is this, whatever the scale
        plant.assign(4, testCase.option("grad_value").get<double>());
      }
      int kind = static_cast<int>(testCase.at("script", t, o, testCase.optimizers()));
      if (kind != 0)
        plant[1] = kind == 1 ? INFINITY : NAN;
      tensors["grad/" + paramName(o)] = makeTensor(DType::F32, {4}, grad);
      tensors["plant/" + paramName(o)] = makeTensor(DType::F32, {4}, plant);
    }
    return tensors;
  }

  const ScalerCase &testCase;
  std::unique_ptr<StepHarness> harness;
};

class ScalerGolden : public testing::Test {
protected:
  void SetUp() override {
    std::string corpus = corpusPath();
    if (corpus.empty())
      GTEST_SKIP() << "HALFTONE_CORPUS is not set";
    Result<NamedArrays> read = readArrays(corpus + "/golden/scaler.npz");
    ASSERT_TRUE(read) << read.error();
    arrays = std::move(*read);
    std::ifstream file(corpus + "/golden/scaler.json");
    std::stringstream text;
    text << file.rdbuf();
    Result<Json> parsed = parseJson(text.str());
    ASSERT_TRUE(parsed) << parsed.error();
    info = std::move(*parsed);
    ASSERT_EQ(info["cases"].size(), 36u);
  }

  /// Runs the case and compares scale, tracker and skips of every step exactly, and
  /// parameters as the case allows.
  void run(const ScalerCase &testCase, bool torch) {
    SCOPED_TRACE(testCase.getName());
    ScalerRun run(testCase, torch);
    run.start();
    ASSERT_TRUE(run.get().ok());
    for (int64_t t = 0; t < testCase.steps() && !HasFailure(); ++t) {
      SCOPED_TRACE("step " + std::to_string(t));
      run.step(t);
      compare(testCase, run.get(), t, torch);
    }
  }

  void compare(const ScalerCase &testCase, StepHarness &harness, int64_t t, bool torch) {
    bool found = false;
    for (int64_t o = 0; o < testCase.optimizers(); ++o)
      found |= testCase.at("found_inf", t, o, testCase.optimizers()) != 0;
    EXPECT_EQ(harness.outputs["scale"].getDouble(0), testCase.at("scale_used", t));
    EXPECT_EQ(harness.outputs["skipped"].getInt(0), found);
    EXPECT_EQ(harness.state["scaler/scale"].getDouble(0), testCase.at("scale_after", t));
    EXPECT_EQ(harness.state["scaler/growth_tracker"].getInt(0), testCase.at("tracker_after", t));
    EXPECT_EQ(harness.outputs["first_bad"].getInt(0) >= 0, found);
    if (testCase.exists("norm") && testCase.optimizers() == 1)
      expectClose(harness.outputs["grad_norm"], testCase.row("norm", t, 1), 0, "norm");
    if (testCase.exists("adam_step")) {
      EXPECT_EQ(harness.state["step"].getInt(0), testCase.at("adam_step", t));
    }
    // The fused kernel of PyTorch rounds otherwise; ours is its plain optimizer.
    int64_t places = testCase.has("fused") && testCase.option("fused").get<bool>() ? 2 : 0;
    if (!torch && kTwoOptimizers.contains(testCase.getName()))
      return;
    for (int64_t o = 0; o < testCase.optimizers(); ++o)
      expectClose(harness.state[paramName(o)],
                  testCase.row("param_after", t, 4 * testCase.optimizers()) + 4 * o, places,
                  paramName(o));
  }

  ScalerCase get(const std::string &name) { return {arrays, name, info["cases"][name]}; }

  NamedArrays arrays;
  Json info;
};

TEST_F(ScalerGolden, TorchSemanticsAreGradScalers) {
  for (auto &[name, unused] : info["cases"].items())
    run(get(name), /*torch=*/true);
}

TEST_F(ScalerGolden, DefaultIsTheSameWherePyTorchKeepsTheWeights) {
  for (auto &[name, unused] : info["cases"].items())
    if (!kLosesWeights.contains(name))
      run(get(name), /*torch=*/false);
}

/// Two optimizers, one of them with a bad gradient: by default neither moves.
TEST_F(ScalerGolden, DefaultSkipsAllOptimizersTogether) {
  ScalerCase testCase = get("g_two_optimizers");
  ScalerRun run(testCase, /*torch=*/false);
  run.start();
  for (int64_t t = 0; t < testCase.steps(); ++t) {
    Tensors before = run.get().state;
    run.step(t);
    bool skipped = run.get().outputs["skipped"].getInt(0);
    for (const char *name : {"w0", "w1"})
      EXPECT_EQ(before[name] == run.get().state[name], skipped) << name << " step " << t;
  }
}

bool allFinite(const HostTensor &tensor) {
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    if (!std::isfinite(tensor.getDouble(i)))
      return false;
  return true;
}

/// (F59) Where PyTorch's weights are gone, ours are finite after every step, and move again
/// when the gradients are good.
TEST_F(ScalerGolden, DefaultKeepsTheWeights) {
  for (const std::string &name : kLosesWeights) {
    SCOPED_TRACE(name);
    ScalerCase testCase = get(name);
    int64_t last = testCase.steps() - 1;
    HostTensor theirs(DType::F32, {4});
    std::memcpy(theirs.data(), testCase.row("param_after", last, 4), 16);
    EXPECT_FALSE(allFinite(theirs));
    ScalerRun run(testCase, /*torch=*/false);
    if (run.scaling.initScale < 0x1p-40)
      run.scaling.floorScale = 0x1p-126; // these start below the default floor
    run.start();
    for (int64_t t = 0; t <= last; ++t) {
      run.step(t);
      EXPECT_TRUE(allFinite(run.get().state["w0"])) << "step " << t;
      EXPECT_GE(run.get().state["scaler/scale"].getDouble(0), 0x1p-126) << "step " << t;
    }
    bool good = testCase.at("script", last) == 0 && !testCase.has("grad_value");
    EXPECT_EQ(run.get().outputs["skipped"].getInt(0), !good);
    if (good) {
      EXPECT_NE(run.get().state["w0"].getDouble(0), 0.0);
    }
  }
}

//===----------------------------------------------------------------------===//
// What GradScaler lacks
//===----------------------------------------------------------------------===//

struct Small {
  explicit Small(const TrainLossScalingOptions &scaling, TrainBuildStepOptions build = sgd())
      : harness(givenGradients({{"a", {4}}, {"b", {4}}}), build, scaling) {
    harness.init({{"a", HostTensor(DType::F32, {4})}, {"b", HostTensor(DType::F32, {4})}});
  }
  static TrainBuildStepOptions sgd() {
    TrainBuildStepOptions build;
    build.optimizer = "sgd";
    build.learningRate = 1.0;
    return build;
  }
  void step(double badInA, double badInB = 0.0) {
    harness.step({{"grad/a", makeTensor(DType::F32, {4}, kGradient)},
                  {"grad/b", makeTensor(DType::F32, {4}, kGradient)},
                  {"plant/a", makeTensor(DType::F32, {4}, {0, badInA, 0, 0})},
                  {"plant/b", makeTensor(DType::F32, {4}, {0, 0, badInB, 0})}});
  }
  double scale() { return harness.state["scaler/scale"].getDouble(0); }
  StepHarness harness;
};

/// (F37, F39) The scale stops at a floor, which is the user's to choose.
TEST(Scaler, BacksOffToTheFloor) {
  TrainLossScalingOptions options;
  options.initScale = 8.0;
  options.floorScale = 3.0;
  Small small(options);
  for (double expected : {4.0, 3.0, 3.0}) {
    small.step(INFINITY);
    EXPECT_EQ(small.scale(), expected);
  }
}

TEST(Scaler, GrowsToTheCap) {
  TrainLossScalingOptions options;
  options.initScale = 8.0;
  options.capScale = 20.0;
  options.growthInterval = 1;
  Small small(options);
  for (double expected : {16.0, 16.0}) {
    small.step(0.0);
    EXPECT_EQ(small.scale(), expected);
  }
}

TEST(Scaler, HysteresisWaitsForOverflowsInARow) {
  TrainLossScalingOptions options;
  options.initScale = 8.0;
  options.hysteresis = 2;
  Small small(options);
  // NVIDIA's: from the second overflow in a row on; a finite step starts over.
  const std::pair<double, double> script[] = {{INFINITY, 8.0}, {INFINITY, 4.0}, {INFINITY, 2.0},
                                              {0.0, 2.0},      {NAN, 2.0},      {NAN, 1.0}};
  for (auto [bad, expected] : script) {
    small.step(bad);
    EXPECT_EQ(small.scale(), expected);
    EXPECT_EQ(small.harness.outputs["skipped"].getInt(0), bad != 0.0);
  }
}

TEST(Scaler, StaticScaleSkipsAndStays) {
  TrainLossScalingOptions options;
  options.mode = "static";
  options.initScale = 128.0;
  options.growthInterval = 1;
  Small small(options);
  small.step(0.0);
  HostTensor good = small.harness.state["a"];
  EXPECT_EQ(good.getDouble(0), -0.25);
  small.step(INFINITY);
  EXPECT_EQ(small.harness.state["a"], good);
  EXPECT_EQ(small.scale(), 128.0);
}

/// (F37) So many skips in a row are seen, and where they come from.
TEST(Scaler, NamesTheFirstBadGradientAndRaisesTheFlag) {
  TrainLossScalingOptions options;
  options.maxSkipped = 2;
  Small small(options);
  auto step = small.harness.getModule().lookupSymbol<mlir::func::FuncOp>(kStepFunction);
  auto names = step->getAttrOfType<mlir::ArrayAttr>(attr::gradientNames);
  ASSERT_TRUE(names);
  struct Row {
    double a, b;
    int64_t bad;
    bool unhealthy;
  };
  for (Row row :
       {Row{0, 0, -1, false}, {0, NAN, 1, false}, {INFINITY, NAN, 0, true}, {0, 0, -1, false}}) {
    small.step(row.a, row.b);
    EXPECT_EQ(small.harness.outputs["first_bad"].getInt(0), row.bad);
    EXPECT_EQ(small.harness.outputs["unhealthy"].getInt(0), row.unhealthy);
    if (row.bad >= 0) {
      EXPECT_EQ(mlir::cast<mlir::StringAttr>(names[row.bad]).getValue(), row.bad ? "b" : "a");
    }
  }
}

/// (F47) A skipped step leaves all that is gated as it was.
TEST(Scaler, SkippedStepChangesNothingGated) {
  TrainLossScalingOptions options;
  TrainBuildStepOptions build;
  build.emaDecay = 0.9;
  build.clipNorm = 1.0;
  Small small(options, build);
  small.step(0.0);
  Tensors before = small.harness.state;
  small.step(INFINITY);
  for (auto &[name, value] : before) {
    bool scaler = name.starts_with("scaler/");
    if (!scaler) {
      EXPECT_EQ(small.harness.state[name], value) << name;
    }
  }
  EXPECT_EQ(small.harness.state["scaler/skipped"].getInt(0), 1);
  EXPECT_EQ(small.scale(), 32768.0);
}

/// With a scale the parameters are those without one, where powers of two are exact.
TEST(Scaler, ScaleLeavesNoTrace) {
  TrainLossScalingOptions options;
  options.initScale = 1024.0;
  TrainBuildStepOptions build;
  build.clipNorm = 0.5;
  build.microBatches = 1;
  Small scaled(options, build);
  StepHarness plain(givenGradients({{"a", {4}}, {"b", {4}}}), build);
  plain.init({{"a", HostTensor(DType::F32, {4})}, {"b", HostTensor(DType::F32, {4})}});
  for (int i = 0; i < 3; ++i) {
    scaled.step(0.0);
    plain.step({{"grad/a", makeTensor(DType::F32, {4}, kGradient)},
                {"grad/b", makeTensor(DType::F32, {4}, kGradient)},
                {"plant/a", HostTensor(DType::F32, {4})},
                {"plant/b", HostTensor(DType::F32, {4})}});
    EXPECT_EQ(scaled.harness.state["a"], plain.state["a"]);
    EXPECT_EQ(scaled.harness.outputs["grad_norm"], plain.outputs["grad_norm"]);
    EXPECT_EQ(scaled.harness.outputs["loss"], plain.outputs["loss"]);
  }
}

} // namespace
