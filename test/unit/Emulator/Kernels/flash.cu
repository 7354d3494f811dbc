// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attention forward in f16 as for sm_80: a block takes 64 queries of one head, a warp 16
// of them; keys and values come in tiles of 32 by asynchronous copies, scores stay in
// registers, and maximum and sum are carried from tile to tile. Head dimension 64;
// q, k, v, out: heads x length x 64; the log of the sums goes out too. Any length.
#include "ampere.h"

#include <cmath>
#include <cuda_fp16.h>

constexpr int dimension = 64, queries = 64, keys = 32;

__device__ int place(int row, int part) { return row * dimension + (part ^ (row & 7)) * 8; }

__device__ void load(half *to, const half *from, int rows, int row0, int length) {
  for (int i = threadIdx.x; i < rows * 8; i += 128) {
    int row = i / 8, part = i % 8;
    bool inside = row0 + row < length;
    copyAsync16(to + place(row, part), inside ? from + (row0 + row) * dimension + 8 * part : from,
                inside ? 16 : 0);
  }
}

__device__ uint32_t pack(float a, float b) {
  half2 pair = __floats2half2_rn(a, b);
  return *reinterpret_cast<uint32_t *>(&pair);
}

extern "C" __global__ void __launch_bounds__(128)
    attention(const half *q, const half *k, const half *v, half *out, float *logSums, int length,
              float scale, int causal) {
  __shared__ __align__(128) half qs[queries * dimension], ks[2][keys * dimension],
      vs[2][keys * dimension];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row0 = blockIdx.x * queries;
  size_t head = static_cast<size_t>(blockIdx.y) * length * dimension;
  q += head, k += head, v += head, out += head;
  int last = causal ? min(length, row0 + queries) : length, tiles = (last + keys - 1) / keys;

  load(qs, q, queries, row0, length);
  load(ks[0], k, keys, 0, length);
  load(vs[0], v, keys, 0, length);
  commitCopies();

  float scale2 = scale * 1.4426950408889634f; // exponentials to the base 2
  uint32_t x[4][4];
  float sums[8][4] = {}, top[2] = {-INFINITY, -INFINITY}, total[2] = {0, 0};
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      load(ks[(t + 1) & 1], k, keys, (t + 1) * keys, length);
      load(vs[(t + 1) & 1], v, keys, (t + 1) * keys, length);
    }
    commitCopies();
    waitCopies<1>();
    __syncthreads();
    if (t == 0)
      for (int d = 0; d < 4; ++d)
        loadMatrix4(x[d], qs + place(16 * warp + lane % 16, 2 * d + lane / 16));

    float scores[4][4] = {};
#pragma unroll
    for (int d = 0; d < 4; ++d)
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        uint32_t y[4];
        loadMatrix4(y, ks[t & 1] + place(16 * j + lane % 8 + lane / 16 * 8, 2 * d + lane / 8 % 2));
        mmaF16(scores[2 * j], x[d], y[0], y[1]);
        mmaF16(scores[2 * j + 1], x[d], y[2], y[3]);
      }

#pragma unroll
    for (int h = 0; h < 2; ++h) {
      int row = row0 + 16 * warp + lane / 4 + 8 * h;
      float best = top[h];
#pragma unroll
      for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          int key = t * keys + 8 * j + lane % 4 * 2 + e;
          float &score = scores[j][2 * h + e];
          score = key < length && (!causal || key <= row) ? score * scale2 : -INFINITY;
          best = fmaxf(best, score);
        }
      best = fmaxf(best, __shfl_xor_sync(~0u, best, 1));
      best = fmaxf(best, __shfl_xor_sync(~0u, best, 2));
      float base = best == -INFINITY ? 0 : best, shrink = exp2f(top[h] - base);
      top[h] = best;
      total[h] *= shrink;
#pragma unroll
      for (int j = 0; j < 8; ++j)
        sums[j][2 * h] *= shrink, sums[j][2 * h + 1] *= shrink;
#pragma unroll
      for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          float &score = scores[j][2 * h + e];
          score = exp2f(score - base);
          total[h] += score;
        }
    }

#pragma unroll
    for (int i = 0; i < 2; ++i) {
      uint32_t p[4] = {pack(scores[2 * i][0], scores[2 * i][1]),
                       pack(scores[2 * i][2], scores[2 * i][3]),
                       pack(scores[2 * i + 1][0], scores[2 * i + 1][1]),
                       pack(scores[2 * i + 1][2], scores[2 * i + 1][3])};
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        uint32_t y[4];
        loadMatrix4Transposed(y, vs[t & 1] + place(16 * i + lane % 16, 2 * j + lane / 16));
        mmaF16(sums[2 * j], p, y[0], y[1]);
        mmaF16(sums[2 * j + 1], p, y[2], y[3]);
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int h = 0; h < 2; ++h) {
    int row = row0 + 16 * warp + lane / 4 + 8 * h;
    total[h] += __shfl_xor_sync(~0u, total[h], 1);
    total[h] += __shfl_xor_sync(~0u, total[h], 2);
    if (row >= length)
      continue;
    float inverse = 1 / total[h];
#pragma unroll
    for (int j = 0; j < 8; ++j)
      *reinterpret_cast<half2 *>(out + row * dimension + 8 * j + lane % 4 * 2) =
          __floats2half2_rn(sums[j][2 * h] * inverse, sums[j][2 * h + 1] * inverse);
    if (lane % 4 == 0)
      logSums[blockIdx.y * length + row] = (top[h] + log2f(total[h])) * 0.6931471805599453f;
  }
}
