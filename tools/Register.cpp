// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one file that includes InitAll*.h, which take long to compile.
#include "Register.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

void halftone::registerEverything(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  registry.insert<train::TrainDialect>();
}

void halftone::registerAllHalftonePasses() {
  mlir::registerAllPasses();
}
