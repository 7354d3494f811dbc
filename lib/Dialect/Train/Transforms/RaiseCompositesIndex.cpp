// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers: rows of a table are an embedding, which clamps indices as a gather does, forward
// and backward. What a framework does first with indices outside of the table (wrap the
// negative ones, a select for NaN behind) stays as it is. A product with one-hot rows is an
// embedding, too, with zeros for what names no row. Also what only moves elements around
// composites.
#include "RaiseComposites.h"
#include "RaiseCompositesAxes.h"

using namespace mlir;

namespace halftone::train::raise {

namespace {

/// The indices without the dimension of index vectors, whose size is 1.
Value dropVectorDim(CoreBuilder &b, GatherOp op) {
  Sizes shape(getShape(op.getStartIndices()));
  int64_t dim = op.getIndexVectorDim();
  if (dim < static_cast<int64_t>(shape.size()))
    shape.erase(shape.begin() + dim);
  return reshapeBehindViews(b, op.getStartIndices(), shape);
}

Match embedding(GatherOp root, Context &) {
  Dims table = getShape(root.getOperand());
  int64_t last = static_cast<int64_t>(getShape(root.getResult()).size()) - 1;
  if (table.size() != 2 || root.getOffsetDims() != Dims(last) ||
      root.getCollapsedSliceDims() != Dims({0}) || root.getStartIndexMap() != Dims({0}) ||
      !root.getOperandBatchingDims().empty() || root.getSliceSizes() != Dims({1, table[1]}) ||
      !isa<FloatType>(getElementType(root.getOperand())))
    return std::nullopt;
  return Candidate{"embedding", {root.getOperand(), root.getStartIndices()}, [=](CoreBuilder &b) {
                     GatherOp op = root;
                     return Values{b.create<EmbeddingOp>(op.getResult().getType(), op.getOperand(),
                                                         dropVectorDim(b, op))};
                   }};
}

/// True where element (i, j) of `ids` names a row of the table.
Value namesRow(CoreBuilder &b, Value ids, int64_t rows) {
  return b.logicalAnd(b.ge(ids, 0.0), b.lt(ids, static_cast<double>(rows)));
}

/// one_hot(ids) · table.
Match oneHotProduct(DotGeneralOp root, Context &) {
  Value table = root.getRhs(), rows = root.getLhs();
  int64_t last = static_cast<int64_t>(getShape(rows).size()) - 1;
  Type type = getFormulaType(root.getResult());
  if (!type || root.getTf32() || getElementType(rows) != type || getElementType(table) != type ||
      root.getAccumulatorElementType() != type || getShape(table).size() != 2 ||
      !root.getLhsBatchingDimensions().empty() ||
      root.getLhsContractingDimensions() != Dims(last) ||
      root.getRhsContractingDimensions() != Dims({0}))
    return std::nullopt;
  // Rows may be merged to one dimension.
  Value oneHot = rows;
  auto reshape = rows.getDefiningOp<ReshapeOp>();
  if (reshape && !getShape(reshape.getOperand()).empty() &&
      getShape(reshape.getOperand()).back() == getShape(rows).back())
    oneHot = reshape.getOperand();
  Value labels = matchOneHot(oneHot);
  if (!labels)
    return std::nullopt;
  return Candidate{"embedding", {labels, table}, [=](CoreBuilder &b) {
                     DotGeneralOp op = root;
                     Value ids = b.reshape(labels, getShape(op.getLhs()).drop_back());
                     Value found = b.create<EmbeddingOp>(op.getResult().getType(), table, ids);
                     Value named = namesRow(b, ids, getShape(table)[0]);
                     Value spread = b.broadcast(named, getShape(found), allDims(named));
                     return Values{b.select(spread, found, 0.0)};
                   }};
}

//===----------------------------------------------------------------------===//
// Steps on the way
//===----------------------------------------------------------------------===//

/// True for whole numbers that are counted up from 0 or more.
bool isCounter(Value value) {
  Seen seen = skipViews(see(value));
  if (auto add = seen.op<AddOp>()) {
    Value other = otherOperand(add, [](Value v) {
      std::optional<int64_t> constant = getConstantInt(v);
      return constant && *constant >= 0 && *constant < (1 << 30);
    });
    return other && isCounter(other);
  }
  return bool(seen.op<IotaOp>());
}

/// select(iota < 0, iota + n, iota), as JAX wraps indices.
Match wrappedCounter(SelectOp root, Context &) {
  auto compare = root.getPred().getDefiningOp<CompareOp>();
  if (!compare || compare.getComparisonDirection() != ComparisonDirection::LT ||
      getConstantInt(compare.getRhs()) != 0 || !isCounter(compare.getLhs()))
    return std::nullopt;
  Value counter = root.getOnFalse();
  return Candidate{"", {counter}, [=](CoreBuilder &) { return Values{counter}; }};
}

/// A gather of single elements, all of them and in order, by constant indices.
Match gatherInOrder(GatherOp root, Context &) {
  Dims from = getShape(root.getOperand()), to = getShape(root.getResult());
  int64_t rank = from.size(), count = root.getOperand().getType().getNumElements();
  auto constant = root.getStartIndices().getDefiningOp<ConstantOp>();
  auto indices = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  bool isPlain = llvm::equal(root.getCollapsedSliceDims(), llvm::seq<int64_t>(0, rank)) &&
                 llvm::equal(root.getStartIndexMap(), llvm::seq<int64_t>(0, rank)) &&
                 root.getOffsetDims().empty() && root.getOperandBatchingDims().empty() &&
                 static_cast<int64_t>(root.getIndexVectorDim()) + 1 ==
                     static_cast<int64_t>(getShape(root.getStartIndices()).size());
  if (!indices || !isPlain || root.getResult().getType().getNumElements() != count ||
      count > (1 << 20))
    return std::nullopt;
  int64_t place = 0, next = 0, dim = 0;
  for (const APInt &index : indices.getValues<APInt>()) {
    int64_t at = index.getSExtValue();
    if (at < 0 || at >= from[dim])
      return std::nullopt;
    place = place * from[dim] + at;
    if (++dim < rank)
      continue;
    if (place != next++)
      return std::nullopt;
    place = dim = 0;
  }
  return Candidate{"", {root.getOperand()}, [=](CoreBuilder &b) {
                     GatherOp op = root;
                     return Values{b.reshape(op.getOperand(), to)};
                   }};
}

/// transpose(x) − the transposed maximum of x, as JAX's vmap moves a softmax: the maximum is
/// taken of what is transposed already.
Match shiftOfTransposed(SubOp root, Context &) {
  Value moved = root.getLhs();
  if (!isa_and_nonnull<TransposeOp>(moved.getDefiningOp()))
    return std::nullopt;
  Axes axes;
  Placed left = axes.place(moved);
  Placed shift = axes.skipViews(left.at(root.getRhs()));
  auto reduce = shift.op<ReduceOp>();
  Placed source = axes.skipMoves(left);
  if (!reduce || reduce.getKind() != ReductionKind::max || source.value != reduce.getOperand())
    return std::nullopt;
  // The kept dimensions are the same axes.
  AxisList reduced;
  unsigned next = 0;
  for (auto [dim, axis] : llvm::enumerate(source.dims)) {
    if (llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(dim)))
      llvm::append_range(reduced, axes.resolve(axis));
    else if (axes.resolve(axis) != axes.resolve(shift.dims[next++]))
      return std::nullopt;
  }
  Sizes dims;
  for (auto [dim, axis] : llvm::enumerate(left.dims))
    if (shareAxis(axes.resolve(axis), reduced))
      dims.push_back(dim);
  if (countAlong(moved, dims) != axes.size(reduced))
    return std::nullopt;
  return Candidate{"", {moved, source.value}, [=](CoreBuilder &b) {
                     return Values{b.sub(moved, b.expand(b.max(moved, dims), moved, dims))};
                   }};
}

/// A single slice of the operand's own size starts at 0, wherever it is asked to.
Match wholeGather(GatherOp root, Context &) {
  Dims from = getShape(root.getOperand()), to = getShape(root.getResult());
  Sizes offset(root.getOffsetDims());
  bool isOrdered = llvm::is_sorted(offset) && root.getOperandBatchingDims().empty();
  if (!isOrdered || root.getSliceSizes() != from ||
      root.getOperand().getType().getNumElements() != root.getResult().getType().getNumElements())
    return std::nullopt;
  return Candidate{"", {root.getOperand(), root.getStartIndices()}, [=](CoreBuilder &b) {
                     GatherOp op = root;
                     return Values{b.reshape(op.getOperand(), to)};
                   }};
}

/// Attention's results come transposed, and are transposed again.
Match transposeOfTranspose(TransposeOp root, Context &) {
  auto inner = root.getOperand().getDefiningOp<TransposeOp>();
  if (!inner)
    return std::nullopt;
  Sizes order;
  for (int64_t dim : root.getPermutation())
    order.push_back(inner.getPermutation()[dim]);
  Value operand = inner.getOperand();
  return Candidate{
      "", {operand}, [=](CoreBuilder &b) { return Values{b.transpose(operand, order)}; }};
}

} // namespace

void addIndexRules(Rules &rules) {
  rules.add<wholeGather>(Phase::Shape);
  rules.add<gatherInOrder>(Phase::Shape);
  rules.add<wrappedCounter>(Phase::Shape);
  rules.add<shiftOfTransposed>(Phase::Shape);
  rules.add<oneHotProduct>(Phase::Loss);
  rules.add<embedding>(Phase::Formula);
  rules.add<transposeOfTranspose>(Phase::Cleanup);
}

} // namespace halftone::train::raise
