// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Updates of a step's state: the rules V4, V9, V10, V11 and V12.
//
//   1. Where the loss is scaled, every gated result is a choice between its new value and
//      its old argument, by a predicate that is true only where gradients are finite.
//   2. The predicate rests on a check of every gradient: the predicate's logic is followed
//      to the values that are finite whenever it holds.
//   3. The scaler's state comes from the scaler's update, on that predicate.
//   4. What updates an argument was computed from that argument, and from its gradient.
#include "VerifyRules.h"

#include "mlir/IR/Matchers.h"

#include <map>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

/// Values that are finite whenever a predicate has some truth; all of them where it never
/// has.
struct FiniteValues {
  bool isAll = false;
  DenseSet<Value> values;

  bool contains(Value value) const { return isAll || values.contains(value); }
  bool isEmpty() const { return !isAll && values.empty(); }
};

FiniteValues unite(FiniteValues a, const FiniteValues &b) {
  a.isAll |= b.isAll;
  a.values.insert(b.values.begin(), b.values.end());
  return a;
}

FiniteValues intersect(const FiniteValues &a, const FiniteValues &b) {
  if (a.isAll || b.isAll)
    return a.isAll ? b : a;
  FiniteValues both;
  for (Value value : a.values)
    if (b.values.contains(value))
      both.values.insert(value);
  return both;
}

/// A value that is finite exactly where `value` is: behind casts that widen.
Value skipWidening(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    if (!isa<FloatType>(getElementType(cast.getOperand())) || cast.isNarrowing())
      break;
    value = cast.getOperand();
  }
  return value;
}

class GateRules {
public:
  GateRules(Verifier &verifier, const FunctionFacts &facts) : verifier(verifier), facts(facts) {}

  void run() {
    for (unsigned index = 0; index < facts.getNumResults(); ++index) {
      if (facts.getUpdatedName(index).empty() || !facts.getUpdatedArg(index))
        continue;
      if (facts.isScaled)
        verifyGate(index);
      verifyOwn(index);
    }
    if (facts.isScaled)
      verifyCheckPlaces();
  }

private:
  Verifier &verifier;
  const FunctionFacts &facts;
  /// By predicate and truth: many updates have one predicate.
  using Truth = std::pair<const void *, bool>;
  static Truth truthOf(Value predicate, bool truth) {
    return {predicate.getAsOpaquePointer(), truth};
  }
  std::map<Truth, FiniteValues> known;
  std::map<Truth, std::string> missingByTruth;
  llvm::SetVector<Operation *> checks; ///< in the order in which they were met

  const FiniteValues &finiteWhen(Value predicate, bool truth);
  FiniteValues computeFinite(Value predicate, bool truth);
  bool isGated(Role role);
  void verifyGate(unsigned index);
  void verifyScalerState(unsigned index);
  void verifyCoverage(unsigned index, Value predicate, bool truth, Value updated);
  const std::string &findMissing(Value predicate, bool truth);
  void verifyCheckPlaces();
  void verifyOwn(unsigned index);
  void verifyOwnGradient(unsigned index, Operation *producer);
  std::string gradientName(Value gradient);
};

FiniteValues GateRules::computeFinite(Value predicate, bool truth) {
  FiniteValues none;
  Operation *op = predicate.getDefiningOp();
  if (!op)
    return none;
  if (auto all = dyn_cast<AllFiniteOp>(op)) {
    if (!truth)
      return none;
    checks.insert(op);
    for (Value input : all.getInputs())
      none.values.insert(skipWidening(input));
    return none;
  }
  // The same, decomposed.
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    auto each = reduce.getOperand().getDefiningOp<IsFiniteOp>();
    if (truth && reduce.getKind() == ReductionKind::and_ && each)
      none.values.insert(skipWidening(each.getOperand()));
    return none;
  }
  if (auto each = dyn_cast<IsFiniteOp>(op)) {
    if (truth)
      none.values.insert(skipWidening(each.getOperand()));
    return none;
  }
  if (isa<NotOp>(op))
    return finiteWhen(op->getOperand(0), !truth);
  bool isAnd = isa<AndOp>(op);
  if (isAnd || isa<OrOp>(op)) {
    FiniteValues a = finiteWhen(op->getOperand(0), truth);
    const FiniteValues &b = finiteWhen(op->getOperand(1), truth);
    return isAnd == truth ? unite(std::move(a), b) : intersect(a, b);
  }
  if (auto select = dyn_cast<SelectOp>(op)) {
    FiniteValues onTrue =
        unite(finiteWhen(select.getPred(), true), finiteWhen(select.getOnTrue(), truth));
    FiniteValues onFalse =
        unite(finiteWhen(select.getPred(), false), finiteWhen(select.getOnFalse(), truth));
    return intersect(onTrue, onFalse);
  }
  if (isa<BroadcastInDimOp, ReshapeOp>(op))
    return finiteWhen(op->getOperand(0), truth);
  DenseIntElementsAttr constant;
  if (matchPattern(predicate, m_Constant(&constant)) && constant.isSplat())
    none.isAll = constant.getSplatValue<APInt>().getBoolValue() != truth;
  return none;
}

const FiniteValues &GateRules::finiteWhen(Value predicate, bool truth) {
  auto place = known.find(truthOf(predicate, truth));
  if (place != known.end())
    return place->second;
  FiniteValues finite = computeFinite(predicate, truth);
  return known[truthOf(predicate, truth)] = std::move(finite);
}

bool GateRules::isGated(Role role) {
  switch (role) {
  case Role::param:
  case Role::opt_state:
  case Role::ema:
  case Role::step_count:
    return true;
  case Role::model_state:
    // PyTorch's scaler leaves running statistics alone.
    return !facts.isTorchScaler && verifier.getOptions().policy != "torch";
  default: // a weight copy is gated by being the cast of what is (V8)
    return false;
  }
}

void GateRules::verifyGate(unsigned index) {
  std::optional<Role> role = facts.getResultRole(index);
  if (role == Role::scaler_state)
    return verifyScalerState(index);
  if (!role || !isGated(*role))
    return;
  Value value = facts.getResult(index), old = facts.getUpdatedArg(index);
  if (value == old)
    return;
  StringRef name = facts.getUpdatedName(index);
  auto select = value.getDefiningOp<SelectOp>();
  bool isOnTrue = select && select.getOnFalse() == old;
  bool isChoice = isOnTrue || (select && select.getOnTrue() == old);
  if (!isChoice || finiteWhen(select.getPred(), isOnTrue).isEmpty()) {
    OpPath path;
    if (Operation *op = value.getDefiningOp())
      path.push_back(op);
    return verifier.report(RuleId::Gate, getReturn(facts.function),
                           words("the update of '", name,
                                 "' is not chosen by 'train.all_finite' from the new and the "
                                 "old value"),
                           path);
  }
  verifyCoverage(index, select.getPred(), isOnTrue,
                 isOnTrue ? select.getOnTrue() : select.getOnFalse());
}

/// The gradient that a consumer's operand is, behind clips and casts: an unscale's result.
OpResult findUnscaled(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<UnscaleOp>(op))
      return cast<OpResult>(value);
    if (isa<ClipByGlobalNormOp, OptimizationBarrierOp>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else if (isa<CastOp>(op))
      value = op->getOperand(0);
    else
      break;
  }
  return {};
}

/// Which unscaled gradient is not known to be finite; empty for none.
const std::string &GateRules::findMissing(Value predicate, bool truth) {
  auto [place, isNew] = missingByTruth.try_emplace(truthOf(predicate, truth));
  if (!isNew)
    return place->second;
  const FiniteValues &finite = finiteWhen(predicate, truth);
  for (UnscaleOp unscale : facts.unscales)
    for (auto [grad, result] : llvm::zip_equal(unscale.getGrads(), unscale.getResults()))
      if (!finite.contains(result) && !finite.contains(skipWidening(grad)))
        return place->second = gradientName(result);
  return place->second;
}

void GateRules::verifyCoverage(unsigned index, Value predicate, bool truth, Value updated) {
  std::string missing;
  OpPath path;
  if (Operation *op = predicate.getDefiningOp())
    path.push_back(op);
  if (!facts.isTorchScaler) {
    missing = findMissing(predicate, truth);
  } else if (auto consumer =
                 dyn_cast_or_null<GradientConsumerOpInterface>(updated.getDefiningOp())) {
    // Each optimizer by its own check.
    const FiniteValues &finite = finiteWhen(predicate, truth);
    for (OpOperand *use : consumer.getGradientOperands())
      if (OpResult unscaled = findUnscaled(use->get())) {
        auto unscale = cast<UnscaleOp>(unscaled.getOwner());
        Value scaled = unscale.getGrads()[unscaled.getResultNumber()];
        if (!finite.contains(unscaled) && !finite.contains(skipWidening(scaled)))
          missing = gradientName(unscaled);
      }
  }
  if (!missing.empty())
    verifier.report(RuleId::CheckCovers, getReturn(facts.function),
                    words("the update of '", facts.getUpdatedName(index),
                          "' goes by a finite check that leaves out ", missing),
                    path);
}

/// By the parameter's name, where the step says it.
std::string GateRules::gradientName(Value gradient) {
  OpResult unscaled = findUnscaled(gradient);
  auto names = facts.function->getAttrOfType<ArrayAttr>(attr::gradientNames);
  unsigned number = unscaled.getResultNumber();
  if (names && facts.unscales.size() == 1 && number < names.size())
    return words("gradient '", cast<StringAttr>(names[number]).getValue(), "'");
  return words("gradient ", number);
}

void GateRules::verifyScalerState(unsigned index) {
  if (facts.unscales.empty())
    return; // decomposed
  Value value = facts.getResult(index);
  Value old = facts.getUpdatedArg(index);
  StringRef name = facts.getUpdatedName(index);
  auto error = [&](const std::string &message) {
    OpPath path;
    if (Operation *op = value.getDefiningOp())
      path.push_back(op);
    verifier.report(RuleId::ScalerState, getReturn(facts.function), message, path);
  };
  auto update = value.getDefiningOp<ScalerUpdateOp>();
  if (!update)
    return error(
        words("'", name, "' is not what 'train.scaler_update' makes of it",
              value.getDefiningOp<SelectOp>() ? "; a skipped step changes the scale" : ""));
  // Its results come in the order of what they continue, behind the predicate.
  if (update->getOperand(cast<OpResult>(value).getResultNumber() + 1) != old)
    return error(words("'", name, "' is made of another value than its own"));
  if (finiteWhen(update.getFinite(), true).isEmpty())
    return error(words("'", name, "' does not follow 'train.all_finite'"));
  const std::string &missing = findMissing(update.getFinite(), true);
  if (!missing.empty())
    error(words("'", name, "' goes by a finite check that leaves out ", missing));
}

/// A check of scaled gradients doesn't see an unscale that overflows.
void GateRules::verifyCheckPlaces() {
  if (facts.isTorchScaler || facts.unscales.empty())
    return;
  DenseSet<Value> scaled;
  for (UnscaleOp unscale : facts.unscales)
    for (Value grad : unscale.getGrads())
      scaled.insert(skipWidening(grad));
  for (Operation *check : checks)
    for (auto [number, input] : llvm::enumerate(check->getOperands()))
      if (scaled.contains(skipWidening(input))) {
        OpPath path;
        if (Operation *op = input.getDefiningOp())
          path.push_back(op);
        verifier.report(RuleId::CheckAfterUnscale, check,
                        words("'", check->getName(), "' looks at operand ", number,
                              " before the loss scale is taken off; an unscale that overflows "
                              "goes unseen"),
                        path);
        break;
      }
}

//===----------------------------------------------------------------------===//
// V12
//===----------------------------------------------------------------------===//

/// The operand that a result of declared type continues: `exp_avg` of `new_exp_avg`.
OpOperand *findContinued(PrecisionOpInterface op, Value result) {
  SmallVector<TieGroup> groups = op.getTieGroups();
  StringRef name;
  for (const TieGroup &group : groups)
    if (llvm::is_contained(group.defs, result)) {
      if (group.kind == TieKind::Declared && group.uses.size() == 1)
        return group.uses.front();
      name = group.name;
    }
  if (!name.consume_front("new_"))
    return nullptr;
  for (const TieGroup &group : groups)
    if (group.name == name && group.uses.size() == 1)
      return group.uses.front();
  return nullptr;
}

Value skipCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>())
    value = cast.getOperand();
  return value;
}

void GateRules::verifyOwn(unsigned index) {
  if (facts.getResultRole(index) == Role::weight_copy)
    return; // V8
  Value old = facts.getUpdatedArg(index);
  Value value = skipCasts(skipGate(facts.getResult(index), old));
  Operation *producer = value.getDefiningOp();
  auto model = dyn_cast_or_null<PrecisionOpInterface>(producer);
  if (!model || model->getNumRegions())
    return;
  if (OpOperand *continued = findContinued(model, value)) {
    auto source = dyn_cast<BlockArgument>(skipCasts(continued->get()));
    if (source && source != old && source.getOwner()->isEntryBlock() &&
        isa<func::FuncOp>(source.getOwner()->getParentOp()))
      verifier.report(RuleId::OwnUpdate, producer,
                      words("the new value of '", facts.getUpdatedName(index), "' is made of '",
                            getArgName(facts.function, source.getArgNumber()), "'"));
  }
  if (facts.getResultRole(index) == Role::param)
    verifyOwnGradient(index, producer);
}

/// Under loss scaling the step has the names of its gradients.
void GateRules::verifyOwnGradient(unsigned index, Operation *producer) {
  auto consumer = dyn_cast<GradientConsumerOpInterface>(producer);
  auto names = facts.function->getAttrOfType<ArrayAttr>(attr::gradientNames);
  if (!consumer || !names || facts.unscales.size() != 1)
    return;
  for (OpOperand *use : consumer.getGradientOperands()) {
    OpResult unscaled = findUnscaled(use->get());
    if (!unscaled || unscaled.getResultNumber() >= names.size())
      continue;
    StringRef name = cast<StringAttr>(names[unscaled.getResultNumber()]).getValue();
    auto other = facts.args.find(name);
    if (other != facts.args.end() && name != facts.getUpdatedName(index) &&
        getArgRole(facts.function, other->second) == Role::param)
      verifier.report(
          RuleId::OwnUpdate, producer,
          words("'", facts.getUpdatedName(index), "' is updated with the gradient of '", name, "'"),
          {unscaled.getOwner()});
  }
}

} // namespace

void halftone::precision::verifyGates(Verifier &verifier, const FunctionFacts &facts) {
  GateRules(verifier, facts).run();
}
