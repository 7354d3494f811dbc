// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting: a bottom-up merge sort of the places of a line, stable, in
// log2(length) passes over it, then one pass that moves the elements.
//
//   pass with runs of w: merge src[lo, lo+w) and src[lo+w, lo+2w) into dst, for
//   each lo; one element for each iteration, which carries both read positions.
#include "Lowering.h"

using namespace mlir;
namespace halftone::conversion {

namespace {
struct SortLowering : Lowering<train::SortOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::SortOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override;
};

/// The arrays of one sort as [lines, length], and the line that is sorted.
struct Line {
  train::SortOp op;
  ValueRange arrays;
  Value line;
  int64_t length;

  Value at(Builder &b, int64_t array, Value place) const {
    return tensor::ExtractOp::create(b, arrays[array], ValueRange{line, place});
  }
  Value isLess(Builder &b, Value x, Value y) const;
  Value mergePass(Builder &b, Value source, int64_t width) const;
};
} // namespace

/// Whether x < y in ascending order: NaN is the largest.
static Value isBelow(Builder &b, Value x, Value y, Type element) {
  if (!isa<FloatType>(element)) {
    auto predicate = element.isUnsignedInteger() || element.isInteger(1)
                         ? arith::CmpIPredicate::ult
                         : arith::CmpIPredicate::slt;
    return arith::CmpIOp::create(b, predicate, x, y);
  }
  Value less = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
  Value number = arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, x, x);
  Value nan = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, y, y);
  return arith::OrIOp::create(b, less, arith::AndIOp::create(b, number, nan));
}

/// Whether the element at place x comes strictly before that at place y.
Value Line::isLess(Builder &b, Value x, Value y) const {
  Value result, equal;
  train::SortOp sort = op;
  for (int64_t key = 0; key < static_cast<int64_t>(sort.getNumKeys()); ++key) {
    Type element = elementOf(sort.getInputs()[key]);
    Value kx = load(b, at(b, key, x), element), ky = load(b, at(b, key, y), element);
    Value below = isBelow(b, kx, ky, element), above = isBelow(b, ky, kx, element);
    Value before = sort.getDescending() ? above : below;
    if (equal)
      before = arith::AndIOp::create(b, equal, before);
    result = result ? arith::OrIOp::create(b, result, before).getResult() : before;
    Value one = integer(b, b.getI1Type(), 1);
    Value same = arith::XOrIOp::create(b, arith::OrIOp::create(b, below, above), one);
    equal = equal ? arith::AndIOp::create(b, equal, same).getResult() : same;
  }
  return result;
}

Value Line::mergePass(Builder &b, Value source, int64_t width) const {
  Type indexType = b.getIndexType();
  Value target = allocated(b, RankedTensorType::get({length}, b.getI64Type()));
  Value last = index(b, length - 1), size = index(b, length), zero = index(b, 0);
  auto loop = scf::ForOp::create(
      b, zero, size, index(b, 1), ValueRange{target, zero, zero},
      [&](OpBuilder &builder, Location loc, Value k, ValueRange carried) {
        Builder n(loc, builder);
        auto least = [&](Value x, Value y) -> Value { return arith::MinUIOp::create(n, x, y); };
        auto plus = [&](Value x, Value y) -> Value { return arith::AddIOp::create(n, x, y); };
        auto choose = [&](Value c, Value x, Value y) -> Value {
          return arith::SelectOp::create(n, c, x, y);
        };
        auto compare = [&](arith::CmpIPredicate p, Value x, Value y) -> Value {
          return arith::CmpIOp::create(n, p, x, y);
        };
        auto placeAt = [&](Value i) -> Value {
          Value stored = tensor::ExtractOp::create(n, source, least(i, last));
          return arith::IndexCastOp::create(n, indexType, stored);
        };
        Value lo = arith::SubIOp::create(n, k, arith::RemUIOp::create(n, k, index(n, 2 * width)));
        Value middle = least(plus(lo, index(n, width)), size),
              high = least(plus(lo, index(n, 2 * width)), size);
        Value fresh = compare(arith::CmpIPredicate::eq, k, lo);
        Value i = choose(fresh, lo, carried[1]), j = choose(fresh, middle, carried[2]);
        Value left = placeAt(i), right = placeAt(j);
        Value haveLeft = compare(arith::CmpIPredicate::ult, i, middle),
              haveRight = compare(arith::CmpIPredicate::ult, j, high);
        Value takeRight = arith::AndIOp::create(n, haveRight, isLess(n, right, left));
        Value one = integer(n, n.getI1Type(), 1);
        takeRight = arith::OrIOp::create(n, takeRight, arith::XOrIOp::create(n, haveLeft, one));
        Value place = arith::IndexCastOp::create(n, n.getI64Type(), choose(takeRight, right, left));
        Value next = tensor::InsertOp::create(n, place, carried[0], k);
        Value step = index(n, 1);
        scf::YieldOp::create(n, ValueRange{next, choose(takeRight, i, plus(i, step)),
                                           choose(takeRight, plus(j, step), j)});
      });
  return loop.getResult(0);
}

LogicalResult SortLowering::matchAndRewrite(train::SortOp op, Adaptor adaptor,
                                            ConversionPatternRewriter &rewriter) const {
  Builder b(op.getLoc(), rewriter);
  ArrayRef<int64_t> shape = train::getShape(op.getInputs()[0]);
  int64_t rank = shape.size(), dim = op.getDimension(), length = shape[dim];
  int64_t count = ShapedType::getNumElements(shape);
  if (count == 0) {
    rewriter.replaceOp(op, adaptor.getInputs());
    return success();
  }
  // The dimension goes last, the others are lines.
  SmallVector<int64_t> order, back(rank), moved;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      order.push_back(i);
  order.push_back(dim);
  for (auto [i, from] : llvm::enumerate(order)) {
    back[from] = i;
    moved.push_back(shape[from]);
  }
  SmallVector<Value> arrays, results;
  for (Value input : adaptor.getInputs()) {
    Value array = dim == rank - 1 ? input : transpose(b, input, order);
    arrays.push_back(reshape(b, array, {count / length, length}));
    results.push_back(allocated(b, cast<RankedTensorType>(arrays.back().getType())));
  }
  auto lines = scf::ForOp::create(
      b, index(b, 0), index(b, count / length), index(b, 1), results,
      [&](OpBuilder &builder, Location loc, Value line, ValueRange carried) {
        Builder n(loc, builder);
        Line current{op, arrays, line, length};
        Value places = map(n, RankedTensorType::get({length}, n.getI64Type()), {},
                           [&](Builder &inner, ValueRange) -> Value {
                             return arith::IndexCastOp::create(inner, inner.getI64Type(),
                                                               linalg::IndexOp::create(inner, 0));
                           });
        for (int64_t width = 1; width < length; width *= 2)
          places = current.mergePass(n, places, width);
        auto move = scf::ForOp::create(
            n, index(n, 0), index(n, length), index(n, 1), carried,
            [&](OpBuilder &innerBuilder, Location, Value k, ValueRange inner) {
              Builder m(loc, innerBuilder);
              Value place = arith::IndexCastOp::create(m, m.getIndexType(),
                                                       tensor::ExtractOp::create(m, places, k));
              SmallVector<Value> next;
              for (auto [array, result] : llvm::enumerate(inner))
                next.push_back(tensor::InsertOp::create(m, current.at(m, array, place), result,
                                                        ValueRange{line, k}));
              scf::YieldOp::create(m, next);
            });
        scf::YieldOp::create(n, move.getResults());
      });
  SmallVector<Value> sorted;
  for (Value result : lines.getResults()) {
    Value array = reshape(b, result, moved);
    sorted.push_back(dim == rank - 1 ? array : transpose(b, array, back));
  }
  rewriter.replaceOp(op, sorted);
  return success();
}

void populateSort(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<SortLowering>(types, patterns.getContext());
}

} // namespace halftone::conversion
