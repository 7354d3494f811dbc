// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of composites: composites themselves, so that a backend has one kernel
// for each. Statistics that a gradient needs are optional results of the forward op,
// which is built again with them.
#include "Gradients.h"

using namespace mlir;

namespace halftone::train {

namespace {

/// The type of statistics of `shape` that an op on `values` saves.
RankedTensorType getStatType(ArrayRef<int64_t> shape, ValueRange values) {
  return RankedTensorType::get(shape, getComputeFloatType(values));
}

/// The op with its statistics, mean and rstd of `shape`.
template <typename OpT> OpT withStats(OpT op, ArrayRef<int64_t> shape) {
  if (!op.getStats().empty())
    return op;
  Type type = getStatType(shape, op->getOperands());
  return cast<OpT>(rebuildWith(op, {}, {type, type}));
}

template <typename OpT>
auto createOp(RuleBuilder &b, TypeRange types, ValueRange operands,
              ArrayRef<NamedAttribute> attributes) {
  return OpT::create(b.getBuilder(), b.getLoc(), types, operands, attributes);
}

NamedAttribute named(RuleBuilder &b, StringRef name, Attribute value) {
  return b.getBuilder().getNamedAttr(name, value);
}

//===----------------------------------------------------------------------===//
// linear
//===----------------------------------------------------------------------===//

LogicalResult linear(LinearOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getInput(), w = op.getWeight();
  auto product = [&](Value lhs, Value rhs, ArrayRef<int64_t> left, ArrayRef<int64_t> right,
                     Type element) {
    auto acc = op.getAcc() ? cast<FloatType>(*op.getAcc()) : FloatType();
    Value result = b.dot(lhs, rhs, {}, {}, left, right, element, acc);
    bool wide = getElementType(lhs).isF32() && getElementType(rhs).isF32();
    result.getDefiningOp<DotGeneralOp>().setTf32(op.getTf32() && wide);
    return result;
  };
  int64_t last = static_cast<int64_t>(getShape(x).size()) - 1;
  SmallVector<int64_t> leading = otherDims(x, {last});
  b.give(x, [&] { return product(g, w, {last}, {1}, getElementType(x)); });
  b.give(w, [&] { return product(x, g, leading, leading, getElementType(w)); });
  if (Value bias = op.getBias())
    b.give(bias, [&] { return b.sum(g, leading, getElementType(bias)); });
  return success();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// softmax and log_softmax: from the result.
template <typename OpT, typename GradT> LogicalResult row(OpT op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getInput(), [&] {
    return b.create<GradT>(op.getInput().getType(), g, op.getResult(), op.getDimension());
  });
  return success();
}

/// g · e^(x − lse), in the compute type; a row of −∞ has no gradient.
LogicalResult logSumExp(LogSumExpOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getInput();
  b.give(x, [&] {
    FloatType type = getComputeFloatType(x);
    int64_t dim = op.getDimension();
    Value wide = b.cast(x, type), lse = op.getResult();
    if (getElementType(lse) != type) // the result may be rounded
      lse = b.create<LogSumExpOp>(RankedTensorType::get(getShape(lse), type), x, dim);
    Value finite = b.isFinite(lse);
    Value share = b.exp(b.sub(wide, b.expand(b.select(finite, lse, 0.0), x, {dim})));
    return b.mul(b.expand(b.cast(g, type), x, {dim}), share);
  });
  return success();
}

LogicalResult crossEntropy(CrossEntropyOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getLoss());
  if (op.getLse() && b.gradient(op.getLse()))
    return op.emitError("the log-sum-exp of 'train.cross_entropy' has no gradient; use "
                        "'train.logsumexp'");
  if (!g || !b.needs(op.getLogits()))
    return success();
  if (!op.getLse())
    op = cast<CrossEntropyOp>(
        rebuildWith(op, {}, getStatType(getShape(op.getLabels()), op.getLogits())));
  b.give(op.getLogits(),
         b.create<CrossEntropyGradOp>(op.getLogits().getType(), g, op.getLogits(), op.getLabels(),
                                      op.getLse(), op.getReductionAttr(),
                                      op.getLabelSmoothingAttr(), op.getIgnoreIndexAttr()));
  return success();
}

//===----------------------------------------------------------------------===//
// Normalisations
//===----------------------------------------------------------------------===//

LogicalResult statsHaveGradient(Operation *op, RuleBuilder &b, ValueRange stats) {
  for (Value stat : stats)
    if (b.gradient(stat))
      return op->emitError("the statistics of '") << op->getName() << "' have no gradient";
  return success();
}

/// Gives the results of a norm's gradient op: of the input, and of the parameters
/// that the op has.
void giveAll(RuleBuilder &b, Operation *grad, Value input, ArrayRef<Value> params) {
  b.give(input, grad->getResult(0));
  unsigned next = 1;
  for (Value param : params)
    if (param)
      b.give(param, grad->getResult(next++));
}

SmallVector<Type> typesOf(Value input, ArrayRef<Value> params) {
  SmallVector<Type> types{input.getType()};
  for (Value param : params)
    if (param)
      types.push_back(param.getType());
  return types;
}

LogicalResult layerNorm(LayerNormOp op, RuleBuilder &b) {
  if (failed(statsHaveGradient(op, b, op.getStats())))
    return failure();
  Value g = b.gradient(op.getResult());
  op = withStats(op, getShape(op.getInput()).take_front(op.getAxis()));
  Value x = op.getInput(), scale = op.getScale(), bias = op.getBias();
  SmallVector<Value> operands{g, x, op.getStats()[0], op.getStats()[1]};
  if (scale)
    operands.push_back(scale);
  SmallVector<NamedAttribute> attributes{named(b, "axis", op.getAxisAttr())};
  if (bias)
    attributes.push_back(named(b, "has_bias", b.getBuilder().getUnitAttr()));
  giveAll(b, createOp<LayerNormGradOp>(b, typesOf(x, {scale, bias}), operands, attributes), x,
          {scale, bias});
  return success();
}

LogicalResult rmsNorm(RmsNormOp op, RuleBuilder &b) {
  if (op.getRstd() && failed(statsHaveGradient(op, b, op.getRstd())))
    return failure();
  Value g = b.gradient(op.getResult());
  if (!op.getRstd()) {
    auto shape = getShape(op.getInput()).take_front(op.getAxis());
    op = cast<RmsNormOp>(rebuildWith(op, {}, getStatType(shape, op->getOperands())));
  }
  Value x = op.getInput(), scale = op.getScale();
  SmallVector<Value> operands{g, x, op.getRstd()};
  if (scale)
    operands.push_back(scale);
  giveAll(
      b,
      createOp<RmsNormGradOp>(b, typesOf(x, {scale}), operands, named(b, "axis", op.getAxisAttr())),
      x, {scale});
  return success();
}

LogicalResult groupNorm(GroupNormOp op, RuleBuilder &b) {
  if (failed(statsHaveGradient(op, b, op.getStats())))
    return failure();
  Value g = b.gradient(op.getResult());
  op = withStats(op, {getShape(op.getInput())[0], static_cast<int64_t>(op.getNumGroups())});
  Value x = op.getInput(), scale = op.getScale(), bias = op.getBias();
  SmallVector<Value> operands{g, x, op.getStats()[0], op.getStats()[1]};
  if (scale)
    operands.push_back(scale);
  SmallVector<NamedAttribute> attributes{named(b, "num_groups", op.getNumGroupsAttr()),
                                         named(b, "feature_dim", op.getFeatureDimAttr())};
  if (bias)
    attributes.push_back(named(b, "has_bias", b.getBuilder().getUnitAttr()));
  giveAll(b, createOp<GroupNormGradOp>(b, typesOf(x, {scale, bias}), operands, attributes), x,
          {scale, bias});
  return success();
}

LogicalResult batchNormTraining(BatchNormTrainingOp op, RuleBuilder &b) {
  if (failed(statsHaveGradient(op, b, op->getResults().drop_front())))
    return failure();
  Value g = b.gradient(op.getResult());
  op = withStats(op, getShape(op.getScale()));
  Value x = op.getInput();
  auto grad = createOp<BatchNormGradOp>(b, typesOf(x, {op.getScale(), op.getBias()}),
                                        {g, x, op.getScale(), op.getStats()[0], op.getStats()[1]},
                                        named(b, "feature_dim", op.getFeatureDimAttr()));
  giveAll(b, grad, x, {op.getScale(), op.getBias()});
  return success();
}

/// With x̂ = (x − mean) · rstd, all in the compute type: the statistics are operands
/// like any other here.
LogicalResult batchNormInference(BatchNormInferenceOp op, RuleBuilder &b) {
  FloatType type = getComputeFloatType(op->getOperands());
  Value g = b.cast(b.gradient(op.getResult()), type), x = op.getInput();
  SmallVector<int64_t> others = otherDims(x, {static_cast<int64_t>(op.getFeatureDim())});
  auto expand = [&](Value feature) { return b.expand(b.cast(feature, type), x, others); };
  Value rstd = b.rsqrt(b.add(b.cast(op.getVariance(), type), op.getEpsilon().convertToDouble()));
  Value slope = b.mul(b.cast(op.getScale(), type), rstd);
  Value total = b.sum(g, others);
  auto moment = [&] { // Σ g · x̂
    Value centred = b.sub(b.cast(x, type), expand(op.getMean()));
    return b.mul(b.sum(b.mul(g, centred), others), rstd);
  };
  b.give(x, [&] { return b.mul(g, expand(slope)); });
  b.give(op.getScale(), moment);
  b.give(op.getBias(), total);
  b.give(op.getMean(), [&] { return b.neg(b.mul(total, slope)); });
  b.give(op.getVariance(), [&] {
    return b.mul(b.mul(moment(), b.cast(op.getScale(), type)), b.mul(b.square(rstd), -0.5));
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Activations, attention, dropout, embedding
//===----------------------------------------------------------------------===//

template <typename OpT, typename GradT> LogicalResult activation(OpT op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getInput(), [&] { return b.create<GradT>(op.getInput().getType(), g, op.getInput()); });
  return success();
}

LogicalResult gelu(GeluOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getInput();
  b.give(x, [&] { return b.create<GeluGradOp>(x.getType(), g, x, op.getApproximate()); });
  return success();
}

LogicalResult attention(AttentionOp op, RuleBuilder &b) {
  if (op.getLse() && b.gradient(op.getLse()))
    return op.emitError("the log-sum-exp of 'train.attention' has no gradient");
  Value g = b.gradient(op.getResult());
  if (!op.getLse()) {
    auto shape = getShape(op.getResult()).drop_back();
    Value inputs[] = {op.getQuery(), op.getKey(), op.getValue()};
    op = cast<AttentionOp>(rebuildWith(op, {}, getStatType(shape, inputs)));
  }
  SmallVector<Value> inputs{op.getQuery(), op.getKey(), op.getValue()}, operands{g};
  llvm::append_range(operands, inputs);
  llvm::append_range(operands, ValueRange{op.getResult(), op.getLse()});
  if (op.getMask())
    operands.push_back(op.getMask());
  auto grad = createOp<AttentionGradOp>(b, TypeRange(ValueRange(inputs)), operands,
                                        op->getAttrDictionary().getValue());
  for (auto [input, gradient] : llvm::zip_equal(inputs, grad->getResults()))
    b.give(input, gradient);
  return success();
}

/// A mask with a gradient (a learned bias) is differentiated in core ops.
struct AttentionModel : DifferentiableOpInterface::ExternalModel<AttentionModel, AttentionOp> {
  bool needsDecomposition(Operation *op, function_ref<bool(Value)> isActive) const {
    Value mask = cast<AttentionOp>(op).getMask();
    return mask && isActive(mask);
  }
  LogicalResult buildBackward(Operation *op, OpBuilder &builder, GradientContext &context) const {
    RuleBuilder b(builder, context);
    return attention(cast<AttentionOp>(op), b);
  }
};

/// The mask is drawn again from the same key.
LogicalResult dropout(DropoutOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getInput(), [&] {
    return b.create<DropoutOp>(op.getInput().getType(), g, op.getKey(), op.getRateAttr());
  });
  return success();
}

LogicalResult embedding(EmbeddingOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getTable(),
         [&] { return b.create<EmbeddingGradOp>(op.getTable().getType(), g, op.getIds()); });
  return success();
}

} // namespace

void attachCompositeGradients(MLIRContext *context) {
  attachRule<LinearOp, linear>(context);
  attachRule<SoftmaxOp, row<SoftmaxOp, SoftmaxGradOp>>(context);
  attachRule<LogSoftmaxOp, row<LogSoftmaxOp, LogSoftmaxGradOp>>(context);
  attachRule<LogSumExpOp, logSumExp>(context);
  attachRule<CrossEntropyOp, crossEntropy>(context);
  attachRule<LayerNormOp, layerNorm>(context);
  attachRule<RmsNormOp, rmsNorm>(context);
  attachRule<GroupNormOp, groupNorm>(context);
  attachRule<BatchNormTrainingOp, batchNormTraining>(context);
  attachRule<BatchNormInferenceOp, batchNormInference>(context);
  attachRule<ReluOp, activation<ReluOp, ReluGradOp>>(context);
  attachRule<SiluOp, activation<SiluOp, SiluGradOp>>(context);
  attachRule<GeluOp, gelu>(context);
  AttentionOp::attachInterface<AttentionModel>(*context);
  attachRule<DropoutOp, dropout>(context);
  attachRule<EmbeddingOp, embedding>(context);
}

} // namespace halftone::train
