// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of updates: their gates, the check behind these, the scaler's state, and what an
// update is made of.
#include "Mutations.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::test;
using namespace halftone::train;

namespace {

using GateEdit = std::function<void(unsigned, SelectOp)>;

void forEachGate(StepEditor &e, Places &places, const GateEdit &edit,
                 ArrayRef<Role> roles = {Role::param, Role::opt_state, Role::ema, Role::model_state,
                                         Role::step_count}) {
  for (Role role : roles)
    for (unsigned result : e.results(role))
      if (SelectOp gate = e.gateOf(result))
        places.push_back([=] { edit(result, gate); });
}

std::function<void(StepEditor &, Places &)> ungate(Role role) {
  return [role](StepEditor &e, Places &places) {
    forEachGate(e, places,
                [&e](unsigned result, SelectOp gate) { e.setResult(result, gate.getOnTrue()); },
                {role});
  };
}

void swapGate(StepEditor &e, Places &places) {
  forEachGate(e, places, [](unsigned, SelectOp gate) {
    Value onTrue = gate.getOnTrue();
    gate.getOnTrueMutable().assign(gate.getOnFalse());
    gate.getOnFalseMutable().assign(onTrue);
  });
}

void negateGate(StepEditor &e, Places &places) {
  forEachGate(e, places, [&e](unsigned, SelectOp gate) {
    e.builder.setInsertionPoint(gate);
    gate.getPredMutable().assign(NotOp::create(e.builder, gate.getLoc(), gate.getPred()));
  });
}

/// A predicate that holds whatever the gradients are.
Value alwaysTrue(StepEditor &e, Operation *before) {
  e.builder.setInsertionPoint(before);
  auto type = RankedTensorType::get({}, e.builder.getI1Type());
  return ConstantOp::create(e.builder, before->getLoc(), DenseElementsAttr::get(type, true));
}

Value scaleIsPositive(StepEditor &e, Operation *before) {
  Value zero = e.constantBefore(before, e.getScale().getType(), 0.0);
  return CompareOp::create(e.builder, before->getLoc(), ComparisonDirection::GT, e.getScale(),
                           zero);
}

void gateByOther(StepEditor &e, Places &places, bool isConstant) {
  forEachGate(e, places, [&e, isConstant](unsigned, SelectOp gate) {
    gate.getPredMutable().assign(isConstant ? alwaysTrue(e, gate) : scaleIsPositive(e, gate));
  });
}

void weakenGate(StepEditor &e, Places &places) {
  forEachGate(e, places, [&e](unsigned, SelectOp gate) {
    Value other = scaleIsPositive(e, gate);
    gate.getPredMutable().assign(OrOp::create(e.builder, gate.getLoc(), gate.getPred(), other));
  });
}

/// Another argument of the type in place of the old value.
void keepOther(StepEditor &e, Places &places) {
  forEachGate(e, places, [&e](unsigned result, SelectOp gate) {
    for (BlockArgument other : e.step.getArguments())
      if (other != e.updatedArg(result) && other.getType() == gate.getType()) {
        gate.getOnFalseMutable().assign(other);
        return;
      }
    // No other of its type: zeros.
    Value wide = e.constantBefore(gate, RankedTensorType::get({}, e.f32), 0.0);
    Value zero = e.castBefore(gate, wide, getElementType(gate));
    if (getShape(gate).size())
      zero = BroadcastInDimOp::create(e.builder, gate.getLoc(), gate.getType(), zero,
                                      ArrayRef<int64_t>{});
    gate.getOnFalseMutable().assign(zero);
  });
}

void forEachCheckedGradient(StepEditor &e, Places &places,
                            const std::function<void(AllFiniteOp, unsigned)> &edit) {
  for (AllFiniteOp check : e.all<AllFiniteOp>())
    for (unsigned i = 0; i < check->getNumOperands(); ++i)
      places.push_back([=] { edit(check, i); });
}

void leaveOutGradient(StepEditor &e, Places &places) {
  forEachCheckedGradient(e, places, [](AllFiniteOp check, unsigned i) { check->eraseOperand(i); });
}

void checkScaled(StepEditor &e, Places &places) {
  forEachCheckedGradient(e, places, [](AllFiniteOp check, unsigned i) {
    auto result = cast<OpResult>(check->getOperand(i));
    check->setOperand(i, cast<UnscaleOp>(result.getOwner()).getGrads()[result.getResultNumber()]);
  });
}

using UpdateEdit = std::function<void(ScalerUpdateOp)>;

void forEachScaler(StepEditor &e, Places &places, const UpdateEdit &edit) {
  for (ScalerUpdateOp update : e.all<ScalerUpdateOp>())
    places.push_back([=] { edit(update); });
}

void gateScaler(StepEditor &e, Places &places) {
  for (unsigned result : e.results(Role::scaler_state))
    for (ScalerUpdateOp update : e.all<ScalerUpdateOp>())
      places.push_back([&e, result, update]() mutable {
        e.builder.setInsertionPoint(e.ret);
        Value old = e.updatedArg(result), next = e.ret->getOperand(result);
        e.setResult(result, SelectOp::create(e.builder, e.ret.getLoc(), old.getType(),
                                             update.getFinite(), next, old));
      });
}

void keepScaler(StepEditor &e, Places &places) {
  for (unsigned result : e.results(Role::scaler_state))
    places.push_back([&e, result] { e.setResult(result, e.updatedArg(result)); });
}

void freeScaler(StepEditor &e, Places &places) {
  forEachScaler(e, places, [&e](ScalerUpdateOp update) {
    update.getFiniteMutable().assign(alwaysTrue(e, update));
  });
}

void swapScaler(StepEditor &e, Places &places) {
  forEachScaler(e, places, [](ScalerUpdateOp update) {
    Value tracker = update.getTracker();
    update.getTrackerMutable().assign(update.getSkipped());
    update.getSkippedMutable().assign(tracker);
  });
}

/// Two gradients of one type, exchanged where an optimizer takes them. Without loss scaling
/// the IR doesn't say whose gradient a value is: the mutant is a step of another model.
void swapGradients(StepEditor &e, Places &places) {
  if (e.all<UnscaleOp>().empty())
    return;
  SmallVector<OpOperand *> uses;
  e.step.walk([&](GradientConsumerOpInterface consumer) {
    if (isa<AdamOp, SgdOp>(consumer.getOperation()))
      llvm::append_range(uses, consumer.getGradientOperands());
  });
  for (OpOperand *a : uses)
    for (OpOperand *b : uses)
      if (a->getOwner()->isBeforeInBlock(b->getOwner()) && a->get().getType() == b->get().getType())
        places.push_back([=] {
          Value first = a->get();
          a->set(b->get());
          b->set(first);
        });
}

/// Two results of a role and type, exchanged.
void swapResults(StepEditor &e, Places &places) {
  for (Role role : {Role::param, Role::opt_state, Role::ema})
    for (unsigned a : e.results(role))
      for (unsigned b : e.results(role))
        if (a < b && e.ret->getOperand(a).getType() == e.ret->getOperand(b).getType())
          places.push_back([&e, a, b] {
            Value first = e.newValue(a), second = e.newValue(b);
            e.setNewValue(a, second);
            e.setNewValue(b, first);
          });
}

/// A moment is made of another parameter's, or of the other moment.
void takeOtherMoment(StepEditor &e, Places &places, bool isSameParameter) {
  auto optimizers = e.all<AdamOp>();
  for (AdamOp op : optimizers)
    for (AdamOp other : optimizers)
      if (op.getExpAvg().getType() == other.getExpAvg().getType() &&
          (op == other) == isSameParameter)
        places.push_back([=]() mutable {
          op.getExpAvgMutable().assign(isSameParameter ? op.getExpAvgSq() : other.getExpAvg());
        });
}

void takeOtherAverage(StepEditor &e, Places &places) {
  auto averages = e.all<EmaOp>();
  for (EmaOp op : averages)
    for (EmaOp other : averages)
      if (op != other && op.getType() == other.getType())
        places.push_back([=]() mutable { op.getAverageMutable().assign(other.getAverage()); });
}

} // namespace

std::vector<Mutation> test::getGateMutations() {
  return {
      {"ungated parameter", {"V4"}, ungate(Role::param)},
      {"ungated optimizer state", {"V4"}, ungate(Role::opt_state)},
      {"ungated moving average", {"V4"}, ungate(Role::ema)},
      {"ungated model state", {"V4"}, ungate(Role::model_state)},
      {"ungated step count", {"V4"}, ungate(Role::step_count)},
      {"gate the wrong way round", {"V4"}, swapGate},
      {"gate of the opposite", {"V4"}, negateGate},
      {"gate of a constant",
       {"V4"},
       [](StepEditor &e, Places &p) { gateByOther(e, p, /*isConstant=*/true); }},
      {"gate of something else",
       {"V4"},
       [](StepEditor &e, Places &p) { gateByOther(e, p, /*isConstant=*/false); }},
      {"gate that something else opens", {"V4"}, weakenGate},
      {"gate that keeps another value", {"V4"}, keepOther},
      {"check without one gradient", {"V9"}, leaveOutGradient},
      {"check before the unscale", {"V10"}, checkScaled},
      {"gated scaler", {"V11"}, gateScaler},
      {"scaler that stands still", {"V11"}, keepScaler},
      {"scaler without its check", {"V11"}, freeScaler},
      {"scaler's counts exchanged", {"V11"}, swapScaler},
      {"another parameter's gradient", {"V12"}, swapGradients},
      {"another parameter's new value", {"V12"}, swapResults},
      {"another parameter's moment",
       {"V12"},
       [](StepEditor &e, Places &p) { takeOtherMoment(e, p, /*isSameParameter=*/false); }},
      {"the other moment",
       {"V12"},
       [](StepEditor &e, Places &p) { takeOtherMoment(e, p, /*isSameParameter=*/true); }},
      {"another parameter's average", {"V12"}, takeOtherAverage},
  };
}
