// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Norms with parameters for each feature whose factors are multiplied, or whose statistics
// are taken, in another shape than the root's: group norm by way of [N, …, groups, C/groups],
// flax's norms, PyTorch's group norm, and batch norm by given statistics.
//
//   y = (x − mean) · rstd · scale + bias      x in the root's shape
//   y = x · (rstd · scale) + (bias − mean · (rstd · scale))
//
// All are read over the axes of x (see `Axes`). The axes that mean and variance lack are what
// they are over: which norm it is follows from those. Mean and variance that are not of x are
// given ones.
#include "RaiseCompositesAxes.h"
#include "RaiseCompositesNorms.h"

#include <cmath>

using namespace mlir;

namespace halftone::train::raise {

namespace {

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

struct Factor {
  Placed placed;
  bool divides = false;
};

/// As `Product`, across views.
struct PlacedProduct {
  double constant = 1;
  SmallVector<Factor> factors;
};

bool isScale(Value value) {
  std::optional<double> constant = getConstant(value);
  return constant && std::abs(*constant) != 1;
}

void flattenInto(Axes &axes, PlacedProduct &product, const Placed &placed, Value leaf,
                 bool divides = false, unsigned depth = 8) {
  if (placed.value != leaf) {
    if (std::optional<double> constant = getConstant(placed.value)) {
      product.constant = divides ? product.constant / *constant : product.constant * *constant;
      return;
    }
    Placed inner = axes.skipViews(placed);
    Operation *op = depth > 0 ? inner.value.getDefiningOp() : nullptr;
    auto go = [&](unsigned operand, bool inverse) {
      flattenInto(axes, product, inner.at(op->getOperand(operand)), leaf, divides != inverse,
                  depth - 1);
    };
    if (isa_and_nonnull<NegOp>(op)) {
      product.constant = -product.constant;
      return go(0, false);
    }
    // A mean is a sum times a constant: it stays whole.
    bool isScaled = isa_and_nonnull<MulOp, DivOp>(op) && llvm::any_of(op->getOperands(), isScale);
    if (isa_and_nonnull<MulOp>(op) && !isScaled)
      return go(0, false), go(1, false);
    if (isa_and_nonnull<DivOp>(op) && !isScaled)
      return go(0, false), go(1, true);
  }
  product.factors.push_back({placed, divides});
}

PlacedProduct flattenPlaced(Axes &axes, const Placed &placed, Value leaf = {}) {
  PlacedProduct product;
  flattenInto(axes, product, placed, leaf);
  return product;
}

bool isSameSet(AxisList a, AxisList b) {
  llvm::sort(a);
  llvm::sort(b);
  return a == b;
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// What a variance is of.
struct Statistic {
  AxisList over;
  bool isDetour = false, isDifference = false;
  /// The values that are mean and variance.
  Values means = {}, variances = {};
};

class StatisticReader {
public:
  /// `x` is placed in the root's shape. Its mean and variance are found behind views of it,
  /// and, for a variance through f64, behind casts.
  StatisticReader(Axes &axes, const Placed &x) : axes(axes), x(source(x)) {}

  /// The axes that `mean` is over.
  std::optional<AxisList> readMean(const Placed &mean, Value &result) {
    return readMeanOf(mean, x, result);
  }

  std::optional<Statistic> readVariance(Placed variance) {
    Statistic statistic;
    variance = axes.skipViews(variance);
    if (auto narrow = variance.op<CastOp>()) {
      if (!getElementType(narrow.getOperand()).isF64() ||
          !getElementType(narrow.getResult()).isF32())
        return std::nullopt;
      statistic.isDetour = true;
      statistic.variances.push_back(variance.value);
      variance = axes.skipViews(variance.at(narrow.getOperand()));
    }
    if (readCentred(variance, statistic) || readDifference(variance, statistic))
      return statistic;
    return std::nullopt;
  }

private:
  Placed source(Placed placed) {
    placed = axes.skipMoves(placed);
    auto cast = placed.op<CastOp>();
    bool widens = cast && getElementType(cast.getOperand()).isF32() &&
                  getElementType(cast.getResult()).isF64();
    return widens ? axes.skipMoves(placed.at(cast.getOperand())) : placed;
  }

  struct Sum {
    ReduceOp reduce;
    Layout result;  // of the reduction, in the axes of where it is used
    Placed operand; // in axes of its own
    double divisor = 1;
    Value mean;
  };

  /// A sum divided by a constant.
  std::optional<Sum> readSum(Placed mean) {
    mean = axes.skipViews(mean);
    Sum found;
    found.mean = mean.value;
    Value sum;
    if (auto div = mean.op<DivOp>()) {
      std::optional<double> divisor = getConstant(div.getRhs());
      sum = divisor ? Value(div.getLhs()) : Value();
      found.divisor = divisor.value_or(1);
    } else if (auto mul = mean.op<MulOp>()) {
      sum = otherOperand(mul, [](Value v) { return getConstant(v).has_value(); });
      if (sum)
        found.divisor = 1 / *getConstant(sum == mul.getLhs() ? mul.getRhs() : mul.getLhs());
    }
    if (!sum)
      return std::nullopt;
    Placed reduced = axes.skipViews(mean.at(sum));
    found.reduce = reduced.op<ReduceOp>();
    if (!found.reduce || found.reduce.getKind() != ReductionKind::add ||
        getElementType(found.reduce.getOperand()) != getElementType(found.reduce.getResult()))
      return std::nullopt;
    found.result = reduced.dims;
    found.operand = axes.place(found.reduce.getOperand());
    return found;
  }

  /// The axes of `of` that the sum is over, where its operand, element for element, is what
  /// `inner` and `of` come from, and what it keeps lies where it is used.
  std::optional<AxisList> readOver(const Sum &sum, const Placed &inner, const Placed &of) {
    Placed here = source(inner);
    std::optional<Layout> match =
        here.value == of.value ? axes.match(of.dims, here.dims) : std::nullopt;
    if (!match)
      return std::nullopt;
    AxisList from = axes.flatten(here.dims), over;
    auto translate = [&](const AxisList &dim) {
      AxisList result;
      for (Axis axis : axes.resolve(dim))
        llvm::append_range(result, axes.resolve((*match)[llvm::find(from, axis) - from.begin()]));
      return result;
    };
    unsigned next = 0;
    ReduceOp reduce = sum.reduce;
    for (auto [dim, axis] : llvm::enumerate(sum.operand.dims)) {
      if (llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(dim)))
        llvm::append_range(over, translate(axis));
      else if (translate(axis) != axes.resolve(sum.result[next++]))
        return std::nullopt;
    }
    bool counts = isNear(sum.divisor, static_cast<double>(axes.size(over)),
                         getElementType(reduce.getResult()));
    return counts && !over.empty() ? std::optional(over) : std::nullopt;
  }

  std::optional<AxisList> readMeanOf(const Placed &mean, const Placed &of, Value &result) {
    std::optional<Sum> sum = readSum(mean);
    if (!sum)
      return std::nullopt;
    result = sum->mean;
    return readOver(*sum, sum->operand, of);
  }

  void add(Statistic &statistic, Value variance, Value mean) {
    if (statistic.isDetour)
      return;
    statistic.variances.push_back(variance);
    statistic.means.push_back(mean);
  }

  /// The mean of (x − mean x)².
  bool readCentred(const Placed &variance, Statistic &statistic) {
    std::optional<Sum> sum = readSum(variance);
    Value base = sum ? matchSquare(sum->reduce.getOperand()) : Value();
    auto sub = base ? base.getDefiningOp<SubOp>() : SubOp();
    if (!sub)
      return false;
    Placed inner = sum->operand.at(sub.getLhs());
    Value mean;
    std::optional<AxisList> over = readOver(*sum, inner, x);
    std::optional<AxisList> meanOver =
        readMeanOf(sum->operand.at(sub.getRhs()), source(inner), mean);
    if (!over || !meanOver)
      return false;
    AxisList reduced;
    for (int64_t dim : sum->reduce.getDimensions())
      llvm::append_range(reduced, axes.resolve(sum->operand.dims[dim]));
    if (!isSameSet(axes.resolve(*meanOver), reduced))
      return false;
    statistic.over = *over;
    add(statistic, sum->mean, mean);
    return true;
  }

  /// mean(x²) − mean(x)², or the larger of that and 0.
  bool readDifference(Placed variance, Statistic &statistic) {
    if (Value clamped =
            otherOperand(variance.op<MaxOp>(), [](Value v) { return isConstant(v, 0); }))
      variance = axes.skipViews(variance.at(clamped));
    auto sub = variance.op<SubOp>();
    std::optional<Sum> sum = sub ? readSum(variance.at(sub.getLhs())) : std::nullopt;
    Value base = sum ? matchSquare(sum->reduce.getOperand()) : Value();
    if (!base)
      return false;
    Placed right = axes.skipViews(variance.at(sub.getRhs()));
    Value mean = matchSquare(right.value), result;
    std::optional<AxisList> over = readOver(*sum, sum->operand.at(base), x);
    std::optional<AxisList> meanOver = mean ? readMeanOf(right.at(mean), x, result) : std::nullopt;
    if (!over || !meanOver || !isSameSet(axes.resolve(*over), axes.resolve(*meanOver)))
      return false;
    statistic.over = *over;
    statistic.isDifference = true;
    add(statistic, variance.value, result);
    return true;
  }

  Axes &axes;
  Placed x;
};

//===----------------------------------------------------------------------===//
// The formula
//===----------------------------------------------------------------------===//

struct Deviation {
  Placed variance;
  double epsilon = 0;
};

/// variance + epsilon, where `factor` is 1 over its root.
std::optional<Deviation> readDeviation(Axes &axes, const Factor &factor) {
  Placed placed = axes.skipViews(factor.placed);
  Value squared;
  if (auto sqrt = placed.op<SqrtOp>(); sqrt && factor.divides)
    squared = sqrt.getOperand();
  else if (auto rsqrt = placed.op<RsqrtOp>(); rsqrt && !factor.divides)
    squared = rsqrt.getOperand();
  else if (auto power = placed.op<PowOp>();
           power && !factor.divides && isConstant(power.getRhs(), -0.5))
    squared = power.getLhs();
  if (!squared)
    return std::nullopt;
  placed = axes.skipViews(placed.at(squared));
  auto add = placed.op<AddOp>();
  Value variance = otherOperand(add, [](Value v) { return getConstant(v).has_value(); });
  if (!variance)
    return std::nullopt;
  double epsilon = *getConstant(variance == add.getLhs() ? add.getRhs() : add.getLhs());
  return epsilon >= 0 ? std::optional(Deviation{placed.at(variance), epsilon}) : std::nullopt;
}

/// (x − mean) · rstd · scale + bias in the axes of x.
struct FeatureNorm {
  Placed x, mean;
  Deviation deviation;
  std::optional<Placed> scale = {}, bias = {};
};

/// Sorts `factors` into one deviation and at most one scale.
bool readFactors(Axes &axes, ArrayRef<Factor> factors, FeatureNorm &norm) {
  bool found = false;
  for (const Factor &factor : factors) {
    std::optional<Deviation> deviation = found ? std::nullopt : readDeviation(axes, factor);
    if (deviation) {
      norm.deviation = *deviation;
      found = true;
    } else if (!norm.scale && !factor.divides) {
      norm.scale = axes.skipViews(factor.placed);
    } else {
      return false;
    }
  }
  return found;
}

bool isWhole(const Placed &placed, Value root) { return getShape(placed.value) == getShape(root); }

/// The product with one factor x − mean.
std::optional<FeatureNorm> readCentredProduct(Axes &axes, const Placed &placed) {
  PlacedProduct product = flattenPlaced(axes, placed);
  if (product.constant != 1)
    return std::nullopt;
  for (unsigned i = 0; i < product.factors.size(); ++i) {
    Factor centre = product.factors[i];
    auto sub = centre.placed.op<SubOp>();
    if (!sub || centre.divides || !isWhole(centre.placed, placed.value))
      continue;
    SmallVector<Factor> others(product.factors);
    others.erase(others.begin() + i);
    FeatureNorm norm{centre.placed.at(sub.getLhs()), centre.placed.at(sub.getRhs()), {}};
    if (readFactors(axes, others, norm))
      return norm;
  }
  return std::nullopt;
}

/// x · (rstd · scale), and −mean · (rstd · scale) + bias.
std::optional<FeatureNorm> readSlopeAndShift(Axes &axes, const Placed &placed, Placed shift) {
  auto mul = placed.op<MulOp>();
  if (!mul)
    return std::nullopt;
  shift = axes.skipViews(shift);
  // What is subtracted, and what is left.
  SmallVector<std::pair<Placed, std::optional<Placed>>, 3> splits;
  if (auto add = shift.op<AddOp>()) {
    splits.push_back({shift.at(add.getLhs()), shift.at(add.getRhs())});
    splits.push_back({shift.at(add.getRhs()), shift.at(add.getLhs())});
  }
  splits.push_back({shift, std::nullopt});
  for (Value x : {mul.getLhs(), mul.getRhs()}) {
    PlacedProduct slope = flattenPlaced(axes, placed, x);
    FeatureNorm norm{placed.at(x), {}, {}};
    SmallVector<Factor> others = slope.factors;
    llvm::erase_if(others, [&](const Factor &factor) { return factor.placed.value == x; });
    if (slope.constant != 1 || others.size() + 1 != slope.factors.size() ||
        !readFactors(axes, others, norm))
      continue;
    for (auto &[subtracted, bias] : splits) {
      PlacedProduct product = flattenPlaced(axes, subtracted);
      SmallVector<Factor> left = product.factors;
      for (const Factor &factor : others) {
        auto *same = llvm::find_if(left, [&](const Factor &f) {
          Placed a = axes.skipViews(f.placed), b = axes.skipViews(factor.placed);
          return a.value == b.value && f.divides == factor.divides &&
                 axes.flatten(a.dims) == axes.flatten(b.dims);
        });
        if (same != left.end())
          left.erase(same);
      }
      if (product.constant != -1 || left.size() != 1 || left[0].divides ||
          product.factors.size() != others.size() + 1)
        continue;
      norm.mean = left[0].placed;
      norm.bias = bias;
      return norm;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Which norm it is
//===----------------------------------------------------------------------===//

/// `placed` in the frame of x, where its dimensions are whole ones of x.
std::optional<Seen> toSeen(Axes &axes, const Placed &placed, const Placed &x) {
  Seen seen{placed.value, {}, getShape(x.value)};
  for (const AxisList &dim : placed.dims) {
    AxisList wanted = axes.resolve(dim);
    int64_t found = -1;
    for (auto [i, of] : llvm::enumerate(x.dims))
      if (!wanted.empty() && axes.resolve(of) == wanted)
        found = i;
    if (found < 0 && !wanted.empty())
      return std::nullopt;
    seen.dims.push_back(found);
  }
  return seen;
}

/// Parameters for each feature of dimension `feature` in their order.
bool isOfFeature(Axes &axes, const std::optional<Placed> &param, const Placed &x, int64_t feature) {
  return !param || (axes.flatten(param->dims) == axes.resolve(x.dims[feature]) &&
                    getElementType(param->value) == getElementType(x.value));
}

Values inputsOf(const FeatureNorm &norm) {
  Values inputs{norm.x.value};
  for (const std::optional<Placed> &param : {norm.scale, norm.bias})
    if (param)
      inputs.push_back(param->value);
  return inputs;
}

Value buildParam(CoreBuilder &b, const std::optional<Placed> &param, int64_t features) {
  return param ? b.reshape(param->value, {features}) : Value();
}

/// Statistics over all but the batch and the outer part of one dimension.
Match groupNorm(Operation *root, Axes &axes, const FeatureNorm &norm, const Statistic &statistic,
                Context &context) {
  int64_t feature = -1, groups = 1;
  for (auto [dim, of] : llvm::enumerate(norm.x.dims)) {
    AxisList all = axes.resolve(of), kept;
    for (Axis axis : all)
      if (!llvm::is_contained(statistic.over, axis))
        kept.push_back(axis);
    if (kept.empty())
      continue;
    if (dim == 0 && kept == all)
      continue;
    if (dim == 0 || feature >= 0 || ArrayRef(all).take_front(kept.size()) != ArrayRef(kept))
      return std::nullopt;
    feature = dim;
    groups = axes.size(kept);
  }
  // The batch is kept, in a row for each.
  if (feature < 0 || shareAxis(axes.resolve(norm.x.dims[0]), statistic.over) ||
      !isOfFeature(axes, norm.scale, norm.x, feature) ||
      !isOfFeature(axes, norm.bias, norm.x, feature))
    return std::nullopt;
  Norm found{norm.x.value,          {}, norm.deviation.epsilon, true, statistic.isDetour,
             statistic.isDifference};
  if (!isVarianceRaised(root, "group_norm", found, context))
    return std::nullopt;
  auto build = [=](CoreBuilder &b) {
    int64_t features = getShape(norm.x.value)[feature];
    return Values{GroupNormOp::create(
                      b.getBuilder(), b.getLoc(), norm.x.value.getType(), TypeRange(), norm.x.value,
                      buildParam(b, norm.scale, features), buildParam(b, norm.bias, features),
                      groups, feature, APFloat(norm.deviation.epsilon))
                      .getResult()};
  };
  return Candidate{"group_norm", inputsOf(norm), build};
}

/// By mean and variance of each feature that are given.
Match givenStatistics(Axes &axes, const FeatureNorm &norm) {
  Placed mean = axes.skipViews(norm.mean), variance = axes.skipViews(norm.deviation.variance);
  for (auto [feature, of] : llvm::enumerate(norm.x.dims)) {
    AxisList wanted = axes.resolve(of);
    if (wanted.empty() || axes.flatten(variance.dims) != wanted)
      continue;
    for (const std::optional<Placed> &param :
         {std::optional(mean), std::optional(variance), norm.scale, norm.bias})
      if (!isOfFeature(axes, param, norm.x, feature))
        return std::nullopt;
    Values inputs = inputsOf(norm);
    llvm::append_values(inputs, mean.value, variance.value);
    auto build = [=, feature = static_cast<int64_t>(feature)](CoreBuilder &b) {
      Value x = norm.x.value;
      int64_t features = getShape(x)[feature];
      auto param = [&](const std::optional<Placed> &given, double otherwise) {
        return given ? buildParam(b, given, features)
                     : b.splat({features}, getElementType(x), otherwise);
      };
      return Values{b.create<BatchNormInferenceOp>(
          x.getType(), x, param(norm.scale, 1), param(norm.bias, 0), param(mean, 0),
          param(variance, 0), feature, APFloat(norm.deviation.epsilon))};
    };
    return Candidate{"batch_norm_inference", inputs, build};
  }
  return std::nullopt;
}

Match raise(Operation *root, Axes &axes, FeatureNorm norm, Context &context) {
  if (!getFormulaType(norm.x.value) ||
      getElementType(norm.x.value) != getElementType(root->getResult(0)))
    return std::nullopt;
  if (norm.bias)
    norm.bias = axes.skipViews(*norm.bias);
  StatisticReader reader(axes, norm.x);
  Value mean;
  std::optional<AxisList> meanOver = reader.readMean(norm.mean, mean);
  std::optional<Statistic> statistic = reader.readVariance(norm.deviation.variance);
  if (!statistic && !meanOver)
    return givenStatistics(axes, norm);
  if (!statistic || !meanOver || !isSameSet(axes.resolve(*meanOver), axes.resolve(statistic->over)))
    return std::nullopt;
  statistic->over = axes.resolve(statistic->over);
  statistic->means.push_back(mean);
  // Whole dimensions, as the other file has them, or a part of one.
  Norm found{norm.x.value,           {}, norm.deviation.epsilon, true, statistic->isDetour,
             statistic->isDifference};
  for (auto [dim, of] : llvm::enumerate(norm.x.dims)) {
    AxisList all = axes.resolve(of);
    int64_t reduced =
        llvm::count_if(all, [&](Axis axis) { return llvm::is_contained(statistic->over, axis); });
    if (reduced != 0 && reduced != static_cast<int64_t>(all.size()))
      return groupNorm(root, axes, norm, *statistic, context);
    if (reduced != 0)
      found.dims.push_back(dim);
  }
  auto see = [&](const std::optional<Placed> &param, std::optional<Seen> &seen) {
    if (param)
      seen = toSeen(axes, *param, norm.x);
    return !param || seen;
  };
  if (!see(norm.scale, found.scale) || !see(norm.bias, found.bias))
    return std::nullopt;
  found.means = statistic->means;
  found.variances = statistic->variances;
  return raiseNorm(root, found, context);
}

Match featureNorm(MulOp root, Context &context) {
  Axes axes;
  std::optional<FeatureNorm> norm = readCentredProduct(axes, axes.place(root.getResult()));
  return norm ? raise(root, axes, *norm, context) : std::nullopt;
}

Match featureNormByDivision(DivOp root, Context &context) {
  Axes axes;
  std::optional<FeatureNorm> norm = readCentredProduct(axes, axes.place(root.getResult()));
  return norm ? raise(root, axes, *norm, context) : std::nullopt;
}

Match featureNormWithBias(AddOp root, Context &context) {
  for (bool swap : {false, true}) {
    Axes axes;
    Placed placed = axes.place(root.getResult());
    Placed product = placed.at(swap ? root.getRhs() : root.getLhs());
    Placed bias = placed.at(swap ? root.getLhs() : root.getRhs());
    if (!isa_and_nonnull<MulOp, DivOp>(product.value.getDefiningOp()))
      continue;
    std::optional<FeatureNorm> norm = readCentredProduct(axes, product);
    if (norm)
      norm->bias = bias;
    else
      norm = readSlopeAndShift(axes, product, bias);
    if (!norm)
      continue;
    if (Match match = raise(root, axes, *norm, context))
      return match;
  }
  return std::nullopt;
}

} // namespace

void addFeatureNormRules(Rules &rules) {
  rules.add<featureNorm>(Phase::Formula);
  rules.add<featureNormByDivision>(Phase::Formula);
  rules.add<featureNormWithBias>(Phase::Formula);
}

} // namespace halftone::train::raise
