// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matching of policies: the search through sorted rules finds what a plain look at all
// rules finds; rules that matched nothing are known; the time of labels grows with the
// number of ops alone.
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/Passes.h"

#include "Labels.h"
#include "PrecisionRegistry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include <ctime>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// Without waiting for the disk, as there are thousands.
bool writeFile(const std::string &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  return static_cast<bool>(file << text << std::flush);
}

struct Context {
  Context() : context(test::makePrecisionRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  Location loc() { return UnknownLoc::get(&context); }
  OwningOpRef<ModuleOp> parse(const std::string &text) {
    return parseSourceString<ModuleOp>(text, &context);
  }
  Policy read(const std::string &text) {
    std::string path = ::testing::TempDir() + "/policy-test.json";
    EXPECT_TRUE(writeFile(path, text));
    FailureOr<Policy> policy = Policy::create("halftone", path, loc());
    EXPECT_TRUE(succeeded(policy)) << text;
    return std::move(*policy);
  }
  MLIRContext context;
};

func::FuncOp getFunction(ModuleOp module) { return *module.getOps<func::FuncOp>().begin(); }

//===----------------------------------------------------------------------===//
// Against a plain search
//===----------------------------------------------------------------------===//

/// A rule, its conditions and their weight, as the page of policy files states them.
struct PlainRule {
  std::string op, location, kind, dialect, label;
  int rank = 0, minElements = 0;
  bool f16Only = false;
};

struct PlainOp {
  std::string op, location, kind;
  std::vector<int> ranks; ///< of operands and results
  int elements;
};

using Random = std::mt19937;

int pick(Random &random, int count) { return static_cast<int>(random() % count); }

std::string writeRule(const PlainRule &rule) {
  std::string text = "{\"label\": \"" + rule.label + "\"";
  auto add = [&](const char *name, const std::string &value) {
    if (!value.empty())
      text += std::string(", \"") + name + "\": \"" + value + "\"";
  };
  add("op", rule.op);
  add("location", rule.location);
  add("kind", rule.kind);
  add("dialect", rule.dialect);
  if (rule.rank)
    text += ", \"rank\": " + std::to_string(rule.rank);
  if (rule.minElements)
    text += ", \"min_elements\": " + std::to_string(rule.minElements);
  if (rule.f16Only)
    text += ", \"compute\": \"f16\"";
  return text + "}";
}

PlainRule randomRule(Random &random) {
  const char *labels[] = {"low", "f32", "follow"};
  const char *ops[] = {"train.reduce", "train.add", "train.negate"};
  PlainRule rule;
  rule.label = labels[pick(random, 3)];
  if (pick(random, 2))
    rule.op = ops[pick(random, 3)];
  if (pick(random, 3) == 0)
    rule.location = "layer" + std::to_string(pick(random, 3));
  if (pick(random, 3) == 0)
    rule.kind = pick(random, 2) ? "add" : "max";
  if (pick(random, 2))
    rule.dialect = "train";
  if (pick(random, 3) == 0)
    rule.rank = 1 + pick(random, 2);
  if (pick(random, 3) == 0)
    rule.minElements = 1 + pick(random, 40);
  rule.f16Only = pick(random, 3) == 0;
  bool hasCondition = !rule.op.empty() || !rule.location.empty() || !rule.dialect.empty() ||
                      rule.rank || rule.minElements;
  return hasCondition ? rule : randomRule(random);
}

bool fits(const PlainRule &rule, const PlainOp &op, bool f16) {
  return (rule.op.empty() || rule.op == op.op) &&
         (rule.location.empty() || rule.location == op.location) &&
         (rule.kind.empty() || rule.kind == op.kind) &&
         (!rule.rank || llvm::is_contained(op.ranks, rule.rank)) &&
         rule.minElements <= op.elements && (!rule.f16Only || f16);
}

/// Conditions in the order in which each outweighs all behind it.
std::vector<bool> weightOf(const PlainRule &rule) {
  return {!rule.location.empty(), !rule.op.empty(),      !rule.kind.empty(), !rule.dialect.empty(),
          rule.rank != 0,         rule.minElements != 0, rule.f16Only};
}

/// The label; "conflict" where equally weighty rules differ, and "" where none fits.
std::string plainFind(const std::vector<PlainRule> &rules, const PlainOp &op, bool f16) {
  std::vector<bool> heaviest;
  std::string found;
  for (const PlainRule &rule : rules) {
    if (!fits(rule, op, f16))
      continue;
    std::vector<bool> weight = weightOf(rule);
    if (found.empty() || weight > heaviest) {
      heaviest = weight;
      found = rule.label;
    } else if (weight == heaviest && rule.label != found) {
      found = "conflict";
    }
  }
  return found;
}

/// Ops of each sort, in three places.
std::vector<PlainOp> makeOps(std::string &text) {
  std::vector<PlainOp> ops;
  text = "func.func @f(%a: tensor<4x8xf32>, %b: tensor<5xf32>) {\n";
  for (int layer = 0; layer < 3; ++layer) {
    std::string location = "layer" + std::to_string(layer);
    auto add = [&](const std::string &line, PlainOp op) {
      text += "  " + line + " loc(\"" + location + "\")\n";
      op.location = location;
      ops.push_back(op);
    };
    std::string n = std::to_string(layer);
    add("%add" + n + " = train.add %a, %a : tensor<4x8xf32>", {"train.add", "", "", {2}, 32});
    add("%neg" + n + " = train.negate %b : tensor<5xf32>", {"train.negate", "", "", {1}, 5});
    for (std::string kind : {"add", "max"})
      add("%" + kind + "r" + n + " = train.reduce " + kind +
              " %a, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>",
          {"train.reduce", "", kind, {2, 1}, 32});
  }
  text += "  return\n}\n";
  return ops;
}

TEST(Policy, FindsWhatAPlainSearchFinds) {
  Context c;
  std::string text;
  std::vector<PlainOp> ops = makeOps(text);
  auto module = c.parse(text);
  ASSERT_TRUE(module);
  func::FuncOp function = getFunction(*module);
  ParameterGradients gradients(function);
  ScopedDiagnosticHandler quiet(&c.context, [](Diagnostic &) { return success(); });
  Random random(1);
  int numFound = 0, numConflicts = 0, numNone = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<PlainRule> rules(1 + pick(random, 6));
    std::string file;
    for (PlainRule &rule : rules) {
      rule = randomRule(random);
      file += (file.empty() ? "" : ", ") + writeRule(rule);
    }
    Policy policy = c.read("{\"complete\": true, \"rules\": [" + file + "]}");
    MatchFacts facts(gradients);
    for (bool f16 : {false, true}) {
      size_t index = 0;
      for (Operation &op : function.getBody().front().without_terminator()) {
        std::string expected = plainFind(rules, ops[index++], f16);
        FailureOr<const Rule *> rule = policy.find(&op, f16, facts);
        std::string got = failed(rule) ? "conflict" : *rule ? toString((*rule)->label).str() : "";
        ASSERT_EQ(got, expected) << file << "\n" << op.getName().getStringRef().str();
        (got.empty() ? numNone : got == "conflict" ? numConflicts : numFound) += 1;
      }
    }
  }
  // All three outcomes were tried.
  EXPECT_GT(numFound, 500);
  EXPECT_GT(numConflicts, 25);
  EXPECT_GT(numNone, 100);
}

//===----------------------------------------------------------------------===//
// Rules that matched nothing
//===----------------------------------------------------------------------===//

TEST(Policy, KnowsRulesThatMatchedNothing) {
  Context c;
  std::string text;
  makeOps(text);
  auto module = c.parse(text);
  ASSERT_TRUE(module);
  Policy policy = c.read(R"json({ "rules": [
    { "op": ["train.add", "train.linear"], "label": "f32" },
    { "op": "train.linear", "label": "f32" },
    { "op": "train.add", "location": "layer9", "label": "low" },
    { "dialect": "train", "label": "low" },
    { "op": "train.reduce", "group": "result", "label": "low" },
    { "op": "train.negate", "group": "x", "min_elements": 6, "label": "low" } ] })json");
  LabelMap labels;
  Labeller labeller(policy, BFloat16Type::get(&c.context), /*tf32=*/false);
  ASSERT_TRUE(succeeded(labeller.label(getFunction(*module), labels)));
  std::vector<unsigned> unmatched;
  for (const Rule *rule : policy.getUnmatchedRules(/*f16=*/false))
    unmatched.push_back(rule->number);
  // A rule that others go before matched, all the same.
  EXPECT_EQ(unmatched, (std::vector<unsigned>{1, 2, 5}));
}

TEST(Policy, FollowsOnlyWhatTheUserWroteOfSomeOps) {
  Context c;
  FailureOr<Policy> table = Policy::create("torch", "", c.loc());
  ASSERT_TRUE(succeeded(table));
  EXPECT_TRUE(table->getUnmatchedRules(/*f16=*/false).empty());
  Policy whole =
      c.read(R"json({ "complete": true, "rules": [ { "op": "train.add", "label": "low" } ] })json");
  EXPECT_TRUE(whole.getUnmatchedRules(/*f16=*/false).empty());
}

//===----------------------------------------------------------------------===//
// Bad files
//===----------------------------------------------------------------------===//

/// What is read of a damaged file is an error with its place, or a policy; never a crash.
TEST(Policy, ReadsDamagedFiles) {
  Context c;
  const std::string whole =
      R"json({ "$schema": "s", "placement": "paint", "islands": true, "complete": true,
  "casts": { "other": "other.convert" }, "rules": [
    { "op": "train.add", "label": "low", "compute": "f16", "why": "be\u00e9cause" },
    { "op": ["train.gelu", "train.silu"], "group": "result", "label": { "f16": "f32", "bf16": "low" } },
    { "op": "train.linear", "products": "tf32", "location_regex": "b|c[0-9]+", "name": "^d", "region": "e$", "role": "param",
      "min_elements": 1, "max_elements": 9, "rank": 2, "shape": [null, 3], "range": { "above": 2e4, "by": "proof" } },
    { "op": "other.dot", "groups": { "a": [0, "operand 1"], "x": ["operands", "results"] }, "label": "keep" } ],
  "defaults": [ { "dialect": "train", "label": "follow", "clear": true } ] })json";
  const std::string characters = "{}[]\",:0123456789.-+eEntfu\\ \n\x01\xff";
  int numErrors = 0, numRead = 0;
  ScopedDiagnosticHandler handler(&c.context, [&](Diagnostic &diagnostic) {
    EXPECT_FALSE(diagnostic.str().empty());
    return success();
  });
  Random random(2);
  std::string path = ::testing::TempDir() + "/policy-damaged.json";
  for (int round = 0; round < 500; ++round) {
    std::string text = whole;
    for (int i = 0, e = 1 + pick(random, 4); i < e; ++i) {
      size_t at = random() % text.size();
      switch (pick(random, 4)) {
      case 0:
        text[at] = characters[random() % characters.size()];
        break;
      case 1:
        text.insert(at, 1, characters[random() % characters.size()]);
        break;
      case 2:
        text.erase(at, 1 + random() % 20);
        break;
      case 3: // a piece again, somewhere else
        text.insert(random() % text.size(), text.substr(at, random() % 60));
        break;
      }
    }
    ASSERT_TRUE(writeFile(path, text));
    (succeeded(Policy::create("torch", path, c.loc())) ? numRead : numErrors) += 1;
  }
  EXPECT_GT(numErrors, 250);
  EXPECT_GT(numRead, 5);
}

TEST(Policy, RefusesDeepNesting) {
  Context c;
  int numErrors = 0;
  ScopedDiagnosticHandler handler(&c.context, [&](Diagnostic &diagnostic) {
    numErrors += diagnostic.str().find("nested deeper than 32") != std::string::npos;
    return success();
  });
  std::string path = ::testing::TempDir() + "/policy-deep.json";
  ASSERT_TRUE(writeFile(path, "{\"rules\": " + std::string(5000000, '[')));
  EXPECT_TRUE(failed(Policy::create("torch", path, c.loc())));
  EXPECT_EQ(numErrors, 1);
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// Microseconds of processor time that labels take for one op, the best of a few runs.
double timeLabels(Context &c, const Policy &policy, int numLayers, size_t &numOps) {
  std::string text = "func.func @f(%x0: tensor<64x64xf32>, %w: tensor<64x64xf32>) {\n";
  for (int i = 0; i < numLayers; ++i) {
    std::string n = std::to_string(i), at = " loc(\"layer" + n + "\")\n";
    std::string type = " : tensor<64x64xf32>", to = type + " -> tensor<64x64xf32>";
    text += "%a" + n + " = train.linear %x" + n +
            ", %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>" + at;
    text += "%b" + n + " = train.gelu %a" + n + " approximate = tanh" + to + at;
    text += "%c" + n + " = train.add %b" + n + ", %x" + n + type + at;
    text += "%d" + n + " = train.exponential %c" + n + type + at;
    text += "%e" + n + " = train.reduce add %d" + n +
            ", dims = [1] : tensor<64x64xf32> -> tensor<64xf32>" + at;
    text += "%f" + n + " = train.broadcast_in_dim %e" + n +
            ", dims = [0] : tensor<64xf32> -> tensor<64x64xf32>" + at;
    text += "%x" + std::to_string(i + 1) + " = train.softmax %f" + n + ", dim = 1" + to + at;
  }
  auto module = c.parse(text + "  return\n}\n");
  EXPECT_TRUE(module);
  Labeller labeller(policy, BFloat16Type::get(&c.context), /*tf32=*/false);
  double best = 1e9;
  for (int run = 0; run < 3; ++run) {
    LabelMap labels;
    std::clock_t start = std::clock();
    EXPECT_TRUE(succeeded(labeller.label(getFunction(*module), labels)));
    best = std::min(best, 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    numOps = labels.size();
  }
  return best / static_cast<double>(numOps);
}

void expectLinear(const char *name, const std::string &file) {
  Context c;
  Policy policy = c.read(file);
  size_t few, many;
  double small = timeLabels(c, policy, 200, few), large = timeLabels(c, policy, 1600, many);
  EXPECT_EQ(many, 8 * few);
  // Eight times the ops: a square would take eight times as long for each.
  EXPECT_LT(large, 3 * small);
  std::printf("%s: %.2f us an op of %zu\n", name, large, many);
}

TEST(PolicyTime, GrowsWithTheNumberOfOps) { expectLinear("table", R"({"rules": []})"); }

TEST(PolicyTime, GrowsWithTheNumberOfOpsUnderRulesOfLocations) {
  std::string rules;
  for (int i = 0; i < 20; ++i)
    rules += (i ? ", " : "") + std::string("{\"location_regex\": \"block") + std::to_string(i) +
             "/.*\", \"label\": \"f32\"}";
  expectLinear("20 rules of locations", "{\"rules\": [" + rules + "]}");
}

} // namespace
