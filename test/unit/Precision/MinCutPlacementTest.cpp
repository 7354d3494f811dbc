// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The minimum cut against exhaustive search on small functions. Every choice that the
// placement left to the cut is made both ways, in all combinations; each is rewritten, and
// its cost counted on the IR. None is below the bound, and the cut's own costs it exactly.
#include "Labels.h"
#include "PrecisionRegistry.h"
#include "Rewrite.h"
#include "StepParts.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/CastCost.h"
#include "halftone/Precision/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

bool isLess(CastCost a, CastCost b) {
  return std::pair(a.bytes, a.casts) < std::pair(b.bytes, b.casts);
}

std::string toText(CastCost cost) {
  return std::to_string(cost.bytes) + " bytes, " + std::to_string(cost.casts) + " casts";
}

/// A function of random ops on values of one shape: products, sensitive ops and those that
/// follow, in the function's body, a loop, a region of its own precision or a branch.
class RandomFunction {
public:
  explicit RandomFunction(unsigned seed) : random(seed) {}

  std::string make() {
    SmallVector<std::string> values{"%x", "%y"};
    unsigned ops = 4 + pick(5);
    for (unsigned i = 0; i < ops; ++i)
      values.push_back(pick(5) == 0 ? addRegion(values) : addOp(values));
    std::string results = values.back() + ", " + values[pick(values.size())];
    // Forward until here; what is returned first is the loss's stand-in.
    return "func.func @step(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %p: tensor<i1>) -> "
           "(tensor<4x4xf32>, tensor<4x4xf32>) {\n" +
           body + "  return " + results + " : tensor<4x4xf32>, tensor<4x4xf32>\n}\n";
  }

private:
  unsigned pick(unsigned end) {
    return std::uniform_int_distribution<unsigned>(0, end - 1)(random);
  }
  std::string pickOne(ArrayRef<std::string> values) { return values[pick(values.size())]; }
  /// Half of the ops are marked as of the backward pass.
  std::string location() {
    return count > 6 || pick(4) == 0 ? " loc(fused<{train.backward_of = \"train.add\"}>[\"f\"])\n"
                                     : " loc(\"f\")\n";
  }
  std::string define(const std::string &op) {
    std::string name = "%v" + std::to_string(count++);
    body += "  " + name + " = " + op + location();
    return name;
  }

  std::string addOp(ArrayRef<std::string> values) {
    std::string a = pickOne(values), b = pickOne(values);
    const std::string t = "tensor<4x4xf32>";
    switch (pick(8)) {
    case 0:
    case 1:
      return define("train.dot_general " + a + ", " + b + ", contract = [1] x [0] : (" + t + ", " +
                    t + ") -> " + t);
    case 2:
      return define("train.exponential " + a + " : " + t);
    case 3:
      return define("train.softmax " + a + ", dim = 1 : " + t + " -> " + t);
    case 4:
      return define("train.optimization_barrier " + a + " : " + t);
    case 5:
      return define("train.transpose " + a + ", perm = [1, 0] : " + t + " -> " + t);
    default:
      return define("train.add " + a + ", " + b + " : " + t);
    }
  }

  std::string addRegion(ArrayRef<std::string> values) {
    const std::string t = "tensor<4x4xf32>";
    std::string before = std::move(body), init = pickOne(values);
    body.clear();
    unsigned kind = pick(3);
    SmallVector<std::string> inside(values);
    if (kind == 0)
      inside.push_back("%c" + std::to_string(count));
    std::string carried = inside.back();
    inside.push_back(addOp(inside));
    std::string inner = std::move(body), yielded = inside.back();
    body = std::move(before);
    std::string end = "  train.yield " + yielded + " : " + t + "\n  }";
    if (kind == 0)
      return define("train.for %i" + std::to_string(count) + " times 3 carry (" + carried + " = " +
                    init + ") : " + t + " {\n" + inner + end);
    if (kind == 1)
      return define("train.precision " + std::string(pick(2) ? "bf16" : "f16") + " : " + t +
                    " {\n" + inner + end);
    return define("train.if %p : " + t + " {\n" + inner + end + " else {\n  train.yield " + init +
                  " : " + t + "\n  }");
  }

  std::mt19937 random;
  std::string body;
  unsigned count = 0;
};

class MinCutTest : public ::testing::Test {
protected:
  MinCutTest() : context(test::makePrecisionRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    options.narrowForBytes = true; // every choice is the cut's
    placement = createPlacement("min-cut", options);
    FailureOr<Policy> made = Policy::create("halftone", "", UnknownLoc::get(&context));
    EXPECT_TRUE(succeeded(made));
    if (succeeded(made))
      policy = std::make_unique<Policy>(std::move(*made));
  }
  /// What the cut decides, or where there are `bits`, what they say for each choice.
  struct Run {
    CastCost cost;
    PlacementResult result;
    unsigned numChoices = 0;
    bool isValid = false;
  };
  Run run(ModuleOp module, std::optional<uint64_t> bits);

  MLIRContext context;
  PlacementOptions options;
  std::unique_ptr<Placement> placement;
  std::unique_ptr<Policy> policy;
};

MinCutTest::Run MinCutTest::run(ModuleOp module, std::optional<uint64_t> bits) {
  OwningOpRef<ModuleOp> copy = module.clone();
  FunctionOpInterface function = *copy->getOps<FunctionOpInterface>().begin();
  LabelMap labels;
  Labeller labeller(*policy, BFloat16Type::get(&context), /*tf32=*/false);
  EXPECT_TRUE(succeeded(labeller.label(function, labels)));
  StepParts parts(function);
  std::vector<size_t> numOwn; // groups with a label before the placement
  for (auto &entry : labels)
    numOwn.push_back(entry.second.groups.size());
  Run run;
  run.result = placement->decide(function, parts, labels);
  auto choose = [&](bool isFree, Decision &decision) {
    if (!isFree || decision == Decision::Keep)
      return;
    if (bits)
      decision = *bits >> run.numChoices & 1 ? Decision::Low : Decision::F32;
    ++run.numChoices;
  };
  for (auto [entry, own] : llvm::zip_equal(labels, numOwn)) {
    auto &[op, labelled] = entry;
    if (!op->getNumRegions())
      choose(labelled.label == Label::Follow, labelled.decision);
    for (auto [index, group] : llvm::enumerate(labelled.groups))
      choose(group.label == Label::Follow || index >= own, group.decision);
  }
  rewriteFunction(function, parts, labels, options.prices);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  run.isValid = succeeded(verify(*copy));
  run.cost = measureCost(function, options.prices, {});
  return run;
}

TEST_F(MinCutTest, IsExactOnRandomFunctions) {
  unsigned checked = 0, withCasts = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::string text = RandomFunction(seed).make();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    Run cut = run(*module, std::nullopt);
    ASSERT_TRUE(cut.isValid) << text;
    ASSERT_TRUE(cut.result.bound);
    if (!cut.result.inexact.empty() || cut.numChoices > 6)
      continue;
    EXPECT_EQ(toText(cut.cost), toText(*cut.result.bound)) << "seed " << seed << "\n" << text;
    for (uint64_t bits = 0; bits < uint64_t(1) << cut.numChoices; ++bits) {
      Run other = run(*module, bits);
      ASSERT_TRUE(other.isValid) << text;
      ASSERT_FALSE(isLess(other.cost, *cut.result.bound))
          << "seed " << seed << ": " << toText(other.cost) << " by " << bits << ", bound "
          << toText(*cut.result.bound) << "\n"
          << text;
    }
    ++checked;
    withCasts += cut.cost.casts > 0;
  }
  EXPECT_GT(checked, 80u);
  EXPECT_GT(withCasts, 50u);
}

/// Two loops, one in the other, with two casts and a product in the middle.
std::string makeLoops(const char *outer, const char *inner) {
  return llvm::formatv(R"(
func.func @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {{
  %0 = train.for %i times {0} carry (%c = %x) : tensor<8x8xf32> {{
    %1 = train.for %j times {1} carry (%d = %c) : tensor<8x8xf32> {{
      %low = train.cast %d : tensor<8x8xf32> to tensor<8x8xbf16>
      %up = train.cast %low : tensor<8x8xbf16> to tensor<8x8xf32>
      %2 = train.dot_general %up, %d, contract = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      train.yield %2 : tensor<8x8xf32>
    }
    train.yield %1 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}
)",
                       outer, inner);
}

/// Counts go with the trips of loops, and stay at a largest number.
TEST_F(MinCutTest, CountsRunsOfLoops) {
  constexpr int64_t bytes = 2 * 64 * (4 + 2); // two casts
  constexpr int64_t traffic = bytes + 3 * 64 * 4;
  struct Case {
    const char *outer, *inner;
    int64_t runs;
  };
  for (auto [outer, inner, runs] :
       {Case{"3", "5", 15}, Case{"3000000000", "2", 6000000000},
        Case{"4611686018427387904", "4611686018427387904", mostCounted}}) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(makeLoops(outer, inner), &context);
    ASSERT_TRUE(module);
    FunctionOpInterface function = *module->getOps<FunctionOpInterface>().begin();
    EXPECT_EQ(countCasts(function).bytes, multiplyCounts(runs, bytes)) << outer;
    EXPECT_EQ(countCasts(function).casts, 2);
    EXPECT_EQ(StepParts(function).countTraffic().forward, multiplyCounts(runs, traffic)) << outer;
    Run cut = run(*module, std::nullopt);
    EXPECT_TRUE(cut.isValid);
    ASSERT_TRUE(cut.result.bound);
    EXPECT_GE(cut.result.bound->bytes, 0) << outer;
  }
  EXPECT_EQ(multiplyCounts(mostCounted, 2), mostCounted);
  EXPECT_EQ(addCounts(mostCounted, mostCounted), mostCounted);
  Type huge =
      RankedTensorType::get({int64_t(1) << 40, int64_t(1) << 40}, Float32Type::get(&context));
  EXPECT_EQ(countElements(huge), mostCounted);
  EXPECT_EQ(countCastBytes(huge, 32, 16), mostCounted);
}

} // namespace
