// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer reductions of a warp by one instruction, over all lanes and over those that
// a mask names.
extern "C" __global__ void reduxAll(const int *x, int *out) {
  int value = x[threadIdx.x], *row = out + 6 * threadIdx.x;
  unsigned bits = static_cast<unsigned>(value);
  row[0] = __reduce_add_sync(~0u, value);
  row[1] = __reduce_min_sync(~0u, value);
  row[2] = static_cast<int>(__reduce_max_sync(~0u, bits));
  row[3] = static_cast<int>(__reduce_and_sync(~0u, bits));
  row[4] = static_cast<int>(__reduce_or_sync(~0u, bits));
  row[5] = static_cast<int>(__reduce_xor_sync(~0u, bits));
}

/// Lanes of equal keys sum among themselves.
extern "C" __global__ void reduxByKey(const unsigned *keys, const unsigned *x, unsigned *out) {
  unsigned group = __match_any_sync(~0u, keys[threadIdx.x]);
  out[threadIdx.x] = __reduce_add_sync(group, x[threadIdx.x]);
}
