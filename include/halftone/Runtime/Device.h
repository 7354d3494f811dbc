// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seam between the trainer and what runs a step: one interface for the
// reference evaluator, the CPU, CUDA and the emulated GPU.
#ifndef HALFTONE_RUNTIME_DEVICE_H
#define HALFTONE_RUNTIME_DEVICE_H

#include "halftone/Runtime/Manifest.h"
#include "halftone/Support/HostTensor.h"
#include "halftone/Support/Result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace halftone::runtime {

/// Memory of a device that holds one array. Destroyed before its device.
class Buffer {
public:
  virtual ~Buffer() = default;
};

/// A loaded step on a device.
class Executable {
public:
  virtual ~Executable() = default;
  virtual const Manifest &manifest() const = 0;

  /// Memory for an array of this type and shape, contents undefined.
  virtual Result<std::unique_ptr<Buffer>> allocate(const ValueInfo &info) = 0;
  /// Copies a host array in; its type and shape equal those allocated.
  virtual Status write(Buffer &buffer, const HostTensor &tensor) = 0;
  /// Waits for all work and copies an array out.
  virtual Result<HostTensor> read(Buffer &buffer, const ValueInfo &info) = 0;

  /// Calls a function. `args` has one buffer for each argument, in order.
  /// `outs` has one for each result that updates no argument, in order; a
  /// result with `updates` overwrites that argument's buffer.
  virtual Status run(const FunctionInfo &function, const std::vector<Buffer *> &args,
                     const std::vector<Buffer *> &outs) = 0;
};

/// Opens a shared library made by `halftone-compile --emit=so` on "cpu", "cuda" or
/// "emulated"; where `device` is empty, on what it was compiled for. `manifestOnly`: the
/// step will not run, so its device need not be there.
Result<std::unique_ptr<Executable>>
loadExecutable(const std::string &path, const std::string &device, bool manifestOnly = false);
/// The step that is linked into this very program (`--emit=exe`).
Result<std::unique_ptr<Executable>> linkedExecutable(const std::string &device,
                                                     bool manifestOnly = false);
/// The devices that the linked step runs on, in words.
std::string linkedDevices();

Result<std::unique_ptr<Executable>> loadCpuExecutable(const std::string &path);
/// `backend` is "cuda" or "emulated"; a step compiled for the CPU is an error.
Result<std::unique_ptr<Executable>> loadGpuExecutable(const std::string &path,
                                                      const std::string &backend);

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_DEVICE_H
