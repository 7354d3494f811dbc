// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest tiles of each family assemble without spills, for blocks of 256 threads that
// may have 255 registers each.
// REQUIRES: ptxas
// RUN: halftone-opt %s --pass-pipeline='builtin.module(convert-kernels-to-gpu{chip=sm_80},nvvm-attach-target{chip=sm_80 features=+ptx81 O=3},halftone-gpu-kernel-pipeline,gpu-module-to-binary{format=isa})' \
// RUN:   | sed -n 's/.*assembly = "\(.*\)".*/\1/p' | sed 's/\\0A/\n/g; s/\\09/\t/g; s/\\22/"/g; s/\\00//g' > %t.80.ptx
// RUN: ptxas -arch=sm_80 -v %t.80.ptx -o %t.80.cubin 2>&1 | FileCheck %s
// RUN: halftone-opt %s --pass-pipeline='builtin.module(convert-kernels-to-gpu{chip=sm_90},nvvm-attach-target{chip=sm_90 features=+ptx81 O=3},halftone-gpu-kernel-pipeline,gpu-module-to-binary{format=isa})' \
// RUN:   | sed -n 's/.*assembly = "\(.*\)".*/\1/p' | sed 's/\\0A/\n/g; s/\\09/\t/g; s/\\22/"/g; s/\\00//g' > %t.90.ptx
// RUN: ptxas -arch=sm_90 -v %t.90.ptx -o %t.90.cubin 2>&1 | FileCheck %s

// CHECK: Compiling entry function 'simt_5'
// CHECK: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: Used {{[0-9]+}} registers
// CHECK: Compiling entry function 'simt_4'
// CHECK: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: Used {{[0-9]+}} registers
// CHECK: Compiling entry function 'tensor_core_3'
// CHECK: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: Used {{[0-9]+}} registers
// Single elements want a register each on their way.
// CHECK: Compiling entry function 'tensor_core_2'
// CHECK: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: Used {{[0-9]+}} registers
// CHECK: Compiling entry function 'tensor_core_1'
// CHECK: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: Used {{[0-9]+}} registers
// CHECK: Compiling entry function 'tensor_core_0'
// CHECK: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: Used {{[0-9]+}} registers

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @nn(%a: memref<4096x4096xbf16>, %b: memref<4096x4096xbf16>, %c: memref<4096x4096xbf16>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<4096x4096xbf16>, memref<4096x4096xbf16>, memref<4096x4096xbf16>) -> ()
  return
}
func.func @tn(%a: memref<4096x4096xf16>, %b: memref<4096x4096xf16>, %c: memref<4096x4096xf32>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#km, #kn, #mn]} : (memref<4096x4096xf16>, memref<4096x4096xf16>, memref<4096x4096xf32>) -> ()
  return
}
// Sizes that divide by nothing: single elements, and a check of each.
func.func @odd(%a: memref<4097x4099xbf16>, %b: memref<4099x4095xbf16>, %bias: memref<4095xf32>, %c: memref<4097x4095xbf16>) {
  kernel.product %a, %b bias %bias into %c acc f32 {indexing_maps = [#mk, #kn, affine_map<(m, n, k) -> (n)>, #mn]} : (memref<4097x4099xbf16>, memref<4099x4095xbf16>, memref<4095xf32>, memref<4097x4095xbf16>) -> ()
  return
}
func.func @tf32(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32>, %c: memref<4096x4096xf32>) {
  kernel.product %a, %b into %c acc f32 tf32 {indexing_maps = [#mk, #nk, #mn]} : (memref<4096x4096xf32>, memref<4096x4096xf32>, memref<4096x4096xf32>) -> ()
  return
}
func.func @f32(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32>, %c: memref<4096x4096xf32>) {
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<4096x4096xf32>, memref<4096x4096xf32>, memref<4096x4096xf32>) -> ()
  return
}
func.func @f64(%a: memref<4096x4096xf64>, %b: memref<4096x4096xf64>, %c: memref<4096x4096xf64>) {
  kernel.product %a, %b into %c acc f64 {indexing_maps = [#mk, #kn, #mn]} : (memref<4096x4096xf64>, memref<4096x4096xf64>, memref<4096x4096xf64>) -> ()
  return
}
