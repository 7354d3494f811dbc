// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// logistic, silu, and gelu in both forms. Frameworks write the same product in any
// association, the cube as x·x·x or as a power, and constants rounded to f32. So a product
// is compared by its factors, and what is polynomial by its coefficients. relu isn't here:
// its gradient at 0 is 0, that of `maximum` is halved.
#include "RaiseComposites.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace halftone::train::raise {

namespace {

bool isPolynomial(Value value, Value x, const Polynomial &wanted, unsigned roundings = 4) {
  std::optional<Polynomial> found = matchPolynomial(value, x);
  if (!found)
    return false;
  for (auto [a, b] : llvm::zip_equal(*found, wanted))
    if (!isNear(a, b, getElementType(value), roundings))
      return false;
  return true;
}

template <typename OpT> Candidate unaryOp(StringRef name, Value x) {
  return {name, {x}, [=](CoreBuilder &b) { return Values{b.create<OpT>(x.getType(), x)}; }};
}

//===----------------------------------------------------------------------===//
// logistic, silu
//===----------------------------------------------------------------------===//

/// x, where `value` is 1 + e^−x.
Value matchLogisticDivisor(Value value) {
  Value exp = otherOperand(value.getDefiningOp<AddOp>(), [](Value v) { return isConstant(v, 1); });
  auto op = exp ? exp.getDefiningOp<ExpOp>() : ExpOp();
  return op ? matchNegation(op.getOperand()) : Value();
}

/// x, where `value` is a logistic function of x.
Value matchLogistic(Value value) {
  if (auto logistic = value.getDefiningOp<LogisticOp>())
    return logistic.getOperand();
  if (auto div = value.getDefiningOp<DivOp>())
    return isConstant(div.getLhs(), 1) ? matchLogisticDivisor(div.getRhs()) : Value();
  return {};
}

Match logistic(DivOp root, Context &) {
  Value x = matchLogistic(root.getResult());
  if (!x || !getFormulaType(x))
    return std::nullopt;
  return unaryOp<LogisticOp>("logistic", x);
}

/// 1/2 + tanh(x/2)/2.
Match logisticOfTanh(Operation *root, Context &) {
  Value value = root->getResult(0);
  // (1 + t)/2 or t/2 + 1/2: the tanh is one or two ops away.
  SmallVector<Value, 4> near(root->getOperands());
  for (unsigned i = 0; i < near.size() && near.size() < 8; ++i)
    if (isa_and_nonnull<AddOp, MulOp, DivOp>(near[i].getDefiningOp()))
      llvm::append_range(near, near[i].getDefiningOp()->getOperands());
  for (Value t : near) {
    auto tanh = t.getDefiningOp<TanhOp>();
    if (!tanh || !getFormulaType(t) || !isPolynomial(value, t, {0.5, 0.5, 0, 0}))
      continue;
    Product half = flatten(tanh.getOperand());
    if (half.constant == 0.5 && half.factors.size() == 1 && half.divisors.empty())
      return unaryOp<LogisticOp>("logistic", half.factors[0]);
  }
  return std::nullopt;
}
Match logisticByProduct(MulOp root, Context &context) { return logisticOfTanh(root, context); }
Match logisticBySum(AddOp root, Context &context) { return logisticOfTanh(root, context); }

/// x · logistic x.
Match siluByProduct(MulOp root, Context &) {
  Value x = otherOperand(root, [&](Value v) {
    Value argument = matchLogistic(v);
    return argument && (argument == root.getLhs() || argument == root.getRhs());
  });
  if (!x || !getFormulaType(x))
    return std::nullopt;
  return unaryOp<SiluOp>("silu", x);
}

/// x / (1 + e^−x).
Match siluByDivision(DivOp root, Context &) {
  Value x = matchLogisticDivisor(root.getRhs());
  if (!x || x != root.getLhs() || !getFormulaType(x))
    return std::nullopt;
  return unaryOp<SiluOp>("silu", x);
}

//===----------------------------------------------------------------------===//
// gelu
//===----------------------------------------------------------------------===//

/// What x may be in the product root = c · x · factor: each part of it, the larger ones first,
/// for x may be a product itself.
SmallVector<Value> findArguments(Value root, Value factor) {
  SmallVector<Value> found, open{root};
  for (unsigned i = 0; i < open.size() && i < 12; ++i) {
    Operation *op = open[i].getDefiningOp();
    if (open[i] != root && open[i] != factor && !getConstant(open[i]))
      found.push_back(open[i]);
    if (isa_and_nonnull<MulOp, DivOp, NegOp>(op) && open[i] != factor)
      llvm::append_range(open, op->getOperands());
  }
  return found;
}

/// The constant c of root = c · x · factor.
std::optional<double> matchProduct(Value root, Value x, Value factor) {
  Product product = flatten(root, x);
  if (product.factors.size() != 2 || !product.divisors.empty() ||
      !llvm::is_contained(product.factors, factor) || !llvm::is_contained(product.factors, x))
    return std::nullopt;
  return product.constant;
}

const double tanhScale = std::sqrt(2 * std::numbers::inv_pi);
constexpr double cubic = 0.044715;

/// 1 + t as a factor of a half, or 1/2 + t/2: c, with the factor c (1 + t).
std::optional<double> matchOnePlus(Value factor, Value t) {
  std::optional<Polynomial> p = matchPolynomial(factor, t);
  if (!p || (*p)[0] != (*p)[1] || (*p)[0] == 0 || (*p)[2] != 0 || (*p)[3] != 0)
    return std::nullopt;
  return (*p)[0];
}

Candidate geluOp(Value x, GeluApproximation form) {
  return {
      "gelu", {x}, [=](CoreBuilder &b) { return Values{b.create<GeluOp>(x.getType(), x, form)}; }};
}

/// The function's op that `factor` is an affine map of.
template <typename OpT> OpT findInside(Value factor) {
  SmallVector<Value> open{factor};
  for (unsigned i = 0; i < open.size() && i < 8; ++i) {
    if (auto op = open[i].getDefiningOp<OpT>())
      return op;
    if (isa_and_nonnull<AddOp, MulOp, DivOp, SubOp>(open[i].getDefiningOp()))
      llvm::append_range(open, open[i].getDefiningOp()->getOperands());
  }
  return {};
}

/// x/2 · (1 + tanh(√(2/π) (x + 0.044715 x³))).
Match tanhGelu(MulOp root, Value factor, TanhOp tanh, Context &context) {
  std::optional<double> half = matchOnePlus(factor, tanh.getResult());
  if (!half)
    return std::nullopt;
  for (Value x : findArguments(root.getResult(), factor)) {
    std::optional<double> outer = matchProduct(root.getResult(), x, factor);
    if (!outer || *outer * *half != 0.5)
      continue;
    if (isPolynomial(tanh.getOperand(), x, {0, tanhScale, 0, tanhScale * cubic}))
      return geluOp(x, GeluApproximation::tanh);
    if (matchPolynomial(tanh.getOperand(), x))
      return context.missed(root, "gelu", "the constants of the tanh form are others");
    return context.missed(root, "gelu", "tanh is of another value than the factor");
  }
  return std::nullopt;
}

/// x/2 · (1 + erf(x/√2)).
Match erfGelu(MulOp root, Value factor, ErfOp erf, Context &context) {
  std::optional<double> half = matchOnePlus(factor, erf.getResult());
  if (!half)
    return std::nullopt;
  for (Value x : findArguments(root.getResult(), factor)) {
    std::optional<double> outer = matchProduct(root.getResult(), x, factor);
    if (!outer || *outer * *half != 0.5)
      continue;
    if (isPolynomial(erf.getOperand(), x, {0, std::numbers::sqrt2 / 2, 0, 0}, 2))
      return geluOp(x, GeluApproximation::none);
    return context.missed(root, "gelu", "the argument of erf is not x/√2");
  }
  return std::nullopt;
}

/// x/2 · erfc(−x/√2).
Match erfcGelu(MulOp root, Value factor, CustomGradientOp erfc, Context &context) {
  for (Value x : findArguments(root.getResult(), factor)) {
    std::optional<double> outer = matchProduct(root.getResult(), x, factor);
    if (!outer || *outer != 0.5)
      continue;
    if (isPolynomial(erfc.getOperand(0), x, {0, -std::numbers::sqrt2 / 2, 0, 0}, 2))
      return geluOp(x, GeluApproximation::none);
    return context.missed(root, "gelu", "the argument of erfc is not −x/√2");
  }
  return std::nullopt;
}

Match gelu(MulOp root, Context &context) {
  if (!getFormulaType(root.getResult()))
    return std::nullopt;
  for (Value factor : flatten(root.getResult()).factors) {
    Match match;
    auto custom = factor.getDefiningOp<CustomGradientOp>();
    if (custom && context.erfc.contains(custom.getForwardAttr()))
      match = erfcGelu(root, factor, custom, context);
    else if (auto tanh = findInside<TanhOp>(factor))
      match = tanhGelu(root, factor, tanh, context);
    else if (auto erf = findInside<ErfOp>(factor))
      match = erfGelu(root, factor, erf, context);
    if (match)
      return match;
  }
  return std::nullopt;
}

} // namespace

void addActivationRules(Rules &rules) {
  rules.add<gelu>(Phase::Formula);
  rules.add<siluByProduct>(Phase::Formula);
  rules.add<siluByDivision>(Phase::Formula);
  rules.add<logistic>(Phase::Formula);
  rules.add<logisticByProduct>(Phase::Formula);
  rules.add<logisticBySum>(Phase::Formula);
}

} // namespace halftone::train::raise
