// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of `train-differentiate` that are files of their own.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DIFFERENTIATE_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DIFFERENTIATE_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Activity.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace halftone::train {

/// Brings `function` into a form in which every op on an active path has a gradient
/// rule, as far as that can be done: calls are inlined, and composites without a rule
/// of their own decomposed. Returns the activity of its values. `params` are its
/// differentiated arguments, `lossIndex` the result that is the loss.
llvm::FailureOr<Activity> prepareForGradient(mlir::func::FuncOp function,
                                             llvm::ArrayRef<mlir::Value> params,
                                             unsigned lossIndex);

/// Emits an error where `function` has no one loss or no parameters that are floats.
llvm::LogicalResult verifyDifferentiable(mlir::func::FuncOp function);

/// Differentiates `function`, which gets its gradients as further results.
llvm::LogicalResult differentiateInPlace(mlir::func::FuncOp function);

/// Takes away the operands of `barrier` whose results nobody uses, but for those in `keep`.
/// Maps the other results to the new ones where the op was made again.
mlir::IRMapping shrinkBarrier(OptimizationBarrierOp barrier, mlir::ValueRange keep = {});

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DIFFERENTIATE_H
