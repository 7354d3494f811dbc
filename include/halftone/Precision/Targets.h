// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which compute type a chip wants, and which it lacks.
#ifndef HALFTONE_PRECISION_TARGETS_H
#define HALFTONE_PRECISION_TARGETS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace halftone::precision {

struct ComputeChoice {
  std::string compute, reason;
};

/// The chip that the module names in `#nvvm.target` or DLTI, or the empty string.
std::string getModuleTarget(mlir::ModuleOp module);

/// `compute=auto`: bf16 where the chip has products of it at full rate and on CPUs, else
/// f16, else f32. Fails on an unknown chip.
llvm::FailureOr<ComputeChoice> chooseCompute(llvm::StringRef target, mlir::Location loc);

/// A remark at a step without scaler state: what fp16 loses there.
void remarkMissingScaling(mlir::func::FuncOp step);

/// Checks that the chip has the compute type in hardware, with a remark that says how;
/// CPUs take all, by conversion. Empty targets have all.
llvm::LogicalResult checkCompute(llvm::StringRef compute, llvm::StringRef target, bool emulate,
                                 mlir::Location loc);

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_TARGETS_H
