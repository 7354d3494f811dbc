// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B^T in int8 with sums in int32: tiles of 32 x 32 x 64 by four warps of 16 x 16,
// two stages of asynchronous copies. A is m x k and B n x k, row-major; k divides by 16.
#include "ampere.h"

constexpr int tile = 32, tileK = 64, row16 = tileK + 16; // padded rows

struct Stage {
  int8_t a[tile * row16], b[tile * row16];
};

__device__ void load(int8_t *to, const int8_t *from, int rows, int row0, int k, int k0) {
  int row = threadIdx.x / 4, part = threadIdx.x % 4;
  bool inside = row0 + row < rows && k0 + 16 * part < k;
  copyAsync16(to + row * row16 + 16 * part,
              inside ? from + (row0 + row) * k + k0 + 16 * part : from, inside ? 16 : 0);
}

extern "C" __global__ void __launch_bounds__(128)
    gemmInt8(const int8_t *a, const int8_t *b, int *c, int m, int n, int k) {
  __shared__ __align__(16) Stage ring[2];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row0 = blockIdx.y * tile, column0 = blockIdx.x * tile;
  int warpRow = warp / 2 * 16, warpColumn = warp % 2 * 16;
  int sums[2][4] = {};
  load(ring[0].a, a, m, row0, k, 0);
  load(ring[0].b, b, n, column0, k, 0);
  commitCopies();
  int tiles = (k + tileK - 1) / tileK;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      load(ring[(t + 1) & 1].a, a, m, row0, k, (t + 1) * tileK);
      load(ring[(t + 1) & 1].b, b, n, column0, k, (t + 1) * tileK);
      commitCopies();
      waitCopies<1>();
    } else {
      waitCopies<0>();
    }
    __syncthreads();
    const Stage &stage = ring[t & 1];
#pragma unroll
    for (int kk = 0; kk < tileK; kk += 32) {
      uint32_t x[4], y[4];
      loadMatrix4(x, stage.a + (warpRow + lane % 16) * row16 + kk + lane / 16 * 16);
      // Rows 0 to 7 of both halves of k, then rows 8 to 15.
      loadMatrix4(y, stage.b + (warpColumn + lane % 8 + lane / 16 * 8) * row16 + kk +
                         lane / 8 % 2 * 16);
      mmaS8(sums[0], x, y[0], y[1]);
      mmaS8(sums[1], x, y[2], y[3]);
    }
    __syncthreads();
  }
  for (int j = 0; j < 2; ++j)
    for (int e = 0; e < 4; ++e) {
      int row = row0 + warpRow + lane / 4 + e / 2 * 8;
      int column = column0 + warpColumn + 8 * j + lane % 4 * 2 + e % 2;
      if (row < m && column < n)
        c[row * n + column] = sums[j][e];
    }
}
