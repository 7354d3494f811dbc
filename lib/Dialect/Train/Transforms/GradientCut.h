// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the scale comes off: the values behind the backward pass proper that hold the
// scale last. Each path from the seed to a result of the step crosses one of them, once.
//
// A value is in the cut if it has degree 1 and
//   - some use can't take the scale: it is not linear (a square, a norm), its op combines
//     it with what has no scale (`b1·m + (1-b1)·g`, `p - lr·g`) or with what is computed
//     behind the cut (`g/‖g‖`), it is no part of the updates (a metric), is inside another
//     op's region, or is the return;
//   - or it is used more than once there, and is the gradient of at most one parameter:
//     otherwise each of those uses would bring a cut of its own.
// Uses behind the cut see degree 0, which takes values out of the cut that only scale
// another one (`(1-b1)·g`), so it is computed in rounds until it stays the same. At the
// end a value that is another one times something is replaced by that (`lr·g` by `g`).
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_GRADIENTCUT_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_GRADIENTCUT_H

#include "BackwardDegrees.h"

#include "llvm/ADT/SetVector.h"

namespace halftone::train {

class GradientCut {
public:
  GradientCut(const StepFacts &facts, BackwardDegrees &proper) : facts(facts), proper(proper) {}

  /// The values, in program order.
  llvm::SmallVector<mlir::Value> find();
  /// The sinks that a value goes into linearly behind the backward pass proper.
  llvm::BitVector getReach(mlir::Value value) const;

private:
  const StepFacts &facts;
  BackwardDegrees &proper;
  ValueSet cut;
  /// Of this round: degrees before the cut, and what is computed behind it.
  llvm::DenseMap<mlir::Value, int> degrees;
  ValueSet behind;
  llvm::SetVector<mlir::Value> wanted;

  bool isProper(mlir::OpOperand &use) const;
  int degreeBefore(mlir::Value value);
  int degreeOf(mlir::OpOperand &use);
  bool isBehind(mlir::Value value) const { return cut.contains(value) || behind.contains(value); }
  void visit(mlir::Operation *op);
  void visitRegions(mlir::Operation *op);
  void want(mlir::Operation *op);
  void wantForked(mlir::Value value);
  mlir::Value skipFactors(mlir::Value value);
};

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_GRADIENTCUT_H
