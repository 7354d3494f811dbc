// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `autocast`: labels by policy and facts, placement, rewrite, report.
//
//   1. Label: the policy's rule for the op (its forward op's, in the backward pass).
//      The innermost precision region sets the compute type; f32 there makes `low`
//      ops f32. An op on f64 keeps its types. A constant that the compute type would
//      turn into infinity or zero makes its op f32, as does a term at the end of the
//      range. What chooses between new and old state keeps the state's type.
//   2. Place: one decision for each op (Placement.h).
//   3. Rewrite: the casts (Rewrite.h).
//
// Which rule decided, and why, goes to remarks and to the report.
#include "halftone/Precision/Passes.h"

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

bool hasF64(Operation *op) {
  auto isF64 = [](Type type) { return getElementTypeOrSelf(type).isF64(); };
  return llvm::any_of(op->getOperandTypes(), isF64) || llvm::any_of(op->getResultTypes(), isF64);
}

bool touchesFloats(Operation *op) {
  auto isFloat = [](Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); };
  return llvm::any_of(op->getOperandTypes(), isFloat) ||
         llvm::any_of(op->getResultTypes(), isFloat) || op->getNumRegions();
}

/// True where every float that goes in and out is narrower than f32 already, but for
/// what is always wide.
bool isLowAsWritten(train::PrecisionOpInterface op) {
  auto isNarrow = [](Value value) {
    return cast<FloatType>(getElementTypeOrSelf(value.getType())).getWidth() < 32;
  };
  if (op->getNumRegions())
    return false;
  for (const train::TieGroup &group : op.getTieGroups()) {
    if (group.name == "stats" || group.name == "mask" || group.name == "state")
      continue;
    for (OpOperand *use : group.uses)
      if (!isNarrow(use->get()))
        return false;
    if (!llvm::all_of(group.defs, isNarrow))
      return false;
  }
  return true;
}

/// Why a constant operand forbids the compute type, or the empty string.
std::string constantForbids(Operation *op, FloatType compute) {
  for (Value operand : op->getOperands()) {
    std::optional<llvm::APFloat> number = getSplat(operand);
    if (!number || !number->isFinite() || number->isZero())
      continue;
    llvm::APFloat rounded = *number;
    bool loses;
    rounded.convert(compute.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
    // A mask at the end of the range overflows once something is added.
    llvm::APFloat half = llvm::scalbn(llvm::APFloat::getLargest(compute.getFloatSemantics()), -1,
                                      llvm::APFloat::rmNearestTiesToEven);
    bool atEnd = isa<train::AddOp, train::SubOp>(op) && llvm::abs(rounded) > half;
    if (rounded.isFinite() && !rounded.isZero() && !atEnd)
      continue;
    SmallString<16> text;
    number->toString(text, /*FormatPrecision=*/6);
    StringRef what = rounded.isZero()     ? " is 0 in "
                     : rounded.isFinite() ? " is at the end of the range of "
                                          : " overflows in ";
    std::string reason;
    llvm::raw_string_ostream(reason) << "the constant " << text << what << compute;
    return reason;
  }
  return {};
}

/// True for the choice between a new and an old value of a step's state: it has the
/// type that the state was declared with.
bool choosesState(Operation *op) {
  auto select = dyn_cast<train::SelectOp>(op);
  auto old = select ? dyn_cast<BlockArgument>(select.getOnFalse()) : BlockArgument();
  auto function = old ? dyn_cast<func::FuncOp>(old.getOwner()->getParentOp()) : func::FuncOp();
  if (!function)
    return false;
  StringRef name = train::getArgName(function, old.getArgNumber());
  std::optional<unsigned> update = name.empty() ? std::nullopt : train::findUpdate(function, name);
  return update && train::getResultValue(function, *update) == select.getResult();
}

void remarkUnknown(Operation *op, StringRef reason) {
  remark::missed(op->getLoc(), remark::RemarkOpts::name("unknown-op").category("autocast"))
      << remark::add("{0}", op->getName().getStringRef()) << remark::reason("{0}", reason);
}

struct AutocastPass : halftone::precision::impl::AutocastBase<AutocastPass> {
  using AutocastBase::AutocastBase;

  void runOnOperation() override;

private:
  /// The compute type that holds for `op`, and whether products are TF32.
  std::pair<FloatType, bool> computeFor(Operation *op) const;
  LogicalResult label(Operation *op, const Policy &policy, LabelMap &labels);
  void setTF32(Operation *op);

  FloatType defaultCompute;
  bool defaultTF32 = false;
};

std::pair<FloatType, bool> AutocastPass::computeFor(Operation *op) const {
  if (auto region = op->getParentOfType<train::PrecisionOp>())
    return {cast<FloatType>(region.getCompute()), region.getTf32()};
  return {defaultCompute, defaultTF32};
}

/// Marks an f32 product as TF32, where the op has such a mark.
void AutocastPass::setTF32(Operation *op) {
  auto isF32 = [](Type type) { return getElementTypeOrSelf(type).isF32(); };
  if (isa<train::DotGeneralOp, train::ConvOp, train::LinearOp>(op) &&
      llvm::all_of(op->getOperandTypes(), isF32) && !op->getAttr("acc"))
    op->setAttr("tf32", UnitAttr::get(op->getContext()));
}

LogicalResult AutocastPass::label(Operation *op, const Policy &policy, LabelMap &labels) {
  if (!touchesFloats(op))
    return success();
  if (!isa<train::PrecisionOpInterface>(op)) {
    // Ours without the interface (constants, casts, …) are no surprise.
    if (!isa_and_nonnull<train::TrainDialect, func::FuncDialect>(op->getDialect()))
      remarkUnknown(op, "not known to the policy: it keeps its types");
    return success();
  }
  auto [compute, isTF32] = computeFor(op);
  FailureOr<const Rule *> found = policy.find(op, compute.isF16());
  if (failed(found))
    return failure();
  Labelled labelled;
  labelled.compute = compute;
  if (const Rule *rule = *found) {
    labelled.label = rule->label;
    labelled.clear = rule->clear;
    labelled.reason = rule->why.empty() ? rule->source : rule->why + " (" + rule->source + ")";
  } else {
    labelled.reason = "no rule for this op: it keeps its types";
    remarkUnknown(op, labelled.reason);
  }
  if (hasF64(op)) {
    labelled.label = Label::Keep;
    labelled.reason = "f64 stays as it is";
  } else if (choosesState(op)) {
    labelled.label = Label::Keep;
    labelled.reason = "state keeps its declared type";
  } else if (compute.isF32()) {
    if (labelled.label == Label::Low && isTF32) {
      setTF32(op);
      labelled.reason += "; products in TF32";
    } else if (labelled.label == Label::Low || labelled.label == Label::F32Internal) {
      labelled.reason = "compute type f32 here";
    }
    if (labelled.label != Label::Keep)
      labelled.label = Label::F32;
  } else if ((labelled.label == Label::Follow || labelled.label == Label::Widest) &&
             isLowAsWritten(cast<train::PrecisionOpInterface>(op))) {
    // Nothing is won by widening; and a second run leaves it as the first one did.
    labelled.label = Label::Keep;
    labelled.reason = "in low precision as it was written";
  } else if (labelled.label != Label::F32 && labelled.label != Label::Keep) {
    std::string forbidden = constantForbids(op, compute);
    if (!forbidden.empty()) {
      labelled.label = Label::F32;
      labelled.reason = forbidden;
    }
  }
  labels.insert({op, std::move(labelled)});
  return success();
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
  defaultCompute = parseCompute(computeName, &getContext());
  defaultTF32 = computeName == "tf32";
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

  Report report({computeName, policy, placementName});
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    LabelMap labels;
    WalkResult labelled = function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      return failed(label(op, *policyOr, labels)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (labelled.wasInterrupted())
      return signalPassFailure();
    placer->decide(labels);
    for (auto &[op, decision] : labels) {
      report.addDecision(op, decision);
      numLow += decision.decision == Decision::Low;
      numF32 += decision.decision == Decision::F32;
      if (annotate)
        op->setAttr("train.precision", StringAttr::get(&getContext(), (toString(decision.decision) +
                                                                       ": " + decision.reason)));
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
