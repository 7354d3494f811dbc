// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which users share a cast, as the rewrite makes them and the minimum cut prices them.
#ifndef HALFTONE_LIB_PRECISION_CASTSCOPE_H
#define HALFTONE_LIB_PRECISION_CASTSCOPE_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Value.h"

namespace halftone::precision {

/// Where a widened copy of `value` for a user in `block` stands: in that block, or around
/// the precision regions that it is in. Loops, branches and checkpoints have their own.
mlir::Block *getWideningScope(mlir::Value value, mlir::Block *block);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_CASTSCOPE_H
