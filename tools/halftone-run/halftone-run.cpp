// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trains a built step: a shared library on the CPU, or IR on the reference
// evaluator.
#include "halftone/Reference/ReferenceDevice.h"
#include "halftone/Runtime/CommandLine.h"

int main(int argc, char **argv) {
  using namespace halftone;
  using namespace halftone::runtime;
  return runMain(argc, argv, /*needsStep=*/true,
                 "cpu (a library of halftone-compile --emit=so) or reference (IR: .mlir, .mlirbc); "
                 "default: by the file's name",
                 [](const RunOptions &options) -> Result<std::unique_ptr<Executable>> {
                   std::string device = options.device;
                   bool isIR = options.step.ends_with(".mlir") || options.step.ends_with(".mlirbc");
                   if (device.empty())
                     device = isIR ? "reference" : "cpu";
                   if (device == "reference")
                     return reference::loadReferenceExecutable(options.step);
                   if (device == "cpu" && isIR)
                     return Error{"'" + options.step +
                                  "' is IR, which runs on --device=reference; halftone-compile "
                                  "--emit=so makes a library of it for the CPU"};
                   if (device == "cpu")
                     return loadCpuExecutable(options.step);
                   return Error{"--device: expected 'cpu' or 'reference', got '" + device + "'"};
                 });
}
