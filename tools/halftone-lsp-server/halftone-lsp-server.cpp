// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The language server of MLIR files, with the `train` dialect.
#include "../Register.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  halftone::registerEverything(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
