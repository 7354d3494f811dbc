// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts that are part of the model, as its maker wrote them: they round where he wants it,
// and no rule about placing casts is about them. A mark in their location tells them, and
// the casts of their derivatives, from those that precision passes place.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_MODELCASTS_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_MODELCASTS_H

#include "halftone/Dialect/Train/IR/Train.h"

namespace halftone::train {

/// `loc`, marked: a fused location with the metadata `{train.model_cast}`.
mlir::Location getModelCastLocation(mlir::Location loc);
/// Whether the cast, or the cast whose derivative it is, was marked.
bool isModelCast(CastOp cast);
/// Marks every cast in `root`, and every product that has an accumulator or operands of its
/// own choice (`acc`, `tf32`).
void markModelCasts(mlir::Operation *root);
/// Whether the product, or the product whose derivative it is, was marked.
bool isModelChoice(mlir::Operation *op);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_MODELCASTS_H
