// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module in which every float is f64, as the measure of what lower precision does.
#ifndef HALFTONE_LIB_REFERENCE_WIDENMODULE_H
#define HALFTONE_LIB_REFERENCE_WIDENMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace halftone::reference {

struct WideModule {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The op of the copy that computes what an op of the original does; casts between
  /// floats have the producer of what they convert.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> ops;
};

/// Copies `module` with f64 for every float type. Casts between floats go; so do marks
/// of TF32. Fails, with a diagnostic, where an op can't be f64.
llvm::FailureOr<WideModule> widenModule(mlir::ModuleOp module);

} // namespace halftone::reference

#endif // HALFTONE_LIB_REFERENCE_WIDENMODULE_H
