// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers: rows of a table are an embedding, which clamps indices as a gather does, forward
// and backward. What a framework does first with indices outside of the table (wrap the
// negative ones, a select for NaN behind) stays as it is. Also what only moves elements
// around composites.
#include "RaiseComposites.h"

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
  rules.add<embedding>(Phase::Formula);
  rules.add<transposeOfTranspose>(Phase::Cleanup);
}

} // namespace halftone::train::raise
