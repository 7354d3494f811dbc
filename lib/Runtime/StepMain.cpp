// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `main` of an executable that `halftone-compile --emit=exe` makes: the step is
// linked into the program.
#include "halftone/Runtime/CommandLine.h"

int main(int argc, char **argv) {
  using namespace halftone;
  using namespace halftone::runtime;
  return runMain(argc, argv, /*needsStep=*/false, "cpu", [](const RunOptions &options) {
    if (!options.device.empty() && options.device != "cpu")
      return Result<std::unique_ptr<Executable>>(
          Error{"--device: this program runs on 'cpu', not on '" + options.device + "'"});
    return linkedCpuExecutable();
  });
}
