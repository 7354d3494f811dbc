// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what a framework printed to `train`, as one pipeline:
// `halftone-import{model=mlp.loss.mlir batch=x|y …}`.
#ifndef HALFTONE_PIPELINES_IMPORTPIPELINE_H
#define HALFTONE_PIPELINES_IMPORTPIPELINE_H

#include "halftone/Pipelines/StepPipeline.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace halftone::pipelines {

/// Those of `import-roles`, by the same names, and `assume` of `train-raise-composites`.
struct ImportPipelineOptions : mlir::PassPipelineOptions<ImportPipelineOptions> {
  Option<std::string> model{*this, "model",
                            llvm::cl::desc("the module's file, for the .json beside it")};
  Option<std::string> roles{*this, "roles",
                            llvm::cl::desc("JSON file with the roles and names of arguments")};
  Option<std::string> param{*this, "param", llvm::cl::desc("names of parameters (REGEX)")};
  Option<std::string> frozenParam{*this, "frozen-param",
                                  llvm::cl::desc("names of parameters that are not trained")};
  Option<std::string> optState{*this, "opt-state", llvm::cl::desc("names of optimizer state")};
  Option<std::string> modelState{*this, "model-state",
                                 llvm::cl::desc("names of running statistics")};
  Option<std::string> stepCount{*this, "step-count",
                                llvm::cl::desc("name of the number of steps taken")};
  Option<std::string> ema{*this, "ema", llvm::cl::desc("names of moving averages of parameters")};
  Option<std::string> batch{*this, "batch",
                            llvm::cl::desc("names of inputs that come with each step")};
  Option<std::string> key{*this, "key", llvm::cl::desc("names of random keys")};
  Option<std::string> hyperParam{*this, "hyper-param",
                                 llvm::cl::desc("names of scalars that the caller sets")};
  Option<std::string> loss{*this, "loss", llvm::cl::desc("name of the result that is the loss")};
  Option<std::string> noDecay{*this, "no-decay",
                              llvm::cl::desc("names of parameters that weight decay leaves alone")};
  Option<std::string> eval{
      *this, "eval", llvm::cl::desc("file of the function that evaluates, if not the loss itself")};
  Option<std::string> assume{
      *this, "assume",
      llvm::cl::desc("what is known of inputs: finite-masks,moderate-means,valid-labels")};
};

/// Whether the module is as a framework printed it: it has StableHLO ops, or a `@main` with
/// arguments of no role.
bool needsImport(mlir::ModuleOp module);

/// What is wrong with a file that no import reads: bytecode of VHLO or StableHLO, with the
/// command that converts it, or text that nests deeper than a parser's stack. Nothing where
/// it may be read.
std::optional<std::string> refuseInput(llvm::StringRef bytes, llvm::StringRef file);

void buildImportPipeline(mlir::OpPassManager &pm, const ImportPipelineOptions &options);

/// What `halftone-step` does behind the optimizer, for a step that came whole: loss
/// scaling, autocast, verification. Fails, with a message, on options that build a step.
llvm::LogicalResult
buildImportedStepPipeline(mlir::OpPassManager &pm, const StepPipelineOptions &options,
                          llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)> error);

void registerImportPipeline();

} // namespace halftone::pipelines

#endif // HALFTONE_PIPELINES_IMPORTPIPELINE_H
