// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module of `train` IR as an executable. Its buffers are host arrays; running a
// function evaluates it, then moves each result to where it belongs.
#include "halftone/Reference/ReferenceDevice.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Pipelines/ModuleManifest.h"
#include "halftone/Reference/Evaluator.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;
using runtime::Buffer;
using runtime::FunctionInfo;
using runtime::Manifest;
using runtime::ValueInfo;

namespace {

/// Keeps the first error, with its place, in place of printing it.
class FirstError {
public:
  explicit FirstError(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return failure(); // warnings and remarks are printed
          if (text.empty())
            text = placeOf(diagnostic.getLocation()) + diagnostic.str();
          return success();
        }) {}
  Error take(StringRef otherwise) { return Error{text.empty() ? otherwise.str() : text}; }

private:
  /// "file:line:column: ", or nothing.
  static std::string placeOf(Location location) {
    auto place = location->findInstanceOf<FileLineColLoc>();
    return place ? llvm::formatv("{0}:{1}:{2}: ", place.getFilename().getValue(), place.getLine(),
                                 place.getColumn())
                       .str()
                 : "";
  }

  std::string text;
  ScopedDiagnosticHandler handler;
};

class HostBuffer : public Buffer {
public:
  HostTensor tensor;
};

class ReferenceExecutable : public runtime::Executable {
public:
  ReferenceExecutable(std::unique_ptr<MLIRContext> context, OwningOpRef<ModuleOp> module,
                      Manifest manifest, ReferenceObservers observers)
      : context(std::move(context)), module(std::move(module)), description(std::move(manifest)),
        observers(std::move(observers)),
        evaluator(*this->module, {/*decompose=*/true, this->observers.results}) {}

  const Manifest &manifest() const override { return description; }

  Result<std::unique_ptr<Buffer>> allocate(const ValueInfo &info) override {
    auto buffer = std::make_unique<HostBuffer>();
    buffer->tensor = HostTensor(info.dtype, info.shape);
    return std::unique_ptr<Buffer>(std::move(buffer));
  }

  Status write(Buffer &buffer, const HostTensor &tensor) override {
    tensorOf(buffer) = tensor;
    return {};
  }

  Result<HostTensor> read(Buffer &buffer, const ValueInfo &) override { return tensorOf(buffer); }

  Status run(const FunctionInfo &function, const std::vector<Buffer *> &args,
             const std::vector<Buffer *> &outs) override;

private:
  static HostTensor &tensorOf(Buffer &buffer) { return static_cast<HostBuffer &>(buffer).tensor; }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  Manifest description;
  ReferenceObservers observers;
  Evaluator evaluator;
};

} // namespace

Status ReferenceExecutable::run(const FunctionInfo &function, const std::vector<Buffer *> &args,
                                const std::vector<Buffer *> &outs) {
  auto op = module->lookupSymbol<func::FuncOp>(function.name);
  if (!op)
    return Error{"the module has no function '" + function.name + "'"};
  std::vector<HostTensor> arguments;
  for (Buffer *buffer : args)
    arguments.push_back(tensorOf(*buffer));
  if (observers.arguments)
    observers.arguments(op, arguments);
  FirstError error(context.get());
  FailureOr<std::vector<HostTensor>> results = evaluator.call(op, arguments);
  if (failed(results))
    return error.take("evaluation failed");

  size_t nextOut = 0;
  for (auto [info, result] : llvm::zip(function.results, *results)) {
    if (info.updates.empty()) {
      tensorOf(*outs[nextOut++]) = std::move(result);
      continue;
    }
    auto updated = llvm::find_if(function.args,
                                 [&](const ValueInfo &arg) { return arg.name == info.updates; });
    if (updated == function.args.end())
      return Error{"result '" + info.name + "' updates '" + info.updates +
                   "', which is no argument of '" + function.name + "'"};
    tensorOf(*args[updated - function.args.begin()]) = std::move(result);
  }
  return {};
}

Result<std::unique_ptr<runtime::Executable>>
reference::loadReferenceExecutable(const std::string &path, ReferenceObservers observers) {
  DialectRegistry registry;
  registry.insert<train::TrainDialect, func::FuncDialect>();
  train::registerDecompositions(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();

  FirstError error(context.get());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, context.get());
  if (!module)
    return error.take("cannot read '" + path + "' as an MLIR module");
  FailureOr<Manifest> manifest = manifestFromModule(*module, "reference");
  if (failed(manifest))
    return error.take("'" + path + "' holds no step");
  return std::unique_ptr<runtime::Executable>(std::make_unique<ReferenceExecutable>(
      std::move(context), std::move(module), std::move(*manifest), std::move(observers)));
}
