// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Pipelines/ImportPipeline.h"

#include "StepPasses.h"
#include "halftone/Conversion/Passes.h"
#include "halftone/Conversion/StablehloToTrain/Passes.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"

#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::pipelines;

bool halftone::pipelines::needsImport(ModuleOp module) {
  auto isForeign = [](Operation *op) {
    return llvm::is_contained({"stablehlo", "chlo", "vhlo", "mhlo"},
                              op->getName().getDialectNamespace());
  };
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (main && conversion::findImportEntry(module) == main)
    return true;
  return module
      .walk([&](Operation *op) {
        return isForeign(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// How deep brackets may nest: parsers and walks recurse, on a stack of few megabytes.
static constexpr unsigned maxNesting = 1000;

/// The line (from 1) where brackets of a text nest deeper than that; 0 for none.
static unsigned findDeepNesting(StringRef text) {
  unsigned line = 1, depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\n') {
      ++line;
    } else if (c == '"') {
      while (i + 1 < text.size() && text[i + 1] != '\n' && text[++i] != '"')
        i += text[i] == '\\' && i + 1 < text.size();
    } else if (c == '/' && text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '(' || c == '[' || c == '{' || c == '<') {
      if (++depth > maxNesting)
        return line;
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && (i == 0 || text[i - 1] != '-'))) {
      depth -= depth > 0;
    }
  }
  return 0;
}

std::optional<std::string> halftone::pipelines::refuseInput(StringRef bytes, StringRef file) {
  // MLIR's bytecode: a mark, its version (a byte, as yet), who wrote it.
  if (!bytes.consume_front("ML\xefR") || bytes.empty()) {
    if (unsigned line = findDeepNesting(bytes))
      return llvm::formatv("'{0}' nests more than {1} brackets deep at line {2}", file, maxNesting,
                           line)
          .str();
    return std::nullopt;
  }
  StringRef producer = bytes.drop_front().take_until([](char c) { return c == 0; });
  if (producer.starts_with("StableHLO_"))
    return ("'" + file + "' is VHLO bytecode (a portable artifact of " + producer +
            "); convert it to text with 'stablehlo-translate --deserialize " + file + " > " + file +
            ".mlir'")
        .str();
  // Names of dialects end in a null byte.
  if (bytes.contains(StringRef("stablehlo\0", 10)))
    return ("'" + file +
            "' is bytecode of StableHLO, which is read as text only; convert it with " +
            "'stablehlo-opt " + file + " > " + file + ".mlir'")
        .str();
  return std::nullopt;
}

static conversion::ImportRolesOptions roleOptions(const ImportPipelineOptions &o) {
  conversion::ImportRolesOptions r;
  r.model = o.model;
  r.roles = o.roles;
  r.param = o.param;
  r.frozenParam = o.frozenParam;
  r.optState = o.optState;
  r.modelState = o.modelState;
  r.stepCount = o.stepCount;
  r.ema = o.ema;
  r.batch = o.batch;
  r.key = o.key;
  r.hyperParam = o.hyperParam;
  r.loss = o.loss;
  r.noDecay = o.noDecay;
  r.eval = o.eval;
  return r;
}

void halftone::pipelines::buildImportPipeline(OpPassManager &pm,
                                              const ImportPipelineOptions &options) {
  // First, on the signature as the framework printed it: what is wrong with it is
  // cheaper to say before anything is converted.
  pm.addPass(conversion::createImportRoles(roleOptions(options)));
  pm.addPass(conversion::createConvertStablehloToTrain());
  // While locations are as JAX wrote them.
  pm.addPass(conversion::createImportCheckpoints());
  // Kernels, gradients and precision know a softmax; of its parts they know less.
  train::TrainRaiseCompositesOptions raise;
  for (StringRef name : llvm::split(options.assume, ','))
    if (!name.empty())
      raise.assume.push_back(name.str());
  pm.addPass(train::createTrainRaiseComposites(raise));
  // One value for equal constants and broadcasts, which frameworks repeat.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

LogicalResult
halftone::pipelines::buildImportedStepPipeline(OpPassManager &pm,
                                               const StepPipelineOptions &options,
                                               function_ref<LogicalResult(const Twine &)> error) {
  FailureOr<StepChoices> choices = chooseForStep(options, error);
  if (failed(choices))
    return failure();
  addModelPasses(pm, *choices);
  // Calls would hide their ops from every later decision.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  // Before the step gets a scale and gates, which are not for evaluation.
  pm.addPass(conversion::createImportEval());
  addPrecisionPasses(pm, options, *choices, /*castsForward=*/false);
  return success();
}

void halftone::pipelines::registerImportPipeline() {
  static PassPipelineRegistration<ImportPipelineOptions> registration(
      "halftone-import", "from a model that a framework printed to a loss function or a step",
      buildImportPipeline);
}
