// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of ops with regions, calls and collectives.
#include "Verify.h"

using namespace mlir;
using namespace halftone::stablehlo;

LogicalResult ReturnOp::verify() {
  Operation *parent = (*this)->getParentOp();
  if (parent && isa_and_nonnull<StableHLODialect>(parent->getDialect()))
    return success();
  return emitOpError() << "must be in a region of a 'stablehlo' op";
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

LogicalResult IfOp::verifyRegions() {
  if (failed(verifyRegion(*this, "true_branch", getTrueBranch(), {}, getResultTypes())))
    return failure();
  return verifyRegion(*this, "false_branch", getFalseBranch(), {}, getResultTypes());
}

LogicalResult CaseOp::verifyRegions() {
  if (getBranches().empty())
    return emitOpError() << "expected at least 1 branch";
  for (Region &branch : getBranches())
    if (failed(verifyRegion(*this, "branches", branch, {}, getResultTypes())))
      return failure();
  return success();
}

LogicalResult WhileOp::verify() {
  if (getOperandTypes() == getResultTypes())
    return success();
  return emitOpError() << "expected results of the operands' types (" << getOperandTypes()
                       << "), got (" << getResultTypes() << ")";
}

LogicalResult WhileOp::verifyRegions() {
  Type boolean = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyRegion(*this, "cond", getCond(), getOperandTypes(), boolean)))
    return failure();
  return verifyRegion(*this, "body", getBody(), getOperandTypes(), getOperandTypes());
}

//===----------------------------------------------------------------------===//
// Regions over elements
//===----------------------------------------------------------------------===//

namespace {

/// Pairs of an input and an initial value, the inputs of one shape, a result for each.
LogicalResult verifyReduction(Operation *op, OperandRange inputs, OperandRange inits) {
  if (inputs.empty() || op->getNumOperands() % 2)
    return op->emitOpError() << "expected as many initial values as inputs, got "
                             << op->getNumOperands() << " operands";
  if (failed(verifyCount(op, "results", op->getNumResults(), inputs.size())))
    return failure();
  for (Value input : inputs.drop_front())
    if (failed(verifyShape(op, "an input", input.getType(), shapeOf(inputs.front()))))
      return failure();
  return success();
}

} // namespace

LogicalResult ReduceOp::verify() {
  if (failed(verifyReduction(*this, getInputs(), getInitValues())))
    return failure();
  ArrayRef<int64_t> shape = shapeOf(getInputs().front());
  if (failed(verifyDimensions(*this, "dimensions", getDimensions(), shape.size())))
    return failure();
  SmallVector<int64_t> expected;
  for (auto [i, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(getDimensions(), static_cast<int64_t>(i)))
      expected.push_back(size);
  for (Type type : getResultTypes())
    if (failed(verifyShape(*this, "a result", type, expected)))
      return failure();
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombiner(*this, "body", getBody(), getInputs().size());
}

LogicalResult ReduceWindowOp::verify() {
  if (failed(verifyReduction(*this, getInputs(), getInitValues())))
    return failure();
  Window window{getWindowDimensions(), getWindowStrides(), getBaseDilations(), getWindowDilations(),
                getPadding()};
  SmallVector<int64_t> expected;
  if (failed(verifyWindow(*this, window, shapeOf(getInputs().front()), expected)))
    return failure();
  for (Type type : getResultTypes())
    if (failed(verifyShape(*this, "a result", type, expected)))
      return failure();
  return success();
}

LogicalResult ReduceWindowOp::verifyRegions() {
  return verifyCombiner(*this, "body", getBody(), getInputs().size());
}

LogicalResult SelectAndScatterOp::verify() {
  SmallVector<int64_t> ones(rankOf(getOperand()), 1), expected;
  Window window{getWindowDimensions().value_or(ones), getWindowStrides(), std::nullopt,
                std::nullopt, getPadding()};
  if (failed(verifyWindow(*this, window, shapeOf(getOperand()), expected)) ||
      failed(verifyShape(*this, "a source", getSource().getType(), expected)))
    return failure();
  return verifyShape(*this, "a result", getType(), shapeOf(getOperand()));
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  Type scalar = RankedTensorType::get({}, typeOf(getOperand()).getElementType());
  Type boolean = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyRegion(*this, "select", getSelect(), {scalar, scalar}, boolean)))
    return failure();
  return verifyCombiner(*this, "scatter", getScatter(), 1);
}

LogicalResult MapOp::verify() {
  if (getInputs().empty())
    return emitOpError() << "expected at least 1 operand";
  int64_t rank = rankOf(getInputs().front());
  if (getDimensions() != ArrayRef(llvm::to_vector(llvm::seq<int64_t>(0, rank))))
    return emitOpError() << "'dimensions' must be all dimensions in order, got [" << getDimensions()
                         << "]";
  for (Value input : getInputs())
    if (failed(verifyShape(*this, "an operand", input.getType(), shapeOf(getInputs().front()))))
      return failure();
  return verifyShape(*this, "a result", getType(), shapeOf(getInputs().front()));
}

LogicalResult MapOp::verifyRegions() {
  SmallVector<Type> arguments;
  for (Value input : getInputs())
    arguments.push_back(RankedTensorType::get({}, typeOf(input).getElementType()));
  Type yield = RankedTensorType::get({}, typeOf(getResult()).getElementType());
  return verifyRegion(*this, "computation", getComputation(), arguments, yield);
}

LogicalResult SortOp::verify() {
  if (getInputs().empty())
    return emitOpError() << "expected at least 1 operand";
  int64_t rank = rankOf(getInputs().front());
  int64_t dimension = static_cast<int64_t>(getDimension());
  if (dimension < -rank || dimension >= rank)
    return emitOpError() << "'dimension' must be at least " << -rank << " and below the rank "
                         << rank << ", got " << dimension;
  for (Value input : getInputs())
    if (failed(verifyShape(*this, "an operand", input.getType(), shapeOf(getInputs().front()))))
      return failure();
  if (areCompatible(getOperandTypes(), getResultTypes()))
    return success();
  return emitOpError() << "expected results of the operands' types (" << getOperandTypes()
                       << "), got (" << getResultTypes() << ")";
}

LogicalResult SortOp::verifyRegions() {
  SmallVector<Type> arguments;
  for (Value input : getInputs())
    arguments.append(2, RankedTensorType::get({}, typeOf(input).getElementType()));
  Type boolean = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  return verifyRegion(*this, "comparator", getComparator(), arguments, boolean);
}

//===----------------------------------------------------------------------===//
// Barriers and tuples
//===----------------------------------------------------------------------===//

LogicalResult OptimizationBarrierOp::verify() {
  if (getOperandTypes() == getResultTypes())
    return success();
  return emitOpError() << "expected results of the operands' types (" << getOperandTypes()
                       << "), got (" << getResultTypes() << ")";
}

LogicalResult TupleOp::verify() {
  if (getOperandTypes() == TypeRange(cast<TupleType>(getType()).getTypes()))
    return success();
  return emitOpError() << "expected a tuple of the operands' types (" << getOperandTypes()
                       << "), got " << getType();
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  if (failed(verifyDimension(*this, "index", static_cast<int32_t>(getIndex()), tuple.size())))
    return failure();
  if (areCompatible(tuple.getType(getIndex()), getType()))
    return success();
  return emitOpError() << "expected a result of type " << tuple.getType(getIndex()) << ", got "
                       << getType();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult AllReduceOp::verify() {
  if (!getOperands().empty() && areCompatible(getOperandTypes(), getResultTypes()))
    return success();
  return emitOpError() << "expected at least 1 operand, and results of the operands' types ("
                       << getOperandTypes() << "), got (" << getResultTypes() << ")";
}

LogicalResult AllReduceOp::verifyRegions() {
  return verifyCombiner(*this, "computation", getComputation(), 1);
}

namespace {

/// `small` has the rank of `large` and divides it in `dimension`; it is equal elsewhere.
LogicalResult verifyParts(Operation *op, StringRef name, int64_t dimension, Value large,
                          Value small) {
  if (failed(verifyDimension(op, name, dimension, rankOf(large))) ||
      failed(verifyElement(op, "a value", small.getType(), typeOf(large).getElementType())))
    return failure();
  SmallVector<int64_t> expected(shapeOf(large)), shape(shapeOf(small));
  int64_t whole = expected[dimension];
  if (shape.size() == expected.size() && !ShapedType::isDynamic(whole)) {
    int64_t part = shape[dimension];
    if (ShapedType::isDynamic(part) || (part == 0 ? whole == 0 : whole % part == 0))
      expected[dimension] = part;
  }
  return verifyShape(op, "a part", small.getType(), expected);
}

} // namespace

LogicalResult ReduceScatterOp::verify() {
  return verifyParts(*this, "scatter_dimension", getScatterDimension(), getOperand(), getResult());
}

LogicalResult ReduceScatterOp::verifyRegions() {
  return verifyCombiner(*this, "computation", getComputation(), 1);
}

LogicalResult AllGatherOp::verify() {
  if (failed(verifyCount(*this, "results", getNumResults(), getOperands().size())))
    return failure();
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults()))
    if (failed(verifyParts(*this, "all_gather_dim", getAllGatherDim(), result, operand)))
      return failure();
  return success();
}
