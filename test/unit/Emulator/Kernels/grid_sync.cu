// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a cooperative launch that wait for each other: a sum in two steps, and
// sweeps of Jacobi's method.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void gridSum(const int *x, int *parts, int *out, int n) {
  cg::grid_group grid = cg::this_grid();
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  int mine = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size())
    mine += x[i];
  atomicAdd(&sum, mine);
  __syncthreads();
  if (threadIdx.x == 0)
    parts[blockIdx.x] = sum;
  grid.sync();
  // Every block needs all parts.
  int total = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    total += parts[i];
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

/// A line of n cells whose ends stay; `sweeps` steps between two arrays.
extern "C" __global__ void jacobi(float *a, float *b, int n, int sweeps) {
  cg::grid_group grid = cg::this_grid();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size())
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    grid.sync();
    float *other = a;
    a = b, b = other;
  }
}
