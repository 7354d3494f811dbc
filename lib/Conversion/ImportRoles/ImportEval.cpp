// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `import-eval`: the `@eval` of a step that came whole, which has no loss function to make
// it of. It is the part of the step that the loss is computed from, and no more:
//
//   1. a copy of the step that returns its loss and metrics;
//   2. without the metrics that need products, loops or sorts beyond the loss's: norms of
//      gradients, and what is measured behind the update;
//   3. without the ops that are then unused, and without the state that they read.
//
// The loss is that of the parameters before the update, as in the step. What the step does
// in training, dropout for example, its `@eval` does too.
#include "halftone/Conversion/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_IMPORTEVAL
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using namespace halftone;
using train::Role;

namespace {

using Slice = llvm::SetVector<Operation *>;

/// Adds the ops at the top of the function that `value` is computed from.
void addProducers(Value value, Block &block, Slice &slice) {
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    Operation *top = op ? block.findAncestorOpInBlock(*op) : nullptr;
    if (!top || !slice.insert(top))
      continue;
    top->walk([&](Operation *inner) { llvm::append_range(worklist, inner->getOperands()); });
  }
}

/// Work of the size of a forward or backward pass.
bool isHeavy(Operation *op) {
  auto isOne = [](Operation *inner) {
    return isa<train::DotGeneralOp, train::ConvOp, train::LinearOp, train::ForOp, train::WhileOp,
               train::SortOp>(inner);
  };
  return op
      ->walk([&](Operation *inner) {
        return isOne(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

struct ImportEvalPass : halftone::conversion::impl::ImportEvalBase<ImportEvalPass> {
  using ImportEvalBase::ImportEvalBase;

  void runOnOperation() override {
    auto step = getOperation().lookupSymbol<func::FuncOp>(train::kStepFunction);
    if (!step || step.isExternal() || !step.getBody().hasOneBlock() ||
        getOperation().lookupSymbol(train::kEvalFunction))
      return;
    SmallVector<unsigned> losses = train::getResultsWithRole(step, Role::loss);
    if (losses.size() != 1)
      return;
    makeEval(step, chooseResults(step, losses.front()));
  }

private:
  SmallVector<unsigned> chooseResults(func::FuncOp step, unsigned loss);
  void makeEval(func::FuncOp step, ArrayRef<unsigned> results);
};

/// The loss, and the metrics that come along with it.
SmallVector<unsigned> ImportEvalPass::chooseResults(func::FuncOp step, unsigned loss) {
  Slice forward;
  addProducers(train::getResultValue(step, loss), step.front(), forward);
  SmallVector<unsigned> chosen;
  for (unsigned i = 0; i < step.getNumResults(); ++i) {
    bool isMetric = train::getResultRole(step, i) == Role::metric;
    if (!isMetric && i != loss)
      continue;
    Slice whole = forward;
    addProducers(train::getResultValue(step, i), step.front(), whole);
    if (llvm::any_of(ArrayRef(whole.getArrayRef()).drop_front(forward.size()), isHeavy)) {
      remark::missed(step.getLoc(), remark::RemarkOpts::name("eval").category("import-eval"))
          << remark::add("@eval has no metric {0}", train::getResultName(step, i).str())
          << remark::reason("it needs more than the forward pass");
      continue;
    }
    chosen.push_back(i);
  }
  return chosen;
}

void ImportEvalPass::makeEval(func::FuncOp step, ArrayRef<unsigned> results) {
  func::FuncOp eval = step.clone();
  eval.setName(train::kEvalFunction);
  eval->removeAttr(train::attr::stateType);
  SmallVector<Value> values;
  SmallVector<DictionaryAttr> attrs;
  for (unsigned i : results) {
    values.push_back(train::getResultValue(eval, i));
    attrs.push_back(eval.getResultAttrDict(i));
  }
  train::getReturn(eval).getOperandsMutable().assign(values);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(eval.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  llvm::BitVector unused(eval.getNumArguments());
  for (BlockArgument arg : eval.getArguments()) {
    // The batch is there for its maker to find, used or not.
    std::optional<Role> role = train::getArgRole(eval, arg.getArgNumber());
    if (arg.use_empty() && role && train::isStateRole(*role))
      unused.set(arg.getArgNumber());
  }
  auto type =
      FunctionType::get(&getContext(), eval.getArgumentTypes(), TypeRange(ValueRange(values)));
  eval.setFunctionType(type);
  eval.setAllResultAttrs(attrs);
  LogicalResult erased = eval.eraseArguments(unused);
  (void)erased; // it fails only where the function type can't be rebuilt
  getOperation().insert(std::next(Block::iterator(step)), eval);
}

} // namespace
