// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matchers that several families of composites share.
#include "RaiseCompositesMatch.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace halftone::train::raise {

constexpr double infinity = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// Values in a frame
//===----------------------------------------------------------------------===//

Seen see(Value value) {
  Seen seen{value, {}, getShape(value)};
  for (auto [dim, size] : llvm::enumerate(getShape(value)))
    seen.dims.push_back(size == 1 ? -1 : static_cast<int64_t>(dim));
  return seen;
}

static Sizes withoutOnes(Dims shape) {
  Sizes sizes(shape);
  llvm::erase(sizes, 1);
  return sizes;
}

Seen skipViews(Seen seen) {
  while (true) {
    Sizes dims;
    if (auto broadcast = seen.op<BroadcastInDimOp>()) {
      for (auto [dim, size] :
           llvm::zip_equal(broadcast.getBroadcastDimensions(), getShape(broadcast.getOperand())))
        dims.push_back(size == 1 ? -1 : seen.dims[dim]);
      seen = {broadcast.getOperand(), dims, seen.frame};
    } else if (auto reshape = seen.op<ReshapeOp>()) {
      Dims from = getShape(reshape.getOperand()), to = getShape(reshape.getResult());
      if (withoutOnes(from) != withoutOnes(to))
        return seen;
      unsigned next = 0;
      for (int64_t size : from) {
        while (size != 1 && to[next] == 1)
          ++next;
        dims.push_back(size == 1 ? -1 : seen.dims[next++]);
      }
      seen = {reshape.getOperand(), dims, seen.frame};
    } else {
      return seen;
    }
  }
}

Value reshapeBehindViews(CoreBuilder &b, Value value, Dims shape) {
  Seen seen = skipViews(see(value));
  return b.reshape(isWhole(seen) ? seen.value : value, shape);
}

bool isWhole(const Seen &seen) {
  Sizes here, frame;
  for (int64_t dim : seen.dims)
    if (dim >= 0)
      here.push_back(dim);
  for (auto [dim, size] : llvm::enumerate(seen.frame))
    if (size != 1)
      frame.push_back(dim);
  return here == frame;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The attribute of a constant of equal elements behind what only rearranges.
static SplatElementsAttr getSplat(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto constant = dyn_cast<ConstantOp>(op))
      return dyn_cast<SplatElementsAttr>(constant.getValue());
    if (!isa<ReshapeOp, BroadcastInDimOp, TransposeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return {};
}

std::optional<double> getConstant(Value value) {
  SplatElementsAttr splat = getSplat(value);
  // Too large for the canonicalizer to fold.
  if (auto sqrt = splat ? SqrtOp() : skipViews(value).getDefiningOp<SqrtOp>()) {
    std::optional<double> square = getConstant(sqrt.getOperand());
    if (!square || !isa<Float32Type, Float64Type>(getElementType(value)))
      return std::nullopt;
    bool isDouble = getElementType(value).isF64();
    return isDouble ? std::sqrt(*square) : std::sqrt(static_cast<float>(*square));
  }
  if (!splat || !isa<FloatType>(splat.getElementType()))
    return std::nullopt;
  APFloat number = splat.getSplatValue<APFloat>();
  bool losesInfo;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

std::optional<int64_t> getConstantInt(Value value) {
  SplatElementsAttr splat = getSplat(value);
  if (!splat || !isa<IntegerType>(splat.getElementType()))
    return std::nullopt;
  APInt number = splat.getSplatValue<APInt>();
  if (number.getBitWidth() == 1)
    return number.getZExtValue();
  bool isUnsigned = splat.getElementType().isUnsignedInteger();
  if (isUnsigned && number.getActiveBits() > 63)
    return std::nullopt;
  return isUnsigned ? static_cast<int64_t>(number.getZExtValue()) : number.getSExtValue();
}

bool isConstant(Value value, double number) {
  std::optional<double> constant = getConstant(value);
  return constant && *constant == number;
}

bool isNear(double a, double b, Type element, unsigned roundings) {
  double ulp = element.isF64() ? 0x1p-52 : 0x1p-23;
  return std::abs(a - b) <= roundings * ulp * std::abs(b);
}

bool isNaNConstant(Value value) {
  std::optional<double> constant = getConstant(value);
  return constant && std::isnan(*constant);
}

double getMagnitude(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return infinity;
  if (std::optional<double> constant = getConstant(value))
    return std::isnan(*constant) ? infinity : std::abs(*constant);
  if (std::optional<int64_t> constant = getConstantInt(value))
    return std::abs(static_cast<double>(*constant));
  auto of = [&](unsigned i) { return getMagnitude(op->getOperand(i), depth - 1); };
  return llvm::TypeSwitch<Operation *, double>(op)
      .Case<ReshapeOp, BroadcastInDimOp, TransposeOp, SliceOp, ReverseOp, NegOp, AbsOp,
            StopGradientOp>([&](auto) { return of(0); })
      .Case([&](CastOp cast) {
        auto integer = dyn_cast<IntegerType>(getElementType(cast.getOperand()));
        return integer ? std::min(std::ldexp(1, integer.getWidth()), of(0)) : of(0);
      })
      .Case([&](IotaOp) {
        return static_cast<double>(cast<ShapedType>(value.getType()).getNumElements());
      })
      .Case<TanhOp, LogisticOp, ErfOp, SignOp, SineOp, CosineOp>([](auto) { return 1.0; })
      .Case<AddOp, SubOp>([&](auto) { return of(0) + of(1); })
      .Case<MaxOp, MinOp>([&](auto) { return std::max(of(0), of(1)); })
      .Case([&](MulOp) {
        double a = of(0), b = of(1);
        return std::isinf(a) || std::isinf(b) ? infinity : a * b;
      })
      .Case([&](PowOp power) {
        // A constant's powers are largest at one end.
        double base = getConstant(power.getLhs()).value_or(0);
        return base > 0 ? std::pow(std::max(base, 1 / base), of(1)) : infinity;
      })
      .Case([&](SelectOp) { return std::max(of(1), of(2)); })
      .Default([](Operation *) { return infinity; });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value matchSquare(Value value) {
  if (auto mul = value.getDefiningOp<MulOp>())
    return mul.getLhs() == mul.getRhs() ? mul.getLhs() : Value();
  auto power = value.getDefiningOp<PowOp>();
  return power && isConstant(power.getRhs(), 2) ? power.getLhs() : Value();
}

Value matchNegation(Value value) {
  if (auto negate = value.getDefiningOp<NegOp>())
    return negate.getOperand();
  return otherOperand(value.getDefiningOp<MulOp>(), [](Value v) { return isConstant(v, -1); });
}

static void flattenInto(Product &product, Value value, Value leaf, bool divides, unsigned depth) {
  auto go = [&](Value operand, bool inverse) {
    flattenInto(product, operand, leaf, divides != inverse, depth - 1);
  };
  if (value != leaf) {
    if (std::optional<double> constant = getConstant(value)) {
      product.constant = divides ? product.constant / *constant : product.constant * *constant;
      return;
    }
    if (depth > 0) {
      if (auto mul = value.getDefiningOp<MulOp>())
        return go(mul.getLhs(), false), go(mul.getRhs(), false);
      if (auto div = value.getDefiningOp<DivOp>())
        return go(div.getLhs(), false), go(div.getRhs(), true);
      if (auto negate = value.getDefiningOp<NegOp>()) {
        product.constant = -product.constant;
        return go(negate.getOperand(), false);
      }
    }
  }
  (divides ? product.divisors : product.factors).push_back(value);
}

Product flatten(Value value, Value leaf) {
  Product product;
  flattenInto(product, value, leaf, /*divides=*/false, /*depth=*/6);
  return product;
}

static std::optional<Polynomial> multiply(const Polynomial &a, const Polynomial &b) {
  Polynomial product{};
  for (unsigned i = 0; i < a.size(); ++i)
    for (unsigned j = 0; j < b.size(); ++j) {
      if (a[i] == 0 || b[j] == 0)
        continue;
      if (i + j >= product.size())
        return std::nullopt;
      product[i + j] += a[i] * b[j];
    }
  return product;
}

std::optional<Polynomial> matchPolynomial(Value value, Value x, unsigned depth) {
  if (value == x)
    return Polynomial{0, 1, 0, 0};
  if (std::optional<double> constant = getConstant(value))
    return Polynomial{*constant, 0, 0, 0};
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  auto of = [&](unsigned i) { return matchPolynomial(op->getOperand(i), x, depth - 1); };
  if (isa<AddOp, SubOp, NegOp>(op)) {
    auto a = isa<NegOp>(op) ? Polynomial{} : of(0), b = of(isa<NegOp>(op) ? 0 : 1);
    if (!a || !b)
      return std::nullopt;
    for (unsigned i = 0; i < a->size(); ++i)
      (*a)[i] += isa<AddOp>(op) ? (*b)[i] : -(*b)[i];
    return a;
  }
  if (isa<MulOp>(op)) {
    auto a = of(0), b = of(1);
    return a && b ? multiply(*a, *b) : std::nullopt;
  }
  std::optional<double> constant =
      isa<DivOp, PowOp>(op) ? getConstant(op->getOperand(1)) : std::nullopt;
  auto base = constant ? of(0) : std::nullopt;
  if (!base)
    return std::nullopt;
  if (isa<DivOp>(op)) {
    for (double &coefficient : *base)
      coefficient /= *constant;
    return base;
  }
  if (*constant != 2 && *constant != 3)
    return std::nullopt;
  auto square = multiply(*base, *base);
  return *constant == 2 || !square ? square : multiply(*square, *base);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

std::optional<Reduced> matchReduce(Seen seen, ReductionKind kind) {
  seen = skipViews(seen);
  auto reduce = seen.op<ReduceOp>();
  if (!reduce || reduce.getKind() != kind || getShape(reduce.getOperand()) != seen.frame ||
      getElementType(reduce.getOperand()) != getElementType(reduce.getResult()))
    return std::nullopt;
  Sizes kept = otherDims(reduce.getOperand(), reduce.getDimensions());
  for (auto [here, there] : llvm::zip_equal(seen.dims, kept))
    if (here >= 0 && here != there)
      return std::nullopt;
  return Reduced{reduce.getOperand(), reduce.getResult(), Sizes(reduce.getDimensions())};
}

std::optional<Reduced> matchMean(Seen seen) {
  seen = skipViews(seen);
  std::optional<double> count;
  Value sum;
  if (auto div = seen.op<DivOp>()) {
    sum = div.getLhs();
    count = getConstant(div.getRhs());
  } else if (auto mul = seen.op<MulOp>()) {
    sum = otherOperand(mul, [](Value v) { return getConstant(v).has_value(); });
    if (sum)
      count = 1 / *getConstant(sum == mul.getLhs() ? mul.getRhs() : mul.getLhs());
  }
  if (!count)
    return std::nullopt;
  std::optional<Reduced> reduced = matchReduce(seen.at(sum), ReductionKind::add);
  if (!reduced || !isNear(*count, static_cast<double>(countAlong(reduced->input, reduced->dims)),
                          getElementType(sum)))
    return std::nullopt;
  reduced->result = seen.value;
  return reduced;
}

/// x, where `select` is x with 0 for infinity. (NaN makes a row NaN with or without it.)
static Value matchFiniteGuard(SelectOp select) {
  auto finite = select.getPred().getDefiningOp<IsFiniteOp>();
  if (finite && finite.getOperand() == select.getOnTrue() && isConstant(select.getOnFalse(), 0))
    return select.getOnTrue();
  // PyTorch: |x| is infinite.
  auto compare = select.getPred().getDefiningOp<CompareOp>();
  auto abs = compare ? compare.getLhs().getDefiningOp<AbsOp>() : AbsOp();
  bool isInfinite = abs && compare.getComparisonDirection() == ComparisonDirection::EQ &&
                    isConstant(compare.getRhs(), infinity);
  if (isInfinite && abs.getOperand() == select.getOnFalse() && isConstant(select.getOnTrue(), 0))
    return select.getOnFalse();
  return {};
}

/// The row's maximum of something, with or without a guard against infinity.
static std::optional<Reduced> matchRowMax(Seen seen, bool &guarded) {
  seen = skipViews(seen);
  if (auto stop = seen.op<StopGradientOp>())
    return matchRowMax(seen.at(stop.getOperand()), guarded);
  // max(−∞, m) is m, NaN too.
  Value bounded = otherOperand(seen.op<MaxOp>(), [](Value v) { return isConstant(v, -infinity); });
  if (bounded)
    return matchRowMax(seen.at(bounded), guarded);
  if (auto select = seen.op<SelectOp>()) {
    Value max = matchFiniteGuard(select);
    if (guarded || !max)
      return std::nullopt;
    guarded = true;
    return matchRowMax(seen.at(max), guarded);
  }
  return matchReduce(seen, ReductionKind::max);
}

std::optional<Shifted> matchShifted(Value value) {
  auto sub = value.getDefiningOp<SubOp>();
  if (!sub)
    return std::nullopt;
  Seen shift = skipViews(see(value).at(sub.getRhs()));
  Shifted shifted;
  std::optional<Reduced> max = matchRowMax(shift, shifted.guarded);
  if (!max || max->input != sub.getLhs() || max->dims.size() != 1)
    return std::nullopt;
  shifted.x = sub.getLhs();
  shifted.shift = shift.value;
  shifted.dim = max->dims[0];
  return shifted;
}

Value matchExpSum(Seen seen, std::optional<Shifted> &shifted) {
  seen = skipViews(seen);
  // |s| is s: a sum of exponentials is not negative.
  if (auto abs = seen.op<AbsOp>())
    seen = skipViews(seen.at(abs.getOperand()));
  auto reduce = seen.op<ReduceOp>();
  auto exp = reduce && reduce.getKind() == ReductionKind::add &&
                     getElementType(reduce.getOperand()) == getElementType(reduce.getResult())
                 ? reduce.getOperand().getDefiningOp<ExpOp>()
                 : ExpOp();
  if (!exp)
    return {};
  shifted = matchShifted(exp.getOperand());
  if (!shifted || reduce.getDimensions() != Dims(shifted->dim))
    return {};
  return exp.getOperand();
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// The i1 that `value` is as a number, by casts or a select of 1 and 0.
static Value matchIndicator(Value value) {
  for (unsigned depth = 0; depth < 3; ++depth) {
    auto cast = value.getDefiningOp<CastOp>();
    if (!cast)
      break;
    value = cast.getOperand();
    if (getElementType(value).isInteger(1))
      return value;
  }
  auto select = value.getDefiningOp<SelectOp>();
  bool chooses = select && isConstant(select.getOnTrue(), 1) && isConstant(select.getOnFalse(), 0);
  return chooses ? Value(select.getPred()) : Value();
}

Value matchOneHotPredicate(Value pred) {
  auto compare = pred.getDefiningOp<CompareOp>();
  if (!compare || compare.getComparisonDirection() != ComparisonDirection::EQ)
    return {};
  int64_t last = static_cast<int64_t>(getShape(pred).size()) - 1;
  for (bool swap : {false, true}) {
    Seen classes = skipViews(see(pred).at(swap ? compare.getLhs() : compare.getRhs()));
    Seen labels = skipViews(see(pred).at(swap ? compare.getRhs() : compare.getLhs()));
    auto iota = classes.op<IotaOp>();
    if (!iota || classes.dims[iota.getIotaDimension()] != last ||
        getElementType(labels.value).isUnsignedInteger())
      continue;
    // All rows in order, and nothing along the classes.
    Seen rows = labels;
    rows.frame = labels.frame.drop_back();
    if (!llvm::is_contained(labels.dims, last) && isWhole(rows))
      return labels.value;
  }
  return {};
}

Value matchOneHot(Value value) {
  Value pred = matchIndicator(value);
  return pred ? matchOneHotPredicate(pred) : Value();
}

} // namespace halftone::train::raise
