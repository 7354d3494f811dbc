// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cross-entropy, in steps: first the loss of each row,
//
//   −log_softmax(x)[label]     by a gather (JAX's take_along_axis, PyTorch's nll_loss)
//   Σ one_hot · log_softmax x  by a product
//   logsumexp x − x[label]     by a gather
//
// then its sum, then its mean where that divides by what the composite's mean divides by.
//
// The composite gives NaN for a label that names no class. Forms that do something else get
// labels that say so: a gather clamps them, one-hot labels leave the row out (−1, ignoredLabel),
// and so do PyTorch's ignored rows. Negative labels that JAX wraps are wrapped as before.
// Smoothed labels are raised only if labels are known to be good: their row of a label that
// names no class has a value.
#include "RaiseCompositesLoss.h"

#include <numeric>

using namespace mlir;

namespace halftone::train::raise {

Sizes getRows(Value logits) { return Sizes(getShape(logits).drop_back()); }

int64_t getClasses(Value logits) { return getShape(logits).back(); }

bool isOfRows(Value value, Value logits) {
  Sizes a(getShape(value)), b = getRows(logits);
  llvm::erase(a, 1);
  llvm::erase(b, 1);
  return a == b;
}

namespace {

bool isSigned(Value labels) { return !getElementType(labels).isUnsignedInteger(); }

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

bool isCountingUp(ArrayRef<int64_t> dims, int64_t count) {
  return llvm::equal(dims, llvm::seq<int64_t>(0, count));
}

/// The sizes but 1 of what has no classes.
Sizes getLargeRows(Value source, int64_t classes) {
  Sizes rows(getShape(source));
  rows.erase(rows.begin() + classes);
  llvm::erase(rows, 1);
  return rows;
}

bool runsAlongRows(Value value, Value source, int64_t classes) {
  Sizes sizes(getShape(value));
  llvm::erase(sizes, 1);
  return sizes == getLargeRows(source, classes);
}

/// True where `counter` has the shape of the rows of `source`, and counts those along `dim`.
bool isRowCounter(Value counter, Value source, int64_t dim, int64_t classes) {
  if (!runsAlongRows(counter, source, classes))
    return false;
  if (getShape(source)[dim] == 1) // clamped
    return true;
  Seen seen = skipViews(see(counter));
  auto iota = seen.op<IotaOp>();
  int64_t place = iota ? seen.dims[iota.getIotaDimension()] : -1;
  // The same one of the dimensions that are not 1.
  auto isLarge = [](int64_t size) { return size != 1; };
  int64_t before = llvm::count_if(getShape(source).take_front(dim), isLarge) -
                   (classes < dim && getShape(source)[classes] != 1 ? 1 : 0);
  return place >= 0 && llvm::count_if(getShape(counter).take_front(place), isLarge) == before;
}

/// The labels, where `gather` takes one of dimension `classes` for each row.
Value matchLabels(GatherOp gather, int64_t classes) {
  Value source = gather.getOperand(), indices = gather.getStartIndices();
  int64_t rank = getShape(source).size();
  if (rank < 1 || !gather.getOffsetDims().empty() ||
      !llvm::all_of(
          gather.getSliceSizes(), [](int64_t size) { return size == 1; }) ||
      !runsAlongRows(gather.getResult(), source, classes) ||
      !isa<FloatType>(getElementType(source)))
    return {};
  // Rows are batching dimensions.
  if (gather.getCollapsedSliceDims() == Dims(classes) &&
      gather.getStartIndexMap() == Dims(classes) &&
      gather.getOperandBatchingDims() == Dims(otherDims(source, {classes})) &&
      llvm::is_sorted(gather.getStartIndicesBatchingDims()))
    return indices;
  // Rows are counted by the other components of an index.
  auto concat = indices.getDefiningOp<ConcatenateOp>();
  if (rank < 2 || !isCountingUp(gather.getCollapsedSliceDims(), rank) ||
      !isCountingUp(gather.getStartIndexMap(), rank) || !concat ||
      static_cast<int64_t>(concat->getNumOperands()) != rank ||
      concat.getDimension() != gather.getIndexVectorDim())
    return {};
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != classes && !isRowCounter(concat->getOperand(dim), source, dim, classes))
      return {};
  Value labels = concat->getOperand(classes);
  return runsAlongRows(labels, source, classes) ? labels : Value();
}

std::optional<Pick> matchGather(GatherOp gather) {
  Value source = gather.getOperand();
  Value labels = matchLabels(gather, static_cast<int64_t>(getShape(source).size()) - 1);
  return labels ? std::optional(Pick{source, labels, labels}) : std::nullopt;
}

/// A pick of log_softmax(x) along another dimension than the last: of the transposed x, it is
/// along the last.
Match classesToLast(GatherOp root, Context &) {
  Value source = root.getOperand(), result = root.getResult();
  Seen seen = skipViews(see(source));
  auto op = isWhole(seen) ? seen.op<LogSoftmaxOp>() : LogSoftmaxOp();
  if (!op || getElementType(op.getInput()) != getElementType(op.getResult()))
    return std::nullopt;
  Value x = op.getInput();
  int64_t dim = op.getDimension(), last = static_cast<int64_t>(getShape(x).size()) - 1;
  Value labels = dim != last && seen.dims[dim] >= 0 ? matchLabels(root, seen.dims[dim]) : Value();
  if (!labels)
    return std::nullopt;
  return Candidate{"", {x, labels}, [=](CoreBuilder &b) {
                     Sizes order = otherDims(x, {dim});
                     order.push_back(dim);
                     Value moved = b.transpose(x, order);
                     Value logs = b.create<LogSoftmaxOp>(moved.getType(), moved, last);
                     Sizes rows = getRows(moved), batch(order.size() - 1), ones(order.size(), 1);
                     std::iota(batch.begin(), batch.end(), 0);
                     auto type = RankedTensorType::get(rows, getElementType(x));
                     rows.push_back(1);
                     Value picked =
                         b.create<GatherOp>(type, logs, b.reshape(labels, rows), Dims(), Dims(last),
                                            batch, batch, Dims(last), last, ones);
                     return Values{b.reshape(picked, getShape(result))};
                   }};
}

/// True where the two differ by dimensions of size 1 at most.
bool isSame(Value a, Value b) {
  Seen left = skipViews(see(a)), right = skipViews(see(b));
  return left.value == right.value && isWhole(left) && isWhole(right);
}

/// True where `pred` is `0 <= indices < classes`, as one component or a vector of one.
bool isInBounds(Value pred, Value indices, int64_t classes) {
  Seen seen = skipViews(see(pred));
  if (!isWhole(seen))
    return false;
  auto reduce = seen.op<ReduceOp>();
  if (reduce && reduce.getKind() == ReductionKind::and_ &&
      countAlong(reduce.getOperand(), reduce.getDimensions()) == 1)
    seen = skipViews(see(reduce.getOperand()));
  auto both = seen.op<AndOp>();
  if (!both || !isWhole(seen))
    return false;
  auto compares = [&](Value value, ComparisonDirection direction, int64_t bound) {
    auto compare = value.getDefiningOp<CompareOp>();
    return compare && compare.getComparisonDirection() == direction &&
           isSame(compare.getLhs(), indices) && getConstantInt(compare.getRhs()) == bound;
  };
  Value upper =
      otherOperand(both, [&](Value value) { return compares(value, ComparisonDirection::GE, 0); });
  return upper && (compares(upper, ComparisonDirection::LE, classes - 1) ||
                   compares(upper, ComparisonDirection::LT, classes));
}

} // namespace

std::optional<Pick> matchPick(Value value) {
  Seen seen = skipViews(see(value));
  if (!isWhole(seen))
    return std::nullopt;
  if (auto gather = seen.op<GatherOp>())
    return matchGather(gather);
  auto select = seen.op<SelectOp>();
  auto gather = select ? select.getOnTrue().getDefiningOp<GatherOp>() : GatherOp();
  if (!gather || !isNaNConstant(select.getOnFalse()))
    return std::nullopt;
  std::optional<Pick> pick = matchGather(gather);
  if (!pick || !isInBounds(select.getPred(), pick->indices, getClasses(pick->source)))
    return std::nullopt;
  pick->fills = true;
  return pick;
}

namespace {

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

} // namespace

Value clampToClasses(CoreBuilder &b, Value labels, int64_t classes) {
  return b.minimum(b.maximum(labels, 0.0), static_cast<double>(classes - 1));
}

namespace {

/// The labels, `ignored` where they name no class.
Value ignoreOthers(CoreBuilder &b, Value labels, int64_t classes) {
  Value named = b.logicalAnd(b.ge(labels, 0.0), b.lt(labels, static_cast<double>(classes)));
  return b.select(named, labels,
                  b.splatInt(getShape(labels), getElementType(labels), ignoredLabel));
}

} // namespace

Value buildLoss(CoreBuilder &b, Value logits, Value labels, LossReduction reduction,
                IntegerAttr ignore, double smoothing) {
  Sizes shape;
  if (reduction == LossReduction::none)
    shape = getRows(logits);
  auto type = RankedTensorType::get(shape, getElementType(logits));
  return CrossEntropyOp::create(b.getBuilder(), b.getLoc(), type, Type(), logits, labels, reduction,
                                APFloat(smoothing), ignore)
      .getLoss();
}

IntegerAttr ignoreAttr(CoreBuilder &b) { return b.getBuilder().getI64IntegerAttr(ignoredLabel); }

Value buildRows(CoreBuilder &b, Value logits, const Pick &pick, double smoothing) {
  Value labels = reshapeBehindViews(b, pick.labels, getRows(logits));
  if (!pick.fills)
    labels = clampToClasses(b, labels, getClasses(logits));
  return buildLoss(b, logits, labels, LossReduction::none, {}, smoothing);
}

namespace {

bool isLast(int64_t dim, Value logits) {
  return dim == static_cast<int64_t>(getShape(logits).size()) - 1;
}

} // namespace

Value getLogits(Value value) {
  auto op = value.getDefiningOp<LogSoftmaxOp>();
  bool fits = op && isLast(op.getDimension(), op.getInput()) &&
              getElementType(op.getInput()) == getElementType(op.getResult());
  return fits ? op.getInput() : Value();
}

namespace {

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// log_softmax(x)[label].
Match pickedLogSoftmax(Operation *root, Context &) {
  Value result = root->getResult(0);
  std::optional<Pick> pick = matchPick(result);
  Value logits = pick ? getLogits(pick->source) : Value();
  if (!logits)
    return std::nullopt;
  return Candidate{"cross_entropy", {logits, pick->indices}, [=](CoreBuilder &b) {
                     Value rows = b.neg(buildRows(b, logits, *pick));
                     return Values{b.reshape(rows, getShape(result))};
                   }};
}
Match pickedWithFill(SelectOp root, Context &context) { return pickedLogSoftmax(root, context); }
Match pickedWithClamp(GatherOp root, Context &context) { return pickedLogSoftmax(root, context); }

/// logsumexp x − x[label], or the negative of that.
Match pickedFromLogSumExp(SubOp root, Context &context) {
  for (bool negative : {false, true}) {
    Seen seen = skipViews(see(root.getResult()).at(negative ? root.getRhs() : root.getLhs()));
    auto lse = seen.op<LogSumExpOp>();
    std::optional<Pick> pick =
        lse ? matchPick(negative ? root.getLhs() : root.getRhs()) : std::nullopt;
    if (!pick || !isWhole(seen))
      continue;
    Value logits = lse.getInput();
    if (pick->source != logits)
      return context.missed(root, "cross_entropy", "the logits of the log-sum-exp are others");
    if (!isLast(lse.getDimension(), logits) ||
        getElementType(logits) != getElementType(root.getResult()))
      return std::nullopt;
    return Candidate{"cross_entropy", {logits, pick->indices}, [=](CoreBuilder &b) {
                       Value rows = buildRows(b, logits, *pick);
                       if (negative)
                         rows = b.neg(rows);
                       return Values{b.reshape(rows, getShape(SubOp(root).getResult()))};
                     }};
  }
  return std::nullopt;
}

/// One-hot rows that `value` is made of by sums and products.
Value findOneHot(Value value) {
  SmallVector<Value> open{value};
  for (unsigned i = 0; i < open.size() && i < 8; ++i) {
    if (matchOneHot(open[i]))
      return open[i];
    if (isa_and_nonnull<AddOp, SubOp, MulOp, DivOp>(open[i].getDefiningOp()))
      llvm::append_range(open, open[i].getDefiningOp()->getOperands());
  }
  return {};
}

/// The label's share and every class's: a · one_hot + c, with a + classes · c = 1, is the
/// smoothing classes · c.
std::optional<double> matchSmoothing(Value target, Value oneHot, int64_t classes) {
  std::optional<Polynomial> p = matchPolynomial(target, oneHot);
  double smoothing = p ? (*p)[0] * classes : -1;
  bool fits = smoothing >= 0 && smoothing <= 1 && (*p)[2] == 0 && (*p)[3] == 0 &&
              isNear((*p)[1] + smoothing, 1, getElementType(target), /*roundings=*/4);
  return fits ? std::optional(smoothing) : std::nullopt;
}

/// What Σ target · log_softmax x is made of.
struct Targets {
  Value logits, labels;
  double smoothing = 0;
};

std::optional<Targets> matchTargets(Value product, Operation *root, Context &context) {
  if (auto select = product.getDefiningOp<SelectOp>()) {
    Value logits = getLogits(select.getOnTrue());
    Value labels =
        logits && isConstant(select.getOnFalse(), 0) && !getShape(select.getPred()).empty()
            ? matchOneHotPredicate(select.getPred())
            : Value();
    return labels ? std::optional(Targets{logits, labels}) : std::nullopt;
  }
  auto mul = product.getDefiningOp<MulOp>();
  for (bool swap : {false, true}) {
    Value logits = mul ? getLogits(swap ? mul.getLhs() : mul.getRhs()) : Value();
    if (!logits)
      continue;
    Value target = swap ? mul.getRhs() : mul.getLhs();
    if (Value labels = matchOneHot(target))
      return Targets{logits, labels};
    Value oneHot = findOneHot(target);
    std::optional<double> smoothing =
        oneHot ? matchSmoothing(target, oneHot, getClasses(logits)) : std::nullopt;
    if (smoothing && context.validLabels)
      return Targets{logits, matchOneHot(oneHot), *smoothing};
    if (oneHot)
      context.missed(root, "cross_entropy",
                     "the labels are smoothed: the row of a label that names no class has a "
                     "value, which cross_entropy doesn't give; 'assume=valid-labels' says that "
                     "there is none");
    return std::nullopt;
  }
  return std::nullopt;
}

/// Σ one_hot · log_softmax x over the classes, and maybe over rows.
Match oneHotRows(ReduceOp root, Context &context) {
  if (root.getKind() != ReductionKind::add ||
      getElementType(root.getResult()) != getElementType(root.getOperand()))
    return std::nullopt;
  std::optional<Targets> targets = matchTargets(root.getOperand(), root, context);
  if (!targets)
    return std::nullopt;
  Value logits = targets->logits, labels = targets->labels;
  double smoothing = targets->smoothing;
  bool trusted = context.validLabels;
  Sizes dims(root.getDimensions());
  if (dims.empty() || !isLast(dims.back(), logits))
    return context.missed(root, "cross_entropy", "the sum is not over the classes");
  dims.pop_back();
  return Candidate{"cross_entropy", {logits, labels}, [=](CoreBuilder &b) {
                     Value named = b.reshape(labels, getRows(logits));
                     if (!trusted)
                       named = ignoreOthers(b, named, getClasses(logits));
                     Value rows = buildLoss(b, logits, named, LossReduction::none,
                                            trusted ? IntegerAttr() : ignoreAttr(b), smoothing);
                     return Values{b.sum(b.neg(rows), dims)};
                   }};
}

/// PyTorch's nll_loss: select(label != k, −log_softmax(x)[select(label != k, label, …)], 0).
Match ignoringRows(SelectOp root, Context &) {
  auto valid = root.getPred().getDefiningOp<CompareOp>();
  if (!valid || valid.getComparisonDirection() != ComparisonDirection::NE ||
      !isConstant(root.getOnFalse(), 0))
    return std::nullopt;
  Value given = valid.getLhs();
  Seen negated = skipViews(see(root.getOnTrue()));
  Value picked = isWhole(negated) ? matchNegation(negated.value) : Value();
  std::optional<Pick> pick = picked ? matchPick(picked) : std::nullopt;
  Value logits = pick ? getLogits(pick->source) : Value();
  if (!logits || !isOfRows(root.getResult(), logits) || !getConstantInt(valid.getRhs()) ||
      !isSigned(given))
    return std::nullopt;
  auto select = skipViews(pick->labels).getDefiningOp<SelectOp>();
  if (!select || select.getPred() != root.getPred() || select.getOnTrue() != given || pick->fills)
    return std::nullopt;
  Value pred = root.getPred(), result = root.getResult();
  return Candidate{"cross_entropy", {logits, given}, [=](CoreBuilder &b) {
                     Value clamped = clampToClasses(b, given, getClasses(logits));
                     Value out = b.splatInt(getShape(given), getElementType(given), ignoredLabel);
                     Value labels = b.select(pred, clamped, out);
                     Value rows = buildLoss(b, logits, b.reshape(labels, getRows(logits)),
                                            LossReduction::none, ignoreAttr(b));
                     return Values{b.reshape(rows, getShape(result))};
                   }};
}

//===----------------------------------------------------------------------===//
// Sum and mean
//===----------------------------------------------------------------------===//

/// The cross-entropy behind views and changes of sign.
CrossEntropyOp matchLoss(Value value, LossReduction reduction, bool &negative) {
  negative = false;
  while (true) {
    Seen seen = skipViews(see(value));
    if (!isWhole(seen))
      return {};
    if (auto op = seen.op<CrossEntropyOp>())
      return op.getReduction() == reduction && !op.getLse() ? op : CrossEntropyOp();
    value = matchNegation(seen.value);
    if (!value)
      return {};
    negative = !negative;
  }
}

Candidate withReduction(CrossEntropyOp op, LossReduction reduction, bool negative) {
  // The labels are a further end: the formula is the reduction alone.
  return {"", {op.getLogits(), op.getLabels()}, [=](CoreBuilder &b) {
            CrossEntropyOp from = op;
            Value loss =
                buildLoss(b, from.getLogits(), from.getLabels(), reduction,
                          from.getIgnoreIndexAttr(), from.getLabelSmoothing().convertToDouble());
            return Values{negative ? b.neg(loss) : loss};
          }};
}

Match sumOfRows(ReduceOp root, Context &) {
  bool negative;
  if (root.getKind() != ReductionKind::add ||
      root.getDimensions().size() != getShape(root.getOperand()).size() ||
      getElementType(root.getResult()) != getElementType(root.getOperand()))
    return std::nullopt;
  CrossEntropyOp op = matchLoss(root.getOperand(), LossReduction::none, negative);
  if (!op)
    return std::nullopt;
  return withReduction(op, LossReduction::sum, negative);
}

/// True for labels that are never negative.
bool isClamped(Value labels) {
  auto min = labels.getDefiningOp<MinOp>();
  auto max = min ? min.getLhs().getDefiningOp<MaxOp>() : MaxOp();
  return max && getConstantInt(max.getRhs()) == 0 && getConstantInt(min.getRhs()).value_or(-1) >= 0;
}

} // namespace

bool countsTrue(Value count, Value pred) {
  auto reduce = skipViews(count).getDefiningOp<ReduceOp>();
  if (!reduce || reduce.getKind() != ReductionKind::add ||
      reduce.getResult().getType().getNumElements() != 1 ||
      getElementType(reduce.getOperand()).getIntOrFloatBitWidth() < 32)
    return false;
  auto ones = skipViews(reduce.getOperand()).getDefiningOp<CastOp>();
  return ones && isa<IntegerType>(getElementType(ones.getResult())) &&
         skipViews(ones.getOperand()) == skipViews(pred) &&
         reduce.getOperand().getType().getNumElements() ==
             cast<ShapedType>(pred.getType()).getNumElements();
}

namespace {

/// True where `count` is the number of rows that count in `op`.
bool countsRows(Value count, CrossEntropyOp op) {
  double rows = static_cast<double>(op.getLabels().getType().getNumElements());
  if (std::optional<double> constant = getConstant(count))
    return !op.getIgnoreIndex() && *constant == rows;
  auto cast = skipViews(count).getDefiningOp<CastOp>();
  auto select = skipViews(op.getLabels()).getDefiningOp<SelectOp>();
  return cast && select && op.getIgnoreIndex() && isClamped(select.getOnTrue()) &&
         getConstantInt(select.getOnFalse()) == static_cast<int64_t>(*op.getIgnoreIndex()) &&
         countsTrue(cast.getOperand(), select.getPred());
}

Match meanByDivision(DivOp root, Context &context) {
  bool negative;
  CrossEntropyOp op = matchLoss(root.getLhs(), LossReduction::sum, negative);
  if (!op)
    return std::nullopt;
  if (!countsRows(root.getRhs(), op)) {
    // Rows that are left out of the sum count in the mean of one-hot labels.
    if (op.getIgnoreIndex() && getConstant(root.getRhs()))
      return std::nullopt;
    return context.missed(root, "cross_entropy mean", "it divides by another number of rows");
  }
  Candidate candidate = withReduction(op, LossReduction::mean, negative);
  candidate.inputs.push_back(root.getRhs());
  return candidate;
}

Match meanByProduct(MulOp root, Context &) {
  Value sum = otherOperand(root, [](Value v) { return getConstant(v).has_value(); });
  bool negative;
  CrossEntropyOp op = sum ? matchLoss(sum, LossReduction::sum, negative) : CrossEntropyOp();
  if (!op || op.getIgnoreIndex())
    return std::nullopt;
  double factor = *getConstant(sum == root.getLhs() ? root.getRhs() : root.getLhs());
  double rows = static_cast<double>(op.getLabels().getType().getNumElements());
  if (!isNear(1 / factor, rows, getElementType(root.getResult())))
    return std::nullopt;
  return withReduction(op, LossReduction::mean, negative);
}

/// −(−x), and −((−x) / y).
Match doubleNegation(NegOp root, Context &) {
  if (auto div = root.getOperand().getDefiningOp<DivOp>()) {
    auto inner = div.getLhs().getDefiningOp<NegOp>();
    if (!inner)
      return std::nullopt;
    Value x = inner.getOperand(), y = div.getRhs();
    return Candidate{"", {x, y}, [=](CoreBuilder &b) { return Values{b.div(x, y)}; }};
  }
  auto inner = root.getOperand().getDefiningOp<NegOp>();
  if (!inner)
    return std::nullopt;
  Value x = inner.getOperand();
  return Candidate{"", {root.getOperand()}, [=](CoreBuilder &) { return Values{x}; }};
}

} // namespace

void addLossRules(Rules &rules) {
  rules.add<classesToLast>(Phase::Combination);
  rules.add<ignoringRows>(Phase::Loss);
  rules.add<pickedWithFill>(Phase::Loss);
  rules.add<pickedWithClamp>(Phase::Loss);
  rules.add<pickedFromLogSumExp>(Phase::Loss);
  rules.add<oneHotRows>(Phase::Loss);
  rules.add<sumOfRows>(Phase::Sum);
  rules.add<meanByDivision>(Phase::Mean);
  rules.add<meanByProduct>(Phase::Mean);
  rules.add<doubleNegation>(Phase::Cleanup);
}

} // namespace halftone::train::raise
