// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the device mathematics library, in f32 and f64, and complex arithmetic.
#include <cmath>
#include <cuComplex.h>

template <typename T> __device__ void functions(const T *x, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  T v = x[i], positive = fabs(v) + T(0.125), *row = out + 24 * i;
  row[0] = sin(v), row[1] = cos(v), row[2] = tan(v), row[3] = exp(v), row[4] = log(positive);
  row[5] = pow(positive, v), row[6] = erf(v), row[7] = tgamma(positive), row[8] = lgamma(positive);
  row[9] = sinh(v), row[10] = tanh(v), row[11] = asin(v / (1 + fabs(v))), row[12] = atan(v);
  row[13] = atan2(v, positive), row[14] = cbrt(v), row[15] = hypot(v, positive);
  row[16] = log1p(positive), row[17] = expm1(v), row[18] = sqrt(positive), row[19] = 1 / v;
  row[20] = fmod(v, T(0.75)), row[21] = rint(v), row[22] = floor(v) + trunc(v);
  row[23] = ldexp(v, 3) + copysign(T(1), v);
}

extern "C" __global__ void functionsF32(const float *x, float *out, int n) { functions(x, out, n); }
extern "C" __global__ void functionsF64(const double *x, double *out, int n) {
  functions(x, out, n);
}

/// Approximations of the hardware.
extern "C" __global__ void intrinsics(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = x[i], positive = fabsf(v) + 0.125f, *row = out + 8 * i;
  row[0] = __sinf(v), row[1] = __cosf(v), row[2] = __expf(v), row[3] = __logf(positive);
  row[4] = __fdividef(v, positive), row[5] = rsqrtf(positive), row[6] = __saturatef(v);
  row[7] = __powf(positive, v);
}

/// Steps until z = z^2 + c leaves the circle of radius 2, for c over a square.
extern "C" __global__ void mandelbrot(int *out, int width, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width)
    return;
  cuDoubleComplex c = make_cuDoubleComplex(-2.0 + 3.0 * x / width, -1.5 + 3.0 * y / width);
  cuDoubleComplex z = make_cuDoubleComplex(0, 0);
  int steps = 0;
  while (steps < limit && __dadd_rn(__dmul_rn(z.x, z.x), __dmul_rn(z.y, z.y)) <= 4) {
    double re = __dsub_rn(__dmul_rn(z.x, z.x), __dmul_rn(z.y, z.y));
    double im = __dmul_rn(__dmul_rn(2, z.x), z.y);
    z = make_cuDoubleComplex(__dadd_rn(re, c.x), __dadd_rn(im, c.y)), ++steps;
  }
  out[y * width + x] = steps;
}

/// A discrete Fourier transform, directly.
extern "C" __global__ void fourier(const cuDoubleComplex *x, cuDoubleComplex *out, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    return;
  cuDoubleComplex sum = make_cuDoubleComplex(0, 0);
  for (int j = 0; j < n; ++j) {
    double sine, cosine;
    sincospi(-2.0 * (k * j % n) / n, &sine, &cosine);
    sum = cuCadd(sum, cuCmul(x[j], make_cuDoubleComplex(cosine, sine)));
  }
  out[k] = cuCdiv(sum, make_cuDoubleComplex(0, 2));
}
