// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layer normalisation of rows: forward with Welford's running mean and variance merged
// over the lanes; backward for the input, a block to a row; and the gradients of scale
// and shift in two deterministic stages.
#include <cmath>

struct Moments {
  float mean, m2, count;
};

__device__ Moments merge(Moments a, Moments b) {
  float count = a.count + b.count;
  if (count == 0)
    return a;
  float delta = b.mean - a.mean, part = b.count / count;
  return {a.mean + delta * part, a.m2 + b.m2 + delta * delta * a.count * part, count};
}

/// A warp to a row.
extern "C" __global__ void layerNorm(const float *x, const float *gamma, const float *beta,
                                     float *out, float *means, float *rstds, int rows, int columns,
                                     float epsilon) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;
  x += row * columns, out += row * columns;
  Moments moments = {0, 0, 0};
  for (int i = threadIdx.x; i < columns; i += 32)
    moments = merge(moments, {x[i], 0, 1});
  for (int step = 16; step; step /= 2) {
    Moments other = {__shfl_down_sync(~0u, moments.mean, step),
                     __shfl_down_sync(~0u, moments.m2, step),
                     __shfl_down_sync(~0u, moments.count, step)};
    moments = merge(moments, other);
  }
  float mean = __shfl_sync(~0u, moments.mean, 0);
  float rstd = rsqrtf(__shfl_sync(~0u, moments.m2, 0) / columns + epsilon);
  for (int i = threadIdx.x; i < columns; i += 32)
    out[i] = (x[i] - mean) * rstd * gamma[i] + beta[i];
  if (threadIdx.x == 0)
    means[row] = mean, rstds[row] = rstd;
}

__device__ float2 blockSum(float2 value) {
  __shared__ float2 parts[32];
  for (int step = 16; step; step /= 2) {
    value.x += __shfl_xor_sync(~0u, value.x, step);
    value.y += __shfl_xor_sync(~0u, value.y, step);
  }
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = value;
  __syncthreads();
  value = {0, 0};
  for (unsigned i = 0; i < blockDim.x / 32; ++i)
    value.x += parts[i].x, value.y += parts[i].y;
  return value;
}

/// A block to a row.
extern "C" __global__ void layerNormInputGrad(const float *dy, const float *x, const float *gamma,
                                              const float *means, const float *rstds, float *dx,
                                              int columns) {
  int row = blockIdx.x;
  float mean = means[row], rstd = rstds[row];
  float2 sums = {0, 0}; // of dy gamma, and of that times the normalised input
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float g = dy[row * columns + i] * gamma[i];
    sums.x += g;
    sums.y += g * (x[row * columns + i] - mean) * rstd;
  }
  sums = blockSum(sums);
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    float g = dy[row * columns + i] * gamma[i], normal = (x[row * columns + i] - mean) * rstd;
    dx[row * columns + i] = rstd * (g - (sums.x + normal * sums.y) / columns);
  }
}

/// Partial gradients of scale and shift over a share of the rows; blocks of 32 x 8.
extern "C" __global__ void layerNormScaleGrad(const float *dy, const float *x, const float *means,
                                              const float *rstds, float2 *parts, int rows,
                                              int columns) {
  __shared__ float2 sums[8][33];
  int column = blockIdx.x * 32 + threadIdx.x;
  float2 sum = {0, 0};
  if (column < columns)
    for (int row = blockIdx.y * 8 + threadIdx.y; row < rows; row += gridDim.y * 8) {
      float g = dy[row * columns + column];
      sum.x += g * (x[row * columns + column] - means[row]) * rstds[row];
      sum.y += g;
    }
  sums[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y || column >= columns)
    return;
  for (int i = 1; i < 8; ++i)
    sum.x += sums[i][threadIdx.x].x, sum.y += sums[i][threadIdx.x].y;
  parts[blockIdx.y * columns + column] = sum;
}

extern "C" __global__ void layerNormScaleSum(const float2 *parts, float *dgamma, float *dbeta,
                                             int count, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns)
    return;
  float2 sum = {0, 0};
  for (int i = 0; i < count; ++i)
    sum.x += parts[i * columns + column].x, sum.y += parts[i * columns + column].y;
  dgamma[column] = sum.x, dbeta[column] = sum.y;
}
