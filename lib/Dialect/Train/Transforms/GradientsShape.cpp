// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of core ops that move elements to places known at compile time: each is
// the move back, with sums where an element went to several places.
#include "Gradients.h"

using namespace mlir;

namespace halftone::train {

namespace {

LogicalResult reshape(ReshapeOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getOperand(), [&] { return b.reshape(g, getShape(op.getOperand())); });
  return success();
}

LogicalResult transpose(TransposeOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getOperand(),
         [&] { return b.transpose(g, invertPermutationVector(op.getPermutation())); });
  return success();
}

/// Sums over the dimensions along which the operand was repeated.
LogicalResult broadcast(BroadcastInDimOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x, [&] {
    SmallVector<int64_t> repeated = allDims(g);
    for (auto [i, dim] : llvm::enumerate(op.getBroadcastDimensions()))
      if (getShape(x)[i] == getShape(g)[dim])
        llvm::erase(repeated, dim);
    return b.reshape(b.sum(g, repeated), getShape(x));
  });
  return success();
}

LogicalResult slice(SliceOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x, [&] {
    SmallVector<int64_t> low, high, interior;
    for (auto [i, size] : llvm::enumerate(getShape(x))) {
      int64_t start = op.getStartIndices()[i], stride = op.getStrides()[i];
      low.push_back(start);
      high.push_back(size - start - (getShape(g)[i] - 1) * stride - 1);
      interior.push_back(stride - 1);
    }
    return b.pad(g, 0.0, low, high, interior);
  });
  return success();
}

/// Where the result of `op` holds padding.
Value isPadding(PadOp op, RuleBuilder &b) {
  Type boolean = b.getBuilder().getI1Type();
  return b.create<PadOp>(b.splatInt(getShape(op.getOperand()), boolean, 0),
                         b.splatInt({}, boolean, 1), op.getEdgePaddingLow(),
                         op.getEdgePaddingHigh(), op.getInteriorPadding());
}

LogicalResult pad(PadOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x, [&] {
    SmallVector<int64_t> low, high, none(getShape(x).size(), 0), steps;
    for (auto [lo, hi, interior] : llvm::zip_equal(op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                                                   op.getInteriorPadding())) {
      low.push_back(-lo);
      high.push_back(-hi);
      steps.push_back(interior + 1);
    }
    Value inner = b.pad(g, 0.0, low, high, none);
    return b.slice(inner, none, getShape(inner), steps);
  });
  b.give(op.getPaddingValue(), [&] { return b.sumAll(b.select(isPadding(op, b), g, 0.0)); });
  return success();
}

LogicalResult concatenate(ConcatenateOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  int64_t dim = op.getDimension(), offset = 0;
  for (Value input : op.getInputs()) {
    SmallVector<int64_t> start(getShape(g).size(), 0), limit(getShape(g)),
        ones(getShape(g).size(), 1);
    start[dim] = offset;
    limit[dim] = offset += getShape(input)[dim];
    b.give(input, [&] { return b.slice(g, start, limit, ones); });
  }
  return success();
}

LogicalResult reverse(ReverseOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getOperand(), [&] { return b.create<ReverseOp>(g, op.getDimensions()); });
  return success();
}

} // namespace

void attachShapeGradients(MLIRContext *context) {
  attachRule<ReshapeOp, reshape>(context);
  attachRule<TransposeOp, transpose>(context);
  attachRule<BroadcastInDimOp, broadcast>(context);
  attachRule<SliceOp, slice>(context);
  attachRule<PadOp, pad>(context);
  attachRule<ConcatenateOp, concatenate>(context);
  attachRule<ReverseOp, reverse>(context);
}

} // namespace halftone::train
