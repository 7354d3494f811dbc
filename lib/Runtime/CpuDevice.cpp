// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU device: a step's functions as symbols of a shared library, or of this
// very program. Buffers are 64-byte aligned host memory.
#include "StepLibrary.h"

#include <cstdlib>
#include <cstring>

using namespace halftone;
using namespace halftone::runtime;

namespace {

constexpr size_t alignment = 64;

class CpuBuffer : public Buffer {
public:
  explicit CpuBuffer(size_t bytes)
      : memory(std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment)) {}
  ~CpuBuffer() override { std::free(memory); }
  void *get() const { return memory; }

private:
  void *memory;
};

void *memoryOf(Buffer &buffer) { return static_cast<CpuBuffer &>(buffer).get(); }

class CpuExecutable : public Executable {
public:
  explicit CpuExecutable(StepLibrary library) : library(std::move(library)) {}

  const Manifest &manifest() const override { return library.manifest(); }

  Result<std::unique_ptr<Buffer>> allocate(const ValueInfo &info) override {
    auto buffer = std::make_unique<CpuBuffer>(bytesOf(info));
    if (!buffer->get())
      return Error{"out of memory for '" + info.name + "'"};
    return std::unique_ptr<Buffer>(std::move(buffer));
  }

  Status write(Buffer &buffer, const HostTensor &tensor) override {
    if (tensor.numBytes())
      std::memcpy(memoryOf(buffer), tensor.data(), tensor.numBytes());
    return {};
  }

  Result<HostTensor> read(Buffer &buffer, const ValueInfo &info) override {
    HostTensor tensor(info.dtype, info.shape);
    if (tensor.numBytes())
      std::memcpy(tensor.data(), memoryOf(buffer), tensor.numBytes());
    return tensor;
  }

  Status run(const FunctionInfo &function, const std::vector<Buffer *> &args,
             const std::vector<Buffer *> &outs) override {
    return library.call(function, args, outs, memoryOf);
  }

private:
  StepLibrary library;
};

} // namespace

Result<std::unique_ptr<Executable>> halftone::runtime::makeCpuExecutable(StepLibrary library) {
  const std::string &target = library.manifest().target;
  if (library.isForGpu())
    return Error{library.name() + " was compiled for '" + target +
                 "' and does not run on 'cpu': use --device=cuda or --device=emulated, or compile "
                 "it with --target=cpu"};
  return std::unique_ptr<Executable>(std::make_unique<CpuExecutable>(std::move(library)));
}

Result<std::unique_ptr<Executable>> halftone::runtime::loadCpuExecutable(const std::string &path) {
  return loadExecutable(path, "cpu");
}
