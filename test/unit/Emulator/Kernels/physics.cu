// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies that attract each other, by tiles of shared memory; stencils of two and three
// dimensions, with a halo in shared memory and with planes kept in registers.
extern "C" __global__ void bodies(const float4 *positions, float3 *forces, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = i < n ? positions[i] : float4{0, 0, 0, 0};
  float3 force = {0, 0, 0};
  for (int base = 0; base < n; base += blockDim.x) {
    int j = base + threadIdx.x;
    tile[threadIdx.x] = j < n ? positions[j] : float4{0, 0, 0, 0};
    __syncthreads();
    for (unsigned k = 0; k < blockDim.x; ++k) {
      float4 other = tile[k];
      float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float scale = other.w * inverse * inverse * inverse;
      force.x += dx * scale, force.y += dy * scale, force.z += dz * scale;
    }
    __syncthreads();
  }
  if (i < n)
    forces[i] = force;
}

/// The five-point star; blocks of 32 x 8; edges are copied.
extern "C" __global__ void stencil2(const float *in, float *out, int width, int height) {
  __shared__ float tile[10][34];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int thread = threadIdx.y * 32 + threadIdx.x;
  for (int i = thread; i < 10 * 34; i += 256) {
    int column = blockIdx.x * 32 + i % 34 - 1, row = blockIdx.y * 8 + i / 34 - 1;
    column = min(max(column, 0), width - 1), row = min(max(row, 0), height - 1);
    tile[i / 34][i % 34] = in[row * width + column];
  }
  __syncthreads();
  if (x >= width || y >= height)
    return;
  const float *at = &tile[threadIdx.y + 1][threadIdx.x + 1];
  bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
  out[y * width + x] = edge ? at[0] : 0.25f * (at[-1] + at[1]) + 0.25f * (at[-34] + at[34]);
}

/// The seven-point star, marching along z; blocks of 16 x 8. Inside only.
extern "C" __global__ void stencil3(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * 16 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1;
  if (x >= nx - 1 || y >= ny - 1)
    return;
  int plane = nx * ny, i = y * nx + x;
  float below = in[i], here = in[i + plane];
  for (int z = 1; z < nz - 1; ++z) {
    float above = in[i + (z + 1) * plane];
    const float *at = in + i + z * plane;
    out[i + z * plane] = below + above + at[-1] + at[1] + at[-nx] + at[nx] - 6 * here;
    below = here, here = above;
  }
}
