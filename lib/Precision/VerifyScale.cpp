// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the loss scale is (StepDegrees.h): the rules V1, V2, V3 and the scale's part of V6.
// The scale's argument itself holds it once, so a second multiplication by hand shows.
#include "VerifyRules.h"

#include "halftone/Dialect/Train/Transforms/ModelCasts.h"
#include "halftone/Dialect/Train/Transforms/StepDegrees.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

/// The argument that a scale is, behind casts, or null.
BlockArgument scaleArgument(Value scale) {
  while (auto cast = scale.getDefiningOp<CastOp>())
    scale = cast.getOperand();
  return dyn_cast<BlockArgument>(scale);
}

/// Arguments that are the scale by their role, or that a seed or an unscale takes.
llvm::SmallSetVector<Value, 2> findScales(const FunctionFacts &facts) {
  llvm::SmallSetVector<Value, 2> scales;
  func::FuncOp function = facts.function;
  for (unsigned index : getArgsWithRole(function, Role::scaler_state))
    if (isa<FloatType>(getElementTypeOrSelf(function.getArgumentTypes()[index])))
      scales.insert(function.getArgument(index));
  auto add = [&](Value scale) {
    if (BlockArgument argument = scaleArgument(scale))
      scales.insert(argument);
  };
  for (SeedOp seed : facts.seeds)
    if (seed.getScale())
      add(seed.getScale());
  for (UnscaleOp unscale : facts.unscales)
    add(unscale.getScale());
  return scales;
}

bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

class ScaleRules {
public:
  ScaleRules(Verifier &verifier, const FunctionFacts &facts)
      : verifier(verifier), facts(facts), function(facts.function), scales(findScales(facts)),
        degrees(facts.function, scales.getArrayRef()) {}

  void run() {
    function.walk([&](Operation *op) {
      if (auto consumer = dyn_cast<GradientConsumerOpInterface>(op))
        verifyConsumer(consumer);
      else if (auto unscale = dyn_cast<UnscaleOp>(op))
        verifyUnscale(unscale);
    });
    verifyResults();
    verifyScaleTypes();
  }

private:
  Verifier &verifier;
  const FunctionFacts &facts;
  func::FuncOp function;
  llvm::SmallSetVector<Value, 2> scales;
  StepDegrees degrees;

  OpPath pathTo(Value value);
  void report(RuleId rule, Operation *op, const std::string &message, Value value);
  void verifyConsumer(GradientConsumerOpInterface consumer);
  void verifyUnscale(UnscaleOp unscale);
  void verifyResults();
  void verifyScaleTypes();
};

/// From where the scale comes in, or from where it is mixed, to `value`: by the first operand
/// of each op that holds it.
OpPath ScaleRules::pathTo(Value value) {
  OpPath path;
  DenseSet<Operation *> seen;
  Operation *mixing = degrees.getMixingOp(value);
  while (Operation *op = value.getDefiningOp()) {
    if (!seen.insert(op).second)
      break;
    path.push_back(op);
    if (op == mixing || isa<SeedOp>(op))
      break;
    Value next;
    for (Value operand : op->getOperands())
      if (!next && !(degrees.get(operand) == Degree{}) && !scales.contains(operand))
        next = operand;
    if (!next)
      break;
    value = next;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void ScaleRules::report(RuleId rule, Operation *op, const std::string &message, Value value) {
  Operation *mixing = degrees.getMixingOp(value);
  OpPath path = pathTo(value);
  if (mixing && !path.empty() && path.front() == mixing)
    path.erase(path.begin());
  verifier.report(rule, op, message, path, mixing, "mixes values with and without the scale");
}

void ScaleRules::verifyConsumer(GradientConsumerOpInterface consumer) {
  for (OpOperand *operand : consumer.getGradientOperands())
    if (!(degrees.get(operand->get()) == Degree{}))
      report(RuleId::ScaleBeforeUse, consumer,
             words("'", consumer->getName(), "' uses gradient ", operand->getOperandNumber(),
                   " that still holds the loss scale"),
             operand->get());
}

void ScaleRules::verifyUnscale(UnscaleOp unscale) {
  auto isSame = [&](SeedOp seed) {
    return !seed.getScale() || scaleArgument(seed.getScale()) == scaleArgument(unscale.getScale());
  };
  Degree ofScale = degrees.get(unscale.getScale());
  if (!scales.empty() && (!(ofScale == Degree{1, false}) || !llvm::all_of(facts.seeds, isSame)))
    report(RuleId::UnscaleOnce, unscale,
           words("'", unscale->getName(), "' divides by a value that is not the loss scale"),
           unscale.getScale());
  for (auto [index, grad] : llvm::enumerate(unscale.getGrads())) {
    Degree degree = degrees.get(grad);
    if (degree == Degree{1, false})
      continue;
    std::string how = degree.mixed       ? ", which holds it in part"
                      : degree.value > 1 ? words(", which holds it ", degree.value, " times")
                                         : ", which does not hold it";
    report(RuleId::UnscaleOnce, unscale,
           words("'", unscale->getName(), "' takes the scale from gradient ", index, how), grad);
  }
}

void ScaleRules::verifyResults() {
  // Without these ops it is in the arithmetic of a decomposition, which the analysis can't
  // tell from any other.
  if (facts.seeds.empty())
    return;
  func::ReturnOp ret = getReturn(facts.function);
  for (unsigned index = 0; index < facts.getNumResults(); ++index) {
    Value value = facts.getResult(index);
    std::optional<Role> role = facts.getResultRole(index);
    // The scale may be looked at.
    bool isScale =
        scales.contains(value) || role == Role::scaler_state || role == Role::amax_history;
    if (degrees.get(value) == Degree{} || role == Role::gradient || isScale)
      continue;
    report(RuleId::ScaleInResult, ret,
           words("result ", index, " '", getResultName(facts.function, index),
                 "' holds the loss scale"),
           value);
  }
}

/// The scale, and what is computed of it and constants alone, is f32: 2^16 is no value of f16.
void ScaleRules::verifyScaleTypes() {
  SmallVector<Value> work(scales.begin(), scales.end());
  DenseSet<Value> ofScale(scales.begin(), scales.end());
  for (SeedOp seed : facts.seeds)
    if (seed.getScale() && ofScale.insert(seed.getResult()).second)
      work.push_back(seed.getResult());
  auto isOfScale = [&](Value value) { return ofScale.contains(value) || isConstant(value); };
  while (!work.empty())
    for (Operation *user : work.pop_back_val().getUsers()) {
      auto cast = dyn_cast<CastOp>(user);
      if (user->getNumRegions() || !llvm::all_of(user->getOperands(), isOfScale) ||
          (cast && isModelCast(cast))) // a loss that the model has in 16 bits
        continue;
      for (Value result : user->getResults()) {
        auto element = dyn_cast<FloatType>(getElementTypeOrSelf(result));
        if (!element || !ofScale.insert(result).second)
          continue;
        work.push_back(result);
        if (element.getWidth() >= 32)
          continue;
        if (auto from = user->getOperand(0); getElementType(from) == element)
          continue; // said where it was narrowed
        verifier.report(RuleId::LossAndSeed, user,
                        words("the loss scale is rounded to '", element, "', expected f32"),
                        pathTo(user->getOperand(0)));
        verifier.markReported(user);
      }
    }
}

} // namespace

void halftone::precision::verifyScale(Verifier &verifier, const FunctionFacts &facts) {
  if (!facts.isScaled && facts.unscales.empty() &&
      getArgsWithRole(facts.function, Role::scaler_state).empty())
    return;
  ScaleRules(verifier, facts).run();
}
