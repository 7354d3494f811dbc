// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a step hold the loss scale, for `train-loss-scaling`.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_SEEDANALYSIS_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_SEEDANALYSIS_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace halftone::train {

/// For each value: whether it depends on a seed, and whether it depends on what a
/// gradient consumer computed. Loops carry each value for itself; a `train.while`
/// counts as one op.
class SeedAnalysis {
public:
  explicit SeedAnalysis(mlir::Block &block) { visit(block); }

  bool isScaled(mlir::Value value) const { return get(value).seeded; }
  bool isBehindConsumer(mlir::Value value) const { return get(value).consumed; }

private:
  struct Facts {
    bool seeded = false, consumed = false;
  };
  llvm::DenseMap<mlir::Value, Facts> facts;

  Facts get(mlir::Value value) const { return facts.lookup(value); }
  /// True if something was new.
  bool join(mlir::Value value, Facts more) {
    Facts &known = facts[value];
    bool isNew = (more.seeded && !known.seeded) || (more.consumed && !known.consumed);
    known.seeded |= more.seeded;
    known.consumed |= more.consumed;
    return isNew;
  }
  void joinAll(mlir::ValueRange values, mlir::ValueRange from) {
    for (auto [value, source] : llvm::zip_equal(values, from))
      join(value, get(source));
  }

  void visit(mlir::Block &block) {
    for (mlir::Operation &op : block)
      visit(&op);
  }
  void visit(ForOp loop);
  void visit(mlir::Operation *op);
};

/// The ops of `block` that the values are computed from; an op with regions counts
/// with all that is in it.
llvm::DenseSet<mlir::Operation *> collectProducers(mlir::Block &block,
                                                   llvm::ArrayRef<mlir::Value> values);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_SEEDANALYSIS_H
