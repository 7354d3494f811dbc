// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A walk down the call graph, which meets each function once: its size is that of its own
// ops and of what it calls.
#include "halftone/Dialect/Train/Transforms/CheckCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace halftone;

namespace {

class CallTree {
public:
  /// Knows the size of `function` afterwards.
  LogicalResult visit(func::FuncOp function) {
    if (sizes.contains(function))
      return success();
    path.insert(function);
    uint64_t size = 0;
    WalkResult result = function.getBody().walk([&](Operation *op) {
      size = llvm::SaturatingAdd<uint64_t>(size, 1);
      auto call = dyn_cast<func::CallOp>(op);
      auto callee = call ? symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr())
                         : func::FuncOp();
      if (!callee)
        return WalkResult::advance(); // where it calls nothing, its verifier says so
      if (failed(checkCall(call, callee)) || failed(visit(callee)))
        return WalkResult::interrupt();
      size = llvm::SaturatingAdd(size, sizes.lookup(callee));
      return WalkResult::advance();
    });
    path.remove(function);
    sizes[function] = size;
    if (result.wasInterrupted())
      return failure();
    if (size > train::maxInlinedOps)
      return function.emitError("function '")
             << function.getName() << "' holds " << size
             << " ops once its calls are inlined, expected at most " << train::maxInlinedOps;
    return success();
  }

private:
  LogicalResult checkCall(func::CallOp call, func::FuncOp callee) {
    if (path.contains(callee))
      return call.emitError("function '")
             << callee.getName() << "' calls itself; a training step can't recurse";
    if (path.size() >= train::maxCallDepth)
      return call.emitError("calls nest more than ") << train::maxCallDepth << " deep";
    return success();
  }

  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, uint64_t> sizes;
  llvm::SmallSetVector<Operation *, 16> path;
};

} // namespace

LogicalResult train::checkCalls(ModuleOp module) {
  CallTree tree;
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(tree.visit(function)))
      return failure();
  return success();
}
