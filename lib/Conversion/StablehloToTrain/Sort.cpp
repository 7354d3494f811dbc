// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sort` and `top_k`. A comparator is read as a list of keys, all in one direction:
//
//   less   =  a < b,  b > a                 one key
//          |  (a < b) or ((a == b) and less)
//          |  select (a == b), less, (a < b)
//
// where a and b are the two arguments of one operand. JAX puts floats in a total order
// after making all zeros and all NaNs one: that is `train.sort`'s order, so the key is the
// operand. A total order on floats as they are sorts by their bits, as integers. Any
// other comparison of floats is none of NaN, which `train` puts last.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

/// What two values of a comparator are of the operands: `operand`, whether in the first
/// or second row, and whether zeros and NaNs have been made one.
struct Leaf {
  unsigned operand;
  bool second, canonical;
};

bool isZero(Value value) {
  if (auto number = getConstantFloat(value))
    return number->isZero();
  return false;
}
bool isNaNConstant(Value value) {
  auto number = getConstantFloat(value);
  return number && number->isNaN();
}
stablehlo::CompareOp comparison(Value value, stablehlo::ComparisonDirection direction) {
  auto compare = value.getDefiningOp<stablehlo::CompareOp>();
  return compare && compare.getComparisonDirection() == direction ? compare
                                                                  : stablehlo::CompareOp();
}

class Comparator {
public:
  explicit Comparator(stablehlo::SortOp op) : block(op.getComparator().front()) {}

  struct Key {
    unsigned operand;
    bool totalOrder;
  };
  SmallVector<Key> keys;
  bool descending = false;

  bool match() { return matchLess(block.getTerminator()->getOperand(0)); }

private:
  /// Behind `select(x == 0, 0, x)` and `select(x != x, NaN, x)`, in either order. What the
  /// outer one compares may be the argument: the inner one changes neither answer.
  std::optional<Leaf> leafOf(Value value) {
    bool zeros = false, nans = false;
    Values compared;
    while (auto select = value.getDefiningOp<stablehlo::SelectOp>()) {
      value = select.getOnFalse();
      compared.push_back(value);
      auto equal = comparison(select.getPred(), stablehlo::ComparisonDirection::EQ);
      auto differs = comparison(select.getPred(), stablehlo::ComparisonDirection::NE);
      auto isCompared = [&](Value x) {
        return llvm::is_contained(compared, x) || isa<BlockArgument>(x);
      };
      if (equal && isCompared(equal.getLhs()) && isZero(equal.getRhs()) &&
          isZero(select.getOnTrue())) {
        zeros = true;
        compared.push_back(equal.getLhs());
      } else if (differs && isCompared(differs.getLhs()) && differs.getRhs() == differs.getLhs() &&
                 isNaNConstant(select.getOnTrue())) {
        nans = true;
        compared.push_back(differs.getLhs());
      } else {
        return std::nullopt;
      }
    }
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &block)
      return std::nullopt;
    // Every argument that was compared is this one.
    for (Value x : compared)
      if (isa<BlockArgument>(x) && x != argument)
        return std::nullopt;
    unsigned number = argument.getArgNumber();
    return Leaf{number / 2, number % 2 == 1, zeros && nans};
  }

  /// The operand whose two arguments are compared; `swapped` where the second comes first.
  std::optional<Leaf> pairOf(stablehlo::CompareOp compare) {
    auto lhs = leafOf(compare.getLhs()), rhs = leafOf(compare.getRhs());
    if (!lhs || !rhs || lhs->operand != rhs->operand || lhs->second == rhs->second ||
        lhs->canonical != rhs->canonical)
      return std::nullopt;
    return lhs;
  }

  bool addKey(stablehlo::CompareOp compare) {
    auto pair = pairOf(compare);
    if (!pair)
      return false;
    using stablehlo::ComparisonDirection;
    ComparisonDirection direction = compare.getComparisonDirection();
    bool greater = direction == ComparisonDirection::GT;
    if (!greater && direction != ComparisonDirection::LT)
      return false;
    bool down = greater != pair->second;
    if (!keys.empty() && down != descending)
      return false;
    descending = down;
    bool total = compare.getCompareType() == stablehlo::ComparisonType::TOTALORDER &&
                 isa<FloatType>(train::getElementType(compare.getLhs()));
    keys.push_back({pair->operand, total && !pair->canonical});
    return true;
  }

  /// True where `value` says that the last key's two values are equal.
  bool isTie(Value value) {
    auto equal = comparison(value, stablehlo::ComparisonDirection::EQ);
    auto pair = equal ? pairOf(equal) : std::nullopt;
    return pair && pair->operand == keys.back().operand;
  }

  bool matchLess(Value value) {
    if (auto compare = value.getDefiningOp<stablehlo::CompareOp>())
      return addKey(compare);
    if (auto either = value.getDefiningOp<stablehlo::OrOp>()) {
      for (auto [less, rest] :
           {std::pair(either.getLhs(), either.getRhs()), {either.getRhs(), either.getLhs()}}) {
        auto compare = less.getDefiningOp<stablehlo::CompareOp>();
        auto both = rest.getDefiningOp<stablehlo::AndOp>();
        if (!compare || !both || !addKey(compare))
          continue;
        if (isTie(both.getLhs()))
          return matchLess(both.getRhs());
        return isTie(both.getRhs()) && matchLess(both.getLhs());
      }
      return false;
    }
    if (auto select = value.getDefiningOp<stablehlo::SelectOp>()) {
      auto compare = select.getOnFalse().getDefiningOp<stablehlo::CompareOp>();
      return compare && addKey(compare) && isTie(select.getPred()) && matchLess(select.getOnTrue());
    }
    return false;
  }

  Block &block;
};

/// A key that `train.sort` compares as the comparator does.
Value keyOf(Value operand, bool totalOrder, Converter &b) {
  auto type = train::getElementType(operand);
  if (type.isInteger(1))
    return b.cast(operand, b.getBuilder().getIntegerType(8, /*isSigned=*/false));
  if (!totalOrder)
    return operand;
  unsigned width = type.getIntOrFloatBitWidth();
  Value bits = b.bitcast(operand, b.getBuilder().getIntegerType(width));
  return b.bitXor(bits, b.shiftRight(b.shiftRightSigned(bits, width - 1), 1));
}

FailureOr<Values> sort(stablehlo::SortOp op, Converter &b) {
  Comparator comparator(op);
  if (!comparator.match())
    return Converter::refuse(op)
           << "a comparator that isn't a lexicographic order of operands in one direction";
  int64_t dim = op.getDimension(), rank = train::getShape(op.getInputs()[0]).size();
  if (dim < 0)
    dim += rank;
  if (rank == 0)
    return Values(op.getInputs());
  // Keys come first. A key that is an operand as it is is not sorted twice.
  Values inputs;
  SmallVector<std::optional<unsigned>> place(op.getInputs().size());
  for (Comparator::Key key : comparator.keys) {
    Value operand = op.getInputs()[key.operand], value = keyOf(operand, key.totalOrder, b);
    if (value == operand && !place[key.operand])
      place[key.operand] = inputs.size();
    inputs.push_back(value);
  }
  int64_t keys = inputs.size();
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    if (!place[i]) {
      place[i] = inputs.size();
      inputs.push_back(input);
    }
  auto sorted = train::SortOp::create(b.getBuilder(), b.getLoc(), TypeRange(ValueRange(inputs)),
                                      inputs, dim, comparator.descending, keys);
  Values results;
  for (std::optional<unsigned> at : place)
    results.push_back(sorted.getResult(*at));
  return results;
}

/// The first of a stable descending sort; NaN counts as largest.
FailureOr<Values> topK(chlo::TopKOp op, Converter &b) {
  Value operand = op.getOperand();
  Dims shape = train::getShape(operand);
  int64_t dim = static_cast<int64_t>(shape.size()) - 1, k = op.getK();
  if (dim < 0 || k < 0 || k > shape[dim] || train::getElementType(operand).isInteger(1))
    return Converter::refuse(op) << "the " << k << " largest of " << operand.getType();
  Value places = b.iota(shape, train::getElementType(op.getIndices()), dim);
  Values inputs{operand, places};
  auto sorted =
      train::SortOp::create(b.getBuilder(), b.getLoc(), TypeRange(ValueRange(inputs)), inputs, dim,
                            /*descending=*/op.getLargest().value_or(true),
                            /*num_keys=*/1);
  Sizes start(shape.size(), 0), limit(shape);
  limit[dim] = k;
  return Values{b.slice(sorted.getResult(0), start, limit),
                b.slice(sorted.getResult(1), start, limit)};
}

} // namespace

void conversion::addSortRules(Rules &rules) {
  rules.add<sort>();
  rules.add<topK>();
}
