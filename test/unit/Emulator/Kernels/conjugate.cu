// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conjugate gradients for a tridiagonal matrix (2 on the diagonal, -1 beside it, plus
// `shift`), a whole solve in one cooperative launch: dots by block sums and atomic
// additions, grid barriers between the steps.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ void addDot(double *sum, double value) {
  __shared__ double parts[32];
  for (int step = 16; step; step /= 2)
    value += __shfl_xor_sync(~0u, value, step);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned i = 1; i < blockDim.x / 32; ++i)
      value += parts[i];
    atomicAdd(sum, value);
  }
  __syncthreads();
}

/// x starts at 0; r and p are scratch; dots[2 * steps + 1], zeros.
extern "C" __global__ void solve(const double *b, double *x, double *r, double *p, double *dots,
                                 int n, double shift, int steps) {
  cg::grid_group grid = cg::this_grid();
  int first = grid.thread_rank(), stride = grid.size();
  double mine = 0;
  for (int i = first; i < n; i += stride) {
    x[i] = 0, r[i] = p[i] = b[i];
    mine += b[i] * b[i];
  }
  addDot(&dots[0], mine);
  grid.sync();
  for (int step = 0; step < steps; ++step) {
    auto product = [&](int i) {
      return (2 + shift) * p[i] - (i ? p[i - 1] : 0) - (i + 1 < n ? p[i + 1] : 0);
    };
    mine = 0;
    for (int i = first; i < n; i += stride)
      mine += p[i] * product(i);
    addDot(&dots[2 * step + 1], mine);
    grid.sync();
    double alpha = dots[2 * step] / dots[2 * step + 1];
    mine = 0;
    for (int i = first; i < n; i += stride) {
      x[i] += alpha * p[i];
      r[i] -= alpha * product(i);
      mine += r[i] * r[i];
    }
    addDot(&dots[2 * step + 2], mine);
    grid.sync();
    double beta = dots[2 * step + 2] / dots[2 * step];
    for (int i = first; i < n; i += stride)
      p[i] = r[i] + beta * p[i];
    grid.sync();
  }
}
