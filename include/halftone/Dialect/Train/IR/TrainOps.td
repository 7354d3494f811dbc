// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All ops of the `train` dialect, for the generators.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINOPS_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINOPS_TD

include "halftone/Dialect/Train/IR/TrainElementwiseOps.td"
include "halftone/Dialect/Train/IR/TrainShapeOps.td"
include "halftone/Dialect/Train/IR/TrainReductionOps.td"
include "halftone/Dialect/Train/IR/TrainContractionOps.td"
include "halftone/Dialect/Train/IR/TrainControlOps.td"
include "halftone/Dialect/Train/IR/TrainNNOps.td"
include "halftone/Dialect/Train/IR/TrainStepOps.td"

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINOPS_TD
