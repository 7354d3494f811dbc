// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trains a built step: a shared library on the device that it was compiled for, or IR
// on the reference evaluator.
#include "halftone/Precision/Calibration.h"
#include "halftone/Reference/ReferenceDevice.h"
#include "halftone/Runtime/CommandLine.h"

using namespace halftone;
using namespace halftone::runtime;

static const char devices[] =
    "cpu, cuda or emulated (a library of halftone-compile --emit=so; default: what it was "
    "compiled for) or reference (IR: .mlir, .mlirbc)";

/// Watches the run where `--record-ranges` asks for it, and writes what it saw.
struct Recording {
  precision::RangeRecorder recorder;
  std::string path;

  reference::ReferenceObservers observers() {
    return {[this](mlir::Operation *op, llvm::ArrayRef<HostTensor> results) {
              recorder.observe(op, results);
            },
            [this](mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> arguments) {
              recorder.observe(function, arguments);
            }};
  }
};

static Result<std::unique_ptr<Executable>> load(const RunOptions &options, Recording &recording) {
  bool isIR = options.step.ends_with(".mlir") || options.step.ends_with(".mlirbc");
  const std::string &device = options.device;
  if (device == "reference" || (isIR && device.empty())) {
    recording.path = options.recordRanges;
    return reference::loadReferenceExecutable(options.step, recording.path.empty()
                                                                ? reference::ReferenceObservers()
                                                                : recording.observers());
  }
  if (!options.recordRanges.empty())
    return Error{"--record-ranges: a compiled step keeps no values; run its IR with "
                 "--device=reference"};
  if (!device.empty() && device != "cpu" && device != "cuda" && device != "emulated")
    return Error{"--device: expected 'cpu', 'cuda', 'emulated' or 'reference', got '" + device +
                 "'"};
  if (isIR)
    return Error{"'" + options.step +
                 "' is IR, which runs on --device=reference; halftone-compile --emit=so makes a "
                 "library of it for other devices"};
  return loadExecutable(options.step, device, options.printManifest);
}

int main(int argc, char **argv) {
  Recording recording;
  auto loader = [&](const RunOptions &options) { return load(options, recording); };
  if (int status = runMain(argc, argv, /*needsStep=*/true, devices, loader))
    return status;
  if (recording.path.empty())
    return 0;
  Status written = recording.recorder.write(recording.path);
  if (!written)
    std::fprintf(stderr, "halftone-run: error: %s\n", written.error().c_str());
  return written ? 0 : 1;
}
