// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of kernels, with explicit vectors.
#ifndef HALFTONE_LIB_CONVERSION_LINALGTOCPU_EMITTER_H
#define HALFTONE_LIB_CONVERSION_LINALGTOCPU_EMITTER_H

#include "halftone/Kernels/Kernel.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace halftone::cpu {
using kernel::Kernel;

/// How the target's registers look, and what is worth a thread.
struct EmitterOptions {
  int64_t lanes = 8; ///< f32 in a vector register
  bool parallel = true;
};

/// What came of it, for the pass's statistics.
struct EmitterStatistics {
  int64_t nests = 0, fusedRows = 0, scalar = 0;
};

/// The loop of a kernel to vectorise, or -1.
int chooseVectorLoop(const Kernel &kernel);

/// Emits the loops of one kernel that are not bound yet.
void emitNest(mlir::ImplicitLocOpBuilder &b, const Kernel &kernel, const EmitterOptions &options,
              EmitterStatistics &statistics);
/// Emits kernels that follow each other; neighbours share rows where they can.
/// `outermost`: not within another loop, so that iterations may go to threads.
void emitKernels(mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<Kernel> kernels, bool outermost,
                 const EmitterOptions &options, EmitterStatistics &statistics);

/// `position + iv * stride`, with nothing emitted for a stride of 0.
mlir::Value advance(mlir::ImplicitLocOpBuilder &b, mlir::Value position, mlir::Value iv,
                    int64_t stride);

} // namespace halftone::cpu

#endif // HALFTONE_LIB_CONVERSION_LINALGTOCPU_EMITTER_H
