// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B^T with warpgroup products on sm_90a, simplest form: one warpgroup, tiles of
// 64 x 64 x 64, a ring of two tiles that thread 0 fills by tensor copies. A is m x k and
// B n x k, row-major (maps with boxes of 64 x 64 and the 128-byte swizzle); C in f32,
// m x n, any size that tensor maps allow.
#include "hopper.h"

constexpr int tile = 64, stages = 2;

template <bool bf16>
__device__ void gemm(const TensorMap *mapA, const TensorMap *mapB, float *c, int m, int n, int k) {
  extern __shared__ __align__(1024) uint8_t shared[];
  uint8_t *as = shared, *bs = shared + stages * tile * tile * 2;
  __shared__ uint64_t full[stages];
  int row0 = blockIdx.y * tile, column0 = blockIdx.x * tile, tiles = (k + tile - 1) / tile;
  constexpr int bytes = tile * tile * 2;
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s)
      initBarrier(&full[s], 1);
    fenceBarrierInit();
  }
  __syncthreads();
  auto fill = [&](int t) {
    int s = t % stages;
    expectBytes(&full[s], 2 * bytes);
    loadTile(as + s * bytes, mapA, &full[s], t * tile, row0);
    loadTile(bs + s * bytes, mapB, &full[s], t * tile, column0);
  };
  if (threadIdx.x == 0)
    for (int t = 0; t < stages && t < tiles; ++t)
      fill(t);

  float sums[32] = {};
  for (int t = 0; t < tiles; ++t) {
    int s = t % stages;
    wait(&full[s], t / stages & 1);
    fenceProducts();
#pragma unroll
    for (int kk = 0; kk < tile; kk += 16) {
      uint64_t a = describe(as + s * bytes + 2 * kk), b = describe(bs + s * bytes + 2 * kk);
      if (bf16)
        wgmmaBF16(sums, a, b, true);
      else
        wgmmaF16(sums, a, b, true);
    }
    commitProducts();
    waitProducts<0>();
    __syncthreads();
    if (threadIdx.x == 0 && t + stages < tiles)
      fill(t + stages);
  }
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int j = 0; j < 8; ++j)
    for (int e = 0; e < 4; ++e) {
      int row = row0 + 16 * warp + lane / 4 + e / 2 * 8;
      int column = column0 + 8 * j + lane % 4 * 2 + e % 2;
      if (row < m && column < n)
        c[row * n + column] = sums[4 * j + e];
    }
}

extern "C" __global__ void __launch_bounds__(128)
    wgmmaGemmF16(const __grid_constant__ TensorMap mapA, const __grid_constant__ TensorMap mapB,
                 float *c, int m, int n, int k) {
  gemm<false>(&mapA, &mapB, c, m, n, k);
}

extern "C" __global__ void __launch_bounds__(128)
    wgmmaGemmBF16(const __grid_constant__ TensorMap mapA, const __grid_constant__ TensorMap mapB,
                  float *c, int m, int n, int k) {
  gemm<true>(&mapA, &mapB, c, m, n, k);
}
