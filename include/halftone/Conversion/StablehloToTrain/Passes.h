// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO into `train`.
#ifndef HALFTONE_CONVERSION_STABLEHLOTOTRAIN_PASSES_H
#define HALFTONE_CONVERSION_STABLEHLOTOTRAIN_PASSES_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace halftone::conversion {

#define GEN_PASS_DECL
#include "halftone/Conversion/StablehloToTrain/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "halftone/Conversion/StablehloToTrain/Passes.h.inc"

} // namespace halftone::conversion

#endif // HALFTONE_CONVERSION_STABLEHLOTOTRAIN_PASSES_H
