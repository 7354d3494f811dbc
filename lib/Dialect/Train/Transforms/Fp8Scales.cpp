// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of scales is exact where scales are powers of two: the exponent of the
// quotient is cut out of its bits, as logarithms would differ from device to device.
#include "Fp8Scales.h"

#include "halftone/Dialect/Train/Transforms/GradientContext.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include <cmath>

using namespace mlir;

namespace halftone::train {

static Location getScalingLoc(func::FuncOp function) {
  return NameLoc::get(StringAttr::get(function.getContext(), "fp8_scaling"), function.getLoc());
}

double getLargest(FloatType format) {
  bool loses;
  APFloat largest = APFloat::getLargest(format.getFloatSemantics());
  largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
  return largest.convertToDouble();
}

Value buildAmax(CoreBuilder &b, Value value) {
  return b.reduceAll(ReductionKind::max, b.abs(b.cast(value, b.f32())));
}

Value buildScale(CoreBuilder &b, Value amax, Value largest, const Fp8Options &options) {
  Value scale = b.div(b.mul(largest, std::ldexp(1.0, -options.margin)), amax);
  scale = b.maximum(b.minimum(scale, 0x1p126), 0x1p-126);
  if (options.powersOfTwo) {
    // The exponent alone, without the fraction: rounds down.
    auto bitsType = withElementType(scale.getType(), b.i32());
    Value bits = b.create<BitcastConvertOp>(bitsType, scale);
    bits = b.create<AndOp>(bits, b.like(bits, 0x7f800000));
    scale = b.create<BitcastConvertOp>(amax.getType(), bits);
  }
  return b.select(b.gt(amax, 0.0), scale, 1.0);
}

//===----------------------------------------------------------------------===//
// The history
//===----------------------------------------------------------------------===//

static DenseI64ArrayAttr getArray(OpBuilder &builder, ArrayRef<int64_t> values) {
  return builder.getDenseI64ArrayAttr(values);
}

/// `value[starts .. limits)`.
static Value slice(CoreBuilder &b, Value value, ArrayRef<int64_t> starts,
                   ArrayRef<int64_t> limits) {
  SmallVector<int64_t> shape, strides(starts.size(), 1);
  for (auto [start, limit] : llvm::zip_equal(starts, limits))
    shape.push_back(limit - start);
  OpBuilder &builder = b.getBuilder();
  return b.create<SliceOp>(RankedTensorType::get(shape, getElementType(value)), value,
                           getArray(builder, starts), getArray(builder, limits),
                           getArray(builder, strides));
}

static Value concatenate(CoreBuilder &b, ArrayRef<Value> values, int64_t dim) {
  if (values.size() == 1)
    return values.front();
  SmallVector<int64_t> shape(getShape(values.front()));
  shape[dim] = 0;
  for (Value value : values)
    shape[dim] += getShape(value)[dim];
  return b.create<ConcatenateOp>(RankedTensorType::get(shape, getElementType(values.front())),
                                 values, dim);
}

LogicalResult AmaxHistory::start(ArrayRef<FloatType> formats) {
  for (func::FuncOp function : {step, init})
    if (findArg(function, kAmaxHistory) || findResult(function, kAmaxHistory))
      return function.emitError() << "fp8 needs the name '" << kAmaxHistory
                                  << "' for its state; rename that "
                                  << (findArg(function, kAmaxHistory) ? "argument" : "result")
                                  << " of '" << function.getName() << "'";
  int64_t rows = formats.size();
  Location loc = getScalingLoc(step);
  Block &block = step.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  CoreBuilder b(builder, loc);
  auto type = RankedTensorType::get({rows, options.historyLength}, b.f32());
  history = addStateArgs(
      step, {{type, getRoleAttrs(step.getContext(), Role::amax_history, kAmaxHistory), loc}})[0];

  SmallVector<float> largest;
  for (FloatType format : formats)
    largest.push_back(static_cast<float>(getLargest(format)));
  auto vector = RankedTensorType::get({rows}, b.f32());
  Value limits = b.create<ConstantOp>(
      cast<ElementsAttr>(DenseElementsAttr::get(vector, ArrayRef<float>(largest))));
  Value all = buildScale(b, b.max(history, {1}), limits, options);
  for (int64_t row = 0; row < rows; ++row)
    scales.push_back(b.reshape(slice(b, all, {row}, {row + 1}), {}));
  last = scales.back().getDefiningOp();
  return success();
}

//===----------------------------------------------------------------------===//
// Out of regions
//===----------------------------------------------------------------------===//

/// Makes scalars of the op's region its results: of a loop, the largest of its rounds.
static SmallVector<Value> yieldMore(Operation *op, ArrayRef<Value> values) {
  auto scalar = cast<RankedTensorType>(values.front().getType());
  SmallVector<Value> operands, yielded(values);
  if (isa<ForOp>(op)) {
    OpBuilder outside(op);
    CoreBuilder b(outside, values.front().getLoc());
    operands.append(values.size(), b.scalar(b.f32(), 0));
    Block &body = op->getRegion(0).front();
    OpBuilder inside(body.getTerminator());
    CoreBuilder c(inside, values.front().getLoc());
    for (Value &value : yielded)
      value = c.maximum(body.addArgument(scalar, value.getLoc()), value);
  }
  Operation *yield = op->getRegion(0).front().getTerminator();
  yield->insertOperands(yield->getNumOperands(), yielded);
  Operation *made = rebuildWith(op, operands, SmallVector<Type>(values.size(), scalar));
  return llvm::to_vector_of<Value>(made->getResults().take_back(values.size()));
}

static unsigned getDepth(Operation *op) {
  unsigned depth = 0;
  while ((op = op->getParentOp()))
    ++depth;
  return depth;
}

/// Brings scalars that are computed in loops and precision regions to the step's own block,
/// the innermost first.
static void bringOut(func::FuncOp step, MutableArrayRef<Value> values) {
  while (true) {
    Operation *deepest = nullptr;
    for (Value value : values) {
      Operation *parent = value.getParentBlock()->getParentOp();
      if (parent != step && (!deepest || getDepth(parent) > getDepth(deepest)))
        deepest = parent;
    }
    if (!deepest)
      return;
    SmallVector<unsigned> indices;
    SmallVector<Value> inside;
    for (auto [i, value] : llvm::enumerate(values))
      if (value.getParentBlock()->getParentOp() == deepest) {
        indices.push_back(i);
        inside.push_back(value);
      }
    for (auto [i, result] : llvm::zip_equal(indices, yieldMore(deepest, inside)))
      values[i] = result;
  }
}

void AmaxHistory::finish(ArrayRef<Value> amaxes) {
  SmallVector<Value> values(amaxes);
  bringOut(step, values);
  OpBuilder builder(getReturn(step));
  CoreBuilder b(builder, getScalingLoc(step));
  int64_t rows = values.size(), length = options.historyLength;
  for (Value &value : values)
    value = b.reshape(value, {1, 1});
  Value newest = concatenate(b, values, 0);
  Value shifted = newest;
  if (length > 1)
    shifted = concatenate(b, {newest, slice(b, history, {0, 0}, {rows, length - 1})}, 1);
  Value finite = b.isFinite(b.reshape(newest, {rows}));
  Value updated = b.select(b.broadcast(finite, {rows, length}, {0}), shifted, history);
  MLIRContext *context = step.getContext();
  addResults(step,
             {{updated, getRoleAttrs(context, Role::amax_history, kAmaxHistory, kAmaxHistory)}});

  OpBuilder atInit(getReturn(init));
  CoreBuilder c(atInit, getScalingLoc(init));
  addResults(init, {{c.splat({rows, length}, c.f32(), 0),
                     getRoleAttrs(context, Role::amax_history, kAmaxHistory)}});
}

} // namespace halftone::train
