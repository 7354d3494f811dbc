// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that move elements: views where the layout allows one (reshape, slices),
// else loops that fuse with their users (transpose, broadcast, reverse).
#include "Lowering.h"

using namespace mlir;
namespace halftone::conversion {

namespace {
struct ReshapeLowering : Lowering<train::ReshapeOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ReshapeOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, reshape(b, adaptor.getOperand(), train::getShape(op.getResult())));
    return success();
  }
};

struct TransposeLowering : Lowering<train::TransposeOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::TransposeOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, transpose(b, adaptor.getOperand(), op.getPermutation()));
    return success();
  }
};

struct BroadcastLowering : Lowering<train::BroadcastInDimOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::BroadcastInDimOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto type = storageTensor(op.getResult().getType());
    auto from = cast<RankedTensorType>(adaptor.getOperand().getType());
    // Dimensions of size 1 that are repeated go, so that the map is a projection.
    SmallVector<int64_t> kept;
    SmallVector<AffineExpr> exprs;
    for (auto [dim, target] : llvm::enumerate(op.getBroadcastDimensions())) {
      if (from.getDimSize(dim) == 1 && type.getDimSize(target) != 1)
        continue;
      kept.push_back(from.getDimSize(dim));
      exprs.push_back(b.getAffineDimExpr(target));
    }
    Value operand = reshape(b, adaptor.getOperand(), kept);
    unsigned rank = type.getRank();
    AffineMap maps[] = {AffineMap::get(rank, 0, exprs, b.getContext()),
                        b.getMultiDimIdentityMap(rank)};
    SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
    auto loop = generic(b, operand, empty(b, type), maps, iterators,
                        [](Builder &, ValueRange args) -> SmallVector<Value> { return {args[0]}; });
    rewriter.replaceOp(op, loop.getResult(0));
    return success();
  }
};

struct SliceLowering : Lowering<train::SliceOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::SliceOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto offsets = getAsIndexOpFoldResult(b.getContext(), op.getStartIndices());
    ArrayRef<int64_t> shape = train::getShape(op.getResult());
    if (llvm::is_contained(shape, 0)) {
      rewriter.replaceOp(op, empty(b, storageTensor(op.getResult().getType())));
      return success();
    }
    rewriter.replaceOp(op, sliceOf(b, adaptor.getOperand(), offsets, shape, op.getStrides()));
    return success();
  }
};

struct PadLowering : Lowering<train::PadOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::PadOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    Value scalar = tensor::ExtractOp::create(b, adaptor.getPaddingValue(), ValueRange());
    rewriter.replaceOp(op, pad(b, adaptor.getOperand(), scalar, op.getEdgePaddingLow(),
                               op.getEdgePaddingHigh(), op.getInteriorPadding()));
    return success();
  }
};

struct ConcatenateLowering : Lowering<train::ConcatenateOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ConcatenateOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto type = storageTensor(op.getResult().getType());
    Value result = empty(b, type);
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
    int64_t position = 0;
    for (Value input : adaptor.getInputs()) {
      ArrayRef<int64_t> shape = cast<RankedTensorType>(input.getType()).getShape();
      offsets[op.getDimension()] = b.getIndexAttr(position);
      position += shape[op.getDimension()];
      if (!llvm::is_contained(shape, 0))
        result = insertSlice(b, input, result, offsets, shape);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ReverseLowering : Lowering<train::ReverseOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ReverseOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto type = storageTensor(op.getResult().getType());
    rewriter.replaceOp(op, map(b, type, {}, [&](Builder &inner, ValueRange) -> Value {
                         SmallVector<Value> indices;
                         for (int64_t dim = 0; dim < type.getRank(); ++dim) {
                           Value i = linalg::IndexOp::create(inner, dim);
                           if (llvm::is_contained(op.getDimensions(), dim))
                             i = arith::SubIOp::create(inner,
                                                       index(inner, type.getDimSize(dim) - 1), i);
                           indices.push_back(i);
                         }
                         return tensor::ExtractOp::create(inner, adaptor.getOperand(), indices);
                       }));
    return success();
  }
};

struct DynamicSliceLowering : Lowering<train::DynamicSliceOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::DynamicSliceOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    ArrayRef<int64_t> shape = train::getShape(op.getOperand()), sizes = op.getSliceSizes();
    if (llvm::is_contained(sizes, 0)) {
      rewriter.replaceOp(op, empty(b, storageTensor(op.getResult().getType())));
      return success();
    }
    SmallVector<OpFoldResult> offsets;
    for (auto [dim, scalar] : llvm::enumerate(adaptor.getStartIndices())) {
      bool isUnsigned = elementOf(op.getStartIndices()[dim]).isUnsignedInteger();
      offsets.push_back(clampedIndex(b, scalar, isUnsigned, shape[dim] - sizes[dim]));
    }
    rewriter.replaceOp(op, sliceOf(b, adaptor.getOperand(), offsets, sizes));
    return success();
  }
};

struct DynamicUpdateSliceLowering : Lowering<train::DynamicUpdateSliceOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::DynamicUpdateSliceOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    ArrayRef<int64_t> shape = train::getShape(op.getOperand()),
                      sizes = train::getShape(op.getUpdate());
    if (llvm::is_contained(sizes, 0)) {
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    SmallVector<OpFoldResult> offsets;
    for (auto [dim, scalar] : llvm::enumerate(adaptor.getStartIndices())) {
      bool isUnsigned = elementOf(op.getStartIndices()[dim]).isUnsignedInteger();
      offsets.push_back(clampedIndex(b, scalar, isUnsigned, shape[dim] - sizes[dim]));
    }
    rewriter.replaceOp(op,
                       insertSlice(b, adaptor.getUpdate(), adaptor.getOperand(), offsets, sizes));
    return success();
  }
};
} // namespace

void populateShape(TypeConverter &types, RewritePatternSet &patterns) {
  patterns
      .add<ReshapeLowering, TransposeLowering, BroadcastLowering, SliceLowering, PadLowering,
           ConcatenateLowering, ReverseLowering, DynamicSliceLowering, DynamicUpdateSliceLowering>(
          types, patterns.getContext());
}

} // namespace halftone::conversion
