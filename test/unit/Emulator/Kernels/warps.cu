// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Votes, matches and masks of warps; additions that a warp makes together; a stream that
// keeps what is positive.
#include <cstdint>

extern "C" __global__ void votes(const int *x, unsigned *out) {
  int value = x[threadIdx.x], all;
  unsigned *row = out + 8 * threadIdx.x;
  row[0] = __ballot_sync(~0u, value > 0), row[1] = __all_sync(~0u, value > -100);
  row[2] = __any_sync(~0u, value == 3), row[3] = __match_any_sync(~0u, value);
  row[4] = __match_all_sync(~0u, value / 100, &all), row[5] = static_cast<unsigned>(all);
  row[6] = row[7] = 0;
  if (value & 1) {
    unsigned mask = __activemask();
    row[6] = mask;
    row[7] = __ballot_sync(mask, value > 0);
  }
}

/// Shuffles of every kind with widths, of 64-bit values too.
extern "C" __global__ void shuffles(const long long *x, long long *out) {
  long long value = x[threadIdx.x], *row = out + 5 * threadIdx.x;
  row[0] = __shfl_sync(~0u, value, threadIdx.x * 5 % 32);
  row[1] = __shfl_up_sync(~0u, value, 3, 16);
  row[2] = __shfl_down_sync(~0u, value, 2, 8);
  row[3] = __shfl_xor_sync(~0u, value, 5, 8);
  row[4] = __shfl_sync(~0u, value, 9, 4);
}

__device__ unsigned addTogether(unsigned *count) {
  unsigned mask = __activemask(), lane = threadIdx.x % 32, leader = __ffs(mask) - 1, base = 0;
  if (lane == leader)
    base = atomicAdd(count, __popc(mask));
  base = __shfl_sync(mask, base, leader);
  return base + __popc(mask & ((1u << lane) - 1));
}

/// Keeps positive numbers in any order.
extern "C" __global__ void compact(const int *x, int *out, unsigned *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0)
    out[addTogether(count)] = x[i];
}

/// Keeps them in order; one block, whole warps.
extern "C" __global__ void compactInOrder(const int *x, int *out, unsigned *count, int n) {
  __shared__ unsigned counts[32], base;
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (threadIdx.x == 0)
    base = 0;
  for (int begin = 0; begin < n; begin += blockDim.x) {
    int i = begin + threadIdx.x, value = i < n ? x[i] : 0;
    unsigned keep = __ballot_sync(~0u, value > 0);
    if (lane == 0)
      counts[warp] = __popc(keep);
    __syncthreads();
    unsigned place = base + __popc(keep & ((1u << lane) - 1)), total = 0;
    for (unsigned w = 0; w < warps; ++w) {
      place += w < warp ? counts[w] : 0;
      total += counts[w];
    }
    if (value > 0)
      out[place] = value;
    __syncthreads();
    if (threadIdx.x == 0)
      base += total;
  }
  if (threadIdx.x == 0)
    *count = base;
}
