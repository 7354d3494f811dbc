// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bookkeeping of gradients, and the reverse walk over a block.
#include "halftone/Dialect/Train/Transforms/GradientContext.h"

#include "halftone/Dialect/Train/Transforms/Activity.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"

using namespace mlir;

namespace halftone::train {

bool isDifferentiable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType()) && tensor.getNumElements() > 0;
}

bool isWithin(Region *inner, Region &region) {
  while (inner && inner != &region) {
    Operation *parent = inner->getParentOp();
    inner = parent ? parent->getParentRegion() : nullptr;
  }
  return inner;
}

void GradientContext::copyActivity(Value from, Value to) { activity.copyActivity(from, to); }

bool GradientContext::needsGradient(Value value) const { return activity.isActive(value); }

Value GradientContext::getGradient(Value value) const {
  auto it = entries.find(value);
  return it == entries.end() ? Value() : it->second.gradient;
}

Value GradientContext::getGradientOrZeros(OpBuilder &builder, Value value) const {
  if (Value gradient = getGradient(value))
    return gradient;
  return splat(builder, location, value.getType(), 0.0);
}

void GradientContext::addGradient(OpBuilder &builder, Value value, Value gradient) {
  if (!needsGradient(value))
    return;
  assert(getShape(value) == getShape(gradient) && "a gradient has its value's shape");
  gradient = castTo(builder, location, gradient, getElementType(value));
  if (!isWithin(value.getParentRegion(), region))
    outer.insert(value);
  auto [it, first] = entries.try_emplace(value, Entry{gradient, location});
  if (!first)
    it->second.gradient = AddOp::create(builder, location, it->second.gradient, gradient);
}

/// True where a gradient has to go on from `op`: to an operand, or out of a region.
static bool reachesOperand(Operation *op, const Activity &activity) {
  if (llvm::any_of(op->getOperands(), [&](Value v) { return activity.isActive(v); }))
    return true;
  return op->getNumRegions() != 0 && activity.isActive(op);
}

LogicalResult GradientContext::differentiate(OpBuilder &builder, Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  return differentiate(builder, ops);
}

LogicalResult GradientContext::differentiate(OpBuilder &builder, ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops))
    if (failed(differentiate(builder, op)))
      return failure();
  return success();
}

LogicalResult GradientContext::differentiate(OpBuilder &builder, Operation *op) {
  auto hasGradient = [&](Value result) { return entries.contains(result); };
  if (llvm::none_of(op->getResults(), hasGradient) || !reachesOperand(op, activity))
    return success();
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  if (!differentiable)
    return reportMissing(op);
  // The rule may replace the op, so its results are only keys afterwards.
  SmallVector<Value> results(op->getResults());
  location = getBackwardLocation(op);
  LogicalResult result = differentiable.buildBackward(builder, *this);
  for (Value value : results)
    entries.erase(value);
  return result;
}

LogicalResult GradientContext::reportMissing(Operation *op) const {
  InFlightDiagnostic error = op->emitError("op '") << op->getName() << "' has no gradient";
  for (Value result : op->getResults()) {
    auto it = entries.find(result);
    if (it == entries.end())
      continue;
    auto origin = cast<FusedLoc>(it->second.origin);
    auto mark = cast<DictionaryAttr>(origin.getMetadata()).getAs<StringAttr>(backwardOfKey);
    Diagnostic &note = error.attachNote(origin.getLocations().front());
    note << "its gradient comes from here";
    if (!mark.getValue().empty())
      note << ", op '" << mark.getValue() << "'";
    break;
  }
  return error;
}

Operation *rebuildWith(Operation *op, ValueRange moreOperands, TypeRange moreResults) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addOperands(moreOperands);
  state.addTypes(op->getResultTypes());
  state.addTypes(moreResults);
  state.addAttributes(op->getAttrDictionary().getValue());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  OpBuilder builder(op);
  Operation *rebuilt = builder.create(state);
  for (auto [from, to] : llvm::zip(op->getResults(), rebuilt->getResults()))
    from.replaceAllUsesWith(to);
  op->erase();
  return rebuilt;
}

} // namespace halftone::train
