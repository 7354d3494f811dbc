// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax of the rows of a matrix: a warp to a row with the row in registers, and a
// block to a row that keeps the maximum and the sum of exponentials together in one
// pass.
#include <cmath>

/// Up to 256 columns; a warp for each row, four rows to a block.
extern "C" __global__ void softmaxWarp(const float *x, float *out, int rows, int columns) {
  int row = blockIdx.x * 4 + threadIdx.y, lane = threadIdx.x;
  if (row >= rows)
    return;
  float values[8], top = -INFINITY, sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    int column = lane + 32 * i;
    values[i] = column < columns ? x[row * columns + column] : -INFINITY;
    top = fmaxf(top, values[i]);
  }
  for (int step = 16; step; step /= 2)
    top = fmaxf(top, __shfl_xor_sync(~0u, top, step));
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    values[i] = expf(values[i] - top);
    sum += values[i];
  }
  for (int step = 16; step; step /= 2)
    sum += __shfl_xor_sync(~0u, sum, step);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    if (lane + 32 * i < columns)
      out[row * columns + lane + 32 * i] = values[i] / sum;
}

struct State {
  float top, sum;
};

__device__ State join(State a, State b) {
  float top = fmaxf(a.top, b.top);
  if (top == -INFINITY)
    return {top, 0};
  return {top, a.sum * __expf(a.top - top) + b.sum * __expf(b.top - top)};
}

__device__ State joinWarp(State state) {
  for (int step = 16; step; step /= 2)
    state =
        join(state, {__shfl_xor_sync(~0u, state.top, step), __shfl_xor_sync(~0u, state.sum, step)});
  return state;
}

extern "C" __global__ void softmaxOnline(const float *x, float *out, int columns) {
  __shared__ State parts[32];
  const float *row = x + static_cast<size_t>(blockIdx.x) * columns;
  State state = {-INFINITY, 0};
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    state = join(state, {row[i], 1});
  state = joinWarp(state);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = state;
  __syncthreads();
  state = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : State{-INFINITY, 0};
  state = joinWarp(state);
  float scale = __frcp_rn(state.sum);
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[static_cast<size_t>(blockIdx.x) * columns + i] = __expf(row[i] - state.top) * scale;
}
