// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU, or the emulated one: the step's functions on buffers in device memory. The
// runtime is part of the step (see GpuRuntime.h) and found in it by name, so this
// program needs none. Functions only start work; reading waits for it.
#include "halftone/Runtime/GpuRuntime.h"

#include "StepLibrary.h"

#include <algorithm>
#include <cstdlib>

using namespace halftone;
using namespace halftone::runtime;

namespace {

/// The step's own runtime.
struct Runtime {
  decltype(&halftone_gpu_open) open;
  decltype(&halftone_gpu_take_error) takeError;
  decltype(&halftone_gpu_description) description;
  decltype(&halftone_gpu_capability) capability;
  decltype(&mgpuMemAlloc) allocate;
  decltype(&mgpuMemFree) free;
  decltype(&mgpuMemcpy) copy;
  decltype(&mgpuStreamSynchronize) synchronize;

  static Result<Runtime> find(const StepLibrary &library);

  Status check() const {
    const char *error = takeError();
    return error ? Status(Error{error}) : Status();
  }
};

Result<Runtime> Runtime::find(const StepLibrary &library) {
  Runtime runtime;
  std::string missing;
  auto get = [&](auto &function, const char *symbol) {
    void *address = library.find(symbol);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(address);
    if (!address && missing.empty())
      missing = symbol;
  };
  get(runtime.open, "halftone_gpu_open");
  get(runtime.takeError, "halftone_gpu_take_error");
  get(runtime.description, "halftone_gpu_description");
  get(runtime.capability, "halftone_gpu_capability");
  get(runtime.allocate, "mgpuMemAlloc");
  get(runtime.free, "mgpuMemFree");
  get(runtime.copy, "mgpuMemcpy");
  get(runtime.synchronize, "mgpuStreamSynchronize");
  if (!missing.empty())
    return Error{library.name() + " was compiled for '" + library.manifest().target +
                 "', but holds no GPU runtime (symbol '" + missing + "' is missing)"};
  return runtime;
}

class GpuBuffer : public Buffer {
public:
  GpuBuffer(const Runtime &runtime, void *memory) : runtime(runtime), memory(memory) {}
  ~GpuBuffer() override { runtime.free(memory, nullptr); }
  void *get() const { return memory; }

private:
  const Runtime &runtime;
  void *memory;
};

void *memoryOf(Buffer &buffer) { return static_cast<GpuBuffer &>(buffer).get(); }

class GpuExecutable : public Executable {
public:
  GpuExecutable(StepLibrary library, const Runtime &runtime)
      : library(std::move(library)), runtime(runtime) {}

  const Manifest &manifest() const override { return library.manifest(); }

  Result<std::unique_ptr<Buffer>> allocate(const ValueInfo &info) override {
    void *memory = runtime.allocate(bytesOf(info), nullptr, /*hostShared=*/false);
    if (Status allocated = runtime.check(); !allocated)
      return Error{"'" + info.name + "': " + allocated.error()};
    return std::unique_ptr<Buffer>(std::make_unique<GpuBuffer>(runtime, memory));
  }

  Status write(Buffer &buffer, const HostTensor &tensor) override {
    runtime.copy(memoryOf(buffer), const_cast<void *>(tensor.data()), tensor.numBytes(), nullptr);
    return runtime.check();
  }

  Result<HostTensor> read(Buffer &buffer, const ValueInfo &info) override {
    HostTensor tensor(info.dtype, info.shape);
    runtime.copy(tensor.data(), memoryOf(buffer), tensor.numBytes(), nullptr);
    runtime.synchronize(nullptr);
    if (Status done = runtime.check(); !done)
      return done.takeError();
    return tensor;
  }

  Status run(const FunctionInfo &function, const std::vector<Buffer *> &args,
             const std::vector<Buffer *> &outs) override {
    if (Status called = library.call(function, args, outs, memoryOf); !called)
      return called;
    return runtime.check();
  }

private:
  StepLibrary library;
  Runtime runtime;
};

/// True if code for `target` ("sm_80", "sm_90a", "sm_100f") runs on a device: on later
/// ones too, but what is architecture-specific on its own, and what is
/// family-specific within its major version.
bool runsOn(const std::string &target, int capability) {
  int arch = std::atoi(target.c_str() + 3);
  if (target.ends_with('a'))
    return capability == arch;
  if (target.ends_with('f'))
    return capability >= arch && capability / 10 == arch / 10;
  return capability >= arch;
}

Status checkCapability(const StepLibrary &library, const Runtime &runtime) {
  const std::string &target = library.manifest().target;
  int capability = runtime.capability();
  if (!capability || runsOn(target, capability))
    return {};
  std::string device = "sm_" + std::to_string(capability);
  return Error{library.name() + " was compiled for '" + target + "', but " + runtime.description() +
               " has compute capability " + std::to_string(capability / 10) + "." +
               std::to_string(capability % 10) + ": compile it with --target=" + device +
               ", or use --device=emulated"};
}

} // namespace

Result<std::unique_ptr<Executable>> halftone::runtime::makeGpuExecutable(StepLibrary library,
                                                                         const std::string &backend,
                                                                         bool manifestOnly) {
  const std::string &target = library.manifest().target;
  if (!library.isForGpu())
    return Error{library.name() + " was compiled for '" + target + "' and does not run on '" +
                 backend + "': use --device=" + target +
                 ", or compile it with --target=sm_80 or another GPU"};
  Result<Runtime> runtime = Runtime::find(library);
  if (!runtime)
    return runtime.takeError();
  const char *error = manifestOnly ? nullptr : runtime->open(backend.c_str());
  if (error)
    return Error{error};
  if (Status checked = checkCapability(library, *runtime); !checked)
    return checked.takeError();
  return std::unique_ptr<Executable>(std::make_unique<GpuExecutable>(std::move(library), *runtime));
}

Result<std::unique_ptr<Executable>>
halftone::runtime::loadGpuExecutable(const std::string &path, const std::string &backend) {
  return loadExecutable(path, backend);
}
