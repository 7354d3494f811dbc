// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of linear maps, softmax, its logarithm, and log-sum-exp.
#include "Decompose.h"

using namespace mlir;

namespace halftone::train {

/// Operands widen to the accumulator; with a bias the sum stays unrounded until it is added.
static SmallVector<Value> decomposeOp(LinearOp op, CoreBuilder &b) {
  int64_t last = getShape(op.getInput()).size() - 1;
  FloatType acc = op.getAccumulatorElementType();
  auto product = [&](Type element) {
    auto dot = DotGeneralOp::create(b.getBuilder(), b.getLoc(), op.getInput(), op.getWeight(),
                                    ArrayRef<int64_t>{}, ArrayRef<int64_t>{},
                                    ArrayRef<int64_t>{last}, ArrayRef<int64_t>{0}, element, acc);
    dot.setTf32(op.getTf32());
    return dot.getResult();
  };
  if (!op.getBias())
    return {product(getElementType(op.getResult()))};
  Value sum = b.wide(product(acc));
  return {b.add(sum, b.broadcastTrailing(b.wide(op.getBias()), getShape(sum)))};
}

namespace {

/// x minus its row's maximum, its exponential, and the row's sum of those.
struct ShiftedExp {
  ShiftedExp(CoreBuilder &b, Value x, int64_t dim)
      : shifted(b.sub(x, b.expand(b.max(x, {dim}), x, {dim}))), exp(b.exp(shifted)),
        sum(b.sum(exp, {dim})) {}
  Value shifted, exp, sum;
};

} // namespace

static SmallVector<Value> decomposeOp(SoftmaxOp op, CoreBuilder &b) {
  int64_t dim = op.getDimension();
  ShiftedExp row(b, b.wide(op.getInput()), dim);
  return {b.div(row.exp, b.expand(row.sum, row.exp, {dim}))};
}

static SmallVector<Value> decomposeOp(LogSoftmaxOp op, CoreBuilder &b) {
  int64_t dim = op.getDimension();
  ShiftedExp row(b, b.wide(op.getInput()), dim);
  return {b.sub(row.shifted, b.expand(b.log(row.sum), row.shifted, {dim}))};
}

static SmallVector<Value> decomposeOp(SoftmaxGradOp op, CoreBuilder &b) {
  int64_t dim = op.getDimension();
  Value dy = b.wide(op.getGrad()), y = b.wide(op.getOutput());
  Value dot = b.sum(b.mul(dy, y), {dim});
  return {b.mul(y, b.sub(dy, b.expand(dot, dy, {dim})))};
}

static SmallVector<Value> decomposeOp(LogSoftmaxGradOp op, CoreBuilder &b) {
  int64_t dim = op.getDimension();
  Value dy = b.wide(op.getGrad()), y = b.wide(op.getOutput());
  return {b.sub(dy, b.mul(b.exp(y), b.expand(b.sum(dy, {dim}), dy, {dim})))};
}

/// An infinite maximum isn't taken out: −∞ − −∞ is NaN, and e^−∞ is 0 as it should be.
static SmallVector<Value> decomposeOp(LogSumExpOp op, CoreBuilder &b) {
  int64_t dim = op.getDimension();
  Value x = b.wide(op.getInput());
  Value max = b.max(x, {dim});
  Value shift = b.select(b.isFinite(max), max, 0.0);
  Value sum = b.sum(b.exp(b.sub(x, b.expand(shift, x, {dim}))), {dim});
  return {b.add(b.log(sum), shift)};
}

void attachRowDecompositions(MLIRContext *context) {
  attachDecompositions<LinearOp, SoftmaxOp, LogSoftmaxOp, SoftmaxGradOp, LogSoftmaxGradOp,
                       LogSumExpOp>(context);
}

} // namespace halftone::train
