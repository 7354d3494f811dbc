// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The complementary error function, which `train` has no op for. `1 − erf x` loses all
// its digits where x is large, so erfc is a function of core ops, with a gradient of its
// own: a `train.custom_gradient` on two private functions.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_ERFC_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_ERFC_H

#include "halftone/Dialect/Train/IR/Train.h"

namespace halftone::train {

/// erfc of `x`, elementwise, good to a few units in the last place of the compute type.
/// Adds the two functions to the module around the insertion point where it lacks them.
mlir::Value buildErfc(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x);

/// True for what `buildErfc` builds: the functions are compared with those, so that
/// another function of the same name doesn't pass.
bool isErfc(CustomGradientOp op);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_ERFC_H
