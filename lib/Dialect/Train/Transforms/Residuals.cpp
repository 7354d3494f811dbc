// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of a forward region that its backward twin uses.
#include "Residuals.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/GradientContext.h"

using namespace mlir;

namespace halftone::train {

llvm::SetVector<Value> collectResiduals(Region &twin, Region &forward) {
  llvm::SetVector<Value> residuals;
  twin.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isWithin(operand.getParentRegion(), forward))
        residuals.insert(operand);
  });
  return residuals;
}

void replaceInTwin(Region &twin, Value value, Value replacement) {
  value.replaceUsesWithIf(replacement, [&](OpOperand &use) {
    return isWithin(use.getOwner()->getParentRegion(), twin);
  });
}

/// Moves elements without computing on them.
static bool isMovement(Operation *op) {
  return isa<ReshapeOp, TransposeOp, BroadcastInDimOp, SliceOp, DynamicSliceOp, ReverseOp>(op);
}

static bool hasFloats(Value value) { return isa<FloatType>(getElementType(value)); }

bool isCheap(Operation *op) {
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return false;
  if (op->getNumOperands() == 0 || isMovement(op))
    return true;
  return llvm::none_of(op->getOperands(), hasFloats) && llvm::none_of(op->getResults(), hasFloats);
}

namespace {
class Recomputer {
public:
  Recomputer(OpBuilder &builder, Region &forward, IRMapping known)
      : builder(builder), forward(forward), map(std::move(known)) {}

  /// The value in the twin, or null where it has to be kept.
  Value get(Value value) {
    if (!isPossible(value))
      return {};
    return make(value);
  }

private:
  bool isOutside(Value value) { return !isWithin(value.getParentRegion(), forward); }

  bool isPossible(Value value) {
    if (isOutside(value) || map.contains(value))
      return true;
    auto [it, isNew] = possible.try_emplace(value, false);
    if (!isNew)
      return it->second;
    Operation *op = value.getDefiningOp();
    bool result = op && isCheap(op) &&
                  llvm::all_of(op->getOperands(), [&](Value v) { return isPossible(v); });
    possible[value] = result;
    return result;
  }

  Value make(Value value) {
    if (isOutside(value))
      return value;
    if (Value made = map.lookupOrNull(value))
      return made;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      make(operand);
    Operation *clone = builder.clone(*op, map);
    clone->setLoc(getBackwardLocation(op));
    return map.lookup(value);
  }

  OpBuilder &builder;
  Region &forward;
  IRMapping map;
  DenseMap<Value, bool> possible;
};
} // namespace

void recomputeInTwin(OpBuilder &builder, Region &twin, Region &forward, IRMapping known) {
  Recomputer recomputer(builder, forward, std::move(known));
  for (Value value : collectResiduals(twin, forward))
    if (Value made = recomputer.get(value))
      replaceInTwin(twin, value, made);
}

} // namespace halftone::train
