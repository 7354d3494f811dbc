// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of sm_90a that CUDA C++ has no name for: mbarriers, tensor copies,
// products of a warpgroup, clusters.
#pragma once
#include <cstdint>

/// A tensor map as the driver encodes it, opaque here.
struct alignas(64) TensorMap {
  uint64_t opaque[16];
};

__device__ inline uint32_t sharedAddress(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

// mbarriers

__device__ inline void initBarrier(uint64_t *barrier, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(count)
               : "memory");
}
__device__ inline void fenceBarrierInit() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void expectBytes(uint64_t *barrier, uint32_t bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)),
      "r"(bytes)
      : "memory");
}
__device__ inline void arrive(uint64_t *barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(barrier)) : "memory");
}
/// Arrives at the same barrier of another block of the cluster.
__device__ inline void arriveRemote(uint64_t *barrier, uint32_t block) {
  asm volatile("{\n\t.reg .b32 there;\n\t"
               "mapa.shared::cluster.u32 there, %0, %1;\n\t"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n\t}" ::"r"(
                   sharedAddress(barrier)),
               "r"(block)
               : "memory");
}
__device__ inline void wait(uint64_t *barrier, uint32_t parity) {
  asm volatile("{\n\t.reg .pred done;\n"
               "L_again_%=:\n\t"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
               "@!done bra L_again_%=;\n\t}" ::"r"(sharedAddress(barrier)),
               "r"(parity)
               : "memory");
}
/// Waits for arrivals of other blocks of the cluster, too.
__device__ inline void waitCluster(uint64_t *barrier, uint32_t parity) {
  asm volatile("{\n\t.reg .pred done;\n"
               "L_again_%=:\n\t"
               "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n\t"
               "@!done bra L_again_%=;\n\t}" ::"r"(sharedAddress(barrier)),
               "r"(parity)
               : "memory");
}

// Tensor copies

__device__ inline void loadTile(void *to, const TensorMap *map, uint64_t *barrier, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%3, %4}], [%2];" ::"r"(sharedAddress(to)),
               "l"(map), "r"(sharedAddress(barrier)), "r"(x), "r"(y)
               : "memory");
}
__device__ inline void loadTileMulticast(void *to, const TensorMap *map, uint64_t *barrier, int x,
                                         int y, uint16_t blocks) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
               ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(sharedAddress(to)),
               "l"(map), "r"(sharedAddress(barrier)), "r"(x), "r"(y), "h"(blocks)
               : "memory");
}
__device__ inline void storeTile(const TensorMap *map, const void *from, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(map),
      "r"(sharedAddress(from)), "r"(x), "r"(y)
      : "memory");
}
__device__ inline void commitStores() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
/// Until at most `left` groups have still to read shared memory, or to be complete.
template <int left> __device__ inline void waitStoresRead() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(left) : "memory");
}
template <int left> __device__ inline void waitStores() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(left) : "memory");
}
/// What threads wrote to shared memory becomes visible to copies and products.
__device__ inline void fenceAsync() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Products of a warpgroup

/// Describes K-major operands in rows of 128 bytes with the swizzle of 128 bytes: groups
/// of eight rows lie 1024 bytes apart.
__device__ inline uint64_t describe(const void *tile) {
  uint64_t address = sharedAddress(tile);
  return (address & 0x3ffff) >> 4 | 1ull << 16 | (1024ull >> 4) << 32 | 1ull << 62;
}
__device__ inline void fenceProducts() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commitProducts() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int left> __device__ inline void waitProducts() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(left) : "memory");
}
#define HALFTONE_SUM8(i)                                                                           \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]),      \
      "+f"(d[i + 6]), "+f"(d[i + 7])
#define HALFTONE_WGMMA64(NAME, TYPES)                                                              \
  __device__ inline void NAME(float (&d)[32], uint64_t a, uint64_t b, bool accumulate) {           \
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %34, 0;\n\t"                                \
                 "wgmma.mma_async.sync.aligned.m64n64k16." TYPES                                   \
                 " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "        \
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, "     \
                 "%31}, %32, %33, p, 1, 1, 0, 0;\n\t}"                                             \
                 : HALFTONE_SUM8(0), HALFTONE_SUM8(8), HALFTONE_SUM8(16), HALFTONE_SUM8(24)        \
                 : "l"(a), "l"(b), "r"(static_cast<int>(accumulate)));                             \
  }
HALFTONE_WGMMA64(wgmmaF16, "f32.f16.f16")
HALFTONE_WGMMA64(wgmmaBF16, "f32.bf16.bf16")
#undef HALFTONE_WGMMA64
#undef HALFTONE_SUM8

/// A from registers (64 x 16), B of shared memory as K rows of N numbers ("MN-major").
__device__ inline void wgmmaRegistersF16(float (&d)[32], const uint32_t (&a)[4], uint64_t b) {
#define HALFTONE_SUM8(i)                                                                           \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]),      \
      "+f"(d[i + 6]), "+f"(d[i + 7])
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
               "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, "
               "%31}, {%32, %33, %34, %35}, %36, 1, 1, 1, 1;"
               : HALFTONE_SUM8(0), HALFTONE_SUM8(8), HALFTONE_SUM8(16), HALFTONE_SUM8(24)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
#undef HALFTONE_SUM8
}

template <int registers> __device__ inline void growRegisters() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
}
template <int registers> __device__ inline void shrinkRegisters() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
}

__device__ inline void storeMatrix4(void *row, uint32_t r0, uint32_t r1, uint32_t r2, uint32_t r3) {
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(row)),
      "r"(r0), "r"(r1), "r"(r2), "r"(r3)
      : "memory");
}

// Clusters

__device__ inline uint32_t clusterRank() {
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ inline void clusterSync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\t"
               "barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}
/// A barrier of some warps of a block.
__device__ inline void namedBarrier(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
