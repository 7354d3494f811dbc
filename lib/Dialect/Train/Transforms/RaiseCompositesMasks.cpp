// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RaiseCompositesMasks.h"

using namespace mlir;

namespace halftone::train::raise {

constexpr int64_t unbounded = std::numeric_limits<int64_t>::max();

//===----------------------------------------------------------------------===//
// Bands
//===----------------------------------------------------------------------===//

bool Band::leavesKeys(int64_t queries, int64_t keys) const {
  // The first query sees a key of [low, high], the last one of queries − 1 + [low, high];
  // those between see at least as much.
  return low <= high && high >= 0 && low <= keys - queries;
}

bool Band::isCausal(int64_t queries, int64_t keys) const {
  return low <= 1 - queries && high == keys - queries;
}

bool Band::isAll(int64_t queries, int64_t keys) const {
  return low <= 1 - queries && high >= keys - 1;
}

namespace {

/// Σ coefficient · position along an axis + constant.
struct Position {
  SmallVector<std::pair<Axis, int64_t>, 2> terms;
  int64_t constant = 0;

  void add(const Position &other, int64_t factor) {
    constant += factor * other.constant;
    for (auto [axis, coefficient] : other.terms) {
      auto *found = llvm::find_if(terms, [&](auto term) { return term.first == axis; });
      if (found == terms.end())
        found = terms.insert(terms.end(), {axis, 0});
      found->second += factor * coefficient;
    }
    llvm::erase_if(terms, [](auto term) { return term.second == 0; });
  }
};

/// Signed, and wide enough for positions.
bool isIndex(Value value) {
  auto type = dyn_cast<IntegerType>(getElementType(value));
  return type && !type.isUnsigned() && type.getWidth() >= 32;
}

std::optional<Position> readPosition(Axes &axes, Placed placed, unsigned depth = 8) {
  if (!isIndex(placed.value) || depth == 0)
    return std::nullopt;
  if (std::optional<int64_t> constant = getConstantInt(placed.value))
    return std::abs(*constant) < (1 << 30) ? std::optional(Position{{}, *constant}) : std::nullopt;
  placed = axes.skipViews(placed);
  if (auto iota = placed.op<IotaOp>()) {
    AxisList axis = axes.resolve(placed.dims[iota.getIotaDimension()]);
    if (axis.size() > 1)
      return std::nullopt;
    return axis.empty() ? Position() : Position{{{axis[0], 1}}, 0};
  }
  auto of = [&](Value operand) { return readPosition(axes, placed.at(operand), depth - 1); };
  if (auto cast = placed.op<CastOp>())
    return of(cast.getOperand());
  if (auto negate = placed.op<NegOp>()) {
    std::optional<Position> operand = of(negate.getOperand());
    Position result;
    if (operand)
      result.add(*operand, -1);
    return operand ? std::optional(result) : std::nullopt;
  }
  if (!isa_and_nonnull<AddOp, SubOp>(placed.value.getDefiningOp()))
    return std::nullopt;
  Operation *op = placed.value.getDefiningOp();
  std::optional<Position> lhs = of(op->getOperand(0)), rhs = of(op->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  lhs->add(*rhs, isa<AddOp>(op) ? 1 : -1);
  return lhs;
}

ComparisonDirection invert(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return ComparisonDirection::NE;
  case ComparisonDirection::NE:
    return ComparisonDirection::EQ;
  case ComparisonDirection::LT:
    return ComparisonDirection::GE;
  case ComparisonDirection::GE:
    return ComparisonDirection::LT;
  case ComparisonDirection::GT:
    return ComparisonDirection::LE;
  case ComparisonDirection::LE:
    return ComparisonDirection::GT;
  }
  llvm_unreachable("unknown direction");
}

/// The band of a comparison, with `first` as the key: a · first − a · second + c ? 0.
std::optional<Band> readBand(Axes &axes, Placed placed, bool isInverted) {
  auto compare = placed.op<CompareOp>();
  std::optional<Position> left = readPosition(axes, placed.at(compare.getLhs()));
  std::optional<Position> right = readPosition(axes, placed.at(compare.getRhs()));
  if (!left || !right)
    return std::nullopt;
  left->add(*right, -1);
  if (left->terms.size() != 2 || std::abs(left->terms[0].second) != 1 ||
      left->terms[0].second != -left->terms[1].second)
    return std::nullopt;
  // first − second >= or <= bound
  int64_t sign = left->terms[0].second, bound = -sign * left->constant;
  ComparisonDirection direction = compare.getComparisonDirection();
  if (isInverted)
    direction = invert(direction);
  Band band{left->terms[1].first, left->terms[0].first};
  bool isAbove = direction == ComparisonDirection::GE || direction == ComparisonDirection::GT;
  bool isBelow = direction == ComparisonDirection::LE || direction == ComparisonDirection::LT;
  if (!isAbove && !isBelow)
    return std::nullopt;
  bool isStrict = direction == ComparisonDirection::GT || direction == ComparisonDirection::LT;
  if (isAbove == (sign > 0))
    band.low = bound + (isStrict ? 1 : 0);
  else
    band.high = bound - (isStrict ? 1 : 0);
  return band;
}

/// The same band with the other axis as the key.
Band swap(const Band &band) {
  auto negate = [](int64_t bound) {
    if (bound == unbounded)
      return std::numeric_limits<int64_t>::min();
    return bound == std::numeric_limits<int64_t>::min() ? unbounded : -bound;
  };
  return {band.key, band.query, negate(band.high), negate(band.low)};
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

std::optional<double> getNumber(Value value) {
  if (std::optional<int64_t> integer = getConstantInt(value))
    return static_cast<double>(*integer);
  return getConstant(value);
}

bool holds(ComparisonDirection direction, double a, double b) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return a == b;
  case ComparisonDirection::NE:
    return a != b;
  case ComparisonDirection::LT:
    return a < b;
  case ComparisonDirection::GE:
    return a >= b;
  case ComparisonDirection::GT:
    return a > b;
  case ComparisonDirection::LE:
    return a <= b;
  }
  llvm_unreachable("unknown direction");
}

/// A predicate, and the number that it chooses where it is true and where it is false.
struct Choice {
  Placed predicate;
  double onTrue = 1, onFalse = 0;
};

std::optional<Choice> readChoice(Axes &axes, Placed placed) {
  placed = axes.skipViews(placed);
  if (auto select = placed.op<SelectOp>()) {
    std::optional<double> a = getNumber(select.getOnTrue()), b = getNumber(select.getOnFalse());
    bool isSpread = !getShape(select.getPred()).empty();
    return a && b && isSpread ? std::optional(Choice{placed.at(select.getPred()), *a, *b})
                              : std::nullopt;
  }
  auto cast = placed.op<CastOp>();
  if (!cast)
    return std::nullopt;
  if (getElementType(cast.getOperand()).isInteger(1))
    return Choice{placed.at(cast.getOperand())};
  // Small whole numbers are the same in any type.
  std::optional<Choice> inner = readChoice(axes, placed.at(cast.getOperand()));
  auto isSmall = [](double x) { return std::abs(x) <= 64 && x == std::trunc(x); };
  return inner && isSmall(inner->onTrue) && isSmall(inner->onFalse) ? inner : std::nullopt;
}

/// A choice compared with a number: what it is where the choice's predicate holds, and where
/// it doesn't.
struct ComparedChoice {
  Placed predicate;
  bool onTrue, onFalse;
};

std::optional<ComparedChoice> readComparedChoice(Axes &axes, Placed placed) {
  auto compare = placed.op<CompareOp>();
  std::optional<double> right = getNumber(compare.getRhs()), left = getNumber(compare.getLhs());
  if (left.has_value() == right.has_value())
    return std::nullopt;
  std::optional<Choice> choice =
      readChoice(axes, placed.at(right ? compare.getLhs() : compare.getRhs()));
  if (!choice)
    return std::nullopt;
  auto result = [&](double number) {
    return right ? holds(compare.getComparisonDirection(), number, *right)
                 : holds(compare.getComparisonDirection(), *left, number);
  };
  return ComparedChoice{choice->predicate, result(choice->onTrue), result(choice->onFalse)};
}

} // namespace

void readPredicate(Axes &axes, Placed predicate, bool isInverted, SmallVectorImpl<Conjunct> &parts,
                   unsigned depth) {
  predicate = axes.skipViews(predicate);
  auto opaque = [&] { parts.push_back({predicate, isInverted}); };
  auto go = [&](Placed part, bool inverted) {
    readPredicate(axes, part, inverted, parts, depth - 1);
  };
  Operation *op = predicate.value.getDefiningOp();
  if (std::optional<int64_t> constant = getConstantInt(predicate.value);
      constant && (*constant != 0) != isInverted)
    return;
  if (!op || depth == 0)
    return opaque();
  if (isa<NotOp>(op))
    return go(predicate.at(op->getOperand(0)), !isInverted);
  if (isInverted ? isa<OrOp>(op) : isa<AndOp>(op)) {
    go(predicate.at(op->getOperand(0)), isInverted);
    return go(predicate.at(op->getOperand(1)), isInverted);
  }
  if (auto select = dyn_cast<SelectOp>(op)) {
    std::optional<int64_t> a = getConstantInt(select.getOnTrue()),
                           b = getConstantInt(select.getOnFalse());
    if (getShape(select.getPred()).empty() || !a || !b || *a == *b)
      return opaque();
    return go(predicate.at(select.getPred()), isInverted != (*a == 0));
  }
  if (!isa<CompareOp>(op))
    return opaque();
  if (std::optional<Band> band = readBand(axes, predicate, isInverted)) {
    parts.push_back({predicate, isInverted, band});
    return;
  }
  if (std::optional<ComparedChoice> compared = readComparedChoice(axes, predicate))
    if (compared->onTrue != compared->onFalse)
      return go(compared->predicate, isInverted != compared->onFalse);
  opaque();
}

std::optional<Band> joinBands(SmallVectorImpl<Conjunct> &parts, ArrayRef<Axis> keys) {
  std::optional<Band> joined;
  for (Conjunct &part : parts) {
    if (!part.band)
      continue;
    Band band = *part.band;
    if (llvm::is_contained(keys, band.query))
      band = swap(band);
    bool isOfKeys = keys.size() == 1 && band.key == keys[0];
    if (!isOfKeys || (joined && joined->query != band.query)) {
      part.band.reset();
      continue;
    }
    if (!joined)
      joined = Band{band.query, band.key};
    joined->low = std::max(joined->low, band.low);
    joined->high = std::min(joined->high, band.high);
  }
  return joined;
}

bool isLowest(double number, Type element) {
  return number <= (element.isF64() ? -0x1p1023 : -0x1p127);
}

} // namespace halftone::train::raise
