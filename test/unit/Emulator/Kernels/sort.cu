// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting: a bitonic network in shared memory and over global memory, and one pass of a
// radix sort (digits of four bits, stable): counts, offsets, scatter.
#include <cstdint>

__device__ void exchange(uint32_t &a, uint32_t &b, bool up) {
  if ((a > b) == up) {
    uint32_t old = a;
    a = b, b = old;
  }
}

/// Sorts each block's 2 * blockDim.x keys, ascending.
extern "C" __global__ void bitonicShared(uint32_t *keys) {
  extern __shared__ uint32_t local[];
  unsigned n = 2 * blockDim.x;
  keys += blockIdx.x * n;
  local[threadIdx.x] = keys[threadIdx.x];
  local[threadIdx.x + blockDim.x] = keys[threadIdx.x + blockDim.x];
  for (unsigned size = 2; size <= n; size *= 2)
    for (unsigned stride = size / 2; stride; stride /= 2) {
      __syncthreads();
      unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      exchange(local[i], local[i + stride], !(i & size));
    }
  __syncthreads();
  keys[threadIdx.x] = local[threadIdx.x];
  keys[threadIdx.x + blockDim.x] = local[threadIdx.x + blockDim.x];
}

/// One step of the network over global memory.
extern "C" __global__ void bitonicStep(uint32_t *keys, unsigned stride, unsigned size) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * t - (t & (stride - 1));
  exchange(keys[i], keys[i + stride], !(i & size));
}

constexpr int digits = 16;

/// counts[digit][block] of a block's share; blocks of 128.
extern "C" __global__ void radixCount(const uint32_t *keys, unsigned *counts, int n, int shift) {
  __shared__ unsigned local[digits];
  if (threadIdx.x < digits)
    local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&local[keys[i] >> shift & (digits - 1)], 1u);
  __syncthreads();
  if (threadIdx.x < digits)
    counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

/// Exclusive sums over all counts, by one warp.
extern "C" __global__ void radixScan(unsigned *counts, int n) {
  unsigned before = 0;
  for (int base = 0; base < n; base += 32) {
    int i = base + threadIdx.x;
    unsigned own = i < n ? counts[i] : 0, sum = own;
    for (unsigned step = 1; step < 32; step *= 2) {
      unsigned below = __shfl_up_sync(~0u, sum, step);
      if (threadIdx.x >= step)
        sum += below;
    }
    if (i < n)
      counts[i] = before + sum - own;
    before += __shfl_sync(~0u, sum, 31);
  }
}

extern "C" __global__ void radixScatter(const uint32_t *keys, const uint32_t *values,
                                        uint32_t *outKeys, uint32_t *outValues,
                                        const unsigned *offsets, int n, int shift) {
  __shared__ unsigned warpCounts[4][digits];
  int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 4 * digits)
    warpCounts[threadIdx.x / digits][threadIdx.x % digits] = 0;
  __syncthreads();
  uint32_t key = i < n ? keys[i] : 0;
  unsigned digit = i < n ? key >> shift & (digits - 1) : digits;
  unsigned same = __match_any_sync(~0u, digit), below = same & ((1u << lane) - 1);
  if (digit < digits && !below)
    warpCounts[warp][digit] = __popc(same);
  __syncthreads();
  if (i >= n)
    return;
  unsigned place = offsets[digit * gridDim.x + blockIdx.x] + __popc(below);
  for (int w = 0; w < warp; ++w)
    place += warpCounts[w][digit];
  outKeys[place] = key;
  outValues[place] = values[i];
}
