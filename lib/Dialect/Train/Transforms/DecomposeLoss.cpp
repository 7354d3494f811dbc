// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of cross-entropy and its gradient. The label's logit is picked by
// comparing an iota of classes with the label, which is exact: all other terms of the sum
// are zeros.
//
// With m the row's maximum and s = Σ e^(x − m), a row's loss is ln s − (x[label] − m): the
// difference comes before the logarithm, so that large logits cost no accuracy. What is
// saved is ln s + m.
#include "Decompose.h"

#include <limits>

using namespace mlir;

namespace halftone::train {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// What both ops need to know of labels: [rows…] of an index type, and predicates on rows.
class Labels {
public:
  Labels(CoreBuilder &b, Value labels, Value logits, std::optional<int64_t> ignoreIndex)
      : b(b), shape(getShape(logits)), classDim(shape.size() - 1), index(toIndexType(b, labels)) {
    int64_t classes = shape.back();
    valid = b.logicalAnd(b.ge(index, 0.0), b.lt(index, static_cast<double>(classes)));
    if (!ignoreIndex)
      return;
    // An i64 holds any `ignore_index`.
    Value wideIndex = b.cast(index, b.i64());
    counted = b.compare(ComparisonDirection::NE, wideIndex,
                        b.splatInt(getShape(index), b.i64(), *ignoreIndex));
  }

  /// [rows…, classes]: whether a class is the row's label.
  Value oneHot() {
    Value classes = b.iota(shape, getElementType(index), classDim);
    return b.eq(classes, b.expand(index, classes, {classDim}));
  }

  /// `rows` with NaN where a label names no class, and 0 where it is ignored.
  Value guard(Value rows) {
    rows = b.select(valid, rows, nan);
    return counted ? b.select(counted, rows, 0.0) : rows;
  }

  /// Rows that count, of rank 0 in the compute type.
  Value count() {
    if (!counted)
      return b.scalar(b.getCompute(), static_cast<double>(countAlong(index, allDims(index))));
    return b.wide(b.sumAll(b.cast(counted, b.i32())));
  }

  Value counted;

private:
  CoreBuilder &b;
  ArrayRef<int64_t> shape;
  int64_t classDim;
  Value index, valid;
};

} // namespace

static SmallVector<Value> decomposeOp(CrossEntropyOp op, CoreBuilder &b) {
  Value x = b.wide(op.getLogits());
  int64_t dim = getShape(x).size() - 1;
  double smoothing = op.getLabelSmoothing().convertToDouble();
  Labels labels(b, op.getLabels(), x, op.getIgnoreIndex());

  // An infinite maximum isn't taken out (see `logsumexp`).
  Value max = b.max(x, {dim});
  Value shift = b.select(b.isFinite(max), max, 0.0);
  Value shifted = b.sub(x, b.expand(shift, x, {dim}));
  Value logSum = b.log(b.sum(b.exp(shifted), {dim}));

  Value picked = b.sum(b.select(labels.oneHot(), shifted, 0.0), {dim});
  Value rows = b.sub(logSum, picked);
  if (smoothing != 0) {
    Value mean = b.mean(b.sub(b.expand(logSum, shifted, {dim}), shifted), {dim});
    rows = b.add(b.mul(rows, 1 - smoothing), b.mul(mean, smoothing));
  }
  rows = labels.guard(rows);

  Value loss = rows;
  if (op.getReduction() != LossReduction::none)
    loss = b.sumAll(rows);
  if (op.getReduction() == LossReduction::mean)
    loss = b.div(loss, labels.count());
  SmallVector<Value> results{loss};
  if (op.getLse())
    results.push_back(b.add(logSum, shift));
  return results;
}

static SmallVector<Value> decomposeOp(CrossEntropyGradOp op, CoreBuilder &b) {
  Value x = b.wide(op.getLogits());
  int64_t dim = getShape(x).size() - 1;
  double smoothing = op.getLabelSmoothing().convertToDouble();
  Labels labels(b, op.getLabels(), x, op.getIgnoreIndex());

  Value grad = b.wide(op.getGrad());
  if (op.getReduction() == LossReduction::mean)
    grad = b.div(grad, labels.count());
  Value rowGrad = labels.guard(op.getReduction() == LossReduction::none
                                   ? grad
                                   : b.broadcastScalarLike(grad, op.getLabels()));

  double uniform = smoothing / static_cast<double>(getShape(x).back());
  Value target = b.select(labels.oneHot(), b.like(x, 1 - smoothing + uniform), uniform);
  Value softmax = b.exp(b.sub(x, b.expand(b.wide(op.getLse()), x, {dim})));
  Value result = b.mul(b.sub(softmax, target), b.expand(rowGrad, x, {dim}));
  // The row of an ignored label may hold anything.
  if (labels.counted)
    result = b.select(b.expand(labels.counted, x, {dim}), result, 0.0);
  return {result};
}

void attachLossDecompositions(MLIRContext *context) {
  attachDecompositions<CrossEntropyOp, CrossEntropyGradOp>(context);
}

} // namespace halftone::train
