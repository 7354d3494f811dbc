// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a decomposition is written and attached. For each composite there is a function
//
//   SmallVector<Value> decomposeOp(SoftmaxOp op, CoreBuilder &b);
//
// that gives one value for each result, in the compute type; `Decomposition` rounds each
// once to its result's type. The families are in files of their own.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DECOMPOSE_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DECOMPOSE_H

#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

namespace halftone::train {

template <typename OpT>
struct Decomposition : public DecomposableOpInterface::ExternalModel<Decomposition<OpT>, OpT> {
  llvm::FailureOr<llvm::SmallVector<mlir::Value>> decompose(mlir::Operation *op,
                                                            mlir::OpBuilder &builder) const {
    mlir::FloatType compute =
        op->getNumOperands() ? getComputeFloatType(op->getOperands()) : builder.getF32Type();
    CoreBuilder b(builder, op->getLoc(), compute);
    llvm::SmallVector<mlir::Value> values = decomposeOp(llvm::cast<OpT>(op), b);
    for (auto [value, result] : llvm::zip_equal(values, op->getResults()))
      value = b.cast(value, getElementType(result));
    return values;
  }
};

template <typename... OpTs> void attachDecompositions(mlir::MLIRContext *context) {
  (OpTs::template attachInterface<Decomposition<OpTs>>(*context), ...);
}

/// `values` as an index type that holds `0 … count−1` and every given index, or at least keeps
/// those outside outside: i32 where it is that already, else i64.
mlir::Value toIndexType(CoreBuilder &b, mlir::Value values);

void attachActivationDecompositions(mlir::MLIRContext *context);
void attachAttentionDecompositions(mlir::MLIRContext *context);
void attachIndexDecompositions(mlir::MLIRContext *context);
void attachLossDecompositions(mlir::MLIRContext *context);
void attachNormDecompositions(mlir::MLIRContext *context);
void attachOptimizerDecompositions(mlir::MLIRContext *context);
void attachRowDecompositions(mlir::MLIRContext *context);
void attachScalingDecompositions(mlir::MLIRContext *context);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DECOMPOSE_H
