// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No valid module makes autocast crash or emit invalid IR: random functions of every core
// op, type and control-flow op, and random training steps, under every policy, placement
// and compute type.
//
//   - What comes out verifies, and `verify-precision` accepts it.
//   - A second run of a module that was folded changes nothing, also after discardable attributes
//   are gone and
//     `canonicalize,cse` ran; nor, under policy halftone, after locations are gone. (The
//     tables of PyTorch and Grappler label a backward op as its forward op, which only
//     the location names.)
//   - Where all is f32 already, autocast to f32 changes nothing.
//
// HALFTONE_FUZZ_SEEDS runs more seeds than the test does by itself.
#include "RandomGraph.h"
#include "RandomStep.h"

#include "halftone/Dialect/Train/Transforms/ModelCasts.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Pipelines/StepPipeline.h"
#include "halftone/Precision/Passes.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <set>

using namespace mlir;
using namespace halftone;
using namespace halftone::fuzz;

namespace {

uint64_t seedCount(uint64_t byDefault) {
  const char *text = std::getenv("HALFTONE_FUZZ_SEEDS");
  return text ? std::strtoull(text, nullptr, 10) : byDefault;
}

/// What a run of the pass is asked for; each seed asks for another.
struct Setting {
  std::string compute, policy, placement;

  static Setting of(uint64_t seed) {
    static const char *const computes[] = {"bf16", "f16"},
                             *const policies[] = {"halftone", "torch", "grappler"},
                             *const placements[] = {"", "promote", "paint", "min-cut"};
    return {computes[seed % 2], policies[seed / 2 % 3], placements[seed / 6 % 4]};
  }
};

class Fuzz : public testing::Test {
protected:
  Fuzz() {
    DialectRegistry registry;
    pipelines::registerCpuPipelineDialects(registry);
    train::registerDecompositions(registry);
    train::registerGradients(registry);
    precision::registerPrecisionModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.disableMultithreading();
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        errors += diagnostic.str() + "\n";
      return success();
    });
  }

  OwningOpRef<ModuleOp> parse(const std::string &text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << errors << text;
    return module;
  }

  bool cast(ModuleOp module, const Setting &setting) {
    precision::AutocastOptions options;
    options.compute = setting.compute;
    options.policy = setting.policy;
    options.placement = setting.placement;
    PassManager pm(&context);
    pm.addPass(precision::createAutocast(options));
    return succeeded(pm.run(module));
  }

  bool verifyPrecision(ModuleOp module, const Setting &setting) {
    precision::VerifyPrecisionOptions options;
    options.policy = setting.policy;
    PassManager pm(&context);
    pm.addPass(precision::createVerifyPrecision(options));
    return succeeded(pm.run(module));
  }

  std::string simplify(ModuleOp module) {
    PassManager pm(&context);
    pm.addPass(createCanonicalizerPass());
    pm.addPass(createCSEPass());
    EXPECT_TRUE(succeeded(pm.run(module)));
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
  }

  /// The module as it would come from a file that somebody cleaned.
  std::string clean(ModuleOp module, bool stripLocations) {
    module.walk([&](Operation *op) {
      if (stripLocations)
        op->setLoc(UnknownLoc::get(op->getContext()));
      if (isa<func::FuncOp>(op))
        return;
      SmallVector<StringAttr> names;
      for (NamedAttribute attribute : op->getDiscardableAttrs())
        names.push_back(attribute.getName());
      for (StringAttr name : names)
        op->removeDiscardableAttr(name);
    });
    // What CSE made equal may fold again.
    std::string text = simplify(module);
    for (std::string next; (next = simplify(module)) != text;)
      text = next;
    return text;
  }

  void expectStable(ModuleOp module, const Setting &setting, const std::string &source) {
    bool stripLocations = setting.policy == "halftone";
    std::string first = clean(module, stripLocations);
    ASSERT_TRUE(cast(module, setting)) << errors << first;
    EXPECT_EQ(clean(module, stripLocations), first) << source;
  }

  MLIRContext context;
  std::string errors;
};

TEST_F(Fuzz, GraphsAreCastOnce) {
  for (uint64_t seed = 0, count = seedCount(240); seed < count && !HasFailure(); ++seed) {
    Setting setting = Setting::of(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + setting.compute + ", " + setting.policy +
                 ", " + setting.placement);
    GraphOptions options;
    options.seed = seed;
    RandomFunction function = makeFunction("main", options);
    auto module = parse(function.text);
    ASSERT_TRUE(module);
    // Every other one as it was written; then what folding would show is not known yet,
    // and a second run may know more.
    bool isSimple = seed % 4 < 2;
    if (isSimple)
      clean(*module, /*stripLocations=*/false);
    train::markModelCasts(*module);
    ASSERT_TRUE(cast(*module, setting)) << errors << function.text;
    ASSERT_TRUE(succeeded(verify(*module))) << errors << function.text;
    EXPECT_TRUE(verifyPrecision(*module, setting)) << errors << function.text;
    if (isSimple)
      expectStable(*module, setting, function.text);
  }
}

TEST_F(Fuzz, F32StaysAsItIs) {
  for (uint64_t seed = 0, count = seedCount(60); seed < count && !HasFailure(); ++seed) {
    Setting setting = Setting::of(seed);
    setting.compute = "f32";
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + setting.policy + ", " + setting.placement);
    GraphOptions options;
    options.seed = seed;
    options.f32Only = true;
    RandomFunction function = makeFunction("main", options);
    auto module = parse(function.text);
    ASSERT_TRUE(module);
    expectStable(*module, setting, function.text);
  }
}

TEST_F(Fuzz, StepsAreCastOnce) {
  for (uint64_t seed = 0, count = seedCount(90); seed < count && !HasFailure(); ++seed) {
    Setting setting = Setting::of(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + setting.compute + ", " + setting.policy +
                 ", " + setting.placement);
    RandomModel model = makeModel(seed);
    auto module = parse(model.text);
    ASSERT_TRUE(module);
    pipelines::StepPipelineOptions options;
    ASSERT_TRUE(succeeded(options.parseFromString(
        model.options + " amp=" + setting.compute + " policy=" + setting.policy +
        (setting.placement.empty() ? "" : " placement=" + setting.placement))));
    auto fail = [](const Twine &message) {
      ADD_FAILURE() << message.str();
      return failure();
    };
    PassManager pm(&context);
    ASSERT_TRUE(succeeded(pipelines::buildStepPipeline(pm, options, fail)));
    ASSERT_TRUE(succeeded(pm.run(*module))) << errors << model.text << model.options;
    EXPECT_TRUE(verifyPrecision(*module, setting)) << errors << model.text;
    // Promotion is PyTorch's: it casts the forward pass before there is a step.
    if (setting.policy != "torch" && setting.placement != "promote")
      expectStable(*module, setting, model.text);
  }
}

/// The seeds of the test above hold every core op, in every float type that it takes.
TEST_F(Fuzz, SeedsCoverTheDialect) {
  std::set<std::string> seen, types;
  for (uint64_t seed = 0; seed < 240; ++seed) {
    GraphOptions options;
    options.seed = seed;
    auto module = parse(makeFunction("main", options).text);
    ASSERT_TRUE(module);
    module->walk([&](Operation *op) {
      seen.insert(op->getName().getStringRef().str());
      for (Type type : op->getResultTypes()) {
        std::string text;
        llvm::raw_string_ostream(text) << getElementTypeOrSelf(type);
        types.insert(text);
      }
    });
  }
  for (RegisteredOperationName op : context.getRegisteredOperationsByDialect("train"))
    if (!op.hasInterface<train::DecomposableOpInterface>()) {
      EXPECT_TRUE(seen.contains(op.getStringRef().str())) << op.getStringRef().str();
    }
  for (const char *type : {"f64", "f32", "bf16", "f16", "f8E4M3FN", "f8E5M2", "i1", "i8", "i16",
                           "i32", "i64", "ui8", "ui16", "ui32", "ui64"})
    EXPECT_TRUE(types.contains(type)) << type;
  EXPECT_TRUE(seen.contains("func.call"));
}

} // namespace
