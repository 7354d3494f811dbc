// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of `train-differentiate` that are files of their own.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DIFFERENTIATE_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DIFFERENTIATE_H

#include "halftone/Dialect/Train/Transforms/Activity.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace halftone::train {

/// Brings `function` into a form in which every op on an active path has a gradient
/// rule, as far as that can be done: calls are inlined, and composites without a rule
/// of their own decomposed. Returns the activity of its values. `params` are its
/// differentiated arguments, `lossIndex` the result that is the loss.
llvm::FailureOr<Activity> prepareForGradient(mlir::func::FuncOp function,
                                             llvm::ArrayRef<mlir::Value> params,
                                             unsigned lossIndex);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DIFFERENTIATE_H
