// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a module on the reference evaluator and on the CPU: compiled to a shared
// library, loaded and called.
#ifndef HALFTONE_TEST_UNIT_CONVERSION_CPUPROGRAM_H
#define HALFTONE_TEST_UNIT_CONVERSION_CPUPROGRAM_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Pipelines/Aot.h"
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Pipelines/RuntimeLibraries.h"
#include "halftone/Reference/Evaluator.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>

namespace halftone::test {

/// A module on both devices.
class Program {
public:
  /// For this machine, or for a CPU by LLVM's name.
  explicit Program(const std::string &text, bool fuse = true, const std::string &cpu = "native") {
    mlir::DialectRegistry registry;
    pipelines::registerCpuPipelineDialects(registry);
    train::registerDecompositions(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    source = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!source)
      return;
    mlir::OwningOpRef<mlir::ModuleOp> lowered = source->clone();
    pipelines::AotOptions aot;
    aot.cpu = cpu;
    auto target = pipelines::resolveCpuTarget(source->getLoc(), aot);
    if (mlir::failed(target))
      return;
    mlir::PassManager pm(&context);
    pipelines::CpuPipelineOptions options;
    options.vectorBits = target->vectorBits;
    options.fma = target->fma;
    options.fuse = fuse;
    pm.addPass(train::createTrainDecompose());
    pipelines::buildCpuPipeline(pm, options);
    llvm::SmallString<128> object, library;
    llvm::sys::fs::createTemporaryFile("cpu-test", "o", object);
    llvm::sys::fs::createTemporaryFile("cpu-test", "so", library);
    auto runtime = pipelines::findRuntimeLibraries(source->getLoc(), false);
    if (mlir::succeeded(runtime) && mlir::succeeded(pm.run(*lowered)) &&
        mlir::succeeded(pipelines::emitObject(*lowered, aot, object))) {
      std::vector<std::string> inputs{object.str().str()};
      inputs.insert(inputs.end(), runtime->begin(), runtime->end());
      if (mlir::succeeded(pipelines::linkShared(source->getLoc(), inputs, library)))
        handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    llvm::sys::fs::remove(object);
    llvm::sys::fs::remove(library);
  }
  ~Program() {
    if (handle)
      dlclose(handle);
  }

  bool isLoaded() const { return handle != nullptr; }

  std::vector<HostTensor> reference(const std::string &name, const std::vector<HostTensor> &args) {
    auto results = reference::evaluate(source->lookupSymbol<mlir::func::FuncOp>(name), args);
    return mlir::succeeded(results) ? *results : std::vector<HostTensor>();
  }

  /// Calls the compiled function. A result that updates an argument is that argument.
  std::vector<HostTensor> compiled(const std::string &name, std::vector<HostTensor> args) {
    auto function = source->lookupSymbol<mlir::func::FuncOp>(name);
    std::vector<HostTensor> fresh;
    std::vector<int> updated;
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      auto updates = function.getResultAttrOfType<mlir::StringAttr>(i, train::attr::updates);
      updated.push_back(-1);
      for (unsigned a = 0; updates && a < function.getNumArguments(); ++a)
        if (function.getArgAttrOfType<mlir::StringAttr>(a, train::attr::name) == updates)
          updated.back() = static_cast<int>(a);
      if (updates)
        continue;
      auto type = llvm::cast<mlir::RankedTensorType>(function.getResultTypes()[i]);
      fresh.emplace_back(reference::dtypeOf(type.getElementType()), type.getShape().vec());
    }
    std::vector<void *> buffers;
    for (HostTensor &arg : args)
      buffers.push_back(arg.data());
    for (HostTensor &result : fresh)
      buffers.push_back(result.data());
    auto *symbol = reinterpret_cast<void (*)(void **)>(dlsym(handle, ("halftone_" + name).c_str()));
    if (!symbol)
      return {};
    symbol(buffers.data());
    std::vector<HostTensor> results;
    size_t next = 0;
    for (int argument : updated)
      results.push_back(argument < 0 ? fresh[next++] : args[static_cast<size_t>(argument)]);
    return results;
  }

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> source;
  void *handle = nullptr;
};

} // namespace halftone::test

#endif // HALFTONE_TEST_UNIT_CONVERSION_CPUPROGRAM_H
