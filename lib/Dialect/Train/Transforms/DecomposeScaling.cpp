// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of loss scaling: seed, unscale, finite checks and the scale's update,
// which are GradScaler's arithmetic.
#include "Decompose.h"

using namespace mlir;

namespace halftone::train {

static SmallVector<Value> decomposeOp(SeedOp op, CoreBuilder &b) {
  if (op.getScale())
    return {op.getScale()};
  return {b.scalar(getElementType(op.getResult()), 1)};
}

static SmallVector<Value> decomposeOp(UnscaleOp op, CoreBuilder &b) {
  Value inverse = b.cast(b.div(1.0, b.cast(op.getScale(), b.f64())), b.f32());
  Value isOne = b.eq(inverse, 1.0);
  return llvm::map_to_vector(op.getGrads(), [&](Value grad) -> Value {
    Value factor = b.broadcastScalarLike(b.cast(inverse, getElementType(grad)), grad);
    return b.select(isOne, grad, b.mul(grad, factor));
  });
}

static Value allFinite(CoreBuilder &b, Value tensor) {
  return b.reduceAll(ReductionKind::and_, b.isFinite(tensor));
}

static Value constantTrue(CoreBuilder &b) { return b.splatInt({}, b.getBuilder().getI1Type(), 1); }

static SmallVector<Value> decomposeOp(AllFiniteOp op, CoreBuilder &b) {
  Value all;
  for (Value input : op.getInputs()) {
    Value finite = allFinite(b, input);
    all = all ? b.logicalAnd(all, finite) : finite;
  }
  return {all ? all : constantTrue(b)};
}

static SmallVector<Value> decomposeOp(FirstNonFiniteOp op, CoreBuilder &b) {
  Value position = b.splatInt({}, b.i32(), -1);
  for (int64_t i = op.getInputs().size() - 1; i >= 0; --i)
    position = b.select(allFinite(b, op.getInputs()[i]), position, b.splatInt({}, b.i32(), i));
  return {position};
}

static SmallVector<Value> decomposeOp(ScalerUpdateOp op, CoreBuilder &b) {
  Value finite = op.getFinite(), scale = op.getScale();
  Value wide = b.cast(scale, b.f64());
  Value zero = b.splatInt({}, b.i32(), 0), one = b.splatInt({}, b.i32(), 1);
  auto is = [&](ComparisonDirection direction, Value count, int64_t number) {
    return b.compare(direction, b.cast(count, b.i64()), b.splatInt({}, b.i64(), number));
  };

  // Overflow: back off from the `hysteresis`-th in a row on.
  Value skipped = b.add(op.getSkipped(), one);
  Value lower = b.cast(b.mul(wide, op.getBackoff().convertToDouble()), b.f32());
  lower = b.maximum(lower, op.getFloor().convertToDouble());
  Value backs = is(ComparisonDirection::GE, skipped, op.getHysteresis());
  Value afterOverflow = b.select(backs, lower, scale);

  // No overflow: grow at the `interval`-th step, where that stays finite and below the cap.
  Value tracker = b.add(op.getTracker(), one);
  Value higher = b.cast(b.mul(wide, op.getGrowth().convertToDouble()), b.f32());
  Value fits = b.logicalAnd(b.isFinite(higher),
                            b.le(b.cast(higher, b.f64()), op.getCap().convertToDouble()));
  Value grows = is(ComparisonDirection::EQ, tracker, op.getInterval());
  Value afterFinite = b.select(b.logicalAnd(grows, fits), higher, scale);

  return {b.select(finite, afterFinite, afterOverflow),
          b.select(finite, b.select(grows, zero, tracker), zero), b.select(finite, zero, skipped)};
}

void attachScalingDecompositions(MLIRContext *context) {
  attachDecompositions<SeedOp, UnscaleOp, AllFiniteOp, FirstNonFiniteOp, ScalerUpdateOp>(context);
}

} // namespace halftone::train
