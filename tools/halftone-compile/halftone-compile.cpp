// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles a loss function, of ours or as JAX and PyTorch print it, to a training step:
// IR, an object, a shared library or an executable.
//
//   halftone-compile model.mlir --amp=bf16 --optimizer=adamw --emit=so -o step.so
//
// Flags of the step itself are those of the pipeline `halftone-step`, so that both
// spell them alike; flags that say what an argument is are those of `halftone-import`.
// A module that already has `@step` is lowered as it is.
#include "../PrecisionSummary.h"
#include "../Register.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Pipelines/Aot.h"
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Pipelines/GpuAot.h"
#include "halftone/Pipelines/GpuPipeline.h"
#include "halftone/Pipelines/ImportPipeline.h"
#include "halftone/Pipelines/ModuleManifest.h"
#include "halftone/Pipelines/RuntimeLibraries.h"
#include "halftone/Pipelines/StepPipeline.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Precision/Placement.h"
#include "halftone/Precision/Policy.h"
#include "halftone/Precision/Verifier.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"

#include <cmath>

using namespace mlir;
using namespace halftone;

namespace {

/// Flags of the tool itself; everything else belongs to the import or the step.
struct ToolOptions {
  std::string input, output, emit = "so", cpu = "native", remarks, runtime;
  bool quiet = false, help = false, onlyExplains = false, locations = false;
#ifdef NDEBUG
  bool verifyEach = false;
#else
  bool verifyEach = true;
#endif
  std::vector<std::string> lintsOff;
  std::vector<std::pair<std::string, std::optional<std::string>>> otherFlags;
};

LogicalResult error(const Twine &message) {
  llvm::errs() << "halftone-compile: error: " << message << "\n";
  return failure();
}

constexpr StringLiteral usage = R"(usage: halftone-compile IN.mlir [flags] -o OUT

Compiles a loss function to a training step: in `train` IR, or StableHLO as JAX and
PyTorch print it.

  -o OUT                 the output (default: standard output for IR)
  --emit=KIND            mlir (the step), llvm (the host's LLVM IR), obj, so or exe (default: so);
                         for a GPU also ptx and cubin (the kernels alone)
  --cpu=NAME             LLVM's name of the CPU to compile for (default: native); for a GPU the
                         host's
  --remarks-filter=RE    print the remarks of these categories, for example autocast
  --locations            with --emit=mlir: print where ops come from, by which a calibration
                         names values
  --quiet                no summary
  -Wno-NAME              no warning of the lint NAME (its name ends each warning); -Wno-all
                         turns off all
  --verify-precision-each
                         verify precision after each pass, for as long as the step has not been
                         lowered
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
    if (slot && value.empty())
      return error("--" + name + " needs a value");
    if (slot)
      *slot = value.str();
    else if (name == "verify-precision-each")
      options.verifyEach = true;
    else if (name.starts_with("Wno-"))
      options.lintsOff.push_back(name.drop_front(strlen("Wno-")).str());
    else if (name == "quiet")
      options.quiet = true;
    else if (name == "locations")
      options.locations = true;
    else if (name == "help" || name == "h")
      options.help = true;
    else
      options.otherFlags.emplace_back(
          name.str(), argument.contains('=') ? std::optional(value.str()) : std::nullopt);
  }
  if (!options.help && options.input.empty())
    return error("no input (see --help)");
  if (!llvm::is_contained({"mlir", "llvm", "ptx", "cubin", "obj", "so", "exe"}, options.emit))
    return error("--emit: expected mlir, llvm, ptx, cubin, obj, so or exe, got '" + options.emit +
                 "'");
  for (const std::string &name : options.lintsOff)
    if (name != "all" && !llvm::is_contained(precision::getLintNames(), StringRef(name)))
      return error("-Wno-" + name + ": no such lint, expected all or " +
                   llvm::join(precision::getLintNames(), ", "));
  std::string problem;
  if (!options.remarks.empty() && !llvm::Regex(options.remarks).isValid(problem))
    return error("--remarks-filter: '" + options.remarks +
                 "' is no regular expression: " + problem);
  bool isText = llvm::is_contained({"mlir", "llvm", "ptx"}, options.emit);
  // Binaries appear by renaming, which would replace a device.
  llvm::sys::fs::file_status status;
  if (!isText && !llvm::sys::fs::status(options.output, status) &&
      !llvm::sys::fs::is_regular_file(status))
    return error("-o: '" + options.output + "' is no regular file");
  // An explanation alone is output enough.
  options.onlyExplains =
      options.output.empty() && options.emit == "so" &&
      llvm::any_of(options.otherFlags, [](const auto &flag) { return flag.first == "explain"; });
  if (!options.help && options.output.empty() && !isText && !options.onlyExplains)
    return error("-o: an output file is needed for --emit=" + options.emit);
  return success();
}

/// Fails where the standard output did not take what was printed.
LogicalResult flushOutput() {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return success();
  std::string reason = llvm::outs().error().message();
  llvm::outs().clear_error();
  return error("cannot write to the standard output: " + reason);
}

/// The import's options, by the names of their flags.
struct ImportFlags : pipelines::ImportPipelineOptions {
  explicit ImportFlags(const ToolOptions &options) { model = options.input; }

  bool has(StringRef name) { return name != "model" && OptionsMap.count(name); }
  LogicalResult set(StringRef name, const std::optional<std::string> &value) {
    if (!value || value->empty())
      return error("--" + name + " needs a value");
    *dynamic_cast<Option<std::string> *>(OptionsMap.lookup(name)) = *value;
    given.push_back(name.str());
    return success();
  }

  SmallVector<std::string> given; ///< names of the flags that the user set
};

/// The step's options, by the names of their flags.
struct StepFlags : pipelines::StepPipelineOptions {
  LogicalResult parse(const ToolOptions &options, ImportFlags &import) {
    std::string text, problem;
    for (const auto &[name, value] : options.otherFlags) {
      if (import.has(name)) {
        if (failed(import.set(name, value)))
          return failure();
        continue;
      }
      given.push_back(name);
      auto found = OptionsMap.find(name);
      if (found == OptionsMap.end())
        return error("unknown flag '--" + name + "' (see --help)");
      bool needsValue = found->second->getValueExpectedFlag() == llvm::cl::ValueRequired;
      if (value ? value->empty() : needsValue)
        return error("--" + name + " needs a value");
      if (value && !isValid(*found->second, *value))
        return error("--" + name + ": '" + *value + "' is no value of this flag (see --help)");
      // Braces keep spaces together.
      text += name + (value ? "={" + *value + "} " : " ");
    }
    llvm::raw_string_ostream stream(problem);
    if (failed(parseFromString(text, stream)))
      return error(StringRef(problem).trim());
    bool isMixed = amp != "off" && amp != "f32";
    for (const auto &[name, value] :
         {std::pair("precision-report", &precisionReport),
          std::pair("autocast-report", &autocastReport), std::pair("explain", &explain),
          std::pair("calibration", &calibration)})
      if (!isMixed && !value->empty())
        return error(Twine("--") + name + " has no effect with --amp=" + amp.getValue());
    if (!placement.empty() && !precision::createPlacement(placement.getValue(), {}))
      return error("unknown placement '" + placement.getValue() +
                   "', expected min-cut, promote or paint");
    return success();
  }

  SmallVector<std::string> given; ///< names of the flags that the user set

private:
  /// What the option's parser will say; it would print its own message.
  static bool isValid(const llvm::cl::Option &option, StringRef value) {
    double number;
    int64_t integer;
    if (dynamic_cast<const Option<double> *>(&option))
      return !value.getAsDouble(number) && std::isfinite(number);
    if (dynamic_cast<const Option<int64_t> *>(&option))
      return !value.getAsInteger(0, integer);
    if (dynamic_cast<const Option<bool> *>(&option))
      return llvm::is_contained({"true", "false", "1", "0"}, value);
    return true;
  }
};

/// Facts for logs and reports stay with the step, wherever it goes next. Nothing is known
/// of the optimizer of a step that came whole.
void addProperties(ModuleOp module, const StepFlags &stepOptions, const PrecisionFacts &facts,
                   bool hasOptimizer) {
  Builder builder(module.getContext());
  SmallVector<NamedAttribute> properties;
  auto add = [&](StringRef name, const Twine &value) {
    properties.push_back(builder.getNamedAttr(name, builder.getStringAttr(value)));
  };
  add("amp", stepOptions.amp.getValue());
  add("casts", Twine(facts.narrowing + facts.widening));
  if (hasOptimizer)
    add("optimizer", stepOptions.optimizer.getValue());
  add("policy", stepOptions.policy.getValue());
  if (auto numbers = module->getAttrOfType<DictionaryAttr>(train::checkpointsAttrName)) {
    auto get = [&](StringRef name) { return numbers.getAs<IntegerAttr>(name).getInt(); };
    add("checkpoints", Twine(get("regions")));
    add("held_bytes", Twine(get("held_after")) + " of " + Twine(get("held_before")));
  }
  module->setAttr(propertiesAttrName, builder.getDictionaryAttr(properties));
}

/// What a module has before the step is built.
enum class Source { Loss, ImportedStep, BuiltStep };

class Compiler {
public:
  explicit Compiler(const ToolOptions &options)
      : options(options), handler(sources, &context, llvm::errs()),
        plainHandler(&context, [this](Diagnostic &diagnostic) {
          return success(isOff(diagnostic) || succeeded(printPlain(diagnostic)));
        }) {}

  LogicalResult run(const ImportFlags &importOptions, const StepFlags &stepOptions);

private:
  static LogicalResult printPlain(Diagnostic &diagnostic);
  bool isOff(Diagnostic &diagnostic) const;
  void verifyEach(PassManager &pm) const;
  LogicalResult lint(ModuleOp module);
  LogicalResult enableRemarks();
  OwningOpRef<ModuleOp> read();
  FailureOr<Source> import(ModuleOp module, const ImportFlags &importOptions);
  LogicalResult checkFlags(Source source, const StepFlags &stepOptions);
  LogicalResult buildStep(ModuleOp module, Source source, const StepFlags &stepOptions);
  LogicalResult emitText(llvm::function_ref<void(llvm::raw_ostream &)> print);
  LogicalResult lowerToCpu(ModuleOp module, pipelines::AotOptions &aot);
  LogicalResult lowerToGpu(ModuleOp module, StringRef chip, bool &isDone);
  LogicalResult emitBinary(ModuleOp module, const pipelines::AotOptions &aot, StringRef target);

  const ToolOptions &options;
  precision::VerifierOptions verifier; ///< whose step it is
  std::string report;                  ///< autocast's, as JSON; empty where it did not run
  DialectRegistry registry;
  MLIRContext context{MLIRContext::Threading::DISABLED};
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler;
  ScopedDiagnosticHandler plainHandler; ///< asked first
};

/// Whether it is of a lint that was turned off.
bool Compiler::isOff(Diagnostic &diagnostic) const {
  if (options.lintsOff.empty() || diagnostic.getSeverity() != DiagnosticSeverity::Warning)
    return false;
  std::string text = diagnostic.str();
  return StringRef(text).starts_with("lint-precision: ") &&
         llvm::any_of(options.lintsOff, [&](const std::string &name) {
           return name == "all" || StringRef(text).ends_with("[" + name + "]");
         });
}

/// Call it when all passes are there.
void Compiler::verifyEach(PassManager &pm) const {
  if (options.verifyEach)
    precision::verifyPrecisionAfterEachPass(pm, verifier);
}

LogicalResult Compiler::lint(ModuleOp module) {
  PassManager pm(&context);
  pm.addPass(precision::createLintPrecision());
  return pm.run(module);
}

/// Takes errors and warnings about no line of the input, as those about flags.
LogicalResult Compiler::printPlain(Diagnostic &diagnostic) {
  auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
  DiagnosticSeverity severity = diagnostic.getSeverity();
  bool isError = severity == DiagnosticSeverity::Error;
  if ((!isError && severity != DiagnosticSeverity::Warning) || (place && place.getLine()))
    return failure();
  if (isError)
    (void)error(diagnostic.str());
  else
    llvm::errs() << "halftone-compile: warning: " << diagnostic.str() << "\n";
  for (Diagnostic &note : diagnostic.getNotes())
    llvm::errs() << "halftone-compile: note: " << note.str() << "\n";
  return success();
}

LogicalResult Compiler::enableRemarks() {
  if (options.remarks.empty())
    return success();
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis = categories.failed = options.remarks;
  return remark::enableOptimizationRemarks(context, nullptr,
                                           std::make_unique<remark::RemarkEmittingPolicyAll>(),
                                           categories, /*printAsEmitRemarks=*/true);
}

OwningOpRef<ModuleOp> Compiler::read() {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(options.input, &message);
  if (!file)
    return (void)error(message), nullptr;
  if (auto refusal = pipelines::refuseInput(file->getBuffer(), options.input))
    return (void)error(*refusal), nullptr;
  sources.AddNewSourceBuffer(std::move(file), SMLoc());
  return parseSourceFile<ModuleOp>(sources, &context);
}

/// Makes `train` of what a framework printed.
FailureOr<Source> Compiler::import(ModuleOp module, const ImportFlags &importOptions) {
  auto hasStep = [&] { return module.lookupSymbol(train::kStepFunction) != nullptr; };
  if (!pipelines::needsImport(module)) {
    if (!importOptions.given.empty())
      return error("--" + importOptions.given.front() + " says what arguments are, but '" +
                   options.input + "' says so itself");
    return hasStep() ? Source::BuiltStep : Source::Loss;
  }
  PassManager pm(&context);
  pipelines::buildImportPipeline(pm, importOptions);
  if (failed(pm.run(module)))
    return failure();
  return hasStep() ? Source::ImportedStep : Source::Loss;
}

/// Flags that would have no effect on what the module is.
LogicalResult Compiler::checkFlags(Source source, const StepFlags &stepOptions) {
  // What an optimizer's step can still be given.
  static constexpr StringLiteral afterwards[] = {"target",           "amp",
                                                 "policy",           "policy-file",
                                                 "placement",        "emulate",
                                                 "loss-scaling",     "loss-scaling-semantics",
                                                 "precision-report", "autocast-report",
                                                 "explain",          "calibration",
                                                 "init-scale",       "growth-factor",
                                                 "backoff-factor",   "growth-interval",
                                                 "weight-copies",    "hysteresis",
                                                 "narrow",           "fp8-recipe",
                                                 "fp8-history",      "fp8-margin",
                                                 "fp8-format",       "fp8-last",
                                                 "fp8-any-scale"};
  for (const std::string &name : stepOptions.given) {
    if (source == Source::BuiltStep && name != "target")
      return error("--" + name + " builds a step, but '" + options.input +
                   "' already has @step, which is lowered as it is");
    if (source == Source::ImportedStep && name == "checkpoint-budget")
      return error("--" + name + " is for loss functions, but '" + options.input +
                   "' is differentiated already; what it recomputes stays");
    if (source == Source::ImportedStep && !llvm::is_contained(afterwards, name))
      return error("--" + name + " builds an optimizer, but '" + options.input +
                   "' returns updated parameters: it has its own");
  }
  return success();
}

/// A model in f16 has gradients in f16, whatever autocast does.
bool hasF16Parameters(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned arg : train::getArgsWithRole(function, train::Role::param))
      if (getElementTypeOrSelf(function.getArgumentTypes()[arg]).isF16())
        return true;
  return false;
}

LogicalResult Compiler::buildStep(ModuleOp module, Source source, const StepFlags &stepOptions) {
  if (source == Source::BuiltStep)
    return success();
  // Autocast reads the policy; where it does not run, mistakes would go unseen.
  if (failed(precision::Policy::create(stepOptions.policy, stepOptions.policyFile,
                                       UnknownLoc::get(&context))))
    return failure();
  // The summary reads the report, so there is one even where nobody asked.
  pipelines::StepPipelineOptions withReport;
  withReport.copyOptionValuesFrom(stepOptions);
  if (source == Source::Loss && withReport.scaling == "auto" && hasF16Parameters(module))
    withReport.scaling = "dynamic";
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
  LogicalResult built = source == Source::Loss
                            ? pipelines::buildStepPipeline(pm, withReport, error)
                            : pipelines::buildImportedStepPipeline(pm, withReport, error);
  if (failed(built))
    return failure();
  verifyEach(pm);
  if (failed(pm.run(module)))
    return failure();
  if (auto buffer = llvm::MemoryBuffer::getFile(withReport.precisionReport))
    report = (*buffer)->getBuffer().str();
  addProperties(module, stepOptions, PrecisionFacts(module), source == Source::Loss);
  return success();
}

LogicalResult Compiler::emitText(llvm::function_ref<void(llvm::raw_ostream &)> print) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(stream);
  if (options.output.empty() || options.output == "-") {
    llvm::outs() << text;
    return flushOutput();
  }
  Status written = writeFile(options.output, text);
  return written ? success() : error(written.error());
}

LogicalResult Compiler::lowerToCpu(ModuleOp module, pipelines::AotOptions &aot) {
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
  verifyEach(pm);
  return pm.run(module);
}

/// Lowers to kernels, and to host code that holds their image. `isDone`: the kernels
/// alone were asked for, and are written.
LogicalResult Compiler::lowerToGpu(ModuleOp module, StringRef chip, bool &isDone) {
  FailureOr<pipelines::GpuTarget> target = pipelines::resolveGpuTarget(module.getLoc(), chip);
  if (failed(target))
    return failure();
  pipelines::GpuPipelineOptions gpu;
  gpu.chip = target->chip;
  PassManager pm(&context);
  pm.addPass(train::createTrainDecompose());
  pm.addPass(createCanonicalizerPass());
  pipelines::buildGpuPipeline(pm, gpu);
  verifyEach(pm);
  if (failed(pm.run(module)))
    return failure();
  auto modules = module.getOps<gpu::GPUModuleOp>();
  isDone = options.emit == "ptx" || options.emit == "cubin";
  if (modules.empty())
    return isDone ? error("the step has no kernels") : success();
  gpu::GPUModuleOp kernels = *modules.begin();
  FailureOr<std::string> ptx = pipelines::emitPtx(kernels, *target);
  if (failed(ptx))
    return failure();
  if (options.emit == "ptx")
    return emitText([&](llvm::raw_ostream &os) { os << *ptx; });
  std::string cubin;
  if (options.emit == "cubin" || pipelines::findPtxas()) {
    FailureOr<std::string> assembled = pipelines::assemble(kernels.getLoc(), *ptx, *target);
    if (failed(assembled))
      return failure();
    cubin = std::move(*assembled);
  }
  if (options.emit == "cubin") {
    Status written = writeFile(options.output, cubin);
    return written ? success() : error(written.error());
  }
  pipelines::embedImage(kernels, pipelines::makeFatBinary(*ptx, cubin, *target));
  return success();
}

LogicalResult Compiler::emitBinary(ModuleOp module, const pipelines::AotOptions &aot,
                                   StringRef target) {
  if (options.emit == "obj")
    return pipelines::emitObject(module, aot, options.output);
  SmallString<128> object;
  if (std::error_code code = llvm::sys::fs::createTemporaryFile("halftone", "o", object))
    return error("cannot make a temporary file: " + code.message());
  llvm::scope_exit removeObject([&] { llvm::sys::fs::remove(object); });
  if (options.emit == "llvm") {
    if (failed(pipelines::emitLlvmIr(module, aot, object)))
      return failure();
    auto text = llvm::MemoryBuffer::getFile(object);
    if (!text)
      return error("cannot read '" + object + "': " + text.getError().message());
    return emitText([&](llvm::raw_ostream &os) { os << (*text)->getBuffer(); });
  }
  bool isProgram = options.emit == "exe";
  FailureOr<std::vector<std::string>> libraries =
      pipelines::findRuntimeLibraries(module.getLoc(), isProgram, target);
  if (failed(libraries) || failed(pipelines::emitObject(module, aot, object)))
    return failure();
  libraries->insert(libraries->begin(), object.str().str());
  return isProgram ? pipelines::linkExecutable(module.getLoc(), *libraries, options.output)
                   : pipelines::linkShared(module.getLoc(), *libraries, options.output);
}

LogicalResult Compiler::run(const ImportFlags &importOptions, const StepFlags &stepOptions) {
  registerEverything(registry);
  context.appendDialectRegistry(registry);
  context.printOpOnDiagnostic(false); // whole functions would bury the message
  if (failed(enableRemarks()))
    return failure();
  OwningOpRef<ModuleOp> module = read();
  if (!module)
    return failure();
  verifier.policy = stepOptions.policy;
  verifier.stateType = stepOptions.stateType;
  FailureOr<Source> source = import(*module, importOptions);
  if (failed(source) || failed(checkFlags(*source, stepOptions)) ||
      failed(buildStep(*module, *source, stepOptions)) || failed(lint(*module)))
    return failure();
  PrecisionFacts facts(*module);
  if (!options.quiet) {
    printPrecisionSummary(llvm::errs(),
                          *source == Source::BuiltStep
                              ? "a built step, as it is"
                              : "amp " + stepOptions.amp.getValue() + ", policy " +
                                    stepOptions.policy.getValue(),
                          facts, report);
    printCheckpointSummary(llvm::errs(), *module);
  }
  if (options.onlyExplains)
    return success();
  if (options.emit == "mlir")
    return emitText([&](llvm::raw_ostream &os) {
      OpPrintingFlags flags;
      flags.enableDebugInfo(options.locations);
      module->print(os, flags);
    });

  FailureOr<runtime::Manifest> manifest = manifestFromModule(*module, stepOptions.target);
  if (failed(manifest))
    return failure();
  pipelines::AotOptions aot;
  aot.cpu = options.cpu;
  aot.manifestJson = manifest->toJson();
  bool isDone = false, isGpu = stepOptions.target != "cpu";
  if (!isGpu && (options.emit == "ptx" || options.emit == "cubin"))
    return error("--emit=" + options.emit + " needs a GPU: --target=sm_80, for example");
  if (failed(isGpu ? lowerToGpu(*module, stepOptions.target, isDone) : lowerToCpu(*module, aot)))
    return failure();
  return isDone ? success() : emitBinary(*module, aot, stepOptions.target);
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  ToolOptions options;
  if (failed(parseArguments(argc, argv, options)))
    return 1;
  ImportFlags importOptions(options);
  StepFlags stepOptions;
  if (options.help) {
    llvm::outs() << usage;
    // A description that starts left of its option's end would be indented by 2⁶⁴.
    size_t width = std::max(stepOptions.getOptionWidth(), importOptions.getOptionWidth()) + 4;
    stepOptions.printHelp(/*indent=*/2, /*descIndent=*/width);
    llvm::outs() << "\nA model from JAX or PyTorch, where names and its .json say too little:\n\n";
    importOptions.printHelp(/*indent=*/2, /*descIndent=*/width);
    return failed(flushOutput());
  }
  if (failed(stepOptions.parse(options, importOptions)))
    return 1;
  return failed(Compiler(options).run(importOptions, stepOptions));
}
