// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cross-entropy with smoothed labels, from one log-softmax of which a label's and all classes'
// values are taken, with a the smoothing:
//
//   rows     −(1 − a) · log_softmax(x)[label] − a · mean(log_softmax x)
//   PyTorch  (1 − a) · Σ picked / n + a/classes · Σ all / n
//            picked = select(label != k, −log_softmax(x)[select(label != k, label, …)], 0)
//            all    = select(label != k, Σ −log_softmax(x) over classes, 0)
//            n      = Σ (label != k)
//
// (Smoothed one-hot labels are in `Loss`: there a label that names no class has a row.)
#include "RaiseCompositesLoss.h"

using namespace mlir;

namespace halftone::train::raise {

namespace {

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The log_softmax that `sum` adds up over all classes.
Value matchSumOfClasses(Value sum) {
  Seen seen = skipViews(see(sum));
  auto reduce = seen.op<ReduceOp>();
  Value logits = reduce && isWhole(seen) ? getLogits(reduce.getOperand()) : Value();
  bool fits = logits && reduce.getKind() == ReductionKind::add &&
              getElementType(reduce.getResult()) == getElementType(reduce.getOperand()) &&
              reduce.getDimensions() == Dims(static_cast<int64_t>(getShape(logits).size()) - 1);
  return fits ? reduce.getOperand() : Value();
}

Match smoothedRows(Operation *root, Context &) {
  Value result = root->getResult(0);
  if (!getFormulaType(result))
    return std::nullopt;
  Product left = flatten(root->getOperand(0)), right = flatten(root->getOperand(1));
  if (isa<SubOp>(root))
    right.constant = -right.constant;
  if (left.factors.size() != 1 || right.factors.size() != 1 || !left.divisors.empty() ||
      !right.divisors.empty())
    return std::nullopt;
  for (bool swap : {false, true}) {
    const Product &label = swap ? right : left, &all = swap ? left : right;
    std::optional<Pick> pick = matchPick(label.factors[0]);
    Value logits = pick ? getLogits(pick->source) : Value();
    if (!logits || matchSumOfClasses(all.factors[0]) != pick->source || !isOfRows(result, logits))
      continue;
    double classes = static_cast<double>(getClasses(logits));
    double sign = all.constant < 0 ? 1 : -1, smoothing = -sign * all.constant * classes;
    if (!(smoothing <= 1) ||
        !isNear(smoothing - sign * label.constant, 1, getElementType(result), /*roundings=*/4))
      continue;
    return Candidate{"cross_entropy", {logits, pick->indices}, [=](CoreBuilder &b) {
                       Value rows = buildRows(b, logits, *pick, smoothing);
                       return Values{b.reshape(sign > 0 ? rows : b.neg(rows), getShape(result))};
                     }};
  }
  return std::nullopt;
}
Match smoothedSum(AddOp root, Context &context) { return smoothedRows(root, context); }
Match smoothedDifference(SubOp root, Context &context) { return smoothedRows(root, context); }

//===----------------------------------------------------------------------===//
// PyTorch's mean
//===----------------------------------------------------------------------===//

/// A predicate `given != ignored`.
struct NotIgnored {
  Value given;
  int64_t ignored = 0;
  bool operator==(const NotIgnored &other) const {
    return given == other.given && ignored == other.ignored;
  }
};

std::optional<NotIgnored> matchNotIgnored(Value pred, bool isInverted = false) {
  if (auto inverse = pred.getDefiningOp<NotOp>())
    return matchNotIgnored(inverse.getOperand(), !isInverted);
  auto compare = pred.getDefiningOp<CompareOp>();
  auto wanted = isInverted ? ComparisonDirection::EQ : ComparisonDirection::NE;
  std::optional<int64_t> ignored = compare ? getConstantInt(compare.getRhs()) : std::nullopt;
  if (!ignored || compare.getComparisonDirection() != wanted)
    return std::nullopt;
  return NotIgnored{compare.getLhs(), *ignored};
}

/// constant · Σ rows / n, with the rows that count.
struct SmoothedTerm {
  double constant = 0;
  Value rows;
  NotIgnored counted;
};

std::optional<SmoothedTerm> matchSmoothedTerm(Value value) {
  Product product = flatten(value);
  if (product.factors.size() != 1 || product.divisors.size() != 1)
    return std::nullopt;
  auto sum = product.factors[0].getDefiningOp<ReduceOp>();
  if (!sum || sum.getKind() != ReductionKind::add || !getShape(sum.getResult()).empty() ||
      getElementType(sum.getOperand()) != getElementType(sum.getResult()))
    return std::nullopt;
  auto select = sum.getOperand().getDefiningOp<SelectOp>();
  auto keeps = select ? matchNotIgnored(select.getPred()) : std::nullopt;
  auto leaves = select ? matchNotIgnored(select.getPred(), /*isInverted=*/true) : std::nullopt;
  if ((!keeps || !isConstant(select.getOnFalse(), 0)) &&
      (!leaves || !isConstant(select.getOnTrue(), 0)))
    return std::nullopt;
  SmoothedTerm term{product.constant, keeps ? select.getOnTrue() : select.getOnFalse(),
                    keeps ? *keeps : *leaves};
  // n counts them, too.
  auto cast = product.divisors[0].getDefiningOp<CastOp>();
  auto count = cast ? skipViews(cast.getOperand()).getDefiningOp<ReduceOp>() : ReduceOp();
  auto ones = count ? count.getOperand().getDefiningOp<CastOp>() : CastOp();
  bool counts = ones && countsTrue(cast.getOperand(), ones.getOperand()) &&
                matchNotIgnored(ones.getOperand()) == term.counted;
  return counts ? std::optional(term) : std::nullopt;
}

Match smoothedMean(AddOp root, Context &) {
  if (!getShape(root.getResult()).empty() || !getFormulaType(root.getResult()))
    return std::nullopt;
  std::optional<SmoothedTerm> left = matchSmoothedTerm(root.getLhs());
  std::optional<SmoothedTerm> right = left ? matchSmoothedTerm(root.getRhs()) : std::nullopt;
  if (!right || !(left->counted == right->counted))
    return std::nullopt;
  for (bool swap : {false, true}) {
    const SmoothedTerm &label = swap ? *right : *left, &all = swap ? *left : *right;
    Value picked = matchNegation(skipViews(label.rows)), sum = matchNegation(skipViews(all.rows));
    std::optional<Pick> pick = picked ? matchPick(picked) : std::nullopt;
    Value logits = pick ? getLogits(pick->source) : Value();
    auto reduce = logits && sum ? sum.getDefiningOp<ReduceOp>() : ReduceOp();
    if (!reduce || reduce.getKind() != ReductionKind::add || pick->fills ||
        reduce.getOperand() != pick->source ||
        reduce.getDimensions() != Dims(static_cast<int64_t>(getShape(logits).size()) - 1))
      continue;
    Value given = label.counted.given;
    auto select = skipViews(pick->labels).getDefiningOp<SelectOp>();
    bool isChosen = select && matchNotIgnored(select.getPred()) == label.counted &&
                    select.getOnTrue() == given && isOfRows(given, logits) &&
                    !getElementType(given).isUnsignedInteger();
    double smoothing = all.constant * static_cast<double>(getClasses(logits));
    if (!isChosen || !(smoothing >= 0 && smoothing <= 1) ||
        !isNear(label.constant + smoothing, 1, getElementType(logits), /*roundings=*/4))
      continue;
    Value pred = select.getPred();
    return Candidate{"cross_entropy", {logits, given, pred}, [=](CoreBuilder &b) {
                       Value clamped = clampToClasses(b, given, getClasses(logits));
                       Value out = b.splatInt(getShape(given), getElementType(given), ignoredLabel);
                       Value labels = b.reshape(b.select(pred, clamped, out), getRows(logits));
                       return Values{buildLoss(b, logits, labels, LossReduction::mean,
                                               ignoreAttr(b), smoothing)};
                     }};
  }
  return std::nullopt;
}

} // namespace

void addSmoothingRules(Rules &rules) {
  rules.add<smoothedMean>(Phase::Loss);
  rules.add<smoothedSum>(Phase::Loss);
  rules.add<smoothedDifference>(Phase::Loss);
}

} // namespace halftone::train::raise
