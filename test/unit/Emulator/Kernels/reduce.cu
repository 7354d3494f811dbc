// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over a vector: of a warp by shuffles, of a block through shared memory, of the
// grid by one atomic addition for each block, or in a fixed order by whichever block
// comes last. And the place of the largest value.
#include <cstdint>

__device__ float warpSum(float value) {
  for (int step = 16; step; step /= 2)
    value += __shfl_xor_sync(~0u, value, step);
  return value;
}

/// The sum in every lane of warp 0; whole warps only.
__device__ float blockSum(float value) {
  __shared__ float parts[32];
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warpSum(value);
  if (lane == 0)
    parts[warp] = value;
  __syncthreads();
  if (warp == 0)
    value = warpSum(lane < blockDim.x / 32 ? parts[lane] : 0.0f);
  return value;
}

__device__ float strided(const float *x, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += x[i];
  return sum;
}

extern "C" __global__ void sumWarps(const float *__restrict__ x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = warpSum(i < n ? x[i] : 0.0f);
  if (i % 32 == 0)
    out[i / 32] = sum;
}

extern "C" __global__ void sumBlocks(const float *__restrict__ x, float *out, int n) {
  float sum = blockSum(strided(x, n));
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

extern "C" __global__ void sumAtomic(const float *__restrict__ x, float *out, int n) {
  float sum = blockSum(strided(x, n));
  if (threadIdx.x == 0)
    atomicAdd(out, sum);
}

/// `parts` holds a value for each block; `count` is 0 before and after.
extern "C" __global__ void sumLastBlock(const float *__restrict__ x, float *parts, unsigned *count,
                                        float *out, int n) {
  __shared__ bool last;
  float sum = blockSum(strided(x, n));
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last)
    return;
  float total = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    total += parts[i];
  total = blockSum(total);
  if (threadIdx.x == 0)
    *out = total;
}

/// The largest value and the first place of it, packed so that one 64-bit maximum
/// finds both; `best` is 0 before.
extern "C" __global__ void argmax(const float *__restrict__ x, unsigned long long *best, int n) {
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint32_t bits = __float_as_uint(x[i]);
    bits ^= bits >> 31 ? 0xffffffffu : 0x80000000u; // in the order of the numbers
    unsigned long long key = static_cast<unsigned long long>(bits) << 32 | (0xffffffffu - i);
    mine = key > mine ? key : mine;
  }
  for (int step = 16; step; step /= 2) {
    unsigned long long other = __shfl_down_sync(~0u, mine, step);
    mine = other > mine ? other : mine;
  }
  if (threadIdx.x % 32 == 0)
    atomicMax(best, mine);
}
