// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO's batch norms, in core ops: the batch's variance is a mean, without Bessel's
// correction, and there are no running statistics.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

/// Dimensions and sizes of one feature's values.
struct Features {
  Features(Value x, int64_t feature)
      : shape(train::getShape(x)), feature{feature}, dims(train::otherDims(x, {feature})) {}
  Value spread(Converter &b, Value perFeature) const {
    return b.broadcast(perFeature, shape, feature);
  }
  Dims shape;
  Sizes feature, dims;
};

Type computeTypeOf(Value value) { return train::getComputeType(train::getElementType(value)); }

Value reciprocalDeviation(Converter &b, Value variance, const APFloat &epsilon) {
  return b.rsqrt(b.add(variance, epsilon.convertToFloat()));
}

Values training(stablehlo::BatchNormTrainingOp op, Converter &b) {
  Features of(op.getOperand(), op.getFeatureIndex());
  Type compute = computeTypeOf(op.getOperand());
  Value x = b.cast(op.getOperand(), compute);
  Value mean = b.mean(x, of.dims);
  Value centred = b.sub(x, of.spread(b, mean));
  Value variance = b.mean(b.square(centred), of.dims);
  Value rstd = reciprocalDeviation(b, variance, op.getEpsilon());
  Value y = b.mul(centred, of.spread(b, rstd));
  y = b.mul(y, of.spread(b, b.cast(op.getScale(), compute)));
  y = b.add(y, of.spread(b, b.cast(op.getOffset(), compute)));
  Values results{y, mean, variance};
  for (auto [value, result] : llvm::zip_equal(results, op->getResults()))
    value = b.cast(value, train::getElementType(result));
  return results;
}

Value inference(stablehlo::BatchNormInferenceOp op, Converter &b) {
  Features of(op.getOperand(), op.getFeatureIndex());
  Type compute = computeTypeOf(op.getOperand());
  auto wide = [&](Value value) { return b.cast(value, compute); };
  Value rstd = reciprocalDeviation(b, wide(op.getVariance()), op.getEpsilon());
  Value y = b.sub(wide(op.getOperand()), of.spread(b, wide(op.getMean())));
  y = b.mul(y, of.spread(b, rstd));
  y = b.mul(y, of.spread(b, wide(op.getScale())));
  y = b.add(y, of.spread(b, wide(op.getOffset())));
  return b.cast(y, train::getElementType(op.getResult()));
}

/// With x̂ = (x − mean) · rstd and h = dy · scale: dx = rstd · (h − mean(h) − x̂ · mean(h · x̂)),
/// dscale = Σ dy · x̂, doffset = Σ dy.
Values gradient(stablehlo::BatchNormGradOp op, Converter &b) {
  Features of(op.getOperand(), op.getFeatureIndex());
  Type compute = computeTypeOf(op.getOperand());
  auto wide = [&](Value value) { return b.cast(value, compute); };
  Value dy = wide(op.getGradOutput());
  Value rstd = of.spread(b, reciprocalDeviation(b, wide(op.getVariance()), op.getEpsilon()));
  Value xhat = b.mul(b.sub(wide(op.getOperand()), of.spread(b, wide(op.getMean()))), rstd);
  Value h = b.mul(dy, of.spread(b, wide(op.getScale())));
  Value inner = b.sub(h, of.spread(b, b.mean(h, of.dims)));
  inner = b.sub(inner, b.mul(xhat, of.spread(b, b.mean(b.mul(h, xhat), of.dims))));
  Values results{b.mul(inner, rstd), b.sum(b.mul(dy, xhat), of.dims), b.sum(dy, of.dims)};
  for (auto [value, result] : llvm::zip_equal(results, op->getResults()))
    value = b.cast(value, train::getElementType(result));
  return results;
}

} // namespace

void conversion::addNormRules(Rules &rules) {
  rules.add<training>();
  rules.add<inference>();
  rules.add<gradient>();
}
