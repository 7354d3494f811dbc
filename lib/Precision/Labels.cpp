// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Labels.h"

#include "Rewrite.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

bool hasF64(Operation *op) {
  auto isF64 = [](Type type) { return getElementTypeOrSelf(type).isF64(); };
  return llvm::any_of(op->getOperandTypes(), isF64) || llvm::any_of(op->getResultTypes(), isF64);
}

bool touchesFloats(Operation *op) {
  auto isFloat = [](Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); };
  return llvm::any_of(op->getOperandTypes(), isFloat) ||
         llvm::any_of(op->getResultTypes(), isFloat) || op->getNumRegions();
}

bool isNarrow(Value value) {
  return cast<FloatType>(getElementTypeOrSelf(value.getType())).getWidth() < 32;
}

/// True where every value of the group is narrower than f32 already.
bool isLowAsWritten(const train::TieGroup &group) {
  return llvm::all_of(group.uses, [](OpOperand *use) { return isNarrow(use->get()); }) &&
         llvm::all_of(group.defs, isNarrow);
}

/// True where every float that goes in and out with the op's label is narrower than f32
/// already.
bool isLowAsWritten(Operation *op, ArrayRef<train::TieGroup> groups, const Labelled &labelled) {
  if (op->getNumRegions())
    return false;
  for (auto [index, group] : llvm::enumerate(groups)) {
    bool takesLabel =
        group.kind == train::TieKind::Flowing || group.kind == train::TieKind::Standing;
    if (takesLabel && !labelled.findGroup(index) && !isLowAsWritten(group))
      return false;
  }
  return true;
}

/// Why a constant operand forbids the compute type, or the empty string.
std::string constantForbids(Operation *op, ArrayRef<OpOperand *> uses, FloatType compute) {
  for (OpOperand *use : uses) {
    std::optional<llvm::APFloat> number = getSplat(use->get());
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
  return !name.empty() && llvm::any_of(select->getUses(), [&](OpOperand &use) {
    return isa<func::ReturnOp>(use.getOwner()) &&
           train::getUpdatedName(function, use.getOperandNumber()) == name;
  });
}

void remarkUnknown(Operation *op, StringRef reason) {
  remark::missed(op->getLoc(), remark::RemarkOpts::name("unknown-op").category("autocast"))
      << remark::add("{0}", op->getName().getStringRef()) << remark::reason("{0}", reason);
}

/// Marks an f32 product as TF32, where the op has such a mark.
void setTF32(Operation *op) {
  auto isF32 = [](Type type) { return getElementTypeOrSelf(type).isF32(); };
  if (isa<train::DotGeneralOp, train::ConvOp, train::LinearOp>(op) &&
      llvm::all_of(op->getOperandTypes(), isF32) && !op->getAttr("acc"))
    op->setAttr("tf32", UnitAttr::get(op->getContext()));
}

bool isFree(Label label) { return label == Label::Follow || label == Label::Widest; }

/// Whether a rule may give a group this label.
LogicalResult verifyLabel(Operation *op, const train::TieGroup &group, const Rule &rule) {
  bool wide = group.kind == train::TieKind::Wide;
  if ((!wide && group.kind != train::TieKind::Declared) || rule.label == Label::Keep ||
      (wide && rule.label == Label::F32))
    return success();
  return op->emitOpError() << "can't have its group '" << group.name << "' '"
                           << toString(rule.label) << "' (" << rule.source << "), it is "
                           << (wide ? "f32 or f64 by definition"
                                    : "of the type that was declared outside");
}

/// Where all data of an op has one label of its own, that is the op's label.
void liftLabel(ArrayRef<train::TieGroup> groups, Labelled &labelled) {
  const LabelledGroup *common = nullptr;
  for (auto [index, group] : llvm::enumerate(groups)) {
    if (group.kind != train::TieKind::Flowing)
      continue;
    const LabelledGroup *own = labelled.findGroup(index);
    if (!own || (common && (own->label != common->label || own->clear != common->clear)))
      return;
    common = own;
  }
  if (!common)
    return;
  labelled.label = common->label;
  labelled.clear = common->clear;
  labelled.reason = common->reason;
  llvm::erase_if(labelled.groups, [&](const LabelledGroup &own) {
    return groups[own.index].kind == train::TieKind::Flowing;
  });
}

} // namespace

std::pair<FloatType, bool> Labeller::computeFor(Operation *op) const {
  if (auto region = op->getParentOfType<train::PrecisionOp>())
    return {cast<FloatType>(region.getCompute()), region.getTf32()};
  return {defaultCompute, defaultTF32};
}

LogicalResult Labeller::labelGroups(Operation *op, const ParameterGradients &gradients,
                                    Labelled &labelled) const {
  auto model = cast<train::PrecisionOpInterface>(op);
  bool f16 = labelled.compute.isF16();
  SmallVector<train::TieGroup> groups = model.getTieGroups();
  for (auto [index, group] : llvm::enumerate(groups)) {
    FailureOr<const Rule *> rule = policy.find(op, f16, gradients, group.name);
    if (failed(rule) || (*rule && failed(verifyLabel(op, group, **rule))))
      return failure();
    bool isFixed = group.kind == train::TieKind::Wide || group.kind == train::TieKind::Declared;
    if (*rule && !isFixed)
      labelled.groups.push_back({static_cast<unsigned>(index), group.name, (*rule)->label,
                                 (*rule)->clear, Decision::Keep, (*rule)->getReason()});
  }
  liftLabel(groups, labelled);
  if (!llvm::is_contained(model.getTieGroupNames(), "acc"))
    return success();
  FailureOr<const Rule *> rule = policy.find(op, f16, gradients, "acc");
  if (failed(rule))
    return failure();
  if (*rule)
    labelled.acc =
        LabelledGroup{0, "acc", (*rule)->label, false, Decision::Keep, (*rule)->getReason()};
  return success();
}

/// In a region of f32 everything is, but for what keeps its types.
static void widenAll(Operation *op, bool tf32, Labelled &labelled) {
  if (labelled.label == Label::Low && tf32) {
    setTF32(op);
    labelled.reason += "; products in TF32";
  } else if (labelled.label == Label::Low || labelled.label == Label::F32Internal) {
    labelled.reason = "compute type f32 here";
  }
  auto widen = [](Label &label) {
    if (label != Label::Keep)
      label = Label::F32;
  };
  widen(labelled.label);
  for (LabelledGroup &own : labelled.groups)
    widen(own.label);
  if (labelled.acc)
    widen(labelled.acc->label);
}

static constexpr StringLiteral lowAsWritten = "in low precision as it was written";

/// What the types and constants that a labelled group has say of it.
static void applyGroupFacts(Operation *op, const train::TieGroup &group, FloatType compute,
                            LabelledGroup &own) {
  if (isFree(own.label) && isLowAsWritten(group)) {
    own.label = Label::Keep;
    own.reason = lowAsWritten.str();
    return;
  }
  std::string forbidden;
  if (own.label != Label::F32 && own.label != Label::Keep)
    forbidden = constantForbids(op, group.uses, compute);
  if (forbidden.empty())
    return;
  own.label = Label::F32;
  own.reason = forbidden;
}

/// A result that was written in another type than data which is as the label wants it:
/// somebody (a first run, too) decided on the one rounding between them.
static void keepWrittenResults(ArrayRef<train::TieGroup> groups, Labelled &labelled) {
  bool isLow = labelled.label == Label::Low || labelled.label == Label::F32Internal;
  if (!isLow && labelled.label != Label::F32)
    return;
  bool hasData = false;
  for (auto [index, group] : llvm::enumerate(groups)) {
    if (group.kind != train::TieKind::Flowing || group.uses.empty() || labelled.findGroup(index))
      continue;
    hasData = true;
    for (OpOperand *use : group.uses)
      if (isNarrow(use->get()) != isLow)
        return;
  }
  for (auto [index, group] : llvm::enumerate(groups))
    if (hasData && group.kind == train::TieKind::Flowing && group.uses.empty() &&
        !labelled.findGroup(index) && isNarrow(group.defs.front()) != isLow)
      labelled.groups.push_back({static_cast<unsigned>(index), group.name, Label::Keep, false,
                                 Decision::Keep, "as it was written"});
}

void Labeller::applyFacts(Operation *op, bool tf32, Labelled &labelled) const {
  bool isF64 = hasF64(op);
  if (isF64 || choosesState(op)) {
    labelled.label = Label::Keep;
    labelled.reason = isF64 ? "f64 stays as it is" : "state keeps its declared type";
    labelled.groups.clear();
    labelled.acc.reset();
    return;
  }
  if (labelled.compute.isF32())
    return widenAll(op, tf32, labelled);
  SmallVector<train::TieGroup> groups = cast<train::PrecisionOpInterface>(op).getTieGroups();
  for (LabelledGroup &own : labelled.groups)
    applyGroupFacts(op, groups[own.index], labelled.compute, own);
  // Nothing is won by widening; and a second run leaves it as the first one did.
  if (isFree(labelled.label) && isLowAsWritten(op, groups, labelled)) {
    labelled.label = Label::Keep;
    labelled.reason = lowAsWritten.str();
  }
  for (auto [index, group] : llvm::enumerate(groups)) {
    if (labelled.label == Label::F32 || labelled.label == Label::Keep)
      break;
    std::string forbidden = labelled.findGroup(index)
                                ? std::string()
                                : constantForbids(op, group.uses, labelled.compute);
    if (forbidden.empty())
      continue;
    labelled.label = Label::F32;
    labelled.reason = forbidden;
  }
  keepWrittenResults(groups, labelled);
}

LogicalResult Labeller::label(Operation *op, const ParameterGradients &gradients,
                              LabelMap &labels) const {
  if (!touchesFloats(op))
    return success();
  if (!isa<train::PrecisionOpInterface>(op)) {
    // Ours without the interface (constants, casts, …) are no surprise.
    if (!isa_and_nonnull<train::TrainDialect, func::FuncDialect>(op->getDialect()))
      remarkUnknown(op, "not known to the policy: it keeps its types");
    return success();
  }
  auto [compute, isTF32] = computeFor(op);
  FailureOr<const Rule *> found = policy.find(op, compute.isF16(), gradients);
  if (failed(found))
    return failure();
  Labelled labelled;
  labelled.compute = compute;
  if (const Rule *rule = *found) {
    labelled.label = rule->label;
    labelled.clear = rule->clear;
    labelled.reason = rule->getReason();
  } else {
    labelled.reason = "no rule for this op: it keeps its types";
    remarkUnknown(op, labelled.reason);
  }
  if (failed(labelGroups(op, gradients, labelled)))
    return failure();
  applyFacts(op, isTF32, labelled);
  labels.insert({op, std::move(labelled)});
  return success();
}

LogicalResult Labeller::label(func::FuncOp function, LabelMap &labels) const {
  ParameterGradients gradients(function);
  WalkResult result = function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    return failed(label(op, gradients, labels)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
