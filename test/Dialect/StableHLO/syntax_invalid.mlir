// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that the custom assembly, or an attribute, does not have: one for each message.
// RUN: halftone-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a function type with 2 operands and 1 result, got '(tensor<4xf32>) -> tensor<4xf32>'}}
  %0 = stablehlo.add %a, %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a tensor of complex numbers, got 'tensor<4xf32>'}}
  %0 = stablehlo.complex %a, %a : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a format such as 'e5m10', got 'e5'}}
  %0 = stablehlo.reduce_precision %a, format = e5 : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a format such as 'e5m10', got 'e5m99999999999'}}
  %0 = stablehlo.reduce_precision %a, format = e5m99999999999 : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected 'DEFAULT', 'HIGH' or 'HIGHEST', got 'LOW'}}
  %0 = stablehlo.dot %a, %a, precision = [LOW] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected 'precision', 'algorithm', got 'batching_dims'}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], batching_dims = [] x [] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected one of 'stride', 'pad', 'lhs_dilate', 'rhs_dilate' and 'reverse', each at most once, got 'strides'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {strides = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected 2 amounts of padding, got 3}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected 'true' or 'false', got 'yes'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [yes, no]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected 'b' and 'f' once each, got 'b'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, b]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected 'i' and 'o' among the dimensions}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected each spatial dimension from 0 to 1 once}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{invalid kind of type specified}}
  %0 = stablehlo.constant() <{value = dense<1.0> : tensor<2xf32>}> : tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a type of no operands and 1 result, got '() -> ()'}}
  %0 = stablehlo.constant() <{value = dense<1.0> : tensor<2xf32>}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected the elements of a tensor}}
  %0 = stablehlo.constant 1 : i32
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{expected 1 types, got 2}}
  stablehlo.while(%x = %i) : tensor<i32>, tensor<i32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected one input and an op on two values, got 1 inputs and 'stablehlo.negate'}}
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.negate across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected one input and an op on two values, got 1 inputs and 'stablehlo.nothing'}}
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.nothing across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.nothing' is unknown}}
  %0 = stablehlo.nothing %a : tensor<4xf32>
  return
}

// -----

  // expected-error@+1 {{expected one of 'lhs_batching_dimensions', 'rhs_batching_dimensions', 'lhs_contracting_dimensions', 'rhs_contracting_dimensions', each at most once, got 'lhs'}}
  func.func private @f() attributes {x = #stablehlo.dot<lhs = [1]>}

// -----

  // expected-error@+1 {{each at most once, got 'index_vector_dim'}}
  func.func private @f() attributes {x = #stablehlo.gather<index_vector_dim = 1, index_vector_dim = 2>}

// -----

  // expected-error@+1 {{expected 'lhs_precision_type', 'rhs_precision_type' and 'accumulation_type'}}
  func.func private @f() attributes {x = #stablehlo.dot_algorithm<lhs_precision_type = f32>}

// -----

  // expected-error@+1 {{expected 'true' or 'false', got 'maybe'}}
  func.func private @f() attributes {x = #stablehlo.dot_algorithm<allow_imprecise_accumulation = maybe>}

// -----

  // expected-error@+2 {{expected ::halftone::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  // expected-error@+1 {{failed to parse StableHLO_ComparisonDirectionAttr parameter 'value'}}
  func.func private @f() attributes {x = #stablehlo<comparison_direction EQUAL>}
