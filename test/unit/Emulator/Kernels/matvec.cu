// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of a matrix and a vector: by rows with vector loads, by columns with atomic
// sums, and of a sparse matrix in compressed rows.
extern "C" __global__ void matvecRows(const float *a, const float *x, float *y, int rows,
                                      int columns) { // columns divide by 4; a warp to a row
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  const float4 *a4 = reinterpret_cast<const float4 *>(a + row * columns);
  const float4 *x4 = reinterpret_cast<const float4 *>(x);
  float sum = 0;
  for (int i = lane; i < columns / 4; i += 32) {
    float4 p = __ldg(a4 + i), q = __ldg(x4 + i);
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  for (int step = 16; step; step /= 2)
    sum += __shfl_down_sync(~0u, sum, step);
  if (lane == 0)
    y[row] = sum;
}

/// y += A^T x, a thread to a column, blockIdx.y over shares of the rows.
extern "C" __global__ void matvecColumns(const float *a, const float *x, float *y, int rows,
                                         int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns)
    return;
  float sum = 0;
  for (int row = blockIdx.y; row < rows; row += gridDim.y)
    sum = __fmaf_rn(a[row * columns + column], x[row], sum);
  atomicAdd(&y[column], sum);
}

/// Rows [starts[i], starts[i + 1]); eight lanes to a row.
extern "C" __global__ void sparse(const int *starts, const int *columns, const double *values,
                                  const double *x, double *y, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
  double sum = 0;
  if (row < rows)
    for (int i = starts[row] + lane; i < starts[row + 1]; i += 8)
      sum += values[i] * x[columns[i]];
  for (int step = 4; step; step /= 2)
    sum += __shfl_down_sync(~0u, sum, step, 8);
  if (row < rows && lane == 0)
    y[row] = sum;
}
