// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface over a backend: errors kept instead of returned, modules loaded
// when first needed.
//
// A step's global constructors and destructors load and unload its modules, before
// and after those of this file. So the state is plain data, whose initialisers are
// constants, and it goes in a destructor of its own that runs after the step's.
#include "halftone/Runtime/GpuRuntime.h"

#include "halftone/Runtime/GpuBackend.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace halftone;
using namespace halftone::runtime;

namespace {

struct Kernel {
  std::string name;
  std::unique_ptr<GpuKernel> code;
};

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

/// One that the step announced; loaded when needed.
struct Module {
  GpuCode source;
  std::unique_ptr<GpuModule> code;
  std::unordered_map<std::string, Kernel, TextHash, std::equal_to<>> kernels;
};

/// Lives from the opening of a backend, or the first error, to the end of the library.
struct State {
  std::unique_ptr<GpuBackend> backend;
  std::string error;       ///< the first, empty where there is none
  bool unattended = false; ///< nobody opened the backend, so nobody may ask for errors
  std::string handedOut;   ///< what callers of `halftone_gpu_*` hold
};

std::mutex mutex;
State *state = nullptr;
int defaultDevice = -1; ///< -1: the environment's

State &getState() {
  if (!state)
    state = new State;
  return *state;
}

[[gnu::destructor(110)]] void closeState() {
  delete state; // the step's modules went at 123
  state = nullptr;
}

void fail(const std::string &what, const std::string &why) {
  State &current = getState();
  if (!current.error.empty())
    return;
  current.error = what + " failed: " + why;
  if (current.unattended)
    std::fprintf(stderr, "halftone: %s\n", current.error.c_str());
}

/// Keeps the error of an operation.
void check(const Status &status, const std::string &what) {
  if (!status)
    fail(what, status.error());
}

Result<int> chosenDevice() {
  const char *text = std::getenv("HALFTONE_CUDA_DEVICE");
  if (defaultDevice >= 0 || !text || !*text)
    return std::max(defaultDevice, 0);
  char *end;
  long number = std::strtol(text, &end, 10);
  if (*end || number < 0 || number > INT_MAX)
    return Error{std::string("HALFTONE_CUDA_DEVICE: expected the number of a device, got '") +
                 text + "'"};
  return static_cast<int>(number);
}

Result<std::unique_ptr<GpuBackend>> create(std::string_view name) {
  if (name == "emulated")
    return createEmulatedBackend();
  if (name != "cuda")
    return Error{"expected the backend 'cuda' or 'emulated', got '" + std::string(name) + "'"};
  Result<int> device = chosenDevice();
  return device ? createCudaBackend(*device)
                : Result<std::unique_ptr<GpuBackend>>(device.takeError());
}

Status open(std::string_view name) {
  State &current = getState();
  if (current.backend && current.backend->name() == name)
    return {};
  if (current.backend)
    return Error{"the step already runs on '" + std::string(current.backend->name()) +
                 "', and cannot run on '" + std::string(name) + "' in the same process"};
  Result<std::unique_ptr<GpuBackend>> backend = create(name);
  if (!backend)
    return backend.takeError();
  current.backend = std::move(*backend);
  return {};
}

/// The backend for one more operation, or null while there is an error.
GpuBackend *usable() {
  State &current = getState();
  if (!current.error.empty())
    return nullptr;
  if (!current.backend) {
    current.unattended = true;
    const char *name = std::getenv("HALFTONE_GPU_BACKEND");
    check(open(name && *name ? name : "cuda"), "opening the device");
  }
  return current.backend.get();
}

/// A text for the caller, or null where it is empty.
const char *handOut(std::string text) {
  std::string &held = getState().handedOut;
  held = std::move(text);
  return held.empty() ? nullptr : held.c_str();
}

/// What stands for the stream and for every event: any address but null.
void *streamToken() { return &mutex; }

bool toDim(const char *what, const std::string &kernel, intptr_t x, intptr_t y, intptr_t z,
           GpuDim &dim) {
  bool valid = true;
  for (intptr_t size : {x, y, z})
    valid &= size >= 0 && size <= intptr_t{INT32_MAX};
  dim = {static_cast<uint32_t>(x), static_cast<uint32_t>(y), static_cast<uint32_t>(z)};
  if (!valid)
    fail("launch of kernel '" + kernel + "'", std::string(what) + " is " + std::to_string(x) +
                                                  " x " + std::to_string(y) + " x " +
                                                  std::to_string(z));
  return valid;
}

void launch(void *function, const GpuLaunch &launch) {
  auto *kernel = static_cast<Kernel *>(function);
  uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  if (blocks) // a grid without blocks is legal in MLIR, and an error in CUDA
    check(kernel->code->launch(launch), "launch of kernel '" + kernel->name + "'");
}

/// Where a ranked memref's elements are, first to last.
std::pair<char *, size_t> rangeOf(int64_t rank, void *descriptor, int64_t elementBytes) {
  struct Header {
    char *base, *data;
    int64_t offset;
  };
  Header header;
  std::memcpy(&header, descriptor, sizeof header);
  auto *sizes = reinterpret_cast<const int64_t *>(static_cast<char *>(descriptor) + sizeof header);
  const int64_t *strides = sizes + rank;
  int64_t first = header.offset, last = header.offset;
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] == 0)
      return {header.data, 0};
    (strides[i] < 0 ? first : last) += (sizes[i] - 1) * strides[i];
  }
  return {header.data + first * elementBytes,
          static_cast<size_t>((last - first + 1) * elementBytes)};
}

} // namespace

//===----------------------------------------------------------------------===//
// Ours
//===----------------------------------------------------------------------===//

const char *halftone_gpu_open(const char *backend) {
  std::lock_guard lock(mutex);
  return handOut(open(backend).takeError().message);
}

const char *halftone_gpu_take_error() {
  std::lock_guard lock(mutex);
  return handOut(std::exchange(getState().error, {}));
}

const char *halftone_gpu_description() {
  std::lock_guard lock(mutex);
  return state && state->backend ? state->backend->description().c_str() : "";
}

int32_t halftone_gpu_capability() {
  std::lock_guard lock(mutex);
  return state && state->backend ? state->backend->capability() : 0;
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

void *mgpuModuleLoad(void *image, size_t size) {
  return new Module{{{static_cast<const char *>(image), size}, -1}, nullptr, {}};
}

void *mgpuModuleLoadJIT(void *ptx, int32_t optLevel) {
  return new Module{{static_cast<const char *>(ptx), std::clamp(optLevel, 0, 4)}, nullptr, {}};
}

void mgpuModuleUnload(void *module) {
  std::lock_guard lock(mutex);
  delete static_cast<Module *>(module);
}

void *mgpuModuleGetFunction(void *handle, const char *name) {
  std::lock_guard lock(mutex);
  auto *module = static_cast<Module *>(handle);
  GpuBackend *backend = usable();
  if (!backend)
    return nullptr;
  if (auto found = module->kernels.find(std::string_view(name)); found != module->kernels.end())
    return &found->second;
  if (!module->code) {
    Result<std::unique_ptr<GpuModule>> code = backend->load(module->source);
    if (!code)
      return fail("loading the module of kernel '" + std::string(name) + "'", code.error()),
             nullptr;
    module->code = std::move(*code);
  }
  Result<std::unique_ptr<GpuKernel>> kernel = module->code->kernel(name);
  if (!kernel)
    return fail("looking up kernel '" + std::string(name) + "'", kernel.error()), nullptr;
  return &module->kernels.emplace(name, Kernel{name, std::move(*kernel)}).first->second;
}

void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                      intptr_t blockX, intptr_t blockY, intptr_t blockZ, int32_t sharedBytes,
                      void *, void **params, void **, size_t numParams) {
  std::lock_guard lock(mutex);
  if (!usable())
    return;
  const std::string &name = static_cast<Kernel *>(function)->name;
  GpuLaunch work;
  if (!toDim("its grid", name, gridX, gridY, gridZ, work.grid) ||
      !toDim("its block", name, blockX, blockY, blockZ, work.block))
    return;
  work.sharedBytes = static_cast<uint32_t>(std::max(sharedBytes, 0));
  work.params = params;
  work.numParams = static_cast<int64_t>(numParams);
  launch(function, work);
}

void mgpuLaunchClusterKernel(void *function, intptr_t clusterX, intptr_t clusterY,
                             intptr_t clusterZ, intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                             intptr_t blockX, intptr_t blockY, intptr_t blockZ, int32_t sharedBytes,
                             void *, void **params, void **) {
  std::lock_guard lock(mutex);
  if (!usable())
    return;
  const std::string &name = static_cast<Kernel *>(function)->name;
  GpuLaunch work;
  if (!toDim("its cluster", name, clusterX, clusterY, clusterZ, work.cluster) ||
      !toDim("its grid", name, gridX, gridY, gridZ, work.grid) ||
      !toDim("its block", name, blockX, blockY, blockZ, work.block))
    return;
  work.sharedBytes = static_cast<uint32_t>(std::max(sharedBytes, 0));
  work.params = params;
  launch(function, work);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *mgpuMemAlloc(uint64_t bytes, void *, bool hostShared) {
  std::lock_guard lock(mutex);
  GpuBackend *backend = usable();
  if (!backend)
    return nullptr;
  Result<void *> memory = backend->allocate(std::max<uint64_t>(bytes, 1), hostShared);
  if (!memory)
    return fail("allocation of " + std::to_string(bytes) + " bytes", memory.error()), nullptr;
  return *memory;
}

void mgpuMemFree(void *memory, void *) {
  std::lock_guard lock(mutex);
  // Memory goes also where something failed, or it would be lost.
  if (memory && state && state->backend)
    check(state->backend->free(memory), "freeing memory");
}

void mgpuMemcpy(void *to, void *from, size_t bytes, void *) {
  std::lock_guard lock(mutex);
  GpuBackend *backend = bytes ? usable() : nullptr;
  if (backend)
    check(backend->copy(to, from, bytes), "copy of " + std::to_string(bytes) + " bytes");
}

void mgpuMemset16(void *to, uint16_t value, size_t count, void *) {
  std::lock_guard lock(mutex);
  GpuBackend *backend = count ? usable() : nullptr;
  if (backend)
    check(backend->fill16(to, value, count), "filling " + std::to_string(count * 2) + " bytes");
}

void mgpuMemset32(void *to, uint32_t value, size_t count, void *) {
  std::lock_guard lock(mutex);
  GpuBackend *backend = count ? usable() : nullptr;
  if (backend)
    check(backend->fill32(to, value, count), "filling " + std::to_string(count * 4) + " bytes");
}

void mgpuMemHostRegister(void *memory, uint64_t bytes) {
  std::lock_guard lock(mutex);
  GpuBackend *backend = bytes ? usable() : nullptr;
  if (backend)
    check(backend->registerHost(memory, bytes),
          "registering " + std::to_string(bytes) + " bytes of host memory");
}

void mgpuMemHostUnregister(void *memory) {
  std::lock_guard lock(mutex);
  if (GpuBackend *backend = usable())
    check(backend->unregisterHost(memory), "unregistering host memory");
}

void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor, int64_t elementBytes) {
  auto [memory, bytes] = rangeOf(rank, descriptor, elementBytes);
  mgpuMemHostRegister(memory, bytes);
}

void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor, int64_t elementBytes) {
  auto [memory, bytes] = rangeOf(rank, descriptor, elementBytes);
  if (bytes)
    mgpuMemHostUnregister(memory);
}

//===----------------------------------------------------------------------===//
// The stream and its events
//===----------------------------------------------------------------------===//

void *mgpuStreamCreate() { return streamToken(); }
void mgpuStreamDestroy(void *) {}

void mgpuStreamSynchronize(void *) {
  std::lock_guard lock(mutex);
  if (GpuBackend *backend = usable())
    check(backend->synchronize(), "waiting for the device");
}

// What comes after an event's record on one stream waits for it anyway.
void mgpuStreamWaitEvent(void *, void *) {}
void *mgpuEventCreate() { return streamToken(); }
void mgpuEventRecord(void *, void *) {}
void mgpuEventDestroy(void *) {}
void mgpuEventSynchronize(void *) { mgpuStreamSynchronize(nullptr); }

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

void mgpuSetDefaultDevice(int32_t device) {
  std::lock_guard lock(mutex);
  if (state && state->backend)
    return fail("choosing device " + std::to_string(device),
                "the step already runs on '" + state->backend->description() + "'");
  defaultDevice = device;
}

/// Bytes of an element by CUDA's number of its type; 0 where it is none.
static uint64_t tensorElementBytes(int32_t type) {
  static constexpr uint8_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return type >= 0 && static_cast<size_t>(type) < std::size(bytes) ? bytes[type] : 0;
}

static Status describeTensor(int64_t rank, void *descriptor, const int64_t *box,
                             GpuTensorMap &tensor) {
  uint64_t bytes = tensorElementBytes(tensor.type);
  if (rank < 1 || rank > 5)
    return Error{"expected a tensor of one to five dimensions, got " + std::to_string(rank)};
  if (!bytes)
    return Error{"unknown element type " + std::to_string(tensor.type)};
  struct Header {
    char *base, *data;
    int64_t offset;
  };
  Header header;
  std::memcpy(&header, descriptor, sizeof header);
  auto *sizes = reinterpret_cast<const int64_t *>(static_cast<char *>(descriptor) + sizeof header);
  const int64_t *strides = sizes + rank;
  if (strides[rank - 1] != 1)
    return Error{"the innermost stride must be 1, got " + std::to_string(strides[rank - 1])};
  tensor.rank = static_cast<uint32_t>(rank);
  tensor.address = header.data + header.offset * static_cast<int64_t>(bytes);
  for (int64_t i = 0; i < rank; ++i) {
    tensor.sizes[i] = static_cast<uint64_t>(sizes[rank - 1 - i]);
    tensor.box[i] = static_cast<uint32_t>(box[rank - 1 - i]);
    if (i + 1 < rank)
      tensor.strides[i] = static_cast<uint64_t>(strides[rank - 2 - i]) * bytes;
  }
  return {};
}

void *mgpuTensorMapEncodeTiledMemref(int64_t rank, void *descriptor, int32_t elementType,
                                     int32_t interleave, int32_t swizzle, int32_t l2Promotion,
                                     int32_t outOfBoundsFill, int64_t *inputBoxSizes) {
  std::lock_guard lock(mutex);
  GpuBackend *backend = usable();
  if (!backend)
    return nullptr;
  const char *what = "making a tensor map";
  GpuTensorMap tensor;
  tensor.type = elementType;
  tensor.interleave = interleave;
  tensor.swizzle = swizzle;
  tensor.l2Promotion = l2Promotion;
  tensor.fill = outOfBoundsFill;
  alignas(64) unsigned char map[GpuTensorMap::bytes] = {};
  Status made = describeTensor(rank, descriptor, inputBoxSizes, tensor);
  if (made)
    made = backend->encode(tensor, map);
  if (!made)
    return fail(what, made.error()), nullptr;
  Result<void *> memory = backend->allocate(sizeof map, /*hostShared=*/false);
  if (!memory)
    return fail(what, memory.error()), nullptr;
  if (Status copied = backend->copy(*memory, map, sizeof map); !copied)
    return fail(what, copied.error()), nullptr;
  return *memory;
}
