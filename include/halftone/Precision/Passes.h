// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that decide and verify precision, and the external models behind them.
#ifndef HALFTONE_PRECISION_PASSES_H
#define HALFTONE_PRECISION_PASSES_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace halftone::precision {

#define GEN_PASS_DECL
#include "halftone/Precision/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "halftone/Precision/Passes.h.inc"

/// Attaches `PrecisionOpInterface` to the ops of `train`.
void registerPrecisionModels(mlir::DialectRegistry &registry);

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_PASSES_H
