// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor copies and bulk copies by themselves: a tiled transpose through two tensor maps,
// a copy of a 3-d box shifted over the edge, sums by bulk reductions, and a double buffer
// of plain bulk copies.
#include "hopper.h"

/// Squares of 32 x 32 floats; maps without swizzle.
extern "C" __global__ void transposeTiles(const __grid_constant__ TensorMap in,
                                          const __grid_constant__ TensorMap out) {
  __shared__ __align__(128) float from[32 * 32], to[32 * 32];
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) {
    initBarrier(&ready, 1);
    fenceBarrierInit();
    expectBytes(&ready, sizeof(from));
    loadTile(from, &in, &ready, blockIdx.x * 32, blockIdx.y * 32);
  }
  __syncthreads();
  wait(&ready, 0);
  for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x)
    to[i] = from[i % 32 * 32 + i / 32];
  fenceAsync();
  __syncthreads();
  if (threadIdx.x == 0) {
    storeTile(&out, to, blockIdx.y * 32, blockIdx.x * 32);
    commitStores();
    waitStores<0>();
  }
}

/// Copies a box of 8 x 4 x 4 words whose corner may lie outside, where it reads zeros.
extern "C" __global__ void shiftedBox(const __grid_constant__ TensorMap in, uint32_t *out, int x,
                                      int y, int z) {
  __shared__ __align__(128) uint32_t box[8 * 4 * 4];
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) {
    initBarrier(&ready, 1);
    fenceBarrierInit();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expectBytes(&ready, sizeof(box));
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4, %5}], [%2];" ::"r"(sharedAddress(box)),
                 "l"(&in), "r"(sharedAddress(&ready)), "r"(x), "r"(y), "r"(z)
                 : "memory");
  }
  wait(&ready, 0);
  for (int i = threadIdx.x; i < 8 * 4 * 4; i += blockDim.x)
    out[i] = box[i];
}

/// Every block adds its 64 words into `out`.
extern "C" __global__ void sumBulk(const int *x, int *out) {
  __shared__ __align__(128) int words[64];
  words[threadIdx.x] = 2 * x[blockIdx.x * 64 + threadIdx.x];
  fenceAsync();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(out),
        "r"(sharedAddress(words)), "r"(static_cast<int>(sizeof(words)))
        : "memory");
    commitStores();
    waitStores<0>();
  }
}

/// out[i] = 3 x[i] + 1 over `chunks` chunks of 128 words, two in flight.
extern "C" __global__ void streamBulk(const uint32_t *x, uint32_t *out, int chunks) {
  __shared__ __align__(128) uint32_t buffers[2][128];
  __shared__ uint64_t ready[2];
  auto fetch = [&](int chunk) {
    int s = chunk & 1;
    expectBytes(&ready[s], 512);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], 512, [%2];" ::"r"(sharedAddress(buffers[s])),
                 "l"(x + chunk * 128), "r"(sharedAddress(&ready[s]))
                 : "memory");
  };
  if (threadIdx.x == 0) {
    initBarrier(&ready[0], 1);
    initBarrier(&ready[1], 1);
    fenceBarrierInit();
    for (int i = 0; i < 2 && i < chunks; ++i)
      fetch(i);
  }
  __syncthreads();
  for (int i = 0; i < chunks; ++i) {
    wait(&ready[i & 1], i / 2 & 1);
    out[i * 128 + threadIdx.x] = 3 * buffers[i & 1][threadIdx.x] + 1;
    __syncthreads();
    if (threadIdx.x == 0 && i + 2 < chunks)
      fetch(i + 2);
  }
}
