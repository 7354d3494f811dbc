// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that build and reshape the step, and the external models of the `train`
// dialect's interfaces.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_PASSES_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_PASSES_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace halftone::train {

#define GEN_PASS_DECL
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

/// Attaches `DecomposableOpInterface` to the composites.
void registerDecompositions(mlir::DialectRegistry &registry);
/// Attaches `DifferentiableOpInterface` to every op that has a gradient.
void registerGradients(mlir::DialectRegistry &registry);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_PASSES_H
