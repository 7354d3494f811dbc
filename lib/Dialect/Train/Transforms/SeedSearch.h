// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seed of a step that a framework differentiated, and its gradients: what
// `train-loss-scaling` takes from `train.seed` and the optimizers' ops in a step of our
// own. In such a step the gradient of the loss in itself is a constant, folded with others
// (-1/N), sometimes there several times (a loss of two terms), sometimes gone (1·x).
//
//   1. Candidates are uses of constants, and ops of the backward pass that start from
//      values of the forward pass alone, but for what only continues a gradient that
//      another one started (StepFacts.h).
//   2. The seed is the candidate that goes linearly into most new parameters and optimizer
//      state; among equal ones, one behind the loss, then the first. Parameters that it
//      doesn't reach (a second loss on a model of its own) ask for another one.
//   3. Degrees of the backward pass decide which other candidates have to hold the scale,
//      because they are added to what does (BackwardDegrees.h). Where degrees mix, another
//      candidate that reaches the same, and doesn't depend on that one, is tried, then those
//      behind the loss alone.
//   4. The scale comes off where GradientCut.h says.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_SEEDSEARCH_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_SEEDSEARCH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>

namespace halftone::train {

struct FoundGradient {
  mlir::Value value;             ///< holds the scale last
  std::string name;              ///< of its parameter, or of the result that it is; else empty
  std::optional<unsigned> param; ///< the argument that it updates
};

struct FoundSeeds {
  llvm::SmallVector<mlir::OpOperand *> uses; ///< that are to hold the scale
  llvm::SmallVector<FoundGradient> gradients;
};

/// Nothing found where no update has a gradient. Fails with a diagnostic at the op where
/// degrees mix.
mlir::FailureOr<FoundSeeds> findSeeds(mlir::func::FuncOp step);

/// Makes each use a product with a `train.seed`, or the seed where it is 1.
void placeSeeds(llvm::ArrayRef<mlir::OpOperand *> uses);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_SEEDSEARCH_H
