// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Labels.h"

#include "LabelRanges.h"
#include "halftone/Dialect/Train/Transforms/Fp8.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/TieGroups.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// A float that the op takes or gives and that keeps it as it is, or null: one wider than
/// f32 (f64, f80, f128), or fp8, which has scales that no cast of ours could give it.
FloatType findFixed(Operation *op) {
  FloatType fixed;
  auto look = [&](Type type) {
    unsigned width = getFloatWidth(type);
    if (width > 32 || (width > 0 && width < 16 && !fixed))
      fixed = getFloat(type);
    return width > 32;
  };
  if (!llvm::any_of(op->getOperandTypes(), look))
    (void)llvm::any_of(op->getResultTypes(), look);
  return fixed;
}

bool touchesFloats(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isFloat) ||
         llvm::any_of(op->getResultTypes(), isFloat) || (op->getNumRegions() && !ownsBody(op));
}

/// True for an op whose body works on the elements of a buffer, which can't be cast.
bool worksOnBuffers(Operation *op) {
  return ownsBody(op) && llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// True where every value of the group is narrower than f32 already.
bool isLowAsWritten(const train::TieGroup &group) {
  return llvm::all_of(group.uses, [](OpOperand *use) { return isNarrow(use->get().getType()); }) &&
         llvm::all_of(group.defs, [](Value def) { return isNarrow(def.getType()); });
}

/// True where every float that goes in and out with the op's label is narrower than f32
/// already.
bool isLowAsWritten(Operation *op, ArrayRef<train::TieGroup> groups, const Labelled &labelled) {
  if (op->getNumRegions() && !ownsBody(op))
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
      << remark::add("{0}", getOpName(op)) << remark::reason("{0}", reason);
}

/// The mark of products in TF32, as it was written, where the op can have it.
std::optional<Attribute> getTF32(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Attribute>>(op)
      .Case<train::DotGeneralOp, train::ConvOp, train::LinearOp>( // quicker than by name
          [](auto product) { return Attribute(product.getTf32Attr()); })
      .Default([](Operation *other) {
        // An op without properties answers for any name.
        bool canHave = llvm::any_of(other->getName().getAttributeNames(),
                                    [](StringAttr name) { return name == "tf32"; });
        return canHave ? other->getInherentAttr("tf32") : std::nullopt;
      });
}

/// The type in which a contraction multiplies: what a rule says; else TF32 where that was
/// written on the op, which then needs f32 operands.
void setProducts(Operation *op, StringRef products, Labelled &labelled) {
  if (!labelled.accumulates) // no rule speaks of the products of another op
    return;
  Builder builder(op->getContext());
  if (std::optional<Attribute> mark = getTF32(op))
    labelled.tf32 = *mark ? Mark::Set : Mark::Clear;
  if (products == "fp8")
    labelled.products = ProductType::FP8;
  else if (products == "bf16" || products == "f16")
    labelled.compute =
        products == "f16" ? FloatType(builder.getF16Type()) : FloatType(builder.getBF16Type());
  else if (products == "tf32" && labelled.tf32 != Mark::None)
    labelled.products = ProductType::TF32;
  else if (products.empty() && labelled.tf32 == Mark::Set) {
    labelled.products = ProductType::TF32;
    labelled.label = Label::F32;
    labelled.reason = "products in TF32 as it was written";
    labelled.basis = Basis::Written;
  }
}

SmallVector<OpOperand *> pointersTo(MutableArrayRef<OpOperand> operands) {
  return llvm::to_vector(llvm::make_pointer_range(operands));
}

bool isFree(Label label) { return label == Label::Follow || label == Label::Widest; }

/// Whether a rule may give a group this label.
LogicalResult verifyLabel(Operation *op, const train::TieGroup &group, const Rule &rule) {
  bool wide = group.kind == train::TieKind::Wide;
  if ((!wide && group.kind != train::TieKind::Declared) || rule.label == Label::Keep ||
      (wide && rule.label == Label::F32))
    return success();
  return emitOpError(op) << "can't have its group '" << group.name << "' '" << toString(rule.label)
                         << "' (" << rule.source << "), it is "
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
  if (auto region = op->getParentOfType<train::PrecisionOp>()) {
    auto compute = cast<FloatType>(region.getCompute());
    // That is for `train-fp8` and products; all else is as outside, and low.
    if (compute.getWidth() == 8)
      compute =
          defaultCompute.isF32() ? FloatType(BFloat16Type::get(op->getContext())) : defaultCompute;
    return {compute, region.getTf32()};
  }
  return {defaultCompute, defaultTF32};
}

LogicalResult Labeller::labelGroups(Operation *op, ArrayRef<train::TieGroup> groups,
                                    MatchFacts &facts, Labelled &labelled) const {
  // Most ops have no rule for a group of theirs.
  if (!facts.namesGroups())
    return success();
  bool f16 = labelled.compute.isF16();
  for (auto [index, group] : llvm::enumerate(groups)) {
    FailureOr<const Rule *> rule = policy.find(op, f16, facts, group.name);
    if (failed(rule) || (*rule && failed(verifyLabel(op, group, **rule))))
      return failure();
    bool isFixed = group.kind == train::TieKind::Wide || group.kind == train::TieKind::Declared;
    if (*rule && !isFixed)
      labelled.groups.push_back({static_cast<unsigned>(index), group.name, (*rule)->label,
                                 (*rule)->clear, Decision::Keep, (*rule)->getReason()});
  }
  liftLabel(groups, labelled);
  FailureOr<const Rule *> rule = policy.find(op, f16, facts, "acc");
  if (failed(rule))
    return failure();
  if (*rule && labelled.accumulates)
    labelled.acc =
        LabelledGroup{0, "acc", (*rule)->label, false, Decision::Keep, (*rule)->getReason()};
  return success();
}

/// An op that owns its body is as sensitive as what is in it, where no rule says more. `low`
/// rounds all that the body computes but partial sums; `f32-internal` nothing of it.
LogicalResult Labeller::labelBody(Operation *op, ArrayRef<train::TieGroup> groups,
                                  MatchFacts &facts, Labelled &labelled) const {
  if (!ownsBody(op))
    return success();
  bool f16 = labelled.compute.isF16();
  WalkResult walked = op->walk([&](Operation *inner) {
    if (inner == op || !isFree(labelled.label) || !isa<train::PrecisionOpInterface>(inner))
      return WalkResult::advance();
    FailureOr<const Rule *> rule = policy.find(inner, f16, facts);
    if (failed(rule))
      return WalkResult::interrupt();
    if (*rule && (*rule)->label == Label::F32) {
      labelled.label = Label::F32;
      labelled.reason = keepText(op->getContext(), "its body has '" + getOpName(inner) + "', " +
                                                       (*rule)->getReason());
    }
    return WalkResult::advance();
  });
  bool hasSums = llvm::any_of(
      groups, [](const train::TieGroup &group) { return group.kind == train::TieKind::Apart; });
  if (!labelled.acc && labelled.accumulates) {
    LabelledGroup acc{0, "acc", labelled.label, false, Decision::Keep, labelled.reason};
    if (labelled.label == Label::F32Internal)
      acc.label = Label::F32;
    if (acc.label == Label::F32 || (acc.label == Label::Low && !hasSums))
      labelled.acc = acc;
  }
  return failure(walked.wasInterrupted());
}

/// In a region of f32 everything is, but for what keeps its types.
static void widenAll(Operation *op, bool tf32, Labelled &labelled) {
  if (labelled.label == Label::Low && tf32 && labelled.tf32 != Mark::None) {
    labelled.products = ProductType::TF32;
    labelled.reason = keepText(op->getContext(), labelled.reason + "; products in TF32");
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
    own.reason = lowAsWritten;
    return;
  }
  std::string forbidden;
  if (own.label != Label::F32 && own.label != Label::Keep)
    forbidden = constantForbids(op, group.uses, compute);
  if (forbidden.empty())
    return;
  own.label = Label::F32;
  own.reason = keepText(op->getContext(), forbidden);
  own.basis = Basis::Proof;
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
      if (isNarrow(use->get().getType()) != isLow)
        return;
  }
  for (auto [index, group] : llvm::enumerate(groups))
    if (hasData && group.kind == train::TieKind::Flowing && group.uses.empty() &&
        !labelled.findGroup(index) && isNarrow(group.defs.front().getType()) != isLow)
      labelled.groups.push_back({static_cast<unsigned>(index), group.name, Label::Keep, false,
                                 Decision::Keep, "as it was written"});
}

/// What keeps its types whatever a policy says, with the reason.
static bool keepsTypes(Operation *op, Labelled &labelled) {
  FloatType fixed = findFixed(op);
  if (!fixed && !choosesState(op))
    return false;
  bool updates = isa<train::GradientConsumerOpInterface>(op);
  labelled.label = Label::Keep;
  labelled.basis = Basis::Written;
  labelled.reason = !fixed                  ? "state keeps its declared type"
                    : fixed.getWidth() < 16 ? "fp8 stays as it is"
                    : updates               ? "updates keep the types that state is declared with"
                    : fixed.isF64() ? "f64 stays as it is"
                                    : keepText(op->getContext(),
                                               llvm::formatv("{0} stays as it is", fixed).str());
  return true;
}

void Labeller::applyFacts(Operation *op, ArrayRef<train::TieGroup> groups, bool tf32,
                          Labelled &labelled) const {
  if (labelled.compute.isF32())
    return widenAll(op, tf32, labelled);
  for (LabelledGroup &own : labelled.groups)
    applyGroupFacts(op, groups[own.index], labelled.compute, own);
  // Nothing is won by widening; and a second run leaves it as the first one did.
  if (isFree(labelled.label) && isLowAsWritten(op, groups, labelled)) {
    labelled.label = Label::Keep;
    labelled.reason = lowAsWritten;
  }
  std::string inBody;
  if (ownsBody(op) && labelled.label != Label::F32 && labelled.label != Label::Keep)
    op->walk([&](Operation *inner) {
      if (inner != op && inBody.empty())
        inBody = constantForbids(inner, pointersTo(inner->getOpOperands()), labelled.compute);
    });
  if (!inBody.empty()) {
    labelled.label = Label::F32;
    labelled.reason = keepText(op->getContext(), inBody);
    labelled.basis = Basis::Proof;
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
    labelled.reason = keepText(op->getContext(), forbidden);
    labelled.basis = Basis::Proof;
  }
  if (ranges && policy.usesRanges())
    applyRanges(op, groups, *ranges, labelled);
  keepWrittenResults(groups, labelled);
}

LogicalResult Labeller::label(Operation *op, MatchFacts &facts, LabelMap &labels) const {
  if (!touchesFloats(op) || worksOnBuffers(op) || hasNoPrecision(op))
    return success();
  auto model = dyn_cast<train::PrecisionOpInterface>(op);
  if (!model) {
    // Casts, constants, returns and what is ours are no surprise.
    if (!isCast(op) && !isConstant(op) && op != &op->getBlock()->back() &&
        !isa_and_nonnull<train::TrainDialect, func::FuncDialect>(op->getDialect()))
      remarkUnknown(op, "not known to the policy: it keeps its types");
    return success();
  }
  auto [compute, isTF32] = computeFor(op);
  FailureOr<const Rule *> found = policy.find(op, compute.isF16(), facts);
  if (failed(found))
    return failure();
  Labelled labelled;
  labelled.compute = compute;
  labelled.ties = model.getTieGroups();
  labelled.accumulates = hasAccumulator(model);
  if (const Rule *rule = *found) {
    labelled.label = rule->label;
    labelled.clear = rule->clear;
    labelled.open = rule->label != Label::F32 || rule->open;
    labelled.reason = rule->getReason();
    labelled.rule = rule->source;
  } else {
    labelled.reason = "no rule for this op: it keeps its types";
    remarkUnknown(op, labelled.reason);
  }
  bool saysIsland = *found && (*found)->op == getOpName(op) &&
                    ((*found)->island != IslandRole::None || !policy.isUsers(**found));
  labelled.islandRole =
      saysIsland ? (*found)->island : policy.getIslandRole(op, compute.isF16(), facts);
  // Where a region says f32, it says so of products too.
  bool isFixed = compute.isF32() && op->getParentOfType<train::PrecisionOp>();
  setProducts(op, *found && !isFixed ? StringRef((*found)->products) : StringRef(), labelled);
  if (!keepsTypes(op, labelled)) {
    if (failed(labelGroups(op, labelled.ties, facts, labelled)) ||
        failed(labelBody(op, labelled.ties, facts, labelled)))
      return failure();
    applyFacts(op, labelled.ties, isTF32, labelled);
  }
  labels.insert({op, std::move(labelled)});
  return success();
}

LogicalResult Labeller::label(FunctionOpInterface function, LabelMap &labels) const {
  ParameterGradients gradients(function);
  MatchFacts facts(gradients, ranges);
  size_t numOps = 0;
  for (Block &block : function.getFunctionBody())
    numOps += block.getOperations().size();
  labels.reserve(numOps);
  WalkResult result = function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(label(op, facts, labels)))
      return WalkResult::interrupt();
    return ownsBody(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
