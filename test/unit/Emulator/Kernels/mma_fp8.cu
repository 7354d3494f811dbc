// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// D = scale A B^T in fp8 with sums in f32, as for sm_89: a warp to 16 x 8 results with
// its operands straight from global memory, e4m3 by e4m3 and e5m2 by e4m3. A is m x k
// and B n x k, row-major; m divides by 16, n by 8, k by 32.
#include "ampere.h"

template <bool e5m2>
__device__ void gemm(const uint8_t *a, const uint8_t *b, float *d, int n, int k, float scale) {
  int lane = threadIdx.x, row = blockIdx.y * 16 + lane / 4, column = blockIdx.x * 8;
  const uint8_t *x = a + row * k + 4 * (lane % 4),
                *y = b + (column + lane / 4) * k + 4 * (lane % 4);
  float sums[4] = {};
  for (int kk = 0; kk < k; kk += 32) {
    auto word = [](const uint8_t *from) { return *reinterpret_cast<const uint32_t *>(from); };
    uint32_t r[4] = {word(x + kk), word(x + 8 * k + kk), word(x + kk + 16),
                     word(x + 8 * k + kk + 16)};
    if (e5m2)
      mmaE5M2(sums, r, word(y + kk), word(y + kk + 16));
    else
      mmaE4M3(sums, r, word(y + kk), word(y + kk + 16));
  }
  for (int h = 0; h < 2; ++h) {
    float2 pair = {scale * sums[2 * h], scale * sums[2 * h + 1]};
    *reinterpret_cast<float2 *>(&d[(row + 8 * h) * n + column + 2 * (lane % 4)]) = pair;
  }
}

extern "C" __global__ void gemmE4M3(const uint8_t *a, const uint8_t *b, float *d, int n, int k,
                                    float scale) {
  gemm<false>(a, b, d, n, k, scale);
}

extern "C" __global__ void gemmE5M2(const uint8_t *a, const uint8_t *b, float *d, int n, int k,
                                    float scale) {
  gemm<true>(a, b, d, n, k, scale);
}
