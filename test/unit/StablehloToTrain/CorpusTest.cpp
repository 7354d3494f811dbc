// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The models that JAX and PyTorch printed: converted, evaluated, differentiated, and
// compared with what the frameworks compute from the same inputs.
//
// The reference keeps sums in f64 and rounds elementary functions correctly, so it is
// nearer to the truth than the frameworks' f32. A bound is a small multiple of f32's
// rounding, 6e-8, times the depth of the model.
#include "Convert.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Json.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <cmath>
#include <filesystem>
#include <map>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {

constexpr const char *convert = "convert-stablehlo-to-train";

struct Value {
  std::string name, role;
};
struct Signature {
  std::vector<Value> arguments, results;
};

std::vector<Value> readValues(const Json &rows) {
  std::vector<Value> values;
  for (const Json &row : rows)
    values.push_back({row.value("name", ""), row.value("role", "")});
  return values;
}

/// What the `.json` beside a model says of its function `loss` or `step`.
Signature readSignature(const std::string &model, const std::string &function) {
  Result<std::string> text = readFile(*modelsFolder() + model + ".json");
  EXPECT_TRUE(text) << text.error();
  Result<Json> json = parseJson(*text);
  EXPECT_TRUE(json) << json.error();
  if (const Json *functions = findMember(*json, "functions")) {
    const Json &entry = (*functions)[function];
    return {readValues(entry["arguments"]), readValues(entry["results"])};
  }
  return {readValues((*json)["args"]), readValues((*json)["results"])};
}

/// The golden inputs in order; what isn't there is zero, as the step's first moments.
std::vector<HostTensor> readArguments(func::FuncOp main, const Signature &signature,
                                      const NamedArrays &golden) {
  std::vector<HostTensor> arguments;
  EXPECT_EQ(main.getNumArguments(), signature.arguments.size());
  for (auto [value, type] : llvm::zip(signature.arguments, main.getArgumentTypes())) {
    if (const HostTensor *array = golden.find(value.name)) {
      arguments.push_back(*array);
      continue;
    }
    auto tensor = cast<RankedTensorType>(type);
    arguments.push_back(HostTensor(tensor.getElementType().isInteger(32) ? DType::I32 : DType::F32,
                                   tensor.getShape().vec()));
  }
  return arguments;
}

std::string nameOf(std::string path) {
  return path.substr(path.find('/') == std::string::npos ? 0 : path.find('/') + 1);
}

/// Evaluates the loss function, and compares loss and state.
void checkLoss(ModuleOp module, const std::string &model) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  NamedArrays golden = readOrFail(*modelsFolder() + model + ".golden.npz");
  Signature signature = readSignature(model, "loss");
  std::vector<HostTensor> results = run(module, "main", readArguments(main, signature, golden));
  ASSERT_EQ(results.size(), signature.results.size());
  const HostTensor *exact = golden.find("loss_f64");
  double loss = (exact ? exact : golden.find("loss"))->getDouble(0);
  EXPECT_NEAR(results[0].getDouble(0), loss, 2e-6 * std::abs(loss));
  for (size_t i = 1; i < results.size(); ++i) {
    const HostTensor *state = golden.find("loss_out/" + signature.results[i].name);
    ASSERT_TRUE(state) << signature.results[i].name;
    EXPECT_LE(distance(results[i], *state).relative(), 1e-6) << signature.results[i].name;
  }
}

/// Differentiates the loss function, and compares all gradients.
void checkGradients(ModuleOp module, const std::string &model) {
  MLIRContext *context = module.getContext();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  Signature signature = readSignature(model, "loss");
  NamedArrays golden = readOrFail(*modelsFolder() + model + ".golden.npz");
  std::vector<HostTensor> arguments = readArguments(main, signature, golden);
  for (auto [i, value] : llvm::enumerate(signature.arguments))
    if (value.role == "param") {
      main.setArgAttr(i, train::attr::role, train::RoleAttr::get(context, train::Role::param));
      main.setArgAttr(i, train::attr::name, StringAttr::get(context, value.name));
    }
  PassManager pm(context);
  ASSERT_TRUE(succeeded(parsePassPipeline("train-differentiate{function=main}", pm)));
  ASSERT_TRUE(succeeded(pm.run(module)));
  std::vector<HostTensor> results = run(module, "main_grad", arguments);
  size_t next = signature.results.size();
  Distance all;
  for (const Value &value : signature.arguments) {
    if (value.role != "param")
      continue;
    ASSERT_LT(next, results.size());
    const HostTensor *expected = golden.find("grads/" + value.name.substr(strlen("params/")));
    ASSERT_TRUE(expected) << value.name;
    Distance one = distance(results[next++], *expected);
    // A gradient that is zero but for rounding counts only in the sum.
    if (one.norm > 1e-12) {
      EXPECT_LE(one.relative(), 2e-5) << value.name;
    }
    all.difference += one.difference;
    all.norm += one.norm;
  }
  EXPECT_EQ(next, results.size());
  ::testing::Test::RecordProperty("distance", std::to_string(all.relative()));
  EXPECT_LE(all.relative(), 5e-6);
}

class Corpus : public ::testing::TestWithParam<const char *> {};

TEST_P(Corpus, LossAndState) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  auto context = makeContext();
  auto module =
      convertFile(*context, *modelsFolder() + std::string(GetParam()) + ".loss.mlir", convert);
  ASSERT_TRUE(module);
  checkLoss(*module, std::string(GetParam()));
}

TEST_P(Corpus, Gradients) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  auto context = makeContext();
  auto module =
      convertFile(*context, *modelsFolder() + std::string(GetParam()) + ".loss.mlir", convert);
  ASSERT_TRUE(module);
  checkGradients(*module, std::string(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Models, Corpus,
                         ::testing::Values("mlp", "cnn", "gpt_tiny", "llama_tiny",
                                           "torch/torch_mlp", "torch/torch_hf_gpt2",
                                           "torch/torch_resnet_small"),
                         [](const auto &info) { return nameOf(info.param); });

/// What `train-raise-composites` finds in a model.
struct RaisedModel {
  const char *name;
  std::map<std::string, int> composites;
  bool runs = true;
  std::string assume = {};
};
void PrintTo(const RaisedModel &model, std::ostream *os) { *os << model.name; }

class CorpusRaised : public ::testing::TestWithParam<RaisedModel> {};

/// The composites of the model's structure are found, and it stays the same function.
TEST_P(CorpusRaised, FindsAllAndStays) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  auto context = makeContext();
  std::string model = GetParam().name;
  std::string assume = GetParam().assume.empty() ? "" : "{assume=" + GetParam().assume + "}";
  auto module = convertFile(*context, *modelsFolder() + model + ".loss.mlir",
                            "convert-stablehlo-to-train,train-raise-composites" + assume);
  ASSERT_TRUE(module);
  std::map<std::string, int> found;
  module->walk(
      [&](train::DecomposableOpInterface op) { ++found[op->getName().stripDialect().str()]; });
  EXPECT_EQ(found, GetParam().composites);
  if (!GetParam().runs)
    return;
  checkLoss(*module, model);
  checkGradients(*module, model);
}

// The causal masks of gpt_tiny and gpt2 select −1e9 and −1e10, which scores may be below;
// llama's is next to overflow. resnet50 smooths its labels.
INSTANTIATE_TEST_SUITE_P(
    Models, CorpusRaised,
    ::testing::Values(
        RaisedModel{"mlp", {{"layer_norm", 2}, {"gelu", 2}, {"cross_entropy", 1}}},
        RaisedModel{"cnn", {{"batch_norm_training", 2}, {"cross_entropy", 1}}},
        RaisedModel{"gpt_tiny",
                    {{"embedding", 1},
                     {"layer_norm", 5},
                     {"gelu", 2},
                     {"softmax", 2},
                     {"cross_entropy", 1}}},
        RaisedModel{"llama_tiny",
                    {{"embedding", 1},
                     {"rms_norm", 5},
                     {"silu", 2},
                     {"attention", 2},
                     {"cross_entropy", 1}}},
        RaisedModel{"torch/torch_mlp", {{"layer_norm", 1}, {"gelu", 1}, {"cross_entropy", 1}}},
        RaisedModel{"torch/torch_hf_gpt2",
                    {{"embedding", 2},
                     {"layer_norm", 5},
                     {"gelu", 2},
                     {"attention", 2},
                     {"cross_entropy", 1}}},
        RaisedModel{"torch/torch_resnet_small", {{"batch_norm_training", 4}, {"cross_entropy", 1}}},
        RaisedModel{"bert_large",
                    {{"embedding", 2},
                     {"layer_norm", 50},
                     {"gelu", 25},
                     {"attention", 24},
                     {"cross_entropy", 1}},
                    false},
        RaisedModel{"gpt2_124m",
                    {{"embedding", 1},
                     {"layer_norm", 25},
                     {"gelu", 12},
                     {"softmax", 12},
                     {"cross_entropy", 1}},
                    false},
        RaisedModel{"gpt2_124m_scan",
                    {{"embedding", 1},
                     {"layer_norm", 3},
                     {"gelu", 1},
                     {"softmax", 1},
                     {"cross_entropy", 1}},
                    false},
        RaisedModel{"llama7b",
                    {{"embedding", 1},
                     {"rms_norm", 3},
                     {"silu", 1},
                     {"attention", 1},
                     {"cross_entropy", 1}},
                    false},
        RaisedModel{"llama7b_block", {{"rms_norm", 2}, {"silu", 1}, {"attention", 1}}, false},
        RaisedModel{"resnet50", {{"batch_norm_training", 53}, {"log_softmax", 1}}, false},
        RaisedModel{"gpt_tiny",
                    {{"embedding", 1},
                     {"layer_norm", 5},
                     {"gelu", 2},
                     {"attention", 2},
                     {"cross_entropy", 1}},
                    true,
                    "finite-masks"},
        RaisedModel{"gpt2_124m",
                    {{"embedding", 1},
                     {"layer_norm", 25},
                     {"gelu", 12},
                     {"attention", 12},
                     {"cross_entropy", 1}},
                    false,
                    "finite-masks"},
        RaisedModel{"resnet50",
                    {{"batch_norm_training", 53}, {"cross_entropy", 1}},
                    false,
                    "valid-labels"}),
    [](const auto &info) {
      return nameOf(info.param.name) + (info.param.assume.empty() ? "" : "_assuming");
    });

class CorpusStep : public ::testing::TestWithParam<const char *> {};

/// A step that JAX differentiated: parameters move by the learning rate at most, in a
/// direction that a gradient near zero leaves open.
TEST_P(CorpusStep, FirstStep) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  std::string model = GetParam();
  auto context = makeContext();
  auto module = convertFile(*context, *modelsFolder() + model + ".step.mlir", convert);
  ASSERT_TRUE(module);
  auto main = module->lookupSymbol<func::FuncOp>("main");
  NamedArrays golden = readOrFail(*modelsFolder() + model + ".golden.npz");
  Signature signature = readSignature(model, "step");
  std::vector<HostTensor> results = run(*module, "main", readArguments(main, signature, golden));
  ASSERT_EQ(results.size(), signature.results.size());
  for (auto [value, result] : llvm::zip(signature.results, results)) {
    const HostTensor *expected = golden.find("step_out/" + value.name);
    ASSERT_TRUE(expected) << value.name;
    Distance one = distance(result, *expected);
    bool isParameter = value.name.rfind("params/", 0) == 0;
    if (isParameter) {
      // Per element, in the root mean square.
      EXPECT_LE(std::sqrt(one.difference / std::max<int64_t>(1, result.numElements())), 2e-5)
          << value.name;
    } else if (one.norm > 1e-14) {
      EXPECT_LE(one.relative(), 4e-5) << value.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusStep,
                         ::testing::Values("mlp", "cnn", "gpt_tiny", "llama_tiny"),
                         [](const auto &info) { return std::string(info.param); });

/// Every module of the corpus converts, in the generic spelling, and converting it again
/// changes nothing.
TEST(CorpusAll, ConvertsAndStays) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  int modules = 0;
  for (const char *folder : {"", "torch/"})
    for (const auto &entry : std::filesystem::directory_iterator(*modelsFolder() + folder)) {
      std::string path = entry.path().string();
      if (!path.ends_with(".mlir") || path.ends_with(".pretty.mlir"))
        continue;
      SCOPED_TRACE(path);
      auto context = makeContext();
      auto module = convertFile(*context, path, convert);
      ASSERT_TRUE(module);
      ++modules;
      module->walk([&](Operation *op) {
        StringRef dialect = op->getName().getDialectNamespace();
        EXPECT_TRUE(dialect == "train" || dialect == "func" || dialect == "builtin")
            << op->getName().getStringRef().str();
      });
      std::string before, after;
      llvm::raw_string_ostream(before) << *module;
      PassManager pm(context.get());
      ASSERT_TRUE(succeeded(parsePassPipeline(convert, pm)));
      ASSERT_TRUE(succeeded(pm.run(*module)));
      llvm::raw_string_ostream(after) << *module;
      EXPECT_EQ(before, after);
    }
  EXPECT_EQ(modules, 23);
}

} // namespace
