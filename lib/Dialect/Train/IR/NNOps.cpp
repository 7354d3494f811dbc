// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the composites that models are made of. `(C1)` … are the labels of the
// constraints in TrainNNOps.td.
#include "Verify.h"
#include "VerifyComposites.h"

#include "halftone/Dialect/Train/IR/Train.h"

using namespace mlir;
using namespace halftone::train;

namespace {

/// Shapes of a normalisation over dimensions `axis … rank−1`.
struct RowShapes {
  RowShapes(Value input, int64_t axis)
      : leading(getShape(input).take_front(axis)), normalised(getShape(input).drop_front(axis)) {}
  ArrayRef<int64_t> leading, normalised;
};

LogicalResult verifyOptionalShape(Operation *op, Value value, ArrayRef<int64_t> shape,
                                  StringRef name) {
  return value ? verifyShape(op, value, shape, name) : success();
}

/// Gradients of parameters: one for `scale` where it is given, one for `has_bias`.
LogicalResult verifyParamGrads(Operation *op, ValueRange grads, bool hasScale, bool hasBias,
                               ArrayRef<int64_t> shape) {
  size_t expected = size_t(hasScale) + size_t(hasBias);
  if (failed(verifyCount(op, grads.size(), {expected}, "parameter gradients")))
    return failure();
  return verifyShapes(op, grads, shape, "parameter gradient");
}

LogicalResult verifyRowDimension(Operation *op, Value input, int64_t dimension) {
  return verifyIndex(op, dimension, 0, getShape(input).size(), "dimension");
}

} // namespace

//===----------------------------------------------------------------------===//
// linear
//===----------------------------------------------------------------------===//

FloatType LinearOp::getAccumulatorElementType() { return getAccumulator(getAcc(), getOperands()); }

LogicalResult LinearOp::verify() {
  ArrayRef<int64_t> input = getShape(getInput()), weight = getShape(getWeight());
  // (C1)
  if (input.empty())
    return emitOpError("expected 'input' of rank 1 or more, got rank 0");
  if (weight.size() != 2 || weight[0] != input.back())
    return emitOpError() << "expected 'weight' of shape [" << input.back() << ", out], got "
                         << shapeToString(weight);
  if (failed(verifyOptionalShape(*this, getBias(), weight.drop_front(), "bias")))
    return failure();
  // (C2)
  SmallVector<int64_t> expected(input);
  expected.back() = weight[1];
  if (failed(verifyShape(*this, getResult(), expected, "result")))
    return failure();
  // (C3)
  return verifyAccumulator([&] { return emitOpError(); }, getAcc(), getTf32(),
                           {getInput(), getWeight()});
}

//===----------------------------------------------------------------------===//
// softmax, cross-entropy
//===----------------------------------------------------------------------===//

// (C1)
LogicalResult SoftmaxOp::verify() { return verifyRowDimension(*this, getInput(), getDimension()); }
LogicalResult LogSoftmaxOp::verify() {
  return verifyRowDimension(*this, getInput(), getDimension());
}
LogicalResult SoftmaxGradOp::verify() {
  return verifyRowDimension(*this, getGrad(), getDimension());
}
LogicalResult LogSoftmaxGradOp::verify() {
  return verifyRowDimension(*this, getGrad(), getDimension());
}

LogicalResult LogSumExpOp::verify() {
  // (C1)
  if (failed(verifyRowDimension(*this, getInput(), getDimension())))
    return failure();
  // (C2)
  SmallVector<int64_t> expected(getShape(getInput()));
  expected.erase(expected.begin() + getDimension());
  return verifyShape(*this, getResult(), expected, "result");
}

/// (C1) of both cross-entropy ops, (C2) for the loss or its gradient, and the smoothing's range.
static LogicalResult verifyCrossEntropy(Operation *op, Value logits, Value labels, Value loss,
                                        StringRef lossName, LossReduction reduction,
                                        const APFloat &smoothing) {
  ArrayRef<int64_t> shape = getShape(logits);
  // (C1)
  if (shape.empty())
    return op->emitOpError("expected 'logits' of rank 1 or more, got rank 0");
  if (failed(verifyShape(op, labels, shape.drop_back(), "labels")))
    return failure();
  // (C2)
  bool perRow = reduction == LossReduction::none;
  if (failed(verifyShape(op, loss, perRow ? shape.drop_back() : ArrayRef<int64_t>(), lossName)))
    return failure();
  // (C3) of cross_entropy
  return verifyNotNegative(op, smoothing, "label_smoothing", 1.0);
}

LogicalResult CrossEntropyOp::verify() {
  if (failed(verifyCrossEntropy(*this, getLogits(), getLabels(), getLoss(), "loss", getReduction(),
                                getLabelSmoothing())))
    return failure();
  // (C4)
  if (!getLse())
    return success();
  if (failed(verifyShape(*this, getLse(), getShape(getLabels()), "lse")))
    return failure();
  Type compute = getComputeFloatType(getLogits());
  if (getElementType(getLse()) != compute)
    return emitOpError() << "expected 'lse' of element type " << compute << ", got "
                         << getElementType(getLse());
  return success();
}

LogicalResult CrossEntropyGradOp::verify() {
  if (failed(verifyCrossEntropy(*this, getLogits(), getLabels(), getGrad(), "grad", getReduction(),
                                getLabelSmoothing())))
    return failure();
  // (C3)
  if (failed(verifyShape(*this, getLse(), getShape(getLabels()), "lse")))
    return failure();
  // (C4)
  return verifyShape(*this, getResult(), getShape(getLogits()), "result");
}

//===----------------------------------------------------------------------===//
// layer norm, rms norm
//===----------------------------------------------------------------------===//

LogicalResult LayerNormOp::verify() {
  // (C1)
  if (failed(verifyIndex(*this, getAxis(), 0, getShape(getInput()).size(), "axis")))
    return failure();
  RowShapes shapes(getInput(), getAxis());
  // (C2)
  if (failed(verifyOptionalShape(*this, getScale(), shapes.normalised, "scale")) ||
      failed(verifyOptionalShape(*this, getBias(), shapes.normalised, "bias")))
    return failure();
  // (C3)
  if (failed(verifyShape(*this, getResult(), getShape(getInput()), "result")) ||
      failed(verifyCount(*this, getStats().size(), {0, 2}, "statistics")) ||
      failed(verifyShapes(*this, getStats(), shapes.leading, "statistic")))
    return failure();
  // (C4)
  return verifyNotNegative(*this, getEpsilon(), "epsilon");
}

LogicalResult LayerNormGradOp::verify() {
  ArrayRef<int64_t> shape = getShape(getInput());
  // (C4)
  if (failed(verifyIndex(*this, getAxis(), 0, shape.size(), "axis")))
    return failure();
  RowShapes shapes(getInput(), getAxis());
  // (C1)
  if (failed(verifyShape(*this, getGrad(), shape, "grad")) ||
      failed(verifyShape(*this, getInputGrad(), shape, "input_grad")))
    return failure();
  // (C2)
  if (failed(verifyShape(*this, getMean(), shapes.leading, "mean")) ||
      failed(verifyShape(*this, getRstd(), shapes.leading, "rstd")))
    return failure();
  // (C3)
  if (failed(verifyOptionalShape(*this, getScale(), shapes.normalised, "scale")))
    return failure();
  return verifyParamGrads(*this, getParamGrads(), bool(getScale()), getHasBias(),
                          shapes.normalised);
}

LogicalResult RmsNormOp::verify() {
  // (C1)
  if (failed(verifyIndex(*this, getAxis(), 0, getShape(getInput()).size(), "axis")))
    return failure();
  RowShapes shapes(getInput(), getAxis());
  // (C2)
  if (failed(verifyOptionalShape(*this, getScale(), shapes.normalised, "scale")))
    return failure();
  // (C3)
  if (failed(verifyShape(*this, getResult(), getShape(getInput()), "result")) ||
      failed(verifyOptionalShape(*this, getRstd(), shapes.leading, "rstd")))
    return failure();
  // (C4)
  return verifyNotNegative(*this, getEpsilon(), "epsilon");
}

LogicalResult RmsNormGradOp::verify() {
  ArrayRef<int64_t> shape = getShape(getInput());
  // (C4)
  if (failed(verifyIndex(*this, getAxis(), 0, shape.size(), "axis")))
    return failure();
  RowShapes shapes(getInput(), getAxis());
  // (C1)
  if (failed(verifyShape(*this, getGrad(), shape, "grad")) ||
      failed(verifyShape(*this, getInputGrad(), shape, "input_grad")))
    return failure();
  // (C2)
  if (failed(verifyShape(*this, getRstd(), shapes.leading, "rstd")))
    return failure();
  // (C3)
  if (failed(verifyOptionalShape(*this, getScale(), shapes.normalised, "scale")))
    return failure();
  if (bool(getScale()) != bool(getScaleGrad()))
    return emitOpError() << "expected 'scale_grad' exactly when 'scale' is given";
  return verifyOptionalShape(*this, getScaleGrad(), shapes.normalised, "scale_grad");
}

//===----------------------------------------------------------------------===//
// group norm, batch norm
//===----------------------------------------------------------------------===//

/// (C1) and (C2) of `group_norm`.
static LogicalResult verifyGroups(Operation *op, Value input, int64_t featureDim, int64_t groups) {
  ArrayRef<int64_t> shape = getShape(input);
  if (failed(verifyIndex(op, featureDim, 1, shape.size(), "feature_dim")))
    return failure();
  if (groups < 1 || shape[featureDim] % groups != 0)
    return op->emitOpError() << "expected 'num_groups' to divide " << shape[featureDim]
                             << " features, got " << groups;
  return success();
}

LogicalResult GroupNormOp::verify() {
  ArrayRef<int64_t> shape = getShape(getInput());
  // (C1), (C2)
  if (failed(verifyGroups(*this, getInput(), getFeatureDim(), getNumGroups())))
    return failure();
  int64_t features = shape[getFeatureDim()];
  // (C3)
  if (failed(verifyOptionalShape(*this, getScale(), {features}, "scale")) ||
      failed(verifyOptionalShape(*this, getBias(), {features}, "bias")))
    return failure();
  // (C4)
  int64_t statShape[] = {shape[0], int64_t(getNumGroups())};
  if (failed(verifyShape(*this, getResult(), shape, "result")) ||
      failed(verifyCount(*this, getStats().size(), {0, 2}, "statistics")) ||
      failed(verifyShapes(*this, getStats(), statShape, "statistic")))
    return failure();
  // (C5)
  return verifyNotNegative(*this, getEpsilon(), "epsilon");
}

LogicalResult GroupNormGradOp::verify() {
  ArrayRef<int64_t> shape = getShape(getInput());
  // (C4)
  if (failed(verifyGroups(*this, getInput(), getFeatureDim(), getNumGroups())))
    return failure();
  // (C1)
  if (failed(verifyShape(*this, getGrad(), shape, "grad")) ||
      failed(verifyShape(*this, getInputGrad(), shape, "input_grad")))
    return failure();
  // (C2)
  int64_t statShape[] = {shape[0], int64_t(getNumGroups())};
  if (failed(verifyShape(*this, getMean(), statShape, "mean")) ||
      failed(verifyShape(*this, getRstd(), statShape, "rstd")))
    return failure();
  // (C3)
  int64_t features = shape[getFeatureDim()];
  if (failed(verifyOptionalShape(*this, getScale(), {features}, "scale")))
    return failure();
  return verifyParamGrads(*this, getParamGrads(), bool(getScale()), getHasBias(), {features});
}

/// (C1) and (C2) of the batch norm ops: `values` have one element for each feature.
static LogicalResult verifyFeatures(Operation *op, Value input, int64_t featureDim,
                                    ArrayRef<std::pair<Value, StringRef>> values) {
  ArrayRef<int64_t> shape = getShape(input);
  if (failed(verifyIndex(op, featureDim, 0, shape.size(), "feature_dim")))
    return failure();
  for (auto [value, name] : values)
    if (failed(verifyShape(op, value, {shape[featureDim]}, name)))
      return failure();
  return success();
}

LogicalResult BatchNormTrainingOp::verify() {
  // (C1), (C2)
  if (failed(verifyFeatures(*this, getInput(), getFeatureDim(),
                            {{getScale(), "scale"},
                             {getBias(), "bias"},
                             {getRunningMean(), "running_mean"},
                             {getRunningVar(), "running_var"},
                             {getNewRunningMean(), "new_running_mean"},
                             {getNewRunningVar(), "new_running_var"}})) ||
      failed(verifyCount(*this, getStats().size(), {0, 2}, "statistics")) ||
      failed(verifyShapes(*this, getStats(), getShape(getScale()), "statistic")))
    return failure();
  // (C3)
  if (failed(verifyShape(*this, getResult(), getShape(getInput()), "result")))
    return failure();
  // (C4)
  if (failed(verifyNotNegative(*this, getEpsilon(), "epsilon")))
    return failure();
  // (C5)
  int64_t features = getShape(getScale())[0];
  int64_t count = features ? getInput().getType().getNumElements() / features : 2;
  if (count < 2)
    return emitOpError() << "expected at least two values for each feature, got " << count;
  return success();
}

LogicalResult BatchNormGradOp::verify() {
  // (C1), (C2)
  if (failed(verifyFeatures(*this, getInput(), getFeatureDim(),
                            {{getScale(), "scale"},
                             {getMean(), "mean"},
                             {getRstd(), "rstd"},
                             {getScaleGrad(), "scale_grad"},
                             {getBiasGrad(), "bias_grad"}})))
    return failure();
  // (C3)
  if (failed(verifyShape(*this, getGrad(), getShape(getInput()), "grad")))
    return failure();
  return verifyShape(*this, getInputGrad(), getShape(getInput()), "input_grad");
}

LogicalResult BatchNormInferenceOp::verify() {
  // (C1), (C2)
  if (failed(verifyFeatures(*this, getInput(), getFeatureDim(),
                            {{getScale(), "scale"},
                             {getBias(), "bias"},
                             {getMean(), "mean"},
                             {getVariance(), "variance"}})))
    return failure();
  // (C3)
  if (failed(verifyShape(*this, getResult(), getShape(getInput()), "result")))
    return failure();
  // (C4)
  return verifyNotNegative(*this, getEpsilon(), "epsilon");
}

//===----------------------------------------------------------------------===//
// attention
//===----------------------------------------------------------------------===//

/// (C1) and (C2) of `attention`.
static LogicalResult verifyAttentionOperands(Operation *op, Value query, Value key, Value value,
                                             Value mask) {
  ArrayRef<int64_t> q = getShape(query);
  // (C1)
  for (auto [operand, name] : {std::pair(query, "query"), {key, "key"}, {value, "value"}})
    if (getShape(operand).size() != 4)
      return op->emitOpError() << "expected '" << name << "' of rank 4, got "
                               << shapeToString(getShape(operand));
  int64_t length = getShape(key)[2], depth = getShape(value)[3];
  if (failed(verifyShape(op, key, {q[0], q[1], length, q[3]}, "key")) ||
      failed(verifyShape(op, value, {q[0], q[1], length, depth}, "value")))
    return failure();
  // (C2)
  if (!mask)
    return success();
  Type element = getElementType(mask);
  if (!isa<FloatType>(element) && !element.isInteger(1))
    return op->emitOpError() << "expected 'mask' of floats or i1, got " << element;
  int64_t scores[] = {q[0], q[1], q[2], length};
  ArrayRef<int64_t> shape = getShape(mask);
  bool fits = shape.size() <= 4;
  for (size_t i = 0; fits && i < shape.size(); ++i)
    fits = shape[i] == 1 || shape[i] == scores[4 - shape.size() + i];
  if (!fits)
    return op->emitOpError() << "expected 'mask' to broadcast to " << shapeToString(scores)
                             << ", got " << shapeToString(shape);
  return success();
}

LogicalResult AttentionOp::verify() {
  // (C1), (C2)
  if (failed(verifyAttentionOperands(*this, getQuery(), getKey(), getValue(), getMask())))
    return failure();
  // (C3)
  SmallVector<int64_t> shape(getShape(getQuery()));
  shape.back() = getShape(getValue()).back();
  if (failed(verifyShape(*this, getResult(), shape, "result")))
    return failure();
  return verifyOptionalShape(*this, getLse(), getShape(getQuery()).drop_back(), "lse");
}

LogicalResult AttentionGradOp::verify() {
  // (C1)
  if (failed(verifyAttentionOperands(*this, getQuery(), getKey(), getValue(), getMask())) ||
      failed(verifyShape(*this, getLse(), getShape(getQuery()).drop_back(), "lse")))
    return failure();
  // (C2)
  SmallVector<int64_t> shape(getShape(getQuery()));
  shape.back() = getShape(getValue()).back();
  if (failed(verifyShape(*this, getGrad(), shape, "grad")) ||
      failed(verifyShape(*this, getOutput(), shape, "output")))
    return failure();
  // (C3)
  if (failed(verifyShape(*this, getQueryGrad(), getShape(getQuery()), "query_grad")) ||
      failed(verifyShape(*this, getKeyGrad(), getShape(getKey()), "key_grad")))
    return failure();
  return verifyShape(*this, getValueGrad(), getShape(getValue()), "value_grad");
}

//===----------------------------------------------------------------------===//
// dropout, embedding
//===----------------------------------------------------------------------===//

LogicalResult DropoutOp::verify() {
  // (C1)
  if (failed(verifyNotNegative(*this, getRate(), "rate", 1.0, /*open=*/true)))
    return failure();
  // (C2)
  return verifyShape(*this, getResult(), getShape(getInput()), "result");
}

LogicalResult EmbeddingOp::verify() {
  ArrayRef<int64_t> table = getShape(getTable());
  // (C1)
  if (table.size() != 2)
    return emitOpError() << "expected 'table' of rank 2, got " << shapeToString(table);
  if (table[0] == 0 && getResult().getType().getNumElements() != 0)
    return emitOpError("expected a 'table' of one row or more");
  // (C2)
  SmallVector<int64_t> shape(getShape(getIds()));
  shape.push_back(table[1]);
  return verifyShape(*this, getResult(), shape, "result");
}

LogicalResult EmbeddingGradOp::verify() {
  ArrayRef<int64_t> table = getShape(getResult());
  // (C2)
  if (table.size() != 2)
    return emitOpError() << "expected a result of rank 2, got " << shapeToString(table);
  // (C1)
  SmallVector<int64_t> shape(getShape(getIds()));
  shape.push_back(table[1]);
  return verifyShape(*this, getGrad(), shape, "grad");
}
