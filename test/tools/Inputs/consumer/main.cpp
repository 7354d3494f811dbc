// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program of somebody else that runs a pass of ours.
#include "halftone/Precision/Passes.h"
#include "mlir/Pass/PassManager.h"
int main() {
  mlir::DialectRegistry registry;
  registry.insert<halftone::train::TrainDialect>();
  halftone::precision::registerPrecisionModels(registry);
  mlir::MLIRContext context(registry);
  mlir::PassManager pm(&context);
  pm.addPass(halftone::precision::createAutocast());
  return 0;
}
