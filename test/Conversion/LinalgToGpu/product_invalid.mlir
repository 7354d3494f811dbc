// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: halftone-opt %s --split-input-file --verify-diagnostics --convert-kernels-to-gpu=chip=sm_75

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @bf16(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %c: memref<64x64xf32>) {
  // expected-error @+3 {{no kernel for this product on 'sm_75'}}
  // expected-note @+2 {{'tensor_core' needs sm_80}}
  // expected-note @+1 {{'simt' needs sm_80 for bf16}}
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xbf16>, memref<64x64xbf16>, memref<64x64xf32>) -> ()
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @tf32(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // expected-error @+3 {{no kernel for this product on 'sm_75'}}
  // expected-note @+2 {{'tensor_core' needs sm_80}}
  // expected-note @+1 {{'simt' has no tf32}}
  kernel.product %a, %b into %c acc f32 tf32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf32>, memref<64x64xf32>, memref<64x64xf32>) -> ()
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @narrow(%a: memref<64x64xf64>, %b: memref<64x64xf64>, %c: memref<64x64xf32>) {
  // expected-error @+3 {{no kernel for this product on 'sm_75'}}
  // expected-note @+2 {{'tensor_core' needs sm_80}}
  // expected-note @+1 {{'simt' has an accumulator that does not hold every value of its operands}}
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf64>, memref<64x64xf64>, memref<64x64xf32>) -> ()
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @strides(%a: memref<64x64xf32, strided<[?, 1]>>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // expected-error @+1 {{has an operand whose strides are not known: 'memref<64x64xf32, strided<[?, 1]>>'}}
  kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xf32, strided<[?, 1]>>, memref<64x64xf32>, memref<64x64xf32>) -> ()
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @integers(%a: memref<64x64xi32>, %b: memref<64x64xi32>, %c: memref<64x64xi64>) {
  // expected-error @+3 {{no kernel for this product on 'sm_75'}}
  // expected-note @+2 {{'tensor_core' needs sm_80}}
  // expected-note @+1 {{'simt' does not convert integers}}
  kernel.product %a, %b into %c acc i32 {indexing_maps = [#mk, #kn, #mn]} : (memref<64x64xi32>, memref<64x64xi32>, memref<64x64xi64>) -> ()
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @tensors(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{must be on buffers here}}
  %0 = kernel.product %a, %b into %c acc f32 {indexing_maps = [#mk, #kn, #mn]} : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
