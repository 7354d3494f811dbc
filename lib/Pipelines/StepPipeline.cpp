// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Pipelines/StepPipeline.h"
#include "StepPasses.h"

#include "halftone/Dialect/Train/Transforms/CheckCalls.h"
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Precision/Policy.h"
#include "halftone/Precision/Targets.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::pipelines;

namespace {

train::TrainBuildStepOptions buildOptions(const StepPipelineOptions &o) {
  train::TrainBuildStepOptions b;
  b.function = o.function;
  b.optimizer = o.optimizer;
  b.convention = o.convention;
  b.learningRate = o.learningRate;
  b.schedule = o.schedule;
  b.warmupSteps = o.warmupSteps;
  b.warmupFactor = o.warmupFactor;
  b.totalSteps = o.totalSteps;
  b.finalFactor = o.finalFactor;
  b.momentum = o.momentum;
  b.dampening = o.dampening;
  b.nesterov = o.nesterov;
  b.beta1 = o.beta1;
  b.beta2 = o.beta2;
  b.eps = o.eps;
  b.amsgrad = o.amsgrad;
  b.weightDecay = o.weightDecay;
  b.clipNorm = o.clipNorm;
  b.emaDecay = o.emaDecay;
  b.microBatches = o.microBatches;
  b.stateType = o.stateType;
  return b;
}

train::TrainLossScalingOptions scalingOptions(const StepPipelineOptions &o, StringRef mode) {
  train::TrainLossScalingOptions s;
  s.mode = mode.str();
  s.semantics = o.scalingSemantics;
  s.initScale = o.initScale;
  s.growthFactor = o.growthFactor;
  s.backoffFactor = o.backoffFactor;
  s.growthInterval = o.growthInterval;
  s.hysteresis = o.hysteresis;
  return s;
}

/// An early autocast sees the loss function and not whether the step will be scaled.
struct RemarkMissingScaling : PassWrapper<RemarkMissingScaling, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RemarkMissingScaling)
  StringRef getArgument() const override { return "remark-missing-scaling"; }
  void runOnOperation() override {
    if (auto step = getOperation().lookupSymbol<func::FuncOp>(train::kStepFunction))
      precision::remarkMissingScaling(step);
    markAllAnalysesPreserved();
  }
};

/// Before calls are inlined: that would not end, or not soon.
struct CheckCalls : PassWrapper<CheckCalls, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckCalls)
  StringRef getArgument() const override { return "check-calls"; }
  void runOnOperation() override {
    if (failed(train::checkCalls(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

/// Casts that came with the model stay apart from those that are placed later.
struct MarkModelCasts : PassWrapper<MarkModelCasts, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MarkModelCasts)
  StringRef getArgument() const override { return "mark-model-casts"; }
  void runOnOperation() override { train::markModelCasts(getOperation()); }
};

/// A model in f16 has gradients in f16, whatever autocast does.
struct WarnUnscaledF16 : PassWrapper<WarnUnscaledF16, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WarnUnscaledF16)
  StringRef getArgument() const override { return "warn-unscaled-f16"; }
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (unsigned arg : train::getArgsWithRole(function, train::Role::param))
        if (getElementTypeOrSelf(function.getArgumentTypes()[arg]).isF16()) {
          function.emitWarning() << "parameters such as '" << train::getArgName(function, arg)
                                 << "' are f16 and the loss is not scaled: gradients below 2^-24 "
                                    "become 0; add --loss-scaling=dynamic";
          return;
        }
    markAllAnalysesPreserved();
  }
};

} // namespace

void halftone::pipelines::addModelPasses(OpPassManager &pm, const StepChoices &choices) {
  pm.addPass(std::make_unique<CheckCalls>());
  pm.addPass(std::make_unique<MarkModelCasts>());
  if (choices.scaling == "none")
    pm.addPass(std::make_unique<WarnUnscaledF16>());
}

FailureOr<StepChoices>
halftone::pipelines::chooseForStep(const StepPipelineOptions &options,
                                   function_ref<LogicalResult(const Twine &)> error) {
  StepChoices choices;
  choices.compute = options.amp;
  if (choices.compute == "auto") {
    MLIRContext context;
    FailureOr<precision::ComputeChoice> choice =
        precision::chooseCompute(options.target, UnknownLoc::get(&context));
    if (failed(choice))
      return error("--amp=auto: unknown target '" + options.target + "'");
    choices.compute = choice->compute;
  }
  choices.isFp8 = choices.compute == "fp8";
  if (choices.isFp8 && options.stateType != "f32")
    return error("--amp=fp8 rounds products once, from f32 masters: --state=" + options.stateType +
                 " has none");
  if (choices.isFp8)
    choices.compute = "bf16";
  choices.isMixed = choices.compute != "off" && choices.compute != "f32";
  choices.scaling = options.scaling;
  if (choices.scaling == "auto")
    choices.scaling = choices.compute == "f16" ? "dynamic" : "none";
  return choices;
}

precision::AutocastOptions halftone::pipelines::castOptions(const StepPipelineOptions &options,
                                                            const StepChoices &choices) {
  precision::AutocastOptions cast;
  cast.compute = choices.compute;
  cast.policy = options.policy;
  cast.policyFile = options.policyFile;
  cast.placement = options.placement;
  cast.narrow = options.narrow;
  cast.target = options.target;
  cast.emulate = options.emulate;
  cast.reportFile = options.precisionReport;
  cast.htmlFile = options.autocastReport;
  cast.explain = options.explain;
  cast.calibration = options.calibration;
  return cast;
}

/// Products in fp8: all that suit it, or those that a policy file names.
static precision::TrainFp8Options fp8Options(const StepPipelineOptions &options,
                                             const StepChoices &choices) {
  precision::TrainFp8Options fp8;
  fp8.products = choices.isFp8 ? "linear" : "marked";
  fp8.policy = options.policy;
  fp8.policyFile = options.policyFile;
  fp8.last = options.fp8Last;
  fp8.recipe = options.fp8Recipe;
  fp8.history = options.fp8History;
  fp8.margin = options.fp8Margin;
  fp8.format = options.fp8Format;
  fp8.anyScale = options.fp8AnyScale;
  fp8.target = options.target;
  fp8.emulate = options.emulate;
  return fp8;
}

void halftone::pipelines::addPrecisionPasses(OpPassManager &pm, const StepPipelineOptions &options,
                                             const StepChoices &choices, bool castsForward) {
  // Before autocast, so that the scale and the check are seen as f32.
  if (choices.scaling != "none")
    pm.addPass(train::createTrainLossScaling(scalingOptions(options, choices.scaling)));
  if (choices.compute == "f16" && castsForward)
    pm.addPass(std::make_unique<RemarkMissingScaling>());
  if (choices.isMixed && !castsForward)
    pm.addPass(precision::createAutocast(castOptions(options, choices)));
  // Behind differentiation, which knows no scales, and when all else has its types.
  if (choices.isMixed)
    pm.addPass(precision::createTrainFp8(fp8Options(options, choices)));
  // Casts of constants fold, and what was made twice is shared.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // After CSE: one cast for each parameter is one copy. A model in 16 bits has them
  // without autocast.
  if (options.weightCopies)
    pm.addPass(train::createTrainWeightCopies());
  // Nothing leaves unproven.
  precision::VerifyPrecisionOptions verify;
  verify.policy = options.policy;
  verify.stateType = options.stateType;
  // A policy file may ask for either; else only the model may.
  verify.tf32 = choices.compute == "tf32" || !options.policyFile.empty();
  verify.lowAcc = !options.policyFile.empty();
  pm.addPass(precision::createVerifyPrecision(verify));
}

/// The option's placement, else the policy file's, else the table's. What can't be read is
/// autocast's to report.
static std::string placementOf(const StepPipelineOptions &options) {
  if (!options.placement.empty())
    return options.placement;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  FailureOr<precision::Policy> policy =
      precision::Policy::create(options.policy, options.policyFile, UnknownLoc::get(&context));
  return succeeded(policy) ? policy->getPlacement().str() : std::string();
}

LogicalResult
halftone::pipelines::buildStepPipeline(OpPassManager &pm, const StepPipelineOptions &options,
                                       function_ref<LogicalResult(const Twine &)> error) {
  FailureOr<StepChoices> choices = chooseForStep(options, error);
  if (failed(choices))
    return failure();
  // `promote` looks at the forward pass and gives each gradient its value's type, as
  // PyTorch does: that falls out of differentiating the casts. Other placements see
  // the whole step.
  bool castsForward = choices->isMixed && placementOf(options) == "promote";

  addModelPasses(pm, *choices);
  // Calls in the loss would hide its ops from every later decision.
  pm.addPass(createInlinerPass());
  if (castsForward)
    pm.addPass(precision::createAutocast(castOptions(options, *choices)));
  // What differentiation keeps is chosen before it, and after the forward pass has its types
  // where autocast gives them early.
  if (!options.checkpointBudget.empty()) {
    train::TrainCheckpointOptions checkpoint;
    checkpoint.function = options.function;
    checkpoint.budget = options.checkpointBudget;
    pm.addPass(train::createTrainCheckpoint(checkpoint));
  }
  pm.addPass(train::createTrainDifferentiate({options.function}));
  pm.addPass(train::createTrainBuildStep(buildOptions(options)));
  addPrecisionPasses(pm, options, *choices, castsForward);
  return success();
}

void halftone::pipelines::registerStepPipeline() {
  static PassPipelineRegistration<StepPipelineOptions> registration(
      "halftone-step", "from a loss function to a mixed-precision training step",
      [](OpPassManager &pm, const StepPipelineOptions &options) {
        // The registration has no way to report an error; the passes will.
        (void)buildStepPipeline(pm, options, [](const Twine &) { return failure(); });
      });
}
