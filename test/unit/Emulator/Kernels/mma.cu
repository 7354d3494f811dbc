// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B on Tensor Cores as for sm_80: tiles of 64 x 64 x 32 by four warps of 32 x 32,
// three stages of asynchronous copies, rows of shared memory with their 16-byte parts
// exchanged so that ldmatrix meets no bank conflict. A is m x k and B k x n, both
// row-major; n and k divide by 8, else any size.
#include "ampere.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int tileM = 64, tileN = 64, tileK = 32, stages = 3;

template <typename T> struct Stage {
  T a[tileM * tileK]; // rows of four parts
  T b[tileK * tileN]; // rows of eight parts
};

__device__ int placeA(int row, int part) { return row * tileK + (part ^ (row >> 1 & 3)) * 8; }
__device__ int placeB(int row, int part) { return row * tileN + (part ^ (row & 7)) * 8; }

template <typename T>
__device__ void multiply(float (&c)[4], uint32_t (&a)[4], uint32_t b0, uint32_t b1);
template <>
__device__ void multiply<half>(float (&c)[4], uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  mmaF16(c, a, b0, b1);
}
template <>
__device__ void multiply<__nv_bfloat16>(float (&c)[4], uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  mmaBF16(c, a, b0, b1);
}

template <typename T>
__device__ void load(Stage<T> &stage, const T *a, const T *b, int m, int n, int k, int k0) {
  int row0 = blockIdx.y * tileM, column0 = blockIdx.x * tileN;
  for (int i = threadIdx.x; i < tileM * 4; i += 128) {
    int row = i / 4, part = i % 4;
    bool inside = row0 + row < m && k0 + 8 * part < k;
    const T *from = inside ? a + (row0 + row) * k + k0 + 8 * part : a;
    copyAsync16(&stage.a[placeA(row, part)], from, inside ? 16 : 0);
  }
  for (int i = threadIdx.x; i < tileK * 8; i += 128) {
    int row = i / 8, part = i % 8;
    bool inside = k0 + row < k && column0 + 8 * part < n;
    const T *from = inside ? b + (k0 + row) * n + column0 + 8 * part : b;
    copyAsync16(&stage.b[placeB(row, part)], from, inside ? 16 : 0);
  }
}

template <typename T> __device__ void gemm(const T *a, const T *b, float *c, int m, int n, int k) {
  extern __shared__ __align__(128) char shared[];
  Stage<T> *ring = reinterpret_cast<Stage<T> *>(shared);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int warpRow = warp / 2 * 32, warpColumn = warp % 2 * 32;
  float sums[2][4][4] = {};
  int tiles = (k + tileK - 1) / tileK;

  for (int s = 0; s < stages - 1; ++s) {
    if (s < tiles)
      load(ring[s], a, b, m, n, k, s * tileK);
    commitCopies();
  }
  for (int t = 0; t < tiles; ++t) {
    waitCopies<stages - 2>();
    __syncthreads();
    int next = t + stages - 1;
    if (next < tiles)
      load(ring[next % stages], a, b, m, n, k, next * tileK);
    commitCopies();
    Stage<T> &stage = ring[t % stages];
#pragma unroll
    for (int kk = 0; kk < tileK; kk += 16) {
      uint32_t x[2][4], y[2][4];
#pragma unroll
      for (int i = 0; i < 2; ++i)
        loadMatrix4(x[i], &stage.a[placeA(warpRow + 16 * i + lane % 16, kk / 8 + lane / 16)]);
#pragma unroll
      for (int j = 0; j < 2; ++j)
        loadMatrix4Transposed(y[j],
                              &stage.b[placeB(kk + lane % 16, warpColumn / 8 + 2 * j + lane / 16)]);
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          multiply<T>(sums[i][j], x[i], y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      for (int h = 0; h < 2; ++h) {
        int row = blockIdx.y * tileM + warpRow + 16 * i + lane / 4 + 8 * h;
        int column = blockIdx.x * tileN + warpColumn + 8 * j + lane % 4 * 2;
        if (row < m && column < n)
          *reinterpret_cast<float2 *>(&c[row * n + column]) = {sums[i][j][2 * h],
                                                               sums[i][j][2 * h + 1]};
      }
}

extern "C" __global__ void __launch_bounds__(128)
    gemmF16(const half *a, const half *b, float *c, int m, int n, int k) {
  gemm(a, b, c, m, n, k);
}

extern "C" __global__ void __launch_bounds__(128)
    gemmBF16(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int m, int n, int k) {
  gemm(a, b, c, m, n, k);
}
