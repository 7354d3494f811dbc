// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B^T in f16 as kernels for sm_90a are built: persistent blocks of three
// warpgroups. One has few registers and fills a ring of four stages by tensor copies; two
// multiply 64 rows each, with a product in flight while they wait for the next tile; C
// goes out in f16 through stmatrix and a tensor store. Maps: A box 64 x 128, B box
// 64 x 64, C box 64 x 64, all with the 128-byte swizzle (x first).
#include "hopper.h"

#include <cuda_fp16.h>

constexpr int tileM = 128, tileN = 64, tileK = 64, stages = 4;

struct Shared {
  uint8_t a[stages][tileM * tileK * 2];
  uint8_t b[stages][tileN * tileK * 2];
  uint8_t c[2][64 * tileN * 2];
  uint64_t full[stages], empty[stages];
};

__device__ uint32_t pack(float a, float b) {
  half2 pair = __floats2half2_rn(a, b);
  return *reinterpret_cast<uint32_t *>(&pair);
}

__device__ void produce(Shared &shared, const TensorMap *mapA, const TensorMap *mapB, int m, int n,
                        int k) {
  int columns = (n + tileN - 1) / tileN, tiles = (m + tileM - 1) / tileM * columns;
  int steps = (k + tileK - 1) / tileK;
  uint32_t step = 0;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
    for (int kk = 0; kk < steps; ++kk, ++step) {
      uint32_t s = step % stages;
      wait(&shared.empty[s], step / stages & 1 ^ 1);
      expectBytes(&shared.full[s], (tileM + tileN) * tileK * 2);
      loadTile(shared.a[s], mapA, &shared.full[s], kk * tileK, tile / columns * tileM);
      loadTile(shared.b[s], mapB, &shared.full[s], kk * tileK, tile % columns * tileN);
    }
}

__device__ void consume(Shared &shared, const TensorMap *mapC, int m, int n, int k, int group) {
  int columns = (n + tileN - 1) / tileN, tiles = (m + tileM - 1) / tileM * columns;
  int steps = (k + tileK - 1) / tileK;
  int thread = threadIdx.x % 128, lane = thread % 32, warp = thread / 32;
  uint8_t *c = shared.c[group];
  uint32_t step = 0;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    float sums[32];
    for (int kk = 0; kk < steps; ++kk, ++step) {
      uint32_t s = step % stages;
      wait(&shared.full[s], step / stages & 1);
      fenceProducts();
#pragma unroll
      for (int i = 0; i < tileK; i += 16)
        wgmmaF16(sums, describe(shared.a[s] + group * 64 * tileK * 2 + 2 * i),
                 describe(shared.b[s] + 2 * i), kk + i > 0);
      commitProducts();
      // The products before these are done, and their stage is free.
      waitProducts<1>();
      if (kk > 0 && thread == 0)
        arrive(&shared.empty[(step - 1) % stages]);
    }
    waitProducts<0>();
    if (thread == 0)
      arrive(&shared.empty[(step - 1) % stages]);

    // The last tile's store has read this buffer.
    if (thread == 0)
      waitStoresRead<0>();
    namedBarrier(1 + group, 128);
    int row = 16 * warp + lane % 16;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      int part = 2 * j + lane / 16;
      storeMatrix4(c + row * 128 + (part ^ (row & 7)) * 16, pack(sums[8 * j], sums[8 * j + 1]),
                   pack(sums[8 * j + 2], sums[8 * j + 3]), pack(sums[8 * j + 4], sums[8 * j + 5]),
                   pack(sums[8 * j + 6], sums[8 * j + 7]));
    }
    fenceAsync();
    namedBarrier(1 + group, 128);
    if (thread == 0) {
      storeTile(mapC, c, tile % columns * tileN, tile / columns * tileM + 64 * group);
      commitStores();
    }
  }
  if (thread == 0)
    waitStores<0>();
}

extern "C" __global__ void __launch_bounds__(384, 1)
    gemmSpecialised(const __grid_constant__ TensorMap mapA, const __grid_constant__ TensorMap mapB,
                    const __grid_constant__ TensorMap mapC, int m, int n, int k) {
  extern __shared__ __align__(1024) uint8_t memory[];
  Shared &shared = *reinterpret_cast<Shared *>(memory);
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) {
      initBarrier(&shared.full[s], 1);
      initBarrier(&shared.empty[s], 2);
    }
    fenceBarrierInit();
  }
  __syncthreads();
  int group = threadIdx.x / 128;
  if (group == 0) {
    shrinkRegisters<40>();
    if (threadIdx.x == 0)
      produce(shared, &mapA, &mapB, m, n, k);
  } else {
    growRegisters<232>();
    consume(shared, &mapC, m, n, k, group - 1);
  }
}
