// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the composites of the training step, and which of their operands are
// gradients. `(C1)` … are the labels of the constraints in TrainStepOps.td.
#include "VerifyComposites.h"

#include "halftone/Dialect/Train/IR/Train.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;
using namespace halftone::train;

namespace {

SmallVector<OpOperand *> pointersTo(MutableOperandRange operands) {
  return llvm::map_to_vector(operands, [](OpOperand &operand) { return &operand; });
}

/// An optional operand and its result come together.
LogicalResult verifyTogether(Operation *op, Value operand, Value result, StringRef name) {
  if (bool(operand) == bool(result))
    return success();
  return op->emitOpError() << "expected a result for '" << name << "' exactly when it is given";
}

LogicalResult verifyParamShapes(Operation *op, Value param, ValueRange others) {
  for (Value value : others)
    if (value && getShape(value) != getShape(param))
      return op->emitOpError() << "expected gradient, state and results of the parameter's shape "
                               << shapeToString(getShape(param)) << ", got "
                               << shapeToString(getShape(value));
  return success();
}

std::string toString(double value) { return llvm::formatv("{0}", value); }

} // namespace

// (C1)
LogicalResult SeedOp::verify() {
  if (getScale() && getScale().getType() != getResult().getType())
    return emitOpError() << "expected 'scale' of the result's type " << getResult().getType()
                         << ", got " << getScale().getType();
  return success();
}

// (C1)
LogicalResult UnscaleOp::verify() {
  return verifySameTypes(*this, getGrads(), getResults(), "grads");
}

//===----------------------------------------------------------------------===//
// scaler_update
//===----------------------------------------------------------------------===//

void ScalerUpdateOp::build(OpBuilder &builder, OperationState &state, Value finite, Value scale,
                           Value tracker, Value skipped, double growth, double backoff,
                           int64_t interval, double floor, double cap, int64_t hysteresis) {
  build(builder, state, scale.getType(), tracker.getType(), skipped.getType(), finite, scale,
        tracker, skipped, builder.getF64FloatAttr(growth), builder.getF64FloatAttr(backoff),
        builder.getI64IntegerAttr(interval), builder.getF64FloatAttr(floor),
        builder.getF64FloatAttr(cap), builder.getI64IntegerAttr(hysteresis));
}

LogicalResult ScalerUpdateOp::verify() {
  double growth = getGrowth().convertToDouble(), backoff = getBackoff().convertToDouble();
  double floor = getFloor().convertToDouble(), cap = getCap().convertToDouble();
  // (C1)
  if (!(growth >= 1) || std::isinf(growth))
    return emitOpError() << "expected finite 'growth' of at least 1, got " << toString(growth);
  if (!(backoff > 0 && backoff <= 1))
    return emitOpError() << "expected 'backoff' above 0 and at most 1, got " << toString(backoff);
  if (int64_t(getInterval()) < 1)
    return emitOpError() << "expected 'interval' of at least 1, got " << int64_t(getInterval());
  // (C2)
  if (!(floor >= 0 && floor <= cap))
    return emitOpError() << "expected 0 <= 'floor' <= 'cap', got " << toString(floor) << " and "
                         << toString(cap);
  // (C3)
  if (int64_t(getHysteresis()) < 1)
    return emitOpError() << "expected 'hysteresis' of at least 1, got " << int64_t(getHysteresis());
  return success();
}

//===----------------------------------------------------------------------===//
// norm, clip
//===----------------------------------------------------------------------===//

SmallVector<OpOperand *> GlobalNormOp::getGradientOperands() {
  return pointersTo(getInputsMutable());
}

SmallVector<OpOperand *> ClipByGlobalNormOp::getGradientOperands() {
  return pointersTo(getGradsMutable());
}

LogicalResult ClipByGlobalNormOp::verify() {
  // (C1)
  double maxNorm = getMaxNorm().convertToDouble();
  if (!(maxNorm > 0))
    return emitOpError() << "expected 'max_norm' above 0, got " << toString(maxNorm);
  // (C2)
  return verifySameTypes(*this, getGrads(), getResults(), "grads");
}

//===----------------------------------------------------------------------===//
// optimizers
//===----------------------------------------------------------------------===//

SmallVector<OpOperand *> SgdOp::getGradientOperands() { return {&getGradMutable()}; }

LogicalResult SgdOp::verify() {
  // (C1)
  if (failed(verifyParamShapes(*this, getParam(),
                               {getGrad(), getBuffer(), getNewParam(), getNewBuffer()})))
    return failure();
  // (C4)
  if (failed(verifyNotNegative(*this, getMomentum(), "momentum")) ||
      failed(verifyNotNegative(*this, getDampening(), "dampening")) ||
      failed(verifyNotNegative(*this, getWeightDecay(), "weight_decay")))
    return failure();
  // (C2)
  if (bool(getBuffer()) != !getMomentum().isZero())
    return emitOpError() << "expected a 'buffer' exactly when 'momentum' is not 0";
  if (failed(verifyTogether(*this, getBuffer(), getNewBuffer(), "buffer")))
    return failure();
  // (C3)
  if (getNesterov() && (getMomentum().isZero() || !getDampening().isZero()))
    return emitOpError() << "expected 'momentum' and no 'dampening' with 'nesterov'";
  return success();
}

SmallVector<OpOperand *> AdamOp::getGradientOperands() { return {&getGradMutable()}; }

LogicalResult AdamOp::verify() {
  // (C1)
  if (failed(
          verifyParamShapes(*this, getParam(),
                            {getGrad(), getExpAvg(), getExpAvgSq(), getMaxExpAvgSq(), getNewParam(),
                             getNewExpAvg(), getNewExpAvgSq(), getNewMaxExpAvgSq()})))
    return failure();
  // (C2)
  if (failed(verifyNotNegative(*this, getBeta1(), "beta1", 1.0, /*open=*/true)) ||
      failed(verifyNotNegative(*this, getBeta2(), "beta2", 1.0, /*open=*/true)) ||
      failed(verifyNotNegative(*this, getEps(), "eps")) ||
      failed(verifyNotNegative(*this, getWeightDecay(), "weight_decay")))
    return failure();
  // (C3)
  return verifyTogether(*this, getMaxExpAvgSq(), getNewMaxExpAvgSq(), "amsgrad");
}

LogicalResult EmaOp::verify() {
  // (C1)
  if (failed(verifyShape(*this, getValue(), getShape(getAverage()), "value")))
    return failure();
  // (C2)
  return verifyNotNegative(*this, getDecay(), "decay", 1.0);
}
