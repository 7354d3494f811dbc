// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `autocast`: labels by policy and facts, placement, rewrite, report.
//
//   1. Label: a label for each op, and for each tie group that a rule names (Labels.h).
//   2. Place: one decision for each (Placement.h).
//   3. Rewrite: the casts (Rewrite.h).
//
// Which rule decided, and why, goes to remarks and to the report.
#include "halftone/Precision/CastCost.h"
#include "halftone/Precision/Passes.h"

#include "Explain.h"
#include "ForeignOps.h"
#include "Islands.h"
#include "Labels.h"
#include "Lints.h"
#include "Report.h"
#include "ReportFiles.h"
#include "StepParts.h"
#include "WideDefinitions.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Calibration.h"
#include "halftone/Precision/Placement.h"
#include "halftone/Precision/Ranges.h"
#include "halftone/Precision/Targets.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSet.h"

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
  void getDependentDialects(DialectRegistry &registry) const override {
    AutocastBase::getDependentDialects(registry);
    registerForeignOps(registry);
  }

private:
  void annotateOp(Operation *op, const Labelled &labelled);
  FailureOr<std::optional<Calibration>> readCalibration(const Policy &policy);
  void warnForeignCalibration(const RangeFacts &ranges, Location loc);
  LogicalResult checkTypes(const LabelMap &labels, StringRef chip, llvm::StringSet<> &known);
};

/// What `calibration` names, where it names anything.
FailureOr<std::optional<Calibration>> AutocastPass::readCalibration(const Policy &policy) {
  if (calibration.empty())
    return std::optional<Calibration>();
  Location loc = getOperation().getLoc();
  if (!policy.needsRanges())
    return emitError(loc) << "calibration has no effect: policy '" << policy.getName()
                          << "' does not use ranges (\"ranges\": true in a policy file)";
  FailureOr<Calibration> read = Calibration::read(calibration, loc);
  if (failed(read))
    return failure();
  return std::optional(std::move(*read));
}

/// A calibration of another model, or of another text of this one, says nothing.
void AutocastPass::warnForeignCalibration(const RangeFacts &ranges, Location loc) {
  const CalibrationIndex *index = ranges.getCalibration();
  if (!index)
    return;
  if (index->empty())
    emitWarning(loc) << "calibration: '" << calibration << "' names no value of this module";
  else if (2 * index->getNumFound() < index->getNumResults())
    emitWarning(loc) << "calibration: '" << calibration << "' names " << index->getNumFound()
                     << " of the " << index->getNumResults()
                     << " results of ops here; it is of another model, or of another text of this "
                        "one (ops are told by their names, or lines, in the source)";
}

/// The compute types that rules and regions bring in are the target's too. Each is looked
/// at once, where it is found first; `known` has those that were.
LogicalResult AutocastPass::checkTypes(const LabelMap &labels, StringRef chip,
                                       llvm::StringSet<> &known) {
  for (auto &[op, labelled] : labels) {
    bool isLow = labelled.label == Label::Low || labelled.label == Label::F32Internal;
    StringRef type = labelled.products == ProductType::TF32 ? "tf32"
                     : !isLow                               ? ""
                     : labelled.compute.isF16()             ? "f16"
                     : labelled.compute.isBF16()            ? "bf16"
                                                            : "";
    if (!type.empty() && known.insert(type).second &&
        failed(checkCompute(type, chip, emulate, op->getLoc())))
      return failure();
  }
  return success();
}

/// Writes the decision, and that of each group, as attributes.
void AutocastPass::annotateOp(Operation *op, const Labelled &labelled) {
  Builder builder(op);
  op->setAttr("train.precision",
              builder.getStringAttr(toString(labelled.decision) + ": " + labelled.reason));
  if (labelled.island)
    op->setAttr("train.island", builder.getI64IntegerAttr(labelled.island));
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
                   << "', expected bf16, f16, tf32, f32 or auto; fp8 is for products, by "
                      "'train-fp8' (--amp=fp8)";
    return signalPassFailure();
  }
  if (failed(checkCompute(computeName, chip, emulate, loc)))
    return signalPassFailure();
  FailureOr<Policy> policyOr = Policy::create(policy, policyFile, loc);
  if (failed(policyOr))
    return signalPassFailure();
  std::string placementName = placement.empty() ? policyOr->getPlacement().str() : placement;
  PlacementOptions options;
  StringRef narrowing = narrow.empty() ? policyOr->getNarrow() : narrow.getValue();
  options.narrowForBytes = narrowing == "bytes";
  options.prices = prices == "kernels" ? Prices::Kernels : Prices::Traffic;
  std::unique_ptr<Placement> placer = createPlacement(placementName, options);
  if (!placer) {
    emitError(loc) << "unknown placement '" << placementName
                   << "', expected min-cut, promote or paint";
    return signalPassFailure();
  }
  if (!narrow.empty() && narrow != "values" && narrow != "bytes") {
    emitError(loc) << "unknown way to narrow '" << narrow << "', expected values or bytes";
    return signalPassFailure();
  }

  if (prices != "traffic" && prices != "kernels") {
    emitError(loc) << "unknown prices '" << prices << "', expected traffic or kernels";
    return signalPassFailure();
  }

  FailureOr<std::optional<Calibration>> measured = readCalibration(*policyOr);
  if (failed(measured))
    return signalPassFailure();
  // Rows are worth their time only where somebody reads them.
  bool keepsRows = !reportFile.empty() || !htmlFile.empty() || !explain.empty();
  Report report({computeName, policy, placementName, chip, prices, {}}, keepsRows);
  ForeignOps wrapped(module, *policyOr);
  std::optional<RangeFacts> ranges;
  if (policyOr->needsRanges() && !defaultCompute.isF32())
    ranges = RangeFacts::compute(module, *measured ? &**measured : nullptr);
  if (ranges)
    warnForeignCalibration(*ranges, loc);
  Labeller labeller(*policyOr, defaultCompute, computeName == "tf32", ranges ? &*ranges : nullptr);
  llvm::StringSet<> checkedTypes;
  checkedTypes.insert(computeName);
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    LabelMap labels;
    if (failed(labeller.label(function, labels)) || failed(checkTypes(labels, chip, checkedTypes)))
      return signalPassFailure();
    keepWideDefinitions(labels);
    if (policyOr->usesIslands())
      growIslands(function, labels);
    StepParts parts(function);
    PlacementResult placed = placer->decide(function, parts, labels);
    for (auto &[op, decision] : labels) {
      settleAccumulator(op, decision);
      numLow += decision.decision == Decision::Low;
      numF32 += decision.decision == Decision::F32;
      if (annotate)
        annotateOp(op, decision);
    }
    report.begin(function, parts, labels, ranges ? &*ranges : nullptr);
    RewriteCounts counts = rewriteFunction(function, parts, labels, options.prices);
    numCasts += counts.narrowing + counts.widening;
    report.end(function, counts, placed, options.prices);
    // Where the step is not built yet, `halftone-step` says it later.
    if (defaultCompute.isF16() && function.getName() == train::kStepFunction)
      if (auto step = dyn_cast<func::FuncOp>(*function))
        remarkMissingScaling(step);
  }
  warnUnmatchedRules(*policyOr, defaultCompute.isF16(), loc);
  if (failed(writeReports(report.get(), reportFile, htmlFile, loc)))
    return signalPassFailure();
  if (!explain.empty() && failed(precision::explain(llvm::errs(), report.get(), explain, loc)))
    signalPassFailure();
}

} // namespace
