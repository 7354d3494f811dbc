// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// logistic, silu, and gelu in both forms. Frameworks write the same product in any
// association, the cube as x·x·x or as a power, and constants rounded to f32. So a product
// is compared by its factors, and what is polynomial by its coefficients. relu is only a select
// that passes NaN on and has the gradient 0 at 0: that of `maximum` is halved there.
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
// erf
//===----------------------------------------------------------------------===//

// erf x on f32 as torch-mlir prints it for StableHLO, with c = min(max(x, −4), 4) and s = c²:
// c · p(s)/q(s) between −1 and 1. It is within 1.3 · 2^-24 of erf, relative to erf, and its
// derivative within 41 · 2^-24 of erf's.
constexpr float erfNumerator[] = {-2.72614237e-10f, 2.77068146e-8f,  -2.10102394e-6f,
                                  -5.69250624e-5f,  -7.34990637e-4f, -2.954600e-3f,
                                  -0.0160960332f};
constexpr float erfDenominator[] = {-1.45660715e-5f, -2.13374049e-4f, -0.00168282702f,
                                    -0.00737332925f, -0.0142647391f};

/// True where `value` is the polynomial in `s`, the highest coefficient first.
bool isHorner(Value value, Value s, ArrayRef<float> coefficients) {
  if (coefficients.size() == 1)
    return isConstant(value, coefficients[0]);
  Value product = otherOperand(value.getDefiningOp<AddOp>(),
                               [&](Value v) { return isConstant(v, coefficients.back()); });
  Value inner = otherOperand(product ? product.getDefiningOp<MulOp>() : MulOp(),
                             [&](Value v) { return v == s; });
  return inner && isHorner(inner, s, coefficients.drop_back());
}

/// x, where `value` is x between −bound and bound.
Value matchClamp(Value value, double bound) {
  auto clamp = value.getDefiningOp<ClampOp>();
  bool fits = clamp && isConstant(clamp.getMin(), -bound) && isConstant(clamp.getMax(), bound);
  return fits ? clamp.getOperand() : Value();
}

Match erfOfQuotient(ClampOp root, Context &) {
  Value inner = matchClamp(root.getResult(), 1);
  auto div = inner ? inner.getDefiningOp<DivOp>() : DivOp();
  auto mul = div ? div.getLhs().getDefiningOp<MulOp>() : MulOp();
  if (!mul || !getElementType(inner).isF32())
    return std::nullopt;
  for (bool swap : {false, true}) {
    Value c = swap ? mul.getRhs() : mul.getLhs(), p = swap ? mul.getLhs() : mul.getRhs();
    Value x = matchClamp(c, 4);
    auto sum = x ? div.getRhs().getDefiningOp<AddOp>() : AddOp();
    auto last = sum ? sum.getLhs().getDefiningOp<MulOp>() : MulOp();
    if (!last)
      continue;
    for (Value s : {last.getLhs(), last.getRhs()})
      if (matchSquare(s) == c && isHorner(p, s, erfNumerator) &&
          isHorner(div.getRhs(), s, erfDenominator))
        return Candidate{"", {x}, [=](CoreBuilder &b) { return Values{b.erf(x)}; }};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// relu
//===----------------------------------------------------------------------===//

/// select(x <= 0, 0, x).
Match relu(SelectOp root, Context &) {
  Value x = root.getOnFalse();
  auto compare = root.getPred().getDefiningOp<CompareOp>();
  if (!compare || !getFormulaType(x) || !isConstant(root.getOnTrue(), 0))
    return std::nullopt;
  bool below = compare.getComparisonDirection() == ComparisonDirection::LE &&
               compare.getLhs() == x && isConstant(compare.getRhs(), 0);
  bool above = compare.getComparisonDirection() == ComparisonDirection::GE &&
               compare.getRhs() == x && isConstant(compare.getLhs(), 0);
  if (!below && !above)
    return std::nullopt;
  return unaryOp<ReluOp>("relu", x);
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
  rules.add<erfOfQuotient>(Phase::Shape);
  rules.add<gelu>(Phase::Formula);
  rules.add<siluByProduct>(Phase::Formula);
  rules.add<siluByDivision>(Phase::Formula);
  rules.add<siluByProduct>(Phase::Combination);
  rules.add<relu>(Phase::Formula);
  rules.add<logistic>(Phase::Formula);
  rules.add<logisticByProduct>(Phase::Formula);
  rules.add<logisticBySum>(Phase::Formula);
}

} // namespace halftone::train::raise
