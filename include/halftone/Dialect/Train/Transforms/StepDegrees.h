// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The degree of each value of a step in the scaled seed of its backward pass: how
// many times the loss scale is in it. Linear ops carry the degree, products add
// degrees, additions and selections need equal ones; anything else on a value that
// holds the scale mixes it. `unscale` takes one off, as a division by the scale does. The
// rules are DegreeRules.h's.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_STEPDEGREES_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_STEPDEGREES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace halftone::train {

/// On a scaled `@step`: "torch" where its scaler has GradScaler's semantics.
inline constexpr llvm::StringLiteral kScalingSemantics = "train.scaling_semantics";

/// …, −1, 0, 1, … or mixed.
struct Degree {
  int value = 0;
  bool mixed = false;
  bool operator==(const Degree &other) const = default;
};

class StepDegrees {
public:
  /// `scales` are arguments that hold the scale themselves, once each.
  explicit StepDegrees(mlir::func::FuncOp function, mlir::ValueRange scales = {});

  Degree get(mlir::Value value) const { return degrees.lookup(value); }
  /// The op at which degrees first mixed on the way to `value`, if they did.
  mlir::Operation *getMixingOp(mlir::Value value) const { return mixedAt.lookup(value); }

private:
  void visit(mlir::Block &block);
  void visit(mlir::Operation *op);
  void visitRegions(mlir::Operation *op);
  /// Whether all that goes into the op's regions is as it was at the last visit: then so is
  /// what comes out. Else loops in loops would be visited 2^depth times.
  bool isSettled(mlir::Operation *op);
  void visitPlain(mlir::Operation *op);
  void set(mlir::Value value, Degree degree, mlir::Operation *op, bool any = false);
  /// Takes a value's degree, and whether it has any, to another.
  void copy(mlir::Value from, mlir::Value to, mlir::Operation *op);
  bool isAnyDegree(mlir::Value value) const;

  /// What is zero because what it is computed from is, and what loops carry that start
  /// from zeros: in the rounds before anything else comes in.
  llvm::DenseSet<mlir::Value> zeros;
  llvm::DenseMap<mlir::Value, Degree> degrees;
  llvm::DenseMap<mlir::Value, mlir::Operation *> mixedAt;

  /// What goes into an op's regions, and what was known of it at the last visit.
  struct Inputs {
    llvm::SmallVector<mlir::Value> values;
    llvm::SmallVector<std::pair<Degree, bool>> known;
  };
  llvm::DenseMap<mlir::Operation *, Inputs> visited;
};

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_STEPDEGREES_H
