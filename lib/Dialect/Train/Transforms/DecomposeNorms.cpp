// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of layer, rms, group and batch norm and their gradients. All are one
// normalisation over a set of dimensions; group norm first splits its features in two
// dimensions, groups and the rest.
#include "Decompose.h"

using namespace mlir;

namespace halftone::train {

namespace {

/// (x − mean) · rstd over `dims`; without the mean for rms norm.
struct Normalised {
  Value value, mean, rstd;
  Value squares; // Σ (x − mean)²
};

Normalised normalise(CoreBuilder &b, Value x, ArrayRef<int64_t> dims, double epsilon,
                     bool centred = true) {
  Normalised out;
  Value deviation = x;
  if (centred) {
    out.mean = b.mean(x, dims);
    deviation = b.sub(x, b.expand(out.mean, x, dims));
  }
  out.squares = b.sum(b.square(deviation), dims);
  Value variance = b.div(out.squares, static_cast<double>(countAlong(x, dims)));
  out.rstd = b.rsqrt(b.add(variance, epsilon));
  out.value = b.mul(deviation, b.expand(out.rstd, x, dims));
  return out;
}

/// x̂ from saved statistics; `mean` is null for rms norm.
Value renormalise(CoreBuilder &b, Value x, Value mean, Value rstd, ArrayRef<int64_t> dims) {
  if (mean)
    x = b.sub(x, b.expand(mean, x, dims));
  return b.mul(x, b.expand(rstd, x, dims));
}

/// rstd · (h − mean(h) − x̂ · mean(h · x̂)), without mean(h) for rms norm.
Value normGrad(CoreBuilder &b, Value h, Value xhat, Value rstd, ArrayRef<int64_t> dims,
               bool centred = true) {
  Value inner = b.sub(h, b.mul(xhat, b.expand(b.mean(b.mul(h, xhat), dims), h, dims)));
  if (centred)
    inner = b.sub(inner, b.expand(b.mean(h, dims), h, dims));
  return b.mul(inner, b.expand(rstd, h, dims));
}

/// `value` · scale + bias, where given; both have the dimensions `paramDims` of `value`.
Value affine(CoreBuilder &b, Value value, Value scale, Value bias, ArrayRef<int64_t> paramDims) {
  if (scale)
    value = b.mul(value, b.broadcast(b.wide(scale), getShape(value), paramDims));
  if (bias)
    value = b.add(value, b.broadcast(b.wide(bias), getShape(value), paramDims));
  return value;
}

void appendStats(SmallVector<Value> &results, ValueRange wanted, const Normalised &out) {
  if (!wanted.empty())
    llvm::append_values(results, out.mean, out.rstd);
}

/// dscale and dbias, where wanted: sums over the dimensions that parameters lack.
void appendParamGrads(CoreBuilder &b, SmallVector<Value> &results, Value dy, Value xhat,
                      bool hasScale, bool hasBias, ArrayRef<int64_t> paramDims) {
  SmallVector<int64_t> dims = otherDims(dy, paramDims);
  if (hasScale)
    results.push_back(b.sum(b.mul(dy, xhat), dims));
  if (hasBias)
    results.push_back(b.sum(dy, dims));
}

} // namespace

//===----------------------------------------------------------------------===//
// layer norm, rms norm
//===----------------------------------------------------------------------===//

static SmallVector<Value> decomposeOp(LayerNormOp op, CoreBuilder &b) {
  SmallVector<int64_t> dims = dimsFrom(op.getInput(), op.getAxis());
  double epsilon = op.getEpsilon().convertToDouble();
  Normalised out = normalise(b, b.wide(op.getInput()), dims, epsilon);
  SmallVector<Value> results{affine(b, out.value, op.getScale(), op.getBias(), dims)};
  appendStats(results, op.getStats(), out);
  return results;
}

static SmallVector<Value> decomposeOp(LayerNormGradOp op, CoreBuilder &b) {
  SmallVector<int64_t> dims = dimsFrom(op.getInput(), op.getAxis());
  Value dy = b.wide(op.getGrad()), rstd = b.wide(op.getRstd());
  Value xhat = renormalise(b, b.wide(op.getInput()), b.wide(op.getMean()), rstd, dims);
  Value h = affine(b, dy, op.getScale(), {}, dims);
  SmallVector<Value> results{normGrad(b, h, xhat, rstd, dims)};
  appendParamGrads(b, results, dy, xhat, bool(op.getScale()), op.getHasBias(), dims);
  return results;
}

static SmallVector<Value> decomposeOp(RmsNormOp op, CoreBuilder &b) {
  SmallVector<int64_t> dims = dimsFrom(op.getInput(), op.getAxis());
  double epsilon = op.getEpsilon().convertToDouble();
  Normalised out = normalise(b, b.wide(op.getInput()), dims, epsilon, /*centred=*/false);
  SmallVector<Value> results{affine(b, out.value, op.getScale(), {}, dims)};
  if (op.getRstd())
    results.push_back(out.rstd);
  return results;
}

static SmallVector<Value> decomposeOp(RmsNormGradOp op, CoreBuilder &b) {
  SmallVector<int64_t> dims = dimsFrom(op.getInput(), op.getAxis());
  Value dy = b.wide(op.getGrad()), rstd = b.wide(op.getRstd());
  Value xhat = renormalise(b, b.wide(op.getInput()), {}, rstd, dims);
  Value h = affine(b, dy, op.getScale(), {}, dims);
  SmallVector<Value> results{normGrad(b, h, xhat, rstd, dims, /*centred=*/false)};
  appendParamGrads(b, results, dy, xhat, bool(op.getScale()), /*hasBias=*/false, dims);
  return results;
}

//===----------------------------------------------------------------------===//
// group norm
//===----------------------------------------------------------------------===//

namespace {

/// The input's shape with its features split in [groups, features of a group].
struct GroupShape {
  GroupShape(Value input, int64_t featureDim, int64_t groups) : shape(getShape(input)) {
    shape[featureDim] /= groups;
    shape.insert(shape.begin() + featureDim, groups);
    for (int64_t dim = 1, rank = shape.size(); dim < rank; ++dim)
      if (dim != featureDim)
        dims.push_back(dim);
  }
  SmallVector<int64_t> shape, dims;
};

} // namespace

static SmallVector<Value> decomposeOp(GroupNormOp op, CoreBuilder &b) {
  int64_t feature = op.getFeatureDim();
  GroupShape group(op.getInput(), feature, op.getNumGroups());
  Value x = b.reshape(b.wide(op.getInput()), group.shape);
  Normalised out = normalise(b, x, group.dims, op.getEpsilon().convertToDouble());
  Value value = b.reshape(out.value, getShape(op.getInput()));
  SmallVector<Value> results{affine(b, value, op.getScale(), op.getBias(), {feature})};
  appendStats(results, op.getStats(), out);
  return results;
}

static SmallVector<Value> decomposeOp(GroupNormGradOp op, CoreBuilder &b) {
  int64_t feature = op.getFeatureDim();
  ArrayRef<int64_t> shape = getShape(op.getInput());
  GroupShape group(op.getInput(), feature, op.getNumGroups());
  Value dy = b.wide(op.getGrad()), rstd = b.wide(op.getRstd());
  Value x = b.reshape(b.wide(op.getInput()), group.shape);
  Value xhat = renormalise(b, x, b.wide(op.getMean()), rstd, group.dims);
  Value h = b.reshape(affine(b, dy, op.getScale(), {}, {feature}), group.shape);
  SmallVector<Value> results{b.reshape(normGrad(b, h, xhat, rstd, group.dims), shape)};
  appendParamGrads(b, results, dy, b.reshape(xhat, shape), bool(op.getScale()), op.getHasBias(),
                   {feature});
  return results;
}

//===----------------------------------------------------------------------===//
// batch norm
//===----------------------------------------------------------------------===//

static SmallVector<Value> decomposeOp(BatchNormTrainingOp op, CoreBuilder &b) {
  int64_t feature = op.getFeatureDim();
  Value x = b.wide(op.getInput());
  SmallVector<int64_t> dims = otherDims(x, {feature});
  Normalised out = normalise(b, x, dims, op.getEpsilon().convertToDouble());
  Value unbiased = b.div(out.squares, static_cast<double>(countAlong(x, dims) - 1));
  double momentum = op.getMomentum().convertToDouble();
  auto move = [&](Value running, Value batch) {
    return b.add(b.mul(b.wide(running), 1 - momentum), b.mul(batch, momentum));
  };
  SmallVector<Value> results{affine(b, out.value, op.getScale(), op.getBias(), {feature}),
                             move(op.getRunningMean(), out.mean),
                             move(op.getRunningVar(), unbiased)};
  appendStats(results, op.getStats(), out);
  return results;
}

static SmallVector<Value> decomposeOp(BatchNormGradOp op, CoreBuilder &b) {
  int64_t feature = op.getFeatureDim();
  SmallVector<int64_t> dims = otherDims(op.getInput(), {feature});
  Value dy = b.wide(op.getGrad()), rstd = b.wide(op.getRstd());
  Value xhat = renormalise(b, b.wide(op.getInput()), b.wide(op.getMean()), rstd, dims);
  Value h = affine(b, dy, op.getScale(), {}, {feature});
  SmallVector<Value> results{normGrad(b, h, xhat, rstd, dims)};
  appendParamGrads(b, results, dy, xhat, /*hasScale=*/true, /*hasBias=*/true, {feature});
  return results;
}

static SmallVector<Value> decomposeOp(BatchNormInferenceOp op, CoreBuilder &b) {
  int64_t feature = op.getFeatureDim();
  Value x = b.wide(op.getInput());
  SmallVector<int64_t> dims = otherDims(x, {feature});
  double epsilon = op.getEpsilon().convertToDouble();
  Value rstd = b.rsqrt(b.add(b.wide(op.getVariance()), epsilon));
  Value xhat = renormalise(b, x, b.wide(op.getMean()), rstd, dims);
  return {affine(b, xhat, op.getScale(), op.getBias(), {feature})};
}

void attachNormDecompositions(MLIRContext *context) {
  attachDecompositions<LayerNormOp, LayerNormGradOp, RmsNormOp, RmsNormGradOp, GroupNormOp,
                       GroupNormGradOp, BatchNormTrainingOp, BatchNormGradOp, BatchNormInferenceOp>(
      context);
}

} // namespace halftone::train
