// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The degree of each value of a step in the scaled seed of its backward pass: how
// many times the loss scale is in it. Linear ops carry the degree, products add
// degrees, additions and selections need equal ones; anything else on a value that
// holds the scale mixes it. `unscale` takes one off.
#ifndef HALFTONE_LIB_PRECISION_STEPDEGREES_H
#define HALFTONE_LIB_PRECISION_STEPDEGREES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace halftone::precision {

/// 0, 1, … or mixed.
struct Degree {
  int value = 0;
  bool mixed = false;
  bool operator==(const Degree &other) const = default;
};

class StepDegrees {
public:
  explicit StepDegrees(mlir::func::FuncOp function);

  Degree get(mlir::Value value) const { return degrees.lookup(value); }
  /// The op at which degrees first mixed on the way to `value`, if they did.
  mlir::Operation *getMixingOp(mlir::Value value) const { return mixedAt.lookup(value); }

private:
  void visit(mlir::Block &block);
  void visit(mlir::Operation *op);
  void visitRegions(mlir::Operation *op);
  void set(mlir::Value value, Degree degree, mlir::Operation *op);
  /// Zeros, which have any degree.
  bool isAnyDegree(mlir::Value value) const;

  /// What a loop carries, in its first round, where it starts from zeros.
  llvm::DenseSet<mlir::Value> zeros;
  llvm::DenseMap<mlir::Value, Degree> degrees;
  llvm::DenseMap<mlir::Value, mlir::Operation *> mixedAt;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_STEPDEGREES_H
