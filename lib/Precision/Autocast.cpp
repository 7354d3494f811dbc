// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `autocast`: labels by policy and facts, placement, rewrite, report.
//
//   1. Label: a label for each op, and for each tie group that a rule names (Labels.h).
//   2. Place: one decision for each (Placement.h).
//   3. Rewrite: the casts (Rewrite.h).
//
// Which rule decided, and why, goes to remarks and to the report.
#include "halftone/Precision/Passes.h"

#include "Labels.h"
#include "Report.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Placement.h"
#include "halftone/Precision/Targets.h"

#include "mlir/IR/Remarks.h"

namespace halftone::precision {
#define GEN_PASS_DEF_AUTOCAST
#include "halftone/Precision/Passes.h.inc"
} // namespace halftone::precision

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// The float type of a name, or null. `tf32` computes on f32.
FloatType parseCompute(StringRef name, MLIRContext *context) {
  Builder builder(context);
  if (name == "bf16")
    return builder.getBF16Type();
  if (name == "f16")
    return builder.getF16Type();
  if (name == "f32" || name == "tf32")
    return builder.getF32Type();
  return {};
}

struct AutocastPass : halftone::precision::impl::AutocastBase<AutocastPass> {
  using AutocastBase::AutocastBase;

  void runOnOperation() override;

private:
  void annotateOp(Operation *op, const Labelled &labelled);
};

/// Writes the decision, and that of each group, as attributes.
void AutocastPass::annotateOp(Operation *op, const Labelled &labelled) {
  Builder builder(op);
  op->setAttr("train.precision",
              builder.getStringAttr(toString(labelled.decision) + ": " + labelled.reason));
  SmallVector<NamedAttribute> groups;
  for (auto [name, text] : describeGroups(op, labelled))
    groups.push_back(builder.getNamedAttr(name, builder.getStringAttr(text)));
  if (!groups.empty())
    op->setAttr("train.precision_groups", builder.getDictionaryAttr(groups));
}

void AutocastPass::runOnOperation() {
  ModuleOp module = getOperation();
  Location loc = module.getLoc();
  std::string chip = target.empty() ? getModuleTarget(module) : target.getValue();
  std::string computeName = compute;
  if (computeName == "auto") {
    FailureOr<ComputeChoice> choice = chooseCompute(chip, loc);
    if (failed(choice))
      return signalPassFailure();
    computeName = choice->compute;
    remark::analysis(loc, remark::RemarkOpts::name("compute").category("autocast"))
        << remark::add("{0}", computeName) << remark::reason("{0}", choice->reason);
  }
  FloatType defaultCompute = parseCompute(computeName, &getContext());
  if (!defaultCompute) {
    emitError(loc) << "unknown compute type '" << computeName
                   << "', expected bf16, f16, tf32, f32 or auto";
    return signalPassFailure();
  }
  if (failed(checkCompute(computeName, chip, emulate, loc)))
    return signalPassFailure();
  FailureOr<Policy> policyOr = Policy::create(policy, policyFile, loc);
  if (failed(policyOr))
    return signalPassFailure();
  std::string placementName = placement.empty() ? policyOr->getPlacement().str() : placement;
  std::unique_ptr<Placement> placer = createPlacement(placementName);
  if (!placer) {
    emitError(loc) << "unknown placement '" << placementName << "', expected promote or paint";
    return signalPassFailure();
  }

  Labeller labeller(*policyOr, defaultCompute, computeName == "tf32");
  Report report({computeName, policy, placementName});
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    LabelMap labels;
    if (failed(labeller.label(function, labels)))
      return signalPassFailure();
    placer->decide(labels);
    for (auto &[op, decision] : labels) {
      settleAccumulator(op, decision);
      report.addDecision(op, decision);
      numLow += decision.decision == Decision::Low;
      numF32 += decision.decision == Decision::F32;
      if (annotate)
        annotateOp(op, decision);
    }
    RewriteCounts counts = rewriteFunction(function, labels);
    numCasts += counts.narrowing + counts.widening;
    report.addFunction(function.getName(), counts);
    // Where the step is not built yet, `halftone-step` says it later.
    if (defaultCompute.isF16() && function.getName() == train::kStepFunction)
      remarkMissingScaling(function);
  }
  if (!reportFile.empty() && failed(report.write(reportFile, loc)))
    signalPassFailure();
}

} // namespace
