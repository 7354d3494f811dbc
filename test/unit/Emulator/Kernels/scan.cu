// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive sums: of a warp, of a block, and of any number of blocks in one pass, each
// block looking back over what those before it have published (Merrill and Garland's
// decoupled look-back).
#include <cstdint>

__device__ unsigned warpScan(unsigned value) {
  unsigned lane = threadIdx.x % 32;
  for (unsigned step = 1; step < 32; step *= 2) {
    unsigned below = __shfl_up_sync(~0u, value, step);
    if (lane >= step)
      value += below;
  }
  return value;
}

/// Whole warps only.
__device__ unsigned blockScan(unsigned value) {
  __shared__ unsigned sums[32];
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warpScan(value);
  if (lane == 31)
    sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    unsigned sum = lane < blockDim.x / 32 ? sums[lane] : 0;
    sum = warpScan(sum);
    __syncwarp();
    sums[lane] = sum;
  }
  __syncthreads();
  return warp ? value + sums[warp - 1] : value;
}

extern "C" __global__ void scanWarps(const unsigned *x, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = warpScan(i < n ? x[i] : 0);
  if (i < n)
    out[i] = sum;
}

extern "C" __global__ void scanBlocks(const unsigned *x, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = blockScan(i < n ? x[i] : 0);
  if (i < n)
    out[i] = sum;
}

/// A tile's state: what it knows in the high half (nothing, its own sum, the sum up to
/// its end), the sum in the low half. All zero before, and `ticket` too.
extern "C" __global__ void scanLookBack(const unsigned *x, unsigned *out, int n,
                                        unsigned long long *states, unsigned *ticket) {
  constexpr unsigned long long own = 1ull << 32, upTo = 2ull << 32;
  __shared__ unsigned tile, before, total;
  if (threadIdx.x == 0)
    tile = atomicAdd(ticket, 1);
  __syncthreads();
  int i = tile * blockDim.x + threadIdx.x;
  unsigned sum = blockScan(i < n ? x[i] : 0);
  if (threadIdx.x == blockDim.x - 1)
    total = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicExch(&states[tile], (tile ? own : upTo) | total);
    unsigned exclusive = 0;
    for (int back = static_cast<int>(tile) - 1; back >= 0;) {
      unsigned long long state = atomicAdd(&states[back], 0ull);
      if (!(state >> 32))
        continue;
      exclusive += static_cast<unsigned>(state);
      if (state >> 33)
        break;
      --back;
    }
    if (tile)
      atomicExch(&states[tile], upTo | (exclusive + total));
    before = exclusive;
  }
  __syncthreads();
  if (i < n)
    out[i] = before + sum;
}
