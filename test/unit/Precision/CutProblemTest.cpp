// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The minimum cut against exhaustive search: on thousands of random small problems the
// cost by the flow is the least over all choices that are allowed, what the cut chose costs
// as much, and no choice of that cost has an f32 group more.
#include "CutProblem.h"
#include "FlowNetwork.h"

#include <gtest/gtest.h>
#include <random>

using namespace halftone::precision;

namespace {

bool isLess(CastCost a, CastCost b) {
  return std::pair(a.bytes, a.casts) < std::pair(b.bytes, b.casts);
}
bool isEqual(CastCost a, CastCost b) { return a.bytes == b.bytes && a.casts == b.casts; }

/// A problem of up to 12 groups.
class RandomProblem {
public:
  explicit RandomProblem(unsigned seed) : random(seed) {
    unsigned groups = 2 + pick(11);
    for (unsigned i = 0; i < groups; ++i) {
      unsigned group = problem.addGroup();
      if (pick(4) == 0)
        problem.fix(group, pick(2) ? Side::Wide : Side::Low);
    }
    unsigned values = 1 + pick(groups);
    for (unsigned i = 0; i < values; ++i)
      addValue();
    if (pick(4) == 0) {
      // Only one that can hold.
      unsigned from = pick(problem.size()), to = pick(problem.size());
      if (problem.getSide(from) == Side::Free && problem.getSide(to) != Side::Low)
        problem.addImplication(from, to);
    }
  }

  CutProblem problem;

private:
  unsigned pick(unsigned end) {
    return std::uniform_int_distribution<unsigned>(0, end - 1)(random);
  }

  std::vector<unsigned> pickUsers() {
    std::vector<unsigned> users(1 + pick(4));
    for (unsigned &user : users)
      user = pick(problem.size());
    return users;
  }

  /// Few different prices, so that there are ties.
  void addValue() {
    unsigned producer = pick(problem.size());
    int64_t elements = 1 + pick(3);
    if (pick(2))
      problem.addCostIfWide(producer, {2 * elements, 0});
    if (pick(4))
      problem.addNarrowing(producer, pickUsers(), {6 * elements, 1});
    else // wanted in another low type
      problem.addNarrowing(producer, pickUsers(), {6 * elements, 1}, {4 * elements, 1});
    problem.addWidening(producer, pickUsers(), {6 * elements, 1});
    if (pick(2))
      problem.addWidening(producer, pickUsers(), {6 * elements, 1}, {2 * elements, 0});
  }

  std::mt19937 random;
};

struct Best {
  std::optional<CastCost> cost;
  std::vector<bool> mostWide; ///< of all that cost as much
  unsigned found = 0;
};

Best searchAll(const CutProblem &problem) {
  Best best;
  for (uint64_t bits = 0; bits < (uint64_t(1) << (problem.size() - 2)); ++bits) {
    std::vector<bool> choice{true, false};
    for (unsigned group = 2; group < problem.size(); ++group)
      choice.push_back(bits >> (group - 2) & 1);
    std::optional<CastCost> cost = problem.evaluate(choice);
    if (!cost)
      continue;
    if (!best.cost || isLess(*cost, *best.cost)) {
      best = {cost, choice, 1};
    } else if (isEqual(*cost, *best.cost)) {
      ++best.found;
      for (unsigned group = 0; group < problem.size(); ++group)
        best.mostWide[group] = best.mostWide[group] || choice[group];
    }
  }
  return best;
}

TEST(CutProblemTest, IsExactOnRandomProblems) {
  unsigned ties = 0, mixed = 0;
  for (unsigned seed = 0; seed < 5000; ++seed) {
    RandomProblem made(seed);
    Best best = searchAll(made.problem);
    ASSERT_TRUE(best.cost) << "seed " << seed;
    CutProblem::Solution solution = made.problem.solve();
    EXPECT_TRUE(isEqual(solution.cost, *best.cost))
        << "seed " << seed << ": " << solution.cost.bytes << " bytes, " << solution.cost.casts
        << " casts; least: " << best.cost->bytes << ", " << best.cost->casts;
    std::optional<CastCost> chosen = made.problem.evaluate(solution.isWide);
    ASSERT_TRUE(chosen) << "seed " << seed;
    EXPECT_TRUE(isEqual(*chosen, *best.cost)) << "seed " << seed;
    // The least cuts are closed under union, so the one with most f32 is all of them.
    EXPECT_EQ(solution.isWide, best.mostWide) << "seed " << seed;
    ties += best.found > 1;
    mixed += llvm::is_contained(solution.isWide, true) && best.cost->casts > 0;
  }
  // The problems are worth solving.
  EXPECT_GT(ties, 500u);
  EXPECT_GT(mixed, 500u);
}

TEST(CutProblemTest, BytesComeBeforeCasts) {
  // One cast of 8 bytes, or three of 2.
  CutProblem problem;
  unsigned group = problem.addGroup();
  problem.addNarrowing(CutProblem::wide, {group}, {8, 1});
  for (unsigned i = 0; i < 3; ++i)
    problem.addWidening(CutProblem::low, {group}, {2, 1});
  CutProblem::Solution solution = problem.solve();
  EXPECT_TRUE(solution.isWide[group]);
  EXPECT_TRUE(isEqual(solution.cost, {6, 3}));
}

TEST(CutProblemTest, FewerCastsWhereBytesAreEqual) {
  CutProblem problem;
  unsigned group = problem.addGroup();
  problem.addNarrowing(CutProblem::wide, {group}, {6, 1});
  for (unsigned i = 0; i < 3; ++i)
    problem.addWidening(CutProblem::low, {group}, {2, 1});
  CutProblem::Solution solution = problem.solve();
  EXPECT_FALSE(solution.isWide[group]);
  EXPECT_TRUE(isEqual(solution.cost, {6, 1}));
}

TEST(CutProblemTest, SaysSoWhereBytesAreRounded) {
  CutProblem problem;
  unsigned group = problem.addGroup();
  problem.addNarrowing(CutProblem::wide, {group}, {int64_t(1) << 60, 1});
  problem.addWidening(CutProblem::low, {group}, {int64_t(1) << 61, 1});
  CutProblem::Solution solution = problem.solve();
  EXPECT_TRUE(solution.isRounded);
  EXPECT_FALSE(solution.isWide[group]);
  EXPECT_TRUE(isEqual(solution.cost, {int64_t(1) << 60, 1}));
}

TEST(FlowNetworkTest, SourceSideIsTheLargest) {
  // Three equal cuts along a chain: all but the last node are on the source's side.
  FlowNetwork network;
  unsigned a = network.addNode(), b = network.addNode();
  network.addArc(FlowNetwork::source, a, 5);
  network.addArc(a, b, 5);
  network.addArc(b, FlowNetwork::sink, 5);
  EXPECT_EQ(network.solve(), 5);
  EXPECT_TRUE(network.isOnSourceSide(a));
  EXPECT_TRUE(network.isOnSourceSide(b));
  EXPECT_FALSE(network.isOnSourceSide(FlowNetwork::sink));
}

} // namespace
