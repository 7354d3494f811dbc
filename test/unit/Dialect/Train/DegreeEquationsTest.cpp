// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equations between unknown degrees, against what their variables' range of 0 and 1 says.
#include "DegreeEquations.h"

#include <gtest/gtest.h>

using namespace halftone::train;

namespace {

TEST(DegreeEquations, SumOfZeroMakesAllZero) {
  DegreeEquations equations;
  DegreeExpr a = equations.addVariable(0), b = equations.addVariable(0);
  EXPECT_TRUE(equations.equate(equations.add(a, b), 0));
  EXPECT_TRUE(equations.equate(a, 0));
  EXPECT_FALSE(equations.equate(b, 1));
}

TEST(DegreeEquations, SumOfTheirNumberMakesAllOne) {
  DegreeEquations equations;
  DegreeExpr a = equations.addVariable(0), b = equations.addVariable(0);
  EXPECT_TRUE(equations.equate(2, equations.add(a, b)));
  equations.decide();
  EXPECT_EQ(equations.evaluate(a), 1);
  EXPECT_EQ(equations.evaluate(b), 1);
}

TEST(DegreeEquations, HaveNoSolutionOutOfRange) {
  DegreeEquations equations;
  DegreeExpr a = equations.addVariable(0), b = equations.addVariable(0);
  EXPECT_FALSE(equations.equate(equations.add(a, b), 3));
  EXPECT_FALSE(equations.equate(equations.add(a, 1), 0));
  EXPECT_FALSE(equations.equate(equations.add(a, a), 1));
  EXPECT_FALSE(equations.equate(1, 0));
}

/// What is equal stays so, whichever is known first.
TEST(DegreeEquations, FollowEachOther) {
  DegreeEquations equations;
  DegreeExpr chain[5];
  for (DegreeExpr &link : chain)
    link = equations.addVariable(0);
  for (int i = 1; i < 5; ++i)
    EXPECT_TRUE(equations.equate(chain[i - 1], chain[i]));
  EXPECT_TRUE(equations.equate(chain[2], 1));
  equations.decide();
  for (DegreeExpr &link : chain)
    EXPECT_EQ(equations.evaluate(link), 1);
}

/// a + b = 1: the one of higher priority, or the older one, unless something else is known.
TEST(DegreeEquations, PreferByPriority) {
  for (bool isKnown : {false, true})
    for (int priority : {0, 1}) {
      DegreeEquations equations;
      DegreeExpr a = equations.addVariable(0), b = equations.addVariable(priority);
      EXPECT_TRUE(equations.equate(equations.add(a, b), 1));
      bool isFirst = priority == 0;
      if (isKnown) {
        EXPECT_TRUE(equations.equate(isFirst ? a : b, 0));
        isFirst = !isFirst;
      }
      equations.decide();
      EXPECT_EQ(equations.evaluate(a), isFirst ? 1 : 0);
      EXPECT_EQ(equations.evaluate(b), isFirst ? 0 : 1);
    }
}

TEST(DegreeEquations, LimitMakesTheRestZero) {
  DegreeEquations equations;
  DegreeExpr a = equations.addVariable(0), sum = equations.add(a, 1);
  EXPECT_TRUE(equations.limit(sum));
  EXPECT_FALSE(equations.equate(a, 1));
  EXPECT_TRUE(equations.equate(sum, 1));
  DegreeExpr two(2);
  EXPECT_FALSE(equations.limit(two));
}

TEST(DegreeEquations, LimitKeepsTheBestOfMany) {
  DegreeEquations equations;
  DegreeExpr sum, best;
  for (int i = 0; i < 20; ++i) {
    DegreeExpr next = equations.addVariable(i == 7 ? 1 : 0);
    best = i == 7 ? next : best;
    sum = equations.add(sum, next);
  }
  EXPECT_TRUE(equations.limit(sum));
  EXPECT_EQ(sum.terms.size(), 1u);
  EXPECT_TRUE(equations.equate(sum, 1));
  equations.decide();
  EXPECT_EQ(equations.evaluate(best), 1);
}

} // namespace
