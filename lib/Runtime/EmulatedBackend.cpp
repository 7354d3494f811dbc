// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emulated device: the step's own PTX, run on the CPU. Its addresses are those of
// the host, so memory that the host shares is any memory; what kernels and copies
// touch is checked against what was allocated. The environment turns checks and counters
// on (Instruments.h).
#include "halftone/Emulator/Instruments.h"
#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/Tensormap.h"
#include "halftone/Runtime/GpuBackend.h"
#include "halftone/Runtime/GpuImage.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

using namespace halftone;
using namespace halftone::runtime;

namespace {

class EmulatedBackend : public GpuBackend {
public:
  static Result<std::unique_ptr<GpuBackend>> create();
  ~EmulatedBackend() override;

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
  Status encode(const GpuTensorMap &tensor, void *map) override;

  const emulator::Memory &getMemory() const { return memory; }
  emulator::Instruments &getInstruments() { return instruments; }
  /// The findings that came since the last call, or nothing.
  Status takeFindings();

private:
  /// An address is the device's where an allocation holds it, and then all bytes are.
  Status checkRange(const void *address, size_t bytes) const;

  emulator::Memory memory;
  emulator::Instruments instruments;
  size_t findingsTaken = 0;
  const std::string text = "emulated GPU";
};

class EmulatedModule : public GpuModule {
public:
  EmulatedModule(EmulatedBackend &backend, std::unique_ptr<emulator::Module> module,
                 std::string ptx)
      : backend(backend), module(std::move(module)), ptx(std::move(ptx)) {}
  Result<std::unique_ptr<GpuKernel>> kernel(const std::string &name) override;

  const std::string &text() const { return ptx; }

private:
  EmulatedBackend &backend;
  std::unique_ptr<emulator::Module> module;
  std::string ptx;
};

class EmulatedKernel : public GpuKernel {
public:
  EmulatedKernel(EmulatedBackend &backend, const EmulatedModule &module,
                 const emulator::Kernel &kernel)
      : backend(backend), module(module), kernel(kernel) {}
  Status launch(const GpuLaunch &launch) override;

private:
  EmulatedBackend &backend;
  const EmulatedModule &module;
  const emulator::Kernel &kernel;
};

emulator::Dim3 toDim3(const GpuDim &dim) { return {dim.x, dim.y, dim.z}; }

} // namespace

Result<std::unique_ptr<GpuBackend>> EmulatedBackend::create() {
  auto backend = std::make_unique<EmulatedBackend>();
  if (Status read = backend->instruments.readEnvironment(); !read)
    return read.takeError();
  return std::unique_ptr<GpuBackend>(std::move(backend));
}

EmulatedBackend::~EmulatedBackend() {
  if (Status written = instruments.writeFiles(); !written)
    std::fprintf(stderr, "halftone: %s\n", written.error().c_str());
}

Status EmulatedBackend::takeFindings() {
  instruments.printFindings();
  if (!instruments.checker())
    return {};
  const std::vector<emulator::Finding> &findings = instruments.checker()->findings();
  size_t first = std::exchange(findingsTaken, findings.size());
  if (first == findings.size())
    return {};
  size_t others = findings.size() - first - 1;
  return Error{findings[first].message +
               (others ? ", and " + std::to_string(others) + " more findings" : "")};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Result<void *> EmulatedBackend::allocate(size_t bytes, bool hostShared) {
  void *address = memory.allocate(bytes);
  if (!address)
    return Error{"out of memory"};
  instruments.allocated(address, bytes);
  if (hostShared)
    instruments.written(address, bytes); // the host writes it as it likes
  return address;
}

Status EmulatedBackend::free(void *address) {
  instruments.freed(address);
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
  instruments.written(to, bytes);
  return {};
}

Status EmulatedBackend::fill16(void *to, uint16_t value, size_t count) {
  if (Status checked = checkRange(to, count * sizeof value); !checked)
    return checked;
  std::fill_n(static_cast<uint16_t *>(to), count, value);
  instruments.written(to, count * sizeof value);
  return {};
}

Status EmulatedBackend::fill32(void *to, uint32_t value, size_t count) {
  if (Status checked = checkRange(to, count * sizeof value); !checked)
    return checked;
  std::fill_n(static_cast<uint32_t *>(to), count, value);
  instruments.written(to, count * sizeof value);
  return {};
}

Status EmulatedBackend::registerHost(void *address, size_t bytes) {
  return memory.add(address, bytes) ? Status() : Status(Error{"a part of it is known already"});
}

Status EmulatedBackend::unregisterHost(void *address) {
  return memory.remove(address) ? Status() : Status(Error{"it was never registered"});
}

Status EmulatedBackend::encode(const GpuTensorMap &tensor, void *map) {
  constexpr uint32_t ones[] = {1, 1, 1, 1, 1};
  emulator::TensorShape shape;
  shape.type = static_cast<emulator::TensorType>(tensor.type);
  shape.rank = tensor.rank;
  shape.globalAddress = tensor.address;
  shape.globalDim = tensor.sizes;
  shape.globalStrides = tensor.strides;
  shape.elementStrides = ones;
  shape.interleave = static_cast<emulator::TensorInterleave>(tensor.interleave);
  shape.swizzle = static_cast<emulator::TensorSwizzle>(tensor.swizzle);
  shape.l2Promotion = static_cast<emulator::TensorL2Promotion>(tensor.l2Promotion);
  shape.fill = static_cast<emulator::TensorFill>(tensor.fill);
  emulator::Tensormap made;
  static_assert(sizeof made == GpuTensorMap::bytes);
  Status encoded = emulator::encodeTiled(made, shape, tensor.box);
  if (encoded)
    std::memcpy(map, &made, sizeof made);
  return encoded;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Result<std::unique_ptr<GpuModule>> EmulatedBackend::load(const GpuCode &code) {
  Result<std::string> ptx = findPtx(code.image);
  if (!ptx)
    return ptx.takeError();
  Result<std::unique_ptr<emulator::Module>> module = emulator::Module::parse(*ptx);
  if (!module)
    return module.takeError();
  return std::unique_ptr<GpuModule>(
      std::make_unique<EmulatedModule>(*this, std::move(*module), std::move(*ptx)));
}

Result<std::unique_ptr<GpuKernel>> EmulatedModule::kernel(const std::string &name) {
  const emulator::Kernel *kernel = module->find(name);
  if (!kernel)
    return Error{"the module has no such kernel"};
  return std::unique_ptr<GpuKernel>(std::make_unique<EmulatedKernel>(backend, *this, *kernel));
}

Status EmulatedKernel::launch(const GpuLaunch &launch) {
  auto expected = static_cast<int64_t>(kernel.parameters().size());
  if (launch.numParams >= 0 && launch.numParams != expected)
    return Error{"expected " + std::to_string(expected) + " arguments, got " +
                 std::to_string(launch.numParams)};
  emulator::LaunchOptions options = backend.getInstruments().launchOptions();
  backend.getInstruments().addText(module.text());
  const GpuDim &cluster = launch.cluster;
  if (uint64_t{cluster.x} * cluster.y * cluster.z != 1)
    options.cluster = toDim3(cluster);
  Status ran = emulator::launch(kernel, toDim3(launch.grid), toDim3(launch.block),
                                launch.sharedBytes, launch.params, backend.getMemory(), options);
  Status checked = backend.takeFindings();
  if (ran)
    return checked;
  // Who calls names the kernel too.
  std::string prefix = "kernel '" + kernel.name() + "'";
  if (ran || !ran.error().starts_with(prefix) || ran.error().size() < prefix.size() + 2)
    return ran;
  return Error{ran.error().substr(prefix.size() + 2)}; // after ": " or ", "
}

Result<std::unique_ptr<GpuBackend>> halftone::runtime::createEmulatedBackend() {
  return EmulatedBackend::create();
}
