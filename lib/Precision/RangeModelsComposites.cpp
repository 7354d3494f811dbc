// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of composites: what their mathematics bounds, which their decompositions, op by
// op, would not show. Each bound allows for the rounding of the decomposition (`loose`).
#include "RangeModels.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

/// Of a handful of f32 operations, and sums of this many terms.
double loose(double terms = 0) { return std::expm1(0x1p-20 + terms * 0x1p-23); }

bool isBoundedNumber(const FloatRange &range) { return range.isBounded() && !range.mayBeNaN; }

/// Between −most and most.
FloatRange within(double most, bool mayBeNaN = true) {
  return ranges::interval(-most, most, mayBeNaN);
}

/// Both ends moved out by `slack`, which may be infinite.
FloatRange around(double lo, double hi, double slack, bool mayBeNaN = true) {
  if (std::isinf(slack))
    return ranges::interval(-slack, slack, mayBeNaN);
  return ranges::interval(lo - slack, hi + slack, mayBeNaN);
}

/// From here on a sum may overflow in f32.
constexpr double largeSum = 0x1p126;

double sizeOf(Value value, int64_t dim) { return static_cast<double>(getShape(value)[dim]); }

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void infer(SoftmaxOp, In in, Out out) { out[0] = ranges::interval(0, 1, !isBoundedNumber(in[0])); }

/// From the largest element of a row down to the smallest.
double spread(const FloatRange &row) { return std::max(row.hi - row.lo, 0.0); }

void infer(LogSoftmaxOp op, In in, Out out) {
  double least = -(spread(in[0]) + std::log(sizeOf(op.getInput(), op.getDimension())));
  out[0] = ranges::widened(ranges::interval(least, 0, !isBoundedNumber(in[0])), loose());
}

void infer(LogSumExpOp op, In in, Out out) {
  double size = sizeOf(op.getInput(), op.getDimension());
  if (size == 0 || in[0].lo > in[0].hi)
    return;
  double slack = (in[0].magnitude() + std::log(size)) * loose(size);
  out[0] = around(in[0].lo, in[0].hi + std::log(size), slack, in[0].mayBeNaN);
}

void infer(SoftmaxGradOp op, In in, Out out) {
  double size = sizeOf(op.getGrad(), op.getDimension());
  double grad = in[0].magnitude(), output = in[1].magnitude();
  double most = output * (grad + size * grad * output);
  // The parts of a row of softmax sum to 1.
  if (op.getOutput().getDefiningOp<SoftmaxOp>())
    most = std::min(most, 2 * grad * (1 + 0x1p-6));
  if (most < largeSum)
    out[0] = within(most * (1 + loose(size)), in[0].mayBeNaN || in[1].mayBeNaN);
}

void infer(LogSoftmaxGradOp op, In in, Out out) {
  double size = sizeOf(op.getGrad(), op.getDimension()), grad = in[0].magnitude();
  double most = grad + std::exp(in[1].hi) * size * grad;
  if (most < largeSum)
    out[0] = within(most * (1 + loose(size)), in[0].mayBeNaN || in[1].mayBeNaN);
}

void infer(CrossEntropyOp op, In in, Out out) {
  Value logits = op.getLogits();
  double classes = getShape(logits).back(), rows = numElements(op.getLabels());
  double most = spread(in[0]) + std::log(std::max(classes, 1.0));
  if (op.getReduction() == LossReduction::sum || most * rows >= largeSum)
    most *= rows;
  // A label that names no class gives NaN.
  out[0] = ranges::widened(ranges::interval(0, most, true), loose(rows + classes));
}

void infer(CrossEntropyGradOp op, In in, Out out) {
  // Probabilities are at most 1 where the log-sum-exp is that of these logits.
  auto loss = op.getLse().getDefiningOp<CrossEntropyOp>();
  auto sum = op.getLse().getDefiningOp<LogSumExpOp>();
  bool isOwn = (loss && loss.getLogits() == op.getLogits()) ||
               (sum && sum.getInput() == op.getLogits() &&
                sum.getDimension() + 1 == getShape(op.getLogits()).size());
  if (isOwn && in[0].isBounded())
    out[0] = within(in[0].magnitude() * (1 + 0x1p-6));
}

//===----------------------------------------------------------------------===//
// Normalisations
//===----------------------------------------------------------------------===//

/// Below this, squares that vanish may count.
constexpr double leastEpsilon = 1e-30;

/// (x − mean) · rstd over `count` elements: at most √count, since the sum of squares is
/// at least this element's own.
FloatRange normalised(double count, double epsilon) {
  if (epsilon < leastEpsilon)
    return within(FloatRange::infinity);
  return within(std::sqrt(count) * (1 + loose(count)));
}

FloatRange rstdOf(double epsilon) {
  double most = epsilon > 0 ? (1 + loose()) / std::sqrt(epsilon) : FloatRange::infinity;
  return ranges::interval(0, most, true);
}

FloatRange meanOf(const FloatRange &input, double count) {
  if (input.lo > input.hi)
    return input;
  // The sum overflows before it is divided.
  double slack = input.magnitude() * count < largeSum ? input.magnitude() * loose(count)
                                                      : FloatRange::infinity;
  return around(input.lo, input.hi, slack);
}

/// Each operation rounds, and may overflow, before the next.
FloatRange affine(FloatRange value, const FloatRange *scale, const FloatRange *bias, Type type) {
  if (scale)
    value = ranges::multiply(value, *scale).roundedTo(type);
  if (bias)
    value = ranges::add(value, *bias).roundedTo(type);
  return value;
}

/// `scale` and `bias` are optional, behind the input.
template <typename Op> FloatRange affineOf(Op op, FloatRange value, In in) {
  const FloatRange *scale = op.getScale() ? &in[1] : nullptr;
  const FloatRange *bias = nullptr;
  if constexpr (!std::is_same_v<Op, RmsNormOp>)
    bias = op.getBias() ? &in[scale ? 2 : 1] : nullptr;
  return affine(value, scale, bias, getComputeFloatType(op->getOperands()));
}

double countFrom(Value input, int64_t axis) {
  double count = 1;
  for (int64_t size : getShape(input).drop_front(axis))
    count *= static_cast<double>(size);
  return count;
}

template <typename Op> void setStats(Op op, double count, const FloatRange &input, Out out) {
  if (out.size() < 3)
    return;
  out[1] = meanOf(input, count);
  out[2] = rstdOf(op.getEpsilon().convertToDouble());
}

void infer(LayerNormOp op, In in, Out out) {
  double count = countFrom(op.getInput(), op.getAxis());
  out[0] = affineOf(op, normalised(count, op.getEpsilon().convertToDouble()), in);
  setStats(op, count, in[0], out);
}

void infer(RmsNormOp op, In in, Out out) {
  double count = countFrom(op.getInput(), op.getAxis());
  double epsilon = op.getEpsilon().convertToDouble();
  out[0] = affineOf(op, normalised(count, epsilon), in);
  if (out.size() > 1)
    out[1] = rstdOf(epsilon);
}

void infer(GroupNormOp op, In in, Out out) {
  ArrayRef<int64_t> shape = getShape(op.getInput());
  double count = numElements(op.getInput()) /
                 static_cast<double>(std::max<int64_t>(shape[0], 1) * op.getNumGroups());
  out[0] = affineOf(op, normalised(count, op.getEpsilon().convertToDouble()), in);
  setStats(op, count, in[0], out);
}

void infer(BatchNormTrainingOp op, In in, Out out) {
  double count =
      numElements(op.getInput()) / std::max(sizeOf(op.getInput(), op.getFeatureDim()), 1.0);
  double epsilon = op.getEpsilon().convertToDouble(), momentum = op.getMomentum().convertToDouble();
  Type type = getComputeFloatType(op->getOperands());
  out[0] = affine(normalised(count, epsilon), &in[1], &in[2], type);
  FloatRange mean = meanOf(in[0], count);
  if (momentum >= 0 && momentum <= 1) {
    FloatRange both = FloatRange::join(mean, in[3]);
    double slack = both.magnitude() * loose();
    out[1] = around(both.lo, both.hi, slack);
    if (in[4].lo >= 0)
      out[2] = ranges::interval(0, FloatRange::infinity, true);
  }
  if (out.size() > 4) {
    out[3] = mean;
    out[4] = rstdOf(epsilon);
  }
}

void infer(BatchNormInferenceOp op, In in, Out out) {
  Type type = getComputeFloatType(op->getOperands());
  FloatRange epsilon = FloatRange::constant(op.getEpsilon().convertToDouble()).roundedTo(type);
  FloatRange rstd = ranges::rsqrt(ranges::add(in[4], epsilon).roundedTo(type)).roundedTo(type);
  FloatRange centred = ranges::subtract(in[0], in[3]).roundedTo(type);
  FloatRange normal = ranges::multiply(centred, rstd).roundedTo(type);
  out[0] = affine(normal, &in[1], &in[2], type);
}

//===----------------------------------------------------------------------===//
// Activations, attention, embeddings
//===----------------------------------------------------------------------===//

void infer(ReluOp, In in, Out out) {
  out[0] = ranges::maximum(in[0], FloatRange::between(0, 0, /*isInteger=*/true));
}

void infer(ReluGradOp, In in, Out out) {
  out[0] = ranges::orZero(in[0]);
  out[0].tiny = in[0].tiny;
}

/// x · p(x) with p from 0 to 1, and never below `least`.
FloatRange gated(const FloatRange &input, double least) {
  if (input.lo > input.hi)
    return input;
  FloatRange range = ranges::interval(input.lo >= 0 ? 0 : std::max(input.lo, least),
                                      std::max(input.hi, 0.0), !isBoundedNumber(input));
  range = ranges::widened(range, loose());
  range.reach = range.isBounded() ? 0 : input.reach;
  return range;
}

// The least values of x · logistic(x) and of x · Φ(x): -0.2785, -0.1700.
void infer(SiluOp, In in, Out out) { out[0] = gated(in[0], -0.279); }
void infer(GeluOp, In in, Out out) { out[0] = gated(in[0], -0.171); }

/// The gradient times a slope of at most this.
FloatRange sloped(In in, double slope) {
  // Powers of large inputs overflow, and meet a 0.
  bool isTame = isBoundedNumber(in[0]) && isBoundedNumber(in[1]) && in[1].magnitude() < 0x1p20;
  return within(in[0].magnitude() * slope, !isTame);
}

// The largest slopes, at 2.4 and at √2: 1.0998, 1.1290.
void infer(SiluGradOp, In in, Out out) { out[0] = sloped(in, 1.1); }
void infer(GeluGradOp, In in, Out out) { out[0] = sloped(in, 1.13); }

void infer(DropoutOp op, In in, Out out) {
  FloatRange kept = ranges::divide(in[0], FloatRange::constant(1 - op.getRate().convertToDouble()));
  out[0] = ranges::orZero(ranges::widened(kept, loose()));
  ranges::carry(out[0], {in[0]});
}

void infer(AttentionOp op, In in, Out out) {
  // A mean of values, whose weights were rounded as operands.
  FloatType type = op.getOperandType() ? cast<FloatType>(*op.getOperandType())
                                       : cast<FloatType>(getElementType(op.getQuery()));
  FloatRange value = in[2].roundedTo(type);
  double slack = std::ldexp(1.0, 2 - std::min(FloatLimits::of(type).precision, 20));
  FloatRange mean = ranges::widened(ranges::orZero(value), slack + loose(sizeOf(op.getValue(), 2)));
  out[0] = ranges::interval(mean.lo, mean.hi, true);
  out[0].reach = out[0].isBounded() ? 0 : value.reach;
}

void infer(EmbeddingOp, In in, Out out) { out[0] = in[0]; }

void infer(EmbeddingGradOp op, In in, Out out) {
  out[0] = ranges::sum(in[0], 0, numElements(op.getIds()), accumulatorPrecision(op.getGrad()));
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

void infer(SeedOp op, In in, Out out) { out[0] = op.getScale() ? in[0] : FloatRange::constant(1); }

void infer(GlobalNormOp, In, Out out) { out[0] = ranges::interval(0, FloatRange::infinity, true); }

void infer(ClipByGlobalNormOp, In in, Out out) {
  if (in.back().lo < 0)
    return;
  // The factor is from 0 to 1.
  for (auto [index, result] : llvm::enumerate(out)) {
    FloatRange range = ranges::widened(ranges::orZero(in[index]), loose());
    result = ranges::interval(range.lo, range.hi, true);
  }
}

void infer(EmaOp, In in, Out out) {
  FloatRange both = FloatRange::join(in[0], in[1]);
  if (both.magnitude() >= largeSum)
    return;
  double slack = both.magnitude() * loose();
  out[0] = around(both.lo, both.hi, slack, both.mayBeNaN);
}

void infer(FirstNonFiniteOp op, In, Out out) {
  out[0] = FloatRange::between(-1, static_cast<double>(op.getInputs().size()) - 1,
                               /*isInteger=*/true);
}

HALFTONE_RANGE_MODEL

} // namespace

void precision::attachCompositeRangeModels(MLIRContext *context) {
  attachModels<SoftmaxOp, LogSoftmaxOp, LogSumExpOp, SoftmaxGradOp, LogSoftmaxGradOp,
               CrossEntropyOp, CrossEntropyGradOp, LayerNormOp, RmsNormOp, GroupNormOp,
               BatchNormTrainingOp, BatchNormInferenceOp, ReluOp, ReluGradOp, SiluOp, GeluOp,
               SiluGradOp, GeluGradOp, DropoutOp, AttentionOp, EmbeddingOp, EmbeddingGradOp, SeedOp,
               GlobalNormOp, ClipByGlobalNormOp, EmaOp, FirstNonFiniteOp>(context);
}
