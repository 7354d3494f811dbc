// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of upstream dialects for `autocast`.
#ifndef HALFTONE_PRECISION_FOREIGNMODELS_H
#define HALFTONE_PRECISION_FOREIGNMODELS_H

#include "mlir/IR/DialectRegistry.h"

namespace halftone::precision {

/// Attaches `PrecisionOpInterface` and `PrecisionDialectInterface` to `arith`, `math`,
/// `tensor`, `scf`, `linalg` and `tosa`, once they are loaded.
void registerForeignPrecisionModels(mlir::DialectRegistry &registry);

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_FOREIGNMODELS_H
