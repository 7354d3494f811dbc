// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt with the `train` dialect and all of Halftone's passes, and a verifier of
// precision after each pass.
#include "../Register.h"

#include "halftone/Pipelines/ImportPipeline.h"
#include "halftone/Precision/Verifier.h"

#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

/// What is wrong with the kind of a file; standard input can be read only once.
static std::optional<std::string> refuseFile(llvm::StringRef name) {
  if (name == "-")
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(name);
  if (!file)
    return std::nullopt;
  return halftone::pipelines::refuseInput((*file)->getBuffer(), name);
}

/// MlirOptMain, with the verifier of precision after each pass.
static mlir::LogicalResult runVerified(llvm::StringRef input, llvm::StringRef output,
                                       mlir::DialectRegistry &registry, llvm::StringRef policy) {
  auto plain = mlir::MlirOptMainConfig::createFromCLOptions();
  mlir::MlirOptMainConfig config = plain;
  config.setPassPipelineSetupFn([&](mlir::PassManager &pm) {
    if (failed(plain.setupPassPipeline(pm)))
      return mlir::failure();
    halftone::precision::VerifierOptions options;
    options.policy = policy.str();
    halftone::precision::verifyPrecisionAfterEachPass(pm, options);
    return mlir::success();
  });
  std::string message;
  auto from = mlir::openInputFile(input, &message);
  auto to = from ? mlir::openOutputFile(output, &message) : nullptr;
  if (!to) {
    llvm::errs() << message << "\n";
    return mlir::failure();
  }
  if (failed(mlir::MlirOptMain(to->os(), std::move(from), registry, config)))
    return mlir::failure();
  to->keep();
  return mlir::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  halftone::registerEverything(registry);
  halftone::registerAllHalftonePasses();
#ifdef NDEBUG
  bool verifiesByDefault = false;
#else
  bool verifiesByDefault = true;
#endif
  llvm::cl::opt<bool> verifyEach(
      "verify-precision-each", llvm::cl::init(verifiesByDefault),
      llvm::cl::desc("Verify precision after each pass, from where a step keeps all rules on"));
  llvm::cl::opt<std::string> verifyPolicy(
      "verify-precision-policy", llvm::cl::init("halftone"),
      llvm::cl::desc("Whose step --verify-precision-each looks at"));
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, "Halftone's optimizer driver\n", registry);
  if (std::optional<std::string> refusal = refuseFile(input)) {
    llvm::errs() << "halftone-opt: error: " << *refusal << "\n";
    return 1;
  }
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  bool onlyLists = config.shouldShowDialects() || config.shouldListPasses();
  if (verifyEach && !onlyLists)
    return mlir::asMainReturnCode(runVerified(input, output, registry, verifyPolicy));
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));
}
