// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as PTX: one rounding for each op, to nearest, with subnormals; nothing is fused
// or approximated; wide accesses where addresses allow them.
// RUN: halftone-opt %s --pass-pipeline='builtin.module(convert-kernels-to-gpu{chip=sm_80},nvvm-attach-target{chip=sm_80 features=+ptx81 O=3},halftone-gpu-kernel-pipeline,gpu-module-to-binary{format=isa})' \
// RUN:   | sed 's/\\0A/\n/g; s/\\09/\t/g' | FileCheck %s --implicit-check-not=.ftz --implicit-check-not=.approx --implicit-check-not=fma

#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: .entry elementwise_0(
// CHECK: .maxntid 256
// CHECK: ld.global.v4.b32
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK: sqrt.rn.f32
// CHECK: div.rn.f32
// CHECK: st.global.v4.b32
func.func @elements(%x: memref<65536xf32>, %y: memref<65536xf32>) {
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : memref<65536xf32>) outs(%y : memref<65536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %0, %in : f32
      %2 = math.sqrt %1 : f32
      %3 = arith.divf %in, %2 : f32
      linalg.yield %3 : f32
    }
  }
  return
}

// CHECK-LABEL: .entry rows_1(
// CHECK: shfl.sync.bfly.b32
// CHECK: max.NaN.f32
// CHECK: bar.warp.sync
// CHECK: sub.rn.f32
func.func @rows(%x: memref<64x128xf32>, %m: memref<64xf32>, %y: memref<64x128xf32>) {
  kernel.launch rows 64 {
    linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x128xf32>) outs(%m : memref<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.maximumf %out, %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %m : memref<64x128xf32>, memref<64xf32>) outs(%y : memref<64x128xf32>) {
    ^bb0(%in: f32, %most: f32, %out: f32):
      %0 = arith.subf %in, %most : f32
      linalg.yield %0 : f32
    }
  }
  return
}
