// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in the NVVM dialect to PTX, to machine code, and into the host's object.
#ifndef HALFTONE_PIPELINES_GPUAOT_H
#define HALFTONE_PIPELINES_GPUAOT_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>

namespace halftone::pipelines {

/// A GPU that there is code for.
struct GpuTarget {
  std::string chip;   ///< "sm_80", "sm_90a"
  int arch = 0;       ///< 80, 90
  bool exact = false; ///< sm_90a: code for this chip and no later one
  int ptxVersion = 0; ///< 81 for PTX 8.1
};

/// What a chip's name means; an error that lists the chips for any other name.
llvm::FailureOr<GpuTarget> resolveGpuTarget(mlir::Location loc, llvm::StringRef chip);

/// The kernels as PTX text. Floating-point ops are neither fused nor approximated, and
/// subnormals stay. Functions of CUDA's libdevice are linked where a kernel calls any,
/// and it is an error that names them where the toolkit is not found.
llvm::FailureOr<std::string> emitPtx(mlir::gpu::GPUModuleOp kernels, const GpuTarget &target);

/// `ptxas` of the CUDA toolkit: on the PATH, in $CUDA_HOME/bin or /usr/local/cuda/bin.
std::optional<std::string> findPtxas();

/// Machine code of PTX, by `ptxas`.
llvm::FailureOr<std::string> assemble(mlir::Location loc, llvm::StringRef ptx,
                                      const GpuTarget &target);

/// A fat binary with the PTX as it is, and machine code beside it unless `cubin` is empty.
std::string makeFatBinary(llvm::StringRef ptx, llvm::StringRef cubin, const GpuTarget &target);

/// Replaces the kernels by an image that the host code loads at run time.
void embedImage(mlir::gpu::GPUModuleOp kernels, llvm::StringRef image);

} // namespace halftone::pipelines

#endif // HALFTONE_PIPELINES_GPUAOT_H
