// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Halftone for a stock mlir-opt:
//
//   mlir-opt --load-dialect-plugin=HalftonePlugin.so --load-pass-plugin=HalftonePlugin.so
//            --pass-pipeline='builtin.module(autocast{compute=bf16})'
//
// It brings the dialect `train`, the models of `train` and of upstream dialects, and the
// passes that decide precision and build steps. It brings no dialect of anybody else's:
// one that the process links itself would clash with it.
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Precision/ForeignModels.h"
#include "halftone/Precision/Passes.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace halftone;

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Halftone", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            registry->insert<train::TrainDialect>();
            train::registerDecompositions(*registry);
            train::registerGradients(*registry);
            precision::registerPrecisionModels(*registry);
            precision::registerForeignPrecisionModels(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Halftone", LLVM_VERSION_STRING, [] {
            train::registerTrainPasses();
            precision::registerPrecisionPasses();
          }};
}
