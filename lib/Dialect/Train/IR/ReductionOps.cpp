// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of reductions, scans, windows, extremes and sorts.
#include "Verify.h"

using namespace mlir;
using namespace halftone::train;

namespace {

/// The sizes of `array`, or `fill` for each dimension where it is not given.
SmallVector<int64_t> orFill(ArrayRef<int64_t> array, int64_t rank, int64_t fill) {
  return array.empty() ? SmallVector<int64_t>(rank, fill) : SmallVector<int64_t>(array);
}

/// `shape` without `dimensions`.
SmallVector<int64_t> dropDimensions(ArrayRef<int64_t> shape, ArrayRef<int64_t> dimensions) {
  SmallVector<int64_t> kept;
  for (auto [i, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(dimensions, static_cast<int64_t>(i)))
      kept.push_back(size);
  return kept;
}

/// How windows move over one operand.
struct Window {
  ArrayRef<int64_t> size, strides, baseDilations, dilations, low, high;
};

/// One entry for each dimension, positive where it has to be; then the shape that the
/// windows give.
FailureOr<SmallVector<int64_t>> inferWindows(Emit emit, ArrayRef<int64_t> shape, const Window &w) {
  int64_t rank = shape.size();
  auto verifyArray = [&](StringRef name, ArrayRef<int64_t> array, bool optional, bool positive) {
    if (optional && array.empty())
      return success();
    return failure(failed(verifyLength(emit, name, array, rank)) ||
                   (positive && failed(verifyAtLeast(emit, name, array, 1))));
  };
  if (failed(verifyArray("window_dimensions", w.size, false, true)) ||
      failed(verifyArray("window_strides", w.strides, false, true)) ||
      failed(verifyArray("base_dilations", w.baseDilations, true, true)) ||
      failed(verifyArray("window_dilations", w.dilations, true, true)) ||
      failed(verifyArray("padding_low", w.low, true, false)) ||
      failed(verifyArray("padding_high", w.high, true, false)))
    return failure();
  SmallVector<int64_t> base = orFill(w.baseDilations, rank, 1),
                       spread = orFill(w.dilations, rank, 1);
  SmallVector<int64_t> low = orFill(w.low, rank, 0), high = orFill(w.high, rank, 0);
  SmallVector<int64_t> result;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t dilated = shape[i] == 0 ? 0 : (shape[i] - 1) * base[i] + 1;
    int64_t padded = low[i] + dilated + high[i];
    int64_t window = (w.size[i] - 1) * spread[i] + 1;
    result.push_back(padded < window ? 0 : (padded - window) / w.strides[i] + 1);
  }
  return result;
}

} // namespace

LogicalResult halftone::train::verifyAccumulation(Emit emit, ReductionKind kind, Type from,
                                                  Type to) {
  if (from != to && !(isa<FloatType>(from) && isa<FloatType>(to)))
    return emit() << "element types must be both float, or equal, got " << from << " and " << to;
  bool logical = kind == ReductionKind::and_ || kind == ReductionKind::or_;
  if (logical ? !isa<FloatType>(from) : !from.isInteger(1))
    return success();
  return emit() << "'" << stringifyReductionKind(kind) << "' needs "
                << (logical ? "integers or i1" : "floats or integers") << ", got " << from;
}

//===----------------------------------------------------------------------===//
// reduce, cumulative
//===----------------------------------------------------------------------===//

void ReduceOp::build(OpBuilder &builder, OperationState &state, ReductionKind kind, Value operand,
                     ArrayRef<int64_t> dimensions, Type elementType) {
  Type element = elementType ? elementType : train::getElementType(operand);
  auto type = RankedTensorType::get(dropDimensions(train::getShape(operand), dimensions), element);
  build(builder, state, type, kind, operand, dimensions);
}

LogicalResult ReduceOp::verify() {
  auto emit = [&] { return emitOpError(); };
  auto operand = cast<RankedTensorType>(getOperand().getType());
  if (failed(verifyDimensions(emit, "dimensions", getDimensions(), operand.getRank(), // (C1)
                              /*sorted=*/true)) ||
      failed(verifyShape(emit, "result", getType(), // (C2)
                         dropDimensions(operand.getShape(), getDimensions()))))
    return failure();
  return verifyAccumulation(emit, getKind(), operand.getElementType(), // (C3), (C4)
                            getType().getElementType());
}

LogicalResult CumulativeOp::verify() {
  auto emit = [&] { return emitOpError(); };
  if (failed(verifyDimension(emit, "dimension", getDimension(), getType().getRank()))) // (C1)
    return failure();
  return verifyAccumulation(emit, getKind(), train::getElementType(getOperand()), // (C2), (C3)
                            getType().getElementType());
}

//===----------------------------------------------------------------------===//
// reduce_window, select_and_scatter
//===----------------------------------------------------------------------===//

LogicalResult ReduceWindowOp::verify() {
  auto emit = [&] { return emitOpError(); };
  Window window{getWindowDimensions(), getWindowStrides(), getBaseDilations(),
                getWindowDilations(),  getPaddingLow(),    getPaddingHigh()};
  auto shape = inferWindows(emit, train::getShape(getOperand()), window);      // (C1), (C2)
  if (failed(shape) || failed(verifyShape(emit, "result", getType(), *shape))) // (C3)
    return failure();
  return verifyAccumulation(emit, getKind(), train::getElementType(getOperand()), // (C4), (C5)
                            getType().getElementType());
}

LogicalResult SelectAndScatterOp::verify() {
  auto emit = [&] { return emitOpError(); };
  Window window{getWindowDimensions(), getWindowStrides(), {}, {},
                getPaddingLow(),       getPaddingHigh()};
  auto shape = inferWindows(emit, train::getShape(getOperand()), window); // (C1), (C2)
  if (failed(shape))
    return failure();
  return verifyShape(emit, "source", getSource().getType(), *shape); // (C3)
}

//===----------------------------------------------------------------------===//
// arg_reduce, sort
//===----------------------------------------------------------------------===//

LogicalResult ArgReduceOp::verify() {
  auto emit = [&] { return emitOpError(); };
  auto operand = cast<RankedTensorType>(getOperand().getType());
  int64_t dimension = getDimension();
  if (failed(verifyDimension(emit, "dimension", dimension, operand.getRank()))) // (C1)
    return failure();
  if (operand.getDimSize(dimension) == 0)
    return emitOpError() << "dimension " << dimension << " must not be empty, got " << operand;
  return verifyShape(emit, "result", getType(), // (C2)
                     dropDimensions(operand.getShape(), dimension));
}

LogicalResult SortOp::verify() {
  auto emit = [&] { return emitOpError(); };
  int64_t count = getInputs().size(), keys = getNumKeys();
  if (getInputs().getTypes() != getOutputs().getTypes()) // (C1)
    return emitOpError() << "results must have the operands' types (" << getInputs().getTypes()
                         << "), got (" << getOutputs().getTypes() << ")";
  if (keys < 1 || keys > count) // (C3)
    return emitOpError() << "'num_keys' must be at least 1 and at most the number of operands "
                         << count << ", got " << keys;
  for (Value input : getInputs()) // (C1)
    if (train::getShape(input) != train::getShape(getInputs().front()))
      return emitOpError() << "operands must have one shape, got " << getInputs().front().getType()
                           << " and " << input.getType();
  int64_t rank = train::getShape(getInputs().front()).size();
  if (failed(verifyDimension(emit, "dimension", getDimension(), rank))) // (C2)
    return failure();
  for (Value key : getInputs().take_front(keys)) // (C4)
    if (train::getElementType(key).isInteger(1))
      return emitOpError() << "keys must be floats or integers, got " << key.getType();
  return success();
}
