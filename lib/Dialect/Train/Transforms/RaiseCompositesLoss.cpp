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
// labels that say so: a gather clamps them, one-hot labels leave the row out (−1, ignored),
// and so do PyTorch's ignored rows. Negative labels that JAX wraps are wrapped as before.
// Smoothed labels are left: their row of a label that names no class has a value.
#include "RaiseComposites.h"

using namespace mlir;

namespace halftone::train::raise {

namespace {

constexpr int64_t ignored = -1;

Sizes getRows(Value logits) { return Sizes(getShape(logits).drop_back()); }
int64_t getClasses(Value logits) { return getShape(logits).back(); }

/// True for a value in the shape of the rows of `logits`, but for dimensions of size 1.
bool isOfRows(Value value, Value logits) {
  Sizes a(getShape(value)), b = getRows(logits);
  llvm::erase(a, 1);
  llvm::erase(b, 1);
  return a == b;
}

bool isSigned(Value labels) { return !getElementType(labels).isUnsignedInteger(); }

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// `source[..., label]`.
struct Pick {
  Value source, labels;
  /// Where the labels come from, behind which nothing is looked at.
  Value indices;
  /// Labels outside of the classes give NaN; else they are clamped.
  bool fills = false;
};

bool isCountingUp(ArrayRef<int64_t> dims, int64_t count) {
  return llvm::equal(dims, llvm::seq<int64_t>(0, count));
}

std::optional<Pick> matchGather(GatherOp gather) {
  Value source = gather.getOperand(), indices = gather.getStartIndices();
  int64_t last = static_cast<int64_t>(getShape(source).size()) - 1;
  if (last < 0 || !gather.getOffsetDims().empty() ||
      !llvm::all_of(
          gather.getSliceSizes(), [](int64_t size) { return size == 1; }) ||
      !isOfRows(gather.getResult(), source) || !isa<FloatType>(getElementType(source)))
    return std::nullopt;
  // Rows are batching dimensions.
  if (gather.getCollapsedSliceDims() == Dims(last) && gather.getStartIndexMap() == Dims(last) &&
      isCountingUp(gather.getOperandBatchingDims(), last) &&
      isCountingUp(gather.getStartIndicesBatchingDims(), last))
    return Pick{source, indices, indices};
  // Rows are counted by the first component of an index.
  auto concat = indices.getDefiningOp<ConcatenateOp>();
  if (last != 1 || !isCountingUp(gather.getCollapsedSliceDims(), 2) ||
      !isCountingUp(gather.getStartIndexMap(), 2) || !concat || concat->getNumOperands() != 2 ||
      concat.getDimension() != gather.getIndexVectorDim())
    return std::nullopt;
  Seen counter = skipViews(see(concat->getOperand(0)));
  auto iota = counter.op<IotaOp>();
  Value labels = concat->getOperand(1);
  if (!iota || !isWhole(counter) ||
      iota.getOutput().getType().getNumElements() !=
          getShape(iota.getOutput())[iota.getIotaDimension()] ||
      !isOfRows(concat->getOperand(0), source) || !isOfRows(labels, source))
    return std::nullopt;
  return Pick{source, labels, labels};
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

/// A pick in the shape of rows, behind views; the outermost op of it.
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

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Value clampToClasses(CoreBuilder &b, Value labels, int64_t classes) {
  return b.minimum(b.maximum(labels, 0.0), static_cast<double>(classes - 1));
}

/// The labels, `ignored` where they name no class.
Value ignoreOthers(CoreBuilder &b, Value labels, int64_t classes) {
  Value named = b.logicalAnd(b.ge(labels, 0.0), b.lt(labels, static_cast<double>(classes)));
  return b.select(named, labels, b.splatInt(getShape(labels), getElementType(labels), ignored));
}

Value buildLoss(CoreBuilder &b, Value logits, Value labels, LossReduction reduction,
                IntegerAttr ignore) {
  Sizes shape;
  if (reduction == LossReduction::none)
    shape = getRows(logits);
  auto type = RankedTensorType::get(shape, getElementType(logits));
  return CrossEntropyOp::create(b.getBuilder(), b.getLoc(), type, Type(), logits, labels, reduction,
                                APFloat(0.0), ignore)
      .getLoss();
}

IntegerAttr ignoreAttr(CoreBuilder &b) { return b.getBuilder().getI64IntegerAttr(ignored); }

/// The loss of each row with the pick's labels.
Value buildRows(CoreBuilder &b, Value logits, const Pick &pick) {
  Value labels = reshapeBehindViews(b, pick.labels, getRows(logits));
  if (!pick.fills)
    labels = clampToClasses(b, labels, getClasses(logits));
  return buildLoss(b, logits, labels, LossReduction::none, {});
}

bool isLast(int64_t dim, Value logits) {
  return dim == static_cast<int64_t>(getShape(logits).size()) - 1;
}

/// The logits, where `value` is their log_softmax over the classes.
Value getLogits(Value value) {
  auto op = value.getDefiningOp<LogSoftmaxOp>();
  bool fits = op && isLast(op.getDimension(), op.getInput()) &&
              getElementType(op.getInput()) == getElementType(op.getResult());
  return fits ? op.getInput() : Value();
}

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

/// The labels of one-hot rows in the shape of `value`.
Value matchOneHot(Value value) {
  Value pred;
  if (auto cast = value.getDefiningOp<CastOp>())
    pred = cast.getOperand();
  else if (auto select = value.getDefiningOp<SelectOp>();
           select && isConstant(select.getOnTrue(), 1) && isConstant(select.getOnFalse(), 0))
    pred = select.getPred();
  auto compare = pred ? pred.getDefiningOp<CompareOp>() : CompareOp();
  if (!compare || compare.getComparisonDirection() != ComparisonDirection::EQ)
    return {};
  int64_t last = static_cast<int64_t>(getShape(pred).size()) - 1;
  for (bool swap : {false, true}) {
    Seen classes = skipViews(see(pred).at(swap ? compare.getLhs() : compare.getRhs()));
    Seen labels = skipViews(see(pred).at(swap ? compare.getRhs() : compare.getLhs()));
    auto iota = classes.op<IotaOp>();
    if (!iota || classes.dims[iota.getIotaDimension()] != last || !isSigned(labels.value))
      continue;
    // All rows in order, and nothing along the classes.
    Seen rows = labels;
    rows.frame = labels.frame.drop_back();
    if (!llvm::is_contained(labels.dims, last) && isWhole(rows))
      return labels.value;
  }
  return {};
}

/// True where `value` is made of one-hot rows by sums and products.
bool isSmoothed(Value value) {
  SmallVector<Value> open{value};
  for (unsigned i = 0; i < open.size() && i < 8; ++i) {
    if (matchOneHot(open[i]))
      return true;
    if (isa_and_nonnull<AddOp, SubOp, MulOp, DivOp>(open[i].getDefiningOp()))
      llvm::append_range(open, open[i].getDefiningOp()->getOperands());
  }
  return false;
}

/// Σ one_hot · log_softmax x over the classes, and maybe over rows.
Match oneHotRows(ReduceOp root, Context &context) {
  auto mul = root.getOperand().getDefiningOp<MulOp>();
  if (root.getKind() != ReductionKind::add || !mul ||
      getElementType(root.getResult()) != getElementType(root.getOperand()))
    return std::nullopt;
  for (bool swap : {false, true}) {
    Value logits = getLogits(swap ? mul.getLhs() : mul.getRhs());
    Value target = swap ? mul.getRhs() : mul.getLhs();
    if (!logits)
      continue;
    Value labels = matchOneHot(target);
    if (!labels && isSmoothed(target))
      return context.missed(root, "cross_entropy",
                            "the labels are smoothed: the row of a label that names no class "
                            "has a value, which cross_entropy doesn't give");
    if (!labels)
      return std::nullopt;
    Sizes dims(root.getDimensions());
    if (dims.empty() || !isLast(dims.back(), logits))
      return context.missed(root, "cross_entropy", "the sum is not over the classes");
    dims.pop_back();
    return Candidate{"cross_entropy", {logits, labels}, [=](CoreBuilder &b) {
                       Value named =
                           ignoreOthers(b, b.reshape(labels, getRows(logits)), getClasses(logits));
                       Value rows = buildLoss(b, logits, named, LossReduction::none, ignoreAttr(b));
                       return Values{b.sum(b.neg(rows), dims)};
                     }};
  }
  return std::nullopt;
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
                     Value out = b.splatInt(getShape(given), getElementType(given), ignored);
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
            Value loss = buildLoss(b, from.getLogits(), from.getLabels(), reduction,
                                   from.getIgnoreIndexAttr());
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

/// True where `count` is Σ pred, as an integer that can count so far.
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
