// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner against all plans there are, on small random sequences.
#include "CheckpointPlan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

using namespace halftone::train;

namespace {

using Sequence = CheckpointSequence;
using Part = CheckpointPlan::Part;

struct Numbers {
  int64_t kept = 0, peak = 0, cost = 0;
};

bool isIn(unsigned unit, unsigned begin, unsigned end) { return unit >= begin && unit < end; }
bool anyIn(const std::vector<unsigned> &units, unsigned begin, unsigned end) {
  return std::any_of(units.begin(), units.end(), [&](unsigned u) { return isIn(u, begin, end); });
}

/// What a plan keeps, holds and costs, by sets of items.
Numbers evaluate(const Sequence &sequence, const std::vector<Part> &parts) {
  Numbers numbers;
  unsigned count = sequence.units.size();
  auto covering = [&](int unit) {
    return std::find_if(parts.begin(), parts.end(), [&](const Part &part) {
      return unit >= 0 && isIn(unit, part.begin, part.end);
    });
  };
  unsigned next = 0;
  auto runPlain = [&](unsigned until) {
    for (const Sequence::Item &item : sequence.items)
      if (item.definition >= static_cast<int>(next) && item.definition < static_cast<int>(until) &&
          covering(item.definition) == parts.end() && !item.needs.empty())
        numbers.kept += item.bytes;
    numbers.peak = std::max(numbers.peak, numbers.kept);
    next = until;
  };
  for (const Part &part : parts) {
    runPlain(part.begin);
    std::set<size_t> kept, again;
    int64_t held = 0, keptBefore = numbers.kept;
    auto isInside = [&](const Sequence::Item &item) {
      return item.definition >= 0 && isIn(item.definition, part.begin, part.end);
    };
    std::function<void(size_t)> want = [&](size_t i) {
      const Sequence::Item &item = sequence.items[i];
      if (!isInside(item) || (part.saveProducts && item.isProduct)) {
        // Kept where it is defined, if gradients of later units need it anyway.
        if (isInside(item) || !anyIn(item.needs, part.begin, count))
          kept.insert(i);
        return;
      }
      if (!again.insert(i).second)
        return;
      // All that its unit reads, and with it all that the unit makes.
      for (size_t j = 0; j < sequence.items.size(); ++j) {
        const Sequence::Item &other = sequence.items[j];
        if (anyIn(other.uses, item.definition, item.definition + 1))
          want(j);
      }
    };
    for (size_t i = 0; i < sequence.items.size(); ++i) {
      const Sequence::Item &item = sequence.items[i];
      if (!isInside(item))
        continue;
      if (anyIn(item.needs, part.end, count))
        kept.insert(i);
      if (!anyIn(item.needs, part.begin, part.end))
        continue;
      want(i);
      if (!(part.saveProducts && item.isProduct))
        held += item.bytes;
    }
    std::set<int> units;
    for (size_t i : again)
      units.insert(sequence.items[i].definition);
    for (int unit : units)
      numbers.cost += sequence.units[unit].cost;
    for (size_t i : kept) {
      const Sequence::Item &item = sequence.items[i];
      numbers.kept += item.bytes;
      // Not for its own gradient: that has come and gone by then.
      if (!(isInside(item) && !(part.saveProducts && item.isProduct)))
        held += item.bytes;
    }
    numbers.peak = std::max({numbers.peak, numbers.kept, keptBefore + held});
    next = part.end;
  }
  runPlain(count);
  return numbers;
}

/// Every way to choose checkpoints from unit `begin` on.
void forEachPlan(unsigned begin, unsigned count, std::vector<Part> &parts,
                 const std::function<void()> &visit) {
  if (begin == count)
    return visit();
  forEachPlan(begin + 1, count, parts, visit);
  for (unsigned end = begin + 1; end <= count; ++end)
    for (bool save : {false, true}) {
      parts.push_back({begin, end, save});
      forEachPlan(end, count, parts, visit);
      parts.pop_back();
    }
}

Sequence makeRandom(unsigned count, std::mt19937 &random) {
  auto pick = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
  Sequence sequence;
  for (unsigned unit = 0; unit < count; ++unit) {
    sequence.units.emplace_back();
    sequence.units.back().cost = 1 + pick(20);
    for (unsigned i = 0; i < 1 + pick(2); ++i) {
      Sequence::Item item;
      item.definition = unit;
      item.bytes = 1 + pick(9);
      item.isProduct = pick(3) == 0;
      for (unsigned user = unit + 1; user < count; ++user)
        if (pick(3) == 0)
          item.uses.push_back(user);
      // Gradients need operands and results.
      if (pick(2))
        item.needs.push_back(unit);
      for (unsigned user : item.uses)
        if (pick(2))
          item.needs.push_back(user);
      sequence.items.push_back(item);
    }
  }
  return sequence;
}

TEST(CheckpointPlan, IsTheCheapestThereIs) {
  std::mt19937 random(7);
  int checked = 0;
  for (int round = 0; round < 60; ++round) {
    Sequence sequence = makeRandom(5, random);
    int64_t plain = sequence.getPlainBytes(), least = findLeastBudget(sequence);
    std::vector<Numbers> all;
    std::vector<Part> parts;
    forEachPlan(0, 5, parts, [&] { all.push_back(evaluate(sequence, parts)); });
    int64_t leastOfAll = plain;
    for (const Numbers &numbers : all)
      leastOfAll = std::min(leastOfAll, numbers.peak);
    EXPECT_EQ(least, leastOfAll) << "round " << round;
    EXPECT_FALSE(planCheckpoints(sequence, least - 1)) << "round " << round;
    for (int64_t budget : {least, (least + plain) / 2, plain}) {
      std::optional<CheckpointPlan> plan = planCheckpoints(sequence, budget);
      ASSERT_TRUE(plan) << "round " << round;
      int64_t cheapest = std::numeric_limits<int64_t>::max();
      for (const Numbers &numbers : all)
        if (numbers.peak <= budget)
          cheapest = std::min(cheapest, numbers.cost);
      Numbers own = evaluate(sequence, plan->parts);
      EXPECT_EQ(plan->cost, cheapest) << "round " << round << ", budget " << budget;
      EXPECT_EQ(own.cost, plan->cost) << "round " << round;
      EXPECT_EQ(own.peak, plan->peak) << "round " << round;
      EXPECT_EQ(own.kept, plan->kept) << "round " << round;
      EXPECT_LE(own.peak, budget) << "round " << round;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 180);
}

TEST(CheckpointPlan, DoesNothingWhereEverythingFits) {
  std::mt19937 random(3);
  Sequence sequence = makeRandom(8, random);
  std::optional<CheckpointPlan> plan = planCheckpoints(sequence, sequence.getPlainBytes());
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->cost, 0);
  EXPECT_TRUE(plan->parts.empty());
}

TEST(CheckpointPlan, PlansTheBodyOfALoop) {
  // x → product p (needed by its user) → y; the carried value is kept in any case.
  Sequence body;
  body.units.resize(2);
  body.units[0].cost = 1000;
  body.units[1].cost = 10;
  Sequence::Item x, p;
  x.bytes = 2;
  x.uses = {0};
  x.needs = {0};
  p.definition = 0;
  p.bytes = 8;
  p.isProduct = true;
  p.uses = {1};
  p.needs = {1};
  body.items = {x, p};
  std::vector<Sequence::Way> ways = planLoop(body, 12);
  ASSERT_GE(ways.size(), 2u);
  EXPECT_EQ(ways[0].kept, 120);
  EXPECT_EQ(ways[0].cost, 0);
  bool isFound = false;
  for (const Sequence::Way &way : ways)
    isFound |= way.kept == 24 && way.held == 8 && way.cost == 12000;
  EXPECT_TRUE(isFound);
}

TEST(CheckpointPlan, TakesALongChain) {
  // 400 layers of one kept value each: the least is about twice the root.
  Sequence chain;
  for (unsigned i = 0; i < 400; ++i) {
    chain.units.emplace_back();
    chain.units.back().cost = 1;
    Sequence::Item item;
    item.definition = i;
    item.bytes = 1;
    if (i + 1 < 400)
      item.uses = item.needs = {i + 1};
    chain.items.push_back(item);
  }
  EXPECT_EQ(chain.getPlainBytes(), 399);
  int64_t least = findLeastBudget(chain);
  EXPECT_LE(least, 45);
  std::optional<CheckpointPlan> plan = planCheckpoints(chain, 100);
  ASSERT_TRUE(plan);
  EXPECT_LE(plan->peak, 100);
  EXPECT_LE(plan->cost, 400);
}

} // namespace
