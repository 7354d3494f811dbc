// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA through its driver: the primary context of one device, which other libraries
// in the process share, and one stream. Memory comes from the device's pool where it
// has one, so that allocation is part of the stream's work.
#include "halftone/Runtime/GpuBackend.h"
#include "halftone/Runtime/GpuImage.h"

#include "CudaDriver.h"

#include <array>
#include <cstdlib>
#include <unordered_map>
#include <utility>

using namespace halftone;
using namespace halftone::runtime;
using namespace halftone::runtime::cuda;

namespace {

Pointer toPointer(const void *memory) { return reinterpret_cast<uintptr_t>(memory); }

class CudaBackend : public GpuBackend {
public:
  static Result<std::unique_ptr<GpuBackend>> create(int index);
  ~CudaBackend() override;

  std::string_view name() const override { return "cuda"; }
  const std::string &description() const override { return deviceName; }
  int capability() const override { return arch; }

  Result<std::unique_ptr<GpuModule>> load(const GpuCode &code) override;
  Result<void *> allocate(size_t bytes, bool hostShared) override;
  Status free(void *memory) override;
  Status copy(void *to, const void *from, size_t bytes) override;
  Status fill16(void *to, uint16_t value, size_t count) override;
  Status fill32(void *to, uint32_t value, size_t count) override;
  Status registerHost(void *memory, size_t bytes) override;
  Status unregisterHost(void *memory) override;
  Status synchronize() override;
  Status encode(const GpuTensorMap &tensor, void *map) override;

  /// Every thread that calls needs the context.
  Status enter() const { return check(driver.ctxSetCurrent(context)); }
  Status check(Code code) const {
    return code == success ? Status() : Status(Error{driver.describe(code)});
  }
  /// The same where kernels are loaded and launched.
  Status checkKernel(Code code) const;

  const Driver driver;
  Stream stream = nullptr;
  int sharedLimit = 0; ///< bytes of shared memory that a block may ask for
  std::string lastLaunched;

private:
  explicit CudaBackend(const Driver &driver) : driver(driver) {}
  Status open(int index);
  Status release(void *memory, bool pooled);
  int attribute(int which) const {
    int value = 0;
    return driver.deviceGetAttribute(&value, which, device) == success ? value : 0;
  }

  Device device = 0;
  Context context = nullptr;
  std::string deviceName;
  int arch = 0;
  bool hasPool = false;
  /// What is allocated, and whether it is the pool's. A step keeps its workspace for
  /// ever, so here it ends.
  std::unordered_map<void *, bool> allocations;
};

class CudaModule : public GpuModule {
public:
  CudaModule(CudaBackend &backend, Module module) : backend(backend), module(module) {}
  ~CudaModule() override {
    if (backend.enter())
      backend.driver.moduleUnload(module);
  }
  Result<std::unique_ptr<GpuKernel>> kernel(const std::string &name) override;

private:
  CudaBackend &backend;
  Module module;
};

class CudaKernel : public GpuKernel {
public:
  CudaKernel(CudaBackend &backend, Function function, std::string name)
      : backend(backend), function(function), name(std::move(name)) {}
  Status launch(const GpuLaunch &launch) override;

private:
  Status allowShared(uint32_t bytes);
  Code start(const GpuLaunch &launch);

  CudaBackend &backend;
  Function function;
  std::string name;
  uint32_t sharedAllowed = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

Result<std::unique_ptr<GpuBackend>> CudaBackend::create(int index) {
  Result<Driver> driver = Driver::load();
  if (!driver)
    return driver.takeError();
  std::unique_ptr<CudaBackend> backend(new CudaBackend(*driver));
  if (Status opened = backend->open(index); !opened)
    return opened.takeError();
  return std::unique_ptr<GpuBackend>(std::move(backend));
}

Status CudaBackend::open(int index) {
  int count = 0;
  if (Status counted = check(driver.deviceGetCount(&count)); !counted)
    return Error{"cannot count CUDA devices: " + counted.error()};
  if (index < 0 || index >= count)
    return Error{"no CUDA device " + std::to_string(index) + ": there " +
                 (count == 1 ? "is 1" : "are " + std::to_string(count))};
  std::array<char, 256> text{};
  Code code = driver.deviceGet(&device, index);
  if (code == success)
    code = driver.deviceGetName(text.data(), text.size() - 1, device);
  if (code == success)
    code = driver.primaryCtxRetain(&context, device);
  if (code == success)
    code = driver.ctxSetCurrent(context);
  if (code == success)
    code = driver.streamCreate(&stream, streamNonBlocking);
  if (code != success)
    return Error{"cannot open CUDA device " + std::to_string(index) + ": " + driver.describe(code)};
  deviceName = text.data();
  arch = attribute(attributeCapabilityMajor) * 10 + attribute(attributeCapabilityMinor);
  sharedLimit = attribute(attributeSharedPerBlockOptin);
  Pool pool = nullptr;
  if (attribute(attributePoolsSupported) && driver.memAllocAsync && driver.memFreeAsync &&
      driver.deviceGetDefaultMemPool && driver.deviceGetDefaultMemPool(&pool, device) == success) {
    // What a step frees it will want again.
    uint64_t keep = UINT64_MAX;
    hasPool = driver.memPoolSetAttribute(pool, poolReleaseThreshold, &keep) == success;
  }
  return {};
}

CudaBackend::~CudaBackend() {
  if (stream && enter()) {
    for (auto [memory, pooled] : allocations)
      (void)release(memory, pooled);
    driver.streamDestroy(stream);
  }
  if (context)
    driver.primaryCtxRelease(device);
}

Status CudaBackend::synchronize() {
  if (Status entered = enter(); !entered)
    return entered;
  Status waited = check(driver.streamSynchronize(stream));
  if (waited || lastLaunched.empty())
    return waited;
  return Error{waited.error() + "; the last kernel launched was '" + lastLaunched +
               "', and with CUDA_LAUNCH_BLOCKING=1 the message names the one that failed"};
}

Status CudaBackend::encode(const GpuTensorMap &tensor, void *map) {
  if (!driver.tensorMapEncodeTiled)
    return Error{"tensor maps need a driver for CUDA 12.0, got one for " + driver.versionText()};
  constexpr uint32_t ones[] = {1, 1, 1, 1, 1};
  return check(driver.tensorMapEncodeTiled(
      map, tensor.type, tensor.rank, tensor.address, tensor.sizes, tensor.strides, tensor.box, ones,
      tensor.interleave, tensor.swizzle, tensor.l2Promotion, tensor.fill));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Result<void *> CudaBackend::allocate(size_t bytes, bool hostShared) {
  if (Status entered = enter(); !entered)
    return entered.takeError();
  bool pooled = hasPool && !hostShared;
  Pointer pointer = 0;
  Code code = hostShared ? driver.memAllocManaged(&pointer, bytes, attachGlobal)
              : pooled   ? driver.memAllocAsync(&pointer, bytes, stream)
                         : driver.memAlloc(&pointer, bytes);
  if (Status allocated = check(code); !allocated)
    return allocated.takeError();
  auto *memory = reinterpret_cast<void *>(static_cast<uintptr_t>(pointer));
  allocations[memory] = pooled;
  return memory;
}

Status CudaBackend::free(void *memory) {
  auto found = allocations.find(memory);
  if (found == allocations.end())
    return Error{"it was never allocated"};
  bool pooled = found->second;
  allocations.erase(found);
  Status entered = enter();
  return entered ? release(memory, pooled) : entered;
}

Status CudaBackend::release(void *memory, bool pooled) {
  if (pooled)
    return check(driver.memFreeAsync(toPointer(memory), stream));
  // Kernels may still use it, and the driver waits only for streams that block.
  Code waited = driver.streamSynchronize(stream);
  Code freed = driver.memFree(toPointer(memory));
  return check(waited != success ? waited : freed);
}

Status CudaBackend::copy(void *to, const void *from, size_t bytes) {
  if (Status entered = enter(); !entered)
    return entered;
  return check(driver.memcpyAsync(toPointer(to), toPointer(from), bytes, stream));
}

Status CudaBackend::fill16(void *to, uint16_t value, size_t count) {
  if (Status entered = enter(); !entered)
    return entered;
  return check(driver.memsetD16Async(toPointer(to), value, count, stream));
}

Status CudaBackend::fill32(void *to, uint32_t value, size_t count) {
  if (Status entered = enter(); !entered)
    return entered;
  return check(driver.memsetD32Async(toPointer(to), value, count, stream));
}

Status CudaBackend::registerHost(void *memory, size_t bytes) {
  if (Status entered = enter(); !entered)
    return entered;
  return check(driver.memHostRegister(memory, bytes, hostRegisterPortable));
}

Status CudaBackend::unregisterHost(void *memory) {
  if (Status entered = enter(); !entered)
    return entered;
  return check(driver.memHostUnregister(memory));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Older drivers refuse kernels with long argument lists in several ways, and none says why.
Status CudaBackend::checkKernel(Code code) const {
  constexpr int longArguments = 12010;
  Status checked = check(code);
  if (checked || driver.version >= longArguments)
    return checked;
  return Error{checked.error() + "; the driver is for CUDA " + driver.versionText() +
               ", and kernels with more than 4 KB of arguments need one for 12.1"};
}

Result<std::unique_ptr<GpuModule>> CudaBackend::load(const GpuCode &code) {
  if (Status entered = enter(); !entered)
    return entered.takeError();
  std::array<char, 4096> log{};
  int options[] = {jitErrorLog, jitErrorLogBytes, jitOptimizationLevel};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size() - 1),
                    reinterpret_cast<void *>(static_cast<uintptr_t>(code.optLevel))};
  unsigned numOptions = code.optLevel < 0 ? 2 : 3;
  Module module = nullptr;
  Code result = driver.moduleLoadDataEx(&module, code.image.data(), numOptions, options, values);
  if (result == success)
    return std::unique_ptr<GpuModule>(std::make_unique<CudaModule>(*this, module));
  std::string message = checkKernel(result).error();
  if (log[0])
    message += std::string(": ") + log.data();
  while (message.ends_with('\n'))
    message.pop_back();
  if (result != noBinaryForGpu)
    return Error{message};
  message += "; the device is sm_" + std::to_string(arch) + ", and the step holds";
  if (Result<std::vector<GpuImageEntry>> entries = readGpuImage(code.image))
    for (const GpuImageEntry &entry : *entries)
      message += (&entry == entries->data() ? " " : ", ") + entry.describe();
  return Error{message};
}

Result<std::unique_ptr<GpuKernel>> CudaModule::kernel(const std::string &name) {
  if (Status entered = backend.enter(); !entered)
    return entered.takeError();
  Function function = nullptr;
  Code code = backend.driver.moduleGetFunction(&function, module, name.c_str());
  if (Status found = backend.checkKernel(code); !found)
    return found.takeError();
  return std::unique_ptr<GpuKernel>(std::make_unique<CudaKernel>(backend, function, name));
}

/// Above 48 KB a kernel has to ask, once.
Status CudaKernel::allowShared(uint32_t bytes) {
  if (bytes <= sharedAllowed)
    return {};
  Code code =
      backend.driver.funcSetAttribute(function, functionMaxDynamicShared, static_cast<int>(bytes));
  if (code != success)
    return Error{"it asks for " + std::to_string(bytes) +
                 " bytes of dynamic shared memory, where a block of this device may have " +
                 std::to_string(backend.sharedLimit) + " in all: " + backend.driver.describe(code)};
  sharedAllowed = bytes;
  return {};
}

Code CudaKernel::start(const GpuLaunch &launch) {
  const GpuDim &grid = launch.grid, &block = launch.block, &cluster = launch.cluster;
  if (uint64_t{cluster.x} * cluster.y * cluster.z == 1)
    return backend.driver.launchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                       launch.sharedBytes, backend.stream, launch.params, nullptr);
  LaunchAttribute attribute{};
  attribute.id = launchClusterDimension;
  attribute.value.clusterDim = {cluster.x, cluster.y, cluster.z};
  LaunchConfig config{
      grid.x,         grid.y,     grid.z, block.x, block.y, block.z, launch.sharedBytes,
      backend.stream, &attribute, 1};
  return backend.driver.launchKernelEx(&config, function, launch.params, nullptr);
}

Status CudaKernel::launch(const GpuLaunch &launch) {
  if (Status entered = backend.enter(); !entered)
    return entered;
  if (Status allowed = allowShared(launch.sharedBytes); !allowed)
    return allowed;
  bool isCluster = uint64_t{launch.cluster.x} * launch.cluster.y * launch.cluster.z != 1;
  if (isCluster && !backend.driver.launchKernelEx)
    return Error{"clusters need a driver for CUDA 11.8, got one for " +
                 backend.driver.versionText()};
  if (Status started = backend.checkKernel(start(launch)); !started)
    return started;
  backend.lastLaunched = name;
  return {};
}

Result<std::unique_ptr<GpuBackend>> halftone::runtime::createCudaBackend(int device) {
  return CudaBackend::create(device);
}
