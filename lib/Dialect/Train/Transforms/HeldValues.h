// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a backward pass holds of the forward pass, and what computing it costs.
//
// A forward value is *kept* if a backward op uses it. Values that share storage with
// another one, or that a kernel reads through (reshape, transpose, broadcast, barrier),
// stand for that one; arguments of the function and constants are there anyway. So the
// kept bytes are those of the distinct values that are left.
//
// A kept value is held from the first backward op to its last use. What a checkpoint
// computes again is held too, from its definition to its last use, as far as gradients
// use it. The most that is held at once is what a budget is about; without checkpoints
// that is what is kept.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_HELDVALUES_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_HELDVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace halftone::train {

/// Numbers of one differentiated function.
struct HeldBytes {
  int64_t kept = 0;                              ///< from the forward to the backward pass
  int64_t peak = 0;                              ///< the most at once, with what is recomputed
  int64_t forwardFlops = 0, recomputedFlops = 0; ///< of products
};

/// Measures a function that `train-differentiate` made.
HeldBytes measureHeld(mlir::func::FuncOp gradient);

/// The value that stands for `value`.
mlir::Value getStorage(mlir::Value value);
/// True for arguments of functions and constants.
bool isThereAnyway(mlir::Value value);
int64_t getBytes(mlir::Value value);

/// FLOPs of `op` if it is a product (attention: of both of its products), else 0.
int64_t getProductFlops(mlir::Operation *op);
/// FLOPs of the products in `op`, its regions included, as often as loops run them.
int64_t getFlops(mlir::Operation *op);
/// The same plus 16 for each byte that other ops read or write.
int64_t getCost(mlir::Operation *op);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_HELDVALUES_H
