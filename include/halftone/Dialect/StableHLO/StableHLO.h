// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `stablehlo` and `chlo` dialects: ops, attributes and types, named as in
// StableHLO. For the tools only: a process that links StableHLO itself cannot hold a
// second dialect of that name, so this library is neither installed nor in the plugin.
#ifndef HALFTONE_DIALECT_STABLEHLO_STABLEHLO_H
#define HALFTONE_DIALECT_STABLEHLO_STABLEHLO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "halftone/Dialect/StableHLO/StableHLODialect.h.inc"
#include "halftone/Dialect/StableHLO/StableHLOEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "halftone/Dialect/StableHLO/StableHLOAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "halftone/Dialect/StableHLO/StableHLOTypes.h.inc"
#define GET_OP_CLASSES
#include "halftone/Dialect/StableHLO/StableHLOOps.h.inc"

#include "halftone/Dialect/StableHLO/ChloDialect.h.inc"
#include "halftone/Dialect/StableHLO/ChloEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "halftone/Dialect/StableHLO/ChloAttrs.h.inc"
#define GET_OP_CLASSES
#include "halftone/Dialect/StableHLO/ChloOps.h.inc"

namespace halftone::stablehlo {

/// `stablehlo`, `chlo`, `sdy`, and a `vhlo` that only says how VHLO is converted.
void registerStablehloDialects(mlir::DialectRegistry &registry);

/// Shardy's `sdy`: what JAX prints of it for one device.
void registerSdyDialect(mlir::DialectRegistry &registry);

} // namespace halftone::stablehlo

#endif // HALFTONE_DIALECT_STABLEHLO_STABLEHLO_H
