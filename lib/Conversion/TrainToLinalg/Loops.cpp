// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building blocks on tensors: loops over elements, reshapes, slices, padding.
#include "Lowering.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
namespace halftone::conversion {

Value empty(Builder &b, RankedTensorType type) {
  return tensor::EmptyOp::create(b, type.getShape(), type.getElementType());
}

Value allocated(Builder &b, RankedTensorType type) {
  return bufferization::AllocTensorOp::create(b, type, ValueRange());
}

linalg::GenericOp generic(Builder &b, ValueRange inputs, ValueRange dests, ArrayRef<AffineMap> maps,
                          ArrayRef<utils::IteratorType> iterators, Body body) {
  SmallVector<Type> types(dests.getTypes());
  return linalg::GenericOp::create(b, types, inputs, dests, maps, iterators,
                                   [&](OpBuilder &nested, Location loc, ValueRange args) {
                                     Builder inner(loc, nested);
                                     linalg::YieldOp::create(inner, body(inner, args));
                                   });
}

Value map(Builder &b, RankedTensorType type, ValueRange inputs,
          function_ref<Value(Builder &, ValueRange)> body) {
  unsigned rank = type.getRank();
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  AffineMap scalar = AffineMap::get(rank, 0, b.getContext());
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(cast<RankedTensorType>(input.getType()).getRank() == 0 ? scalar : identity);
  maps.push_back(identity);
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return generic(b, inputs, empty(b, type), maps, iterators,
                 [&](Builder &inner, ValueRange args) -> SmallVector<Value> {
                   return {body(inner, args.drop_back())};
                 })
      .getResult(0);
}

Value filled(Builder &b, RankedTensorType type, Value scalar) {
  return map(b, type, {}, [&](Builder &, ValueRange) { return scalar; });
}

Value reshape(Builder &b, Value value, ArrayRef<int64_t> shape) {
  auto from = cast<RankedTensorType>(value.getType());
  auto to = from.clone(shape);
  if (from == to)
    return value;
  if (from.getNumElements() == 0)
    return empty(b, to);
  if (auto groups = getReassociationIndicesForReshape(from, to)) {
    if (from.getRank() > to.getRank())
      return tensor::CollapseShapeOp::create(b, to, value, *groups);
    return tensor::ExpandShapeOp::create(b, to, value, *groups);
  }
  // Through one dimension.
  auto allOf = [](int64_t rank) {
    SmallVector<ReassociationIndices> all;
    if (rank > 0)
      all.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(0, rank)));
    return all;
  };
  auto flat = from.clone({from.getNumElements()});
  if (from.getRank() != 1)
    value = from.getRank() == 0
                ? tensor::ExpandShapeOp::create(b, flat, value, allOf(0)).getResult()
                : tensor::CollapseShapeOp::create(b, flat, value, allOf(from.getRank()));
  return to.getRank() == 0 ? tensor::CollapseShapeOp::create(b, to, value, allOf(0)).getResult()
                           : tensor::ExpandShapeOp::create(b, to, value, allOf(to.getRank()));
}

Value transpose(Builder &b, Value value, ArrayRef<int64_t> perm) {
  auto from = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t dim : perm)
    shape.push_back(from.getDimSize(dim));
  SmallVector<AffineExpr> exprs(perm.size());
  for (auto [i, dim] : llvm::enumerate(perm))
    exprs[dim] = b.getAffineDimExpr(i);
  AffineMap maps[] = {AffineMap::get(perm.size(), 0, exprs, b.getContext()),
                      b.getMultiDimIdentityMap(perm.size())};
  SmallVector<utils::IteratorType> iterators(perm.size(), utils::IteratorType::parallel);
  return generic(b, value, empty(b, from.clone(shape)), maps, iterators,
                 [](Builder &, ValueRange args) -> SmallVector<Value> { return {args[0]}; })
      .getResult(0);
}

static SmallVector<OpFoldResult> constants(Builder &b, ArrayRef<int64_t> values) {
  return getAsIndexOpFoldResult(b.getContext(), values);
}

Value sliceOf(Builder &b, Value value, ArrayRef<OpFoldResult> offsets, ArrayRef<int64_t> sizes,
              ArrayRef<int64_t> strides) {
  SmallVector<int64_t> ones(sizes.size(), 1);
  return tensor::ExtractSliceOp::create(b, value, offsets, constants(b, sizes),
                                        constants(b, strides.empty() ? ArrayRef(ones) : strides));
}

Value insertSlice(Builder &b, Value part, Value dest, ArrayRef<OpFoldResult> offsets,
                  ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  SmallVector<int64_t> ones(sizes.size(), 1);
  return tensor::InsertSliceOp::create(b, part, dest, offsets, constants(b, sizes),
                                       constants(b, strides.empty() ? ArrayRef(ones) : strides));
}

Value pad(Builder &b, Value value, Value scalar, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
          ArrayRef<int64_t> interior) {
  auto type = cast<RankedTensorType>(value.getType());
  bool none = true;
  SmallVector<int64_t> shape, begin, size, source, step;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t n = type.getDimSize(dim), stride = interior[dim] + 1;
    int64_t spread = n == 0 ? 0 : (n - 1) * stride + 1;
    int64_t total = low[dim] + spread + high[dim];
    none &= low[dim] == 0 && high[dim] == 0 && interior[dim] == 0;
    // Elements of the operand from the first at or after 0 to the last below `total`.
    int64_t first = low[dim] >= 0 ? 0 : (-low[dim] + stride - 1) / stride;
    int64_t room = total - 1 - low[dim];
    int64_t last = room < 0 ? -1 : std::min(n - 1, room / stride);
    shape.push_back(total);
    source.push_back(first);
    size.push_back(std::max<int64_t>(last - first + 1, 0));
    begin.push_back(low[dim] + first * stride);
    step.push_back(stride);
  }
  if (none)
    return value;
  Value result = filled(b, type.clone(shape), scalar);
  if (llvm::is_contained(size, 0))
    return result;
  Value part = value;
  if (size != type.getShape())
    part = sliceOf(b, value, constants(b, source), size);
  return insertSlice(b, part, result, constants(b, begin), size, step);
}

Value toIndex(Builder &b, Value scalar, Type element) {
  if (element.isUnsignedInteger())
    return arith::IndexCastUIOp::create(b, b.getIndexType(), scalar);
  return arith::IndexCastOp::create(b, b.getIndexType(), scalar);
}

Value clampedIndex(Builder &b, Value scalar, bool isUnsigned, int64_t limit) {
  Value value = tensor::ExtractOp::create(b, scalar, ValueRange());
  auto width = cast<IntegerType>(value.getType()).getWidth();
  Type element = IntegerType::get(b.getContext(), width,
                                  isUnsigned ? IntegerType::Unsigned : IntegerType::Signless);
  value = toIndex(b, value, element);
  Value most = index(b, limit);
  // An unsigned 64-bit index beyond the signed range is large, not negative.
  if (isUnsigned)
    return arith::MinUIOp::create(b, value, most);
  value = arith::MaxSIOp::create(b, value, index(b, 0));
  return arith::MinSIOp::create(b, value, most);
}

Value linearIndex(Builder &b, ArrayRef<Value> indices, ArrayRef<int64_t> shape) {
  Value linear = index(b, 0);
  for (auto [i, size] : llvm::zip_equal(indices, shape))
    linear = arith::AddIOp::create(b, arith::MulIOp::create(b, linear, index(b, size)), i);
  return linear;
}

} // namespace halftone::conversion
