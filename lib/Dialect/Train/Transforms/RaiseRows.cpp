// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax, its logarithm, log-sum-exp, and the loss that picks a logarithm by label. With
// m the row's maximum:
//
//   softmax        e^(x − m) / Σ e^(x − m)
//   log_softmax    (x − m) − ln Σ e^(x − m)
//   logsumexp      ln Σ e^(x − m') + m', where m' is m, or 0 where m is infinite
//   cross_entropy  log_softmax(x)[label] where the label names a class, else NaN
#include "RaiseMatch.h"

#include <cmath>

using namespace mlir;

namespace halftone::train {

namespace {

bool isFullFloat(Value value, Match &match) {
  return train::getElementType(value) == match.getElement();
}

/// x of a `x − m` with m the maximum along `dims` of x's rows.
Value takeShifted(Match &match, Value value, ArrayRef<int64_t> dims) {
  auto shifted = value.getDefiningOp<SubOp>();
  if (!shifted)
    return {};
  match.add(shifted);
  auto row = match.takeMaximum(View::of(shifted.getRhs()));
  return row && row->operand == shifted.getLhs() && ArrayRef<int64_t>(row->dims) == dims
             ? shifted.getLhs()
             : Value();
}

Value raiseSoftmax(DivOp op, OpBuilder &builder) {
  Match match(op);
  auto exp = op.getLhs().getDefiningOp<ExpOp>();
  if (!exp)
    return {};
  match.add(exp);
  auto sum = match.takeReduction(View::of(op.getRhs()), ReductionKind::add);
  if (!sum || sum->dims.size() != 1 || sum->operand != exp.getResult())
    return {};
  Value x = takeShifted(match, exp.getOperand(), sum->dims);
  if (!x || !match.isClosed())
    return {};
  return SoftmaxOp::create(builder, op.getLoc(), op.getType(), x, sum->dims[0]);
}

Value raiseLogSoftmax(SubOp op, OpBuilder &builder) {
  Match match(op);
  View at = View::of(op.getRhs());
  auto log = match.take<LogOp>(at);
  if (!log)
    return {};
  // Seen from the whole shape, the logarithm's operand is repeated as its result is.
  auto sum = match.takeReduction(at.at(log.getOperand()), ReductionKind::add);
  if (!sum || sum->dims.size() != 1)
    return {};
  auto exp = sum->operand.getDefiningOp<ExpOp>();
  if (!exp || exp.getOperand() != op.getLhs())
    return {};
  match.add(exp);
  Value x = takeShifted(match, op.getLhs(), sum->dims);
  if (!x || !match.isClosed())
    return {};
  return LogSoftmaxOp::create(builder, op.getLoc(), op.getType(), x, sum->dims[0]);
}

/// The finite maximum: `select(is_finite(m), m, 0)`, seen from the whole shape.
std::optional<Row> takeFiniteMaximum(Match &match, View view) {
  View at = match.strip(view);
  if (auto stop = at.value.getDefiningOp<StopGradientOp>()) {
    match.add(stop);
    at = match.strip(at.at(stop.getOperand()));
  }
  auto select = at.value.getDefiningOp<SelectOp>();
  if (!select || Match::constantOf(View::of(select.getOnFalse())) != 0.0)
    return std::nullopt;
  match.add(select);
  auto finite = select.getPred().getDefiningOp<IsFiniteOp>();
  if (!finite || finite.getOperand() != select.getOnTrue())
    return std::nullopt;
  match.add(finite);
  return match.takeMaximum(at.at(select.getOnTrue()));
}

Value raiseLogSumExp(AddOp op, OpBuilder &builder) {
  for (auto [logarithm, shift] :
       {std::pair(op.getLhs(), op.getRhs()), {op.getRhs(), op.getLhs()}}) {
    Match match(op);
    View at = View::of(logarithm);
    auto log = match.take<LogOp>(at);
    if (!log || log.getResult() != logarithm)
      continue;
    Value total = log.getOperand();
    if (auto abs = total.getDefiningOp<AbsOp>()) { // a sum of exponentials isn't negative
      match.add(abs);
      total = abs.getOperand();
    }
    auto sum = total.getDefiningOp<ReduceOp>();
    if (!sum || sum.getKind() != ReductionKind::add || sum.getDimensions().size() != 1 ||
        !isFullFloat(sum.getOperand(), match))
      continue;
    match.add(sum);
    auto exp = sum.getOperand().getDefiningOp<ExpOp>();
    auto shifted = exp ? exp.getOperand().getDefiningOp<SubOp>() : SubOp();
    if (!shifted)
      continue;
    match.add(exp);
    match.add(shifted);
    View taken = match.strip(View::of(shifted.getRhs()));
    View added = match.strip(View::of(shift));
    auto row = takeFiniteMaximum(match, View::of(shifted.getRhs()));
    if (taken.value != added.value || !row || row->operand != shifted.getLhs() ||
        ArrayRef<int64_t>(row->dims) != sum.getDimensions())
      continue;
    // What is added lies along the rows as the sum does.
    SmallVector<int64_t> rest = otherDims(shifted.getLhs(), row->dims);
    bool aligned = rest.size() == added.dims.size();
    for (size_t i = 0; aligned && i < rest.size(); ++i)
      aligned = added.dims[i] == taken.dims[rest[i]];
    if (!aligned || !match.isClosed())
      continue;
    return LogSumExpOp::create(builder, op.getLoc(), op.getType(), shifted.getLhs(), row->dims[0]);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// cross-entropy
//===----------------------------------------------------------------------===//

/// True where `gather` takes from each row of its operand the element at its index.
bool picksFromRows(GatherOp gather) {
  Value operand = gather.getOperand(), indices = gather.getStartIndices();
  int64_t last = static_cast<int64_t>(getShape(operand).size()) - 1;
  int64_t indexRank = getShape(indices).size();
  SmallVector<int64_t> rows = llvm::to_vector(llvm::seq<int64_t>(0, last));
  return last >= 0 &&
         llvm::all_of(gather.getSliceSizes(), [](int64_t size) { return size == 1; }) &&
         gather.getOffsetDims().empty() &&
         gather.getCollapsedSliceDims() == ArrayRef<int64_t>(last) &&
         gather.getStartIndexMap() == ArrayRef<int64_t>(last) &&
         gather.getOperandBatchingDims() == ArrayRef<int64_t>(rows) &&
         gather.getStartIndicesBatchingDims() == ArrayRef<int64_t>(rows) &&
         static_cast<int64_t>(gather.getIndexVectorDim()) == indexRank - 1 &&
         getShape(indices)[indexRank - 1] == 1 &&
         countAlong(indices, allDims(indices)) == countAlong(operand, rows);
}

/// True where `pred` says that each index is within `0 … classes − 1`.
bool checksRange(Match &match, Value pred, Value indices, int64_t classes) {
  View at = match.strip(View::of(pred));
  if (auto reduce = at.value.getDefiningOp<ReduceOp>()) {
    // Over the components of an index vector, of which there is one.
    if (reduce.getKind() != ReductionKind::and_ ||
        countAlong(reduce.getOperand(), reduce.getDimensions()) != 1)
      return false;
    match.add(reduce);
    at = View::of(reduce.getOperand());
  }
  auto both = at.value.getDefiningOp<AndOp>();
  if (!both || getShape(both.getResult()) != getShape(indices))
    return false;
  match.add(both);
  bool lower = false, upper = false;
  for (Value side : {both.getLhs(), both.getRhs()}) {
    auto compare = side.getDefiningOp<CompareOp>();
    if (!compare || compare.getLhs() != indices)
      return false;
    match.add(compare);
    auto limit = Match::constantOf(View::of(compare.getRhs()));
    lower |= compare.getComparisonDirection() == ComparisonDirection::GE && limit == 0.0;
    upper |= compare.getComparisonDirection() == ComparisonDirection::LE &&
             limit == static_cast<double>(classes - 1);
  }
  return lower && upper;
}

Value raiseCrossEntropy(SelectOp op, OpBuilder &builder) {
  Match match(op);
  auto gather = op.getOnTrue().getDefiningOp<GatherOp>();
  auto fill = Match::constantOf(View::of(op.getOnFalse()));
  if (!gather || !fill || !std::isnan(*fill) || !picksFromRows(gather) ||
      !isa<FloatType>(match.getElement()))
    return {};
  match.add(gather);
  auto logs = gather.getOperand().getDefiningOp<LogSoftmaxOp>();
  int64_t last = static_cast<int64_t>(getShape(gather.getOperand()).size()) - 1;
  if (!logs || static_cast<int64_t>(logs.getDimension()) != last ||
      getShape(op.getPred()) != getShape(op.getOnTrue()))
    return {};
  match.add(logs);
  Value x = logs.getInput();
  int64_t classes = getShape(x)[last];
  if (!checksRange(match, op.getPred(), gather.getStartIndices(), classes) || !match.isClosed())
    return {};
  CoreBuilder b(builder, op.getLoc());
  ArrayRef<int64_t> rows = getShape(x).drop_back();
  Value labels = b.reshape(gather.getStartIndices(), rows);
  auto loss = CrossEntropyOp::create(
      builder, op.getLoc(), TypeRange(RankedTensorType::get(rows, match.getElement())), x, labels,
      LossReduction::none, llvm::APFloat(0.0), IntegerAttr());
  return b.reshape(b.neg(loss.getLoss()), getShape(op.getResult()));
}

} // namespace

Value raiseRows(Operation *op, OpBuilder &builder) {
  if (auto division = dyn_cast<DivOp>(op))
    return raiseSoftmax(division, builder);
  if (auto difference = dyn_cast<SubOp>(op))
    return raiseLogSoftmax(difference, builder);
  if (auto sum = dyn_cast<AddOp>(op))
    return raiseLogSumExp(sum, builder);
  if (auto select = dyn_cast<SelectOp>(op))
    return raiseCrossEntropy(select, builder);
  return {};
}

} // namespace halftone::train
