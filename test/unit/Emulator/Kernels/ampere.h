// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of sm_80 that CUDA C++ has no name for: asynchronous copies, matrix
// loads, and products of a warp.
#pragma once
#include <cstdint>

__device__ inline uint32_t sharedAddress(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Copies `bytes` (at most 16) and fills the rest with zeros.
__device__ inline void copyAsync16(void *to, const void *from, int bytes) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(to)), "l"(from),
               "r"(bytes)
               : "memory");
}
__device__ inline void commitCopies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int left> __device__ inline void waitCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
}

__device__ inline void loadMatrix4(uint32_t (&r)[4], const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(sharedAddress(row))
               : "memory");
}
__device__ inline void loadMatrix4Transposed(uint32_t (&r)[4], const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(sharedAddress(row))
               : "memory");
}

#define HALFTONE_MMA(NAME, SHAPE, SUM, CONSTRAINT)                                                 \
  __device__ inline void NAME(SUM(&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {      \
    asm volatile("mma.sync.aligned." SHAPE " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "       \
                 "{%0, %1, %2, %3};"                                                               \
                 : "+" CONSTRAINT(c[0]), "+" CONSTRAINT(c[1]), "+" CONSTRAINT(c[2]),               \
                   "+" CONSTRAINT(c[3])                                                            \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));                  \
  }
HALFTONE_MMA(mmaF16, "m16n8k16.row.col.f32.f16.f16.f32", float, "f")
HALFTONE_MMA(mmaBF16, "m16n8k16.row.col.f32.bf16.bf16.f32", float, "f")
HALFTONE_MMA(mmaS8, "m16n8k32.row.col.satfinite.s32.s8.s8.s32", int, "r")
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
HALFTONE_MMA(mmaE4M3, "m16n8k32.row.col.f32.e4m3.e4m3.f32", float, "f")
HALFTONE_MMA(mmaE5M2, "m16n8k32.row.col.f32.e5m2.e4m3.f32", float, "f")
#endif
#undef HALFTONE_MMA
