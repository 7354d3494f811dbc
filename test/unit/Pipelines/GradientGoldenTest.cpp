// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of the first step against PyTorch's, on the reference evaluator, under
// `policy=torch`. The bound for a run is a small multiple of the distance between two
// correct implementations (golden/README.md); bf16's own rounding is hundreds of
// times that distance for the MLP, so a dropped or an added rounding shows. Mutants
// prove it: each changes one rounding and has to fail the bound.
#include "GoldenModel.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Reference/Evaluator.h"
#include "halftone/Support/Rounding.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <cmath>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {

struct GoldenCase {
  const char *model, *path, *run, *amp, *noiseRun;
  double scale;
  Variant variant = Variant::plain;
};

void PrintTo(const GoldenCase &c, std::ostream *os) { *os << c.model << ' ' << c.run; }

using Mutation = std::function<void(func::FuncOp)>;

/// The module's `@loss_grad` under `policy=torch`, its seed scaled.
func::FuncOp differentiate(ModuleOp module, const GoldenCase &c) {
  PassManager pm(module.getContext());
  pm.addPass(createInlinerPass());
  if (std::string(c.amp) != "off") {
    precision::AutocastOptions cast;
    cast.compute = c.amp;
    cast.policy = "torch";
    pm.addPass(precision::createAutocast(cast));
  }
  pm.addPass(train::createTrainDifferentiate());
  EXPECT_TRUE(succeeded(pm.run(module)));
  auto function = module.lookupSymbol<func::FuncOp>("loss_grad");
  if (function && c.scale != 1)
    function.walk([&](train::SeedOp seed) {
      OpBuilder builder(seed);
      seed.getScaleMutable().assign(
          train::splat(builder, seed.getLoc(), seed.getResult().getType(), c.scale));
    });
  return function;
}

struct Comparison {
  /// ‖ours − golden‖ / ‖golden‖ over all gradients together, but for a key bias, whose
  /// true gradient is zero.
  double distance = NAN;
  /// Elements that are zero.
  int64_t zeros = 0, goldenZeros = 0;
};

Comparison compareToGolden(const GoldenCase &c, const Mutation &mutate = {}) {
  auto context = makeContext();
  auto module = parseModel(*context, c.path, c.variant);
  func::FuncOp function = differentiate(*module, c);
  if (!function)
    return {};
  if (mutate)
    mutate(function);
  std::string folder = *goldenFolder() + c.model + "/";
  NamedArrays init = readOrFail(folder + "init.npz"), golden = readOrFail(folder + c.run + ".npz");

  NamedArrays parameters = goldenParameters(init, c.variant);
  std::vector<HostTensor> arguments;
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i) {
    auto name = function.getArgAttrOfType<StringAttr>(i, train::attr::name).str();
    if (const HostTensor *parameter = parameters.find("params/" + name)) {
      arguments.push_back(*parameter);
      continue;
    }
    auto type = cast<RankedTensorType>(function.getArgumentTypes()[i]);
    runtime::ValueInfo info{name, "batch", reference::dtypeOf(type.getElementType()),
                            type.getShape().vec(), ""};
    arguments.push_back(goldenBatch(c.model, init, {info}, 0).front());
  }
  auto results = reference::evaluate(function, arguments);
  EXPECT_TRUE(succeeded(results));
  if (failed(results))
    return {};
  Comparison comparison;
  double difference = 0, norm = 0;
  int compared = 0;
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i) {
    auto role = function.getResultAttrOfType<train::RoleAttr>(i, train::attr::role);
    if (role.getValue() != train::Role::gradient)
      continue;
    auto name = function.getResultAttrOfType<StringAttr>(i, train::attr::name).str();
    const HostTensor *expected = golden.find("grads_step0/" + name);
    if (!expected) {
      ADD_FAILURE() << "no golden gradient of " << name;
      continue;
    }
    ++compared;
    const HostTensor &got = (*results)[i];
    EXPECT_EQ(got.shape(), expected->shape()) << name;
    bool isQkvBias = name.find("bqkv") != std::string::npos;
    for (int64_t k = 0; k < expected->numElements(); ++k) {
      double want = expected->getDouble(k), have = got.getDouble(k) / c.scale;
      comparison.zeros += have == 0;
      comparison.goldenZeros += want == 0;
      if (isQkvBias && k >= 64 && k < 128)
        continue;
      difference += (have - want) * (have - want);
      norm += want * want;
    }
  }
  EXPECT_GT(compared, 0);
  comparison.distance = std::sqrt(difference / norm);
  return comparison;
}

double distanceToGolden(const GoldenCase &c, const Mutation &mutate = {}) {
  return compareToGolden(c, mutate).distance;
}

double boundOf(const GoldenCase &c) {
  // Two correct implementations differ in the order of their sums (rows reversed) and
  // in how exact they are (f64 accumulation). A third one may be as far from the first
  // in both ways at once: twice the larger.
  const char *quantity = "relative_distance_of_step0_gradients";
  double distance = noise(c.model, c.noiseRun, "rows_reversed", quantity);
  if (std::string(c.noiseRun) == "f32")
    return 4 * distance; // there is no second comparison
  return 2 * std::max(distance, noise(c.model, c.noiseRun, "f64_accumulation", quantity));
}

class GradientGolden : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(GradientGolden, FirstStep) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  const GoldenCase &c = GetParam();
  Comparison comparison = compareToGolden(c);
  RecordProperty("distance", std::to_string(comparison.distance));
  RecordProperty("zeros", std::to_string(comparison.zeros));
  EXPECT_LE(comparison.distance, boundOf(c));
  // A sum that is zero in one order may be a rounding error in another.
  EXPECT_NEAR(comparison.zeros, comparison.goldenZeros, 1 + 0.01 * comparison.goldenZeros);
}

constexpr const char *mlp = "examples/mlp/mlp.mlir";
constexpr const char *fusedGpt = "examples/gpt/gpt.mlir";
constexpr const char *explicitGpt = "test/Integration/Inputs/gpt_explicit.mlir";
INSTANTIATE_TEST_SUITE_P(
    Torch, GradientGolden,
    ::testing::Values(
        GoldenCase{"mlp", mlp, "f32", "off", "f32", 1},
        GoldenCase{"mlp", mlp, "bf16", "bf16", "bf16", 1},
        GoldenCase{"mlp", mlp, "f16", "f16", "f16", 65536},
        GoldenCase{"mlp", mlp, "f32_loss_1e-4", "off", "f32", 1, Variant::smallLoss},
        GoldenCase{"mlp", mlp, "f16_loss_1e-4", "f16", "f16", 65536, Variant::smallLoss},
        GoldenCase{"mlp", mlp, "f16_noscale_loss_1e-4", "f16", "f16", 1, Variant::smallLoss},
        GoldenCase{"mlp", mlp, "bf16_pure", "off", "bf16", 1, Variant::pureBF16},
        GoldenCase{"gpt", explicitGpt, "bf16_pure", "off", "bf16", 1, Variant::pureBF16},
        GoldenCase{"gpt", explicitGpt, "f32", "off", "f32", 1},
        GoldenCase{"gpt", explicitGpt, "bf16", "bf16", "bf16", 1},
        GoldenCase{"gpt", explicitGpt, "f16", "f16", "f16", 65536},
        GoldenCase{"gpt", fusedGpt, "bf16_fused_attention", "bf16", "bf16", 1},
        GoldenCase{"gpt", fusedGpt, "f16_fused_attention", "f16", "f16", 65536}),
    [](const auto &info) { return testName(info.param.model, info.param.run); });

constexpr GoldenCase mlpBf16{"mlp", mlp, "bf16", "bf16", "bf16", 1};

/// One product reads its weight as it was before the cast.
TEST(GradientGoldenMutants, DroppedCast) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  double distance = distanceToGolden(mlpBf16, [](func::FuncOp function) {
    bool dropped = false;
    function.walk([&](train::LinearOp op) {
      auto cast = op.getWeight().getDefiningOp<train::CastOp>();
      if (dropped || !cast)
        return;
      op.getWeightMutable().assign(cast.getOperand());
      dropped = true;
    });
    ASSERT_TRUE(dropped);
  });
  EXPECT_GT(distance, boundOf(mlpBf16));
}

TEST(GradientGoldenMutants, LowAccumulator) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  double distance = distanceToGolden(mlpBf16, [](func::FuncOp function) {
    function.walk([&](train::LinearOp op) {
      op.setAccAttr(TypeAttr::get(BFloat16Type::get(op.getContext())));
    });
  });
  EXPECT_GT(distance, boundOf(mlpBf16));
}

TEST(GradientGoldenMutants, TF32ForF32) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  GoldenCase c{"mlp", mlp, "f32", "off", "f32", 1};
  double distance = distanceToGolden(c, [](func::FuncOp function) {
    function.walk([&](train::LinearOp op) { op.setTf32(true); });
  });
  EXPECT_GT(distance, boundOf(c));
}

} // namespace
