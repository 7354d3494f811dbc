// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic: divisions of 32, 64 and 128 bits, wide products, sums with carries,
// bit tricks, products of bytes, and the video instructions.
#include <cstdint>

extern "C" __global__ void divisions(const int64_t *x, const int64_t *y, int64_t *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int64_t a = x[i], b = y[i], *row = out + 12 * i;
  uint64_t ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  int32_t a32 = static_cast<int32_t>(a), b32 = static_cast<int32_t>(b) | 1;
  row[0] = a / b, row[1] = a % b;
  row[2] = static_cast<int64_t>(ua / ub), row[3] = static_cast<int64_t>(ua % ub);
  row[4] = a32 / b32, row[5] = a32 % b32;
  row[6] = static_cast<uint32_t>(a32) / static_cast<uint32_t>(b32);
  row[7] = a / 1000003, row[8] = a % 10, row[9] = static_cast<int64_t>(ua / 7);
  row[10] = __mul64hi(a, b), row[11] = static_cast<int64_t>(__umul64hi(ua, ub));
}

/// 128 bits: product, sum, difference, shifts, remainder.
extern "C" __global__ void wide(const uint64_t *x, const uint64_t *y, uint64_t *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  using Wide = unsigned __int128;
  Wide a = x[i], b = static_cast<Wide>(y[i]) << 64 | x[i];
  Wide results[6] = {a * y[i],          b + (a << 3),      b - (a << 70),
                     b >> (y[i] % 128), b << (x[i] % 128), b / (y[i] | 1)};
  for (int j = 0; j < 6; ++j)
    out[12 * i + 2 * j] = static_cast<uint64_t>(results[j]),
                     out[12 * i + 2 * j + 1] = static_cast<uint64_t>(results[j] >> 64);
}

extern "C" __global__ void bits(const uint32_t *x, const uint32_t *y, uint32_t *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uint32_t a = x[i], b = y[i], *row = out + 20 * i;
  uint64_t both = static_cast<uint64_t>(a) << 32 | b;
  row[0] = __popc(a), row[1] = __clz(a), row[2] = __ffs(a), row[3] = __brev(a);
  row[4] = __popcll(both), row[5] = __clzll(both), row[6] = __ffsll(both);
  uint64_t reversed = __brevll(both);
  row[7] = static_cast<uint32_t>(reversed), row[8] = static_cast<uint32_t>(reversed >> 32);
  row[9] = __byte_perm(a, b, a & 0x7777), row[10] = __funnelshift_l(a, b, a);
  row[11] = __funnelshift_r(a, b, b), row[12] = __funnelshift_lc(a, b, a & 63);
  row[13] = (a & b) | (~a & ~b), row[14] = a ^ b ^ 0x0ff0, row[15] = __umulhi(a, b);
  row[16] = static_cast<uint32_t>(__mulhi(static_cast<int>(a), static_cast<int>(b)));
  row[17] = __sad(static_cast<int>(a), static_cast<int>(b), 5), row[18] = __usad(a, b, 7);
  row[19] =
      static_cast<uint32_t>(__hadd(static_cast<int>(a), static_cast<int>(b))) ^ __urhadd(a, b);
}

extern "C" __global__ void bytes(const uint32_t *x, const uint32_t *y, uint32_t *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uint32_t a = x[i], b = y[i], *row = out + 24 * i;
  int sa = static_cast<int>(a), sb = static_cast<int>(b);
  row[0] = static_cast<uint32_t>(__dp4a(sa, sb, 9)), row[1] = __dp4a(a, b, 9u);
  row[2] = static_cast<uint32_t>(__dp2a_lo(sa, sb, -3)), row[3] = __dp2a_hi(a, b, 3u);
  row[4] = __vadd4(a, b), row[5] = __vsub4(a, b), row[6] = __vaddus4(a, b);
  row[7] = __vaddss4(a, b), row[8] = __vsubus4(a, b), row[9] = __vabsdiffu4(a, b);
  row[10] = __vabsdiffs4(a, b), row[11] = __vmaxs4(a, b), row[12] = __vminu4(a, b);
  row[13] = __vcmpeq4(a, b), row[14] = __vcmpgts4(a, b), row[15] = __vsetltu4(a, b);
  row[16] = __vavgu4(a, b), row[17] = __vsadu4(a, b), row[18] = __vadd2(a, b);
  row[19] = __vsubss2(a, b), row[20] = __vmaxs2(a, b), row[21] = __vabs4(a);
  row[22] = __vneg4(a), row[23] = __vavgs2(a, b);
}

/// The video instructions themselves.
extern "C" __global__ void video(const uint32_t *x, const uint32_t *y, uint32_t *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uint32_t a = x[i], b = y[i], *row = out + 6 * i;
  asm("vadd.s32.s32.u32.sat %0, %1.b1, %2.h0;" : "=r"(row[0]) : "r"(a), "r"(b));
  asm("vabsdiff.u32.u32.u32 %0, %1.b3, %2.b0;" : "=r"(row[1]) : "r"(a), "r"(b));
  asm("vmin.s32.s32.s32 %0, %1.h1, %2.h0;" : "=r"(row[2]) : "r"(a), "r"(b));
  asm("vmad.s32.s32.s32 %0, %1.h0, %2.b2, %1;" : "=r"(row[3]) : "r"(a), "r"(b));
  asm("vshl.u32.u32.u32.clamp %0, %1, %2.b0;" : "=r"(row[4]) : "r"(a), "r"(b));
  asm("vset.u32.u32.lt %0, %1.h0, %2.h1;" : "=r"(row[5]) : "r"(a), "r"(b));
}
