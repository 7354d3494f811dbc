// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt with the toy dialect and `autocast`.
#include "Toy.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/ForeignModels.h"
#include "halftone/Precision/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<toy::ToyDialect, mlir::func::FuncDialect, mlir::arith::ArithDialect,
                  halftone::train::TrainDialect>();
  halftone::precision::registerPrecisionModels(registry);
  halftone::precision::registerForeignPrecisionModels(registry);
  halftone::precision::registerPrecisionPasses();
  mlir::registerTransformsPasses();
  return mlir::failed(mlir::MlirOptMain(argc, argv, "toy-opt\n", registry));
}
