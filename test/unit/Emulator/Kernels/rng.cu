// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers: Philox 4x32-10 (Salmon and others, "Parallel random numbers: as easy as
// 1, 2, 3"), a linear congruential generator that jumps ahead, the Mersenne twister with
// its state in shared memory, xorshift, and pi by throwing darts.
#include <cstdint>

__device__ uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    uint32_t low0 = 0xd2511f53u * counter.x, high0 = __umulhi(0xd2511f53u, counter.x);
    uint32_t low1 = 0xcd9e8d57u * counter.z, high1 = __umulhi(0xcd9e8d57u, counter.z);
    counter = {high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0};
    key.x += 0x9e3779b9u, key.y += 0xbb67ae85u;
  }
  return counter;
}

extern "C" __global__ void philoxWords(uint4 *out, uint32_t seed, int n) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = philox({i, 0, 7, ~i}, {seed, seed ^ 0xdeadbeef});
}

/// Normal numbers by Box and Muller.
extern "C" __global__ void philoxNormals(float2 *out, uint32_t seed, int n) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uint4 words = philox({i, 0, 0, 0}, {seed, 0});
  float u = (words.x >> 8) * 0x1p-24f + 0x1p-25f, v = (words.y >> 8) * 0x1p-24f;
  float radius = sqrtf(-2.0f * logf(u)), sine, cosine;
  sincospif(2.0f * v, &sine, &cosine);
  out[i] = {radius * cosine, radius * sine};
}

/// Every thread jumps to its place of one sequence of 64-bit states.
extern "C" __global__ void congruential(uint64_t *out, uint64_t seed, int n) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uint64_t a = 6364136223846793005ull, c = 1442695040888963407ull, jumpA = 1, jumpC = 0;
  for (uint32_t left = i + 1; left; left >>= 1) {
    if (left & 1)
      jumpA *= a, jumpC = jumpC * a + c;
    c *= a + 1, a *= a;
  }
  out[i] = jumpA * seed + jumpC;
}

/// MT19937, one block of 128 threads that makes the next 624 words together.
extern "C" __global__ void mersenne(uint32_t *out, uint32_t seed, int rounds) {
  constexpr int n = 624, m = 397;
  __shared__ uint32_t state[n];
  if (threadIdx.x == 0) {
    state[0] = seed;
    for (uint32_t i = 1; i < n; ++i)
      state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
  }
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    // Words of a stretch depend on none of that stretch: [0, 227), [227, 454), [454, 623).
    for (int begin = 0; begin < n; begin += n - m) {
      int end = min(begin + n - m, n);
      uint32_t next[2];
      for (int i = begin + threadIdx.x, j = 0; i < end; i += 128, ++j) {
        uint32_t y = (state[i] & 0x80000000u) | (state[(i + 1) % n] & 0x7fffffffu);
        next[j] = state[(i + m) % n] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
      }
      __syncthreads();
      for (int i = begin + threadIdx.x, j = 0; i < end; i += 128, ++j)
        state[i] = next[j];
      __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += 128) {
      uint32_t y = state[i];
      y ^= y >> 11, y ^= y << 7 & 0x9d2c5680u, y ^= y << 15 & 0xefc60000u, y ^= y >> 18;
      out[round * n + i] = y;
    }
    __syncthreads();
  }
}

extern "C" __global__ void darts(unsigned long long *hits, uint32_t seed, int throws) {
  uint32_t s = seed + 0x9e3779b9u * (blockIdx.x * blockDim.x + threadIdx.x + 1);
  unsigned mine = 0;
  for (int i = 0; i < throws; ++i) {
    float p[2];
    for (float &v : p) {
      s ^= s << 13, s ^= s >> 17, s ^= s << 5;
      v = (s >> 8) * 0x1p-24f;
    }
    mine += __fmaf_rn(p[0], p[0], __fmul_rn(p[1], p[1])) < 1.0f;
  }
  for (int step = 16; step; step /= 2)
    mine += __shfl_down_sync(~0u, mine, step);
  if (threadIdx.x % 32 == 0)
    atomicAdd(hits, mine);
}
