// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of a step in fp8: which products there are, and the rewrite.
//
//   %y = dot_general %x, %w : (bf16, bf16) -> bf16
//   // becomes, with s_x and s_w the scales of the two tensors
//   %x8 = cast (x in f32 · s_x) saturate        one for each tensor and format, shared by
//   %w8 = cast (w in f32 · s_w) saturate        the forward and the backward pass
//   %p = dot_general %x8, %w8 : (f8, f8) -> f32
//   %y = cast (%p · (1/s_x · 1/s_w))
//
// A tensor's scale is the largest format value over the largest magnitude (`amax`) that
// it is expected to have, times 2^-margin: that of the last steps (`delayed`, a history as
// state of the step) or its own (`current`); 1 where that is 0. Amax is read before
// saturation. An infinity becomes NaN, so that overflow is still seen behind a product; a
// finite value that is too large becomes the largest. A step in which a tensor's amax is
// not finite leaves its history as it is.
//
// Limits: a product in a branch, or in a loop without a trip count, has no state of its
// own and scales by `current`. A loop has one history for all its rounds, of which it
// enters the largest amax.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_FP8_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_FP8_H

#include "halftone/Dialect/Train/IR/Train.h"

namespace halftone::train {

/// The name of the amax history: f32, one row for each tensor, the newest amax first.
inline constexpr llvm::StringLiteral kAmaxHistory = "fp8/amax_history";

struct Fp8Options {
  bool delayed = true;
  int64_t historyLength = 16;
  int64_t margin = 0; ///< scales are this many powers of two smaller
  bool hybrid = true; ///< gradients in E5M2, else in E4M3 as all else
  bool powersOfTwo = true;
};

/// A contraction: an op with an accumulator and two factors.
struct StepProduct {
  mlir::Operation *op;
  unsigned factors[2];     ///< operand numbers
  bool isGradient[2] = {}; ///< whether a factor depends on the seed of the backward pass
  /// The last product before the loss (a classifier's head), or the gradients of one.
  bool isLast = false;
  /// A parameter's gradient: where its users widen it, it leaves the product in f32.
  bool isParameterGradient = false;

  bool isBackward() const { return isGradient[0] || isGradient[1]; }
};

/// True for ops with an accumulator that can be chosen.
bool isContraction(mlir::Operation *op);
/// The operands whose product a contraction sums.
llvm::SmallVector<mlir::OpOperand *, 2> getFactors(mlir::Operation *contraction);
/// Whether a value's elements are an fp8 type.
bool isFp8(mlir::Value value);

/// All contractions of `step`, in order.
llvm::SmallVector<StepProduct> findProducts(mlir::func::FuncOp step);

/// Rewrites the products, none of which is of f64 or in fp8 already. `init` starts the
/// history. Fails, with a diagnostic, where the name of the history is taken.
llvm::LogicalResult quantizeProducts(mlir::func::FuncOp step, mlir::func::FuncOp init,
                                     llvm::ArrayRef<StepProduct> products,
                                     const Fp8Options &options);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_FP8_H
