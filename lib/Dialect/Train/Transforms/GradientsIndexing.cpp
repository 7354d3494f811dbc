// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of core ops that move elements to places computed at run time. The
// gradient of a read is an accumulating write at the same places, and the other way
// round. What is delicate is the edge: `gather` clamps a window into the operand,
// `scatter` leaves a window out that isn't wholly inside.
#include "Gradients.h"

using namespace mlir;

namespace halftone::train {

namespace {

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// The constant `values` along dimension `dim` of `like`, which has as many places,
/// or of any of them where the dimension is implicit. Values above the range of the
/// element type are its largest.
Value boundsLike(RuleBuilder &b, Value like, int64_t dim, ArrayRef<int64_t> values) {
  auto element = cast<IntegerType>(getElementType(like));
  unsigned width = element.getWidth(), digits = element.isUnsigned() ? width : width - 1;
  SmallVector<APInt> bounds;
  for (int64_t value : values) {
    if (digits < 63)
      value = std::min(value, (int64_t(1) << digits) - 1);
    bounds.push_back(APInt(width, value, /*isSigned=*/true, /*implicitTrunc=*/true));
  }
  int64_t count = bounds.size();
  if (dim == static_cast<int64_t>(getShape(like).size())) {
    auto type = RankedTensorType::get({}, element);
    return b.broadcastScalarLike(b.create<ConstantOp>(DenseElementsAttr::get(type, bounds)), like);
  }
  auto type = RankedTensorType::get({count}, element);
  Value row = b.create<ConstantOp>(DenseElementsAttr::get(type, bounds));
  return b.broadcast(row, getShape(like), {dim});
}

/// Accumulates the gradient at the clamped places: those that were read.
LogicalResult gather(GatherOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand(), indices = op.getStartIndices();
  b.give(x, [&]() -> Value {
    if (!op.getStartIndexMap().empty()) {
      SmallVector<int64_t> last;
      for (int64_t dim : op.getStartIndexMap())
        last.push_back(getShape(x)[dim] - op.getSliceSizes()[dim]);
      Value bounds = boundsLike(b, indices, op.getIndexVectorDim(), last);
      indices = b.create<ClampOp>(b.zerosLike(indices), indices, bounds);
    }
    return b.create<ScatterOp>(ScatterKind::add, b.zerosLike(x), indices, g, op.getOffsetDims(),
                               op.getCollapsedSliceDims(), op.getOperandBatchingDims(),
                               op.getStartIndicesBatchingDims(), op.getStartIndexMap(),
                               op.getIndexVectorDim());
  });
  return success();
}

/// The window of `op` in each dimension of its operand.
SmallVector<int64_t> getWindow(ScatterOp op) {
  SmallVector<int64_t> window;
  auto sizes = op.getUpdateWindowDims().begin();
  for (int64_t dim : allDims(op.getOperand())) {
    bool single = llvm::is_contained(op.getInsertedWindowDims(), dim) ||
                  llvm::is_contained(op.getInputBatchingDims(), dim);
    window.push_back(single ? 1 : getShape(op.getUpdates())[*sizes++]);
  }
  return window;
}

/// Reads from `source`, of the operand's shape, what lies where `op` writes; clamped.
Value readBack(ScatterOp op, RuleBuilder &b, Value source, ArrayRef<int64_t> window) {
  auto type = RankedTensorType::get(getShape(op.getUpdates()), getElementType(source));
  return b.create<GatherOp>(type, source, op.getScatterIndices(), op.getUpdateWindowDims(),
                            op.getInsertedWindowDims(), op.getInputBatchingDims(),
                            op.getScatterIndicesBatchingDims(), op.getScatterDimsToOperandDims(),
                            op.getIndexVectorDim(), window);
}

/// True for each update whose window is inside the operand; null where all are.
Value isWritten(ScatterOp op, RuleBuilder &b, ArrayRef<int64_t> window) {
  Value indices = op.getScatterIndices();
  if (op.getScatterDimsToOperandDims().empty())
    return {};
  SmallVector<int64_t> last;
  for (int64_t dim : op.getScatterDimsToOperandDims())
    last.push_back(getShape(op.getOperand())[dim] - window[dim]);
  int64_t vectorDim = op.getIndexVectorDim();
  Value inside =
      b.logicalAnd(b.ge(indices, 0.0), b.le(indices, boundsLike(b, indices, vectorDim, last)));
  if (vectorDim < static_cast<int64_t>(getShape(indices).size()))
    inside = b.reduce(ReductionKind::and_, inside, {vectorDim});
  return b.broadcast(inside, getShape(op.getUpdates()),
                     otherDims(op.getUpdates(), op.getUpdateWindowDims()));
}

bool fits(ScatterOp op, ArrayRef<int64_t> window) {
  return llvm::all_of(llvm::zip_equal(window, getShape(op.getOperand())),
                      [](auto pair) { return std::get<0>(pair) <= std::get<1>(pair); });
}

LogicalResult scatterAdd(ScatterOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getOperand(), g);
  SmallVector<int64_t> window = getWindow(op);
  if (!fits(op, window))
    return success();
  b.give(op.getUpdates(), [&] {
    Value read = readBack(op, b, g, window), written = isWritten(op, b, window);
    return written ? b.select(written, read, 0.0) : read;
  });
  return success();
}

/// Writes the number of each update in the same way, to learn who wrote what.
LogicalResult scatterAssign(ScatterOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), updates = op.getUpdates();
  auto type = cast<RankedTensorType>(updates.getType());
  Type number = type.getNumElements() < INT32_MAX ? b.i32() : b.i64();
  Value numbers = b.reshape(b.iota({type.getNumElements()}, number, 0), getShape(updates));
  numbers = b.add(numbers, 1.0);
  Value nobody = b.splatInt(getShape(op.getOperand()), number, 0);
  Value writer = b.create<ScatterOp>(ScatterKind::assign, nobody, op.getScatterIndices(), numbers,
                                     op.getUpdateWindowDims(), op.getInsertedWindowDims(),
                                     op.getInputBatchingDims(), op.getScatterIndicesBatchingDims(),
                                     op.getScatterDimsToOperandDims(), op.getIndexVectorDim());
  b.give(op.getOperand(), [&] { return b.select(b.eq(writer, 0.0), g, 0.0); });
  SmallVector<int64_t> window = getWindow(op);
  if (!fits(op, window))
    return success();
  b.give(updates, [&] {
    Value won = b.eq(readBack(op, b, writer, window), numbers);
    return b.select(won, readBack(op, b, g, window), 0.0);
  });
  return success();
}

LogicalResult scatter(ScatterOp op, RuleBuilder &b) {
  switch (op.getKind()) {
  case ScatterKind::add:
    return scatterAdd(op, b);
  case ScatterKind::assign:
    return scatterAssign(op, b);
  case ScatterKind::mul:
  case ScatterKind::max:
  case ScatterKind::min:
    return op.emitError("op 'train.scatter' of kind '")
           << stringifyScatterKind(op.getKind()) << "' has no gradient";
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// Dynamic slices: read and write clamp in the same way
//===----------------------------------------------------------------------===//

LogicalResult dynamicSlice(DynamicSliceOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x,
         [&] { return b.create<DynamicUpdateSliceOp>(b.zerosLike(x), g, op.getStartIndices()); });
  return success();
}

LogicalResult dynamicUpdateSlice(DynamicUpdateSliceOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), update = op.getUpdate();
  b.give(op.getOperand(), [&] {
    return b.create<DynamicUpdateSliceOp>(g, b.zerosLike(update), op.getStartIndices());
  });
  b.give(update, [&] {
    return b.create<DynamicSliceOp>(update.getType(), g, op.getStartIndices(), getShape(update));
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

/// Sorts a numbering of the places along, which then says where each element came
/// from; sorting by it brings the gradients back.
LogicalResult sort(SortOp op, RuleBuilder &b) {
  SmallVector<Value> inputs, gradients;
  for (auto [input, output] : llvm::zip_equal(op.getInputs(), op.getOutputs())) {
    Value g = b.gradient(output);
    if (!g || !b.needs(input))
      continue;
    inputs.push_back(input);
    gradients.push_back(g);
  }
  if (inputs.empty())
    return success();
  int64_t dim = op.getDimension();
  OpBuilder before(op);
  Value places = CoreBuilder(before, op.getLoc()).iota(getShape(inputs[0]), b.i32(), dim);
  Operation *sorted = rebuildWith(op, places, places.getType());
  gradients.insert(gradients.begin(), sorted->getResults().back());
  auto back = SortOp::create(b.getBuilder(), b.getLoc(), TypeRange(ValueRange(gradients)),
                             gradients, dim, /*descending=*/false, /*num_keys=*/1);
  for (auto [input, g] : llvm::zip_equal(inputs, back.getOutputs().drop_front()))
    b.give(input, g);
  return success();
}

} // namespace

void attachIndexingGradients(MLIRContext *context) {
  attachRule<GatherOp, gather>(context);
  attachRule<ScatterOp, scatter>(context);
  attachRule<DynamicSliceOp, dynamicSlice>(context);
  attachRule<DynamicUpdateSliceOp, dynamicUpdateSlice>(context);
  attachRule<SortOp, sort>(context);
}

} // namespace halftone::train
