// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that move elements to fixed places. Result types are taken over, so that an op that
// contradicts itself is a verifier's error and no crash.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

Value reshape(stablehlo::ReshapeOp op, Converter &b) {
  return b.reshape(op.getOperand(), train::getShape(op.getResult()));
}

Value transpose(stablehlo::TransposeOp op, Converter &b) {
  return b.create<train::TransposeOp>(op.getResult().getType(), op.getOperand(),
                                      op.getPermutation());
}

/// Copies along new dimensions in front.
Value broadcast(stablehlo::BroadcastOp op, Converter &b) {
  return b.broadcastTrailing(op.getOperand(), train::getShape(op.getResult()));
}

/// StableHLO's dimensions may be in any order, those of `train` increase.
Value broadcastInDim(stablehlo::BroadcastInDimOp op, Converter &b) {
  Value value = op.getOperand();
  Sizes dims(op.getBroadcastDimensions());
  if (!llvm::is_sorted(dims)) {
    Sizes order = train::allDims(value);
    llvm::sort(order, [&](int64_t x, int64_t y) { return dims[x] < dims[y]; });
    value = b.transpose(value, order);
    llvm::sort(dims);
  }
  return b.broadcast(value, train::getShape(op.getResult()), dims);
}

Value reverse(stablehlo::ReverseOp op, Converter &b) {
  return b.create<train::ReverseOp>(op.getOperand().getType(), op.getOperand(), op.getDimensions());
}

Value slice(stablehlo::SliceOp op, Converter &b) {
  return b.create<train::SliceOp>(op.getResult().getType(), op.getOperand(), op.getStartIndices(),
                                  op.getLimitIndices(), op.getStrides());
}

Value pad(stablehlo::PadOp op, Converter &b) {
  return b.create<train::PadOp>(op.getResult().getType(), op.getOperand(), op.getPaddingValue(),
                                op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                                op.getInteriorPadding());
}

Value concatenate(stablehlo::ConcatenateOp op, Converter &b) {
  return b.create<train::ConcatenateOp>(op.getResult().getType(), op.getInputs(),
                                        op.getDimension());
}

} // namespace

void conversion::addShapeRules(Rules &rules) {
  rules.add<reshape>();
  rules.add<transpose>();
  rules.add<broadcast>();
  rules.add<broadcastInDim>();
  rules.add<reverse>();
  rules.add<slice>();
  rules.add<pad>();
  rules.add<concatenate>();
}
