// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ValueFlow.h"

#include "halftone/Dialect/Train/IR/Train.h"

using namespace mlir;

namespace halftone::train {

/// The arguments that a loop carries in a region.
static Block::BlockArgListType getCarried(Operation *loop, Region &region) {
  return region.getArguments().take_back(loop->getNumResults());
}

static bool isLoop(Operation *op) { return isa<ForOp, WhileOp>(op); }

/// The yield of the i1 of a `while`.
static bool isCondition(Operation *yield) {
  auto loop = dyn_cast<WhileOp>(yield->getParentOp());
  return loop && yield->getParentRegion() == &loop.getCond();
}

bool isForwarded(OpOperand &use) {
  Operation *op = use.getOwner();
  return isLoop(op) || (isa<YieldOp>(op) && !isCondition(op));
}

void forEachTarget(OpOperand &use, function_ref<void(Value)> visit) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  auto visitCarried = [&](Operation *loop) {
    for (Region &region : loop->getRegions())
      visit(getCarried(loop, region)[number]);
    visit(loop->getResult(number));
  };
  if (isa<YieldOp>(op)) {
    Operation *parent = op->getParentOp();
    if (isCondition(op))
      llvm::for_each(parent->getResults(), visit);
    else if (isLoop(parent))
      visitCarried(parent);
    else
      visit(parent->getResult(number));
  } else if (isLoop(op)) {
    visitCarried(op);
  } else if (isa<OptimizationBarrierOp>(op)) {
    visit(op->getResult(number));
  } else {
    llvm::for_each(op->getResults(), visit);
  }
}

void forEachSource(Value value, function_ref<void(OpOperand &)> visit) {
  auto visitCarried = [&](Operation *loop, unsigned number) {
    visit(loop->getOpOperand(number));
    visit(loop->getRegions().back().front().getTerminator()->getOpOperand(number));
    if (auto dynamic = dyn_cast<WhileOp>(loop))
      visit(dynamic.getCondYield()->getOpOperand(0));
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (!isLoop(parent))
      return;
    unsigned others = argument.getOwner()->getNumArguments() - parent->getNumResults();
    if (argument.getArgNumber() >= others)
      visitCarried(parent, argument.getArgNumber() - others);
    return;
  }
  Operation *op = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (isLoop(op))
    return visitCarried(op, number);
  if (isa<OptimizationBarrierOp>(op))
    return visit(op->getOpOperand(number));
  for (OpOperand &operand : op->getOpOperands())
    visit(operand);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (auto yield = dyn_cast<YieldOp>(block.getTerminator()))
        visit(yield->getOpOperand(number));
}

ValueSet reachForward(ArrayRef<Value> from, ValueFilter enters) {
  ValueSet reached(from.begin(), from.end());
  SmallVector<Value> worklist(from);
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses())
      forEachTarget(use, [&](Value target) {
        if (enters(target) && reached.insert(target).second)
          worklist.push_back(target);
      });
  return reached;
}

ValueSet reachFrom(ArrayRef<OpOperand *> uses) {
  SmallVector<Value> starts;
  for (OpOperand *use : uses)
    forEachTarget(*use, [&](Value target) { starts.push_back(target); });
  return reachForward(starts, [](Value) { return true; });
}

ValueSet reachBackward(ArrayRef<Value> from, ValueFilter enters) {
  ValueSet reached(from.begin(), from.end());
  SmallVector<Value> worklist(from);
  while (!worklist.empty())
    forEachSource(worklist.pop_back_val(), [&](OpOperand &use) {
      if (enters(use.get()) && reached.insert(use.get()).second)
        worklist.push_back(use.get());
    });
  return reached;
}

} // namespace halftone::train
