// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products as PTX: the instructions that decide what a result is.
// RUN: halftone-opt %s --pass-pipeline='builtin.module(convert-kernels-to-gpu{chip=sm_80},nvvm-attach-target{chip=sm_80 features=+ptx81 O=3},halftone-gpu-kernel-pipeline,gpu-module-to-binary{format=isa})' \
// RUN:   | sed 's/\\0A/\n/g; s/\\09/\t/g' | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: .entry tensor_core_0(
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32
// CHECK: bar.sync
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK-NOT: {{(fma|mul|add|sub)[a-z.]*(f16|bf16)}}
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// CHECK-NOT: {{(fma|mul|add|sub)[a-z.]*(f16|bf16)}}
// CHECK: st.global.b32

// CHECK-LABEL: .entry tensor_core_1(
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32

// No arithmetic on 16 bits, and no TF32.
// CHECK-LABEL: .entry simt_2(
// CHECK-NOT: {{(fma|mul|add|sub|cvt)[a-z.]*(f16|bf16|tf32)}}
// CHECK-NOT: mma.sync
// CHECK: fma.rn.f32
// CHECK-NOT: {{(fma|mul|add|sub|cvt)[a-z.]*(f16|bf16|tf32)}}
// CHECK-NOT: mma.sync

// CHECK-LABEL: .entry tensor_core_3(
// CHECK: cvt.rna.tf32.f32
// CHECK: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
func.func @nn(%a: memref<128x96xbf16>, %b: memref<96x192xbf16>, %c: memref<128x192xbf16>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<128x96xbf16>, memref<96x192xbf16>, memref<128x192xbf16>) -> ()
  return
}
func.func @tt(%a: memref<96x128xf16>, %b: memref<192x96xf16>, %c: memref<128x192xf16>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#km, #nk, #mn]} : (memref<96x128xf16>, memref<192x96xf16>, memref<128x192xf16>) -> ()
  return
}
func.func @f32(%a: memref<128x96xf32>, %b: memref<96x192xf32>, %c: memref<128x192xf32>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<128x96xf32>, memref<96x192xf32>, memref<128x192xf32>) -> ()
  return
}
func.func @tf32(%a: memref<128x96xf32>, %b: memref<96x192xf32>, %c: memref<128x192xf32>) {
  kernel.product %a, %b into %c acc f32 tf32 {indexing_maps = [#mk, #kn, #mn]} : (memref<128x96xf32>, memref<96x192xf32>, memref<128x192xf32>) -> ()
  return
}
