// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ranges say of narrowing: for the verifier, lints and conditions of policies.
#include "PrecisionRegistry.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/Calibration.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Precision/Ranges.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

class RangeFactsTest : public testing::Test {
protected:
  RangeFactsTest()
      : context(test::makePrecisionRegistry(), MLIRContext::Threading::DISABLED),
        builder(&context) {
    context.loadAllAvailableDialects();
  }
  /// Facts of a function with these statements on `%x`, a tensor of four.
  RangeFacts analyse(const std::string &statements, const Calibration *calibration = nullptr) {
    module = parseSourceString<ModuleOp>("func.func @f(%x: tensor<4xf32>, %i: tensor<4xi32>) {\n" +
                                             statements + "\n  return\n}\n",
                                         &context);
    EXPECT_TRUE(module) << statements;
    return RangeFacts::compute(*module, calibration);
  }
  Operation *lastOp() {
    auto function = *module->getOps<func::FuncOp>().begin();
    return function.getBody().front().getTerminator()->getPrevNode();
  }
  Value last() { return lastOp()->getResult(0); }

  MLIRContext context;
  Builder builder;
  OwningOpRef<ModuleOp> module;
};

TEST_F(RangeFactsTest, FitIsProvedForWhatIsBounded) {
  RangeFacts facts = analyse("%0 = train.tanh %x : tensor<4xf32>");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Proved);
  EXPECT_EQ(facts.explainFit(last(), builder.getF16Type()), "|x| is at most 1, f16 holds 65504");
  EXPECT_FALSE(facts.forbids(last(), builder.getF16Type()));
}

TEST_F(RangeFactsTest, FitIsPossibleForWhatIsUnknown) {
  RangeFacts facts = analyse("%0 = train.negate %x : tensor<4xf32>");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Possible);
  EXPECT_EQ(facts.explainFit(last(), builder.getF16Type()), "nothing bounds |x|, f16 holds 65504");
  EXPECT_FALSE(facts.forbids(last(), builder.getF16Type()));
}

TEST_F(RangeFactsTest, FitIsPossibleForAMaskBesideData) {
  RangeFacts facts = analyse("%m = train.constant dense<-1.0e9> : tensor<4xf32>\n"
                             "%p = train.is_finite %x : tensor<4xf32>\n"
                             "%0 = train.select %p, %x, %m : tensor<4xi1>, tensor<4xf32>");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Possible);
  EXPECT_EQ(facts.explainFit(last(), builder.getF16Type()),
            "|x| may reach 1e9 (constant), f16 holds 65504");
  EXPECT_TRUE(facts.forbids(last(), builder.getF16Type()));
  EXPECT_FALSE(facts.forbids(last(), builder.getBF16Type()));
}

TEST_F(RangeFactsTest, OverflowIsProvedWhereNoValueFits) {
  RangeFacts facts = analyse("%c = train.constant dense<1.0e5> : tensor<4xf32>\n"
                             "%e = train.tanh %x : tensor<4xf32>\n"
                             "%t = train.exponential %e : tensor<4xf32>\n"
                             "%n = train.constant dense<0.0> : tensor<4xf32>\n"
                             "%u = train.exponential %n : tensor<4xf32>\n"
                             "%0 = train.multiply %u, %c : tensor<4xf32>");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Overflows);
  EXPECT_EQ(facts.fit(last(), builder.getBF16Type()), Fit::Proved);
}

TEST_F(RangeFactsTest, OverflowIsProvedWhereAConstantHoldsIt) {
  RangeFacts facts =
      analyse("%0 = train.constant dense<[0.0, 1.0, 65519.0, 65520.0]> : tensor<4xf32>");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Overflows);
  facts = analyse("%0 = train.constant dense<[0.0, 1.0, 65519.0, 65504.0]> : tensor<4xf32>");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Proved) << "65519 rounds to 65504";
  facts = analyse("%0 = train.iota dim = 0 : tensor<70000xf32>");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Overflows);
}

TEST_F(RangeFactsTest, AnOpIsInRangeWithAMargin) {
  RangeFacts facts = analyse("%c = train.constant dense<6.0e4> : tensor<4xf32>\n"
                             "%t = train.logistic %x : tensor<4xf32>\n"
                             "%0 = train.multiply %t, %c : tensor<4xf32>");
  EXPECT_TRUE(facts.isInRange(lastOp(), builder.getF16Type()));
  facts = analyse("%c = train.constant dense<6.5e4> : tensor<4xf32>\n"
                  "%t = train.logistic %x : tensor<4xf32>\n"
                  "%0 = train.multiply %t, %c : tensor<4xf32>");
  EXPECT_FALSE(facts.isInRange(lastOp(), builder.getF16Type()));
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Proved);
  facts = analyse("%0 = train.exponential %x : tensor<4xf32>");
  EXPECT_FALSE(facts.isInRange(lastOp(), builder.getF16Type()));
}

TEST_F(RangeFactsTest, PositionsForbidATypeThatMergesThem) {
  RangeFacts facts = analyse("%i0 = train.iota dim = 0 : tensor<258xf32>\n"
                             "%c = train.constant dense<0.5> : tensor<258xf32>\n"
                             "%0 = train.multiply %i0, %c : tensor<258xf32>");
  std::optional<RangeReason> reason = facts.forbids(last(), builder.getBF16Type());
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->text, "x counts up to 257 (position), bf16 is exact up to 256");
  EXPECT_FALSE(reason->isMeasured);
  EXPECT_FALSE(facts.forbids(last(), builder.getF16Type()));
}

TEST_F(RangeFactsTest, AMeasurementForbidsAndProvesNothing) {
  Calibration calibration;
  MeasuredRange measured;
  measured.min = -1e5;
  measured.max = 3;
  measured.elements = 4;
  calibration.values[{"here", "train.negate", 0}]["f"] = {measured};
  RangeFacts facts = analyse("%0 = train.negate %x : tensor<4xf32> loc(\"here\")", &calibration);
  std::optional<RangeReason> reason = facts.forbids(last(), builder.getF16Type());
  ASSERT_TRUE(reason);
  EXPECT_TRUE(reason->isMeasured);
  EXPECT_EQ(reason->text, "|x| reached 100000 in the calibration, f16 holds 65504");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Possible);
  EXPECT_FALSE(facts.isInRange(lastOp(), builder.getF16Type()));

  // Small in the run is not small for ever.
  calibration.values[{"here", "train.negate", 0}]["f"][0].min = -1;
  facts = analyse("%0 = train.negate %x : tensor<4xf32> loc(\"here\")", &calibration);
  EXPECT_FALSE(facts.forbids(last(), builder.getF16Type()));
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Possible);
}

TEST_F(RangeFactsTest, ALoopWhoseBoundGrowsEnds) {
  RangeFacts facts = analyse("%t = train.tanh %x : tensor<4xf32>\n"
                             "%0 = train.for %k times 1000000 carry (%c = %t) : tensor<4xf32> {\n"
                             "  %1 = train.add %c, %t : tensor<4xf32>\n"
                             "  train.yield %1 : tensor<4xf32>\n}");
  EXPECT_EQ(facts.fit(last(), builder.getF16Type()), Fit::Possible);
}

} // namespace
