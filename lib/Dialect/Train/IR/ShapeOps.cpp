// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that move elements: shape functions, verifiers and folds. An op that infers its
// result's shape has one function for it, which the verifier shares. Gather and
// scatter are in GatherOps.cpp.
#include "Verify.h"

using namespace mlir;
using namespace halftone::train;

namespace {

using Shape = SmallVector<int64_t>;

/// Errors at `location`, or nowhere.
auto emitterAt(std::optional<Location> location) {
  return [location] { return location ? emitError(*location) : InFlightDiagnostic(); };
}

/// The operands' types may be anything while types are inferred.
RankedTensorType getTensor(Value value) { return dyn_cast<RankedTensorType>(value.getType()); }

/// Ends type inference: the operand's element type in the shape that was found.
LogicalResult finishInference(const FailureOr<Shape> &shape, RankedTensorType operand,
                              SmallVectorImpl<Type> &types) {
  if (failed(shape))
    return failure();
  types.push_back(operand.clone(*shape));
  return success();
}

} // namespace

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  auto operand = cast<RankedTensorType>(getOperand().getType());
  if (operand.getNumElements() == getType().getNumElements()) // (C1)
    return success();
  return emitOpError() << "operand and result must have the same number of elements, got "
                       << operand.getNumElements() << " and " << getType().getNumElements();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  auto inner = getOperand().getDefiningOp<ReshapeOp>();
  if (!inner)
    return {};
  getOperandMutable().set(inner.getOperand());
  return getResult();
}

//===----------------------------------------------------------------------===//
// transpose
//===----------------------------------------------------------------------===//

static FailureOr<Shape> inferTranspose(Emit emit, RankedTensorType operand,
                                       ArrayRef<int64_t> permutation) {
  int64_t rank = operand.getRank(); // (C1)
  if (failed(verifyLength(emit, "permutation", permutation, rank)) ||
      failed(verifyDimensions(emit, "permutation", permutation, rank)))
    return failure();
  return Shape(llvm::map_range(permutation, [&](int64_t dim) { return operand.getDimSize(dim); }));
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                            ValueRange operands, DictionaryAttr attributes,
                                            OpaqueProperties properties, RegionRange regions,
                                            SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  RankedTensorType operand = getTensor(adaptor.getOperand());
  if (!operand)
    return failure();
  return finishInference(inferTranspose(emitterAt(location), operand, adaptor.getPermutation()),
                         operand, types);
}

LogicalResult TransposeOp::verify() {
  auto emit = [&] { return emitOpError(); };
  auto shape = inferTranspose(emit, getTensor(getOperand()), getPermutation());
  return failed(shape) ? failure() : verifyShape(emit, "result", getType(), *shape);
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  if (llvm::equal(getPermutation(), llvm::seq<int64_t>(0, getPermutation().size())))
    return getOperand();
  auto inner = getOperand().getDefiningOp<TransposeOp>();
  if (!inner)
    return {};
  Shape permutation;
  for (int64_t dim : getPermutation())
    permutation.push_back(inner.getPermutation()[dim]);
  setPermutation(permutation);
  getOperandMutable().set(inner.getOperand());
  return getResult();
}

//===----------------------------------------------------------------------===//
// broadcast_in_dim
//===----------------------------------------------------------------------===//

LogicalResult BroadcastInDimOp::verify() {
  auto emit = [&] { return emitOpError(); };
  RankedTensorType operand = getTensor(getOperand());
  ArrayRef<int64_t> dims = getBroadcastDimensions(); // (C1)
  if (failed(verifyLength(emit, "broadcast_dimensions", dims, operand.getRank(),
                          "one for each dimension of the operand")) ||
      failed(verifyDimensions(emit, "broadcast_dimensions", dims, getType().getRank(),
                              /*sorted=*/true)))
    return failure();
  for (auto [i, dim] : llvm::enumerate(dims)) { // (C2)
    int64_t size = operand.getDimSize(i), resultSize = getType().getDimSize(dim);
    if (size != 1 && size != resultSize)
      return emitOpError() << "dimension " << i << " of the operand must be 1 or " << resultSize
                           << ", as dimension " << dim << " of the result, got " << size;
  }
  return success();
}

OpFoldResult BroadcastInDimOp::fold(FoldAdaptor) {
  // Increasing dimensions of an equal rank are all dimensions in order.
  if (getOperand().getType() == getType())
    return getOperand();
  auto inner = getOperand().getDefiningOp<BroadcastInDimOp>();
  if (!inner)
    return {};
  Shape dims;
  for (int64_t dim : inner.getBroadcastDimensions())
    dims.push_back(getBroadcastDimensions()[dim]);
  setBroadcastDimensions(dims);
  getOperandMutable().set(inner.getOperand());
  return getResult();
}

//===----------------------------------------------------------------------===//
// slice
//===----------------------------------------------------------------------===//

static FailureOr<Shape> inferSlice(Emit emit, RankedTensorType operand, ArrayRef<int64_t> start,
                                   ArrayRef<int64_t> limit, ArrayRef<int64_t> strides) {
  int64_t rank = operand.getRank(); // (C1)
  if (failed(verifyLength(emit, "start_indices", start, rank)) ||
      failed(verifyLength(emit, "limit_indices", limit, rank)) ||
      failed(verifyLength(emit, "strides", strides, rank)))
    return failure();
  Shape shape;
  for (int64_t i = 0; i < rank; ++i) { // (C2)
    if (start[i] < 0 || start[i] > limit[i] || limit[i] > operand.getDimSize(i))
      return emit() << "dimension " << i
                    << " needs 0 <= start <= limit <= " << operand.getDimSize(i) << ", got start "
                    << start[i] << " and limit " << limit[i];
    if (strides[i] <= 0)
      return emit() << "'strides' must be at least 1, got " << strides[i];
    shape.push_back(llvm::divideCeil(static_cast<uint64_t>(limit[i] - start[i]),
                                     static_cast<uint64_t>(strides[i])));
  }
  return shape;
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                        ValueRange operands, DictionaryAttr attributes,
                                        OpaqueProperties properties, RegionRange regions,
                                        SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  RankedTensorType operand = getTensor(adaptor.getOperand());
  if (!operand)
    return failure();
  return finishInference(inferSlice(emitterAt(location), operand, adaptor.getStartIndices(),
                                    adaptor.getLimitIndices(), adaptor.getStrides()),
                         operand, types);
}

LogicalResult SliceOp::verify() {
  auto emit = [&] { return emitOpError(); };
  auto shape =
      inferSlice(emit, getTensor(getOperand()), getStartIndices(), getLimitIndices(), getStrides());
  return failed(shape) ? failure() : verifyShape(emit, "result", getType(), *shape);
}

OpFoldResult SliceOp::fold(FoldAdaptor) {
  // All of each dimension can be taken in one way only.
  return getOperand().getType() == getType() ? OpFoldResult(getOperand()) : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

static FailureOr<Shape> inferPad(Emit emit, RankedTensorType operand, RankedTensorType value,
                                 ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                                 ArrayRef<int64_t> interior) {
  int64_t rank = operand.getRank(); // (C1)
  if (failed(verifyLength(emit, "edge_padding_low", low, rank)) ||
      failed(verifyLength(emit, "edge_padding_high", high, rank)) ||
      failed(verifyLength(emit, "interior_padding", interior, rank)))
    return failure();
  if (failed(verifyAtLeast(emit, "interior_padding", interior, 0))) // (C2)
    return failure();
  Shape shape;
  for (int64_t i = 0; i < rank; ++i) { // (C3)
    int64_t size = operand.getDimSize(i);
    int64_t padded = low[i] + high[i] + size + std::max<int64_t>(size - 1, 0) * interior[i];
    if (padded < 0)
      return emit() << "no dimension of the result may be negative, got " << padded
                    << " for dimension " << i;
    shape.push_back(padded);
  }
  if (value.getRank() != 0) // (C4)
    return emit() << "'padding_value' must have rank 0, got " << value;
  return shape;
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                      ValueRange operands, DictionaryAttr attributes,
                                      OpaqueProperties properties, RegionRange regions,
                                      SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  RankedTensorType operand = getTensor(adaptor.getOperand());
  RankedTensorType value = getTensor(adaptor.getPaddingValue());
  if (!operand || !value)
    return failure();
  return finishInference(inferPad(emitterAt(location), operand, value, adaptor.getEdgePaddingLow(),
                                  adaptor.getEdgePaddingHigh(), adaptor.getInteriorPadding()),
                         operand, types);
}

LogicalResult PadOp::verify() {
  auto emit = [&] { return emitOpError(); };
  auto shape = inferPad(emit, getTensor(getOperand()), getTensor(getPaddingValue()),
                        getEdgePaddingLow(), getEdgePaddingHigh(), getInteriorPadding());
  return failed(shape) ? failure() : verifyShape(emit, "result", getType(), *shape);
}

//===----------------------------------------------------------------------===//
// concatenate
//===----------------------------------------------------------------------===//

static FailureOr<Shape> inferConcatenate(Emit emit, ValueRange inputs, int64_t dimension) {
  if (inputs.empty()) // (C1)
    return emit() << "needs at least one operand";
  RankedTensorType first = getTensor(inputs.front());
  if (failed(verifyDimension(emit, "dimension", dimension, first.getRank()))) // (C2)
    return failure();
  Shape shape(first.getShape());
  for (auto [i, input] : llvm::enumerate(inputs.drop_front())) { // (C3)
    RankedTensorType type = getTensor(input);
    Shape expected(first.getShape());
    if (type && type.getRank() == first.getRank())
      expected[dimension] = type.getDimSize(dimension);
    if (!type || type.getShape() != ArrayRef<int64_t>(expected))
      return emit() << "operands must have the same shape but for dimension " << dimension
                    << ", got " << first << " and " << input.getType();
    shape[dimension] += type.getDimSize(dimension);
  }
  return shape;
}

LogicalResult ConcatenateOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                              ValueRange operands, DictionaryAttr attributes,
                                              OpaqueProperties properties, RegionRange regions,
                                              SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  if (!operands.empty() && !getTensor(operands.front()))
    return failure();
  auto shape = inferConcatenate(emitterAt(location), operands, adaptor.getDimension());
  return failed(shape) ? failure() : finishInference(shape, getTensor(operands.front()), types);
}

LogicalResult ConcatenateOp::verify() {
  auto emit = [&] { return emitOpError(); };
  auto shape = inferConcatenate(emit, getInputs(), getDimension());
  return failed(shape) ? failure() : verifyShape(emit, "result", getType(), *shape);
}

OpFoldResult ConcatenateOp::fold(FoldAdaptor) {
  return getInputs().size() == 1 ? OpFoldResult(getInputs().front()) : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// reverse
//===----------------------------------------------------------------------===//

LogicalResult ReverseOp::verify() {
  auto emit = [&] { return emitOpError(); };
  return verifyDimensions(emit, "dimensions", getDimensions(), getType().getRank()); // (C1)
}

//===----------------------------------------------------------------------===//
// dynamic_slice, dynamic_update_slice
//===----------------------------------------------------------------------===//

static LogicalResult verifyStartIndices(Emit emit, ValueRange indices, int64_t rank) {
  if (static_cast<int64_t>(indices.size()) != rank)
    return emit() << "needs " << rank << " start indices, one for each dimension, got "
                  << indices.size();
  for (Value index : indices)
    if (index.getType() != indices.front().getType())
      return emit() << "start indices must have one type, got " << indices.front().getType()
                    << " and " << index.getType();
  return success();
}

LogicalResult DynamicSliceOp::verify() {
  auto emit = [&] { return emitOpError(); };
  RankedTensorType operand = getTensor(getOperand());
  if (failed(verifyStartIndices(emit, getStartIndices(), operand.getRank())) || // (C1)
      failed(verifyLength(emit, "slice_sizes", getSliceSizes(), operand.getRank())))
    return failure();
  for (auto [i, size] : llvm::enumerate(getSliceSizes())) // (C2)
    if (size < 0 || size > operand.getDimSize(i))
      return emitOpError() << "'slice_sizes' must be at least 0 and at most "
                           << operand.getDimSize(i) << " in dimension " << i << ", got " << size;
  return verifyShape(emit, "result", getType(), getSliceSizes()); // (C3)
}

LogicalResult DynamicUpdateSliceOp::verify() {
  auto emit = [&] { return emitOpError(); };
  RankedTensorType operand = getTensor(getOperand()), update = getTensor(getUpdate());
  if (failed(verifyStartIndices(emit, getStartIndices(), operand.getRank()))) // (C1)
    return failure();
  bool fits = update.getRank() == operand.getRank() &&
              llvm::all_of(llvm::zip(update.getShape(), operand.getShape()),
                           [](auto sizes) { return std::get<0>(sizes) <= std::get<1>(sizes); });
  if (fits) // (C2)
    return success();
  return emitOpError() << "'update' must have the operand's rank and be nowhere larger than "
                       << operand << ", got " << update;
}
