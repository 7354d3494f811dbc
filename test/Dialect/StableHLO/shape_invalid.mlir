// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One wrong use for each message of an op that moves elements.
// RUN: halftone-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error@+1 {{expected a value of type 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{result #0 must be ranked tensor}}
  %0 = stablehlo.constant dense<1.0> : vector<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'iota_dimension' must be at least 0 and below the rank 1, got 1}}
  %0 = stablehlo.iota dim = 1 : tensor<4xf32>
  return
}

// -----

func.func @f(%n: tensor<2xi64>) {
  // expected-error@+1 {{expected a shape of type 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'broadcast_sizes' must be at least 0, got -1}}
  %0 = stablehlo.broadcast %a, sizes = [-1] : (tensor<4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<2x4xf32>', got 'tensor<4x2xf32>'}}
  %0 = stablehlo.broadcast %a, sizes = [2] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'broadcast_dimensions' must have 1 entries, got 2}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'broadcast_dimensions' must be at least 0 and below the rank 2, got 2}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [2] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'broadcast_dimensions' must hold distinct dimensions, got 1 twice}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{cannot broadcast dimension 0 of size 4 to dimension 1 of size 2}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected as many elements as in 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4611686018427387904x4xf32>) {
  // expected-error@+1 {{expected as many elements as in}}
  %0 = stablehlo.reshape %a : (tensor<4611686018427387904x4xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{expected a shape of type 'tensor<2xi64>', got 'tensor<1xi64>'}}
  %0 = stablehlo.dynamic_reshape %a, %n : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %n: tensor<2xi64>) {
  // expected-error@+1 {{expected a result with elements of type 'f32', got 'tensor<3x2xf16>'}}
  %0 = stablehlo.dynamic_reshape %a, %n : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'permutation' must have 2 entries, got 1}}
  %0 = stablehlo.transpose %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'permutation' must hold distinct dimensions, got 0 twice}}
  %0 = stablehlo.transpose %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<3x2xf32>', got 'tensor<2x3xf32>'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dimensions' must be at least 0 and below the rank 2, got -1}}
  %0 = stablehlo.reverse %a, dims = [-1] : tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dimension' must be at least 0 and below the rank 2, got 2}}
  %0 = stablehlo.get_dimension_size %a, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'start_indices' must have 2 entries, got 1}}
  %0 = stablehlo.slice %a [0:2] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'strides' must be at least 1, got 0}}
  %0 = stablehlo.slice %a [0:2, 0:3:0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expected a range in dimension 1 of size 3, got 1 to 4}}
  %0 = stablehlo.slice %a [0:2, 1:4] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<2x2xf32>', got 'tensor<2x3xf32>'}}
  %0 = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{expected 2 start indices, got 1}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'slice_sizes' must have 2 entries, got 1}}
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{expected a slice of dimension 1 of size 3, got 4 elements}}
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<i32>, %u: tensor<2xf32>) {
  // expected-error@+1 {{expected 2 dimensions of the update, got 1}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<i32>, %u: tensor<2x4xf32>) {
  // expected-error@+1 {{expected a slice of dimension 1 of size 3, got 4 elements}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<i32>, %u: tensor<2x3xf16>) {
  // expected-error@+1 {{expected an update with elements of type 'f32', got 'tensor<2x3xf16>'}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<2x3xf16>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{'interior_padding' must be at least 0, got -1}}
  %0 = stablehlo.pad %a, %s, low = [0], high = [0], interior = [-1] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{dimension 0 of size 4 has no size when padded}}
  %0 = stablehlo.pad %a, %s, low = [-3], high = [-2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{dimension 0 of size 4 has no size when padded}}
  %0 = stablehlo.pad %a, %s, low = [9223372036854775807], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: tensor<1xf32>) {
  // expected-error@+1 {{operand #1 must be tensor of rank 0 of any type}}
  %0 = stablehlo.pad %a, %s, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected 1 or more operands, but found 0}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{expected an operand of type 'tensor<4xf32>', got 'tensor<2x4xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<8xf32>', got 'tensor<7xf32>'}}
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<7xf32>
  return
}
