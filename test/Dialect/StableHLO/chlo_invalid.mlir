// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One wrong use for each message of a CHLO op.
// RUN: halftone-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = chlo.erf %a : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of floating-point or quantized values}}
  %0 = chlo.erf %a : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{cannot broadcast dimension 0 of size 4 to dimension 1 of size 3}}
  %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{expected operands of at most the result's rank 1, got 'tensor<2x4xf32>'}}
  %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'broadcast_dimensions' must be at least 0 and below the rank 2, got 2}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'broadcast_dimensions' must have 1 entries, got 0}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64>} : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a value of type 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %0 = "chlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{expected an operand of at least rank 1, got 'tensor<f32>'}}
  %0:2 = chlo.top_k(%a, k = 1) : tensor<f32> -> (tensor<f32>, tensor<i32>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'k' must be at least 0 and at most the size 4 of the last dimension, got 5}}
  %0:2 = chlo.top_k(%a, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected values of type 'tensor<2xf32>', got 'tensor<3xf32>'}}
  %0:2 = chlo.top_k(%a, k = 2) : tensor<4xf32> -> (tensor<3xf32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected values with elements of type 'f32', got 'tensor<2xf16>'}}
  %0:2 = chlo.top_k(%a, k = 2) : tensor<4xf32> -> (tensor<2xf16>, tensor<2xi32>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected indices that are integers, got 'tensor<2xf32>'}}
  %0:2 = chlo.top_k(%a, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xf32>)
  return
}
