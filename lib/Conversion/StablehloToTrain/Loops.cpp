// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A `while` that counts is a `for`:
//
//   1. A carried value that the body yields as it got it is the same in every iteration:
//      its initial value takes its place.
//   2. The condition is one comparison of a counter with a constant, in either order, and
//      has no other op that matters.
//   3. The body yields the counter plus or minus a constant, and it starts at a constant.
//
// The trip count follows, unless the counter would wrap before it gets there. In the
// body the counter is `init + step · i`, after the loop `init + step · trips`.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ComparisonDirection;

namespace {

/// Step 1. Their slots stay, to be dropped with the counter's.
void replaceInvariants(train::WhileOp loop) {
  for (auto [i, init] : llvm::enumerate(loop.getInits())) {
    BlockArgument inBody = loop.getBody().getArgument(i);
    if (loop.getBodyYield().getOperand(i) != inBody)
      continue;
    loop.getCond().getArgument(i).replaceAllUsesWith(init);
    inBody.replaceAllUsesWith(init);
  }
}

/// A counter, with numbers wide enough that nothing wraps.
struct Counter {
  unsigned slot;
  APInt init, step, trips;
};

constexpr unsigned wide = 192;

APInt extend(const APInt &value, bool isUnsigned) {
  return isUnsigned ? value.zext(wide) : value.sext(wide);
}

/// How often `init + step · i` satisfies the comparison with `limit` from i = 0 on.
std::optional<APInt> countTrips(ComparisonDirection direction, const APInt &init, const APInt &step,
                                const APInt &limit) {
  APInt zero = APInt::getZero(wide), one(wide, 1);
  APInt distance = limit - init;
  switch (direction) {
  case ComparisonDirection::LT:
  case ComparisonDirection::LE: {
    if (direction == ComparisonDirection::LE)
      distance += one;
    if (!distance.isStrictlyPositive())
      return zero;
    if (!step.isStrictlyPositive())
      return std::nullopt;
    return (distance + step - one).sdiv(step);
  }
  case ComparisonDirection::GT:
  case ComparisonDirection::GE: {
    if (direction == ComparisonDirection::GE)
      distance -= one;
    if (!distance.isNegative())
      return zero;
    if (!step.isNegative())
      return std::nullopt;
    return (distance + step + one).sdiv(step);
  }
  case ComparisonDirection::NE:
    if (distance.isZero())
      return zero;
    if (step.isZero() || !distance.srem(step).isZero() || distance.sdiv(step).isNegative())
      return std::nullopt;
    return distance.sdiv(step);
  case ComparisonDirection::EQ:
    if (!distance.isZero())
      return zero;
    return step.isZero() ? std::nullopt : std::optional<APInt>(one);
  }
  llvm_unreachable("unknown direction");
}

/// Step 3: what the body adds to the carried value `slot`.
std::optional<APInt> stepOf(train::WhileOp loop, unsigned slot, bool isUnsigned) {
  Value next = loop.getBodyYield().getOperand(slot), current = loop.getBody().getArgument(slot);
  if (auto add = next.getDefiningOp<train::AddOp>())
    for (auto [x, y] : {std::pair(add.getLhs(), add.getRhs()), {add.getRhs(), add.getLhs()}})
      if (x == current)
        if (auto step = getConstantInt(y))
          return extend(*step, isUnsigned);
  if (auto subtract = next.getDefiningOp<train::SubOp>())
    if (subtract.getLhs() == current)
      if (auto step = getConstantInt(subtract.getRhs()))
        return -extend(*step, isUnsigned);
  return std::nullopt;
}

std::optional<Counter> findCounter(train::WhileOp loop) {
  auto compare = loop.getCondYield().getOperand(0).getDefiningOp<train::CompareOp>();
  if (!compare)
    return std::nullopt;
  ComparisonDirection direction = compare.getComparisonDirection();
  Value counter = compare.getLhs(), limit = compare.getRhs();
  auto isCarried = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == &loop.getCond().front();
  };
  if (!isCarried(counter)) {
    std::swap(counter, limit);
    direction = swapped(direction);
  }
  auto type = dyn_cast<IntegerType>(train::getElementType(counter));
  if (!isCarried(counter) || !type || type.getWidth() == 1 || !train::getShape(counter).empty())
    return std::nullopt;
  unsigned slot = cast<BlockArgument>(counter).getArgNumber();
  bool isUnsigned = type.isUnsigned();
  auto init = getConstantInt(loop.getInits()[slot]), end = getConstantInt(limit);
  auto step = stepOf(loop, slot, isUnsigned);
  if (!init || !end || !step)
    return std::nullopt;
  APInt first = extend(*init, isUnsigned);
  auto trips = countTrips(direction, first, *step, extend(*end, isUnsigned));
  if (!trips || trips->getSignificantBits() > 32)
    return std::nullopt;
  APInt last = first + *step * *trips;
  APInt least =
      isUnsigned ? APInt::getZero(wide) : APInt::getSignedMinValue(type.getWidth()).sext(wide);
  APInt greatest = isUnsigned ? APInt::getMaxValue(type.getWidth()).zext(wide)
                              : APInt::getSignedMaxValue(type.getWidth()).sext(wide);
  if (last.slt(least) || last.sgt(greatest))
    return std::nullopt;
  return Counter{slot, first, *step, *trips};
}

/// True where the condition does nothing that its result doesn't need.
bool isPure(Region &cond) {
  return llvm::all_of(cond.front().without_terminator(),
                      [](Operation &op) { return isMemoryEffectFree(&op); });
}

} // namespace

std::optional<Values> conversion::convertCountingLoop(train::WhileOp loop) {
  replaceInvariants(loop);
  std::optional<Counter> counter = findCounter(loop);
  if (!counter || !isPure(loop.getCond()))
    return std::nullopt;

  OpBuilder builder(loop);
  train::CoreBuilder b(builder, loop.getLoc());
  Block &old = loop.getBody().front();
  train::YieldOp yield = loop.getBodyYield();
  Type element = train::getElementType(loop.getInits()[counter->slot]);
  auto number = [&](train::CoreBuilder &where, const APInt &value) {
    return where.splatInt({}, element, value.trunc(64).getSExtValue());
  };
  auto isCarried = [&](unsigned slot) {
    return slot != counter->slot && yield.getOperand(slot) != old.getArgument(slot) &&
           yield.getOperand(slot) != loop.getInits()[slot];
  };
  SmallVector<unsigned> slots;
  Values inits;
  for (unsigned slot = 0; slot < old.getNumArguments(); ++slot)
    if (isCarried(slot)) {
      slots.push_back(slot);
      inits.push_back(loop.getInits()[slot]);
    }
  auto result = train::ForOp::create(
      builder, loop.getLoc(), counter->trips.getSExtValue(), inits,
      [&](OpBuilder &inner, Location loc, Value index, ValueRange carried) {
        train::CoreBuilder body(inner, loc);
        Value count = body.cast(index, element);
        if (!counter->step.isOne())
          count = body.mul(count, number(body, counter->step));
        if (!counter->init.isZero())
          count = body.add(count, number(body, counter->init));
        old.getArgument(counter->slot).replaceAllUsesWith(count);
        for (auto [slot, value] : llvm::zip_equal(slots, carried)) {
          value.setLoc(old.getArgument(slot).getLoc());
          old.getArgument(slot).replaceAllUsesWith(value);
        }
        Block *block = inner.getInsertionBlock();
        block->getOperations().splice(block->end(), old.getOperations(), old.begin(),
                                      Block::iterator(yield));
        return llvm::map_to_vector(slots, [&](unsigned slot) { return yield.getOperand(slot); });
      });

  Values results;
  unsigned next = 0;
  for (unsigned slot = 0; slot < old.getNumArguments(); ++slot) {
    if (slot == counter->slot)
      results.push_back(number(b, counter->init + counter->step * counter->trips));
    else if (next < slots.size() && slots[next] == slot)
      results.push_back(result.getResult(next++));
    else
      results.push_back(loop.getInits()[slot]);
  }
  loop.erase();
  return results;
}
