// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependence on the backward seed, forward through the ops of a function; loops to a
// fixpoint, which two flags a value reach soon.
#include "SeedAnalysis.h"

using namespace mlir;

namespace halftone::train {

void SeedAnalysis::visit(ForOp loop) {
  Block &body = loop.getBody().front();
  auto carried = body.getArguments().drop_front();
  for (auto [arg, init] : llvm::zip_equal(carried, loop.getInits()))
    join(arg, get(init));
  bool changed = true;
  while (changed) {
    changed = false;
    visit(body);
    for (auto [arg, next] : llvm::zip_equal(carried, body.getTerminator()->getOperands()))
      changed |= join(arg, get(next));
  }
  for (auto [result, arg] : llvm::zip_equal(loop.getOutputs(), carried))
    join(result, get(arg));
}

void SeedAnalysis::visit(Operation *op) {
  if (auto loop = dyn_cast<ForOp>(op))
    return visit(loop);
  if (isa<OptimizationBarrierOp>(op)) {
    joinAll(op->getResults(), op->getOperands());
    return;
  }
  Facts all;
  if (isa<IfOp, PrecisionOp, CheckpointOp>(op)) {
    for (Region &region : op->getRegions()) {
      visit(region.front());
      joinAll(op->getResults(), region.front().getTerminator()->getOperands());
    }
    for (Value operand : op->getOperands())
      all.consumed |= get(operand).consumed;
  } else {
    op->walk([&](Operation *inner) {
      all.seeded |= isa<SeedOp>(inner);
      for (Value operand : inner->getOperands()) {
        all.seeded |= get(operand).seeded;
        all.consumed |= get(operand).consumed;
      }
    });
  }
  bool isConsumer = isa<GradientConsumerOpInterface>(op);
  all.seeded &= !isConsumer && !isa<UnscaleOp>(op);
  all.consumed |= isConsumer;
  for (Value result : op->getResults())
    join(result, all);
}

llvm::DenseSet<Operation *> collectProducers(Block &block, ArrayRef<Value> values) {
  llvm::DenseSet<Operation *> producers;
  SmallVector<Operation *> worklist;
  auto add = [&](Value value) {
    if (Operation *op = value.getDefiningOp())
      if (Operation *top = block.findAncestorOpInBlock(*op); top && producers.insert(top).second)
        worklist.push_back(top);
  };
  llvm::for_each(values, add);
  while (!worklist.empty())
    worklist.pop_back_val()->walk(
        [&](Operation *inner) { llvm::for_each(inner->getOperands(), add); });
  return producers;
}

} // namespace halftone::train
