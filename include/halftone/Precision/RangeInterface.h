// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface by which ops move ranges, and the models of `train`'s ops.
#ifndef HALFTONE_PRECISION_RANGEINTERFACE_H
#define HALFTONE_PRECISION_RANGEINTERFACE_H

#include "halftone/Precision/Ranges.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TypeUtilities.h"

#include "halftone/Precision/RangeInterface.h.inc"

namespace halftone::precision {

/// Attaches `RangeOpInterface` to the ops of `train`, and to elementwise ops of `arith` and
/// `math` and reshapes of `tensor` where a context has these dialects.
void registerRangeModels(mlir::DialectRegistry &registry);

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_RANGEINTERFACE_H
