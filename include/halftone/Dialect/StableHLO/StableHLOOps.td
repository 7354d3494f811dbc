// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All ops of the dialect.
#ifndef HALFTONE_DIALECT_STABLEHLO_STABLEHLOOPS_TD
#define HALFTONE_DIALECT_STABLEHLO_STABLEHLOOPS_TD

include "halftone/Dialect/StableHLO/StableHLOElementwiseOps.td"
include "halftone/Dialect/StableHLO/StableHLOShapeOps.td"
include "halftone/Dialect/StableHLO/StableHLOComputeOps.td"
include "halftone/Dialect/StableHLO/StableHLOControlOps.td"
include "halftone/Dialect/StableHLO/StableHLODynamicOps.td"

#endif // HALFTONE_DIALECT_STABLEHLO_STABLEHLOOPS_TD
