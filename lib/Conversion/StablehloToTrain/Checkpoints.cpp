// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `import-checkpoints`: `jax.checkpoint` in an exported loss function.
//
// JAX inlines what it marks, and leaves the mark in the names of locations:
//
//   loc("jit(loss)/checkpoint/tanh"(…))
//   loc("jit(loss)/checkpoint/checkpoint/tanh"(…))      in a checkpoint within one
//   loc("checkpoint/tanh"(…))                           in a function of its own, in a scan
//
// Neighbours under one name are one checkpoint. Two in a row have the same names, as when
// a loop in Python calls a checkpointed layer, so the first op's location begins a new one
// when it comes back. Versions that make a function of it call that `checkpoint` or
// `remat`; then the call is wrapped.
//
// A checkpoint changes no value, so a name that stands for something else costs time only.
// A function that JAX differentiated has its recomputation already, and is left alone.
#include "halftone/Dialect/Train/Transforms/Checkpoints.h"
#include "halftone/Conversion/StablehloToTrain/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Regex.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_IMPORTCHECKPOINTS
#include "halftone/Conversion/StablehloToTrain/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using namespace halftone;

namespace {

/// The name that JAX gave an op, as "jit(loss)/checkpoint/tanh".
StringRef getPath(Location loc) {
  StringRef path;
  loc->walk([&](Location inner) {
    auto name = dyn_cast<NameLoc>(inner);
    if (!name)
      return WalkResult::advance();
    path = name.getName();
    return WalkResult::interrupt();
  });
  return path;
}

/// `path` up to its checkpoint number `depth` (from 0), or nothing.
StringRef getCheckpoint(StringRef path, unsigned depth) {
  size_t at = 0;
  while (at < path.size()) {
    size_t end = std::min(path.find('/', at), path.size());
    // The last component is the op itself.
    if (path.slice(at, end) == "checkpoint" && end < path.size() && depth-- == 0)
      return path.take_front(end);
    at = end + 1;
  }
  return {};
}

bool callsCheckpoint(Operation *op) {
  static const llvm::Regex name("^(checkpoint|remat2?)(_[0-9]+)?$");
  auto call = dyn_cast<func::CallOp>(op);
  return call && name.match(call.getCallee());
}

class Grouper {
public:
  unsigned count = 0;

  /// Groups the ops of `block`, which is in `depth` checkpoints.
  void run(Block &block, unsigned depth) {
    SmallVector<Operation *> group, ops;
    for (Operation &op : block.without_terminator())
      ops.push_back(&op);
    StringRef name;
    Operation *last = nullptr;
    auto close = [&] {
      if (!group.empty())
        run(wrap(group), depth + 1);
      group.clear();
    };
    for (Operation *op : ops) {
      bool isConstant = op->getNumOperands() == 0 && op->getNumRegions() == 0;
      if (isConstant && !group.empty()) {
        op->moveBefore(group.front());
        continue;
      }
      StringRef mine = getCheckpoint(getPath(op->getLoc()), depth);
      bool isCall = mine.empty() && callsCheckpoint(op);
      bool startsAgain = !group.empty() && op->getLoc() == group.front()->getLoc() &&
                         last->getLoc() != op->getLoc();
      if (mine.empty() || mine != name || startsAgain)
        close();
      if (isCall)
        wrap(op);
      else if (mine.empty())
        runInside(*op, depth);
      else if (!isConstant)
        group.push_back(op);
      name = mine;
      last = op;
    }
    close();
  }

private:
  void runInside(Operation &op, unsigned depth) {
    for (Region &region : op.getRegions())
      for (Block &block : region)
        run(block, depth);
  }

  Block &wrap(ArrayRef<Operation *> ops) {
    ++count;
    return train::wrapInCheckpoint(ops, train::CheckpointSave::nothing).getBody().front();
  }
};

/// JAX names what it made of a checkpoint in a gradient.
bool isDifferentiated(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        StringRef path = getPath(op->getLoc());
        bool isMade = path.contains("rematted_computation") || path.contains("transpose(");
        return isMade ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

struct ImportCheckpoints : conversion::impl::ImportCheckpointsBase<ImportCheckpoints> {
  using ImportCheckpointsBase::ImportCheckpointsBase;

  void runOnOperation() override {
    auto functions = getOperation().getOps<func::FuncOp>();
    if (llvm::any_of(functions, isDifferentiated))
      return markAllAnalysesPreserved();
    Grouper grouper;
    for (func::FuncOp function : functions)
      for (Block &block : function.getBody())
        grouper.run(block, 0);
    numCheckpoints += grouper.count;
  }
};

} // namespace
