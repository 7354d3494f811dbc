// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a function lie on a path from a parameter to the loss. Only these
// have gradients: an op off the path needs no rule and gets no backward ops.
//
// The function is a graph of values. An op has an edge from each operand to each
// result; an op with regions has edges by how values travel through it (a loop's
// carried value is one node for initial value, argument, yield and result, so that
// iterations need no fixpoint). Values without a gradient (integers, empty tensors,
// results of `floor` or `stop_gradient`) cut every path. A value is active if it is
// reached forward from a parameter and backward from the loss.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_ACTIVITY_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_ACTIVITY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace halftone::train {

class Activity {
public:
  Activity(mlir::Region &body, llvm::ArrayRef<mlir::Value> params, mlir::Value loss);

  bool isActive(mlir::Value value) const { return active.contains(value); }
  /// True where a gradient flows through `op`.
  bool isActive(mlir::Operation *op) const;
  /// Says of a copy what holds of its original.
  void copyActivity(mlir::Value from, mlir::Value to) {
    if (isActive(from))
      active.insert(to);
  }

private:
  llvm::DenseSet<mlir::Value> active;
};

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_ACTIVITY_H
