// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt with the `train` dialect and all of Halftone's passes.
#include "../Register.h"

#include "halftone/Pipelines/ImportPipeline.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

/// What is wrong with the kind of a file; standard input can be read only once.
static std::optional<std::string> refuseFile(llvm::StringRef name) {
  if (name == "-")
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(name);
  if (!file)
    return std::nullopt;
  return halftone::pipelines::refuseInput((*file)->getBuffer(), name);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  halftone::registerEverything(registry);
  halftone::registerAllHalftonePasses();
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, "Halftone's optimizer driver\n", registry);
  if (std::optional<std::string> refusal = refuseFile(input)) {
    llvm::errs() << "halftone-opt: error: " << *refusal << "\n";
    return 1;
  }
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));
}
