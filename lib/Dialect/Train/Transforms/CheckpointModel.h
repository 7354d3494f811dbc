// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loss function as a sequence for the planner, and a plan carried out on it.
//
// What a gradient needs is found by differentiating a copy whose ops are numbered in
// their locations: a backward op's location leads to the forward op that it is of.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTMODEL_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTMODEL_H

#include "CheckpointPlan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace halftone::train {

/// Numbers the ops of `copy`, in their locations. Blocks whose ops are units are the
/// function's, and those of `for` loops that are units.
void numberUnits(mlir::func::FuncOp copy);

/// The sequence of a function that was numbered and then differentiated. `original` is
/// the function as it was before.
CheckpointSequence modelSequence(mlir::func::FuncOp original, mlir::func::FuncOp gradient);

/// Wraps the parts of `plan`; returns the number of checkpoints.
unsigned applyPlan(mlir::func::FuncOp function, const CheckpointPlan &plan);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTMODEL_H
