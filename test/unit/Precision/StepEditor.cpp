// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutations.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::test;
using namespace halftone::train;

StepEditor::StepEditor(ModuleOp module)
    : module(module), step(module.lookupSymbol<func::FuncOp>(kStepFunction)), ret(getReturn(step)),
      builder(module.getContext()), f32(builder.getF32Type()), f16(builder.getF16Type()),
      bf16(builder.getBF16Type()) {}

BlockArgument StepEditor::getScale() {
  for (unsigned arg : getArgsWithRole(step, Role::scaler_state))
    if (getElementType(step.getArgument(arg)).isF32())
      return step.getArgument(arg);
  return {};
}

ForOp StepEditor::getLoop() {
  auto loops = all<ForOp>();
  return loops.empty() ? ForOp() : loops.front();
}

BlockArgument StepEditor::updatedArg(unsigned result) {
  return step.getArgument(*findArg(step, updatedName(result)));
}

SelectOp StepEditor::gateOf(unsigned result) {
  auto select = ret->getOperand(result).getDefiningOp<SelectOp>();
  return select && select.getOnFalse() == updatedArg(result) ? select : SelectOp();
}

Value StepEditor::newValue(unsigned result) {
  SelectOp gate = gateOf(result);
  return gate ? gate.getOnTrue() : ret->getOperand(result);
}

void StepEditor::setNewValue(unsigned result, Value value) {
  if (SelectOp gate = gateOf(result))
    gate.getOnTrueMutable().assign(value);
  else
    setResult(result, value);
}

Value StepEditor::castBefore(Operation *user, Value value, Type element) {
  builder.setInsertionPoint(user);
  return CastOp::create(builder, user->getLoc(), value, element);
}

Value StepEditor::roundBefore(Operation *user, Value value, Type low) {
  return castBefore(user, castBefore(user, value, low), getElementType(value));
}

void StepEditor::roundUse(OpOperand &use, Type low) {
  use.set(roundBefore(use.getOwner(), use.get(), low));
}

Value StepEditor::scaleBefore(Operation *user, Value value, Value scalar) {
  builder.setInsertionPoint(user);
  Location loc = user->getLoc();
  Value wide = castTo(builder, loc, scalar, getElementType(value));
  if (getShape(value).size() != getShape(wide).size())
    wide = BroadcastInDimOp::create(builder, loc, value.getType(), wide, ArrayRef<int64_t>{});
  return MulOp::create(builder, loc, value, wide);
}

Value StepEditor::constantBefore(Operation *user, Type type, double number) {
  builder.setInsertionPoint(user);
  return splat(builder, user->getLoc(), type, number);
}

void StepEditor::retypeArgument(BlockArgument argument, Type element) {
  argument.setType(withElementType(argument.getType(), element));
  step.setFunctionType(builder.getFunctionType(TypeRange(step.getBody().front().getArgumentTypes()),
                                               step.getResultTypes()));
}

void StepEditor::updateResultTypes() {
  step.setFunctionType(builder.getFunctionType(step.getArgumentTypes(), ret.getOperandTypes()));
}
