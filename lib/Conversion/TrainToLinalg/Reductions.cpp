// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, running reductions, and the place of an extreme. Sums of narrow
// floats are kept in f32 and rounded once at the end.
#include "Lowering.h"

using namespace mlir;
namespace halftone::conversion {

/// From the accumulators' type to `type`, in the loop of whoever reads it.
static Value finish(Builder &b, Value sums, Type element, Type resultElement,
                    RankedTensorType type) {
  Type sum = train::getComputeType(element);
  if (sum == resultElement)
    return sums;
  return map(b, type, sums, [&](Builder &inner, ValueRange args) {
    return emitCast(inner, args[0], sum, resultElement);
  });
}

namespace {
struct ReduceLowering : Lowering<train::ReduceOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ReduceOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    Type element = elementOf(op.getOperand());
    auto type = storageTensor(op.getResult().getType());
    unsigned rank = train::getShape(op.getOperand()).size();
    SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
    SmallVector<AffineExpr> kept;
    for (unsigned dim = 0; dim < rank; ++dim) {
      if (llvm::is_contained(op.getDimensions(), dim))
        iterators[dim] = utils::IteratorType::reduction;
      else
        kept.push_back(b.getAffineDimExpr(dim));
    }
    Value start = encode(b, neutral(b, op.getKind(), element), element);
    Value sums = filled(b, type.clone(accumulatorType(element)), start);
    AffineMap maps[] = {b.getMultiDimIdentityMap(rank),
                        AffineMap::get(rank, 0, kept, b.getContext())};
    auto loop =
        generic(b, adaptor.getOperand(), sums, maps, iterators,
                [&](Builder &inner, ValueRange args) -> SmallVector<Value> {
                  // `and` and `or` of i1 are those of their bytes.
                  return {combine(inner, op.getKind(), args[1], widen(inner, args[0]), element)};
                });
    rewriter.replaceOp(op, finish(b, loop.getResult(0), element, elementOf(op.getResult()), type));
    return success();
  }
};

/// A loop along the dimension around one over the others.
struct CumulativeLowering : Lowering<train::CumulativeOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::CumulativeOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    Type element = elementOf(op.getOperand());
    auto type = storageTensor(op.getResult().getType());
    Type sum = accumulatorType(element);
    auto sumsType = type.clone(sum);
    int64_t dim = op.getDimension(), length = type.getDimSize(dim);
    SmallVector<int64_t> sliceShape(type.getShape());
    sliceShape[dim] = 1;
    Value start = encode(b, neutral(b, op.getKind(), element), element);
    Value running = filled(b, sumsType.clone(sliceShape), start);
    auto loop = scf::ForOp::create(
        b, index(b, 0), index(b, length), index(b, 1), ValueRange{allocated(b, sumsType), running},
        [&](OpBuilder &builder, Location loc, Value i, ValueRange carried) {
          Builder nest(loc, builder);
          if (op.getReverse())
            i = arith::SubIOp::create(nest, index(nest, length - 1), i);
          SmallVector<OpFoldResult> at(type.getRank(), nest.getIndexAttr(0));
          at[dim] = i;
          Value part = sliceOf(nest, adaptor.getOperand(), at, sliceShape);
          AffineMap identity = nest.getMultiDimIdentityMap(type.getRank());
          SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
          Value next =
              generic(
                  nest, part, carried[1], {identity, identity}, iterators,
                  [&](Builder &inner, ValueRange args) -> SmallVector<Value> {
                    Value x = load(inner, args[0], element), y = decode(inner, args[1], element);
                    return {encode(inner, combine(inner, op.getKind(), y, x, element), element)};
                  })
                  .getResult(0);
          Value all = insertSlice(nest, next, carried[0], at, sliceShape);
          scf::YieldOp::create(nest, ValueRange{all, next});
        });
    rewriter.replaceOp(op, finish(b, loop.getResult(0), element, elementOf(op.getResult()), type));
    return success();
  }
};

/// Two accumulators: the extreme so far and its place.
struct ArgReduceLowering : Lowering<train::ArgReduceOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ArgReduceOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    Type element = elementOf(op.getOperand());
    auto type = storageTensor(op.getResult().getType());
    bool largest = op.getKind() == train::ArgKind::max, isFloat = isa<FloatType>(element);
    auto kind = largest ? train::ReductionKind::max : train::ReductionKind::min;
    unsigned rank = train::getShape(op.getOperand()).size();
    SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
    iterators[op.getDimension()] = utils::IteratorType::reduction;
    SmallVector<AffineExpr> kept;
    for (unsigned dim = 0; dim < rank; ++dim)
      if (dim != op.getDimension())
        kept.push_back(b.getAffineDimExpr(dim));
    AffineMap reduced = AffineMap::get(rank, 0, kept, b.getContext());
    Type i64 = b.getI64Type();
    Value best = filled(b, type.clone(accumulatorType(element)), neutral(b, kind, element));
    Value place = filled(b, type.clone(i64), integer(b, i64, 0));
    auto loop = generic(
        b, adaptor.getOperand(), {best, place}, {b.getMultiDimIdentityMap(rank), reduced, reduced},
        iterators, [&](Builder &inner, ValueRange args) -> SmallVector<Value> {
          Value x = load(inner, args[0], element), y = args[1];
          Value i = arith::IndexCastOp::create(inner, i64,
                                               linalg::IndexOp::create(inner, op.getDimension()));
          Value better;
          if (isFloat) {
            // Greater than all so far; or the first NaN.
            auto predicate = largest ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT;
            Value found = arith::CmpFOp::create(inner, arith::CmpFPredicate::ORD, y, y);
            better = arith::CmpFOp::create(inner, predicate, x, y);
            better = arith::AndIOp::create(inner, better, found);
          } else {
            bool isUnsigned = element.isUnsignedInteger();
            auto predicate =
                largest ? (isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt)
                        : (isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt);
            better = arith::CmpIOp::create(inner, predicate, x, y);
          }
          return {arith::SelectOp::create(inner, better, x, y),
                  arith::SelectOp::create(inner, better, i, args[2])};
        });
    Value result = loop.getResult(1);
    Type resultElement = elementOf(op.getResult());
    if (type.getElementType() != i64)
      result = map(b, type, result, [&](Builder &inner, ValueRange args) {
        return emitCast(inner, args[0], i64, resultElement);
      });
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void populateReductions(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ReduceLowering, CumulativeLowering, ArgReduceLowering>(types, patterns.getContext());
}

} // namespace halftone::conversion
