// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf with arguments of all kinds, and assert.
#include <cassert>
#include <cstdio>

extern "C" __global__ void hello(const float *x) {
  if (threadIdx.x % 2 == 0)
    printf("thread %d of %u: %.3f %s %c %5.1e %lld %%\n", threadIdx.x, blockDim.x, x[threadIdx.x],
           threadIdx.x ? "even" : "first", 'a' + threadIdx.x, 12345.678, -1234567890123ll);
}

extern "C" __global__ void positive(const int *x) { assert(x[threadIdx.x] > 0); }

extern "C" __global__ void trapOn(const int *x, int value) {
  if (x[threadIdx.x] == value)
    __trap();
}
