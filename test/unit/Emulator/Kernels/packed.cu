// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on pairs of narrow numbers, and additions to memory in f16x2, bf16x2, f16,
// bf16 and f64.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename Pair> __device__ Pair shuffled(Pair value, int step) {
  return __shfl_xor_sync(~0u, value, step);
}

/// Sum, greatest and least of each warp's pairs.
extern "C" __global__ void reduceHalf2(const half2 *x, half2 *out) {
  half2 value = x[blockIdx.x * 32 + threadIdx.x], sum = value, top = value, low = value;
  for (int step = 16; step; step /= 2) {
    sum = __hadd2(sum, shuffled(sum, step));
    top = __hmax2(top, shuffled(top, step));
    low = __hmin2(low, shuffled(low, step));
  }
  if (threadIdx.x == 0)
    out[3 * blockIdx.x] = sum, out[3 * blockIdx.x + 1] = top, out[3 * blockIdx.x + 2] = low;
}

extern "C" __global__ void axpyHalf2(half2 a, const half2 *x, half2 *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = __hfma2_relu(a, x[i], y[i]);
}

/// Dots of halves in f16 by fused multiply-adds, two chains.
extern "C" __global__ void dotHalf2(const half2 *x, const half2 *y, half *out, int n) {
  half2 sum = __float2half2_rn(0.0f);
  for (int i = threadIdx.x; i < n; i += 32)
    sum = __hfma2(x[i], y[i], sum);
  for (int step = 16; step; step /= 2)
    sum = __hadd2(sum, shuffled(sum, step));
  if (threadIdx.x == 0)
    *out = __hadd(__low2half(sum), __high2half(sum));
}

extern "C" __global__ void addHalf2(const half2 *x, half2 *sums, half *single, int n, int bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&sums[i % bins], x[i]);
  atomicAdd(&single[i % bins], __high2half(x[i]));
}

extern "C" __global__ void addBF162(const __nv_bfloat162 *x, __nv_bfloat162 *sums,
                                    __nv_bfloat16 *single, int n, int bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&sums[i % bins], x[i]);
  atomicAdd(&single[i % bins], __low2bfloat16(x[i]));
}

extern "C" __global__ void addDouble(const double *x, double *sums, int n, int bins) {
  __shared__ double local;
  if (threadIdx.x == 0)
    local = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sums[1 + i % bins], x[i]);
    atomicAdd(&local, x[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(sums, local);
}

extern "C" __global__ void reduceBF162(const __nv_bfloat162 *x, __nv_bfloat162 *out) {
  __nv_bfloat162 value = x[blockIdx.x * 32 + threadIdx.x], sum = value, top = value;
  for (int step = 16; step; step /= 2) {
    sum = __hadd2(sum, shuffled(sum, step));
    top = __hmax2_nan(top, shuffled(top, step));
  }
  __nv_bfloat162 product = __hfma2(value, value, __hneg2(sum));
  out[34 * blockIdx.x + threadIdx.x] = product;
  if (threadIdx.x == 0)
    out[34 * blockIdx.x + 32] = sum, out[34 * blockIdx.x + 33] = top;
}
