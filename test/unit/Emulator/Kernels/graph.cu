// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search level by level, with a queue that warps fill together; connected
// components by hooking and jumping.
extern "C" __global__ void breadthFirst(const int *starts, const int *edges, int *distances,
                                        const int *frontier, int size, int *next, int *nextSize,
                                        int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  int node = frontier[i];
  for (int e = starts[node]; e < starts[node + 1]; ++e)
    if (atomicCAS(&distances[edges[e]], -1, level) == -1)
      next[atomicAdd(nextSize, 1)] = edges[e];
}

extern "C" __global__ void hook(const int2 *edges, int *parents, int *changed, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int a = atomicAdd(&parents[edges[i].x], 0), b = atomicAdd(&parents[edges[i].y], 0);
  if (a == b)
    return;
  if (atomicMin(&parents[max(a, b)], min(a, b)) > min(a, b))
    atomicExch(changed, 1);
}

extern "C" __global__ void jump(int *parents, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int parent = atomicAdd(&parents[i], 0);
  for (;;) {
    int above = atomicAdd(&parents[parent], 0);
    if (above == parent)
      break;
    parent = above;
  }
  atomicExch(&parents[i], parent);
}
