// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GoldenModel.h"

#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Pipelines/Aot.h"
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Pipelines/GpuAot.h"
#include "halftone/Pipelines/GpuPipeline.h"
#include "halftone/Pipelines/ModuleManifest.h"
#include "halftone/Pipelines/RuntimeLibraries.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Reference/Folders.h"
#include "halftone/Support/ArrayFile.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

using namespace mlir;
using namespace halftone;

std::optional<std::string> test::goldenFolder() {
  const char *corpus = std::getenv("HALFTONE_CORPUS");
  if (!corpus || !*corpus)
    return std::nullopt;
  return std::string(corpus) + "/golden/";
}

std::string test::testName(const std::string &model, std::string run) {
  std::replace(run.begin(), run.end(), '-', '_');
  return model + "_" + run;
}

std::unique_ptr<MLIRContext> test::makeContext() {
  DialectRegistry registry;
  registry.insert<train::TrainDialect, func::FuncDialect>();
  func::registerInlinerExtension(registry);
  train::registerDecompositions(registry);
  train::registerGradients(registry);
  precision::registerPrecisionModels(registry);
  reference::registerReferenceFolders(registry);
  pipelines::registerCpuPipelineDialects(registry);
  pipelines::registerGpuPipelineDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadDialect<train::TrainDialect, func::FuncDialect>();
  return context;
}

static std::string replaceAll(std::string text, StringRef from, StringRef to) {
  for (size_t at = 0; (at = text.find(from.str(), at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to.str());
  return text;
}

/// Multiplies the loss function's loss by `factor`.
static void scaleLoss(ModuleOp module, double factor) {
  auto function = module.lookupSymbol<func::FuncOp>("loss");
  auto exit = cast<func::ReturnOp>(function.getBody().front().getTerminator());
  OpBuilder builder(exit);
  Value loss = exit.getOperand(0);
  Value by = train::splat(builder, exit.getLoc(), loss.getType(), factor);
  exit.setOperand(0, train::MulOp::create(builder, exit.getLoc(), loss, by));
}

OwningOpRef<ModuleOp> test::parseModel(MLIRContext &context, const std::string &path,
                                       Variant variant) {
  Result<std::string> text = readFile(std::string(HALFTONE_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(text) << text.error();
  if (!text)
    return nullptr;
  if (variant == Variant::pureBF16)
    for (auto [from, to] : {std::pair("xf32>", "xbf16>"),
                            {"tensor<f32>", "tensor<bf16>"},
                            {"0xFF800000", "0xFF80"}}) // -infinity
      text = replaceAll(*text, from, to);
  auto module = parseSourceString<ModuleOp>(*text, &context, path);
  EXPECT_TRUE(module) << path;
  if (module && variant == Variant::smallLoss)
    scaleLoss(*module, 1e-4);
  return module;
}

NamedArrays test::goldenParameters(const NamedArrays &init, Variant variant) {
  NamedArrays parameters;
  for (const auto &[name, array] : init) {
    if (name.rfind("params/", 0) != 0)
      continue;
    HostTensor rounded(variant == Variant::pureBF16 ? DType::BF16 : array.dtype(), array.shape());
    for (int64_t i = 0; i < array.numElements(); ++i)
      rounded.setDouble(i, array.getDouble(i));
    parameters.add(name, std::move(rounded));
  }
  return parameters;
}

NamedArrays test::readOrFail(const std::string &path) {
  Result<NamedArrays> arrays = readArrays(path);
  EXPECT_TRUE(arrays) << arrays.error();
  return arrays ? std::move(*arrays) : NamedArrays();
}

double test::noise(const std::string &model, const std::string &run, const std::string &comparison,
                   const std::string &quantity) {
  Result<std::string> text = readFile(*goldenFolder() + model + "/noise.json");
  EXPECT_TRUE(text) << text.error();
  Result<Json> json = parseJson(*text);
  EXPECT_TRUE(json) << json.error();
  return asNumber((*json)[run][comparison][quantity]).value();
}

std::vector<HostTensor> test::goldenBatch(const std::string &model, const NamedArrays &init,
                                          const std::vector<runtime::ValueInfo> &arguments,
                                          int64_t step) {
  std::vector<HostTensor> batch;
  for (const runtime::ValueInfo &info : arguments) {
    HostTensor tensor(info.dtype, info.shape);
    if (model == "mlp") {
      const HostTensor &order = *init.find("batch_index");
      bool isImage = info.name == "images";
      const HostTensor &source = *init.find(isImage ? "images_times_16" : "labels");
      int64_t rows = info.shape[0], width = isImage ? info.shape[1] : 1;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < width; ++j) {
          int64_t value = source.getInt(order.getInt(step * rows + i) * width + j);
          if (isImage)
            tensor.setDouble(i * width + j, static_cast<double>(value) / 16);
          else
            tensor.setInt(i, value);
        }
    } else {
      const HostTensor &tokens = *init.find("tokens");
      for (int64_t i = 0; i < tensor.numElements(); ++i)
        tensor.setInt(i, tokens.getInt(step * tensor.numElements() + i));
    }
    batch.push_back(std::move(tensor));
  }
  return batch;
}

static void lowerToCpu(ModuleOp module, const pipelines::AotOptions &aot) {
  auto target = pipelines::resolveCpuTarget(module.getLoc(), aot);
  EXPECT_TRUE(succeeded(target));
  pipelines::CpuPipelineOptions cpu;
  cpu.vectorBits = target->vectorBits;
  cpu.fma = target->fma;
  PassManager pm(module.getContext());
  pm.addPass(train::createTrainDecompose());
  pm.addPass(createCanonicalizerPass());
  pipelines::buildCpuPipeline(pm, cpu);
  EXPECT_TRUE(succeeded(pm.run(module)));
}

static void lowerToGpu(ModuleOp module) {
  PassManager pm(module.getContext());
  pm.addPass(train::createTrainDecompose());
  pm.addPass(createCanonicalizerPass());
  pipelines::GpuPipelineOptions gpu;
  pipelines::buildGpuPipeline(pm, gpu);
  EXPECT_TRUE(succeeded(pm.run(module)));
  auto target = pipelines::resolveGpuTarget(module.getLoc(), gpu.chip);
  EXPECT_TRUE(succeeded(target));
  gpu::GPUModuleOp kernels = *module.getOps<gpu::GPUModuleOp>().begin();
  auto ptx = pipelines::emitPtx(kernels, *target);
  EXPECT_TRUE(succeeded(ptx));
  pipelines::embedImage(kernels, pipelines::makeFatBinary(*ptx, /*cubin=*/"", *target));
}

std::unique_ptr<runtime::Trainer> test::compileStep(ModuleOp module, Device device) {
  bool isGpu = device == Device::emulatedGpu;
  StringRef name = isGpu ? "sm_80" : "cpu";
  FailureOr<runtime::Manifest> manifest = manifestFromModule(module, name);
  EXPECT_TRUE(succeeded(manifest));
  pipelines::AotOptions aot;
  aot.manifestJson = manifest->toJson();
  isGpu ? lowerToGpu(module) : lowerToCpu(module, aot);
  char folder[] = "/tmp/halftone-golden-XXXXXX";
  EXPECT_NE(mkdtemp(folder), nullptr);
  std::string object = std::string(folder) + "/step.o", library = std::string(folder) + "/step.so";
  EXPECT_TRUE(succeeded(pipelines::emitObject(module, aot, object)));
  auto libraries = pipelines::findRuntimeLibraries(module.getLoc(), /*withMain=*/false, name);
  EXPECT_TRUE(succeeded(libraries));
  libraries->insert(libraries->begin(), object);
  EXPECT_TRUE(succeeded(pipelines::linkShared(module.getLoc(), *libraries, library)));
  Result<std::unique_ptr<runtime::Executable>> executable =
      runtime::loadExecutable(library, isGpu ? "emulated" : "cpu");
  EXPECT_TRUE(executable) << executable.error();
  unlink(object.c_str());
  unlink(library.c_str());
  rmdir(folder);
  if (!executable)
    return nullptr;
  Result<std::unique_ptr<runtime::Trainer>> trainer =
      runtime::Trainer::create(std::move(*executable));
  EXPECT_TRUE(trainer) << trainer.error();
  return trainer ? std::move(*trainer) : nullptr;
}
