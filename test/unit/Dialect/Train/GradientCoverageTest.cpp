// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every op of the dialect has a gradient rule with a case that checks its numbers, is
// decomposed into ops that have, or is known to have no gradient; and the marks of
// backward ops.
#include "GradientCheck.h"

#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"

#include <gtest/gtest.h>

#include <set>

using namespace mlir;
using namespace halftone::train;

namespace {

/// A context with the dialect, its rules and its decompositions.
class GradientCoverage : public testing::Test {
protected:
  GradientCoverage() {
    DialectRegistry registry;
    registry.insert<TrainDialect, func::FuncDialect>();
    registerDecompositions(registry);
    registerGradients(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  MLIRContext context;
};

TEST_F(GradientCoverage, EveryRuleHasACase) {
  for (RegisteredOperationName op : context.getRegisteredOperationsByDialect("train")) {
    // `while` has a rule only for its message.
    if (op.hasInterface<DifferentiableOpInterface>() && op.getStringRef() != "train.while") {
      EXPECT_TRUE(isCovered(op.getStringRef().str())) << op.getStringRef().str();
    }
  }
}

TEST_F(GradientCoverage, OpsWithoutARuleAreKnown) {
  std::set<std::string> got,
      expected = {// No operand, or none of float type, or no result of one.
                  "train.constant", "train.iota", "train.compare", "train.is_finite", "train.and",
                  "train.or", "train.xor", "train.not", "train.popcnt", "train.count_leading_zeros",
                  "train.shift_left", "train.shift_right_arithmetic", "train.shift_right_logical",
                  "train.arg_reduce", "train.rng_bits", "train.fold_in",
                  // Of regions.
                  "train.yield",
                  // An error by name.
                  "train.select_and_scatter"};
  for (RegisteredOperationName op : context.getRegisteredOperationsByDialect("train"))
    if (!op.hasInterface<DifferentiableOpInterface>() &&
        !op.hasInterface<DecomposableOpInterface>())
      got.insert(op.getStringRef().str());
  EXPECT_EQ(got, expected);
}

TEST_F(GradientCoverage, LocationsSayWhatIsBackward) {
  OpBuilder builder(&context);
  Location line = FileLineColLoc::get(&context, "model.mlir", 7, 3);
  auto type = RankedTensorType::get({}, builder.getF32Type());
  auto makeOp = [&](Location loc) {
    return OwningOpRef<Operation *>(SeedOp::create(builder, loc, type, Value()));
  };
  OwningOpRef<Operation *> forward = makeOp(line);
  EXPECT_FALSE(isBackward(*forward));
  EXPECT_EQ(getForwardLocation(*forward), std::nullopt);
  Location mark = getBackwardLocation(*forward);
  // Also where inlining, naming or fusing wrapped the location.
  Location call = FileLineColLoc::get(&context, "model.mlir", 9, 1);
  for (Location loc : {mark, Location(CallSiteLoc::get(mark, call)),
                       Location(NameLoc::get(builder.getStringAttr("x"), mark)),
                       FusedLoc::get(&context, {call, mark})}) {
    OwningOpRef<Operation *> backward = makeOp(loc);
    EXPECT_TRUE(isBackward(*backward));
    EXPECT_EQ(getForwardLocation(*backward), line);
    EXPECT_EQ(getForwardName(*backward), "train.seed");
  }
}

} // namespace
