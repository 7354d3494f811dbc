// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From core `train` ops to kernels in the NVVM dialect and host code in LLVM's.
#ifndef HALFTONE_PIPELINES_GPUPIPELINE_H
#define HALFTONE_PIPELINES_GPUPIPELINE_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace halftone::pipelines {

struct GpuPipelineOptions : mlir::PassPipelineOptions<GpuPipelineOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("the GPU: sm_80, sm_90, …"),
                           llvm::cl::init("sm_80")};
  Option<bool> fuse{*this, "fuse", llvm::cl::desc("fuse elementwise ops and products' neighbours"),
                    llvm::cl::init(true)};
};

/// Leaves a `gpu.module` of kernels in the NVVM dialect, and host functions in the
/// LLVM dialect that launch them. `halftone/Pipelines/GpuAot.h` makes code of both.
void buildGpuPipeline(mlir::OpPassManager &pm, const GpuPipelineOptions &options);

/// The part of it that lowers the kernels in each `gpu.module` to the NVVM dialect.
void buildGpuKernelPipeline(mlir::OpPassManager &pm);

void registerGpuPipeline();
/// The dialects and interfaces that the pipeline needs, beside the CPU pipeline's.
void registerGpuPipelineDialects(mlir::DialectRegistry &registry);

} // namespace halftone::pipelines

#endif // HALFTONE_PIPELINES_GPUPIPELINE_H
