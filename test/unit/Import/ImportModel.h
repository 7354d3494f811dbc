// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The corpus's models, imported as the tools do it, and the data that they train on.
#ifndef HALFTONE_TEST_UNIT_IMPORT_IMPORTMODEL_H
#define HALFTONE_TEST_UNIT_IMPORT_IMPORTMODEL_H

#include "GoldenModel.h"

#include "halftone/Runtime/DataSource.h"

#include <vector>

namespace halftone::test {

/// The corpus's folder with a slash, where there is a corpus.
std::string corpusFolder();

/// A context with everything that imports and steps need.
std::unique_ptr<mlir::MLIRContext> makeImportContext();

/// Parses a file of the corpus's `models` folder and imports it.
mlir::OwningOpRef<mlir::ModuleOp> importModel(mlir::MLIRContext &context, const std::string &file);
/// Runs the import on a module.
llvm::LogicalResult import(mlir::ModuleOp module, const std::string &path);

/// Makes a step of what was imported; `options` are those of `halftone-step`.
bool runStepPipeline(mlir::ModuleOp module, const std::string &options);
/// The imported file as a step for the CPU.
std::unique_ptr<runtime::Trainer> compileImported(const std::string &file,
                                                  const std::string &options);

/// The text of a module, without locations.
std::string textOf(mlir::ModuleOp module);

/// What a model trains on, with the order of its rows for each step.
struct TrainingData {
  runtime::DataSource source;
  std::vector<std::vector<int64_t>> rows;
};
TrainingData readTrainingData(const std::string &model, const runtime::Trainer &trainer,
                              const NamedArrays &golden);

} // namespace halftone::test

#endif // HALFTONE_TEST_UNIT_IMPORT_IMPORTMODEL_H
