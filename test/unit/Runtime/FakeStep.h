// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the steps that the tests of the GPU runtime run, as a compiler would
// write them.
#ifndef HALFTONE_TEST_UNIT_RUNTIME_FAKESTEP_H
#define HALFTONE_TEST_UNIT_RUNTIME_FAKESTEP_H

namespace halftone::testing {

/// `axpy(a, x, y, n)` is y[i] += a * x[i] for i < n; `reverse(x, n)` reverses n elements
/// through dynamic shared memory; `stray(x)` writes 64 bytes before `x`.
inline constexpr char fakeStepPtx[] = R"(.version 7.8
.target sm_90
.address_size 64

.extern .shared .align 16 .b8 dynamic[];

.visible .entry axpy(
  .param .f32 axpy_a,
  .param .u64 axpy_x,
  .param .u64 axpy_y,
  .param .u32 axpy_n
)
{
  .reg .pred %p<2>;
  .reg .f32 %f<5>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<8>;
  ld.param.f32 %f1, [axpy_a];
  ld.param.u64 %rd1, [axpy_x];
  ld.param.u64 %rd2, [axpy_y];
  ld.param.u32 %r1, [axpy_n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra $done;
  cvta.to.global.u64 %rd3, %rd1;
  cvta.to.global.u64 %rd4, %rd2;
  mul.wide.s32 %rd5, %r5, 4;
  add.s64 %rd6, %rd3, %rd5;
  add.s64 %rd7, %rd4, %rd5;
  ld.global.f32 %f2, [%rd6];
  ld.global.f32 %f3, [%rd7];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd7], %f4;
$done:
  ret;
}

.visible .entry reverse(
  .param .u64 reverse_x,
  .param .u32 reverse_n
)
{
  .reg .b32 %r<8>;
  .reg .f32 %f<3>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [reverse_x];
  ld.param.u32 %r1, [reverse_n];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r2, %tid.x;
  mul.wide.s32 %rd3, %r2, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  mov.u32 %r3, dynamic;
  shl.b32 %r4, %r2, 2;
  add.s32 %r5, %r3, %r4;
  st.shared.f32 [%r5], %f1;
  bar.sync 0;
  sub.s32 %r6, %r1, %r2;
  add.s32 %r6, %r6, -1;
  shl.b32 %r6, %r6, 2;
  add.s32 %r7, %r3, %r6;
  ld.shared.f32 %f2, [%r7];
  st.global.f32 [%rd4], %f2;
  ret;
}

.visible .entry stray(
  .param .u64 stray_x
)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [stray_x];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, 0;
  st.global.u32 [%rd2+-64], %r1;
  ret;
}
)";

} // namespace halftone::testing

#endif // HALFTONE_TEST_UNIT_RUNTIME_FAKESTEP_H
