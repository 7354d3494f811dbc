// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `kernel` dialect (KernelOps.td).
#ifndef HALFTONE_KERNELS_KERNELOPS_H
#define HALFTONE_KERNELS_KERNELOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "halftone/Kernels/KernelDialect.h.inc"
#define GET_OP_CLASSES
#include "halftone/Kernels/KernelOps.h.inc"

#endif // HALFTONE_KERNELS_KERNELOPS_H
