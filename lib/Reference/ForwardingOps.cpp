// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that yield their operands: barriers, and collectives on one device.
#include "Kernels.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

static LogicalResult forward(Operation *op, Operands in, Results &out) {
  out.append(in.begin(), in.end());
  return success();
}

static LogicalResult forwardCollective(Operation *op, Operands in, Results &out) {
  if (op->getOperand(0).getType() != op->getResult(0).getType())
    return op->emitOpError("cannot be evaluated on one device: expected the operand's type ")
           << op->getOperand(0).getType() << ", got " << op->getResult(0).getType();
  return forward(op, in, out);
}

void reference::addForwardingKernels(KernelTable &table) {
  table[TypeID::get<train::OptimizationBarrierOp>()] = forward;
  table[TypeID::get<train::StopGradientOp>()] = forward;
  table[TypeID::get<train::AllReduceOp>()] = forward;
  table[TypeID::get<train::AllGatherOp>()] = forwardCollective;
  table[TypeID::get<train::ReduceScatterOp>()] = forwardCollective;
}
