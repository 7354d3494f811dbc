// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions: of two dimensions with the filter in constant memory and a halo in shared
// memory, and of many channels straight from global memory with a stride and padding.
__constant__ float filter[5][5];

/// "Same" with zeros outside; blocks of 16 x 16.
extern "C" __global__ void convolve5(const float *in, float *out, int width, int height) {
  __shared__ float tile[20][20];
  for (int y = threadIdx.y; y < 20; y += 16)
    for (int x = threadIdx.x; x < 20; x += 16) {
      int column = blockIdx.x * 16 + x - 2, row = blockIdx.y * 16 + y - 2;
      bool inside = column >= 0 && column < width && row >= 0 && row < height;
      tile[y][x] = inside ? in[row * width + column] : 0;
    }
  __syncthreads();
  int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (column >= width || row >= height)
    return;
  float sum = 0;
#pragma unroll
  for (int y = 0; y < 5; ++y)
#pragma unroll
    for (int x = 0; x < 5; ++x)
      sum += tile[threadIdx.y + y][threadIdx.x + x] * filter[y][x];
  out[row * width + column] = sum;
}

struct Shape {
  int channels, height, width, filters, size, stride, pad, outHeight, outWidth;
};

/// in: N C H W, weights: F C S S; a thread to a result.
extern "C" __global__ void convolveChannels(const float *in, const float *weights, float *out,
                                            Shape s, int total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total)
    return;
  int ox = i % s.outWidth, oy = i / s.outWidth % s.outHeight;
  int f = i / (s.outWidth * s.outHeight) % s.filters;
  int image = i / (s.outWidth * s.outHeight * s.filters);
  float sum = 0;
  for (int c = 0; c < s.channels; ++c)
    for (int y = 0; y < s.size; ++y)
      for (int x = 0; x < s.size; ++x) {
        int iy = oy * s.stride + y - s.pad, ix = ox * s.stride + x - s.pad;
        if (iy < 0 || iy >= s.height || ix < 0 || ix >= s.width)
          continue;
        sum += in[((image * s.channels + c) * s.height + iy) * s.width + ix] *
               weights[((f * s.channels + c) * s.size + y) * s.size + x];
      }
  out[i] = sum;
}
