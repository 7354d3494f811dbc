// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowerings out of `train`.
#ifndef HALFTONE_CONVERSION_PASSES_H
#define HALFTONE_CONVERSION_PASSES_H

#include "halftone/Kernels/KernelOps.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace halftone::conversion {

#define GEN_PASS_DECL
#include "halftone/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "halftone/Conversion/Passes.h.inc"

} // namespace halftone::conversion

#endif // HALFTONE_CONVERSION_PASSES_H
