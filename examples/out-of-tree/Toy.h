// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOY_H
#define TOY_H

#include "halftone/Dialect/Train/IR/TrainInterfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ToyDialect.h.inc"
#define GET_OP_CLASSES
#include "ToyOps.h.inc"

#endif // TOY_H
