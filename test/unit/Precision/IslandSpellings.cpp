// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IslandSpellings.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static int64_t rank(Value x) { return cast<ShapedType>(x.getType()).getRank(); }

static Speller::Dims last(Value x) { return {rank(x) - 1}; }

Value Speller::sum(Value x, Dims dims) {
  ArrayRef<int64_t> shape = cast<ShapedType>(x.getType()).getShape();
  Type element = getElementTypeOrSelf(x);
  unsigned form = pick(4);
  // A product with ones.
  if (form == 0 && dims.size() == 1) {
    Value ones = b.splat({shape[dims.front()]}, element, 1.0);
    return flip() ? b.dot(x, ones, {}, {}, dims, {0}, element)
                  : b.dot(ones, x, {}, {}, {0}, dims, element);
  }
  // In two steps: dimension by dimension, or in halves.
  if (form == 1 && dims.size() > 1) {
    Value part = b.sum(x, {dims.back()});
    return b.sum(part, ArrayRef<int64_t>(dims).drop_back());
  }
  if (form == 1 && dims.size() == 1 && dims.front() == rank(x) - 1 && shape.back() % 2 == 0) {
    Dims split(shape);
    split.back() /= 2;
    split.push_back(2);
    Value halves = b.reshape(x, split);
    return b.sum(b.sum(halves, {rank(x)}), dims);
  }
  return b.sum(x, dims);
}

Value Speller::mean(Value x, Dims dims) {
  double count = train::countAlong(x, dims);
  if (pick(4) == 0 && dims.size() == 1) {
    Type element = getElementTypeOrSelf(x);
    Value weights = b.splat({static_cast<int64_t>(count)}, element, 1.0 / count);
    return b.dot(x, weights, {}, {}, dims, {0}, element);
  }
  Value total = sum(x, dims);
  return flip() ? b.mul(total, 1.0 / count) : b.div(total, count);
}

Value Speller::square(Value x) {
  switch (pick(3)) {
  case 0:
    return b.pow(x, b.like(x, 2.0));
  case 1: {
    Value size = b.abs(x);
    return b.mul(size, size);
  }
  default:
    return b.mul(x, x);
  }
}

Value Speller::divide(Value a, Value d) {
  switch (pick(3)) {
  case 0:
    return times(a, b.div(1.0, d));
  case 1:
    return times(a, b.pow(d, b.like(d, -1.0)));
  default:
    return b.div(a, d);
  }
}

Value Speller::subtract(Value a, Value d) { return pick(3) ? b.sub(a, d) : plus(a, b.neg(d)); }

Value Speller::spread(Value statistic, Value x, Dims dims) {
  ArrayRef<int64_t> shape = cast<ShapedType>(x.getType()).getShape();
  if (flip())
    return b.expand(statistic, x, dims);
  // By way of dimensions of length 1.
  Dims kept(shape);
  for (int64_t dim : dims)
    kept[dim] = 1;
  return b.broadcast(b.reshape(statistic, kept), shape, train::allDims(x));
}

Value Speller::rsqrt(Value v, double eps) {
  Value moved = flip() ? b.add(v, eps) : b.add(b.like(v, eps), v);
  switch (pick(4)) {
  case 0:
    return b.div(1.0, b.sqrt(moved));
  case 1:
    return b.pow(moved, b.like(moved, -0.5));
  default:
    return b.rsqrt(moved);
  }
}

Value Speller::affine(Value vector, Value x) {
  ArrayRef<int64_t> shape = cast<ShapedType>(x.getType()).getShape();
  if (flip())
    return param.broadcastTrailing(vector, shape);
  Dims kept(rank(x), 1);
  kept.back() = shape.back();
  return param.broadcast(param.reshape(vector, kept), shape, train::allDims(x));
}

/// `x` less its maximum, or as it is.
Value Speller::shifted(Value x, Dims dims) {
  if (pick(4) == 0)
    return x;
  Value largest = b.max(x, dims);
  if (flip())
    largest = b.maximum(b.like(largest, -INFINITY), largest);
  return subtract(x, spread(largest, x, dims));
}

Value Speller::masked(Value x) {
  unsigned form = pick(5);
  if (form == 0 || !masks)
    return x;
  ArrayRef<int64_t> shape = cast<ShapedType>(x.getType()).getShape();
  Value rows = param.iota(shape, param.i32(), rank(x) - 2),
        columns = param.iota(shape, param.i32(), rank(x) - 1);
  Value keep = param.ge(rows, columns);
  if (form == 1)
    return b.select(keep, x, flip() ? -1e9 : -INFINITY);
  if (form == 2)
    x = flip() ? b.mul(x, 0.125) : b.div(x, 8.0);
  Value bias = param.select(keep, param.zerosLike(x), param.like(x, -1e9));
  return form == 4 ? b.select(keep, x, -1e9) : plus(x, bias);
}

//===----------------------------------------------------------------------===//
// Islands
//===----------------------------------------------------------------------===//

Value Speller::softmax(Value x) {
  x = masked(x);
  Dims dims = last(x);
  Value e = b.exp(shifted(x, dims));
  return divide(e, spread(sum(e, dims), x, dims));
}

Value Speller::logSumExp(Value x) {
  Dims dims = last(x);
  if (pick(4) == 0)
    return b.log(sum(b.exp(x), dims));
  Value largest = b.max(x, dims);
  Value e = b.exp(subtract(x, spread(largest, x, dims)));
  return plus(b.log(sum(e, dims)), largest);
}

Value Speller::logSoftmax(Value x) {
  Dims dims = last(x);
  if (flip())
    return subtract(x, spread(logSumExp(x), x, dims));
  Value moved = shifted(x, dims);
  Value total = sum(b.exp(moved), dims);
  return flip() ? subtract(moved, b.log(spread(total, x, dims)))
                : subtract(moved, spread(b.log(total), x, dims));
}

Value Speller::layerNorm(Value x, Value scale, Value shift, Dims dims) {
  Value centre = mean(x, dims);
  Value centred = subtract(x, spread(centre, x, dims));
  // Of the centred value, or as the mean of squares less the square of the mean.
  Value v = pick(3) ? mean(square(centred), dims) : subtract(mean(square(x), dims), square(centre));
  Value factor = spread(rsqrt(v, 1e-5), x, dims);
  Value wide = affine(scale, x);
  Value scaled = flip() ? times(times(centred, factor), wide) : times(centred, times(factor, wide));
  return plus(scaled, affine(shift, x));
}

Value Speller::rmsNorm(Value x, Value scale) {
  Dims dims = last(x);
  Value factor = rsqrt(mean(square(x), dims), 1e-6);
  return times(times(x, spread(factor, x, dims)), affine(scale, x));
}

Value Speller::l2Normalize(Value x) {
  Dims dims = last(x);
  Value total = sum(square(x), dims);
  switch (pick(4)) {
  case 0:
    return divide(x, spread(b.maximum(b.sqrt(total), 1e-8), x, dims));
  case 1:
    return divide(x, b.sqrt(spread(b.add(total, 1e-12), x, dims)));
  case 2:
    return divide(x, b.add(spread(b.sqrt(total), x, dims), 1e-8));
  default:
    return times(x, spread(b.rsqrt(b.maximum(total, 1e-12)), x, dims));
  }
}

Value Speller::variance(Value x) {
  Dims dims = last(x);
  Value centre = mean(x, dims);
  if (flip())
    return subtract(mean(square(x), dims), square(centre));
  return mean(square(subtract(x, spread(centre, x, dims))), dims);
}

Value Speller::standardize(Value x) {
  Dims dims = last(x);
  Value centred = subtract(x, spread(mean(x, dims), x, dims));
  Value deviation = b.sqrt(mean(square(centred), dims));
  return divide(centred, flip() ? b.add(spread(deviation, x, dims), 1e-6)
                                : spread(b.add(deviation, 1e-6), x, dims));
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

Value Speller::softmaxGrad(Value g, Value x) {
  Dims dims = last(x);
  if (pick(3) == 0) { // as JAX differentiates e / sum(e)
    Value e = b.exp(shifted(x, dims));
    Value total = sum(e, dims), wide = spread(total, x, dims);
    Value t = times(times(g, spread(b.div(1.0, square(total)), x, dims)), e);
    Value back = spread(b.neg(sum(t, dims)), x, dims);
    return times(plus(b.div(g, wide), back), e);
  }
  Value p = softmax(x);
  Value weighted = times(g, p);
  Value total = spread(sum(weighted, dims), x, dims);
  return flip() ? times(p, subtract(g, total)) : subtract(weighted, times(p, total));
}

Value Speller::logSoftmaxGrad(Value g, Value x) {
  Dims dims = last(x);
  Value p = b.exp(logSoftmax(x));
  return subtract(g, times(p, spread(sum(g, dims), x, dims)));
}

Value Speller::layerNormGrad(Value g, Value x, Value scale) {
  Dims dims = last(x);
  double count = train::countAlong(x, dims);
  Value centred = subtract(x, spread(mean(x, dims), x, dims));
  Value factor = rsqrt(mean(square(centred), dims), 1e-5);
  Value wide = spread(factor, x, dims);
  Value scaled = times(g, affine(scale, x));
  Value normed = times(centred, wide);
  switch (pick(3)) {
  case 0: { // PyTorch
    Value inner = subtract(subtract(b.mul(scaled, count), spread(sum(scaled, dims), x, dims)),
                           times(normed, spread(sum(times(scaled, normed), dims), x, dims)));
    return times(spread(b.div(factor, count), x, dims), inner);
  }
  case 1: { // JAX: through the variance, the mean, and both again
    Value dFactor = sum(times(scaled, centred), dims);
    Value cubed = b.mul(b.div(factor, b.add(mean(square(centred), dims), 1e-5)), -0.5);
    Value dVariance = b.div(times(dFactor, cubed), count);
    Value viaFactor = times(scaled, wide);
    Value viaVariance = times(spread(dVariance, x, dims), b.mul(centred, 2.0));
    Value both = plus(viaFactor, viaVariance);
    Value dMean = b.div(b.neg(sum(both, dims)), count);
    return plus(both, spread(dMean, x, dims));
  }
  default: {
    Value inner = subtract(subtract(scaled, spread(mean(scaled, dims), x, dims)),
                           times(normed, spread(mean(times(scaled, normed), dims), x, dims)));
    return times(wide, inner);
  }
  }
}

Value Speller::rmsNormGrad(Value g, Value x, Value scale) {
  Dims dims = last(x);
  Value factor = spread(rsqrt(mean(square(x), dims), 1e-6), x, dims);
  Value normed = times(x, factor);
  Value scaled = times(g, affine(scale, x));
  Value share = times(normed, spread(mean(times(scaled, normed), dims), x, dims));
  return times(factor, subtract(scaled, share));
}

Value Speller::l2NormalizeGrad(Value g, Value x) {
  Dims dims = last(x);
  Value norm = spread(b.sqrt(b.add(sum(square(x), dims), 1e-12)), x, dims);
  Value y = divide(x, norm);
  return divide(subtract(g, times(y, spread(sum(times(g, y), dims), x, dims))), norm);
}

Value Speller::crossEntropyGrad(Value x, Value labels) {
  Dims dims = last(x);
  ArrayRef<int64_t> shape = cast<ShapedType>(x.getType()).getShape();
  Value wide = param.broadcast(labels, shape, {0});
  Value hot = param.cast(param.eq(param.iota(shape, param.i32(), 1), wide), param.f32());
  Value p = flip() ? softmax(x) : b.exp(logSoftmax(x));
  if (flip())
    return b.mul(subtract(p, hot), 1.0 / shape.front());
  Value g = param.mul(hot, -1.0 / shape.front());
  return subtract(g, times(p, spread(sum(g, dims), x, dims)));
}
