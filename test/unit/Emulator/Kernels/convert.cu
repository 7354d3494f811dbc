// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between f32 and the narrow formats, with every rounding CUDA has a name for,
// and between numbers and integers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

extern "C" __global__ void toHalf(const float *x, unsigned short *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned short *row = out + 8 * i;
  row[0] = __half_as_ushort(__float2half_rn(x[i])),
  row[1] = __half_as_ushort(__float2half_rz(x[i]));
  row[2] = __half_as_ushort(__float2half_ru(x[i])),
  row[3] = __half_as_ushort(__float2half_rd(x[i]));
  row[4] = __bfloat16_as_ushort(__float2bfloat16_rn(x[i]));
  row[5] = __bfloat16_as_ushort(__float2bfloat16_rz(x[i]));
  row[6] = __bfloat16_as_ushort(__float2bfloat16_ru(x[i]));
  row[7] = __bfloat16_as_ushort(__float2bfloat16_rd(x[i]));
}

extern "C" __global__ void toFP8(const float2 *x, unsigned short *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned short *row = out + 4 * i;
  row[0] = __nv_cvt_float2_to_fp8x2(x[i], __NV_SATFINITE, __NV_E4M3);
  row[1] = __nv_cvt_float2_to_fp8x2(x[i], __NV_SATFINITE, __NV_E5M2);
  row[2] = __nv_cvt_halfraw2_to_fp8x2(__float22half2_rn(x[i]), __NV_SATFINITE, __NV_E4M3);
  row[3] = __nv_cvt_bfloat16raw2_to_fp8x2(__float22bfloat162_rn(x[i]), __NV_SATFINITE, __NV_E5M2);
}

/// All 65536 pairs of fp8 numbers, widened.
extern "C" __global__ void fromFP8(float2 *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __nv_fp8x2_storage_t pair = static_cast<__nv_fp8x2_storage_t>(i);
  out[2 * i] = __half22float2(__nv_cvt_fp8x2_to_halfraw2(pair, __NV_E4M3));
  out[2 * i + 1] = __half22float2(__nv_cvt_fp8x2_to_halfraw2(pair, __NV_E5M2));
}

extern "C" __global__ void toInteger(const float *x, long long *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  long long *row = out + 8 * i;
  row[0] = __float2int_rn(x[i]), row[1] = __float2int_rz(x[i]), row[2] = __float2int_ru(x[i]);
  row[3] = __float2uint_rd(x[i]), row[4] = __float2ll_rn(x[i]);
  row[5] = static_cast<long long>(__float2ull_rz(x[i]));
  row[6] = __half2short_rn(__float2half_rn(x[i])), row[7] = __double2ll_ru(x[i] * 1.5);
}
