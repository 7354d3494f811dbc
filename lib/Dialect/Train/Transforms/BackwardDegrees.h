// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The degrees of a backward pass for which some uses are taken to be seeds.
//
// The backward pass *proper* is what has to hold the scale once, and nothing else: ops
// that combine a gradient with data, products of a gradient with a weight, all that leads
// to such an op, and the whole of a loop that has one. What comes behind (a reduction to a
// bias, a clip, the optimizer) is left to `GradientCut`.
//
//   1. A seed has degree 1; any other candidate is a variable of degree 0 or 1; values of
//      the forward pass, arguments and other constants have degree 0; zeros have any.
//   2. Forward through the ops: products add expressions, sums equate them, what is not
//      linear needs 0. A loop's body is visited once: what it carries starts as its
//      initial value's expression, a new variable for zeros, and is equated with what the
//      body yields.
//   3. What stays open is 0.
//
// An equation without a solution is where degrees mix.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_BACKWARDDEGREES_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_BACKWARDDEGREES_H

#include "DegreeEquations.h"
#include "StepFacts.h"

#include <string>

namespace halftone::train {

/// An op at which degrees mix, and why that can't be.
struct DegreeMixing {
  mlir::Operation *op;
  std::string why;
  mlir::Value plain = {}; ///< the operand without the scale, where there is one
};

class BackwardDegrees {
public:
  BackwardDegrees(const StepFacts &facts, llvm::ArrayRef<mlir::OpOperand *> seeds);

  /// Nothing where there is a solution.
  std::optional<DegreeMixing> solve();

  /// Whether the op is of the backward pass proper.
  bool isProper(mlir::Operation *op) const { return proper.contains(op); }
  /// After `solve`, of values that proper ops compute.
  int getDegree(mlir::Value value);
  bool isSeed(mlir::OpOperand &use) const { return seeds.contains(&use); }
  /// After `solve`: all uses that hold the seed, in program order.
  llvm::SmallVector<mlir::OpOperand *> getSeeds();

private:
  const StepFacts &facts;
  llvm::DenseSet<mlir::OpOperand *> seeds;
  llvm::DenseSet<mlir::Operation *> proper;
  DegreeEquations equations;
  llvm::DenseMap<mlir::Value, DegreeExpr> degrees;
  ValueSet zeros; ///< of any degree
  llvm::DenseMap<mlir::OpOperand *, DegreeExpr> variables;
  std::optional<DegreeMixing> mixing;

  void findProper();
  bool combines(mlir::Operation *op, const ValueSet &seeded) const;

  bool isAny(mlir::OpOperand &use) const;
  DegreeExpr degreeOf(mlir::OpOperand &use);
  bool fail(mlir::Operation *op, const llvm::Twine &why, mlir::Value plain = {});
  bool visit(mlir::Block &block);
  bool visit(mlir::Operation *op);
  bool visitLoop(mlir::Operation *loop);
  bool visitRegions(mlir::Operation *op);
  bool visitPlain(mlir::Operation *op);
  bool failToEquate(mlir::Operation *op, mlir::OpOperand &a, mlir::OpOperand &b);
};

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_BACKWARDDEGREES_H
