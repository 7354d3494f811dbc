// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B^T in bf16 by clusters of two blocks that lie in one column: each block loads its
// own tile of A and one half of the common tile of B, which goes to both at once. A stage
// is free when the consumers of both blocks have said so to both. Tiles of 64 x 64 x 64;
// maps: A box 64 x 64, B box 64 x 32, 128-byte swizzle; C f32, m x n.
#include "hopper.h"

constexpr int tile = 64, stages = 3;

struct Shared {
  uint8_t a[stages][tile * tile * 2];
  uint8_t b[stages][tile * tile * 2];
  uint64_t full[stages], empty[stages];
};

extern "C" __global__ void __cluster_dims__(1, 2, 1) __launch_bounds__(160)
    gemmMulticast(const __grid_constant__ TensorMap mapA, const __grid_constant__ TensorMap mapB,
                  float *c, int m, int n, int k) {
  extern __shared__ __align__(1024) uint8_t memory[];
  Shared &shared = *reinterpret_cast<Shared *>(memory);
  uint32_t rank = clusterRank();
  int row0 = blockIdx.y * tile, column0 = blockIdx.x * tile, steps = (k + tile - 1) / tile;
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) {
      initBarrier(&shared.full[s], 1);
      initBarrier(&shared.empty[s], 2);
    }
    fenceBarrierInit();
  }
  clusterSync();

  if (threadIdx.x >= 128) { // the producer
    if (threadIdx.x == 128)
      for (int t = 0; t < steps; ++t) {
        int s = t % stages;
        waitCluster(&shared.empty[s], t / stages & 1 ^ 1);
        expectBytes(&shared.full[s], 2 * tile * tile * 2);
        loadTile(shared.a[s], &mapA, &shared.full[s], t * tile, row0);
        loadTileMulticast(shared.b[s] + rank * 32 * tile * 2, &mapB, &shared.full[s], t * tile,
                          column0 + 32 * rank, 3);
      }
  } else {
    float sums[32] = {};
    for (int t = 0; t < steps; ++t) {
      int s = t % stages;
      wait(&shared.full[s], t / stages & 1);
      fenceProducts();
#pragma unroll
      for (int i = 0; i < tile; i += 16)
        wgmmaBF16(sums, describe(shared.a[s] + 2 * i), describe(shared.b[s] + 2 * i), true);
      commitProducts();
      waitProducts<0>();
      namedBarrier(1, 128);
      if (threadIdx.x < 2)
        arriveRemote(&shared.empty[s], threadIdx.x);
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
  __syncwarp();
  clusterSync(); // nobody leaves while the other may still write here
}
