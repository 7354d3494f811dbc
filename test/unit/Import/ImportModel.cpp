// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ImportModel.h"

#include "halftone/Dialect/StableHLO/StableHLO.h"
#include "halftone/Pipelines/ImportPipeline.h"
#include "halftone/Pipelines/StepPipeline.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <array>
#include <cstdlib>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

std::string test::corpusFolder() { return std::string(std::getenv("HALFTONE_CORPUS")) + "/"; }

std::unique_ptr<MLIRContext> test::makeImportContext() {
  auto context = makeContext();
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, tensor::TensorDialect>();
  stablehlo::registerStablehloDialects(registry);
  context->appendDialectRegistry(registry);
  return context;
}

LogicalResult test::import(ModuleOp module, const std::string &path) {
  pipelines::ImportPipelineOptions options;
  options.model = path;
  PassManager pm(module.getContext());
  pipelines::buildImportPipeline(pm, options);
  return pm.run(module);
}

OwningOpRef<ModuleOp> test::importModel(MLIRContext &context, const std::string &file) {
  std::string path = corpusFolder() + "models/" + file;
  auto module = parseSourceFile<ModuleOp>(path, &context);
  EXPECT_TRUE(module) << path;
  if (!module || failed(import(*module, path))) {
    ADD_FAILURE() << path;
    return nullptr;
  }
  return module;
}

bool test::runStepPipeline(ModuleOp module, const std::string &options) {
  pipelines::StepPipelineOptions step;
  EXPECT_TRUE(succeeded(step.parseFromString(options)));
  auto fail = [](const Twine &message) {
    ADD_FAILURE() << message.str();
    return failure();
  };
  PassManager pm(module.getContext());
  bool isStep = module.lookupSymbol("step");
  EXPECT_TRUE(succeeded(isStep ? pipelines::buildImportedStepPipeline(pm, step, fail)
                               : pipelines::buildStepPipeline(pm, step, fail)));
  return succeeded(pm.run(module));
}

std::unique_ptr<runtime::Trainer> test::compileImported(const std::string &file,
                                                        const std::string &options) {
  auto context = makeImportContext();
  auto module = importModel(*context, file);
  if (!module)
    return nullptr;
  EXPECT_TRUE(runStepPipeline(*module, options));
  return compileStep(*module);
}

std::string test::textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

/// Images in the shape of the model's batch, and labels.
static NamedArrays digits(const std::vector<runtime::ValueInfo> &batch) {
  NamedArrays file = readOrFail(corpusFolder() + "data/digits.npz"), arrays;
  const HostTensor &images = *file.find("images");
  std::vector<int64_t> shape = batch[0].shape;
  shape[0] = images.shape()[0];
  HostTensor shaped(DType::F32, shape);
  for (int64_t i = 0; i < shaped.numElements(); ++i)
    shaped.setDouble(i, images.getDouble(i));
  arrays.add("batch/x", std::move(shaped));
  arrays.add("batch/y", *file.find("labels"));
  return arrays;
}

/// The text as tokens, and as targets: the same, one further on.
static NamedArrays characters() {
  Result<std::string> text = readFile(corpusFolder() + "data/text.txt"),
                      vocabulary = readFile(corpusFolder() + "data/vocab.json");
  EXPECT_TRUE(text && vocabulary);
  Result<Json> json = parseJson(*vocabulary);
  EXPECT_TRUE(json) << json.error();
  std::array<int64_t, 256> tokens{};
  const Json &chars = (*json)["chars"];
  for (size_t i = 0; i < chars.size(); ++i)
    tokens[static_cast<unsigned char>(chars.is_string() ? chars.get<std::string>()[i]
                                                        : chars[i].get<std::string>()[0])] =
        static_cast<int64_t>(i);
  NamedArrays arrays;
  auto count = static_cast<int64_t>(text->size()) - 1;
  for (int64_t shift : {0, 1}) {
    HostTensor stream(DType::I32, {count});
    for (int64_t i = 0; i < count; ++i)
      stream.setInt(i, tokens[static_cast<unsigned char>((*text)[static_cast<size_t>(i + shift)])]);
    arrays.add(shift ? "batch/targets" : "batch/tokens", std::move(stream));
  }
  return arrays;
}

TrainingData test::readTrainingData(const std::string &model, const runtime::Trainer &trainer,
                                    const NamedArrays &golden) {
  TrainingData data;
  std::vector<runtime::ValueInfo> batch = trainer.batchArguments("step");
  bool isDigits = model == "mlp" || model == "cnn";
  auto source = runtime::DataSource::create(isDigits ? digits(batch) : characters(), batch, 1);
  EXPECT_TRUE(source) << source.error();
  if (!source)
    return data;
  data.source = std::move(*source);
  const HostTensor &order = *golden.find("batch_order");
  for (int64_t step = 0; step < order.shape()[0]; ++step) {
    std::vector<int64_t> &rows = data.rows.emplace_back();
    for (int64_t i = 0; i < order.shape()[1]; ++i)
      rows.push_back(order.getInt(step * order.shape()[1] + i));
  }
  return data;
}
