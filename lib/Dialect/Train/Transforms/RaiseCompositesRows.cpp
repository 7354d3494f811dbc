// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax, log-softmax and log-sum-exp, from forms that take the row's maximum out first.
// Without that they overflow where the composite does not, and are left.
#include "RaiseComposites.h"

using namespace mlir;

namespace halftone::train::raise {

namespace {

template <typename OpT> Candidate rowOp(StringRef name, Value x, int64_t dim) {
  return {name, {x}, [=](CoreBuilder &b) { return Values{b.create<OpT>(x.getType(), x, dim)}; }};
}

/// The exponential, and what it is of, that `sum` adds up along the row.
bool isRowSum(Seen sum, Value exponential, int64_t dim) {
  std::optional<Reduced> reduced = matchReduce(sum, ReductionKind::add);
  return reduced && reduced->input == exponential && Dims(reduced->dims) == Dims(dim);
}

/// e / Σ e with e = e^(x − max).
Match softmax(Operation *root, Value exponential, Seen sum, Context &context) {
  auto exp = exponential.getDefiningOp<ExpOp>();
  std::optional<Reduced> reduced = matchReduce(sum, ReductionKind::add);
  if (!exp || !reduced || reduced->input != exponential || !getFormulaType(exponential))
    return std::nullopt;
  std::optional<Shifted> shifted = matchShifted(exp.getOperand());
  if (!shifted)
    return context.missed(root, "softmax", "the row's maximum is not taken out first");
  if (shifted->guarded)
    return context.missed(root, "softmax", "an infinite maximum is not taken out");
  if (Dims(reduced->dims) != Dims(shifted->dim))
    return context.missed(root, "softmax", "maximum and sum are over different dimensions");
  return rowOp<SoftmaxOp>("softmax", shifted->x, shifted->dim);
}

Match softmaxByDivision(DivOp root, Context &context) {
  return softmax(root, root.getLhs(), see(root.getResult()).at(root.getRhs()), context);
}

/// e · (1 / Σ e).
Match softmaxByProduct(MulOp root, Context &context) {
  for (bool swap : {false, true}) {
    Value exponential = swap ? root.getRhs() : root.getLhs();
    Seen seen = skipViews(see(root.getResult()).at(swap ? root.getLhs() : root.getRhs()));
    auto inverse = seen.op<DivOp>();
    if (inverse && exponential.getDefiningOp<ExpOp>() && isConstant(inverse.getLhs(), 1))
      return softmax(root, exponential, seen.at(inverse.getRhs()), context);
  }
  return std::nullopt;
}

/// d − ln Σ e^d with d = x − max.
Match logSoftmax(SubOp root, Context &context) {
  Seen seen = skipViews(see(root.getResult()).at(root.getRhs()));
  auto log = seen.op<LogOp>();
  if (!log || !getFormulaType(root.getResult()))
    return std::nullopt;
  Seen sum = skipViews(seen.at(log.getOperand()));
  if (auto abs = sum.op<AbsOp>())
    sum = sum.at(abs.getOperand());
  std::optional<Reduced> reduced = matchReduce(sum, ReductionKind::add);
  auto exp = reduced ? reduced->input.getDefiningOp<ExpOp>() : ExpOp();
  if (!exp || exp.getOperand() != root.getLhs())
    return std::nullopt;
  std::optional<Shifted> shifted = matchShifted(root.getLhs());
  if (!shifted)
    return context.missed(root, "log_softmax", "the row's maximum is not taken out first");
  if (shifted->guarded)
    return context.missed(root, "log_softmax", "an infinite maximum is not taken out");
  if (!isRowSum(sum, reduced->input, shifted->dim))
    return context.missed(root, "log_softmax", "maximum and sum are over different dimensions");
  return rowOp<LogSoftmaxOp>("log_softmax", shifted->x, shifted->dim);
}

/// ln Σ e^d + shift with d = x − shift, in the shape of rows.
Match logSumExp(AddOp root, Context &context) {
  for (bool swap : {false, true}) {
    Seen frame = see(root.getResult());
    Seen left = skipViews(frame.at(swap ? root.getRhs() : root.getLhs()));
    Seen shift = skipViews(frame.at(swap ? root.getLhs() : root.getRhs()));
    auto log = left.op<LogOp>();
    if (!log || !getFormulaType(root.getResult()))
      continue;
    std::optional<Shifted> shifted;
    Seen sum = left.at(log.getOperand());
    if (!matchExpSum(sum, shifted) || shifted->shift != shift.value || !isWhole(skipViews(sum)) ||
        !isWhole(shift))
      continue;
    if (!shifted->guarded)
      return context.missed(root, "logsumexp", "an infinite maximum is taken out");
    Value x = shifted->x, result = root.getResult();
    int64_t dim = shifted->dim;
    return Candidate{"logsumexp", {x}, [=](CoreBuilder &b) {
                       Sizes shape(getShape(x));
                       shape.erase(shape.begin() + dim);
                       auto type = RankedTensorType::get(shape, getElementType(x));
                       Value lse = b.create<LogSumExpOp>(type, x, dim);
                       return Values{b.reshape(lse, getShape(result))};
                     }};
  }
  return std::nullopt;
}

/// x − logsumexp x.
Match logSoftmaxOfLogSumExp(SubOp root, Context &) {
  Seen seen = skipViews(see(root.getResult()).at(root.getRhs()));
  auto lse = seen.op<LogSumExpOp>();
  if (!lse || lse.getInput() != root.getLhs() ||
      getElementType(lse.getResult()) != getElementType(root.getResult()))
    return std::nullopt;
  Sizes kept = otherDims(root.getLhs(), {static_cast<int64_t>(lse.getDimension())});
  for (auto [here, there] : llvm::zip_equal(seen.dims, kept))
    if (here >= 0 && here != there)
      return std::nullopt;
  return rowOp<LogSoftmaxOp>("log_softmax", root.getLhs(), lse.getDimension());
}

} // namespace

void addRowRules(Rules &rules) {
  rules.add<softmaxByDivision>(Phase::Formula);
  rules.add<softmaxByProduct>(Phase::Formula);
  rules.add<logSoftmax>(Phase::Formula);
  rules.add<logSumExp>(Phase::Formula);
  rules.add<logSoftmaxOfLogSumExp>(Phase::Combination);
}

} // namespace halftone::train::raise
