// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of the global norm, clipping, optimizers and moving averages, which
// reproduce PyTorch's (or optax's) arithmetic operation by operation. Scalars that come
// from hyper-parameters are f64 until they meet a tensor, and round once there.
#include "Decompose.h"

using namespace mlir;

namespace halftone::train {

//===----------------------------------------------------------------------===//
// norm, clip
//===----------------------------------------------------------------------===//

/// √ of the sum of `terms`; 0 for none.
static Value rootOfSum(CoreBuilder &b, ArrayRef<Value> terms, Type element) {
  if (terms.empty())
    return b.scalar(element, 0);
  Value sum = terms.front();
  for (Value term : terms.drop_front())
    sum = b.add(sum, term);
  return b.sqrt(sum);
}

static SmallVector<Value> decomposeOp(GlobalNormOp op, CoreBuilder &b) {
  Type type = op.getF32Accumulation() ? b.f32() : b.f64();
  SmallVector<Value> squares;
  for (Value input : op.getInputs()) {
    Value sum = b.sumAll(b.square(b.cast(input, type)));
    squares.push_back(op.getF32Accumulation() ? b.square(b.sqrt(sum)) : sum);
  }
  return {rootOfSum(b, squares, type)};
}

/// Each gradient in its compute type, through `clip`.
static SmallVector<Value> clipEach(CoreBuilder &b, ValueRange grads,
                                   llvm::function_ref<Value(Value)> clip) {
  return llvm::map_to_vector(
      grads, [&](Value grad) { return clip(b.cast(grad, getComputeType(getElementType(grad)))); });
}

static SmallVector<Value> decomposeOp(ClipByGlobalNormOp op, CoreBuilder &b) {
  Value norm = op.getNorm();
  double maxNorm = op.getMaxNorm().convertToDouble();
  auto spread = [&](Value scalar, Value grad) {
    return b.broadcastScalarLike(b.cast(scalar, getElementType(grad)), grad);
  };
  if (op.getConvention() == ClipConvention::torch) {
    Value factor = b.minimum(b.div(maxNorm, b.add(norm, 1e-6)), 1.0);
    return clipEach(b, op.getGrads(), [&](Value g) { return b.mul(g, spread(factor, g)); });
  }
  Value within = b.lt(norm, maxNorm);
  return clipEach(b, op.getGrads(), [&](Value g) {
    return b.select(within, g, b.mul(b.div(g, spread(norm, g)), maxNorm));
  });
}

//===----------------------------------------------------------------------===//
// optimizers
//===----------------------------------------------------------------------===//

namespace {

/// A hyper-parameter's scalar in f64, and its one rounding to a tensor's type.
class Scalars {
public:
  Scalars(CoreBuilder &b, Value like) : b(b), like(like) {}
  Value widen(Value scalar) { return b.cast(scalar, b.f64()); }
  Value spread(Value scalar) {
    return b.broadcastScalarLike(b.cast(scalar, getElementType(like)), like);
  }
  /// 1 − beta^step.
  Value correction(double beta, Value step) {
    return b.sub(1.0, b.pow(b.scalar(b.f64(), beta), widen(step)));
  }

private:
  CoreBuilder &b;
  Value like;
};

} // namespace

static SmallVector<Value> decomposeOp(SgdOp op, CoreBuilder &outer) {
  // The learning rate's type says nothing about the parameter's.
  SmallVector<Value> tensors{op.getParam(), op.getGrad()};
  if (op.getBuffer())
    tensors.push_back(op.getBuffer());
  CoreBuilder b(outer.getBuilder(), op.getLoc(), getComputeFloatType(tensors));
  Value p = b.wide(op.getParam()), g = b.wide(op.getGrad());
  double momentum = op.getMomentum().convertToDouble();
  double decay = op.getWeightDecay().convertToDouble();
  Scalars scalars(b, p);
  if (op.getMaximize())
    g = b.neg(g);
  if (decay != 0)
    g = b.fma(b.like(p, decay), p, g);
  Value buffer;
  if (op.getBuffer()) {
    Value share = b.like(g, 1 - op.getDampening().convertToDouble());
    Value moved = b.fma(share, g, b.mul(b.wide(op.getBuffer()), momentum));
    buffer = b.select(b.eq(op.getStep(), 1.0), g, moved);
    g = op.getNesterov() ? b.fma(b.like(g, momentum), buffer, g) : buffer;
  }
  Value rate = scalars.spread(b.neg(scalars.widen(op.getLr())));
  SmallVector<Value> results{b.fma(rate, g, p)};
  if (buffer)
    results.push_back(buffer);
  return results;
}

namespace {

/// One Adam update; `torch()` and `optax()` give the op's results.
class Adam {
public:
  Adam(AdamOp op, CoreBuilder &b)
      : op(op), b(b), p(b.wide(op.getParam())), g(b.wide(op.getGrad())), m(b.wide(op.getExpAvg())),
        v(b.wide(op.getExpAvgSq())), beta1(op.getBeta1().convertToDouble()),
        beta2(op.getBeta2().convertToDouble()), eps(op.getEps().convertToDouble()),
        decay(op.getWeightDecay().convertToDouble()), scalars(b, p), lr(scalars.widen(op.getLr())) {
    if (op.getMaximize())
      g = b.neg(g);
  }

  SmallVector<Value> torch() {
    if (decay != 0 && op.getDecoupled())
      p = b.mul(p, scalars.spread(b.sub(1.0, b.mul(lr, decay))));
    else if (decay != 0)
      g = b.fma(b.like(p, decay), p, g);
    m = b.fma(b.like(m, 1 - beta1), b.sub(g, m), m);
    v = b.fma(b.mul(g, 1 - beta2), g, b.mul(v, beta2));
    Value top = updateMax(v);
    Value root = scalars.spread(b.sqrt(scalars.correction(beta2, op.getStep())));
    Value divisor = b.add(b.div(b.sqrt(top), root), eps);
    Value rate = b.neg(b.div(lr, scalars.correction(beta1, op.getStep())));
    return results(b.add(p, b.div(b.mul(scalars.spread(rate), m), divisor)));
  }

  SmallVector<Value> optax() {
    if (decay != 0 && !op.getDecoupled())
      g = b.add(g, b.mul(p, decay));
    m = b.add(b.mul(g, 1 - beta1), b.mul(m, beta1));
    v = b.add(b.mul(b.square(g), 1 - beta2), b.mul(v, beta2));
    Value mHat = b.div(m, scalars.spread(scalars.correction(beta1, op.getStep())));
    Value vHat = updateMax(b.div(v, scalars.spread(scalars.correction(beta2, op.getStep()))));
    Value update = b.div(mHat, b.add(b.sqrt(vHat), eps));
    if (decay != 0 && op.getDecoupled())
      update = b.add(update, b.mul(p, decay));
    return results(b.add(p, b.mul(scalars.spread(b.neg(lr)), update)));
  }

private:
  /// With amsgrad the largest value so far, else `current`.
  Value updateMax(Value current) {
    if (!op.getMaxExpAvgSq())
      return current;
    return maxV = b.maximum(b.wide(op.getMaxExpAvgSq()), current);
  }

  SmallVector<Value> results(Value param) {
    SmallVector<Value> values{param, m, v};
    if (maxV)
      values.push_back(maxV);
    return values;
  }

  AdamOp op;
  CoreBuilder &b;
  Value p, g, m, v, maxV;
  double beta1, beta2, eps, decay;
  Scalars scalars;
  Value lr;
};

} // namespace

static SmallVector<Value> decomposeOp(AdamOp op, CoreBuilder &outer) {
  SmallVector<Value> tensors{op.getParam(), op.getGrad(), op.getExpAvg(), op.getExpAvgSq()};
  if (op.getMaxExpAvgSq())
    tensors.push_back(op.getMaxExpAvgSq());
  CoreBuilder b(outer.getBuilder(), op.getLoc(), getComputeFloatType(tensors));
  Adam adam(op, b);
  return op.getConvention() == ClipConvention::torch ? adam.torch() : adam.optax();
}

static SmallVector<Value> decomposeOp(EmaOp op, CoreBuilder &b) {
  Value average = b.wide(op.getAverage()), value = b.wide(op.getValue());
  Value share = b.like(average, 1 - op.getDecay().convertToDouble());
  return {b.fma(share, b.sub(value, average), average)};
}

void attachOptimizerDecompositions(MLIRContext *context) {
  attachDecompositions<GlobalNormOp, ClipByGlobalNormOp, SgdOp, AdamOp, EmaOp>(context);
}

} // namespace halftone::train
