// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `cpu` dialect (CpuOps.td).
#ifndef HALFTONE_CONVERSION_LINALGTOCPU_CPUOPS_H
#define HALFTONE_CONVERSION_LINALGTOCPU_CPUOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "halftone/Conversion/LinalgToCpu/CpuDialect.h.inc"
#define GET_OP_CLASSES
#include "halftone/Conversion/LinalgToCpu/CpuOps.h.inc"

#endif // HALFTONE_CONVERSION_LINALGTOCPU_CPUOPS_H
