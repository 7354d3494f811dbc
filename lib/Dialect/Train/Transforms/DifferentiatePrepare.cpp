// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What comes before the reverse walk: calls on an active path are inlined, because a
// callee's residuals would otherwise need a signature for each use, and composites
// without a gradient rule are decomposed into core ops, which have one. Either can
// bring new ops of either kind, so it goes round until nothing is left.
//
// Calls are kept where they can't be inlined: of functions without a body, of several
// blocks, or that reach themselves. The reverse walk reports them.
#include "Differentiate.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace halftone::train {

static func::FuncOp getCallee(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
}

/// True where calls from `from` come to `target`.
static bool reaches(func::FuncOp from, func::FuncOp target, DenseSet<Operation *> &seen) {
  if (!from || !seen.insert(from).second)
    return false;
  return from
      .walk([&](func::CallOp call) {
        func::FuncOp callee = getCallee(call);
        return callee == target || reaches(callee, target, seen) ? WalkResult::interrupt()
                                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool canInline(func::CallOp call) {
  func::FuncOp callee = getCallee(call);
  DenseSet<Operation *> seen;
  return callee && callee.getBody().hasOneBlock() && !reaches(callee, callee, seen);
}

/// Puts a copy of the callee's ops in place of the call. A location becomes that of a
/// call site, so that rules by location and messages find both.
static void inlineCall(func::CallOp call) {
  func::FuncOp callee = getCallee(call);
  IRMapping map;
  map.map(callee.getArguments(), call.getOperands());
  OpBuilder builder(call);
  for (Operation &op : callee.getBody().front().without_terminator())
    builder.clone(op, map)->walk(
        [&](Operation *copy) { copy->setLoc(CallSiteLoc::get(copy->getLoc(), call.getLoc())); });
  for (auto [result, value] : llvm::zip_equal(call.getResults(), getReturn(callee).getOperands()))
    result.replaceAllUsesWith(map.lookupOrDefault(value));
  call.erase();
}

static LogicalResult decompose(DecomposableOpInterface op) {
  OpBuilder builder(op);
  FailureOr<SmallVector<Value>> values = op.decompose(builder);
  if (failed(values))
    return failure();
  op->replaceAllUsesWith(*values);
  op->erase();
  return success();
}

static bool needsDecomposition(Operation *op, const Activity &activity) {
  if (!isa<DecomposableOpInterface>(op))
    return false;
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  return !differentiable ||
         differentiable.needsDecomposition([&](Value value) { return activity.isActive(value); });
}

FailureOr<Activity> prepareForGradient(func::FuncOp function, ArrayRef<Value> params,
                                       unsigned lossIndex) {
  while (true) {
    Activity activity(function.getBody(), params, getResultValue(function, lossIndex));
    SmallVector<func::CallOp> calls;
    SmallVector<DecomposableOpInterface> composites;
    function.walk([&](Operation *op) {
      if (!activity.isActive(op))
        return;
      if (auto call = dyn_cast<func::CallOp>(op)) {
        if (canInline(call))
          calls.push_back(call);
      } else if (needsDecomposition(op, activity)) {
        composites.push_back(cast<DecomposableOpInterface>(op));
      }
    });
    if (calls.empty() && composites.empty())
      return activity;
    for (func::CallOp call : calls)
      inlineCall(call);
    for (DecomposableOpInterface op : composites)
      if (failed(decompose(op)))
        return failure();
  }
}

} // namespace halftone::train
