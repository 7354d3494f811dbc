// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups within a block: tiles of a warp, tiles of tiles, groups of those
// lanes that meet, partitions by a label, reductions and scans of the library.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

/// Sums of tiles of 32, 16, 8 and 4 lanes, by shuffles and by the library.
extern "C" __global__ void tileSums(const int *x, int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<8> eight = cg::tiled_partition<8>(warp);
  auto four = cg::tiled_partition<4>(eight);
  int value = x[block.thread_rank()], *row = out + 4 * block.thread_rank();
  row[0] = cg::reduce(warp, value, cg::plus<int>());
  row[1] = cg::reduce(cg::tiled_partition<16>(block), value, cg::greater<int>());
  int sum = value;
  for (int step = 4; step; step /= 2)
    sum += eight.shfl_xor(sum, step);
  row[2] = sum;
  row[3] = cg::inclusive_scan(four, value) + 1000 * four.meta_group_rank();
}

/// Lanes with odd numbers meet: how many they are, their ranks, their first's number.
extern "C" __global__ void coalesced(const int *x, int *out) {
  int value = x[threadIdx.x], *row = out + 4 * threadIdx.x;
  row[0] = row[1] = row[2] = row[3] = -1;
  if (value & 1) {
    cg::coalesced_group group = cg::coalesced_threads();
    row[0] = group.size();
    row[1] = group.thread_rank();
    row[2] = group.shfl(value, 0);
    row[3] = cg::reduce(group, value, cg::plus<int>());
    group.sync();
  }
}

/// Groups by label, and by a predicate.
extern "C" __global__ void labelled(const int *labels, const int *x, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto group = cg::labeled_partition(warp, labels[threadIdx.x]);
  int *row = out + 3 * threadIdx.x;
  row[0] = cg::reduce(group, x[threadIdx.x], cg::plus<int>());
  row[1] = group.thread_rank();
  auto halves = cg::binary_partition(warp, x[threadIdx.x] > 0);
  row[2] = cg::reduce(halves, x[threadIdx.x], cg::less<int>());
}

/// A tile of several warps.
extern "C" __global__ void wideTile(const int *x, int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  int sum = cg::reduce(tile, x[block.thread_rank()], cg::plus<int>());
  if (tile.thread_rank() == 0)
    out[tile.meta_group_rank()] = sum;
}
