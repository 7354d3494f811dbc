// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which forward op a backward op comes from, kept in the location of the backward
// op: a fused location around the forward op's location, whose metadata is
//
//   {train.backward_of = "train.linear"}
//
// A location survives CSE, canonicalization and lowering, where a discardable
// attribute would block CSE and go stale.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_BACKWARDLOCATION_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_BACKWARDLOCATION_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace halftone::train {

/// The key of the metadata, whose value is the forward op's name.
inline constexpr llvm::StringLiteral backwardOfKey = "train.backward_of";
/// A further entry for ops that are recomputed.
inline constexpr llvm::StringLiteral recomputedKey = "train.recomputed";

/// The location of a backward op of the op `name` at `forward`. The name may be
/// empty where there is no one op, as for the gradient of an argument.
mlir::Location getBackwardLocation(mlir::Location forward, llvm::StringRef name = {});
/// The location of the backward ops of `forward`.
mlir::Location getBackwardLocation(mlir::Operation *forward);

/// The location of an op of the backward pass that computes again what `forward` did.
mlir::Location getRecomputedLocation(mlir::Operation *forward);

/// Where `op` is a backward op: the location of its forward op.
std::optional<mlir::Location> getForwardLocation(mlir::Operation *op);
/// Where `op` is a backward op: the name of its forward op, which may be empty.
std::optional<llvm::StringRef> getForwardName(mlir::Operation *op);
/// True for ops that differentiation made.
bool isBackward(mlir::Operation *op);
/// True for those that compute again what a checkpoint did not keep.
bool isRecomputed(mlir::Operation *op);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_BACKWARDLOCATION_H
