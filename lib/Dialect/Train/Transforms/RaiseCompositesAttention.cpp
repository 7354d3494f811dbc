// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attention: softmax(scale · q kᵀ + masks) v, from two `dot_general` with a softmax between.
//
//   S [.., T, S'] = q · k over depth
//   P             = softmax(masks(c · S)) over S'
//   O             = P · v over S'
//
// It is read as an einsum over axes (see `Axes`), so dimensions may be in any order, merged
// or split. What q, k and v share are batch and heads. An axis that only q has is a query's,
// or, for a mask that tells queries apart, a group of heads that share keys: those are
// repeated, as frameworks do.
//
// **Masks.** A float that is added stays one; a select of a constant, or an added select of 0
// and a constant, is an i1 mask that blocks, or `causal`. The composite gives 0 for a row that
// is blocked whole. Where that may happen, as the mask isn't made of positions, the row gets
// what the formula gives: NaN for −∞, the mean of v for a finite constant, 0 where PyTorch
// says so. A finite constant blocks only while it is far below the row's other scores: that is
// so where it is next to overflow, and else taken on trust if the user says so.
#include "RaiseComposites.h"
#include "RaiseCompositesMasks.h"

#include <cmath>

using namespace mlir;

namespace halftone::train::raise {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

/// A select of scores and a constant.
struct Blocker {
  Placed predicate;
  bool isInverted = false; // blocks where the predicate holds
  double fill = 0;
  /// What is added, where it is a select of 0 and the constant.
  std::optional<Placed> added = {};
};

/// A float that is added to the scores, or subtracted.
struct Added {
  Placed value;
  bool isNegative = false;
};

struct Scores {
  Placed query, key;
  DotGeneralOp product;
  double scale = 1;
  SmallVector<Blocker, 2> blockers;
  SmallVector<Added, 2> added;
  /// Where the formula begins.
  Values inputs;
};

bool isPlain(DotGeneralOp dot) {
  Type type = getElementType(dot.getResult());
  return !dot.getTf32() && getElementType(dot.getLhs()) == type &&
         getElementType(dot.getRhs()) == type && dot.getAccumulatorElementType() == type &&
         getFormulaType(dot.getResult());
}

/// An added select of 0 and a constant.
std::optional<Blocker> matchAddedBlocker(const Placed &placed) {
  auto select = placed.op<SelectOp>();
  if (!select || getShape(select.getPred()).empty())
    return std::nullopt;
  for (bool inverted : {false, true}) {
    Value kept = inverted ? select.getOnFalse() : select.getOnTrue();
    Value blocked = inverted ? select.getOnTrue() : select.getOnFalse();
    std::optional<double> fill = getConstant(blocked);
    if (isConstant(kept, 0) && fill && isLowest(*fill, getElementType(blocked)))
      return Blocker{placed.at(select.getPred()), inverted, *fill, placed};
  }
  return std::nullopt;
}

/// Reads `placed` as masks of a product; `scale` is what is outside of it.
bool readScores(Axes &axes, Placed placed, double scale, Scores &scores, unsigned depth = 10) {
  placed = axes.skipMoves(placed);
  Operation *op = placed.value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (auto dot = dyn_cast<DotGeneralOp>(op)) {
    if (!isPlain(dot))
      return false;
    scores.product = dot;
    scores.scale = scale;
    std::tie(scores.query, scores.key) = axes.placeOperands(dot, placed.dims);
    return true;
  }
  auto go = [&](Value operand, double factor) {
    return readScores(axes, placed.at(operand), scale * factor, scores, depth - 1);
  };
  if (auto negate = dyn_cast<NegOp>(op))
    return go(negate.getOperand(), -1);
  if (auto mul = dyn_cast<MulOp>(op)) {
    Value other = otherOperand(mul, [](Value v) { return getConstant(v).has_value(); });
    return other && go(other, *getConstant(other == mul.getLhs() ? mul.getRhs() : mul.getLhs()));
  }
  if (auto div = dyn_cast<DivOp>(op)) {
    std::optional<double> divisor = getConstant(div.getRhs());
    return divisor && *divisor != 0 && go(div.getLhs(), 1 / *divisor);
  }
  if (scale != 1)
    return false;
  if (auto select = dyn_cast<SelectOp>(op)) {
    bool inverted = getConstant(select.getOnTrue()).has_value();
    std::optional<double> fill = getConstant(inverted ? select.getOnTrue() : select.getOnFalse());
    if (!fill || !(*fill < 0) || getShape(select.getPred()).empty())
      return false;
    scores.blockers.push_back({placed.at(select.getPred()), inverted, *fill});
    scores.inputs.push_back(select.getPred());
    return go(inverted ? select.getOnFalse() : select.getOnTrue(), 1);
  }
  if (!isa<AddOp, SubOp>(op))
    return false;
  for (bool swap : {false, true}) {
    if (swap && isa<SubOp>(op))
      return false;
    Scores found = scores;
    Value mask = op->getOperand(swap ? 0 : 1);
    Placed value = axes.skipViews(placed.at(mask));
    std::optional<Blocker> blocker = isa<SubOp>(op) ? std::nullopt : matchAddedBlocker(value);
    if (blocker)
      found.blockers.push_back(*blocker);
    else
      found.added.push_back({value, isa<SubOp>(op)});
    found.inputs.push_back(mask);
    if (readScores(axes, placed.at(op->getOperand(swap ? 1 : 0)), 1, found, depth - 1)) {
      scores = found;
      return true;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Probabilities
//===----------------------------------------------------------------------===//

struct Probabilities {
  Placed placed; // the softmax's result
  SoftmaxOp softmax;
  /// 0 for a row of −∞, by a select.
  bool isSafe = false;
};

/// select(all of the row is −∞, 0, softmax), as PyTorch has it.
bool isSafeSelect(SelectOp select, SoftmaxOp softmax) {
  Seen pred = see(select.getResult()).at(select.getPred());
  std::optional<Reduced> all = matchReduce(pred, ReductionKind::and_);
  auto compare = all ? all->input.getDefiningOp<CompareOp>() : CompareOp();
  return compare && compare.getComparisonDirection() == ComparisonDirection::EQ &&
         compare.getLhs() == softmax.getInput() && isConstant(compare.getRhs(), -infinity) &&
         isConstant(select.getOnTrue(), 0) &&
         Dims(all->dims) == Dims(static_cast<int64_t>(softmax.getDimension()));
}

std::optional<Probabilities> readProbabilities(Axes &axes, Placed placed) {
  placed = axes.skipMoves(placed);
  auto select = placed.op<SelectOp>();
  Probabilities found{select ? placed.at(select.getOnFalse()) : placed, {}, bool(select)};
  found.softmax = found.placed.op<SoftmaxOp>();
  bool fits = found.softmax &&
              getElementType(found.softmax.getInput()) == getElementType(placed.value) &&
              (!select || isSafeSelect(select, found.softmax));
  return fits ? std::optional(found) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

struct Groups {
  AxisList batch, heads, queries, keys, depth, values;
};

AxisList without(ArrayRef<Axis> axes, ArrayRef<Axis> others) {
  return llvm::filter_to_vector<4>(axes,
                                   [&](Axis axis) { return !llvm::is_contained(others, axis); });
}

bool isSameSet(ArrayRef<Axis> a, ArrayRef<Axis> b) {
  return a.size() == b.size() && without(a, b).empty();
}

/// What the axes are for. Null where this isn't attention.
class Sorter {
public:
  Sorter(Axes &axes, const Scores &scores, const Probabilities &probabilities, const Placed &value,
         ArrayRef<Axis> summed)
      : query(axes.flatten(scores.query.dims)), key(axes.flatten(scores.key.dims)),
        value(axes.flatten(value.dims)) {
    const Layout &frame = probabilities.placed.dims;
    AxisList all = axes.flatten(frame);
    SoftmaxOp softmax = probabilities.softmax;
    groups.keys = axes.resolve(frame[softmax.getDimension()]);
    groups.depth = without(query, all);
    groups.values = without(this->value, all);
    others = without(all, groups.keys);
    // The second product sums over the keys, k has them, q doesn't; all else is q's.
    fits = !groups.keys.empty() && isSameSet(axes.resolve(summed), groups.keys) &&
           without(groups.keys, key).empty() && !shareAxis(query, groups.keys) &&
           without(others, query).empty() && without(groups.depth, key).empty();
    candidates = without(without(without(query, groups.depth), key), this->value);
  }

  /// Axes that only q has.
  AxisList candidates;
  bool fits = false;

  ArrayRef<Axis> getKeys() const { return groups.keys; }

  /// With `queries` out of the candidates; the rest of them are heads.
  Groups sort(ArrayRef<Axis> queries) const {
    Groups result = groups;
    result.queries = AxisList(queries);
    for (Axis axis : without(without(query, groups.depth), queries)) {
      bool isFirst = result.batch.empty() && !llvm::is_contained(candidates, axis);
      (isFirst ? result.batch : result.heads).push_back(axis);
    }
    return result;
  }

private:
  AxisList query, key, value, others;
  Groups groups;
};

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// What the formula gives in a row that is blocked whole, where it isn't 0.
enum class Blocked { Nothing, NaN, Mean };

struct Masks {
  SmallVector<Conjunct> parts;
  std::optional<Band> band;
  SmallVector<Added, 2> added;
  Blocked blocked = Blocked::Nothing;
  bool isCausal = false;
};

bool isOpaque(const Conjunct &part) { return !part.band; }

/// A bound on what is added, in all.
double getMagnitude(ArrayRef<Added> added) {
  double sum = 0;
  for (const Added &mask : added)
    sum += raise::getMagnitude(mask.value.value);
  return sum;
}

/// True where a constant next to overflow stays what it is with that added.
bool isSmall(ArrayRef<Added> added) { return getMagnitude(added) <= 0x1p100; }

class MaskReader {
public:
  MaskReader(Axes &axes, const Sorter &sorter, bool isSafe, bool isTrusted, Type element)
      : axes(axes), sorter(sorter), isSafe(isSafe), isTrusted(isTrusted), element(element) {}

  /// Why it can't be attention, where the result is null.
  StringRef reason;

  std::optional<Masks> read(const Scores &scores) {
    masks.added = scores.added;
    for (const Blocker &blocker : scores.blockers)
      if (!readBlocker(blocker, scores))
        return missed("its masks block with different constants");
    masks.band = join(masks.parts);
    bool leavesKeys = leaves(masks.parts, masks.band) || isTrusted;
    bool mayAddInfinity = getMagnitude(masks.added) > 3.4028234663852886e38;
    if (masks.parts.empty() || std::isinf(fill)) {
      if ((!leavesKeys || mayAddInfinity) && !isSafe && !isTrusted)
        masks.blocked = Blocked::NaN;
    } else {
      bool isFar = isLowest(fill, element) && isSmall(masks.added);
      if (!isFar && !(isTrusted && fill <= -1e4))
        return missed("blocked scores get a finite constant, and others may be below it; "
                      "'assume=finite-masks' says that they aren't");
      if (!leavesKeys)
        masks.blocked = Blocked::Mean;
    }
    if (masks.band && masks.band->isAll(queries(), keys())) {
      llvm::erase_if(masks.parts, [](const Conjunct &part) { return !isOpaque(part); });
      masks.band.reset();
    }
    masks.isCausal = masks.band && masks.band->isCausal(queries(), keys());
    return masks;
  }

private:
  std::nullopt_t missed(StringRef why) {
    reason = why;
    return std::nullopt;
  }

  int64_t queries() const { return axes.size({masks.band->query}); }
  int64_t keys() const { return axes.size({masks.band->key}); }

  /// One band of a query's and the key's axis, where there is one.
  std::optional<Band> join(SmallVectorImpl<Conjunct> &parts) const {
    std::optional<Band> band = joinBands(parts, sorter.getKeys());
    if (band && !llvm::is_contained(sorter.candidates, band->query)) {
      for (Conjunct &part : parts)
        part.band.reset();
      band.reset();
    }
    return band;
  }

  bool leaves(ArrayRef<Conjunct> parts, const std::optional<Band> &band) const {
    return llvm::none_of(parts, isOpaque) &&
           (!band || band->leavesKeys(axes.size({band->query}), axes.size({band->key})));
  }

  bool readBlocker(const Blocker &blocker, const Scores &scores) {
    SmallVector<Conjunct> parts;
    readPredicate(axes, blocker.predicate, blocker.isInverted, parts);
    // Next to other floats that are added a constant blocks only while those are small.
    if (blocker.added && std::isfinite(blocker.fill) && !isSmall(scores.added)) {
      masks.added.push_back({*blocker.added, false});
      return true;
    }
    if (parts.empty())
      return true;
    if (!masks.parts.empty() && blocker.fill != fill && !isTrusted)
      return false;
    fill = masks.parts.empty() ? blocker.fill : std::max(fill, blocker.fill);
    llvm::append_range(masks.parts, parts);
    return true;
  }

  Axes &axes;
  const Sorter &sorter;
  bool isSafe, isTrusted;
  Type element;
  double fill = -infinity;
  Masks masks;
};

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Everything that the composite is made of.
struct Attention {
  Axes axes;
  Scores scores;
  Masks masks;
  Groups groups;
  Placed value;
  Layout result; // of the second product

  /// Which axes are queries. Several may be merged, but masks must not tell them apart.
  void sort(const Sorter &sorter) {
    auto tellsApart = [&](const Placed &placed) {
      AxisList flat = axes.flatten(placed.dims);
      return shareAxis(flat, sorter.candidates) && !without(sorter.candidates, flat).empty();
    };
    bool isSplit = llvm::any_of(masks.parts,
                                [&](const Conjunct &part) { return tellsApart(part.predicate); }) ||
                   llvm::any_of(masks.added, [&](const Added &a) { return tellsApart(a.value); });
    AxisList queries = sorter.candidates;
    if (masks.isCausal)
      queries = {masks.band->query};
    else if (isSplit)
      queries = {*llvm::max_element(
          queries, [&](Axis a, Axis b) { return axes.size({a}) <= axes.size({b}); })};
    groups = sorter.sort(queries);
  }

  Value build(CoreBuilder &b, Dims shape) const {
    AxisList forQuery[] = {groups.batch, groups.heads, groups.queries, groups.depth};
    AxisList forKey[] = {groups.batch, groups.heads, groups.keys, groups.depth};
    AxisList forValue[] = {groups.batch, groups.heads, groups.keys, groups.values};
    AxisList forResult[] = {groups.batch, groups.heads, groups.queries, groups.values};
    Value q = axes.arrange(b, scores.query, forQuery, /*isWhole=*/true);
    Value k = axes.arrange(b, scores.key, forKey, /*isWhole=*/true);
    Value v = axes.arrange(b, value, forValue, /*isWhole=*/true);
    Value mask = buildMask(b, /*isWhole=*/false);
    Sizes sizes;
    for (const AxisList &axesOf : forResult)
      sizes.push_back(axes.size(axesOf));
    auto type = RankedTensorType::get(sizes, getElementType(v));
    Value y = AttentionOp::create(b.getBuilder(), b.getLoc(), type, Type(), q, k, v, mask,
                                  APFloat(scores.scale), masks.isCausal, TypeAttr())
                  .getResult();
    if (masks.blocked != Blocked::Nothing)
      y = fillBlocked(b, y, v);
    return axes.restore(b, y, forResult, result, shape);
  }

private:
  Value arrangeMask(CoreBuilder &b, const Placed &placed) const {
    AxisList dims[] = {groups.batch, groups.heads, groups.queries, groups.keys};
    return axes.arrange(b, placed, dims, /*isWhole=*/false);
  }

  /// `op` of two masks, each spread over the other's dimensions.
  template <typename Op> static Value combine(CoreBuilder &b, Value x, Value y, Op op) {
    if (!x)
      return y;
    Sizes shape;
    for (auto [left, right] : llvm::zip_equal(getShape(x), getShape(y)))
      shape.push_back(std::max(left, right));
    Sizes dims = allDims(x);
    return op(b.broadcast(x, shape, dims), b.broadcast(y, shape, dims));
  }

  /// One mask, i1 or float; with the bands that `causal` stands for where `isWhole`.
  Value buildMask(CoreBuilder &b, bool isWhole) const {
    Value seen, sum;
    for (const Conjunct &part : masks.parts) {
      if (masks.isCausal && part.band && !isWhole)
        continue;
      Value holds = arrangeMask(b, part.predicate);
      if (part.isInverted)
        holds = b.logicalNot(holds);
      seen = combine(b, seen, holds, [&](Value x, Value y) { return b.logicalAnd(x, y); });
    }
    for (const Added &added : masks.added) {
      Value value = arrangeMask(b, added.value);
      if (added.isNegative)
        value = b.neg(value);
      sum = combine(b, sum, value, [&](Value x, Value y) { return b.add(x, y); });
    }
    if (!sum || !seen)
      return sum ? sum : seen;
    return combine(b, seen, sum, [&](Value x, Value y) { return b.select(x, y, -infinity); });
  }

  /// What the formula gives in rows without a key, in place of 0.
  Value fillBlocked(CoreBuilder &b, Value y, Value v) const {
    Value mask = buildMask(b, /*isWhole=*/true);
    bool isPredicate = getElementType(mask).isInteger(1);
    Value has =
        isPredicate ? b.reduce(ReductionKind::or_, mask, {3}) : b.gt(b.max(mask, {3}), -infinity);
    Value fill = masks.blocked == Blocked::Mean
                     ? b.broadcast(b.mean(v, {2}), getShape(y), {0, 1, 3})
                     : b.like(y, std::numeric_limits<double>::quiet_NaN());
    return b.select(b.broadcast(has, getShape(y), {0, 1, 2}), y, fill);
  }
};

Match attentionOf(DotGeneralOp root, bool probabilitiesLeft, Context &context) {
  Attention found;
  Axes &axes = found.axes;
  Placed left = axes.place(probabilitiesLeft ? root.getLhs() : root.getRhs());
  Placed result;
  std::tie(found.value, result) = axes.placeOther(root, left.dims, probabilitiesLeft);
  found.result = result.dims;
  std::optional<Probabilities> probabilities = readProbabilities(axes, left);
  if (!probabilities)
    return std::nullopt;
  AxisList summed;
  for (int64_t dim :
       probabilitiesLeft ? root.getLhsContractingDimensions() : root.getRhsContractingDimensions())
    llvm::append_range(summed, left.dims[dim]);
  Placed scores = probabilities->placed.at(probabilities->softmax.getInput());
  if (!readScores(axes, scores, 1, found.scores))
    return std::nullopt;
  Type element = getElementType(root.getResult());
  for (bool swap : {false, true}) {
    if (swap)
      std::swap(found.scores.query, found.scores.key);
    Sorter sorter(axes, found.scores, *probabilities, found.value, summed);
    if (!sorter.fits)
      continue;
    MaskReader reader(axes, sorter, probabilities->isSafe, context.finiteMasks, element);
    std::optional<Masks> masks = reader.read(found.scores);
    if (!masks)
      return context.missed(root, "attention", reader.reason);
    found.masks = *masks;
    // Reading masks may have split axes.
    Sorter sorted(axes, found.scores, *probabilities, found.value, summed);
    const std::optional<Band> &band = found.masks.band;
    if (band && (!llvm::is_contained(sorted.candidates, band->query) ||
                 sorted.getKeys() != ArrayRef(band->key)))
      return context.missed(root, "attention", "a mask splits queries or keys");
    found.sort(sorted);
    Values inputs{found.scores.query.value, found.scores.key.value, found.value.value};
    llvm::append_range(inputs, found.scores.inputs);
    return Candidate{"attention", inputs, [=](CoreBuilder &b) {
                       DotGeneralOp op = root;
                       return Values{found.build(b, getShape(op.getResult()))};
                     }};
  }
  return std::nullopt;
}

Match attention(DotGeneralOp root, Context &context) {
  if (!isPlain(root))
    return std::nullopt;
  for (bool probabilitiesLeft : {true, false})
    if (Match match = attentionOf(root, probabilitiesLeft, context))
      return match;
  return std::nullopt;
}

} // namespace

void addAttentionRules(Rules &rules) { rules.add<attention>(Phase::Combination); }

} // namespace halftone::train::raise
