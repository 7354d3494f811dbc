// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gather and scatter, with StableHLO's dimension numbers. A gather is a loop over
// its result that reads at computed places, so it fuses with what follows. A
// scatter is a sequential loop over index vectors, which combines one window of
// the updates at a time: the order of the updates is part of its meaning.
#include "Lowering.h"

using namespace mlir;
namespace halftone::conversion {

/// The dimensions below `rank` that are in none of the lists.
static SmallVector<int64_t> otherDims(int64_t rank, ArrayRef<int64_t> a, ArrayRef<int64_t> b = {}) {
  SmallVector<int64_t> rest;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(a, dim) && !llvm::is_contained(b, dim))
      rest.push_back(dim);
  return rest;
}

namespace {
/// Where the window of a batch index starts.
struct Starts {
  Value indices;
  Type element; ///< of the indices, in the `train` dialect
  int64_t indexVectorDim;
  ArrayRef<int64_t> indexMap, largeBatchingDims, indicesBatchingDims;

  /// Start of the window along each dimension, not clamped; null for 0. The
  /// positions along batching dimensions are within bounds by construction.
  SmallVector<Value> at(Builder &b, ArrayRef<Value> batch, int64_t rank) const;
};
} // namespace

SmallVector<Value> Starts::at(Builder &b, ArrayRef<Value> batch, int64_t rank) const {
  SmallVector<Value> starts(rank);
  int64_t indexRank = cast<RankedTensorType>(indices.getType()).getRank();
  for (auto [component, dim] : llvm::enumerate(indexMap)) {
    SmallVector<Value> place(batch);
    if (indexVectorDim < indexRank)
      place.insert(place.begin() + indexVectorDim, index(b, component));
    starts[dim] = toIndex(b, tensor::ExtractOp::create(b, indices, place), element);
  }
  for (auto [dim, indicesDim] : llvm::zip_equal(largeBatchingDims, indicesBatchingDims))
    starts[dim] = batch[indicesDim - (indicesDim > indexVectorDim)];
  return starts;
}

namespace {
struct GatherLowering : Lowering<train::GatherOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::GatherOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto type = storageTensor(op.getResult().getType());
    ArrayRef<int64_t> shape = train::getShape(op.getOperand()), sizes = op.getSliceSizes();
    int64_t rank = shape.size();
    Starts plan{adaptor.getStartIndices(),       elementOf(op.getStartIndices()),
                int64_t(op.getIndexVectorDim()), op.getStartIndexMap(),
                op.getOperandBatchingDims(),     op.getStartIndicesBatchingDims()};
    SmallVector<int64_t> batchDims = otherDims(type.getRank(), op.getOffsetDims());
    SmallVector<int64_t> windowDims =
        otherDims(rank, op.getCollapsedSliceDims(), op.getOperandBatchingDims());
    rewriter.replaceOp(
        op, map(b, type, {}, [&](Builder &inner, ValueRange) -> Value {
          SmallVector<Value> batch;
          for (int64_t dim : batchDims)
            batch.push_back(linalg::IndexOp::create(inner, dim));
          SmallVector<Value> place = plan.at(inner, batch, rank);
          for (int64_t dim : op.getStartIndexMap()) {
            Value limit = index(inner, shape[dim] - sizes[dim]);
            if (plan.element.isUnsignedInteger()) {
              place[dim] = arith::MinUIOp::create(inner, place[dim], limit);
              continue;
            }
            place[dim] = arith::MaxSIOp::create(inner, place[dim], index(inner, 0));
            place[dim] = arith::MinSIOp::create(inner, place[dim], limit);
          }
          for (auto [dim, offsetDim] : llvm::zip_equal(windowDims, op.getOffsetDims())) {
            Value i = linalg::IndexOp::create(inner, offsetDim);
            place[dim] = place[dim] ? arith::AddIOp::create(inner, place[dim], i).getResult() : i;
          }
          for (Value &i : place)
            if (!i)
              i = index(inner, 0);
          return tensor::ExtractOp::create(inner, adaptor.getOperand(), place);
        }));
    return success();
  }
};

struct ScatterLowering : Lowering<train::ScatterOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ScatterOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override;

private:
  Value loopNest(Builder &b, train::ScatterOp op, Adaptor adaptor, Value target,
                 function_ref<Value(Builder &, Value, Value)> combineOne) const;
};
} // namespace

static train::ReductionKind reductionOf(train::ScatterKind kind) {
  switch (kind) {
  case train::ScatterKind::mul:
    return train::ReductionKind::mul;
  case train::ScatterKind::max:
    return train::ReductionKind::max;
  case train::ScatterKind::min:
    return train::ReductionKind::min;
  default:
    return train::ReductionKind::add;
  }
}

/// Whether the window of these sizes at `starts` is within `shape`.
static Value isInside(Builder &b, ArrayRef<Value> starts, ArrayRef<int64_t> indexMap,
                      ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  Value inside;
  for (int64_t dim : indexMap) { // unsigned: a negative start is beyond any limit
    Value limit = index(b, shape[dim] - sizes[dim]);
    Value ok = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, starts[dim], limit);
    inside = inside ? arith::AndIOp::create(b, inside, ok).getResult() : ok;
  }
  return inside;
}

Value ScatterLowering::loopNest(Builder &b, train::ScatterOp op, Adaptor adaptor, Value target,
                                function_ref<Value(Builder &, Value, Value)> combineOne) const {
  auto targetType = cast<RankedTensorType>(target.getType());
  auto updatesType = cast<RankedTensorType>(adaptor.getUpdates().getType());
  ArrayRef<int64_t> shape = targetType.getShape();
  int64_t rank = shape.size();
  Starts plan{adaptor.getScatterIndices(),     elementOf(op.getScatterIndices()),
              int64_t(op.getIndexVectorDim()), op.getScatterDimsToOperandDims(),
              op.getInputBatchingDims(),       op.getScatterIndicesBatchingDims()};
  SmallVector<int64_t> batchDims = otherDims(updatesType.getRank(), op.getUpdateWindowDims());
  SmallVector<int64_t> windowDims =
      otherDims(rank, op.getInsertedWindowDims(), op.getInputBatchingDims());
  SmallVector<int64_t> sizes(rank, 1), window, updateSizes(updatesType.getShape());
  for (auto [dim, updateDim] : llvm::zip_equal(windowDims, op.getUpdateWindowDims())) {
    sizes[dim] = updatesType.getDimSize(updateDim);
    window.push_back(sizes[dim]);
  }
  for (int64_t dim : batchDims)
    updateSizes[dim] = 1;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (sizes[dim] > shape[dim]) // no window fits
      return target;

  auto combineWindow = [&](Builder &nest, ArrayRef<Value> starts, ArrayRef<Value> batch,
                           Value current) -> Value {
    SmallVector<OpFoldResult> at(rank, nest.getIndexAttr(0)),
        from(updateSizes.size(), nest.getIndexAttr(0));
    for (int64_t dim = 0; dim < rank; ++dim)
      if (starts[dim])
        at[dim] = starts[dim];
    for (auto [dim, i] : llvm::zip_equal(batchDims, batch))
      from[dim] = i;
    auto staticOf = [&](ArrayRef<int64_t> values) {
      return getAsIndexOpFoldResult(nest.getContext(), values);
    };
    auto ones = [&](size_t n) { return staticOf(SmallVector<int64_t>(n, 1)); };
    Value old = tensor::ExtractSliceOp::create(nest, targetType.clone(window), current, at,
                                               staticOf(sizes), ones(rank));
    Value update =
        tensor::ExtractSliceOp::create(nest, updatesType.clone(window), adaptor.getUpdates(), from,
                                       staticOf(updateSizes), ones(updateSizes.size()));
    AffineMap identity = nest.getMultiDimIdentityMap(window.size());
    SmallVector<utils::IteratorType> iterators(window.size(), utils::IteratorType::parallel);
    auto loop = generic(nest, update, old, {identity, identity}, iterators,
                        [&](Builder &inner, ValueRange args) -> SmallVector<Value> {
                          return {combineOne(inner, args[1], args[0])};
                        });
    return tensor::InsertSliceOp::create(nest, loop.getResult(0), current, at, staticOf(sizes),
                                         ones(rank));
  };

  SmallVector<Value> lower, upper, step;
  for (int64_t dim : batchDims) {
    lower.push_back(index(b, 0));
    upper.push_back(index(b, updatesType.getDimSize(dim)));
    step.push_back(index(b, 1));
  }
  auto body = [&](OpBuilder &builder, Location loc, ValueRange ivs,
                  ValueRange carried) -> scf::ValueVector {
    Builder nest(loc, builder);
    SmallVector<Value> batch(ivs);
    SmallVector<Value> starts = plan.at(nest, batch, rank);
    Value inside = isInside(nest, starts, plan.indexMap, shape, sizes);
    if (!inside)
      return {combineWindow(nest, starts, batch, carried[0])};
    auto choice = scf::IfOp::create(
        nest, inside,
        [&](OpBuilder &then, Location) {
          Builder t(loc, then);
          scf::YieldOp::create(t, combineWindow(t, starts, batch, carried[0]));
        },
        [&](OpBuilder &otherwise, Location) { scf::YieldOp::create(otherwise, loc, carried[0]); });
    return {choice.getResult(0)};
  };
  if (batchDims.empty())
    return body(b, b.getLoc(), {}, target).front();
  return scf::buildLoopNest(b, b.getLoc(), lower, upper, step, target, body).results.front();
}

LogicalResult ScatterLowering::matchAndRewrite(train::ScatterOp op, Adaptor adaptor,
                                               ConversionPatternRewriter &rewriter) const {
  Builder b(op.getLoc(), rewriter);
  Type element = elementOf(op.getOperand()), update = elementOf(op.getUpdates());
  auto type = storageTensor(op.getResult().getType());
  train::ReductionKind kind = reductionOf(op.getKind());
  // A product rounds to the operand's type each time; only sums accumulate.
  bool direct =
      op.getKind() == train::ScatterKind::assign || op.getKind() == train::ScatterKind::mul;
  Type sums = direct ? type.getElementType() : accumulatorType(update.isF64() ? update : element);
  Value target = adaptor.getOperand();
  if (sums != type.getElementType())
    target = map(b, type.clone(sums), target, [&](Builder &inner, ValueRange args) {
      return emitCast(inner, args[0], element, sums);
    });
  target = loopNest(b, op, adaptor, target, [&](Builder &inner, Value old, Value next) -> Value {
    if (op.getKind() == train::ScatterKind::assign)
      return next;
    Type computed = isa<FloatType>(element) ? train::getComputeType(sums) : Type();
    Value x = decode(inner, old, element), y = decode(inner, next, update);
    if (computed) {
      x = emitCast(inner, x, x.getType(), computed);
      y = emitCast(inner, y, y.getType(), computed);
    }
    Value result = combine(inner, kind, x, y, element);
    return encode(inner, narrow(inner, result, old.getType()), element);
  });
  if (sums != type.getElementType())
    target = map(b, type, target, [&](Builder &inner, ValueRange args) {
      return emitCast(inner, args[0], sums, element);
    });
  rewriter.replaceOp(op, target);
  return success();
}

void populateIndexed(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<GatherLowering, ScatterLowering>(types, patterns.getContext());
}

} // namespace halftone::conversion
