// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making `train.checkpoint` regions, and taking them away.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTS_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTS_H

#include "halftone/Dialect/Train/IR/Train.h"

namespace halftone::train {

/// Moves `ops`, which follow each other in a block, into a checkpoint. Its results are
/// their values that are used elsewhere.
CheckpointOp wrapInCheckpoint(llvm::ArrayRef<mlir::Operation *> ops, CheckpointSave save);

/// Puts the bodies of all checkpoints in `root` in their places.
void inlineCheckpoints(mlir::Operation *root);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTS_H
