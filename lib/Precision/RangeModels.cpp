// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of constants, elementwise ops, and ops that move elements.
#include "RangeModels.h"

#include <numbers>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

//===----------------------------------------------------------------------===//
// Functions of one operand
//===----------------------------------------------------------------------===//

void infer(ConstantOp op, In, Out out) { out[0] = rangeOf(op.getValue()); }

void infer(IotaOp op, In, Out out) {
  int64_t size = getShape(op.getOutput())[op.getIotaDimension()];
  if (size == 0)
    return;
  double last = static_cast<double>(size - 1);
  out[0] = FloatRange::between(0, last, /*isInteger=*/true);
  out[0].reach = out[0].positions = last;
}

void infer(AbsOp, In in, Out out) { out[0] = ranges::abs(in[0]); }
void infer(NegOp, In in, Out out) { out[0] = ranges::negate(in[0]); }
void infer(ExpOp, In in, Out out) { out[0] = ranges::exp(in[0]); }
void infer(RsqrtOp, In in, Out out) { out[0] = ranges::rsqrt(in[0]); }
void infer(SineOp, In in, Out out) { out[0] = ranges::circular(in[0]); }
void infer(CosineOp, In in, Out out) { out[0] = ranges::circular(in[0]); }

void infer(SignOp, In in, Out out) {
  out[0] = FloatRange::between(in[0].lo < 0      ? -1
                               : in[0].mayBeZero ? 0
                                                 : 1,
                               in[0].hi > 0      ? 1
                               : in[0].mayBeZero ? 0
                                                 : -1,
                               /*isInteger=*/true);
  out[0].mayBeZero &= in[0].mayBeZero;
  out[0].mayBeNaN = in[0].mayBeNaN;
}

void infer(Expm1Op, In in, Out out) {
  out[0] = ranges::clampedTo(ranges::monotone(in[0], [](double x) { return std::expm1(x); }), -1,
                             FloatRange::infinity);
}

void infer(LogOp, In in, Out out) {
  FloatRange operand = in[0];
  if (operand.lo >= 0 && !operand.mayBeZero)
    operand.lo = std::max(operand.lo, operand.tiny);
  out[0] = ranges::log(operand);
}

void infer(Log1pOp, In in, Out out) { out[0] = ranges::log1p(in[0]); }

void infer(SqrtOp, In in, Out out) {
  if (in[0].hi < 0 || in[0].lo > in[0].hi) {
    out[0] = ranges::onlyNaN();
    return;
  }
  // Rounded correctly in f64 as well.
  out[0] = ranges::interval(std::sqrt(std::max(in[0].lo, 0.0)), std::sqrt(in[0].hi),
                            in[0].mayBeNaN || in[0].lo < 0);
  out[0].mayBeZero = in[0].mayBeZero;
  out[0].tiny = std::max(out[0].tiny, std::sqrt(in[0].tiny) * (1 - 0x1p-44));
}

void infer(CbrtOp, In in, Out out) {
  out[0] = ranges::monotone(in[0], [](double x) { return std::cbrt(x); });
}

void infer(TanhOp, In in, Out out) { out[0] = ranges::tanh(in[0]); }

void infer(ErfOp, In in, Out out) { out[0] = ranges::erf(in[0]); }

void infer(LogisticOp, In in, Out out) { out[0] = ranges::logistic(in[0]); }

void infer(FloorOp, In in, Out out) { out[0] = ranges::floor(in[0]); }
void infer(CeilOp, In in, Out out) { out[0] = ranges::ceil(in[0]); }
void infer(RoundNearestEvenOp, In in, Out out) {
  out[0] = ranges::exactly(in[0], [](double x) { return std::nearbyint(x); });
}
void infer(RoundNearestAfzOp, In in, Out out) {
  out[0] = ranges::exactly(in[0], [](double x) { return std::round(x); });
}

void infer(Atan2Op, In in, Out out) {
  constexpr double most = std::numbers::pi * (1 + 0x1p-50);
  out[0] = ranges::interval(-most, most, in[0].mayBeNaN || in[1].mayBeNaN);
}

template <typename Op>
  requires llvm::is_one_of<Op, PopcntOp, CountLeadingZerosOp>::value
void infer(Op op, In, Out out) {
  out[0] = FloatRange::between(0, getElementType(op.getOperand()).getIntOrFloatBitWidth(),
                               /*isInteger=*/true);
}

//===----------------------------------------------------------------------===//
// Functions of several operands
//===----------------------------------------------------------------------===//

void infer(AddOp, In in, Out out) { out[0] = ranges::add(in[0], in[1]); }

void infer(SubOp op, In in, Out out) {
  out[0] = ranges::subtract(in[0], in[1]);
  // No element exceeds the largest of its row.
  if (isa<FloatType>(getElementType(op.getResult())) && out[0].hi > 0 &&
      isRowStatistic(op.getRhs(), op.getLhs(), ReductionKind::max))
    out[0].hi = 0;
}

void infer(MulOp op, In in, Out out) {
  out[0] = op.getLhs() == op.getRhs() ? ranges::square(in[0]) : ranges::multiply(in[0], in[1]);
}

void infer(DivOp op, In in, Out out) {
  if (!isa<FloatType>(getElementType(op.getResult()))) {
    double most = std::max(in[0].magnitude(), 1.0); // division by 0 gives all ones
    if (in[1].mayBeZero && getElementType(op.getResult()).isUnsignedInteger())
      return;
    bool isNonNegative = in[0].lo >= 0 && in[1].lo >= 0 && !in[1].mayBeZero;
    out[0] = FloatRange::between(isNonNegative ? 0 : -most, most, /*isInteger=*/true);
    ranges::carry(out[0], {in[0]});
    return;
  }
  out[0] = ranges::divide(in[0], in[1]);
  // No part exceeds the sum of parts that are not negative.
  if (in[0].lo >= 0 && isRowStatistic(op.getRhs(), op.getLhs(), ReductionKind::add)) {
    bool isNaN = out[0].mayBeNaN;
    out[0] = ranges::interval(0, 1, isNaN);
  }
}

void infer(RemOp op, In in, Out out) {
  bool isFloat = isa<FloatType>(getElementType(op.getResult()));
  out[0] = isFloat || !in[1].mayBeZero ? ranges::remainder(in[0], in[1]) : in[0];
  if (!isFloat)
    out[0] = FloatRange::join(out[0], FloatRange::between(0, 0, /*isInteger=*/true));
}

void infer(PowOp, In in, Out out) { out[0] = ranges::power(in[0], in[1]); }
void infer(MaxOp, In in, Out out) { out[0] = ranges::maximum(in[0], in[1]); }
void infer(MinOp, In in, Out out) { out[0] = ranges::minimum(in[0], in[1]); }
void infer(FmaOp, In in, Out out) { out[0] = ranges::add(ranges::multiply(in[0], in[1]), in[2]); }

void infer(ClampOp, In in, Out out) {
  out[0] = ranges::minimum(ranges::maximum(in[1], in[0]), in[2]);
  if (out[0].isBounded() && out[0].isInteger && out[0].positions > 0)
    out[0].positions = out[0].magnitude();
}

void infer(AndOp, In in, Out out) {
  // A bit that is clear on either side is clear.
  for (const FloatRange &operand : in)
    if (operand.lo >= 0 && operand.hi < out[0].hi)
      out[0] = FloatRange::between(0, operand.hi, /*isInteger=*/true);
}

void infer(ShiftRightLogicalOp op, In in, Out out) {
  if (in[0].lo >= 0 && in[1].lo >= 0)
    out[0] = FloatRange::between(0, std::floor(std::ldexp(in[0].hi, -static_cast<int>(in[1].lo))),
                                 /*isInteger=*/true);
}

void infer(SelectOp, In in, Out out) { out[0] = FloatRange::join(in[1], in[2]); }

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

FloatRange truncated(const FloatRange &operand, Type type) {
  FloatRange all = FloatRange::unknown(type);
  if (operand.lo > operand.hi)
    return FloatRange::between(0, 0, /*isInteger=*/true);
  auto clamp = [&](double value) { return std::clamp(std::trunc(value), all.lo, all.hi); };
  FloatRange range = FloatRange::between(clamp(operand.lo), clamp(operand.hi), /*isInteger=*/true);
  range = operand.mayBeNaN ? ranges::orZero(range) : range;
  range.reach = std::min(operand.reach, range.magnitude());
  return range;
}

void infer(CastOp op, In in, Out out) {
  Type from = getElementType(op.getOperand()), to = getElementType(op.getResult());
  if (to.isInteger(1)) // whether it is not 0
    return;
  auto type = dyn_cast<FloatType>(to);
  if (!type) {
    out[0] = isa<FloatType>(from) ? truncated(in[0], to) : in[0];
    return;
  }
  out[0] = in[0];
  if (!isa<FloatType>(from))
    out[0].positions = in[0].magnitude();
  FloatLimits limits = FloatLimits::of(type);
  if (op.getSaturate()) {
    out[0].lo = std::clamp(out[0].lo, -limits.largest, limits.largest);
    out[0].hi = std::clamp(out[0].hi, -limits.largest, limits.largest);
    out[0].tiny = std::min(out[0].tiny, limits.largest);
  }
  if (op.getRounding() == Rounding::nearest_even)
    return;
  // Rounded the other way: to infinity a little earlier, to 0 a little earlier.
  out[0].mayBeZero |= in[0].tiny < limits.smallest;
  if (op.getRounding() == Rounding::stochastic && !op.getSaturate()) {
    out[0].hi = out[0].hi > limits.largest ? FloatRange::infinity : out[0].hi;
    out[0].lo = out[0].lo < -limits.largest ? -FloatRange::infinity : out[0].lo;
  }
}

//===----------------------------------------------------------------------===//
// Moving elements
//===----------------------------------------------------------------------===//

template <typename Op>
  requires llvm::is_one_of<Op, ReshapeOp, TransposeOp, BroadcastInDimOp, SliceOp, ReverseOp,
                           GatherOp, DynamicSliceOp, StopGradientOp, AllGatherOp>::value
void infer(Op, In in, Out out) {
  out[0] = in[0];
}

void infer(OptimizationBarrierOp, In in, Out out) { llvm::copy(in, out.begin()); }

void infer(ConcatenateOp, In in, Out out) {
  out[0] = in[0];
  for (const FloatRange &operand : in.drop_front())
    out[0] = FloatRange::join(out[0], operand);
}

void infer(PadOp op, In in, Out out) {
  auto adds = [](ArrayRef<int64_t> amounts) {
    return llvm::any_of(amounts, [](int64_t amount) { return amount > 0; });
  };
  bool hasPadding = adds(op.getEdgePaddingLow()) || adds(op.getEdgePaddingHigh()) ||
                    adds(op.getInteriorPadding());
  out[0] = hasPadding ? FloatRange::join(in[0], in[1]) : in[0];
}

void infer(DynamicUpdateSliceOp, In in, Out out) { out[0] = FloatRange::join(in[0], in[1]); }

void infer(ScatterOp op, In in, Out out) {
  const FloatRange &operand = in[0], &update = in[2];
  switch (op.getKind()) {
  case ScatterKind::assign:
    out[0] = FloatRange::join(operand, update);
    return;
  case ScatterKind::max:
    out[0] = FloatRange::join(operand, ranges::maximum(operand, update));
    return;
  case ScatterKind::min:
    out[0] = FloatRange::join(operand, ranges::minimum(operand, update));
    return;
  case ScatterKind::mul:
    return;
  case ScatterKind::add:
    break;
  }
  // In the worst case all windows fall on the same place.
  double windows = numElements(op.getUpdates());
  ArrayRef<int64_t> shape = getShape(op.getUpdates());
  for (int64_t dim : op.getUpdateWindowDims())
    windows /= static_cast<double>(std::max<int64_t>(shape[dim], 1));
  FloatRange added = ranges::sum(update, 0, windows, accumulatorPrecision(op.getUpdates()));
  out[0] = ranges::widened(ranges::add(operand, added), 0x1p-20);
}

HALFTONE_RANGE_MODEL

} // namespace

void precision::attachElementwiseRangeModels(MLIRContext *context) {
  attachModels<ConstantOp, IotaOp, AbsOp, NegOp, ExpOp, RsqrtOp, SineOp, CosineOp, SignOp, Expm1Op,
               LogOp, Log1pOp, SqrtOp, CbrtOp, TanhOp, ErfOp, LogisticOp, FloorOp, CeilOp,
               RoundNearestEvenOp, RoundNearestAfzOp, Atan2Op, PopcntOp, CountLeadingZerosOp, AddOp,
               SubOp, MulOp, DivOp, RemOp, PowOp, MaxOp, MinOp, FmaOp, ClampOp, AndOp,
               ShiftRightLogicalOp, SelectOp, CastOp, ReshapeOp, TransposeOp, BroadcastInDimOp,
               SliceOp, ReverseOp, GatherOp, DynamicSliceOp, StopGradientOp, AllGatherOp,
               OptimizationBarrierOp, ConcatenateOp, PadOp, DynamicUpdateSliceOp, ScatterOp>(
      context);
}

void precision::registerRangeModels(DialectRegistry &registry) {
  registerForeignRangeModels(registry);
  registerLinalgRangeModels(registry);
  registerTosaRangeModels(registry);
  registry.addExtension(+[](MLIRContext *context, TrainDialect *) {
    attachElementwiseRangeModels(context);
    attachReductionRangeModels(context);
    attachCompositeRangeModels(context);
  });
}
