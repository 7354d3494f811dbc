// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the CUDA Driver API that we use, found in libcuda.so.1 at run time, so
// that neither the compiler nor a step needs CUDA to be built. Names and types are
// those of the API's documentation; a test compares them with cuda.h where that is
// installed.
#ifndef HALFTONE_LIB_RUNTIME_CUDADRIVER_H
#define HALFTONE_LIB_RUNTIME_CUDADRIVER_H

#include "halftone/Support/Result.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace halftone::runtime::cuda {

using Code = int; ///< CUresult
using Device = int;
using Pointer = unsigned long long; ///< CUdeviceptr
using Context = struct OpaqueContext *;
using Module = struct OpaqueModule *;
using Function = struct OpaqueFunction *;
using Stream = struct OpaqueStream *;
using Pool = struct OpaquePool *;

constexpr Code success = 0;
constexpr Code noBinaryForGpu = 209;

constexpr int attributeMultiprocessors = 16;
constexpr int attributeCapabilityMajor = 75;
constexpr int attributeCapabilityMinor = 76;
constexpr int attributeSharedPerBlockOptin = 97;
constexpr int attributePoolsSupported = 115;

constexpr int functionMaxDynamicShared = 8;
constexpr int poolReleaseThreshold = 4;
constexpr unsigned streamNonBlocking = 1;
constexpr unsigned attachGlobal = 1;
constexpr unsigned hostRegisterPortable = 1;

constexpr int jitErrorLog = 5;
constexpr int jitErrorLogBytes = 6;
constexpr int jitOptimizationLevel = 7;

constexpr int launchClusterDimension = 4;

struct LaunchAttribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    struct {
      unsigned x, y, z;
    } clusterDim;
  } value;
};

struct LaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

// X(member, exported name, since: 0 or the driver's version where it is younger than
// the oldest that we run on, arguments)
#define HALFTONE_CUDA_DRIVER(X)                                                                    \
  X(init, cuInit, 0, (unsigned))                                                                   \
  X(driverGetVersion, cuDriverGetVersion, 0, (int *))                                              \
  X(getErrorName, cuGetErrorName, 0, (Code, const char **))                                        \
  X(getErrorString, cuGetErrorString, 0, (Code, const char **))                                    \
  X(deviceGet, cuDeviceGet, 0, (Device *, int))                                                    \
  X(deviceGetCount, cuDeviceGetCount, 0, (int *))                                                  \
  X(deviceGetName, cuDeviceGetName, 0, (char *, int, Device))                                      \
  X(deviceGetAttribute, cuDeviceGetAttribute, 0, (int *, int, Device))                             \
  X(deviceGetDefaultMemPool, cuDeviceGetDefaultMemPool, 11020, (Pool *, Device))                   \
  X(memPoolSetAttribute, cuMemPoolSetAttribute, 11020, (Pool, int, void *))                        \
  X(primaryCtxRetain, cuDevicePrimaryCtxRetain, 0, (Context *, Device))                            \
  X(primaryCtxRelease, cuDevicePrimaryCtxRelease_v2, 0, (Device))                                  \
  X(ctxSetCurrent, cuCtxSetCurrent, 0, (Context))                                                  \
  X(moduleLoadDataEx, cuModuleLoadDataEx, 0, (Module *, const void *, unsigned, int *, void **))   \
  X(moduleUnload, cuModuleUnload, 0, (Module))                                                     \
  X(moduleGetFunction, cuModuleGetFunction, 0, (Function *, Module, const char *))                 \
  X(funcSetAttribute, cuFuncSetAttribute, 0, (Function, int, int))                                 \
  X(launchKernel, cuLaunchKernel, 0,                                                               \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream,       \
     void **, void **))                                                                            \
  X(launchKernelEx, cuLaunchKernelEx, 11080, (const LaunchConfig *, Function, void **, void **))   \
  X(streamCreate, cuStreamCreate, 0, (Stream *, unsigned))                                         \
  X(streamDestroy, cuStreamDestroy_v2, 0, (Stream))                                                \
  X(streamSynchronize, cuStreamSynchronize, 0, (Stream))                                           \
  X(memAlloc, cuMemAlloc_v2, 0, (Pointer *, size_t))                                               \
  X(memAllocAsync, cuMemAllocAsync, 11020, (Pointer *, size_t, Stream))                            \
  X(memAllocManaged, cuMemAllocManaged, 0, (Pointer *, size_t, unsigned))                          \
  X(memFree, cuMemFree_v2, 0, (Pointer))                                                           \
  X(memFreeAsync, cuMemFreeAsync, 11020, (Pointer, Stream))                                        \
  X(memcpyAsync, cuMemcpyAsync, 0, (Pointer, Pointer, size_t, Stream))                             \
  X(memsetD16Async, cuMemsetD16Async, 0, (Pointer, unsigned short, size_t, Stream))                \
  X(memsetD32Async, cuMemsetD32Async, 0, (Pointer, unsigned, size_t, Stream))                      \
  X(memHostRegister, cuMemHostRegister_v2, 0, (void *, size_t, unsigned))                          \
  X(memHostUnregister, cuMemHostUnregister, 0, (void *))                                           \
  X(tensorMapEncodeTiled, cuTensorMapEncodeTiled, 12000,                                           \
    (void *, int, uint32_t, void *, const uint64_t *, const uint64_t *, const uint32_t *,          \
     const uint32_t *, int, int, int, int))

/// The entry points. Those that the driver is too old for are null.
struct Driver {
#define HALFTONE_MEMBER(member, symbol, since, arguments) Code(*member) arguments = nullptr;
  HALFTONE_CUDA_DRIVER(HALFTONE_MEMBER)
#undef HALFTONE_MEMBER
  int version = 0; ///< 12010 for CUDA 12.1

  /// Loads libcuda.so.1, or what HALFTONE_LIBCUDA names, and initialises it. The
  /// library stays loaded.
  static Result<Driver> load();

  /// "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)"
  std::string describe(Code code) const;
  /// "12.1"
  std::string versionText() const;
};

} // namespace halftone::runtime::cuda

#endif // HALFTONE_LIB_RUNTIME_CUDADRIVER_H
