// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scales of fp8 tensors, and the history of their amax, which is state of the step.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_FP8SCALES_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_FP8SCALES_H

#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"
#include "halftone/Dialect/Train/Transforms/Fp8.h"

namespace halftone::train {

/// The largest finite value of a format.
double getLargest(mlir::FloatType format);

/// The largest magnitude of `value`, as an f32 scalar: infinite or NaN where an element is.
mlir::Value buildAmax(CoreBuilder &b, mlir::Value value);

/// The scale for each `amax`, element by element; `largest` are the formats' values, of
/// the same shape. Within 2^-126 … 2^126, so that it and its inverse are normal.
mlir::Value buildScale(CoreBuilder &b, mlir::Value amax, mlir::Value largest,
                       const Fp8Options &options);

/// The history of all tensors with delayed scaling: an argument of the step, with a row
/// for each tensor, and the scales that come of it.
class AmaxHistory {
public:
  AmaxHistory(mlir::func::FuncOp step, mlir::func::FuncOp init, const Fp8Options &options)
      : step(step), init(init), options(options) {}

  /// Adds the argument and computes the scales, at the start of the step.
  llvm::LogicalResult start(llvm::ArrayRef<mlir::FloatType> formats);
  /// The scale of a row, an f32 scalar.
  mlir::Value getScale(unsigned row) const { return scales[row]; }
  /// Where ops that use scales can go, at the earliest.
  mlir::Operation *getLastOp() const { return last; }
  /// Enters one amax for each row, from wherever it is computed, and returns the history.
  void finish(llvm::ArrayRef<mlir::Value> amaxes);

private:
  mlir::func::FuncOp step, init;
  const Fp8Options &options;
  mlir::Value history;
  llvm::SmallVector<mlir::Value> scales;
  mlir::Operation *last = nullptr;
};

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_FP8SCALES_H
