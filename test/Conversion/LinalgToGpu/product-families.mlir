// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: halftone-opt %s --convert-kernels-to-gpu=chip=sm_80 | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#n = affine_map<(m, n, k) -> (n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Neither operand is turned on the way: `ldmatrix` does that where k is not the
// fast dimension (layout col).
// CHECK-LABEL: gpu.func @tensor_core_0
// CHECK-SAME: workgroup(%{{.*}} : memref<320xvector<4xi32>, #gpu.address_space<workgroup>>
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<12288xbf16>, vector<8xbf16>
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: nvvm.ldmatrix %{{.*}}layout = #nvvm.mma_layout<row>
// CHECK: nvvm.ldmatrix %{{.*}}layout = #nvvm.mma_layout<col>
// CHECK: nvvm.mma.sync {{.*}} {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK: gpu.barrier
// CHECK: scf.yield
// Whole tiles: nothing is left out.
// CHECK-NOT: scf.if
// CHECK: %[[SUM:.*]] = vector.from_elements {{.*}} : vector<2xf32>
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : vector<2xf32> to vector<2xbf16>
// CHECK-NEXT: vector.store %[[ROUNDED]], {{.*}} {alignment = 4 : i64} : memref<24576xbf16>, vector<2xbf16>

// Odd sizes: what is beyond an end is loaded from the first element, zero along k,
// and not stored.
// CHECK-LABEL: gpu.func @tensor_core_1
// CHECK: %[[BELOW:.*]] = arith.cmpi ult
// CHECK: %[[PLACE:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK: %[[ELEMENT:.*]] = memref.load
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
// CHECK-NEXT: arith.select %{{.*}}, %[[ELEMENT]], %[[ZERO]] : bf16
// CHECK: scf.if

// CHECK-LABEL: gpu.func @simt_2
// CHECK-NOT: bf16
// CHECK: llvm.intr.fma({{.*}}) : (f32, f32, f32) -> f32
// CHECK-NOT: nvvm.mma

// CHECK-LABEL: gpu.func @tensor_core_3
// CHECK: nvvm.convert.float.to.tf32 %{{.*}} {rnd = #nvvm.fp_rnd_mode<rna>}
// CHECK: nvvm.mma.sync {{.*}}#nvvm.mma_type<tf32>{{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 8>

// f8 widens to the 16-bit type that holds it: f16, or the other operand's.
// CHECK-LABEL: gpu.func @tensor_core_4
// CHECK: arith.extf %{{.*}} : vector<8xf8E4M3FN> to vector<8xf16>
// CHECK: arith.extf %{{.*}} : vector<8xf8E5M2> to vector<8xf16>
// CHECK: nvvm.mma.sync {{.*}} : (vector<2xf16>, vector<2xf16>, f32)
// CHECK-LABEL: gpu.func @tensor_core_5
// CHECK: arith.extf %{{.*}} : vector<{{.*}}xf8E4M3FN> to vector<{{.*}}xbf16>
// CHECK: nvvm.mma.sync {{.*}}#nvvm.mma_type<bf16>

// f16 and bf16 have no common type of 16 bits: both widen to f32.
// CHECK-LABEL: gpu.func @simt_6
// CHECK: arith.extf {{.*}}bf16> to vector<{{.*}}xf32>
// CHECK: llvm.intr.fma
// CHECK-NOT: nvvm.mma

// A 16-bit accumulator: f16 has an instruction, bf16 is rounded after each product.
// CHECK-LABEL: gpu.func @tensor_core_7
// CHECK: nvvm.mma.sync {{.*}} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
// CHECK-LABEL: gpu.func @simt_8
// CHECK: %[[FMA:.*]] = llvm.intr.fma({{.*}}) : (f32, f32, f32) -> f32
// CHECK-NEXT: arith.truncf %[[FMA]] : f32 to bf16

// CHECK-LABEL: gpu.func @simt_9
// CHECK: llvm.intr.fma({{.*}}) : (f64, f64, f64) -> f64

// Nothing to sum: zeros.
// CHECK-LABEL: gpu.func @tensor_core_10
// CHECK-NOT: nvvm.mma
// CHECK: vector.store

// CHECK-LABEL: func.func @bf16
// CHECK: gpu.launch_func @kernels::@tensor_core_0 blocks in (%c24, %{{[^,]*}}, %{{[^,]*}}) threads in (%c128, 
// CHECK-SAME: args(%arg0 : memref<128x96xbf16>, %arg1 : memref<96x192xbf16>, %arg3 : memref<128x192xbf16>, %arg2 : memref<192xbf16>)
func.func @bf16(%a: memref<128x96xbf16>, %b: memref<96x192xbf16>, %bias: memref<192xbf16>, %c: memref<128x192xbf16>) {
  kernel.product %a, %b bias %bias into %c acc f32 {indexing_maps = [#mk, #kn, #n, #mn]} : (memref<128x96xbf16>, memref<96x192xbf16>, memref<192xbf16>, memref<128x192xbf16>) -> ()
  return
}
func.func @odd(%a: memref<33x37xbf16>, %b: memref<37x19xbf16>, %c: memref<33x19xf32>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<33x37xbf16>, memref<37x19xbf16>, memref<33x19xf32>) -> ()
  return
}
func.func @f32(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf32>, memref<64x64xf32>, memref<64x64xf32>) -> ()
  return
}
func.func @tf32(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  kernel.product %a, %b into %c acc f32 tf32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf32>, memref<64x64xf32>, memref<64x64xf32>) -> ()
  return
}
func.func @f8(%a: memref<64x64xf8E4M3FN>, %b: memref<64x64xf8E5M2>, %c: memref<64x64xf16>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #nk, #mn]} : (memref<64x64xf8E4M3FN>, memref<64x64xf8E5M2>, memref<64x64xf16>) -> ()
  return
}
func.func @f8_bf16(%a: memref<64x64xf8E4M3FN>, %b: memref<64x64xbf16>, %c: memref<64x64xf32>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf8E4M3FN>, memref<64x64xbf16>, memref<64x64xf32>) -> ()
  return
}
func.func @f16_bf16(%a: memref<64x64xf16>, %b: memref<64x64xbf16>, %c: memref<64x64xf32>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf16>, memref<64x64xbf16>, memref<64x64xf32>) -> ()
  return
}
func.func @f16_sums(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf16>) {
  kernel.product %a, %b into %c acc f16 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf16>) -> ()
  return
}
func.func @bf16_sums(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %c: memref<64x64xbf16>) {
  kernel.product %a, %b into %c acc bf16 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xbf16>) -> ()
  return
}
func.func @f64(%a: memref<64x64xf64>, %b: memref<64x64xf64>, %c: memref<64x64xf64>) {
  kernel.product %a, %b into %c acc f64 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf64>, memref<64x64xf64>, memref<64x64xf64>) -> ()
  return
}
func.func @empty(%a: memref<64x0xbf16>, %b: memref<0x64xbf16>, %c: memref<64x64xf32>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x0xbf16>, memref<0x64xbf16>, memref<64x64xf32>) -> ()
  return
}
