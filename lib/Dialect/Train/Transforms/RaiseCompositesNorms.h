// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A norm that was found, before it is known which one it is. Two files find norms: Norms, in
// the frame of the root, and FeatureNorms, across reshapes.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESNORMS_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESNORMS_H

#include "RaiseComposites.h"

namespace halftone::train::raise {

/// d · rstd · scale + bias, of x in the root's shape.
struct Norm {
  Value x;
  /// What mean and variance are over.
  Sizes dims;
  double epsilon = 0;
  bool isCentred = false, isDetour = false, isDifference = false;
  std::optional<Seen> scale = {}, bias = {};
  /// The values that are mean and variance.
  Values means = {}, variances = {};
};

/// The composite for it, in place of `root`; tells why not.
Match raiseNorm(mlir::Operation *root, Norm norm, Context &context);
/// False where the variance is one that isn't raised; tells why.
bool isVarianceRaised(mlir::Operation *root, llvm::StringRef name, const Norm &norm,
                      Context &context);

/// Where a norm begins.
Values inputsOf(const Norm &norm);
/// True where `param` runs along frame dimensions of `dims` only.
bool runsAlong(const Seen &param, Dims dims);
/// `param` as a tensor of the frame's dimensions `dims`.
Value buildParam(CoreBuilder &b, const Seen &param, Dims dims);

} // namespace halftone::train::raise

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESNORMS_H
