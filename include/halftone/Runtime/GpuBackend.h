// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the GPU runtime runs on: CUDA's driver, or the emulator. Calls come one at a
// time, and work happens in their order. Everything that is made from a backend is
// destroyed before it.
#ifndef HALFTONE_RUNTIME_GPUBACKEND_H
#define HALFTONE_RUNTIME_GPUBACKEND_H

#include "halftone/Support/Result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace halftone::runtime {

/// A module's code as the step holds it: fat binary, cubin or PTX (see GpuImage.h).
struct GpuCode {
  std::string_view image;
  int optLevel = -1; ///< for PTX, 0 to 4; -1: the driver's default
};

struct GpuDim {
  uint32_t x = 1, y = 1, z = 1;
};

struct GpuLaunch {
  GpuDim grid, block;
  GpuDim cluster; ///< blocks in a cluster
  uint32_t sharedBytes = 0;
  void **params = nullptr; ///< each points at an argument's value
  int64_t numParams = -1;  ///< -1: not told
};

/// A tensor map as CUDA's driver makes it: its numbers, innermost dimension first.
struct GpuTensorMap {
  int32_t type = 0, interleave = 0, swizzle = 0, l2Promotion = 0, fill = 0;
  uint32_t rank = 0;
  void *address = nullptr;
  uint64_t sizes[5] = {};   ///< elements
  uint64_t strides[5] = {}; ///< bytes, of dimensions 1, 2, …
  uint32_t box[5] = {};
  static constexpr size_t bytes = 128;
};

class GpuKernel {
public:
  virtual ~GpuKernel() = default;
  /// Messages don't name the kernel; the caller does.
  virtual Status launch(const GpuLaunch &launch) = 0;
};

class GpuModule {
public:
  virtual ~GpuModule() = default;
  virtual Result<std::unique_ptr<GpuKernel>> kernel(const std::string &name) = 0;
};

class GpuBackend {
public:
  virtual ~GpuBackend() = default;

  virtual std::string_view name() const = 0; ///< as in --device
  virtual const std::string &description() const = 0;
  /// 80 for compute capability 8.0; 0 where code for every target runs.
  virtual int capability() const = 0;

  virtual Result<std::unique_ptr<GpuModule>> load(const GpuCode &code) = 0;
  /// `bytes` is not 0. `hostShared`: the host may use the address too.
  virtual Result<void *> allocate(size_t bytes, bool hostShared) = 0;
  virtual Status free(void *memory) = 0;
  /// Either side may be host memory.
  virtual Status copy(void *to, const void *from, size_t bytes) = 0;
  virtual Status fill16(void *to, uint16_t value, size_t count) = 0;
  virtual Status fill32(void *to, uint32_t value, size_t count) = 0;
  virtual Status registerHost(void *memory, size_t bytes) = 0;
  virtual Status unregisterHost(void *memory) = 0;
  virtual Status synchronize() = 0;
  /// Fills the map at `map`: `GpuTensorMap::bytes` of the host, aligned to 64.
  virtual Status encode(const GpuTensorMap &tensor, void *map) = 0;
};

/// `device` counts from 0.
Result<std::unique_ptr<GpuBackend>> createCudaBackend(int device);
Result<std::unique_ptr<GpuBackend>> createEmulatedBackend();

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_GPUBACKEND_H
