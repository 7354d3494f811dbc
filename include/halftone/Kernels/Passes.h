// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on kernels, for every device.
#ifndef HALFTONE_KERNELS_PASSES_H
#define HALFTONE_KERNELS_PASSES_H

#include "halftone/Kernels/KernelOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace halftone::kernel {

#define GEN_PASS_DECL
#include "halftone/Kernels/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "halftone/Kernels/Passes.h.inc"

} // namespace halftone::kernel

#endif // HALFTONE_KERNELS_PASSES_H
