// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short names for building core ops.
#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

using namespace mlir;

namespace halftone::train {

Value CoreBuilder::splat(Dims shape, Type element, double value) {
  return train::splat(builder, loc, RankedTensorType::get(shape, element), value);
}

Value CoreBuilder::splatInt(Dims shape, Type element, int64_t value) {
  auto type = RankedTensorType::get(shape, element);
  APInt bits(element.getIntOrFloatBitWidth(), value, /*isSigned=*/true, /*implicitTrunc=*/true);
  return create<ConstantOp>(DenseElementsAttr::get(type, bits));
}

Value CoreBuilder::like(Value value, double number) {
  Type element = getElementType(value);
  if (isa<FloatType>(element))
    return splat(getShape(value), element, number);
  return splatInt(getShape(value), element, static_cast<int64_t>(number));
}

Value CoreBuilder::iota(Dims shape, Type element, int64_t dim) {
  return create<IotaOp>(RankedTensorType::get(shape, element), dim);
}

Value CoreBuilder::reshape(Value value, Dims shape) {
  if (getShape(value) == shape)
    return value;
  return create<ReshapeOp>(RankedTensorType::get(shape, getElementType(value)), value);
}

Value CoreBuilder::transpose(Value value, Dims permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return value;
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(getShape(value)[dim]);
  return create<TransposeOp>(RankedTensorType::get(shape, getElementType(value)), value,
                             permutation);
}

Value CoreBuilder::broadcast(Value value, Dims shape, Dims dims) {
  if (getShape(value) == shape && dims.size() == shape.size())
    return value;
  return create<BroadcastInDimOp>(RankedTensorType::get(shape, getElementType(value)), value, dims);
}

Value CoreBuilder::broadcastTrailing(Value value, Dims shape) {
  int64_t rank = getShape(value).size(), first = static_cast<int64_t>(shape.size()) - rank;
  return broadcast(value, shape, llvm::to_vector(llvm::seq<int64_t>(first, first + rank)));
}

Value CoreBuilder::expand(Value reduced, Value other, Dims dims) {
  return broadcast(reduced, getShape(other), otherDims(other, dims));
}

Value CoreBuilder::reduce(ReductionKind kind, Value value, Dims dims, Type element) {
  if (dims.empty())
    return cast(value, element ? element : getElementType(value));
  return create<ReduceOp>(kind, value, dims, element);
}

Value CoreBuilder::mean(Value value, Dims dims) {
  return div(sum(value, dims), static_cast<double>(countAlong(value, dims)));
}

Value CoreBuilder::reduceAll(ReductionKind kind, Value value, Type element) {
  return reduce(kind, value, allDims(value), element);
}

SmallVector<int64_t> allDims(Value value) { return dimsFrom(value, 0); }

SmallVector<int64_t> dimsFrom(Value value, int64_t first) {
  return llvm::to_vector(llvm::seq<int64_t>(first, getShape(value).size()));
}

SmallVector<int64_t> otherDims(Value value, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> others = allDims(value);
  llvm::erase_if(others, [&](int64_t dim) { return llvm::is_contained(dims, dim); });
  return others;
}

int64_t countAlong(Value value, ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= getShape(value)[dim];
  return count;
}

} // namespace halftone::train
