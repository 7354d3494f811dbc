// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One wrong use for each message of products, convolution, gather, scatter, norms and random
// bits.
// RUN: halftone-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expected contracting dimensions of one size, got 3 and 2}}
  %0 = stablehlo.dot %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{expected vectors or matrices, got 'tensor<f32>' and 'tensor<f32>'}}
  %0 = stablehlo.dot %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'precision_config' must have 2 entries, got 1}}
  %0 = stablehlo.dot %a, %a, precision = [HIGH] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expected as many contracting dimensions of both operands, got 1 and 2}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0, 1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dimensions of the left operand' must hold distinct dimensions, got 0 twice}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dimensions of the right operand' must be at least 0 and below the rank 2, got 2}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [2] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<3x3xf32>', got 'tensor<2x2xf32>'}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{'dimensions of the input' must have 4 entries, got 3}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{features 4, batch 1 and a kernel of 3 to 16 features do not fit 1 feature groups and 1 batch groups}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected feature or batch groups, at least 1 of each, got 1 and 0}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected 2 entries of 'window_reversal', got 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{'strides' must have 2 entries, got 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{'dilations of the window' must be at least 1, got 0}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{'padding' must be tensor<2x2xi64>, got 'tensor<1x2xi64>'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{dimension 0 of the window has no size}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[-9, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<0x3x4x16xf32>) {
  // expected-error@+1 {{expected a kernel that is not empty, got 'tensor<0x3x4x16xf32>'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<0x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<1x6x6x16xf32>', got 'tensor<1x8x8x16xf32>'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected 4 dimensions of the output, got 3}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{'index_vector_dim' must be at least 0 and at most the rank 2 of the indices, got 3}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{'dimensions without a window' must be at least 0 and below the rank 2, got 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{'dimensions that are indexed' must hold distinct dimensions, got 0 twice}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{expected 2 numbers in an index, got 1}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{expected 1 window dimensions, got 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{'batching dimensions of the indices' must be at least 0 and below the rank 2, got 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{expected as many batching dimensions of both operands, got 1 and 0}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<8x1xi32>) {
  // expected-error@+1 {{'index_vector_dim' 0 must not be a batching dimension}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<8x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{'slice_sizes' must have 2 entries, got 1}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{expected a slice of dimension 1 of size 16, got 17 elements}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 17>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x17xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{expected a slice of dimension 0 of size 1, got 2 elements}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{'offset_dims' must be at least 0 and below the rank 2, got 2}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{expected a result of type 'tensor<16x4xf32>', got 'tensor<4x16xf32>'}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>, %u: tensor<4x16xf32>) {
  // expected-error@+1 {{expected inputs, indices and as many updates, got 4 operands}}
  %0 = "stablehlo.scatter"(%a, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{expected 2 dimensions of an update, got 1}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>, %u: tensor<4x17xf32>) {
  // expected-error@+1 {{expected a window of at most 16 elements, got 17}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x17xf32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>, %u: tensor<5x16xf32>) {
  // expected-error@+1 {{expected an update of type 'tensor<4x16xf32>', got 'tensor<5x16xf32>'}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<5x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>, %u: tensor<4x16xf32>) {
  // expected-error@+1 {{'update_window_dims' must be at least 0 and below the rank 2, got 2}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>, %u: tensor<4x16xf32>) {
  // expected-error@+1 {{expected results of the inputs' types ('tensor<8x16xf32>'), got ('tensor<8x17xf32>')}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x17xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>, %i: tensor<4x1xi32>, %u: tensor<4x16xf32>) {
  // expected-error@+1 {{'update_computation' must take 2 tensors of rank 0, got ('tensor<f32>')}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %v: tensor<2xf32>) {
  // expected-error@+1 {{expected a vector of features of type 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{expected a tensor of type 'tensor<2x3xf32>', got 'tensor<2x4xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{'feature_index' must be at least 0 and below the rank 2, got 2}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{expected a vector of features of type 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%s: tensor<2xui64>) {
  // expected-error@+1 {{expected a next state of type 'tensor<2xui64>', got 'tensor<3xui64>'}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}
