// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How values go through blocks and regions, the same for all phases of autocast.
#ifndef HALFTONE_LIB_PRECISION_REGIONFLOW_H
#define HALFTONE_LIB_PRECISION_REGIONFLOW_H

#include "mlir/IR/Region.h"

namespace halftone::precision {

/// The blocks that can be reached, in an order in which values come before their uses.
llvm::SmallVector<mlir::Block *, 1> getReachedBlocks(mlir::Region &region);

/// What a region yields stands for the result of its op, where the op only hands it on.
mlir::Value seeThroughRegions(mlir::Value value);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_REGIONFLOW_H
