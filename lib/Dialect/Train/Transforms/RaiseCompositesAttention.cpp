// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attention: softmax(scale · q kᵀ + mask) v, from two `dot_general` with a softmax between.
// The products may have their dimensions in any order, and batch and heads may be one
// dimension of the products; the composite gets them by transposes and reshapes.
//
//   S [.., T, S'] = q · k over depth      batch dimensions: the leading ones of the softmax
//   P             = softmax(c · S + mask)
//   O             = P · v over S'
//
// The composite gives 0 for a row with all keys blocked, where the formula gives NaN (for a
// mask of −∞) or the mean of v (for a finite one). So an added mask must be finite for sure,
// or a select's condition must leave a key in every row. A finite constant that is selected
// blocks only while scores are far above it, which is taken on trust if the user says so.
#include "RaiseComposites.h"

#include <cmath>

using namespace mlir;

namespace halftone::train::raise {

namespace {

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// One side of a product with one contracting and one free dimension.
struct Side {
  Value value;
  Sizes batch;
  int64_t contract = 0, free = 0;

  /// [batch…, free, contract], or the last two the other way round.
  Value build(CoreBuilder &b, bool contractLast) const {
    Sizes order(batch);
    order.push_back(contractLast ? free : contract);
    order.push_back(contractLast ? contract : free);
    return b.transpose(value, order);
  }
};

std::optional<Side> sideOf(Value value, Dims batch, Dims contract) {
  Sizes used(batch);
  llvm::append_range(used, contract);
  Sizes free = otherDims(value, used);
  if (contract.size() != 1 || free.size() != 1)
    return std::nullopt;
  return Side{value, Sizes(batch), contract[0], free[0]};
}

struct TwoSides {
  Side lhs, rhs;
};

std::optional<TwoSides> sidesOf(DotGeneralOp dot) {
  Type type = getElementType(dot.getResult());
  bool isPlain = !dot.getTf32() && getElementType(dot.getLhs()) == type &&
                 getElementType(dot.getRhs()) == type && dot.getAccumulatorElementType() == type &&
                 getFormulaType(dot.getResult());
  if (!isPlain)
    return std::nullopt;
  auto lhs =
      sideOf(dot.getLhs(), dot.getLhsBatchingDimensions(), dot.getLhsContractingDimensions());
  auto rhs =
      sideOf(dot.getRhs(), dot.getRhsBatchingDimensions(), dot.getRhsContractingDimensions());
  if (!lhs || !rhs)
    return std::nullopt;
  return TwoSides{*lhs, *rhs};
}

/// The same value, with leading dimensions merged or split: the last two stay.
Value skipLeadingReshape(Value value) {
  auto reshape = value.getDefiningOp<ReshapeOp>();
  if (!reshape || getShape(value).size() < 2)
    return value;
  Dims from = getShape(reshape.getOperand()), to = getShape(value);
  return from.size() >= 2 && from.take_back(2) == to.take_back(2) ? reshape.getOperand() : value;
}

/// q and k, where `scores` is their product [.., T, S].
struct Scores {
  Side query, key;
};

std::optional<Scores> matchScores(Value scores) {
  Value product = skipLeadingReshape(scores);
  bool swapped = false;
  if (auto transpose = product.getDefiningOp<TransposeOp>()) {
    Sizes order = allDims(product);
    if (order.size() < 2)
      return std::nullopt;
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    if (transpose.getPermutation() != Dims(order))
      return std::nullopt;
    swapped = true;
    product = transpose.getOperand();
  }
  auto dot = product.getDefiningOp<DotGeneralOp>();
  std::optional<TwoSides> sides = dot ? sidesOf(dot) : std::nullopt;
  if (!sides)
    return std::nullopt;
  return swapped ? Scores{sides->rhs, sides->lhs} : Scores{sides->lhs, sides->rhs};
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Each element as a whole number `constant + i[dim]` of the frame, where it is one.
struct Position {
  int64_t dim = -1, constant = 0;
};
std::optional<Position> matchPosition(Seen seen) {
  seen = skipViews(seen);
  if (auto iota = seen.op<IotaOp>())
    return Position{seen.dims[iota.getIotaDimension()], 0};
  auto add = seen.op<AddOp>();
  Value other = otherOperand(add, [](Value v) { return getConstantInt(v).has_value(); });
  if (!other)
    return std::nullopt;
  std::optional<Position> position = matchPosition(seen.at(other));
  if (position)
    position->constant += *getConstantInt(other == add.getLhs() ? add.getRhs() : add.getLhs());
  return position;
}

/// How far beyond its own place a query sees keys: `key <= query + offset`.
std::optional<int64_t> matchCausal(Seen seen) {
  seen = skipViews(seen);
  if (auto select = seen.op<SelectOp>()) {
    // tril of all true
    bool keeps =
        getConstantInt(select.getOnTrue()) == 1 && getConstantInt(select.getOnFalse()) == 0;
    return keeps ? matchCausal(seen.at(select.getPred())) : std::nullopt;
  }
  if (auto both = seen.op<AndOp>()) {
    Value other = otherOperand(both, [](Value v) { return getConstantInt(v) == 1; });
    return other ? matchCausal(seen.at(other)) : std::nullopt;
  }
  auto compare = seen.op<CompareOp>();
  if (!compare || !isa<IntegerType>(getElementType(compare.getLhs())))
    return std::nullopt;
  std::optional<Position> left = matchPosition(seen.at(compare.getLhs()));
  std::optional<Position> right = matchPosition(seen.at(compare.getRhs()));
  if (!left || !right)
    return std::nullopt;
  int64_t rank = seen.frame.size(), strict = 0;
  switch (compare.getComparisonDirection()) {
  case ComparisonDirection::GT:
    strict = 1;
    [[fallthrough]];
  case ComparisonDirection::GE:
    break;
  case ComparisonDirection::LT:
    strict = 1;
    [[fallthrough]];
  case ComparisonDirection::LE:
    std::swap(left, right);
    break;
  default:
    return std::nullopt;
  }
  // left: queries, right: keys
  if (left->dim != rank - 2 || right->dim != rank - 1)
    return std::nullopt;
  return left->constant - right->constant - strict;
}

struct Mask {
  std::optional<Seen> value;
  bool isCausal = false;
};

/// `mask` as [B, H, T, S] with 1 where it repeats; a frame of rank 3 has no heads.
Value buildMask(CoreBuilder &b, const Seen &mask) {
  Sizes shape(mask.frame.size(), 1);
  for (auto [dim, size] : llvm::zip_equal(mask.dims, getShape(mask.value)))
    if (dim >= 0)
      shape[dim] = size;
  if (shape.size() == 3)
    shape.insert(shape.begin() + 1, 1);
  return b.reshape(mask.value, shape);
}

bool isOrdered(const Seen &mask) {
  Sizes dims(mask.dims);
  llvm::erase(dims, -1);
  return llvm::is_sorted(dims);
}

//===----------------------------------------------------------------------===//
// The formula
//===----------------------------------------------------------------------===//

struct Attention {
  Scores scores;
  double scale = 1;
  Mask mask;
};

/// Reads scale · product from `value`, with leading dimensions merged or split on the way.
std::optional<Attention> matchScaled(Value value) {
  Attention attention;
  for (unsigned depth = 0; depth < 3; ++depth) {
    Product product = flatten(value);
    if (product.factors.size() != 1 || !product.divisors.empty())
      return std::nullopt;
    attention.scale *= product.constant;
    if (std::optional<Scores> scores = matchScores(product.factors[0])) {
      attention.scores = *scores;
      return attention;
    }
    value = skipLeadingReshape(product.factors[0]);
  }
  return std::nullopt;
}

Match missedMask(Operation *root, Context &context) {
  return context.missed(root, "attention",
                        "a row of the mask may block all keys, where attention gives 0");
}

/// Reads mask and scale from the softmax's operand; tells why not.
std::optional<Attention> matchMasked(Value value, Operation *root, Context &context) {
  if (auto select = value.getDefiningOp<SelectOp>()) {
    std::optional<Attention> attention = matchScaled(select.getOnTrue());
    std::optional<double> blocked = getConstant(select.getOnFalse());
    if (!attention || !blocked)
      return std::nullopt;
    Seen pred = skipViews(see(value).at(select.getPred()));
    std::optional<int64_t> offset = matchCausal(pred);
    bool isInfinite = std::isinf(*blocked) && *blocked < 0;
    if (!isInfinite && !(context.finiteMasks && *blocked <= -1e4)) {
      context.missed(root, "attention",
                     "blocked scores get a finite constant, and others may be below it; "
                     "'assume=finite-masks' says that they aren't");
      return std::nullopt;
    }
    bool leavesKeys = (offset && *offset >= 0) || (context.finiteMasks && !isInfinite);
    if (getShape(select.getPred()).empty() || !isOrdered(pred) || !leavesKeys) {
      missedMask(root, context);
      return std::nullopt;
    }
    int64_t queries = pred.frame[pred.frame.size() - 2], keys = pred.frame.back();
    attention->mask.isCausal = offset && *offset == keys - queries;
    if (!attention->mask.isCausal)
      attention->mask.value = pred;
    return attention;
  }
  auto add = value.getDefiningOp<AddOp>();
  if (!add)
    return matchScaled(value);
  for (bool swap : {false, true}) {
    std::optional<Attention> attention = matchScaled(swap ? add.getRhs() : add.getLhs());
    if (!attention)
      continue;
    Value mask = swap ? add.getLhs() : add.getRhs();
    if (getMagnitude(mask) > 3.4028234663852886e38) {
      missedMask(root, context);
      return std::nullopt;
    }
    attention->mask.value = skipViews(see(value).at(mask));
    if (!isOrdered(*attention->mask.value))
      return std::nullopt;
    return attention;
  }
  return std::nullopt;
}

Match attention(DotGeneralOp root, Context &context) {
  std::optional<TwoSides> sides = sidesOf(root);
  if (!sides)
    return std::nullopt;
  for (bool probabilitiesLeft : {true, false}) {
    Side &left = probabilitiesLeft ? sides->lhs : sides->rhs;
    Side &right = probabilitiesLeft ? sides->rhs : sides->lhs;
    auto softmax = skipLeadingReshape(left.value).getDefiningOp<SoftmaxOp>();
    if (!softmax)
      continue;
    Value scores = softmax.getInput();
    Dims frame = getShape(scores);
    int64_t rank = frame.size(), leading = getShape(left.value).size() - 2;
    if (static_cast<int64_t>(softmax.getDimension()) != rank - 1 || left.contract != leading + 1 ||
        left.free != leading || getElementType(softmax.getResult()) != getElementType(scores))
      return std::nullopt;
    if (rank != 3 && rank != 4)
      return context.missed(root, "attention",
                            "scores have " + Twine(rank) +
                                " dimensions, not batch, heads, "
                                "queries and keys");
    std::optional<Attention> found = matchMasked(scores, root, context);
    if (!found)
      return std::nullopt;
    // The leading dimensions of P in order, v's with them.
    Sizes valueBatch(leading), placeOf(leading);
    for (auto [i, dims] : llvm::enumerate(llvm::zip_equal(left.batch, right.batch))) {
      valueBatch[std::get<0>(dims)] = std::get<1>(dims);
      placeOf[i] = std::get<0>(dims);
    }
    Side value = right;
    value.batch = valueBatch;
    Attention a = *found;
    Values inputs{a.scores.query.value, a.scores.key.value, value.value};
    if (a.mask.value)
      inputs.push_back(a.mask.value->value);
    Sizes lead(getShape(left.value).take_front(leading));
    auto build = [=](CoreBuilder &b) {
      Sizes heads(frame.drop_back(2));
      if (heads.size() == 1)
        heads.push_back(1);
      auto canonical = [&](Value x) {
        Sizes shape(heads);
        llvm::append_range(shape, getShape(x).take_back(2));
        return b.reshape(x, shape);
      };
      Value q = canonical(a.scores.query.build(b, /*contractLast=*/true));
      Value k = canonical(a.scores.key.build(b, /*contractLast=*/true));
      Value v = canonical(value.build(b, /*contractLast=*/false));
      Value mask = a.mask.value ? buildMask(b, *a.mask.value) : Value();
      Sizes shape(getShape(q));
      shape.back() = getShape(v).back();
      auto type = RankedTensorType::get(shape, getElementType(v));
      Value y = AttentionOp::create(b.getBuilder(), b.getLoc(), type, Type(), q, k, v, mask,
                                    APFloat(a.scale), a.mask.isCausal, TypeAttr())
                    .getResult();
      // [leading…, T, E], then as the product has them.
      Sizes split(lead);
      llvm::append_range(split, getShape(y).take_back(2));
      y = b.reshape(y, split);
      Sizes order(placeOf);
      order.push_back(probabilitiesLeft ? leading : leading + 1);
      order.push_back(probabilitiesLeft ? leading + 1 : leading);
      return Values{b.transpose(y, order)};
    };
    return Candidate{"attention", inputs, build};
  }
  return std::nullopt;
}

} // namespace

void addAttentionRules(Rules &rules) { rules.add<attention>(Phase::Combination); }

} // namespace halftone::train::raise
