// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `main` of an executable that `halftone-compile --emit=exe` makes: the step is
// linked into the program.
#include "halftone/Runtime/CommandLine.h"

int main(int argc, char **argv) {
  using namespace halftone::runtime;
  return runMain(argc, argv, /*needsStep=*/false, linkedDevices(), [](const RunOptions &options) {
    return linkedExecutable(options.device, options.printManifest);
  });
}
