// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How values flow through a function of `train` ops, regions included: what a loop
// carries goes from its initial value through the argument and the yield to the result.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_VALUEFLOW_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_VALUEFLOW_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace halftone::train {

using ValueSet = llvm::DenseSet<mlir::Value>;
using ValueFilter = llvm::function_ref<bool(mlir::Value)>;

/// Whether the use hands the value itself on: an initial value or a yield, no predicate.
bool isForwarded(mlir::OpOperand &use);
/// The values that depend on a use directly.
void forEachTarget(mlir::OpOperand &use, llvm::function_ref<void(mlir::Value)> visit);
/// The uses that a value depends on directly.
void forEachSource(mlir::Value value, llvm::function_ref<void(mlir::OpOperand &)> visit);

/// `from` and all that depends on it through values that `enters` holds for.
ValueSet reachForward(llvm::ArrayRef<mlir::Value> from, ValueFilter enters);
/// All that depends on the uses.
ValueSet reachFrom(llvm::ArrayRef<mlir::OpOperand *> uses);
/// `from` and all that it depends on through values that `enters` holds for.
ValueSet reachBackward(llvm::ArrayRef<mlir::Value> from, ValueFilter enters);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_VALUEFLOW_H
