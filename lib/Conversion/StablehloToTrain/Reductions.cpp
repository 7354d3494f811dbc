// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `reduce` and `map`. A body of a known kind is a `train.reduce`, a pair of value and
// index an `arg_reduce`. Any other body runs in a loop over the elements, for all results
// at once: lifted from scalars to tensors of the result's shape. That is a sequential
// order, one of those that StableHLO allows.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ReductionKind;

namespace {

/// On `i1` there are `and` and `or` only.
ReductionKind onElement(ReductionKind kind, Type element) {
  if (!element.isInteger(1))
    return kind;
  bool isAnd =
      kind == ReductionKind::mul || kind == ReductionKind::min || kind == ReductionKind::and_;
  return isAnd ? ReductionKind::and_ : ReductionKind::or_;
}

Value reduceByKind(Converter &b, ReductionKind kind, Value input, Value init, Dims dims,
                   RankedTensorType type) {
  kind = onElement(kind, train::getElementType(input));
  Type element = type.getElementType();
  if (!isa<FloatType>(element))
    input = b.cast(input, element);
  Value result = b.reduce(kind, input, dims, element);
  if (isNeutral(kind, init))
    return result;
  return b.combine(kind, result, b.fill(b.cast(init, element), type));
}

/// True where the elements of `indices` are their positions along `dim`.
bool countsAlong(Value indices, int64_t dim) {
  Value source = indices;
  if (auto broadcast = indices.getDefiningOp<train::BroadcastInDimOp>()) {
    Dims dims = broadcast.getBroadcastDimensions();
    auto from = llvm::find(dims, dim);
    if (from == dims.end())
      return false;
    source = broadcast.getOperand();
    if (train::getShape(source)[from - dims.begin()] != train::getShape(indices)[dim])
      return false;
    dim = from - dims.begin();
  }
  if (auto reshape = source.getDefiningOp<train::ReshapeOp>()) {
    // [n] as [1, n]: only `dim` has more than one element.
    Dims shape = train::getShape(source);
    Value flat = reshape.getOperand();
    if (train::getShape(flat).size() != 1 || train::getShape(flat)[0] != shape[dim])
      return false;
    source = flat;
    dim = 0;
  }
  auto iota = source.getDefiningOp<train::IotaOp>();
  return iota && static_cast<int64_t>(iota.getIotaDimension()) == dim;
}

/// Value and index of the extreme along one dimension, with an index that counts along it,
/// from what is below all values and position 0.
FailureOr<Values> argReduce(stablehlo::ReduceOp op, Converter &b) {
  Value values = op.getInputs()[0], indices = op.getInputs()[1];
  auto kind = matchArgReduction(op.getBody());
  Dims dims = op.getDimensions();
  if (!kind || dims.size() != 1 || train::getElementType(values).isInteger(1) ||
      train::getShape(values)[dims[0]] == 0 || !countsAlong(indices, dims[0]))
    return failure();
  bool isMax = *kind == train::ArgKind::max;
  ReductionKind extreme = isMax ? ReductionKind::max : ReductionKind::min;
  std::optional<APInt> start = getConstantInt(op.getInitValues()[1]);
  if (!isNeutral(extreme, op.getInitValues()[0]) || !start || !start->isZero())
    return failure();
  Values results{b.reduce(extreme, values, dims)};
  results.push_back(
      b.create<train::ArgReduceOp>(op.getResult(1).getType(), *kind, values, dims[0]));
  return results;
}

/// The elements along `dims` as dimension 0, the others after it.
Value stackAlong(Converter &b, Value value, Dims dims) {
  Sizes order(dims), shape{train::countAlong(value, dims)};
  for (int64_t dim : train::otherDims(value, dims)) {
    order.push_back(dim);
    shape.push_back(train::getShape(value)[dim]);
  }
  return b.reshape(b.transpose(value, order), shape);
}

Values reduceByLoop(stablehlo::ReduceOp op, Converter &b, Dims dims) {
  Values stacks, inits;
  for (auto [input, init, result] :
       llvm::zip_equal(op.getInputs(), op.getInitValues(), op.getResults())) {
    Type element = train::getElementType(result);
    stacks.push_back(stackAlong(b, b.cast(input, element), dims));
    inits.push_back(b.fill(b.cast(init, element), result.getType()));
  }
  Dims shape = train::getShape(op.getResult(0));
  auto loop = train::ForOp::create(
      b.getBuilder(), b.getLoc(), train::getShape(stacks.front())[0], inits,
      [&](OpBuilder &builder, Location loc, Value index, ValueRange carried) {
        Converter inner(builder, loc, b.getState());
        Values arguments(carried);
        Sizes sizes{1};
        llvm::append_range(sizes, shape);
        Values start{index};
        if (!shape.empty())
          start.append(shape.size(), inner.splatInt({}, inner.i32(), 0));
        for (Value stack : stacks) {
          auto type = RankedTensorType::get(sizes, train::getElementType(stack));
          Value row = inner.create<train::DynamicSliceOp>(type, stack, start, sizes);
          arguments.push_back(inner.reshape(row, shape));
        }
        return liftBody(op.getBody(), arguments, inner);
      });
  return Values(loop.getResults());
}

FailureOr<Values> reduce(stablehlo::ReduceOp op, Converter &b) {
  Sizes dims(op.getDimensions());
  llvm::sort(dims);
  unsigned count = op.getInputs().size();
  if (count == 1) {
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    if (std::optional<ReductionKind> kind = matchKind(op.getBody()))
      return Values{reduceByKind(b, *kind, op.getInputs()[0], op.getInitValues()[0], dims, type)};
  } else if (count == 2) {
    FailureOr<Values> pair = argReduce(op, b);
    if (succeeded(pair))
      return pair;
  }
  if (failed(prepareBody(op.getBody(), b.getState())))
    return failure();
  return reduceByLoop(op, b, dims);
}

FailureOr<Value> map(stablehlo::MapOp op, Converter &b) {
  if (failed(prepareBody(op.getComputation(), b.getState())))
    return failure();
  return liftBody(op.getComputation(), op.getInputs(), b).front();
}

} // namespace

void conversion::addReductionRules(Rules &rules) {
  rules.add<reduce>();
  rules.add<map>();
}
