// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface of the GPU runtime, which is linked into every step for a GPU.
//
// `mgpu*` is the interface that MLIR's GPU dialect lowers to: the step's host code
// calls it. `halftone_gpu_*` is ours, for whoever runs the step: it chooses the
// backend and hears of errors. Device.h wraps it for the trainer.
//
// What callers may rely on:
//   - There is one stream. Every stream and event is that stream, so work runs in the
//     order of the calls, and creating and destroying them costs nothing.
//   - `mgpu*` cannot return errors. The first error is kept, and every call after it
//     does nothing (allocation gives null) until `halftone_gpu_take_error`.
//   - Modules load when the first of their functions is asked for, so
//     `mgpuModuleLoad` may run in a global constructor, before a backend is chosen.
//   - Calls may come from any thread, one at a time each.
//   - A backend lives as long as the step's library: what the step keeps on the
//     device (its workspace) stays valid.
#ifndef HALFTONE_RUNTIME_GPURUNTIME_H
#define HALFTONE_RUNTIME_GPURUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HALFTONE_GPU_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Ours
//===----------------------------------------------------------------------===//

/// Opens the backend "cuda" (libcuda.so.1, device HALFTONE_CUDA_DEVICE or 0) or
/// "emulated" (the step's PTX on the CPU). Null, or why it failed: valid until the
/// next call. Opening what is open does nothing; a second backend is an error.
/// A program that calls `mgpu*` before anything is open opens what HALFTONE_GPU_BACKEND
/// names, or "cuda"; errors are then printed, too, since it may ask for none.
HALFTONE_GPU_API const char *halftone_gpu_open(const char *backend);
/// The first error since the last call, or null. Waits for nothing, so what runs on the
/// device may still fail. The text is valid until the next call.
HALFTONE_GPU_API const char *halftone_gpu_take_error(void);
/// The device in words: "NVIDIA H200". Empty before a backend is open.
HALFTONE_GPU_API const char *halftone_gpu_description(void);
/// Compute capability, 80 for 8.0. Zero where code for every target runs, or before a
/// backend is open.
HALFTONE_GPU_API int32_t halftone_gpu_capability(void);

//===----------------------------------------------------------------------===//
// MLIR's
//===----------------------------------------------------------------------===//

/// A fat binary, cubin or PTX text of `size` bytes, which stay where they are until
/// the module is unloaded.
HALFTONE_GPU_API void *mgpuModuleLoad(void *image, size_t size);
/// NUL-terminated PTX.
HALFTONE_GPU_API void *mgpuModuleLoadJIT(void *ptx, int32_t optLevel);
HALFTONE_GPU_API void mgpuModuleUnload(void *module);
/// Cheap after the first call for a name.
HALFTONE_GPU_API void *mgpuModuleGetFunction(void *module, const char *name);

/// `params[i]` points at the value of argument `i`.
HALFTONE_GPU_API void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                                       intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                                       intptr_t blockZ, int32_t sharedBytes, void *stream,
                                       void **params, void **extra, size_t numParams);
HALFTONE_GPU_API void mgpuLaunchClusterKernel(void *function, intptr_t clusterX, intptr_t clusterY,
                                              intptr_t clusterZ, intptr_t gridX, intptr_t gridY,
                                              intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                                              intptr_t blockZ, int32_t sharedBytes, void *stream,
                                              void **params, void **extra);

/// Contents are undefined; never null for zero bytes. `hostShared`: the host may use
/// it too.
HALFTONE_GPU_API void *mgpuMemAlloc(uint64_t bytes, void *stream, bool hostShared);
HALFTONE_GPU_API void mgpuMemFree(void *memory, void *stream);
/// Either side may be host memory. A copy out is done when `mgpuStreamSynchronize`
/// returns; a copy in has read its source when this returns, unless that is registered.
HALFTONE_GPU_API void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream);
HALFTONE_GPU_API void mgpuMemset16(void *to, uint16_t value, size_t count, void *stream);
HALFTONE_GPU_API void mgpuMemset32(void *to, uint32_t value, size_t count, void *stream);

HALFTONE_GPU_API void *mgpuStreamCreate(void);
HALFTONE_GPU_API void mgpuStreamDestroy(void *stream);
/// Waits for all work.
HALFTONE_GPU_API void mgpuStreamSynchronize(void *stream);
HALFTONE_GPU_API void mgpuStreamWaitEvent(void *stream, void *event);
HALFTONE_GPU_API void *mgpuEventCreate(void);
HALFTONE_GPU_API void mgpuEventRecord(void *event, void *stream);
HALFTONE_GPU_API void mgpuEventDestroy(void *event);
HALFTONE_GPU_API void mgpuEventSynchronize(void *event);

/// Makes host memory usable on the device. A descriptor is MLIR's ranked memref:
/// base, data, offset, sizes, strides; the other two take addresses.
HALFTONE_GPU_API void mgpuMemHostRegister(void *memory, uint64_t bytes);
HALFTONE_GPU_API void mgpuMemHostUnregister(void *memory);
HALFTONE_GPU_API void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                                                int64_t elementBytes);
HALFTONE_GPU_API void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                                  int64_t elementBytes);

/// Which CUDA device to open; an error once one is open.
HALFTONE_GPU_API void mgpuSetDefaultDevice(int32_t device);
/// A tensor map of a memref, in device memory that lives as long as the backend. Numbers
/// are CUDA's; the box has the memref's order of dimensions, up to five.
HALFTONE_GPU_API void *mgpuTensorMapEncodeTiledMemref(int64_t rank, void *descriptor,
                                                      int32_t elementType, int32_t interleave,
                                                      int32_t swizzle, int32_t l2Promotion,
                                                      int32_t outOfBoundsFill,
                                                      int64_t *inputBoxSizes);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // HALFTONE_RUNTIME_GPURUNTIME_H
