// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier finds every fault that we can think of in real steps.
//
//   1. Steps are built from the examples, as `halftone-step` builds them. Each verifies
//      without a word.
//   2. Of each kind of fault (Mutations.h) some are put in, each in a fresh copy, at places
//      that a seeded generator draws. The faulty step has to be valid IR, and one of the
//      fault's rules has to find it.
//
// Left out, because no IR tells them from a right step: gradients of two parameters of one
// type exchanged in a step without loss scaling (it has no names for its gradients), a scale
// that is multiplied with a constant at the seed (a weighted loss), rounding by an op that a
// policy labels low.
#include "Mutations.h"
#include "PrecisionRegistry.h"

#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Pipelines/StepPipeline.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Precision/Verifier.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {

constexpr const char *regionModel = R"(
func.func @loss(
    %w0: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w0"},
    %w1: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w1"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %labels: tensor<4xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %h = train.linear %x, %w0 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %0 = train.precision f32 : tensor<4x8xf32> {
    %1 = train.linear %h, %w1 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %2 = train.tanh %1 : tensor<4x8xf32>
    train.yield %2 : tensor<4x8xf32>
  }
  %3 = train.linear %0, %w0 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = train.cross_entropy %3, %labels : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
)";

struct StepCase {
  const char *name, *model, *options;
};

constexpr StepCase stepCases[] = {
    {"mlp f16", "mlp", "amp=f16 clip-norm=1.0 ema-decay=0.99"},
    {"mlp bf16", "mlp", "amp=bf16 clip-norm=1.0 ema-decay=0.99"},
    {"mlp f32", "mlp", "amp=off clip-norm=1.0"},
    {"gpt f16", "gpt", "amp=f16 clip-norm=1.0 ema-decay=0.99 schedule=cosine total-steps=100"},
    {"gpt bf16", "gpt", "amp=bf16 clip-norm=1.0 weight-copies=false"},
    {"cnn f16", "cnn", "amp=f16 optimizer=sgd momentum=0.9 ema-decay=0.99"},
    {"cnn bf16", "cnn", "amp=bf16 optimizer=sgd momentum=0.9"},
    {"mlp f16, micro-batches", "mlp", "amp=f16 micro-batches=2 clip-norm=1.0"},
    {"gpt bf16, micro-batches", "gpt", "amp=bf16 micro-batches=2 weight-copies=false"},
    {"mlp fp8", "mlp", "amp=fp8"},
    {"gpt fp8", "gpt", "amp=fp8 clip-norm=1.0"},
    {"f32 region in f16", nullptr, "amp=f16"},
    {"f32 region in bf16", nullptr, "amp=bf16 clip-norm=1.0"},
};

/// A built step, and the context that it lives in.
class Steps {
public:
  static Steps &get() {
    static Steps steps;
    return steps;
  }

  MLIRContext context;
  std::vector<std::pair<std::string, OwningOpRef<ModuleOp>>> modules;

private:
  Steps() : context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    for (const StepCase &c : stepCases)
      if (auto module = build(c))
        modules.emplace_back(c.name, std::move(module));
  }

  static DialectRegistry registry() {
    DialectRegistry registry = test::makePrecisionRegistry();
    func::registerInlinerExtension(registry);
    train::registerDecompositions(registry);
    train::registerGradients(registry);
    return registry;
  }

  OwningOpRef<ModuleOp> build(const StepCase &c) {
    std::string text = regionModel;
    if (c.model) {
      auto file = readFile(std::string(HALFTONE_SOURCE_DIR) + "/examples/" + c.model + "/" +
                           c.model + ".mlir");
      EXPECT_TRUE(file) << file.error();
      text = file ? *file : "";
    }
    auto module = parseSourceString<ModuleOp>(text, &context, c.name);
    pipelines::StepPipelineOptions options;
    std::string problem;
    llvm::raw_string_ostream stream(problem);
    EXPECT_TRUE(succeeded(options.parseFromString(c.options, stream))) << problem;
    PassManager pm(&context);
    EXPECT_TRUE(succeeded(
        pipelines::buildStepPipeline(pm, options, [](const Twine &) { return failure(); })));
    bool isBuilt = module && succeeded(pm.run(*module));
    EXPECT_TRUE(isBuilt) << c.name;
    return isBuilt ? std::move(module) : OwningOpRef<ModuleOp>();
  }
};

/// What the verifier says of a module: messages, and the rules that they end with.
struct Verdict {
  std::set<std::string> rules;
  std::string text;
};

Verdict verifyStep(ModuleOp module) {
  Verdict verdict;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
    std::string message = diagnostic.str();
    verdict.text += message.substr(0, 300) + "\n";
    StringRef rule = StringRef(message).rsplit(" (V").second.split(':').first;
    verdict.rules.insert("V" + rule.str());
    return success();
  });
  precision::VerifierOptions options;
  options.allowTF32 = options.allowLowAcc = false;
  (void)precision::verifyPrecision(module, options);
  return verdict;
}

TEST(Verifier, AcceptsTheStepsThatHalftoneBuilds) {
  for (auto &[name, module] : Steps::get().modules) {
    Verdict verdict = verifyStep(*module);
    EXPECT_TRUE(verdict.rules.empty()) << name << ":\n" << verdict.text;
  }
}

std::vector<Mutation> allMutations() {
  std::vector<Mutation> all;
  for (auto family :
       {getScaleMutations(), getGateMutations(), getTypeMutations(), getCastMutations()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

/// What GoogleTest shows of a parameter.
[[maybe_unused]] void PrintTo(const Mutation &mutation, std::ostream *os) { *os << mutation.name; }

class VerifierMutation : public ::testing::TestWithParam<Mutation> {};

/// Up to `count` of `places` places, drawn by a generator that is the same everywhere.
std::vector<size_t> drawPlaces(size_t places, size_t count, std::mt19937 &random) {
  std::vector<size_t> drawn;
  for (size_t i = 0; i < std::min(places, count); ++i)
    drawn.push_back(places <= count ? i : random() % places);
  return drawn;
}

TEST_P(VerifierMutation, IsFound) {
  const Mutation &mutation = GetParam();
  constexpr size_t placesOfAStep = 4;
  std::mt19937 random(20);
  int mutants = 0;
  for (auto &[name, module] : Steps::get().modules) {
    Places places;
    StepEditor looking(*module);
    mutation.collect(looking, places);
    for (size_t place : drawPlaces(places.size(), placesOfAStep, random)) {
      OwningOpRef<ModuleOp> copy = module->clone();
      StepEditor editor(*copy);
      Places edits;
      mutation.collect(editor, edits);
      ASSERT_LT(place, edits.size());
      edits[place]();
      std::string where = name + ", place " + std::to_string(place);
      {
        std::string problem;
        ScopedDiagnosticHandler handler(copy->getContext(), [&](Diagnostic &diagnostic) {
          problem += diagnostic.str().substr(0, 500) + "\n";
          return success();
        });
        ASSERT_TRUE(succeeded(verify(*copy))) << where << " is no valid IR: " << problem;
      }
      Verdict verdict = verifyStep(*copy);
      ++mutants;
      EXPECT_TRUE(llvm::any_of(mutation.rules,
                               [&](const std::string &rule) { return verdict.rules.count(rule); }))
          << "survived: " << where << "\n"
          << verdict.text;
    }
  }
  EXPECT_GE(mutants, 2) << "no step has a place for it";
  RecordProperty("mutants", mutants);
}

INSTANTIATE_TEST_SUITE_P(Kinds, VerifierMutation, ::testing::ValuesIn(allMutations()),
                         [](const ::testing::TestParamInfo<Mutation> &info) {
                           std::string name = info.param.name;
                           for (char &c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

//===----------------------------------------------------------------------===//
// After each pass
//===----------------------------------------------------------------------===//

/// A pass that takes the gates off the parameters.
struct BreakGates : PassWrapper<BreakGates, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BreakGates)
  StringRef getArgument() const override { return "break-gates"; }
  void runOnOperation() override {
    StepEditor editor(getOperation());
    for (unsigned result : editor.results(train::Role::param))
      editor.setResult(result, editor.newValue(result));
  }
};

/// A pass on functions that does what no pass should.
struct RoundLoss : PassWrapper<RoundLoss, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RoundLoss)
  StringRef getArgument() const override { return "round-loss"; }
  void runOnOperation() override {
    if (getOperation().getName() != train::kStepFunction)
      return;
    StepEditor editor(getOperation()->getParentOfType<ModuleOp>());
    unsigned loss = editor.results(train::Role::loss).front();
    editor.setResult(loss,
                     editor.roundBefore(editor.ret, editor.ret->getOperand(loss), editor.bf16));
  }
};

/// Runs a pipeline with the verifier after each pass on a copy of a step.
std::pair<bool, std::string> runVerified(const char *name,
                                         const std::function<void(PassManager &)> &build) {
  for (auto &[stepName, module] : Steps::get().modules)
    if (stepName == name) {
      OwningOpRef<ModuleOp> copy = module->clone();
      std::string text;
      ScopedDiagnosticHandler handler(copy->getContext(), [&](Diagnostic &diagnostic) {
        text += diagnostic.str() + "\n";
        for (Diagnostic &note : diagnostic.getNotes())
          text += "note: " + note.str() + "\n";
        return success();
      });
      PassManager pm(copy->getContext());
      build(pm);
      precision::verifyPrecisionAfterEachPass(pm, {});
      bool succeeds = succeeded(pm.run(*copy));
      return {succeeds, text};
    }
  ADD_FAILURE() << "no step " << name;
  return {};
}

TEST(VerifyEach, NamesThePassThatBreaksARule) {
  auto [succeeds, text] = runVerified("mlp f16", [](PassManager &pm) {
    pm.addPass(createCSEPass());
    pm.addPass(std::make_unique<BreakGates>());
    pm.addPass(createCanonicalizerPass());
  });
  EXPECT_FALSE(succeeds);
  EXPECT_NE(text.find("the update of 'l0/w' is not chosen"), std::string::npos) << text;
  EXPECT_NE(text.find("note: after pass 'break-gates'"), std::string::npos) << text;
  // Once is enough.
  EXPECT_EQ(text.find("after pass 'canonicalize'"), std::string::npos) << text;
}

TEST(VerifyEach, NamesThePassesOnFunctions) {
  auto [succeeds, text] = runVerified("mlp bf16", [](PassManager &pm) {
    pm.addNestedPass<func::FuncOp>(std::make_unique<RoundLoss>());
    pm.addNestedPass<func::FuncOp>(createCSEPass());
  });
  EXPECT_FALSE(succeeds);
  EXPECT_NE(text.find("(V6: "), std::string::npos) << text;
  EXPECT_NE(text.find("note: after one of the passes 'round-loss', 'cse'"), std::string::npos)
      << text;
}

TEST(VerifyEach, SaysNothingOfPassesThatKeepTheRules) {
  for (const char *name : {"mlp f16", "cnn bf16", "mlp f16, micro-batches", "mlp fp8"}) {
    auto [succeeds, text] = runVerified(name, [](PassManager &pm) {
      pm.addPass(createCSEPass());
      pm.addPass(createCanonicalizerPass());
      pm.addPass(train::createTrainDecompose());
      pm.addPass(createCanonicalizerPass());
      pm.addPass(createCSEPass());
    });
    EXPECT_TRUE(succeeds) << name << "\n" << text;
    EXPECT_EQ(text, "") << name;
  }
}

/// Gates hold in a decomposed step, too: a check is then a reduction.
TEST(VerifyEach, LooksAtTheGatesOfADecomposedStep) {
  auto [succeeds, text] = runVerified("mlp f16", [](PassManager &pm) {
    pm.addPass(train::createTrainDecompose());
    pm.addPass(std::make_unique<BreakGates>());
  });
  EXPECT_FALSE(succeeds);
  EXPECT_NE(text.find("note: after pass 'break-gates'"), std::string::npos) << text;
}

/// A step that never kept the rules is none that a later pass broke.
TEST(VerifyEach, WaitsForAStepThatKeepsTheRules) {
  OwningOpRef<ModuleOp> broken = Steps::get().modules.front().second->clone();
  StepEditor editor(*broken);
  for (unsigned result : editor.results(train::Role::param))
    editor.setResult(result, editor.newValue(result));
  PassManager pm(broken->getContext());
  pm.addPass(createCSEPass());
  precision::verifyPrecisionAfterEachPass(pm, {});
  EXPECT_TRUE(succeeded(pm.run(*broken)));
}

/// The second cell of a table's row that starts with `name`, and the third.
std::pair<std::string, std::string> findRow(StringRef page, const std::string &name) {
  auto [before, row] = page.split("\n| " + name + " | ");
  auto [second, rest] = row.split(" | ");
  return {second.str(), rest.split(" | ").first.str()};
}

TEST(VerifierPage, ListsEveryRuleAndLint) {
  auto file = readFile(std::string(HALFTONE_SOURCE_DIR) + "/docs/VerifyPrecision.md");
  ASSERT_TRUE(file) << file.error();
  const char *kinds[] = {"structural", "numerical", "waste"};
  for (const precision::VerifierRule &rule : precision::getVerifierRules()) {
    auto [kind, words] = findRow(*file, rule.number.str());
    EXPECT_EQ(kind, kinds[static_cast<int>(rule.kind)]) << rule.number.str();
    EXPECT_EQ(words, rule.words.str()) << rule.number.str();
  }
  for (StringRef lint : precision::getLintNames())
    EXPECT_NE(findRow(*file, "`" + lint.str() + "`").first, "") << lint.str();
}

/// Every rule that there is has a kind of fault of its own.
TEST(Verifier, EveryRuleHasAMutation) {
  std::set<std::string> covered;
  for (const Mutation &mutation : allMutations())
    covered.insert(mutation.rules.front());
  for (const precision::VerifierRule &rule : precision::getVerifierRules())
    EXPECT_TRUE(covered.count(rule.number.str())) << rule.number.str();
}

} // namespace
