// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles a loss function to a training step: IR, an object, a shared library or an
// executable.
//
//   halftone-compile model.mlir --amp=bf16 --optimizer=adamw --emit=so -o step.so
//
// Flags of the step itself are those of the pipeline `halftone-step`, so that both
// spell them alike. A module that already has `@step` is lowered as it is.
#include "../PrecisionSummary.h"
#include "../Register.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Pipelines/Aot.h"
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Pipelines/ModuleManifest.h"
#include "halftone/Pipelines/RuntimeLibraries.h"
#include "halftone/Pipelines/StepPipeline.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace halftone;

namespace {

/// Flags of the tool itself; everything else belongs to the step.
struct ToolOptions {
  std::string input, output, emit = "so", cpu = "native", remarks, runtime;
  bool quiet = false, help = false;
  std::string stepFlags; ///< "name=value name=value …"
};

LogicalResult error(const Twine &message) {
  llvm::errs() << "halftone-compile: error: " << message << "\n";
  return failure();
}

constexpr StringLiteral usage = R"(usage: halftone-compile IN.mlir [flags] -o OUT

Compiles a loss function in `train` IR to a training step.

  -o OUT                 the output (default: standard output for IR)
  --emit=KIND            mlir (the step), llvm (the step's LLVM IR), obj, so or exe (default: so)
  --cpu=NAME             LLVM's name of the CPU to compile for (default: native)
  --remarks-filter=RE    print the remarks of these categories, for example autocast
  --quiet                no summary
  --help                 this text

The step:

)";

LogicalResult parseArguments(int argc, char **argv, ToolOptions &options) {
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "-o") {
      if (++i == argc)
        return error("-o expects a file");
      options.output = argv[i];
      continue;
    }
    if (!argument.starts_with("-") || argument == "-") {
      if (!options.input.empty())
        return error("unexpected argument '" + argument + "'");
      options.input = argument.str();
      continue;
    }
    auto [name, value] = argument.ltrim('-').split('=');
    std::string *slot = name == "emit"             ? &options.emit
                        : name == "cpu"            ? &options.cpu
                        : name == "remarks-filter" ? &options.remarks
                                                   : nullptr;
    if (slot)
      *slot = value.str();
    else if (name == "quiet")
      options.quiet = true;
    else if (name == "help" || name == "h")
      options.help = true;
    else
      options.stepFlags += (argument.ltrim('-') + " ").str();
  }
  if (!options.help && options.input.empty())
    return error("no input (see --help)");
  if (!llvm::is_contained({"mlir", "llvm", "obj", "so", "exe"}, options.emit))
    return error("--emit: expected mlir, llvm, obj, so or exe, got '" + options.emit + "'");
  bool isText = options.emit == "mlir" || options.emit == "llvm";
  if (!options.help && options.output.empty() && !isText)
    return error("-o: an output file is needed for --emit=" + options.emit);
  return success();
}

/// The names of the gradients that the step checks, in order.
std::string gradientNames(ModuleOp module) {
  std::string names;
  auto step = module.lookupSymbol<func::FuncOp>(train::kStepFunction);
  for (unsigned index : train::getArgsWithRole(step, train::Role::param))
    names += (names.empty() ? "" : ",") + train::getArgName(step, index).str();
  return names;
}

class Compiler {
public:
  explicit Compiler(const ToolOptions &options)
      : options(options), handler(sources, &context, llvm::errs()) {}

  LogicalResult run(const pipelines::StepPipelineOptions &stepOptions);

private:
  LogicalResult enableRemarks();
  LogicalResult buildStep(ModuleOp module, const pipelines::StepPipelineOptions &stepOptions);
  LogicalResult emitText(llvm::function_ref<void(llvm::raw_ostream &)> print);
  LogicalResult emitBinary(ModuleOp module, const std::string &manifest);

  const ToolOptions &options;
  std::string report; ///< autocast's, as JSON; empty where it did not run
  DialectRegistry registry;
  MLIRContext context{MLIRContext::Threading::DISABLED};
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler;
};

LogicalResult Compiler::enableRemarks() {
  if (options.remarks.empty())
    return success();
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis = categories.failed = options.remarks;
  return remark::enableOptimizationRemarks(context, nullptr,
                                           std::make_unique<remark::RemarkEmittingPolicyAll>(),
                                           categories, /*printAsEmitRemarks=*/true);
}

LogicalResult Compiler::buildStep(ModuleOp module,
                                  const pipelines::StepPipelineOptions &stepOptions) {
  if (module.lookupSymbol(train::kStepFunction))
    return success();
  // The summary reads the report, so there is one even where nobody asked.
  pipelines::StepPipelineOptions withReport;
  withReport.copyOptionValuesFrom(stepOptions);
  SmallString<128> temporary;
  if (stepOptions.precisionReport.empty() && !options.quiet) {
    if (std::error_code code = llvm::sys::fs::createTemporaryFile("halftone", "json", temporary))
      return error("cannot make a temporary file: " + code.message());
    withReport.precisionReport = temporary.str().str();
  }
  llvm::scope_exit removeReport([&] {
    if (!temporary.empty())
      llvm::sys::fs::remove(temporary);
  });
  PassManager pm(&context);
  if (failed(pipelines::buildStepPipeline(pm, withReport, error)) || failed(pm.run(module)))
    return failure();
  if (auto buffer = llvm::MemoryBuffer::getFile(withReport.precisionReport))
    report = (*buffer)->getBuffer().str();
  return success();
}

LogicalResult Compiler::emitText(llvm::function_ref<void(llvm::raw_ostream &)> print) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(stream);
  if (options.output.empty() || options.output == "-") {
    llvm::outs() << text;
    return success();
  }
  Status written = writeFile(options.output, text);
  return written ? success() : error(written.error());
}

LogicalResult Compiler::emitBinary(ModuleOp module, const std::string &manifest) {
  pipelines::AotOptions aot;
  aot.cpu = options.cpu;
  aot.manifestJson = manifest;
  FailureOr<pipelines::CpuTarget> target = pipelines::resolveCpuTarget(module.getLoc(), aot);
  if (failed(target))
    return failure();
  pipelines::CpuPipelineOptions cpu;
  cpu.vectorBits = target->vectorBits;
  cpu.fma = target->fma;
  PassManager pm(&context);
  // The lowering knows core ops only.
  pm.addPass(train::createTrainDecompose());
  pm.addPass(createCanonicalizerPass());
  pipelines::buildCpuPipeline(pm, cpu);
  if (failed(pm.run(module)))
    return failure();
  if (options.emit == "llvm")
    return pipelines::emitLlvmIr(module, aot, options.output.empty() ? "-" : options.output);
  if (options.emit == "obj")
    return pipelines::emitObject(module, aot, options.output);
  SmallString<128> object;
  if (std::error_code code = llvm::sys::fs::createTemporaryFile("halftone", "o", object))
    return error("cannot make a temporary file: " + code.message());
  llvm::scope_exit removeObject([&] { llvm::sys::fs::remove(object); });
  bool isProgram = options.emit == "exe";
  FailureOr<std::vector<std::string>> libraries =
      pipelines::findRuntimeLibraries(module.getLoc(), isProgram);
  if (failed(libraries) || failed(pipelines::emitObject(module, aot, object)))
    return failure();
  libraries->insert(libraries->begin(), object.str().str());
  return isProgram ? pipelines::linkExecutable(module.getLoc(), *libraries, options.output)
                   : pipelines::linkShared(module.getLoc(), *libraries, options.output);
}

LogicalResult Compiler::run(const pipelines::StepPipelineOptions &stepOptions) {
  registerEverything(registry);
  context.appendDialectRegistry(registry);
  context.printOpOnDiagnostic(false); // whole functions would bury the message
  if (failed(enableRemarks()))
    return failure();
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(options.input, &message);
  if (!file)
    return error(message);
  sources.AddNewSourceBuffer(std::move(file), SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module || failed(buildStep(*module, stepOptions)))
    return failure();
  StepFacts facts(*module);
  if (!options.quiet)
    printPrecisionSummary(llvm::errs(),
                          "amp " + stepOptions.amp.getValue() + ", policy " +
                              stepOptions.policy.getValue(),
                          facts, report);
  if (options.emit == "mlir")
    return emitText([&](llvm::raw_ostream &os) { module->print(os); });

  FailureOr<runtime::Manifest> manifest = manifestFromModule(*module, stepOptions.target);
  if (failed(manifest))
    return failure();
  manifest->properties = {
      {"amp", stepOptions.amp},
      {"policy", stepOptions.policy},
      {"optimizer", stepOptions.optimizer},
      {"micro_batches", std::to_string(stepOptions.microBatches)},
      {"casts", std::to_string(facts.narrowing + facts.widening)},
      {"gradients", gradientNames(*module)},
  };
  if (stepOptions.target != "cpu")
    return error("--target: this build lowers to 'cpu', not to '" + stepOptions.target + "'");
  return emitBinary(*module, manifest->toJson());
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  ToolOptions options;
  if (failed(parseArguments(argc, argv, options)))
    return 1;
  pipelines::StepPipelineOptions stepOptions;
  if (options.help) {
    llvm::outs() << usage;
    stepOptions.printHelp(/*indent=*/2, /*descIndent=*/40);
    return 0;
  }
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (failed(stepOptions.parseFromString(options.stepFlags, stream))) {
    (void)error(StringRef(problem).rtrim());
    return 1;
  }
  return failed(Compiler(options).run(stepOptions));
}
