// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of activations, their gradients, and dropout.
#include "Decompose.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace halftone::train {

static SmallVector<Value> decomposeOp(ReluOp op, CoreBuilder &b) {
  return {b.maximum(b.wide(op.getInput()), 0.0)};
}

static SmallVector<Value> decomposeOp(ReluGradOp op, CoreBuilder &b) {
  return {b.select(b.gt(b.wide(op.getInput()), 0.0), b.wide(op.getGrad()), 0.0)};
}

static SmallVector<Value> decomposeOp(SiluOp op, CoreBuilder &b) {
  Value x = b.wide(op.getInput());
  return {b.mul(x, b.logistic(x))};
}

static SmallVector<Value> decomposeOp(SiluGradOp op, CoreBuilder &b) {
  Value dy = b.wide(op.getGrad()), x = b.wide(op.getInput());
  Value s = b.logistic(x);
  Value slope = b.add(b.mul(x, b.sub(1.0, s)), 1.0);
  return {b.mul(b.mul(dy, s), slope)};
}

//===----------------------------------------------------------------------===//
// gelu
//===----------------------------------------------------------------------===//

namespace {

constexpr double cubic = 0.044715;
const double tanhScale = std::sqrt(2 * std::numbers::inv_pi);

/// √(2/π) · (x + 0.044715 x³), the argument of the tanh form.
Value tanhArgument(CoreBuilder &b, Value x) {
  Value cube = b.mul(b.square(x), x);
  return b.mul(b.add(x, b.mul(cube, cubic)), tanhScale);
}

/// (1 + erf(x/√2)) / 2, the normal distribution's function.
Value normalCdf(CoreBuilder &b, Value x) {
  return b.mul(b.add(b.erf(b.mul(x, std::numbers::sqrt2 / 2)), 1.0), 0.5);
}

Value geluSlope(CoreBuilder &b, Value x) {
  Value density = b.mul(b.exp(b.mul(b.square(x), -0.5)), std::sqrt(0.5 * std::numbers::inv_pi));
  return b.add(normalCdf(b, x), b.mul(x, density));
}

Value tanhGeluSlope(CoreBuilder &b, Value x) {
  Value t = b.tanh(tanhArgument(b, x));
  Value left = b.mul(b.add(t, 1.0), 0.5);
  Value inner = b.mul(b.add(b.mul(b.square(x), 3 * cubic), 1.0), tanhScale);
  Value right = b.mul(b.mul(b.mul(x, 0.5), b.sub(1.0, b.square(t))), inner);
  return b.add(left, right);
}

} // namespace

static SmallVector<Value> decomposeOp(GeluOp op, CoreBuilder &b) {
  Value x = b.wide(op.getInput());
  if (op.getApproximate() == GeluApproximation::none)
    return {b.mul(x, normalCdf(b, x))};
  return {b.mul(b.mul(x, 0.5), b.add(b.tanh(tanhArgument(b, x)), 1.0))};
}

static SmallVector<Value> decomposeOp(GeluGradOp op, CoreBuilder &b) {
  Value x = b.wide(op.getInput());
  bool exact = op.getApproximate() == GeluApproximation::none;
  return {b.mul(b.wide(op.getGrad()), exact ? geluSlope(b, x) : tanhGeluSlope(b, x))};
}

//===----------------------------------------------------------------------===//
// dropout
//===----------------------------------------------------------------------===//

static SmallVector<Value> decomposeOp(DropoutOp op, CoreBuilder &b) {
  Value x = b.wide(op.getInput());
  double rate = op.getRate().convertToDouble();
  // word / 2^32 >= rate, in whole numbers.
  double threshold = std::ceil(std::ldexp(rate, 32));
  if (threshold >= std::ldexp(1.0, 32))
    return {b.zerosLike(x)};
  Type ui32 = b.getBuilder().getIntegerType(32, /*isSigned=*/false);
  Value bits = b.create<RngBitsOp>(withElementType(x.getType(), ui32), RngAlgorithm::philox4x32_10,
                                   op.getKey(), /*offset=*/0);
  return {b.select(b.ge(bits, threshold), b.div(x, 1 - rate), 0.0)};
}

void attachActivationDecompositions(MLIRContext *context) {
  attachDecompositions<ReluOp, ReluGradOp, SiluOp, SiluGradOp, GeluOp, GeluGradOp, DropoutOp>(
      context);
}

} // namespace halftone::train
