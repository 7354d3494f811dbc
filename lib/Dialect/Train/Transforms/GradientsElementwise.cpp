// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of elementwise core ops. `g` is the gradient of the result `y`.
#include "Gradients.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace halftone::train {

namespace {

//===----------------------------------------------------------------------===//
// One operand: g, x, y -> the gradient of x
//===----------------------------------------------------------------------===//

using Unary = Value (*)(RuleBuilder &, Value, Value, Value);

template <typename OpT, Unary derivative> LogicalResult unary(OpT op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getOperand(), [&] { return derivative(b, g, op.getOperand(), op.getResult()); });
  return success();
}

Value ofAbs(RuleBuilder &b, Value g, Value x, Value) { return b.mul(g, b.sign(x)); }
Value ofNegate(RuleBuilder &b, Value g, Value, Value) { return b.neg(g); }
Value ofExp(RuleBuilder &b, Value g, Value, Value y) { return b.mul(g, y); }
Value ofExpm1(RuleBuilder &b, Value g, Value, Value y) { return b.mul(g, b.add(y, 1.0)); }
Value ofLog(RuleBuilder &b, Value g, Value x, Value) { return b.div(g, x); }
Value ofLog1p(RuleBuilder &b, Value g, Value x, Value) { return b.div(g, b.add(x, 1.0)); }
Value ofSqrt(RuleBuilder &b, Value g, Value, Value y) { return b.div(b.mul(g, 0.5), y); }
Value ofRsqrt(RuleBuilder &b, Value g, Value x, Value y) {
  return b.mul(g, b.mul(b.div(y, x), -0.5));
}
Value ofCbrt(RuleBuilder &b, Value g, Value, Value y) { return b.div(g, b.mul(b.square(y), 3.0)); }
Value ofSine(RuleBuilder &b, Value g, Value x, Value) { return b.mul(g, b.cos(x)); }
Value ofCosine(RuleBuilder &b, Value g, Value x, Value) { return b.neg(b.mul(g, b.sin(x))); }
Value ofTan(RuleBuilder &b, Value g, Value, Value y) { return b.mul(g, b.add(b.square(y), 1.0)); }
/// g (1 + y) (1 − y): both factors are exact where y is near ±1.
Value ofTanh(RuleBuilder &b, Value g, Value, Value y) {
  return b.mul(b.add(g, b.mul(g, y)), b.sub(1.0, y));
}
Value ofLogistic(RuleBuilder &b, Value g, Value, Value y) {
  return b.mul(b.mul(g, y), b.sub(1.0, y));
}
Value ofErf(RuleBuilder &b, Value g, Value x, Value) {
  return b.mul(b.mul(g, 2.0 * std::numbers::inv_sqrtpi), b.exp(b.neg(b.square(x))));
}
Value ofErfInv(RuleBuilder &b, Value g, Value, Value y) {
  return b.mul(b.mul(g, 0.5 / std::numbers::inv_sqrtpi), b.exp(b.square(y)));
}

//===----------------------------------------------------------------------===//
// Several operands
//===----------------------------------------------------------------------===//

LogicalResult add(AddOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getLhs(), g);
  b.give(op.getRhs(), g);
  return success();
}

LogicalResult subtract(SubOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getLhs(), g);
  b.give(op.getRhs(), [&] { return b.neg(g); });
  return success();
}

LogicalResult multiply(MulOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getLhs(), [&] { return b.mul(g, op.getRhs()); });
  b.give(op.getRhs(), [&] { return b.mul(g, op.getLhs()); });
  return success();
}

/// −(g / y) · (x / y) for the divisor: no square of it that could overflow.
LogicalResult divide(DivOp op, RuleBuilder &b) {
  Value share = b.div(b.gradient(op.getResult()), op.getRhs());
  b.give(op.getLhs(), share);
  b.give(op.getRhs(), [&] { return b.neg(b.mul(share, op.getResult())); });
  return success();
}

/// x − y · trunc(x / y), whose quotient is constant between jumps.
LogicalResult remainder(RemOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getLhs(), y = op.getRhs();
  b.give(x, g);
  b.give(y, [&] {
    Value quotient = b.div(b.sub(x, op.getResult()), y);
    return b.neg(b.mul(g, b.create<RoundNearestEvenOp>(quotient)));
  });
  return success();
}

LogicalResult power(PowOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getLhs(), y = op.getRhs();
  b.give(x, [&] {
    // y x^(y−1), and 0 where y is 0, also for x = 0.
    Value zero = b.eq(y, 0.0);
    Value exponent = b.select(zero, 1.0, b.sub(y, 1.0));
    return b.mul(g, b.select(zero, 0.0, b.mul(y, b.pow(x, exponent))));
  });
  b.give(y, [&] {
    // ln(x) x^y, and 0 where x is 0.
    Value base = b.select(b.eq(x, 0.0), 1.0, x);
    return b.mul(g, b.mul(b.log(base), op.getResult()));
  });
  return success();
}

/// All of `g` to the side that wins, half to each where tied.
template <typename OpT, ComparisonDirection wins> LogicalResult extreme(OpT op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getLhs(), y = op.getRhs();
  Value shared = b.select(b.eq(x, y), b.mul(g, 0.5), g);
  auto share = [&](Value self, Value other) {
    Value loses = b.compare(wins, other, self);
    return b.select(loses, 0.0, shared);
  };
  b.give(x, [&] { return share(x, y); });
  b.give(y, [&] { return share(y, x); });
  return success();
}

LogicalResult atan2(Atan2Op op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), y = op.getLhs(), x = op.getRhs();
  Value share = b.div(g, b.add(b.square(x), b.square(y)));
  b.give(y, [&] { return b.mul(share, x); });
  b.give(x, [&] { return b.neg(b.mul(share, y)); });
  return success();
}

LogicalResult fma(FmaOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getA(), [&] { return b.mul(g, op.getB()); });
  b.give(op.getB(), [&] { return b.mul(g, op.getA()); });
  b.give(op.getC(), g);
  return success();
}

/// A bound of rank 0 takes the sum of what its copies would get.
Value toBound(RuleBuilder &b, Value gradient, Value bound) {
  return getShape(bound) == getShape(gradient) ? gradient : b.sumAll(gradient);
}

LogicalResult clamp(ClampOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  auto widen = [&](Value bound) {
    return getShape(bound) == getShape(x) ? bound : b.broadcastScalarLike(bound, x);
  };
  Value min = widen(op.getMin()), max = widen(op.getMax());
  b.give(x, [&] { return b.select(b.logicalAnd(b.gt(x, min), b.lt(x, max)), g, 0.0); });
  b.give(op.getMin(), [&] {
    Value taken = b.logicalAnd(b.gt(min, x), b.lt(min, max));
    return toBound(b, b.select(taken, g, 0.0), op.getMin());
  });
  b.give(op.getMax(), [&] { return toBound(b, b.select(b.lt(max, x), g, 0.0), op.getMax()); });
  return success();
}

LogicalResult select(SelectOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getOnTrue(), [&] { return b.select(op.getPred(), g, 0.0); });
  b.give(op.getOnFalse(), [&] { return b.select(op.getPred(), 0.0, g); });
  return success();
}

/// The gradient of a rounding is a rounding of the gradient.
LogicalResult cast(CastOp op, RuleBuilder &b) {
  b.give(op.getOperand(), b.gradient(op.getResult()));
  return success();
}

template <typename OpT, Unary derivative> void attachUnary(MLIRContext *context) {
  attachRule<OpT, unary<OpT, derivative>>(context);
}

} // namespace

void attachElementwiseGradients(MLIRContext *context) {
  attachUnary<AbsOp, ofAbs>(context);
  attachUnary<NegOp, ofNegate>(context);
  attachUnary<ExpOp, ofExp>(context);
  attachUnary<Expm1Op, ofExpm1>(context);
  attachUnary<LogOp, ofLog>(context);
  attachUnary<Log1pOp, ofLog1p>(context);
  attachUnary<SqrtOp, ofSqrt>(context);
  attachUnary<RsqrtOp, ofRsqrt>(context);
  attachUnary<CbrtOp, ofCbrt>(context);
  attachUnary<SineOp, ofSine>(context);
  attachUnary<CosineOp, ofCosine>(context);
  attachUnary<TanOp, ofTan>(context);
  attachUnary<TanhOp, ofTanh>(context);
  attachUnary<LogisticOp, ofLogistic>(context);
  attachUnary<ErfOp, ofErf>(context);
  attachUnary<ErfInvOp, ofErfInv>(context);
  attachRule<AddOp, add>(context);
  attachRule<SubOp, subtract>(context);
  attachRule<MulOp, multiply>(context);
  attachRule<DivOp, divide>(context);
  attachRule<RemOp, remainder>(context);
  attachRule<PowOp, power>(context);
  attachRule<MaxOp, extreme<MaxOp, ComparisonDirection::GT>>(context);
  attachRule<MinOp, extreme<MinOp, ComparisonDirection::LT>>(context);
  attachRule<Atan2Op, atan2>(context);
  attachRule<FmaOp, fma>(context);
  attachRule<ClampOp, clamp>(context);
  attachRule<SelectOp, select>(context);
  attachRule<CastOp, cast>(context);
  attachZero<SignOp, FloorOp, CeilOp, RoundNearestEvenOp, RoundNearestAfzOp, BitcastConvertOp>(
      context);
}

} // namespace halftone::train
