// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a convolution's dimensions are spelled, here and in StableHLO:
// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
#ifndef HALFTONE_DIALECT_TRAIN_IR_CONVNOTATION_H
#define HALFTONE_DIALECT_TRAIN_IR_CONVNOTATION_H

#include "mlir/IR/OpImplementation.h"

namespace halftone::train {

/// One side of the notation: where the two named dimensions are, and the spatial
/// dimensions in order.
struct ConvSide {
  int64_t first = -1, second = -1;
  llvm::SmallVector<int64_t> spatial;
};

/// Input and output name batch and feature, the kernel input and output features.
struct ConvNotation {
  ConvSide input, kernel, output;
};

mlir::ParseResult parseConvNotation(mlir::AsmParser &parser, ConvNotation &dims);
void printConvNotation(mlir::AsmPrinter &printer, const ConvNotation &dims);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_IR_CONVNOTATION_H
