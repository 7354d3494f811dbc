// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trains a built step: a shared library on the device that it was compiled for, or IR
// on the reference evaluator.
#include "halftone/Reference/ReferenceDevice.h"
#include "halftone/Runtime/CommandLine.h"

using namespace halftone;
using namespace halftone::runtime;

static const char devices[] =
    "cpu, cuda or emulated (a library of halftone-compile --emit=so; default: what it was "
    "compiled for) or reference (IR: .mlir, .mlirbc)";

static Result<std::unique_ptr<Executable>> load(const RunOptions &options) {
  bool isIR = options.step.ends_with(".mlir") || options.step.ends_with(".mlirbc");
  const std::string &device = options.device;
  if (device == "reference" || (isIR && device.empty()))
    return reference::loadReferenceExecutable(options.step);
  if (!device.empty() && device != "cpu" && device != "cuda" && device != "emulated")
    return Error{"--device: expected 'cpu', 'cuda', 'emulated' or 'reference', got '" + device +
                 "'"};
  if (isIR)
    return Error{"'" + options.step +
                 "' is IR, which runs on --device=reference; halftone-compile --emit=so makes a "
                 "library of it for other devices"};
  return loadExecutable(options.step, device, options.printManifest);
}

int main(int argc, char **argv) { return runMain(argc, argv, /*needsStep=*/true, devices, load); }
