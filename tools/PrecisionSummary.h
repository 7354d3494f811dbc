// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a step does in low precision, in about ten lines, for the terminal.
#ifndef HALFTONE_TOOLS_PRECISIONSUMMARY_H
#define HALFTONE_TOOLS_PRECISIONSUMMARY_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace halftone {

/// Numbers of a finished step, for the summary and the manifest.
struct PrecisionFacts {
  int64_t narrowing = 0, widening = 0, castBytes = 0;
  int64_t fp8Contractions = 0, lowContractions = 0, contractions = 0; ///< low: fp8 too
  /// Values in f16, and no state of a loss scaler.
  bool f16WithoutScaling = false;

  explicit PrecisionFacts(mlir::ModuleOp module);
};

/// Prints `facts` under `title`, and the decisions of autocast's JSON report where it
/// is not empty.
void printPrecisionSummary(llvm::raw_ostream &os, llvm::StringRef title,
                           const PrecisionFacts &facts, llvm::StringRef report);

/// Prints what `train-checkpoint` did with the step of `module`, if it ran.
void printCheckpointSummary(llvm::raw_ostream &os, mlir::ModuleOp module);

} // namespace halftone

#endif // HALFTONE_TOOLS_PRECISIONSUMMARY_H
