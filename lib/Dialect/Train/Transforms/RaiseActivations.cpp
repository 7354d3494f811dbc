// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gelu in both forms, and silu, in any grouping of their products:
//
//   x · ½ · (1 + tanh(√(2/π) · (x + 0.044715 · x³)))
//   x · ½ · (1 + erf(x/√2))      or      x · ½ · erfc(−x/√2)
//   x · logistic(x)              or      x · 1/(1 + e^−x), x/(1 + e^−x)
#include "RaiseMatch.h"
#include "halftone/Dialect/Train/Transforms/Erfc.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace halftone::train {

namespace {

constexpr double cubic = 0.044715;

/// True for `constant · x^power`.
bool isMonomial(Match &match, Value value, Value x, double constant, int power) {
  Product product = match.takeProduct(value, x);
  for (Value factor : product.factors) {
    if (factor == x) {
      --power;
      continue;
    }
    auto pow = factor.getDefiningOp<PowOp>();
    auto exponent = pow ? Match::constantOf(View::of(pow.getRhs())) : std::nullopt;
    if (!exponent || pow.getLhs() != x || (*exponent != 2 && *exponent != 3))
      return false;
    match.add(pow);
    power -= static_cast<int>(*exponent);
  }
  return power == 0 && match.isNear(product.constant, constant);
}

/// x of `√(2/π) · (x + 0.044715 x³)`, or of `√(2/π) · x · (1 + 0.044715 x²)`.
Value takeTanhArgument(Match &match, Value value) {
  size_t mark = match.size();
  Product product = match.takeProduct(value, {});
  if (!match.isNear(product.constant, std::sqrt(2 * std::numbers::inv_pi)))
    return {};
  if (product.factors.size() == 1) {
    auto sum = product.factors[0].getDefiningOp<AddOp>();
    if (!sum)
      return {};
    match.add(sum);
    size_t inner = match.size();
    for (auto [x, rest] : {std::pair(sum.getLhs(), sum.getRhs()), {sum.getRhs(), sum.getLhs()}}) {
      if (isMonomial(match, rest, x, cubic, 3))
        return x;
      match.truncate(inner);
    }
  }
  // x may be a product itself: it is what the sum of the other factor names.
  match.truncate(mark);
  for (Value factor : product.factors) {
    Match trial(match);
    Value square = trial.takeSumWith(factor, 1.0);
    if (!square)
      continue;
    for (Value x : product.factors) {
      Match attempt(trial);
      if (x == factor || product.factors.size() != 2 || !isMonomial(attempt, square, x, cubic, 2))
        continue;
      attempt.takeProduct(value, {x, factor});
      match = attempt;
      return x;
    }
  }
  return {};
}

/// x of `constant · x`, with the constant in one or several steps outside of x.
Value takeMultiple(Match &match, Value value, double constant) {
  double found = 1;
  for (unsigned depth = 0; depth < 4; ++depth) {
    if (match.isNear(found, constant))
      return value;
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<MulOp, DivOp, NegOp>(op))
      return {};
    match.add(op);
    if (isa<NegOp>(op)) {
      found = -found;
      value = op->getOperand(0);
      continue;
    }
    auto left = Match::constantOf(View::of(op->getOperand(0)));
    auto right = Match::constantOf(View::of(op->getOperand(1)));
    if (right)
      found = isa<MulOp>(op) ? found * *right : found / *right;
    else if (left && isa<MulOp>(op))
      found *= *left;
    else
      return {};
    value = op->getOperand(right ? 0 : 1);
  }
  return {};
}

/// The values that a product can be taken apart into at one place: its operands, and theirs.
void collectFactors(Value value, SmallVectorImpl<Value> &factors, unsigned depth) {
  auto product = value.getDefiningOp<MulOp>();
  if (!product || depth == 0) {
    factors.push_back(value);
    return;
  }
  for (Value operand : {product.getLhs(), product.getRhs()}) {
    if (operand.getDefiningOp<MulOp>())
      factors.push_back(operand);
    collectFactors(operand, factors, depth - 1);
  }
}

/// True where the root is `constant · x · factor`, and nobody else needs its pieces.
bool isRoot(Match &match, Operation *op, Value x, Value factor, double constant) {
  Product product = match.takeProduct(op->getResult(0), {x, factor});
  bool both = product.factors.size() == 2 && llvm::is_contained(product.factors, x) &&
              llvm::is_contained(product.factors, factor);
  return both && match.isNear(product.constant, constant) && match.isClosed();
}

Value raiseGelu(MulOp op, OpBuilder &builder) {
  SmallVector<Value> factors;
  collectFactors(op.getResult(), factors, 3);
  for (Value factor : factors) {
    Match match(op);
    auto build = [&](Value x, GeluApproximation form) -> Value {
      if (!x || !isRoot(match, op, x, factor, 0.5))
        return {};
      return GeluOp::create(builder, op.getLoc(), op.getType(), x, form);
    };
    if (auto erfc = factor.getDefiningOp<CustomGradientOp>(); erfc && isErfc(erfc)) {
      match.add(erfc);
      Value x = takeMultiple(match, erfc.getOperand(0), -std::numbers::sqrt2 / 2);
      if (Value raised = build(x, GeluApproximation::none))
        return raised;
      continue;
    }
    Value inner = match.takeSumWith(factor, 1.0);
    if (!inner)
      continue;
    if (auto tanh = inner.getDefiningOp<TanhOp>()) {
      match.add(tanh);
      Value x = takeTanhArgument(match, tanh.getOperand());
      if (Value raised = build(x, GeluApproximation::tanh))
        return raised;
    } else if (auto erf = inner.getDefiningOp<ErfOp>()) {
      match.add(erf);
      Value x = takeMultiple(match, erf.getOperand(), std::numbers::sqrt2 / 2);
      if (Value raised = build(x, GeluApproximation::none))
        return raised;
    }
  }
  return {};
}

/// x of `1 + e^−x`.
Value takeOnePlusExp(Match &match, Value value) {
  Value inner = match.takeSumWith(value, 1.0);
  auto exp = inner ? inner.getDefiningOp<ExpOp>() : ExpOp();
  auto negate = exp ? exp.getOperand().getDefiningOp<NegOp>() : NegOp();
  if (!negate)
    return {};
  match.add(exp);
  match.add(negate);
  return negate.getOperand();
}

Value raiseSilu(Operation *op, OpBuilder &builder) {
  auto build = [&](Match &match, Value x) -> Value {
    if (!match.isClosed())
      return {};
    return SiluOp::create(builder, op->getLoc(), op->getResult(0).getType(), x);
  };
  if (auto division = dyn_cast<DivOp>(op)) {
    Match match(op);
    Value x = takeOnePlusExp(match, division.getRhs());
    return x && x == division.getLhs() ? build(match, x) : Value();
  }
  auto product = cast<MulOp>(op);
  for (auto [x, gate] :
       {std::pair(product.getLhs(), product.getRhs()), {product.getRhs(), product.getLhs()}}) {
    Match match(op);
    if (auto logistic = gate.getDefiningOp<LogisticOp>(); logistic && logistic.getOperand() == x) {
      match.add(logistic);
      if (Value raised = build(match, x))
        return raised;
    }
    auto division = gate.getDefiningOp<DivOp>();
    if (!division || Match::constantOf(View::of(division.getLhs())) != 1.0)
      continue;
    match.add(division);
    if (takeOnePlusExp(match, division.getRhs()) == x)
      if (Value raised = build(match, x))
        return raised;
  }
  return {};
}

} // namespace

Value raiseActivation(Operation *op, OpBuilder &builder) {
  if (!isa<MulOp, DivOp>(op) || !isa<FloatType>(train::getElementType(op->getResult(0))))
    return {};
  if (auto product = dyn_cast<MulOp>(op))
    if (Value raised = raiseGelu(product, builder))
      return raised;
  return raiseSilu(op, builder);
}

} // namespace halftone::train
