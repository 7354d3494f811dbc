// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions into and out of `train`.
#ifndef HALFTONE_CONVERSION_PASSES_H
#define HALFTONE_CONVERSION_PASSES_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Kernels/KernelOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace halftone::conversion {

#define GEN_PASS_DECL
#include "halftone/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "halftone/Conversion/Passes.h.inc"

/// The function that `import-roles` works on: `@main`, or the only public function where
/// it has arguments without a role. Null where there is nothing to import.
mlir::func::FuncOp findImportEntry(mlir::ModuleOp module);

} // namespace halftone::conversion

#endif // HALFTONE_CONVERSION_PASSES_H
