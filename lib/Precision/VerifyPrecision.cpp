// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `verify-precision`. Structural rules, always errors:
//
//   (V1) a gradient holds the scale no more where it is used other than linearly
//   (V2) `unscale` takes the scale from values that hold it once
//   (V3) no result of the step holds the scale
//   (V4) with a scaled seed, every update of gated state is chosen by `all_finite`
//        from the new and the old value
//
// Numerical rules, errors under `policy=halftone`, else warnings:
//
//   (V5) parameters, optimizer state, averages, scaler state and hyper-parameters
//        are f32 (or what `state`, or `train.state_type` on the step, declares)
//   (V6) the loss and the seed are f32
//   (V7) no value is narrowed only to be widened again for f32 ops, the model's own casts aside
//   (V8) a weight copy is the cast of its parameter's new value
#include "halftone/Precision/Passes.h"

#include "halftone/Dialect/Train/Transforms/ModelCasts.h"
#include "halftone/Dialect/Train/Transforms/StepDegrees.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

namespace halftone::precision {
#define GEN_PASS_DEF_VERIFYPRECISION
#include "halftone/Precision/Passes.h.inc"
} // namespace halftone::precision

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

struct VerifyPrecisionPass : halftone::precision::impl::VerifyPrecisionBase<VerifyPrecisionPass> {
  using VerifyPrecisionBase::VerifyPrecisionBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      verifyDegrees(function);
      if (function.getName() == kStepFunction)
        verifyGates(function);
      verifyTypes(function);
      verifyIslands(function);
      verifyCopies(function);
    }
    if (failedRules)
      signalPassFailure();
  }

private:
  InFlightDiagnostic structural(Operation *op) {
    failedRules = true;
    return op->emitError() << "verify-precision: ";
  }
  InFlightDiagnostic numerical(Operation *op) {
    if (policy != "halftone")
      return op->emitWarning() << "verify-precision: ";
    return structural(op);
  }

  void verifyDegrees(func::FuncOp function);
  void verifyGates(func::FuncOp function);
  void verifyTypes(func::FuncOp function);
  void verifyIslands(func::FuncOp function);
  void verifyCopies(func::FuncOp function);

  bool failedRules = false;
};

void noteMixing(InFlightDiagnostic &diagnostic, Operation *mixing) {
  if (mixing)
    diagnostic.attachNote(mixing->getLoc())
        << "'" << mixing->getName() << "' mixes values with and without the scale";
}

void VerifyPrecisionPass::verifyDegrees(func::FuncOp function) {
  StepDegrees degrees(function);
  function.walk([&](Operation *op) {
    if (auto consumer = dyn_cast<GradientConsumerOpInterface>(op))
      for (OpOperand *operand : consumer.getGradientOperands()) {
        Degree degree = degrees.get(operand->get());
        if (degree == Degree{})
          continue;
        auto diagnostic = structural(op);
        diagnostic << "'" << op->getName() << "' uses gradient " << operand->getOperandNumber()
                   << " that still holds the loss scale";
        noteMixing(diagnostic, degrees.getMixingOp(operand->get()));
      }
    if (auto unscale = dyn_cast<UnscaleOp>(op))
      for (auto [index, grad] : llvm::enumerate(unscale.getGrads())) {
        Degree degree = degrees.get(grad);
        if (degree == Degree{1, false})
          continue;
        auto diagnostic = structural(op);
        diagnostic << "'" << op->getName() << "' takes the scale from gradient " << index
                   << (degree.mixed ? ", which holds it in part" : ", which does not hold it");
        noteMixing(diagnostic, degrees.getMixingOp(grad));
      }
    if (auto ret = dyn_cast<func::ReturnOp>(op))
      for (auto [index, value] : llvm::enumerate(ret.getOperands())) {
        std::optional<Role> role = getResultRole(function, index);
        if (degrees.get(value) == Degree{} || role == Role::gradient)
          continue;
        auto diagnostic = structural(op);
        diagnostic << "result " << index << " '" << getResultName(function, index)
                   << "' holds the loss scale";
        noteMixing(diagnostic, degrees.getMixingOp(value));
      }
  });
}

/// True where the predicate is computed from `all_finite`.
bool restsOnAllFinite(Value predicate) {
  SmallVector<Value> work{predicate};
  DenseSet<Operation *> seen;
  while (!work.empty()) {
    Operation *op = work.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (isa<AllFiniteOp>(op))
      return true;
    if (isa<AndOp, OrOp, NotOp, SelectOp>(op))
      llvm::append_range(work, op->getOperands());
  }
  return false;
}

bool isGated(Role role) {
  return role == Role::param || role == Role::opt_state || role == Role::model_state ||
         role == Role::ema || role == Role::step_count;
}

void VerifyPrecisionPass::verifyGates(func::FuncOp function) {
  bool isScaled = false;
  function.walk([&](SeedOp seed) { isScaled |= static_cast<bool>(seed.getScale()); });
  if (!isScaled)
    return;
  llvm::StringMap<unsigned> args = indexArgs(function);
  func::ReturnOp ret = getReturn(function);
  for (auto [index, value] : llvm::enumerate(ret.getOperands())) {
    std::optional<Role> role = getResultRole(function, index);
    StringRef updated = getUpdatedName(function, index);
    if (!role || !isGated(*role) || updated.empty())
      continue;
    // PyTorch's scaler leaves running statistics alone.
    if (*role == Role::model_state && policy == "torch")
      continue;
    Value old = function.getArgument(args.lookup(updated));
    if (value == old)
      continue;
    auto select = value.getDefiningOp<SelectOp>();
    if (!select || select.getOnFalse() != old || !restsOnAllFinite(select.getPred()))
      structural(ret) << "the update of '" << updated
                      << "' is not chosen by 'train.all_finite' from the new and the old value";
  }
}

/// What the step says that its state is.
Type declaredState(ModuleOp module) {
  auto step = module.lookupSymbol<func::FuncOp>(kStepFunction);
  auto declared = step ? step->getAttrOfType<TypeAttr>(attr::stateType) : TypeAttr();
  return declared ? declared.getValue() : Type();
}

void VerifyPrecisionPass::verifyTypes(func::FuncOp function) {
  Type declared = declaredState(getOperation());
  auto check = [&](Type type, std::optional<Role> role, StringRef what, StringRef name) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (!role || !element || element.getWidth() >= 32)
      return;
    bool isState = *role == Role::param || *role == Role::opt_state || *role == Role::ema;
    if (isState && (element == declared || (stateType == "bf16" && element.isBF16())))
      return;
    bool wantsF32 =
        isState || *role == Role::scaler_state || *role == Role::hyper_param || *role == Role::loss;
    if (wantsF32)
      numerical(function) << what << " '" << name << "' of role '" << stringifyRole(*role)
                          << "' is " << element << ", expected f32";
  };
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
    check(function.getArgumentTypes()[i], getArgRole(function, i), "argument",
          getArgName(function, i));
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
    check(function.getResultTypes()[i], getResultRole(function, i), "result",
          getResultName(function, i));
  function.walk([&](SeedOp seed) {
    auto element = cast<FloatType>(getElementType(seed.getResult()));
    if (element.getWidth() < 32)
      numerical(seed) << "the seed of the backward pass is " << element << ", expected f32";
  });
}

/// Somebody reads the value, and everybody widens it to f32 first. Where the model itself
/// does, it had this value in 16 bits.
bool isOnlyWidened(Value value) {
  auto widens = [](Operation *user) {
    auto up = dyn_cast<CastOp>(user);
    return up && !up.isNarrowing() && getElementType(up.getResult()).isF32() && !isModelCast(up);
  };
  return !value.use_empty() && llvm::all_of(value.getUsers(), widens);
}

/// The op takes data, and all of it in f32.
bool takesF32(ArrayRef<TieGroup> groups) {
  bool takes = false;
  for (const TieGroup &group : groups)
    for (OpOperand *use : group.uses) {
      bool isData = group.kind == TieKind::Flowing;
      takes |= isData;
      if (isData && !getElementType(use->get()).isF32())
        return false;
    }
  return takes;
}

/// A result with a type of its own, narrower than f32.
bool isRounded(const TieGroup &group) {
  return group.kind == TieKind::Flowing && group.uses.empty() &&
         cast<FloatType>(getElementType(group.defs.front())).getWidth() < 32;
}

void VerifyPrecisionPass::verifyIslands(func::FuncOp function) {
  function.walk([&](CastOp cast) {
    if (!cast.isNarrowing() || !getElementType(cast.getOperand()).isF32() ||
        !isa<FloatType>(getElementType(cast.getResult())) || isModelCast(cast))
      return;
    if (isOnlyWidened(cast.getResult()))
      numerical(cast) << "a cast to " << getElementType(cast.getResult())
                      << " inside an f32 island: every user widens it again";
  });
  function.walk([&](PrecisionOpInterface op) {
    if (op->getNumRegions())
      return;
    SmallVector<TieGroup> groups = op.getTieGroups();
    if (!takesF32(groups))
      return;
    for (const TieGroup &group : groups)
      if (isRounded(group) && isOnlyWidened(group.defs.front()))
        numerical(op) << "'" << op->getName() << "' rounds its '" << group.name << "' to "
                      << getElementType(group.defs.front())
                      << " inside an f32 island: every user widens it again";
  });
}

void VerifyPrecisionPass::verifyCopies(func::FuncOp function) {
  llvm::StringMap<unsigned> args = indexArgs(function), updates = indexUpdates(function);
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i) {
    StringRef updated = getUpdatedName(function, i);
    if (getResultRole(function, i) != Role::weight_copy || updated.empty())
      continue;
    auto parameter = function.getArgAttrOfType<StringAttr>(args.lookup(updated), attr::copyOf);
    auto master = parameter ? updates.find(parameter.getValue()) : updates.end();
    auto cast = getResultValue(function, i).getDefiningOp<CastOp>();
    if (master == updates.end() || !cast ||
        cast.getOperand() != getResultValue(function, master->second))
      numerical(getReturn(function))
          << "the weight copy '" << updated << "' is not the cast of its parameter's new value";
  }
}

} // namespace
