// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ops of a function are of the forward pass, the backward pass and the optimizer,
// for placements, casts and reports. In this order:
//
//   1. An op that differentiation made, here (its location is marked) or in a framework
//      (its name says that it was transposed), is of the backward pass.
//   2. What the loss, metrics and the model's state are computed from is forward.
//   3. What takes gradients, reads an optimizer's state or follows on such an op is of
//      the optimizer; so is, in a step with marks, what follows on the backward pass, and
//      what only such ops read.
//   4. Without any mark the rest is of the backward pass, else of the forward pass.
//
// An op inside another one without a mark of its own goes with it.
#ifndef HALFTONE_LIB_PRECISION_STEPPARTS_H
#define HALFTONE_LIB_PRECISION_STEPPARTS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace halftone::precision {

enum class Part { Forward, Backward, Optimizer };

llvm::StringRef toString(Part part);

class StepParts {
public:
  explicit StepParts(mlir::FunctionOpInterface of);

  /// Of an op of the function, or one that was put beside such an op since.
  Part get(mlir::Operation *op) const;

  /// Bytes of what forward ops give to backward ops, each value once; what only moves
  /// or repeats a value counts as that value. Arguments and constants are there anyway.
  int64_t countKeptBytes() const;

  /// Bytes that the ops of each part read and write, were each a kernel, as often as they
  /// run. Constants and what only moves or repeats a value (as a view) are free.
  struct Traffic {
    int64_t forward = 0, backward = 0, optimizer = 0;
  };
  Traffic countTraffic() const;

private:
  void collectMarked();
  void collectForward();
  Part classify(mlir::Operation *op) const;
  bool feedsOptimizer(mlir::Operation *op) const;
  void addTraffic(mlir::Region &region, int64_t runs, Traffic &traffic) const;

  mlir::Operation *function;
  llvm::DenseSet<mlir::Operation *> marked;  ///< rule 1
  llvm::DenseSet<mlir::Operation *> forward; ///< rule 2, ops of the function's own block
  llvm::DenseMap<mlir::Operation *, Part> parts;
};

/// True for what a library would give as a view of its operand.
bool isView(mlir::Operation *op);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_STEPPARTS_H
