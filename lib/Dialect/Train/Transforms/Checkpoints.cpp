// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Dialect/Train/Transforms/Checkpoints.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace halftone::train {

CheckpointOp wrapInCheckpoint(ArrayRef<Operation *> ops, CheckpointSave save) {
  Block *block = ops.front()->getBlock();
  DenseSet<Operation *> inside(ops.begin(), ops.end());
  auto isOutside = [&](Operation *user) {
    return !inside.contains(block->findAncestorOpInBlock(*user));
  };
  SmallVector<Value> outputs;
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), isOutside))
        outputs.push_back(result);
  OpBuilder builder(ops.front());
  auto checkpoint =
      CheckpointOp::create(builder, ops.front()->getLoc(), TypeRange(ValueRange(outputs)), save);
  for (auto [from, to] : llvm::zip_equal(outputs, checkpoint.getResults()))
    from.replaceUsesWithIf(to, [&](OpOperand &use) { return isOutside(use.getOwner()); });
  Block *body = builder.createBlock(&checkpoint.getBody());
  for (Operation *op : ops)
    op->moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  YieldOp::create(builder, checkpoint.getLoc(), outputs);
  return checkpoint;
}

void inlineCheckpoints(Operation *root) {
  SmallVector<CheckpointOp> checkpoints;
  root->walk([&](CheckpointOp op) { checkpoints.push_back(op); }); // inner ones first
  for (CheckpointOp op : checkpoints) {
    Block &body = op.getBody().front();
    SmallVector<Value> yields(op.getYield().getOperands());
    op.getYield()->erase();
    op->getBlock()->getOperations().splice(op->getIterator(), body.getOperations());
    op->replaceAllUsesWith(yields);
    op->erase();
  }
}

} // namespace halftone::train
