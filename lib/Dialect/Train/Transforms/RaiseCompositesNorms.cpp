// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layer, rms and batch norm. All are one formula,
//
//   y = d · rstd · scale + bias,   d = x − mean(x) or x,   rstd = 1/√(variance + epsilon),
//
// with the products in any association. The variance is found first: it tells x and the
// dimensions. Then d, rstd and at most one scale must be all the factors.
//
// The variance is the mean of d². That of mean(x²) − mean(x)² loses digits that the composite
// keeps, without a bound, and is raised only if the user says that means are moderate; at 0 or
// above by a maximum or not: the gradient of the clamp is of no account, for at variance 0
// that of the variance is 0.
//
// Running statistics of batch norm are left to the framework's own ops, which read the
// batch's mean and variance from the composite: with a momentum of 1 and running statistics
// of 0 it gives just those, exactly the mean, and n/(n−1) times the variance. So it doesn't
// matter whether a framework moves the biased variance (JAX) or the unbiased one (PyTorch).
#include "RaiseCompositesNorms.h"

using namespace mlir;

namespace halftone::train::raise {

namespace {

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

struct Variance {
  Value x;
  Sizes dims;
  bool isCentred = false, isDetour = false;
  /// The variance and its mean, as values.
  Values statistics;
  bool isDifference = false; // mean(x²) − mean(x)²
};

/// The operand that is a mean of `x` over `dims`, subtracted from it.
std::optional<Reduced> matchDeviation(Value value) {
  auto sub = value.getDefiningOp<SubOp>();
  if (!sub)
    return std::nullopt;
  std::optional<Reduced> mean = matchMean(see(value).at(sub.getRhs()));
  return mean && mean->input == sub.getLhs() ? mean : std::nullopt;
}

std::optional<Variance> matchMeanOfSquares(Seen seen) {
  std::optional<Reduced> mean = matchMean(seen);
  Value base = mean ? matchSquare(mean->input) : Value();
  if (!base)
    return std::nullopt;
  std::optional<Reduced> inner = matchDeviation(base);
  if (!inner)
    return Variance{base, mean->dims, false, false, {mean->result}};
  if (inner->dims != mean->dims)
    return std::nullopt;
  return Variance{inner->input, mean->dims, true, false, {mean->result, inner->result}};
}

/// mean(x²) − mean(x)², or the larger of that and 0.
std::optional<Variance> matchDifferenceOfSquares(Seen seen) {
  Value clamped = otherOperand(seen.op<MaxOp>(), [](Value v) { return isConstant(v, 0); });
  if (clamped)
    seen = skipViews(seen.at(clamped));
  auto sub = seen.op<SubOp>();
  if (!sub)
    return std::nullopt;
  std::optional<Variance> squares = matchMeanOfSquares(seen.at(sub.getLhs()));
  Seen right = skipViews(seen.at(sub.getRhs()));
  Value mean = matchSquare(right.value);
  std::optional<Reduced> reduced = mean ? matchMean(right.at(mean)) : std::nullopt;
  if (!squares || squares->isCentred || !reduced || reduced->input != squares->x ||
      reduced->dims != squares->dims)
    return std::nullopt;
  return Variance{squares->x, squares->dims, true, false, {seen.value, reduced->result}, true};
}

std::optional<Variance> matchVariance(Seen seen) {
  seen = skipViews(seen);
  if (auto narrow = seen.op<CastOp>()) {
    // f32 data through f64 and back.
    std::optional<Variance> wide = matchVariance(seen.at(narrow.getOperand()));
    auto widen = wide ? wide->x.getDefiningOp<CastOp>() : CastOp();
    if (!widen || wide->isDetour || !getElementType(widen.getResult()).isF64() ||
        getElementType(widen.getOperand()) != getElementType(narrow.getResult()))
      return std::nullopt;
    return Variance{widen.getOperand(),   wide->dims,        wide->isCentred, true,
                    {narrow.getResult()}, wide->isDifference};
  }
  if (std::optional<Variance> direct = matchMeanOfSquares(seen))
    return direct;
  return matchDifferenceOfSquares(seen);
}

struct Deviation {
  Variance variance;
  double epsilon = 0;
};

/// variance + epsilon.
std::optional<Deviation> matchSquaredDeviation(Seen seen) {
  seen = skipViews(seen);
  Value variance =
      otherOperand(seen.op<AddOp>(), [](Value v) { return getConstant(v).has_value(); });
  if (!variance)
    return std::nullopt;
  auto add = seen.op<AddOp>();
  double epsilon = *getConstant(variance == add.getLhs() ? add.getRhs() : add.getLhs());
  std::optional<Variance> found = matchVariance(seen.at(variance));
  if (!found || !(epsilon >= 0))
    return std::nullopt;
  return Deviation{*found, epsilon};
}

/// √(variance + epsilon) where `divides`, else 1 over that.
std::optional<Deviation> matchDeviationFactor(Seen seen, bool divides) {
  seen = skipViews(seen);
  auto sqrt = seen.op<SqrtOp>();
  if (divides)
    return sqrt ? matchSquaredDeviation(seen.at(sqrt.getOperand())) : std::nullopt;
  if (auto rsqrt = seen.op<RsqrtOp>())
    return matchSquaredDeviation(seen.at(rsqrt.getOperand()));
  if (auto power = seen.op<PowOp>())
    return isConstant(power.getRhs(), -0.5) ? matchSquaredDeviation(seen.at(power.getLhs()))
                                            : std::nullopt;
  auto div = seen.op<DivOp>();
  return div && isConstant(div.getLhs(), 1)
             ? matchDeviationFactor(seen.at(div.getRhs()), /*divides=*/true)
             : std::nullopt;
}

//===----------------------------------------------------------------------===//
// The formula
//===----------------------------------------------------------------------===//

/// The norm of which `factor` is the deviation, where `product` has no other factors than a
/// scale.
std::optional<Norm> matchWith(Value product, Value factor, bool divides) {
  std::optional<Deviation> deviation = matchDeviationFactor(see(product).at(factor), divides);
  if (!deviation)
    return std::nullopt;
  const Variance &variance = deviation->variance;
  Norm norm{variance.x,         variance.dims,     deviation->epsilon,
            variance.isCentred, variance.isDetour, variance.isDifference};
  norm.variances.push_back(variance.statistics[0]);
  llvm::append_range(norm.means, ArrayRef(variance.statistics).drop_front());
  Product parts = flatten(product, variance.x);
  if (parts.constant != 1 || parts.divisors.size() != (divides ? 1 : 0))
    return std::nullopt;
  bool hasDeviation = divides, hasCentre = false;
  for (Value part : parts.factors) {
    std::optional<Reduced> centre = matchDeviation(part);
    bool isCentre = norm.isCentred ? centre && centre->input == norm.x && centre->dims == norm.dims
                                   : part == norm.x;
    if (!hasDeviation && part == factor) {
      hasDeviation = true;
    } else if (!hasCentre && isCentre) {
      hasCentre = true;
      if (centre)
        norm.means.push_back(centre->result);
    } else if (!norm.scale) {
      norm.scale = skipViews(see(product).at(part));
    } else {
      return std::nullopt;
    }
  }
  if (!hasDeviation || !hasCentre)
    return std::nullopt;
  return norm;
}

std::optional<Norm> matchNorm(Value product) {
  Product parts = flatten(product);
  for (Value divisor : parts.divisors)
    if (std::optional<Norm> norm = matchWith(product, divisor, /*divides=*/true))
      return norm;
  for (Value factor : parts.factors)
    if (std::optional<Norm> norm = matchWith(product, factor, /*divides=*/false))
      return norm;
  return std::nullopt;
}

} // namespace

bool runsAlong(const Seen &param, Dims dims) {
  return llvm::all_of(param.dims,
                      [&](int64_t dim) { return dim < 0 || llvm::is_contained(dims, dim); });
}

Value buildParam(CoreBuilder &b, const Seen &param, Dims dims) {
  Sizes shape, sizes, places;
  for (int64_t dim : dims)
    shape.push_back(param.frame[dim]);
  for (auto [dim, size] : llvm::zip_equal(param.dims, getShape(param.value)))
    if (dim >= 0) {
      sizes.push_back(size);
      places.push_back(llvm::find(dims, dim) - dims.begin());
    }
  return b.broadcast(b.reshape(param.value, sizes), shape, places);
}

Values inputsOf(const Norm &norm) {
  Values inputs{norm.x};
  for (const std::optional<Seen> &param : {norm.scale, norm.bias})
    if (param)
      inputs.push_back(param->value);
  return inputs;
}

namespace {

//===----------------------------------------------------------------------===//
// Batch norm
//===----------------------------------------------------------------------===//

Values withoutRepeats(ArrayRef<Value> values) {
  llvm::SmallSetVector<Value, 4> set(values.begin(), values.end());
  return set.takeVector();
}

Match batchNorm(Operation *root, const Norm &norm, int64_t feature, Context &context) {
  Value x = norm.x;
  int64_t features = getShape(x)[feature], count = countAlong(x, norm.dims);
  if (count < 2)
    return context.missed(root, "batch_norm_training", "there is one value for each feature");
  Values means = withoutRepeats(norm.means), variances = withoutRepeats(norm.variances),
         also = means;
  llvm::append_range(also, variances);
  auto build = [=](CoreBuilder &b) {
    Type element = getElementType(x);
    auto param = [&](const std::optional<Seen> &given, double otherwise) {
      return given ? buildParam(b, *given, {feature}) : b.splat({features}, element, otherwise);
    };
    Value scale = param(norm.scale, 1), bias = param(norm.bias, 0);
    Value zero = b.splat({features}, element, 0);
    auto op = BatchNormTrainingOp::create(b.getBuilder(), b.getLoc(), x.getType(), zero.getType(),
                                          zero.getType(), TypeRange(), x, scale, bias, zero, zero,
                                          feature, APFloat(norm.epsilon), APFloat(1.0));
    Values results{op.getResult()};
    Value variance;
    for (Value mean : means)
      results.push_back(b.reshape(op.getNewRunningMean(), getShape(mean)));
    for (Value old : variances) {
      if (!variance)
        variance = b.mul(op.getNewRunningVar(), static_cast<double>(count - 1) / count);
      results.push_back(b.reshape(variance, getShape(old)));
    }
    return results;
  };
  return Candidate{"batch_norm_training", inputsOf(norm), build, also};
}

//===----------------------------------------------------------------------===//
// Which norm it is
//===----------------------------------------------------------------------===//

Match layerOrRmsNorm(const Norm &norm, int64_t axis) {
  auto build = [=](CoreBuilder &b) {
    Value scale = norm.scale ? buildParam(b, *norm.scale, norm.dims) : Value();
    Value bias = norm.bias ? buildParam(b, *norm.bias, norm.dims) : Value();
    Type type = norm.x.getType();
    auto epsilon = APFloat(norm.epsilon);
    if (norm.isCentred)
      return Values{LayerNormOp::create(b.getBuilder(), b.getLoc(), type, TypeRange(), norm.x,
                                        scale, bias, axis, epsilon)
                        .getResult()};
    return Values{
        RmsNormOp::create(b.getBuilder(), b.getLoc(), type, Type(), norm.x, scale, axis, epsilon)
            .getResult()};
  };
  return Candidate{norm.isCentred ? "layer_norm" : "rms_norm", inputsOf(norm), build};
}

/// A group for each feature, over what lies between it and the batch.
Match instanceNorm(const Norm &norm, int64_t feature) {
  auto build = [=](CoreBuilder &b) {
    Value scale = norm.scale ? buildParam(b, *norm.scale, {feature}) : Value();
    Value bias = norm.bias ? buildParam(b, *norm.bias, {feature}) : Value();
    int64_t groups = getShape(norm.x)[feature];
    return Values{GroupNormOp::create(b.getBuilder(), b.getLoc(), norm.x.getType(), TypeRange(),
                                      norm.x, scale, bias, groups, feature, APFloat(norm.epsilon))
                      .getResult()};
  };
  return Candidate{"group_norm", inputsOf(norm), build};
}

} // namespace

bool isVarianceRaised(Operation *root, StringRef name, const Norm &norm, Context &context) {
  StringRef reason;
  if (norm.isDetour && context.keepF64)
    reason = "its variance goes through f64";
  else if (norm.isDifference && !context.moderateMeans)
    reason = "its variance is mean(x²) − mean(x)², which may lose all digits; "
             "'assume=moderate-means' says that it doesn't";
  else
    return true;
  context.missed(root, name, reason);
  return false;
}

Match raiseNorm(Operation *root, Norm norm, Context &context) {
  Type type = getFormulaType(norm.x);
  if (!type || norm.dims.empty() || getShape(root->getResult(0)) != getShape(norm.x))
    return std::nullopt;
  StringRef name = norm.isCentred ? "layer_norm" : "rms_norm";
  if (!isVarianceRaised(root, name, norm, context))
    return std::nullopt;
  int64_t axis = norm.dims.front();
  Sizes others = otherDims(norm.x, norm.dims);
  bool isTrailing = norm.dims == dimsFrom(norm.x, axis);
  bool isBatch = !isTrailing && norm.isCentred && others.size() == 1;
  bool isInstance = !isTrailing && norm.isCentred && others.size() == 2 && others[0] == 0;
  Dims along = isBatch ? Dims(others) : isInstance ? Dims(others).drop_front() : Dims(norm.dims);
  for (const std::optional<Seen> &param : {norm.scale, norm.bias})
    if (param && (!runsAlong(*param, along) || getElementType(param->value) != type))
      return std::nullopt;
  if (isTrailing)
    return layerOrRmsNorm(norm, axis);
  if (isBatch)
    return batchNorm(root, norm, others[0], context);
  if (isInstance)
    return instanceNorm(norm, others[1]);
  return context.missed(root, name, "it is over dimensions that no norm has");
}

namespace {

Match normByProduct(MulOp root, Context &context) {
  std::optional<Norm> norm = matchNorm(root.getResult());
  return norm ? raiseNorm(root, *norm, context) : std::nullopt;
}

Match normByDivision(DivOp root, Context &context) {
  std::optional<Norm> norm = matchNorm(root.getResult());
  return norm ? raiseNorm(root, *norm, context) : std::nullopt;
}

Match normWithBias(AddOp root, Context &context) {
  for (bool swap : {false, true}) {
    Value product = swap ? root.getRhs() : root.getLhs();
    Value bias = swap ? root.getLhs() : root.getRhs();
    if (!isa_and_nonnull<MulOp, DivOp>(product.getDefiningOp()))
      continue;
    std::optional<Norm> norm = matchNorm(product);
    if (!norm || !norm->isCentred)
      continue;
    norm->bias = skipViews(see(root.getResult()).at(bias));
    if (Match match = raiseNorm(root, *norm, context))
      return match;
  }
  return std::nullopt;
}

} // namespace

void addNormRules(Rules &rules) {
  rules.add<normByProduct>(Phase::Formula);
  rules.add<normByDivision>(Phase::Formula);
  rules.add<normWithBias>(Phase::Formula);
}

} // namespace halftone::train::raise
