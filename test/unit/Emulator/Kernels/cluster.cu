// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters: a reduction and a histogram through the shared memory of several blocks, a
// ring that passes values on, and what cooperative groups say of a cluster.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/// One sum for each cluster; whole warps.
extern "C" __global__ void clusterSum(const int *x, int *out, int n) {
  cg::cluster_group cluster = cg::this_cluster();
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  cluster.sync();
  int i = blockIdx.x * blockDim.x + threadIdx.x, value = i < n ? x[i] : 0;
  for (int step = 16; step; step /= 2)
    value += __shfl_xor_sync(~0u, value, step);
  if (threadIdx.x % 32 == 0)
    atomicAdd(cluster.map_shared_rank(&sum, 0), value);
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    out[blockIdx.x / cluster.num_blocks()] = sum;
}

/// Bins that are spread over a cluster, `per` to a block.
extern "C" __global__ void clusterHistogram(const int *x, int *bins, int n, int per) {
  extern __shared__ int local[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < per; i += blockDim.x)
    local[i] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(cluster.map_shared_rank(local, x[i] / per) + x[i] % per, 1);
  cluster.sync();
  for (int i = threadIdx.x; i < per; i += blockDim.x)
    if (local[i])
      atomicAdd(&bins[cluster.block_rank() * per + i], local[i]);
}

/// Each block reads its right neighbour's values and hands them on, once around.
extern "C" __global__ void clusterRing(const int *x, int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  __shared__ int values[2][32];
  unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
  values[0][threadIdx.x] = x[blockIdx.x * 32 + threadIdx.x];
  cluster.sync();
  int sum = values[0][threadIdx.x];
  for (unsigned step = 1; step < blocks; ++step) {
    int *there = cluster.map_shared_rank(values[(step - 1) & 1], (rank + 1) % blocks);
    int value = there[(threadIdx.x + 1) % 32];
    sum += value * static_cast<int>(step + 1);
    values[step & 1][threadIdx.x] = value;
    cluster.sync();
  }
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

/// Ranks and sizes, and which block a shared address belongs to.
extern "C" __global__ void clusterRanks(unsigned *out) {
  cg::cluster_group cluster = cg::this_cluster();
  __shared__ unsigned mark;
  if (threadIdx.x == 0)
    mark = cluster.block_rank();
  cluster.sync();
  unsigned last = cluster.num_blocks() - 1;
  unsigned *there = cluster.map_shared_rank(&mark, last);
  if (threadIdx.x == 0) {
    unsigned *row = out + 8 * (blockIdx.y * gridDim.x + blockIdx.x);
    row[0] = cluster.block_rank();
    row[1] = cluster.num_blocks();
    row[2] = cluster.block_index().x;
    row[3] = cluster.block_index().y;
    row[4] = cluster.thread_rank();
    row[5] = cluster.num_threads();
    row[6] = cluster.query_shared_rank(there);
    row[7] = *there;
  }
  cluster.sync();
}
