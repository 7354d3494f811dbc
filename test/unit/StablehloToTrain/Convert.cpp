// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Convert.h"

#include "halftone/Conversion/StablehloToTrain/Passes.h"
#include "halftone/Dialect/StableHLO/StableHLO.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Reference/Evaluator.h"
#include "halftone/Reference/Folders.h"
#include "halftone/Support/ArrayFile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <cmath>
#include <cstdlib>

using namespace mlir;
using namespace halftone;

std::unique_ptr<MLIRContext> test::makeContext() {
  static const bool registered = [] {
    train::registerTrainPasses();
    conversion::registerStablehloToTrainPasses();
    return true;
  }();
  (void)registered;
  DialectRegistry registry;
  registry.insert<train::TrainDialect, func::FuncDialect, arith::ArithDialect, math::MathDialect,
                  tensor::TensorDialect>();
  stablehlo::registerStablehloDialects(registry);
  train::registerDecompositions(registry);
  train::registerGradients(registry);
  reference::registerReferenceFolders(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

std::optional<std::string> test::modelsFolder() {
  const char *corpus = std::getenv("HALFTONE_CORPUS");
  if (!corpus || !*corpus)
    return std::nullopt;
  return std::string(corpus) + "/models/";
}

static OwningOpRef<ModuleOp> runPipeline(OwningOpRef<ModuleOp> module,
                                         const std::string &pipeline) {
  EXPECT_TRUE(module);
  if (!module)
    return module;
  PassManager pm(module->getContext());
  if (failed(parsePassPipeline(pipeline, pm)) || failed(pm.run(*module))) {
    ADD_FAILURE() << pipeline;
    return nullptr;
  }
  return module;
}

OwningOpRef<ModuleOp> test::convertFile(MLIRContext &context, const std::string &path,
                                        const std::string &pipeline) {
  return runPipeline(parseSourceFile<ModuleOp>(path, &context), pipeline);
}

OwningOpRef<ModuleOp> test::convertText(MLIRContext &context, const std::string &text,
                                        const std::string &pipeline) {
  return runPipeline(parseSourceString<ModuleOp>(text, &context), pipeline);
}

std::vector<HostTensor> test::run(ModuleOp module, const std::string &function,
                                  const std::vector<HostTensor> &arguments) {
  auto callee = module ? module.lookupSymbol<func::FuncOp>(function) : func::FuncOp();
  EXPECT_TRUE(callee) << function;
  if (!callee)
    return {};
  FailureOr<std::vector<HostTensor>> results = reference::evaluate(callee, arguments);
  EXPECT_TRUE(succeeded(results)) << function;
  return succeeded(results) ? std::move(*results) : std::vector<HostTensor>();
}

NamedArrays test::readOrFail(const std::string &path) {
  Result<NamedArrays> arrays = readArrays(path);
  EXPECT_TRUE(arrays) << arrays.error();
  return arrays ? std::move(*arrays) : NamedArrays();
}

double test::Distance::relative() const {
  return difference == 0 ? 0 : std::sqrt(difference) / std::sqrt(norm);
}

test::Distance test::distance(const HostTensor &a, const HostTensor &b) {
  EXPECT_EQ(a.shape(), b.shape());
  Distance result;
  if (a.shape() != b.shape())
    return {NAN, 1};
  for (int64_t i = 0; i < a.numElements(); ++i) {
    double difference = a.getDouble(i) - b.getDouble(i);
    result.difference += difference * difference;
    result.norm += b.getDouble(i) * b.getDouble(i);
  }
  return result;
}
