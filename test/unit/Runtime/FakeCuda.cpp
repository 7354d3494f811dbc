// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA driver over host memory, for HALFTONE_LIBCUDA: it knows the kernels of
// FakeStep.h by name. The environment makes it another machine, or lets calls fail:
//
//   FAKE_CUDA_VERSION=12000      the driver's version; older ones lack younger calls'
//                                effects, not their names
//   FAKE_CUDA_CAPABILITY=90      the device's
//   FAKE_CUDA_POOLS=0            no memory pools
//   FAKE_CUDA_FAIL=cuX:700       cuX returns 700
//   FAKE_CUDA_LOG=FILE           appends a line for each call that is of interest
#include "../../../lib/Runtime/CudaDriver.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

using namespace halftone::runtime::cuda;

namespace {

int setting(const char *name, int otherwise) {
  const char *text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

/// The code that this call is to return.
Code result(const char *call) {
  const char *fail = std::getenv("FAKE_CUDA_FAIL");
  size_t length = std::strlen(call);
  return fail && !std::strncmp(fail, call, length) && fail[length] == ':'
             ? std::atoi(fail + length + 1)
             : success;
}

[[gnu::format(printf, 1, 2)]] void log(const char *format, ...) {
  const char *path = std::getenv("FAKE_CUDA_LOG");
  FILE *file = path ? std::fopen(path, "a") : nullptr;
  if (!file)
    return;
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(file, format, arguments);
  va_end(arguments);
  std::fclose(file);
}

char context, stream, pool;

Code allocate(const char *call, Pointer *out, size_t bytes) {
  log("%s %zu\n", call, bytes);
  Code code = result(call);
  if (code == success)
    *out = reinterpret_cast<Pointer>(std::malloc(bytes));
  return code;
}

template <typename T> void *at(T address) { return reinterpret_cast<void *>(address); }

} // namespace

extern "C" {

Code cuInit(unsigned) { return result("cuInit"); }
Code cuDriverGetVersion(int *version) {
  *version = setting("FAKE_CUDA_VERSION", 13000);
  return result("cuDriverGetVersion");
}
Code cuGetErrorName(Code code, const char **name) {
  *name = code == 1     ? "CUDA_ERROR_INVALID_VALUE"
          : code == 2   ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == 209 ? "CUDA_ERROR_NO_BINARY_FOR_GPU"
          : code == 218 ? "CUDA_ERROR_INVALID_PTX"
          : code == 500 ? "CUDA_ERROR_NOT_FOUND"
          : code == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                        : nullptr;
  return *name ? 0 : 1;
}
Code cuGetErrorString(Code code, const char **text) {
  *text = code == 700 ? "an illegal memory access was encountered" : nullptr;
  return *text ? 0 : 1;
}

Code cuDeviceGetCount(int *count) {
  *count = setting("FAKE_CUDA_DEVICES", 2);
  return result("cuDeviceGetCount");
}
Code cuDeviceGet(Device *device, int index) { return *device = index, 0; }
Code cuDeviceGetName(char *name, int size, Device device) {
  std::snprintf(name, static_cast<size_t>(size), "Fake %d", device);
  return 0;
}
Code cuDeviceGetAttribute(int *value, int attribute, Device) {
  int capability = setting("FAKE_CUDA_CAPABILITY", 90);
  *value = attribute == attributeCapabilityMajor       ? capability / 10
           : attribute == attributeCapabilityMinor     ? capability % 10
           : attribute == attributeSharedPerBlockOptin ? 232448
           : attribute == attributePoolsSupported      ? setting("FAKE_CUDA_POOLS", 1)
                                                       : 0;
  return 0;
}
Code cuDeviceGetDefaultMemPool(Pool *out, Device) { return *out = Pool(&pool), 0; }
Code cuMemPoolSetAttribute(Pool, int, void *) { return 0; }
Code cuDevicePrimaryCtxRetain(Context *out, Device) { return *out = Context(&context), 0; }
Code cuDevicePrimaryCtxRelease_v2(Device device) {
  log("release %d\n", device);
  return 0;
}
Code cuCtxSetCurrent(Context) { return 0; }
Code cuStreamCreate(Stream *out, unsigned) { return *out = Stream(&stream), 0; }
Code cuStreamDestroy_v2(Stream) { return 0; }
Code cuStreamSynchronize(Stream) { return result("cuStreamSynchronize"); }

Code cuModuleLoadDataEx(Module *module, const void *image, unsigned numOptions, int *options,
                        void **values) {
  Code code = result("cuModuleLoadDataEx");
  for (unsigned i = 0; code != success && i < numOptions; ++i)
    if (options[i] == jitErrorLog)
      std::strcpy(static_cast<char *>(values[i]), "ptxas application, line 7; error: bad\n");
  *module = Module(const_cast<void *>(image));
  return code;
}
Code cuModuleUnload(Module) {
  log("unload\n");
  return 0;
}
Code cuModuleGetFunction(Function *function, Module, const char *name) {
  static const char *const known[] = {"axpy", "reverse", "stray"};
  for (const char *kernel : known)
    if (!std::strcmp(kernel, name))
      return *function = Function(const_cast<char *>(kernel)), result("cuModuleGetFunction");
  return 500;
}
Code cuFuncSetAttribute(Function function, int attribute, int value) {
  log("attribute %s %d %d\n", reinterpret_cast<char *>(function), attribute, value);
  return attribute == functionMaxDynamicShared && value > 232448 ? 1 : 0;
}

Code cuLaunchKernel(Function function, unsigned gridX, unsigned gridY, unsigned gridZ,
                    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared, Stream,
                    void **params, void **) {
  std::string name = reinterpret_cast<char *>(function);
  log("launch %s %u %u %u, %u %u %u, %u\n", name.c_str(), gridX, gridY, gridZ, blockX, blockY,
      blockZ, shared);
  if (Code code = result("cuLaunchKernel"); code != success || name == "stray")
    return code;
  if (name == "reverse") {
    float *x = *static_cast<float **>(params[0]);
    for (int i = 0, n = *static_cast<int *>(params[1]); i < n / 2; ++i)
      std::swap(x[i], x[n - 1 - i]);
    return success;
  }
  float a = *static_cast<float *>(params[0]);
  const float *x = *static_cast<float **>(params[1]);
  float *y = *static_cast<float **>(params[2]);
  for (int i = 0, n = *static_cast<int *>(params[3]); i < n; ++i)
    y[i] += a * x[i];
  return success;
}
Code cuLaunchKernelEx(const LaunchConfig *config, Function function, void **params, void **extra) {
  log("cluster %u %u %u\n", config->attributes->value.clusterDim.x,
      config->attributes->value.clusterDim.y, config->attributes->value.clusterDim.z);
  return cuLaunchKernel(function, config->gridX, config->gridY, config->gridZ, config->blockX,
                        config->blockY, config->blockZ, config->sharedBytes, config->stream, params,
                        extra);
}

Code cuMemAlloc_v2(Pointer *out, size_t bytes) { return allocate("cuMemAlloc", out, bytes); }
Code cuMemAllocAsync(Pointer *out, size_t bytes, Stream) {
  return allocate("cuMemAllocAsync", out, bytes);
}
Code cuMemAllocManaged(Pointer *out, size_t bytes, unsigned) {
  return allocate("cuMemAllocManaged", out, bytes);
}
Code cuMemFree_v2(Pointer pointer) {
  log("cuMemFree\n");
  return std::free(at(pointer)), 0;
}
Code cuMemFreeAsync(Pointer pointer, Stream) {
  log("cuMemFreeAsync\n");
  return std::free(at(pointer)), 0;
}
Code cuMemcpyAsync(Pointer to, Pointer from, size_t bytes, Stream) {
  return std::memmove(at(to), at(from), bytes), result("cuMemcpyAsync");
}
Code cuMemsetD16Async(Pointer to, unsigned short value, size_t count, Stream) {
  return std::fill_n(static_cast<unsigned short *>(at(to)), count, value), 0;
}
Code cuMemsetD32Async(Pointer to, unsigned value, size_t count, Stream) {
  return std::fill_n(static_cast<unsigned *>(at(to)), count, value), 0;
}
Code cuMemHostRegister_v2(void *memory, size_t bytes, unsigned) {
  log("register %zu\n", bytes);
  return 0;
}
Code cuTensorMapEncodeTiled(void *map, int type, uint32_t rank, void *, const uint64_t *sizes,
                            const uint64_t *strides, const uint32_t *box, const uint32_t *, int,
                            int swizzle, int, int) {
  log("tensor map %d %u, %d x %d by %d, box %u x %u, swizzle %d\n", type, rank,
      static_cast<int>(sizes[0]), static_cast<int>(sizes[1]), static_cast<int>(strides[0]), box[0],
      box[1], swizzle);
  return std::memset(map, 7, 128), result("cuTensorMapEncodeTiled");
}
Code cuMemHostUnregister(void *) {
  log("unregister\n");
  return 0;
}

} // extern "C"
