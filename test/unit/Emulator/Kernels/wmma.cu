// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of tiles by the warp matrix functions, a warp to a 16 x 16 tile of C: f16,
// bf16, tf32 and int8, operands in both layouts, straight from global memory and by way
// of shared memory.
#include <mma.h>

using namespace nvcuda;

/// C = A B in f32: A row-major m x k, B column-major k x n; sizes divide by 16.
template <typename T, typename Sum>
__device__ void product(const T *a, const T *b, Sum *c, int n, int k) {
  int row = blockIdx.y * 16, column = (blockIdx.x * blockDim.y + threadIdx.y) * 16;
  if (column >= n)
    return;
  wmma::fragment<wmma::accumulator, 16, 16, 16, Sum> sum;
  wmma::fill_fragment(sum, Sum(0));
  for (int kk = 0; kk < k; kk += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> y;
    wmma::load_matrix_sync(x, a + row * k + kk, k);
    wmma::load_matrix_sync(y, b + column * k + kk, k);
    wmma::mma_sync(sum, x, y, sum);
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

extern "C" __global__ void wmmaF16(const half *a, const half *b, float *c, int n, int k) {
  product(a, b, c, n, k);
}

extern "C" __global__ void wmmaInt8(const signed char *a, const signed char *b, int *c, int n,
                                    int k) {
  product(a, b, c, n, k);
}

/// C in f16, with alpha and beta, A column-major and B row-major; tiles of 32 x 8.
extern "C" __global__ void wmmaHalfSums(const half *a, const half *b, half *c, int m, int n, int k,
                                        half alpha, half beta) {
  __shared__ __align__(32) half tile[16 * 32];
  int row = blockIdx.y * 32, column = blockIdx.x * 8;
  wmma::fragment<wmma::accumulator, 32, 8, 16, half> sum, old;
  wmma::fill_fragment(sum, half(0.0f));
  for (int kk = 0; kk < k; kk += 16) {
    // A's columns go through shared memory.
    for (int i = threadIdx.x; i < 16 * 32; i += 32)
      tile[i] = a[(kk + i / 32) * m + row + i % 32];
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> x;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> y;
    wmma::load_matrix_sync(x, tile, 32);
    wmma::load_matrix_sync(y, b + kk * n + column, n);
    wmma::mma_sync(sum, x, y, sum);
    __syncwarp();
  }
  wmma::load_matrix_sync(old, c + row * n + column, n, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = __hfma(alpha, sum.x[i], __hmul(beta, old.x[i]));
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

#if __CUDA_ARCH__ >= 800
extern "C" __global__ void wmmaBF16(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n,
                                    int k) {
  product(a, b, c, n, k);
}

/// 16 x 16 x 8; both operands row-major, rounded to tf32 on the way.
extern "C" __global__ void wmmaTF32(const float *a, const float *b, float *c, int n, int k) {
  int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int kk = 0; kk < k; kk += 8) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> y;
    wmma::load_matrix_sync(x, a + row * k + kk, k);
    wmma::load_matrix_sync(y, b + kk * n + column, n);
    for (int i = 0; i < x.num_elements; ++i)
      x.x[i] = wmma::__float_to_tf32(x.x[i]);
    for (int i = 0; i < y.num_elements; ++i)
      y.x[i] = wmma::__float_to_tf32(y.x[i]);
    wmma::mma_sync(sum, x, y, sum);
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

/// f64, 8 x 8 x 4.
extern "C" __global__ void wmmaF64(const double *a, const double *b, double *c, int n, int k) {
  int row = blockIdx.y * 8, column = blockIdx.x * 8;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
  wmma::fill_fragment(sum, 0.0);
  for (int kk = 0; kk < k; kk += 4) {
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> y;
    wmma::load_matrix_sync(x, a + row * k + kk, k);
    wmma::load_matrix_sync(y, b + column * k + kk, k);
    wmma::mma_sync(sum, x, y, sum);
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}
#endif
