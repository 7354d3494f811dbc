// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars between launches that only the device knows (DeviceScalars.cpp).
#ifndef HALFTONE_LIB_KERNELS_DEVICESCALARS_H
#define HALFTONE_LIB_KERNELS_DEVICESCALARS_H

#include "mlir/IR/Operation.h"

namespace halftone::kernel {

/// Whether an op is a product or holds one.
bool hasProduct(mlir::Operation *op);

/// Takes loads between kernels out of a block, with what is computed from them. Fails
/// where the host would have to wait for a value.
llvm::LogicalResult keepDeviceScalars(mlir::Block &block);

} // namespace halftone::kernel

#endif // HALFTONE_LIB_KERNELS_DEVICESCALARS_H
