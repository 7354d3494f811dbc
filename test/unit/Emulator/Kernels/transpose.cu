// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposes through shared memory without bank conflicts: rows padded by a word, or
// columns exchanged by an exclusive or with the row.
#include <cstdint>

constexpr int tile = 32;

/// in: rows x columns; blocks of 32 x 8 threads.
extern "C" __global__ void transposePadded(const float *in, float *out, int rows, int columns) {
  __shared__ float buffer[tile][tile + 1];
  int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  for (int i = 0; i < tile; i += 8)
    if (x < columns && y + i < rows)
      buffer[threadIdx.y + i][threadIdx.x] = in[(y + i) * columns + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x, y = blockIdx.x * tile + threadIdx.y;
  for (int i = 0; i < tile; i += 8)
    if (x < rows && y + i < columns)
      out[(y + i) * rows + x] = buffer[threadIdx.x][threadIdx.y + i];
}

extern "C" __global__ void transposeSwizzled(const float *in, float *out, int rows, int columns) {
  extern __shared__ float dynamic[]; // tile * tile
  int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  for (int i = threadIdx.y; i < tile; i += 8, y += 8)
    if (x < columns && y < rows)
      dynamic[i * tile + (threadIdx.x ^ i)] = in[y * columns + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x, y = blockIdx.x * tile + threadIdx.y;
  for (int i = threadIdx.y; i < tile; i += 8, y += 8)
    if (x < rows && y < columns)
      out[y * rows + x] = dynamic[threadIdx.x * tile + (i ^ threadIdx.x)];
}

/// Squares of 64 x 64 bytes, four bytes to a word; sizes divide by 64. 16 x 16 threads,
/// each of which transposes 4 x 4 bytes by permutations.
extern "C" __global__ void transposeBytes(const uint32_t *in, uint32_t *out, int rows,
                                          int columns) {
  __shared__ uint32_t words[64][17];
  unsigned tx = threadIdx.x, ty = threadIdx.y;
  uint32_t w[4];
  for (int i = 0; i < 4; ++i)
    w[i] = in[((blockIdx.y * 64 + 4 * ty + i) * columns) / 4 + blockIdx.x * 16 + tx];
  uint32_t a = __byte_perm(w[0], w[1], 0x5140), b = __byte_perm(w[0], w[1], 0x7362);
  uint32_t c = __byte_perm(w[2], w[3], 0x5140), d = __byte_perm(w[2], w[3], 0x7362);
  words[4 * tx + 0][ty] = __byte_perm(a, c, 0x5410);
  words[4 * tx + 1][ty] = __byte_perm(a, c, 0x7632);
  words[4 * tx + 2][ty] = __byte_perm(b, d, 0x5410);
  words[4 * tx + 3][ty] = __byte_perm(b, d, 0x7632);
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    out[((blockIdx.x * 64 + ty + 16 * i) * rows) / 4 + blockIdx.y * 16 + tx] =
        words[ty + 16 * i][tx];
}
