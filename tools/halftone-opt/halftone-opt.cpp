// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt with the `train` dialect and all of Halftone's passes.
#include "../Register.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  halftone::registerEverything(registry);
  halftone::registerAllHalftonePasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Halftone's optimizer driver\n", registry));
}
