// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where gradient rules are attached to the ops of `train`.
//
// Conventions, all of them JAX's unless said:
//
//   maximum, minimum          half to each side at ties
//   reduce max, min           equal shares to all that are extreme
//   reduce_window max, min    the first extreme of the window
//   cumulative max, min       the last extreme so far (PyTorch's)
//   relu, clamp               0 at the bounds
//   abs                       0 at 0
//   sqrt, rsqrt, cbrt, log    infinite at 0
//   power                     0 for the base where the exponent is 0, and for the
//                             exponent where the base is 0
//   scatter assign            the update that won; the operand where none did
//   sort                      to where each element came from (stable)
//   floor, ceil, round, sign, bitcast, stop_gradient: zero
//
// There is no gradient, which is an error where one flows, for: `while`; scatter
// mul, max and min; reduce_window mul; reduce_window with a dilated window for max
// and min; select_and_scatter; statistics of norms; collectives other than of kind add.
#include "Gradients.h"

#include "halftone/Dialect/Train/Transforms/Passes.h"

using namespace mlir;

namespace halftone::train {

ArrayRef<int64_t> unlessAll(ArrayRef<int64_t> values, int64_t standard) {
  bool isStandard = llvm::all_of(values, [&](int64_t value) { return value == standard; });
  return isStandard ? ArrayRef<int64_t>() : values;
}

static Value makeFill(CoreBuilder &b, Value like, double fill) {
  Type element = getElementType(like);
  return isa<FloatType>(element) ? b.scalar(element, fill)
                                 : b.splatInt({}, element, static_cast<int64_t>(fill));
}

Value RuleBuilder::pad(Value value, double fill, Dims low, Dims high, Dims interior) {
  auto isZero = [](int64_t size) { return size == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero) && llvm::all_of(interior, isZero))
    return value;
  return create<PadOp>(value, makeFill(*this, value, fill), low, high, interior);
}

Value RuleBuilder::slice(Value value, Dims start, Dims limit, Dims strides) {
  auto isOne = [](int64_t size) { return size == 1; };
  if (limit == getShape(value) && llvm::all_of(strides, isOne) &&
      llvm::all_of(start, [](int64_t at) { return at == 0; }))
    return value;
  return create<SliceOp>(value, start, limit, strides);
}

Value RuleBuilder::shift(Value value, int64_t dim, int64_t amount, double fill) {
  SmallVector<int64_t> low(getShape(value).size(), 0), high = low, none = low;
  low[dim] = -amount;
  high[dim] = amount;
  return pad(value, fill, low, high, none);
}

void registerGradients(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TrainDialect *) {
    attachElementwiseGradients(context);
    attachShapeGradients(context);
    attachIndexingGradients(context);
    attachReductionGradients(context);
    attachContractionGradients(context);
    attachCompositeGradients(context);
    attachControlGradients(context);
    attachCheckpointGradient(context);
  });
}

} // namespace halftone::train
