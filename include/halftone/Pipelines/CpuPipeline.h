// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU device's pipeline: core `train` ops to the LLVM dialect.
#ifndef HALFTONE_PIPELINES_CPUPIPELINE_H
#define HALFTONE_PIPELINES_CPUPIPELINE_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace halftone::pipelines {

struct CpuPipelineOptions : mlir::PassPipelineOptions<CpuPipelineOptions> {
  Option<int64_t> vectorBits{*this, "vector-bits",
                             llvm::cl::desc("width of a vector register in bits"),
                             llvm::cl::init(256)};
  Option<bool> fma{*this, "fma", llvm::cl::desc("the target has fused multiply-add instructions"),
                   llvm::cl::init(true)};
  Option<bool> fuse{*this, "fuse", llvm::cl::desc("fuse elementwise ops and products' neighbours"),
                    llvm::cl::init(true)};
  Option<bool> parallel{*this, "parallel",
                        llvm::cl::desc("run loops that are worth it on several threads"),
                        llvm::cl::init(true)};
};

/// From core `train` ops (composites decomposed) to the LLVM dialect, with a C
/// symbol `halftone_NAME` for each public function.
void buildCpuPipeline(mlir::OpPassManager &pm, const CpuPipelineOptions &options);

/// Registers `halftone-cpu-pipeline`.
void registerCpuPipeline();
/// The dialects and external models that the pipeline needs; for contexts that don't
/// register everything.
void registerCpuPipelineDialects(mlir::DialectRegistry &registry);

} // namespace halftone::pipelines

#endif // HALFTONE_PIPELINES_CPUPIPELINE_H
