// RUN: halftone-opt %s -split-input-file -verify-diagnostics

// reduce (C1): range
func.func @reduce_c1_range(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dimensions' must hold dimensions at least 0 and below the rank 2, got 2}}
  %1 = train.reduce add %0, dims = [2] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

// reduce (C1): twice
func.func @reduce_c1_twice(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dimensions' must hold distinct dimensions, got 1 twice}}
  %1 = train.reduce add %0, dims = [1, 1] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

// reduce (C1): order
func.func @reduce_c1_order(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dimensions' must be sorted, got [1, 0]}}
  %1 = train.reduce add %0, dims = [1, 0] : tensor<4x8xf32> -> tensor<f32>
  return
}

// -----

// reduce (C2)
func.func @reduce_c2(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'result' must be 'tensor<4xf32>', got 'tensor<8xf32>'}}
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

// reduce (C3)
func.func @reduce_c3(%0: tensor<4x8xi32>) {
  // expected-error @+1 {{element types must be both float, or equal, got 'i32' and 'i64'}}
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xi32> -> tensor<4xi64>
  return
}

// -----

// reduce (C4): float
func.func @reduce_c4_float(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'and' needs integers or i1, got 'f32'}}
  %1 = train.reduce and %0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

// reduce (C4): i1
func.func @reduce_c4_i1(%0: tensor<4x8xi1>) {
  // expected-error @+1 {{'add' needs floats or integers, got 'i1'}}
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xi1> -> tensor<4xi1>
  return
}

// -----

// cumulative (C1)
func.func @cumulative_c1(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dimension' must be at least 0 and below the rank 2, got 2}}
  %1 = train.cumulative add %0, dim = 2 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// cumulative (C2)
func.func @cumulative_c2(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{element types must be both float, or equal, got 'f32' and 'i32'}}
  %1 = train.cumulative add %0, dim = 1 : tensor<4x8xf32> -> tensor<4x8xi32>
  return
}

// -----

// cumulative (C3)
func.func @cumulative_c3(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'or' needs integers or i1, got 'f32'}}
  %1 = train.cumulative or %0, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// cumulative: shape
func.func @cumulative_shape(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %1 = train.cumulative add %0, dim = 1 : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

// reduce_window (C1): window
func.func @reduce_window_c1_window(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'window_dimensions' must have 2 entries, one for each dimension, got 1}}
  %1 = train.reduce_window max %0, window = [2] strides = [2, 2] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C1): strides
func.func @reduce_window_c1_strides(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'window_strides' must have 2 entries, one for each dimension, got 3}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, 2, 1] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C1): base dilations
func.func @reduce_window_c1_base_dilations(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'base_dilations' must have 2 entries, one for each dimension, got 1}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, 2] base_dilations = [1] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C1): window dilations
func.func @reduce_window_c1_window_dilations(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'window_dilations' must have 2 entries, one for each dimension, got 1}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, 2] window_dilations = [1] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C1): low
func.func @reduce_window_c1_low(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'padding_low' must have 2 entries, one for each dimension, got 1}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, 2] low = [1] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C1): high
func.func @reduce_window_c1_high(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'padding_high' must have 2 entries, one for each dimension, got 3}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, 2] high = [1, 1, 1] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C2): window
func.func @reduce_window_c2_window(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'window_dimensions' must be at least 1, got 0}}
  %1 = train.reduce_window max %0, window = [2, 0] strides = [2, 2] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C2): strides
func.func @reduce_window_c2_strides(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'window_strides' must be at least 1, got -1}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, -1] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C2): base dilations
func.func @reduce_window_c2_base_dilations(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'base_dilations' must be at least 1, got 0}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, 2] base_dilations = [1, 0] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C2): window dilations
func.func @reduce_window_c2_window_dilations(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'window_dilations' must be at least 1, got 0}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, 2] window_dilations = [0, 1] : tensor<4x8xf32> -> tensor<2x4xf32>
  return
}

// -----

// reduce_window (C3)
func.func @reduce_window_c3(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'result' must be 'tensor<2x4xf32>', got 'tensor<2x3xf32>'}}
  %1 = train.reduce_window max %0, window = [2, 2] strides = [2, 2] : tensor<4x8xf32> -> tensor<2x3xf32>
  return
}

// -----

// reduce_window (C4)
func.func @reduce_window_c4(%0: tensor<4xi32>) {
  // expected-error @+1 {{element types must be both float, or equal, got 'i32' and 'f32'}}
  %1 = train.reduce_window max %0, window = [2] strides = [2] : tensor<4xi32> -> tensor<2xf32>
  return
}

// -----

// reduce_window (C5)
func.func @reduce_window_c5(%0: tensor<4xi1>) {
  // expected-error @+1 {{'max' needs floats or integers, got 'i1'}}
  %1 = train.reduce_window max %0, window = [2] strides = [2] : tensor<4xi1> -> tensor<2xi1>
  return
}

// -----

// select_and_scatter (C1)
func.func @select_and_scatter_c1(%0: tensor<8xf32>, %1: tensor<4xf32>) {
  // expected-error @+1 {{'window_dimensions' must have 1 entries, one for each dimension, got 2}}
  %2 = train.select_and_scatter max %0, %1, window = [2, 2] strides = [2] : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// select_and_scatter (C1): low
func.func @select_and_scatter_c1_low(%0: tensor<8xf32>, %1: tensor<4xf32>) {
  // expected-error @+1 {{'padding_low' must have 1 entries, one for each dimension, got 2}}
  %2 = train.select_and_scatter max %0, %1, window = [2] strides = [2] low = [0, 1] : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// select_and_scatter (C2)
func.func @select_and_scatter_c2(%0: tensor<8xf32>, %1: tensor<4xf32>) {
  // expected-error @+1 {{'window_strides' must be at least 1, got 0}}
  %2 = train.select_and_scatter max %0, %1, window = [2] strides = [0] : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// select_and_scatter (C3)
func.func @select_and_scatter_c3(%0: tensor<8xf32>, %1: tensor<3xf32>) {
  // expected-error @+1 {{'source' must be 'tensor<4xf32>', got 'tensor<3xf32>'}}
  %2 = train.select_and_scatter max %0, %1, window = [2] strides = [2] : (tensor<8xf32>, tensor<3xf32>) -> tensor<8xf32>
  return
}

// -----

// select_and_scatter: element types
func.func @select_and_scatter_element_types(%0: tensor<8xf32>, %1: tensor<4xbf16>) {
  // expected-error @+1 {{failed to verify that all of {operand, source} have same element type}}
  %2 = train.select_and_scatter max %0, %1, window = [2] strides = [2] : (tensor<8xf32>, tensor<4xbf16>) -> tensor<8xf32>
  return
}

// -----

// arg_reduce (C1)
func.func @arg_reduce_c1(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dimension' must be at least 0 and below the rank 2, got -1}}
  %1 = train.arg_reduce max %0, dim = -1 : tensor<4x8xf32> -> tensor<4xi32>
  return
}

// -----

// arg_reduce (C1): empty
func.func @arg_reduce_c1_empty(%0: tensor<4x0xf32>) {
  // expected-error @+1 {{dimension 1 must not be empty, got 'tensor<4x0xf32>'}}
  %1 = train.arg_reduce max %0, dim = 1 : tensor<4x0xf32> -> tensor<4xi32>
  return
}

// -----

// arg_reduce (C2)
func.func @arg_reduce_c2(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'result' must be 'tensor<4xi32>', got 'tensor<8xi32>'}}
  %1 = train.arg_reduce max %0, dim = 1 : tensor<4x8xf32> -> tensor<8xi32>
  return
}

// -----

// sort (C1): shapes
func.func @sort_c1_shapes(%0: tensor<8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{operands must have one shape, got 'tensor<8xf32>' and 'tensor<4xi32>'}}
  %2:2 = train.sort %0, %1, dim = 0 : (tensor<8xf32>, tensor<4xi32>) -> (tensor<8xf32>, tensor<4xi32>)
  return
}

// -----

// sort (C1): results
func.func @sort_c1_results(%0: tensor<8xf32>, %1: tensor<8xi32>) {
  // expected-error @+1 {{results must have the operands' types ('tensor<8xf32>', 'tensor<8xi32>'), got ('tensor<8xf32>', 'tensor<8xi64>')}}
  %2:2 = train.sort %0, %1, dim = 0 : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi64>)
  return
}

// -----

// sort (C2)
func.func @sort_c2(%0: tensor<8xf32>) {
  // expected-error @+1 {{'dimension' must be at least 0 and below the rank 1, got 1}}
  %1 = train.sort %0, dim = 1 : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// sort (C3): many
func.func @sort_c3_many(%0: tensor<8xf32>) {
  // expected-error @+1 {{'num_keys' must be at least 1 and at most the number of operands 1, got 2}}
  %1 = train.sort %0, dim = 0 keys = 2 : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// sort (C3): none
func.func @sort_c3_none(%0: tensor<8xf32>) {
  // expected-error @+1 {{'num_keys' must be at least 1 and at most the number of operands 1, got 0}}
  %1 = train.sort %0, dim = 0 keys = 0 : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// sort (C4)
func.func @sort_c4(%0: tensor<8xi1>) {
  // expected-error @+1 {{keys must be floats or integers, got 'tensor<8xi1>'}}
  %1 = train.sort %0, dim = 0 : (tensor<8xi1>) -> tensor<8xi1>
  return
}
