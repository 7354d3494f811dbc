// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-raise-composites`: composites in place of the core ops that frameworks write them
// out in. Each block is walked from its end, so that the largest pattern is found first;
// rows are walked once more for what is built on what was raised. A pattern is replaced
// only where nobody else needs a piece of it: in a step that is differentiated already,
// the backward pass does, and the forward ops stay.
#include "RaiseMatch.h"

#include "halftone/Dialect/Train/Transforms/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;

namespace halftone::train {

#define GEN_PASS_DEF_TRAINRAISECOMPOSITES
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

namespace {

struct TrainRaiseComposites : public impl::TrainRaiseCompositesBase<TrainRaiseComposites> {
  using TrainRaiseCompositesBase::TrainRaiseCompositesBase;

  void runOnOperation() override {
    // Equal pieces are one value, and dead ones don't count as users.
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(getOperation());
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    eraseDead();
    // Losses are built on the logarithms of softmax that the first walk finds.
    for (int walk = 0; walk < 2; ++walk) {
      SmallVector<Operation *> ops;
      getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
        if (isa<AddOp, SubOp, MulOp, DivOp, SelectOp>(op))
          ops.push_back(op);
      });
      dead.clear();
      for (Operation *op : ops)
        raise(op);
      eraseDead();
    }
  }

private:
  llvm::SmallPtrSet<Operation *, 32> dead;

  void raise(Operation *op) {
    // A piece of what was raised is not looked at again; its users were before it.
    if (llvm::all_of(op->getUsers(), [&](Operation *user) { return dead.contains(user); })) {
      dead.insert(op);
      return;
    }
    // In 16 bits a composite would leave out roundings of its pieces.
    Type element = train::getElementType(op->getResult(0));
    if (!element.isF32() && !element.isF64())
      return;
    OpBuilder builder(op);
    Value raised = raiseNorm(op, builder);
    if (!raised)
      raised = raiseRows(op, builder);
    if (!raised)
      raised = raiseActivation(op, builder);
    if (!raised)
      return;
    op->getResult(0).replaceAllUsesWith(raised);
    dead.insert(op);
    ++numRaised;
  }

  void eraseDead() {
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};

} // namespace
} // namespace halftone::train
