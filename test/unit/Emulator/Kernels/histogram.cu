// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histograms of bytes: straight into global memory, by way of shared memory, and with
// one addition for all lanes of a warp that meet in a bin.
#include <cstdint>

extern "C" __global__ void histogramGlobal(const uint8_t *x, unsigned *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[x[i]], 1u);
}

extern "C" __global__ void histogramShared(const uint8_t *x, unsigned *bins, int n) {
  __shared__ unsigned local[256];
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[x[i]], 1u);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    if (local[i])
      atomicAdd(&bins[i], local[i]);
}

extern "C" __global__ void histogramMatch(const uint8_t *x, unsigned *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned bin = x[i], active = __activemask();
    unsigned same = __match_any_sync(active, bin);
    if (threadIdx.x % 32 == __ffs(same) - 1u)
      atomicAdd(&bins[bin], __popc(same));
  }
}

/// The least byte in the low half of a word, the greatest in the high half, by
/// compare-and-swap.
extern "C" __global__ void rangeByCas(const uint8_t *x, unsigned *range, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned value = x[i], old = *reinterpret_cast<volatile unsigned *>(range);
    for (;;) {
      unsigned low = min(old & 0xffff, value), high = max(old >> 16, value);
      unsigned seen = atomicCAS(range, old, high << 16 | low);
      if (seen == old)
        break;
      old = seen;
    }
  }
}
