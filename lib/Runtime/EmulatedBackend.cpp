// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emulated device: the step's own PTX, run on the CPU. Its addresses are those of
// the host, so memory that the host shares is any memory; what kernels and copies
// touch is checked against what was allocated.
#include "halftone/Emulator/Launch.h"
#include "halftone/Runtime/GpuBackend.h"
#include "halftone/Runtime/GpuImage.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

using namespace halftone;
using namespace halftone::runtime;

namespace {

/// As many threads as the CPU device takes.
emulator::LaunchOptions readOptions() {
  emulator::LaunchOptions options;
  if (const char *threads = std::getenv("HALFTONE_NUM_THREADS"))
    options.threads = std::clamp(std::atoi(threads), 0, 256);
  return options;
}

class EmulatedBackend : public GpuBackend {
public:
  std::string_view name() const override { return "emulated"; }
  const std::string &description() const override { return text; }
  int capability() const override { return 0; }

  Result<std::unique_ptr<GpuModule>> load(const GpuCode &code) override;
  Result<void *> allocate(size_t bytes, bool hostShared) override;
  Status free(void *memory) override;
  Status copy(void *to, const void *from, size_t bytes) override;
  Status fill16(void *to, uint16_t value, size_t count) override;
  Status fill32(void *to, uint32_t value, size_t count) override;
  Status registerHost(void *memory, size_t bytes) override;
  Status unregisterHost(void *memory) override;
  Status synchronize() override { return {}; }

  const emulator::Memory &getMemory() const { return memory; }
  const emulator::LaunchOptions &getOptions() const { return options; }

private:
  /// An address is the device's where an allocation holds it, and then all bytes are.
  Status checkRange(const void *address, size_t bytes) const;

  emulator::Memory memory;
  const emulator::LaunchOptions options = readOptions();
  const std::string text = "emulated GPU";
};

class EmulatedModule : public GpuModule {
public:
  EmulatedModule(const EmulatedBackend &backend, std::unique_ptr<emulator::Module> module)
      : backend(backend), module(std::move(module)) {}
  Result<std::unique_ptr<GpuKernel>> kernel(const std::string &name) override;

private:
  const EmulatedBackend &backend;
  std::unique_ptr<emulator::Module> module;
};

class EmulatedKernel : public GpuKernel {
public:
  EmulatedKernel(const EmulatedBackend &backend, const emulator::Kernel &kernel)
      : backend(backend), kernel(kernel) {}
  Status launch(const GpuLaunch &launch) override;

private:
  const EmulatedBackend &backend;
  const emulator::Kernel &kernel;
};

emulator::Dim3 toDim3(const GpuDim &dim) { return {dim.x, dim.y, dim.z}; }

} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Result<void *> EmulatedBackend::allocate(size_t bytes, bool hostShared) {
  if (void *address = memory.allocate(bytes))
    return address;
  return Error{"out of memory"};
}

Status EmulatedBackend::free(void *address) {
  return memory.free(address) ? Status() : Status(Error{"it was never allocated"});
}

Status EmulatedBackend::checkRange(const void *address, size_t bytes) const {
  auto begin = reinterpret_cast<uint64_t>(address);
  const emulator::Memory::Range *range = memory.find(begin);
  if (!range || bytes <= range->end - begin)
    return {};
  return Error{"the device's memory ends " + std::to_string(range->end - begin) +
               " bytes after its address"};
}

Status EmulatedBackend::copy(void *to, const void *from, size_t bytes) {
  for (const void *side : {static_cast<const void *>(to), from})
    if (Status checked = checkRange(side, bytes); !checked)
      return checked;
  std::memmove(to, from, bytes);
  return {};
}

Status EmulatedBackend::fill16(void *to, uint16_t value, size_t count) {
  if (Status checked = checkRange(to, count * sizeof value); !checked)
    return checked;
  std::fill_n(static_cast<uint16_t *>(to), count, value);
  return {};
}

Status EmulatedBackend::fill32(void *to, uint32_t value, size_t count) {
  if (Status checked = checkRange(to, count * sizeof value); !checked)
    return checked;
  std::fill_n(static_cast<uint32_t *>(to), count, value);
  return {};
}

Status EmulatedBackend::registerHost(void *address, size_t bytes) {
  return memory.add(address, bytes) ? Status() : Status(Error{"a part of it is known already"});
}

Status EmulatedBackend::unregisterHost(void *address) {
  return memory.remove(address) ? Status() : Status(Error{"it was never registered"});
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Result<std::unique_ptr<GpuModule>> EmulatedBackend::load(const GpuCode &code) {
  Result<std::string_view> ptx = findPtx(code.image);
  if (!ptx)
    return ptx.takeError();
  Result<std::unique_ptr<emulator::Module>> module = emulator::Module::parse(*ptx);
  if (!module)
    return module.takeError();
  return std::unique_ptr<GpuModule>(std::make_unique<EmulatedModule>(*this, std::move(*module)));
}

Result<std::unique_ptr<GpuKernel>> EmulatedModule::kernel(const std::string &name) {
  const emulator::Kernel *kernel = module->find(name);
  if (!kernel)
    return Error{"the module has no such kernel"};
  return std::unique_ptr<GpuKernel>(std::make_unique<EmulatedKernel>(backend, *kernel));
}

Status EmulatedKernel::launch(const GpuLaunch &launch) {
  const GpuDim &cluster = launch.cluster;
  if (uint64_t{cluster.x} * cluster.y * cluster.z != 1)
    return Error{"the emulated device has no clusters"};
  auto expected = static_cast<int64_t>(kernel.parameters().size());
  if (launch.numParams >= 0 && launch.numParams != expected)
    return Error{"expected " + std::to_string(expected) + " arguments, got " +
                 std::to_string(launch.numParams)};
  Status ran =
      emulator::launch(kernel, toDim3(launch.grid), toDim3(launch.block), launch.sharedBytes,
                       launch.params, backend.getMemory(), backend.getOptions());
  // Who calls names the kernel too.
  std::string prefix = "kernel '" + kernel.name() + "'";
  if (ran || !ran.error().starts_with(prefix) || ran.error().size() < prefix.size() + 2)
    return ran;
  return Error{ran.error().substr(prefix.size() + 2)}; // after ": " or ", "
}

Result<std::unique_ptr<GpuBackend>> halftone::runtime::createEmulatedBackend() {
  return std::unique_ptr<GpuBackend>(std::make_unique<EmulatedBackend>());
}
