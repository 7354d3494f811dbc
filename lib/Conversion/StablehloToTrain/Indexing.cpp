// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that move elements to computed places.
//
// A scatter of a known kind is one op for each operand. Of another kind it is, where no
// two updates meet, three: gather what is there, combine, and scatter the result; what is
// out of bounds is gathered from elsewhere, but then scattered nowhere.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ReductionKind;
using train::ScatterKind;

namespace {

Value buildGather(Converter &b, Type type, Value operand, Value indices,
                  stablehlo::GatherDimensionNumbersAttr dims, Dims sliceSizes) {
  return b.create<train::GatherOp>(type, operand, indices, dims.getOffsetDims(),
                                   dims.getCollapsedSliceDims(), dims.getOperandBatchingDims(),
                                   dims.getStartIndicesBatchingDims(), dims.getStartIndexMap(),
                                   dims.getIndexVectorDim(), sliceSizes);
}

Value gather(stablehlo::GatherOp op, Converter &b) {
  return buildGather(b, op.getResult().getType(), op.getOperand(), op.getStartIndices(),
                     op.getDimensionNumbers(), op.getSliceSizes());
}

/// Slices along `dim` by index, after `batch_dims` dimensions that both have.
FailureOr<Value> torchIndexSelect(stablehlo::TorchIndexSelectOp op, Converter &b) {
  Value operand = op.getOperand(), index = op.getIndex();
  Dims shape = train::getShape(operand), indexShape = train::getShape(index);
  int64_t dim = op.getDim(), batch = op.getBatchDims(), rank = shape.size();
  if (dim < 0 || dim >= rank || batch < 0 || batch > dim ||
      batch > static_cast<int64_t>(indexShape.size()))
    return Converter::refuse(op) << "dimension " << dim << " after " << batch
                                 << " that are shared, of operands of rank " << rank << " and "
                                 << indexShape.size();
  Sizes batching = llvm::to_vector(llvm::seq<int64_t>(0, batch)), offsets, sizes(shape);
  sizes[dim] = 1;
  int64_t indexed = static_cast<int64_t>(indexShape.size()) - batch;
  for (int64_t i = batch; i < rank; ++i)
    if (i != dim)
      offsets.push_back(i < dim ? i : i - 1 + indexed);
  for (int64_t i = 0; i < batch; ++i)
    sizes[i] = 1;
  auto dims = stablehlo::GatherDimensionNumbersAttr::get(op.getContext(), offsets, {dim}, batching,
                                                         batching, {dim}, indexShape.size());
  return buildGather(b, op.getResult().getType(), operand, index, dims, sizes);
}

Value dynamicSlice(stablehlo::DynamicSliceOp op, Converter &b) {
  return b.create<train::DynamicSliceOp>(op.getResult().getType(), op.getOperand(),
                                         op.getStartIndices(), op.getSliceSizes());
}

Value dynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp op, Converter &b) {
  return b.create<train::DynamicUpdateSliceOp>(op.getOperand().getType(), op.getOperand(),
                                               op.getUpdate(), op.getStartIndices());
}

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

Value buildScatter(stablehlo::ScatterOp op, Converter &b, ScatterKind kind, Value operand,
                   Value updates) {
  auto dims = op.getScatterDimensionNumbers();
  return b.create<train::ScatterOp>(operand.getType(), kind, operand, op.getScatterIndices(),
                                    updates, dims.getUpdateWindowDims(),
                                    dims.getInsertedWindowDims(), dims.getInputBatchingDims(),
                                    dims.getScatterIndicesBatchingDims(),
                                    dims.getScatterDimsToOperandDims(), dims.getIndexVectorDim());
}

/// The kind that `train.scatter` knows. On `i1` only assignment has one.
std::optional<ScatterKind> scatterKind(ReductionKind kind, Type element) {
  if (element.isInteger(1))
    return std::nullopt;
  switch (kind) {
  case ReductionKind::add:
    return ScatterKind::add;
  case ReductionKind::mul:
    return ScatterKind::mul;
  case ReductionKind::max:
    return ScatterKind::max;
  case ReductionKind::min:
    return ScatterKind::min;
  default:
    return std::nullopt;
  }
}

/// The slices that the updates meet, in the shape of the updates.
Value gatherForUpdates(stablehlo::ScatterOp op, Converter &b, Value operand, Value updates) {
  auto dims = op.getScatterDimensionNumbers();
  Dims shape = train::getShape(operand);
  Sizes sizes(shape.size(), 1);
  size_t window = 0;
  for (size_t i = 0; i < shape.size(); ++i)
    if (!llvm::is_contained(dims.getInsertedWindowDims(), i) &&
        !llvm::is_contained(dims.getInputBatchingDims(), i))
      sizes[i] = train::getShape(updates)[dims.getUpdateWindowDims()[window++]];
  auto gatherDims = stablehlo::GatherDimensionNumbersAttr::get(
      op.getContext(), dims.getUpdateWindowDims(), dims.getInsertedWindowDims(),
      dims.getInputBatchingDims(), dims.getScatterIndicesBatchingDims(),
      dims.getScatterDimsToOperandDims(), dims.getIndexVectorDim());
  auto type = RankedTensorType::get(train::getShape(updates), train::getElementType(operand));
  return buildGather(b, type, operand, op.getScatterIndices(), gatherDims, sizes);
}

FailureOr<Values> scatterByBody(stablehlo::ScatterOp op, Converter &b) {
  if (!op.getUniqueIndices())
    return Converter::refuse(op) << "its body is none of assignment, addition, multiplication, "
                                    "maximum and minimum, and updates may meet (unique_indices)";
  if (failed(prepareBody(op.getUpdateComputation(), b.getState())))
    return failure();
  Values arguments;
  for (auto [operand, updates] : llvm::zip_equal(op.getInputs(), op.getUpdates()))
    arguments.push_back(gatherForUpdates(op, b, operand, updates));
  llvm::append_range(arguments, op.getUpdates());
  Values combined = liftBody(op.getUpdateComputation(), arguments, b);
  Values results;
  for (auto [operand, updates] : llvm::zip_equal(op.getInputs(), combined))
    results.push_back(buildScatter(op, b, ScatterKind::assign, operand, updates));
  return results;
}

FailureOr<Values> scatter(stablehlo::ScatterOp op, Converter &b) {
  Region &body = op.getUpdateComputation();
  unsigned count = op.getInputs().size();
  // Every operand is assigned its update.
  auto yield = body.front().getTerminator();
  bool assigns = body.front().getNumArguments() == 2 * count && yield->getNumOperands() == count;
  for (unsigned i = 0; assigns && i < count; ++i)
    assigns = yield->getOperand(i) == body.getArgument(count + i);
  if (assigns) {
    Values results;
    for (auto [operand, updates] : llvm::zip_equal(op.getInputs(), op.getUpdates()))
      results.push_back(buildScatter(op, b, ScatterKind::assign, operand, updates));
    return results;
  }
  if (count != 1)
    return scatterByBody(op, b);

  Value operand = op.getInputs()[0], updates = op.getUpdates()[0];
  Type element = train::getElementType(operand);
  if (std::optional<ReductionKind> kind = matchKind(body))
    if (std::optional<ScatterKind> known = scatterKind(*kind, element))
      return Values{buildScatter(op, b, *known, operand, updates)};
  if (matchArgument(body) == 0u)
    return Values{operand};
  if (auto subtract = dyn_cast_or_null<stablehlo::SubtractOp>(matchSingleOp(body));
      subtract && subtract.getLhs() == body.getArgument(0))
    return Values{buildScatter(op, b, ScatterKind::add, operand, b.neg(updates))};
  return scatterByBody(op, b);
}

} // namespace

void conversion::addIndexRules(Rules &rules) {
  rules.add<gather>();
  rules.add<torchIndexSelect>();
  rules.add<dynamicSlice>();
  rules.add<dynamicUpdateSlice>();
  rules.add<scatter>();
}
