// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of `train-loss-scaling`.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_LOSSSCALING_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_LOSSSCALING_H

#include "halftone/Dialect/Train/Transforms/Passes.h"

namespace halftone::train {

/// Says at `loc` what is wrong with the options.
mlir::LogicalResult verifyScalingOptions(const TrainLossScalingOptions &options,
                                         mlir::Location loc);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_LOSSSCALING_H
