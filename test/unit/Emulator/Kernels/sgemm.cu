// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = alpha A B + beta C in f32, row-major, of any size: tiles of 64 x 64 x 16 in two
// buffers of shared memory, 4 x 4 results to a thread.
constexpr int tileM = 64, tileN = 64, tileK = 16;

extern "C" __global__ void __launch_bounds__(256)
    sgemm(int m, int n, int k, float alpha, const float *__restrict__ a,
          const float *__restrict__ b, float beta, float *c) {
  __shared__ __align__(16) float as[2][tileK][tileM + 4]; // transposed
  __shared__ __align__(16) float bs[2][tileK][tileN];
  int thread = threadIdx.x, tx = thread % 16, ty = thread / 16;
  int row0 = blockIdx.y * tileM, column0 = blockIdx.x * tileN;
  float sums[4][4] = {};

  auto load = [&](int buffer, int k0) {
    for (int i = thread; i < tileM * tileK; i += 256) {
      int row = i / tileK, kk = i % tileK;
      as[buffer][kk][row] = row0 + row < m && k0 + kk < k ? a[(row0 + row) * k + k0 + kk] : 0.0f;
    }
    for (int i = thread; i < tileN * tileK; i += 256) {
      int kk = i / tileN, column = i % tileN;
      bs[buffer][kk][column] =
          k0 + kk < k && column0 + column < n ? b[(k0 + kk) * n + column0 + column] : 0.0f;
    }
  };

  int buffer = 0;
  load(0, 0);
  __syncthreads();
  for (int k0 = 0; k0 < k; k0 += tileK, buffer ^= 1) {
    if (k0 + tileK < k)
      load(buffer ^ 1, k0 + tileK);
#pragma unroll
    for (int kk = 0; kk < tileK; ++kk) {
      float4 x = *reinterpret_cast<const float4 *>(&as[buffer][kk][4 * ty]);
      float4 y = *reinterpret_cast<const float4 *>(&bs[buffer][kk][4 * tx]);
      float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sums[i][j] += xs[i] * ys[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      int row = row0 + 4 * ty + i, column = column0 + 4 * tx + j;
      if (row < m && column < n) {
        float *place = &c[row * n + column];
        *place = alpha * sums[i][j] + (beta == 0 ? 0.0f : beta * *place);
      }
    }
}
