// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From core `train` ops to ops on buffers: what the devices' pipelines have in common.
#ifndef HALFTONE_PIPELINES_KERNELPIPELINE_H
#define HALFTONE_PIPELINES_KERNELPIPELINE_H

#include "mlir/Pass/PassManager.h"

namespace halftone::pipelines {

/// Canonicalisation and CSE.
void cleanUp(mlir::OpPassManager &pm);

/// Core `train` ops to `linalg` and `kernel.product` on tensors, with all functions
/// inlined, and fused unless `fuse` is false.
void buildTensorPipeline(mlir::OpPassManager &pm, bool fuse);

/// Tensors to buffers, in place: arguments and results of a public function become
/// buffers, state is updated where it is.
void buildBufferPipeline(mlir::OpPassManager &pm);

/// Gives arguments without elements a shape that has an LLVM type.
void flattenEmptyBuffers(mlir::OpPassManager &pm);

/// Buffers, functions and control flow of the host to the LLVM dialect, with a pointer
/// for each buffer.
void buildHostToLlvm(mlir::OpPassManager &pm);

} // namespace halftone::pipelines

#endif // HALFTONE_PIPELINES_KERNELPIPELINE_H
