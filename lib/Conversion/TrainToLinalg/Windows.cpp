// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over moving windows, and the gradient of the maximum.
#include "Lowering.h"

using namespace mlir;
namespace halftone::conversion {

static SmallVector<int64_t> orDefault(ArrayRef<int64_t> values, int64_t rank, int64_t value) {
  return values.empty() ? SmallVector<int64_t>(rank, value) : SmallVector<int64_t>(values);
}

/// `value` padded with the neutral element of `kind`; widened where the type has
/// no infinity to pad with.
static Value padNeutral(Builder &b, Value value, Type &element, train::ReductionKind kind,
                        ArrayRef<int64_t> low, ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(element)) {
    Type narrowType = element;
    element = b.getF32Type();
    auto type = cast<RankedTensorType>(value.getType()).clone(element);
    value = map(b, type, value,
                [&](Builder &inner, ValueRange args) { return load(inner, args[0], narrowType); });
  }
  Value scalar = store(b, neutral(b, kind, element), element);
  return pad(b, value, scalar, low, high, interior);
}

namespace {
struct ReduceWindowLowering : Lowering<train::ReduceWindowOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ReduceWindowOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    Type original = elementOf(op.getOperand()), element = original;
    auto type = storageTensor(op.getResult().getType());
    int64_t rank = type.getRank();
    SmallVector<int64_t> interior = orDefault(op.getBaseDilations(), rank, 1);
    for (int64_t &dilation : interior)
      --dilation;
    Value operand = padNeutral(b, adaptor.getOperand(), element, op.getKind(),
                               orDefault(op.getPaddingLow(), rank, 0),
                               orDefault(op.getPaddingHigh(), rank, 0), interior);
    // Iteration space: places of the result, then of the window.
    SmallVector<int64_t> dilation = orDefault(op.getWindowDilations(), rank, 1);
    SmallVector<AffineExpr> read, window, written;
    for (int64_t dim = 0; dim < rank; ++dim) {
      AffineExpr place = b.getAffineDimExpr(dim), offset = b.getAffineDimExpr(rank + dim);
      read.push_back(place * op.getWindowStrides()[dim] + offset * dilation[dim]);
      window.push_back(offset);
      written.push_back(place);
    }
    auto mapOf = [&](ArrayRef<AffineExpr> exprs) {
      return AffineMap::get(2 * rank, 0, exprs, b.getContext());
    };
    SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
    iterators.append(rank, utils::IteratorType::reduction);
    Value shapeOnly = empty(b, RankedTensorType::get(op.getWindowDimensions(), b.getI8Type()));
    Value start = encode(b, neutral(b, op.getKind(), element), element);
    Value sums = filled(b, type.clone(accumulatorType(element)), start);
    Value result =
        generic(b, {operand, shapeOnly}, sums, {mapOf(read), mapOf(window), mapOf(written)},
                iterators,
                [&](Builder &inner, ValueRange args) -> SmallVector<Value> {
                  Value x = load(inner, args[0], element), sum = decode(inner, args[2], element);
                  return {encode(inner, combine(inner, op.getKind(), sum, x, element), element)};
                })
            .getResult(0);
    Type sum = train::getComputeType(original), to = elementOf(op.getResult());
    if (sum != to)
      result = map(b, type, result, [&](Builder &inner, ValueRange args) {
        return emitCast(inner, args[0], sum, to);
      });
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// For each window: find the first extreme, then add to its sum. Arrays are flat.
struct SelectAndScatterLowering : Lowering<train::SelectAndScatterOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::SelectAndScatterOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override;
};
} // namespace

LogicalResult SelectAndScatterLowering::matchAndRewrite(train::SelectAndScatterOp op,
                                                        Adaptor adaptor,
                                                        ConversionPatternRewriter &rewriter) const {
  Builder b(op.getLoc(), rewriter);
  Type element = elementOf(op.getOperand());
  auto type = storageTensor(op.getResult().getType());
  ArrayRef<int64_t> shape = type.getShape(), sourceShape = train::getShape(op.getSource());
  int64_t rank = type.getRank();
  bool largest = op.getKind() == train::ArgKind::max;
  SmallVector<int64_t> low = orDefault(op.getPaddingLow(), rank, 0);
  Type sum = train::getComputeType(element);
  Value operand = reshape(b, adaptor.getOperand(), {type.getNumElements()});
  Value sums = filled(b, RankedTensorType::get({type.getNumElements()}, sum), constant(b, sum, 0));

  auto bounds = [](Builder &at, ArrayRef<int64_t> sizes) {
    SmallVector<Value> upper;
    for (int64_t size : sizes)
      upper.push_back(index(at, size));
    return upper;
  };
  auto same = [](Builder &at, size_t n, int64_t value) {
    return SmallVector<Value>(n, index(at, value));
  };

  // One tap of the window at `places`: the extreme so far, its place, whether any.
  auto visitTap = [&](Builder &at, ValueRange places, ValueRange offsets,
                      ValueRange best) -> SmallVector<Value> {
    SmallVector<Value> position;
    Value inside = integer(at, at.getI1Type(), 1);
    for (int64_t dim = 0; dim < rank; ++dim) {
      Value p = arith::MulIOp::create(at, places[dim], index(at, op.getWindowStrides()[dim]));
      p = arith::SubIOp::create(at, arith::AddIOp::create(at, p, offsets[dim]),
                                index(at, low[dim]));
      Value ok = arith::CmpIOp::create(at, arith::CmpIPredicate::ult, p, index(at, shape[dim]));
      inside = arith::AndIOp::create(at, inside, ok);
      position.push_back(p);
    }
    Value linear = linearIndex(at, position, shape);
    Value safe = arith::SelectOp::create(at, inside, linear, index(at, 0));
    Value x = load(at, tensor::ExtractOp::create(at, operand, safe), element);
    auto predicate = largest ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT;
    Value better = arith::CmpFOp::create(at, predicate, x, best[0]);
    Value ordered = arith::CmpFOp::create(at, arith::CmpFPredicate::ORD, best[0], best[0]);
    better = arith::AndIOp::create(at, better, ordered);
    Value none = arith::XOrIOp::create(at, best[2], integer(at, at.getI1Type(), 1));
    better = arith::AndIOp::create(at, inside, arith::OrIOp::create(at, better, none));
    return {arith::SelectOp::create(at, better, x, best[0]),
            arith::SelectOp::create(at, better, linear, best[1]),
            arith::OrIOp::create(at, best[2], inside)};
  };

  auto visitWindow = [&](OpBuilder &builder, Location loc, ValueRange places,
                         ValueRange carried) -> scf::ValueVector {
    Builder at(loc, builder);
    SmallVector<Value> best = {constant(at, sum, 0), index(at, 0), integer(at, at.getI1Type(), 0)};
    best = scf::buildLoopNest(at, loc, same(at, rank, 0), bounds(at, op.getWindowDimensions()),
                              same(at, rank, 1), best,
                              [&](OpBuilder &inner, Location, ValueRange offsets,
                                  ValueRange soFar) -> scf::ValueVector {
                                Builder tap(loc, inner);
                                return visitTap(tap, places, offsets, soFar);
                              })
               .results;
    Value source = load(at, tensor::ExtractOp::create(at, adaptor.getSource(), places), element);
    Value old = tensor::ExtractOp::create(at, carried[0], best[1]);
    Value next = arith::AddFOp::create(at, old, source);
    next = arith::SelectOp::create(at, best[2], next, old);
    return {tensor::InsertOp::create(at, next, carried[0], best[1])};
  };

  if (!llvm::is_contained(shape, 0) && !llvm::is_contained(sourceShape, 0)) {
    if (rank == 0)
      sums = visitWindow(b, b.getLoc(), {}, sums).front();
    else
      sums = scf::buildLoopNest(b, b.getLoc(), same(b, rank, 0), bounds(b, sourceShape),
                                same(b, rank, 1), sums, visitWindow)
                 .results.front();
  }
  Value result = reshape(b, sums, shape);
  if (sum != element)
    result = map(b, type, result,
                 [&](Builder &inner, ValueRange args) { return narrow(inner, args[0], element); });
  rewriter.replaceOp(op, result);
  return success();
}

void populateWindows(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ReduceWindowLowering, SelectAndScatterLowering>(types, patterns.getContext());
}

} // namespace halftone::conversion
