// RUN: halftone-opt %s -split-input-file -verify-diagnostics

// reshape (C1)
func.func @reshape_c1(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{operand and result must have the same number of elements, got 32 and 31}}
  %1 = train.reshape %0 : tensor<4x8xf32> -> tensor<31xf32>
  return
}

// -----

// reshape: element type
func.func @reshape_element_type(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %1 = train.reshape %0 : tensor<4x8xf32> -> tensor<32xf16>
  return
}

// -----

// transpose (C1): length
func.func @transpose_c1_length(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'permutation' must have 2 entries, one for each dimension, got 1}}
  %1 = train.transpose %0, perm = [0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// transpose (C1): twice
func.func @transpose_c1_twice(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'permutation' must hold distinct dimensions, got 1 twice}}
  %1 = train.transpose %0, perm = [1, 1] : tensor<4x8xf32> -> tensor<8x8xf32>
  return
}

// -----

// transpose (C1): range
func.func @transpose_c1_range(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'permutation' must hold dimensions at least 0 and below the rank 2, got 2}}
  %1 = train.transpose %0, perm = [0, 2] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// transpose: result
func.func @transpose_result(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'result' must be 'tensor<8x4xf32>', got 'tensor<4x8xf32>'}}
  %1 = train.transpose %0, perm = [1, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// broadcast_in_dim (C1): length
func.func @broadcast_in_dim_c1_length(%0: tensor<8xf32>) {
  // expected-error @+1 {{'broadcast_dimensions' must have 1 entries, one for each dimension of the operand, got 2}}
  %1 = train.broadcast_in_dim %0, dims = [0, 1] : tensor<8xf32> -> tensor<4x8xf32>
  return
}

// -----

// broadcast_in_dim (C1): order
func.func @broadcast_in_dim_c1_order(%0: tensor<8x4xf32>) {
  // expected-error @+1 {{'broadcast_dimensions' must be sorted, got [1, 0]}}
  %1 = train.broadcast_in_dim %0, dims = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  return
}

// -----

// broadcast_in_dim (C1): range
func.func @broadcast_in_dim_c1_range(%0: tensor<8xf32>) {
  // expected-error @+1 {{'broadcast_dimensions' must hold dimensions at least 0 and below the rank 2, got 2}}
  %1 = train.broadcast_in_dim %0, dims = [2] : tensor<8xf32> -> tensor<4x8xf32>
  return
}

// -----

// broadcast_in_dim (C2)
func.func @broadcast_in_dim_c2(%0: tensor<2xf32>) {
  // expected-error @+1 {{dimension 0 of the operand must be 1 or 8, as dimension 1 of the result, got 2}}
  %1 = train.broadcast_in_dim %0, dims = [1] : tensor<2xf32> -> tensor<4x8xf32>
  return
}

// -----

// slice (C1): start
func.func @slice_c1_start(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'start_indices' must have 2 entries, one for each dimension, got 1}}
  %1 = train.slice %0, start = [0], limit = [4, 8], strides = [1, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// slice (C1): limit
func.func @slice_c1_limit(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'limit_indices' must have 2 entries, one for each dimension, got 3}}
  %1 = train.slice %0, start = [0, 0], limit = [4, 8, 1], strides = [1, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// slice (C1): strides
func.func @slice_c1_strides(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'strides' must have 2 entries, one for each dimension, got 0}}
  %1 = train.slice %0, start = [0, 0], limit = [4, 8], strides = [] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// slice (C2): limit
func.func @slice_c2_limit(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{dimension 1 needs 0 <= start <= limit <= 8, got start 0 and limit 9}}
  %1 = train.slice %0, start = [0, 0], limit = [4, 9], strides = [1, 1] : tensor<4x8xf32> -> tensor<4x9xf32>
  return
}

// -----

// slice (C2): start
func.func @slice_c2_start(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{dimension 0 needs 0 <= start <= limit <= 4, got start -1 and limit 4}}
  %1 = train.slice %0, start = [-1, 0], limit = [4, 8], strides = [1, 1] : tensor<4x8xf32> -> tensor<5x8xf32>
  return
}

// -----

// slice (C2): stride
func.func @slice_c2_stride(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'strides' must be at least 1, got 0}}
  %1 = train.slice %0, start = [0, 0], limit = [4, 8], strides = [1, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// slice: result
func.func @slice_result(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'result' must be 'tensor<4x3xf32>', got 'tensor<4x2xf32>'}}
  %1 = train.slice %0, start = [0, 2], limit = [4, 8], strides = [1, 2] : tensor<4x8xf32> -> tensor<4x2xf32>
  return
}

// -----

// pad (C1): low
func.func @pad_c1_low(%0: tensor<4xf32>, %1: tensor<f32>) {
  // expected-error @+1 {{'edge_padding_low' must have 1 entries, one for each dimension, got 2}}
  %2 = train.pad %0, %1, low = [0, 0], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad (C1): high
func.func @pad_c1_high(%0: tensor<4xf32>, %1: tensor<f32>) {
  // expected-error @+1 {{'edge_padding_high' must have 1 entries, one for each dimension, got 0}}
  %2 = train.pad %0, %1, low = [0], high = [], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad (C1): interior
func.func @pad_c1_interior(%0: tensor<4xf32>, %1: tensor<f32>) {
  // expected-error @+1 {{'interior_padding' must have 1 entries, one for each dimension, got 2}}
  %2 = train.pad %0, %1, low = [0], high = [0], interior = [0, 1] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad (C2)
func.func @pad_c2(%0: tensor<4xf32>, %1: tensor<f32>) {
  // expected-error @+1 {{'interior_padding' must be at least 0, got -1}}
  %2 = train.pad %0, %1, low = [0], high = [0], interior = [-1] : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

// pad (C3)
func.func @pad_c3(%0: tensor<4xf32>, %1: tensor<f32>) {
  // expected-error @+1 {{no dimension of the result may be negative, got -1 for dimension 0}}
  %2 = train.pad %0, %1, low = [-3], high = [-2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

// pad (C4)
func.func @pad_c4(%0: tensor<4xf32>, %1: tensor<1xf32>) {
  // expected-error @+1 {{'padding_value' must have rank 0, got 'tensor<1xf32>'}}
  %2 = train.pad %0, %1, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// pad: result
func.func @pad_result(%0: tensor<4xf32>, %1: tensor<f32>) {
  // expected-error @+1 {{'result' must be 'tensor<8xf32>', got 'tensor<7xf32>'}}
  %2 = train.pad %0, %1, low = [0], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

// concatenate (C1)
func.func @concatenate_c1() {
  // expected-error @+1 {{expected 1 or more operands, but found 0}}
  %0 = train.concatenate dim = 0 : () -> tensor<0xf32>
  return
}

// -----

// concatenate (C2)
func.func @concatenate_c2(%0: tensor<4xf32>) {
  // expected-error @+1 {{'dimension' must be at least 0 and below the rank 1, got 1}}
  %1 = train.concatenate %0, dim = 1 : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// concatenate (C3)
func.func @concatenate_c3(%0: tensor<4x8xf32>, %1: tensor<4x7xf32>) {
  // expected-error @+1 {{operands must have the same shape but for dimension 0, got 'tensor<4x8xf32>' and 'tensor<4x7xf32>'}}
  %2 = train.concatenate %0, %1, dim = 0 : (tensor<4x8xf32>, tensor<4x7xf32>) -> tensor<8x8xf32>
  return
}

// -----

// concatenate (C3): rank
func.func @concatenate_c3_rank(%0: tensor<4x8xf32>, %1: tensor<4xf32>) {
  // expected-error @+1 {{operands must have the same shape but for dimension 0, got 'tensor<4x8xf32>' and 'tensor<4xf32>'}}
  %2 = train.concatenate %0, %1, dim = 0 : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<8x8xf32>
  return
}

// -----

// concatenate: result
func.func @concatenate_result(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'result' must be 'tensor<8x8xf32>', got 'tensor<9x8xf32>'}}
  %1 = train.concatenate %0, %0, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<9x8xf32>
  return
}

// -----

// reverse (C1): twice
func.func @reverse_c1_twice(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dimensions' must hold distinct dimensions, got 0 twice}}
  %1 = train.reverse %0, dims = [0, 0] : tensor<4x8xf32>
  return
}

// -----

// reverse (C1): range
func.func @reverse_c1_range(%0: tensor<4x8xf32>) {
  // expected-error @+1 {{'dimensions' must hold dimensions at least 0 and below the rank 2, got -1}}
  %1 = train.reverse %0, dims = [-1] : tensor<4x8xf32>
  return
}

// -----

// gather (C1): dimensions
func.func @gather_c1_dimensions(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'offset_dims', 'collapsed_slice_dims' and 'operand_batching_dims' together must have 2 entries, one for each dimension of the operand, got 1}}
  %2 = train.gather %0, %1 {index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

// gather (C1): sizes
func.func @gather_c1_sizes(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'slice_sizes' must have 2 entries, one for each dimension, got 1}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

// gather (C2): range
func.func @gather_c2_range(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'index_vector_dim' must be at least 0 and at most the indices' rank 1, got 2}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 2 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

// gather (C2): map
func.func @gather_c2_map(%0: tensor<16x8xf32>, %1: tensor<4x2xi32>) {
  // expected-error @+1 {{'start_index_map' must have 2 entries, one for each component of an index vector, got 1}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4x2xi32>) -> tensor<4x8xf32>
  return
}

// -----

// gather (C3): range
func.func @gather_c3_range(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'offset_dims' must hold dimensions at least 0 and below the rank 2, got 2}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 2>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

// gather (C3): order
func.func @gather_c3_order(%0: tensor<16x8xf32>, %1: tensor<i32>) {
  // expected-error @+1 {{'offset_dims' must be sorted, got [1, 0]}}
  %2 = train.gather %0, %1 {index_vector_dim = 0 : i64, offset_dims = array<i64: 1, 0>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<i32>) -> tensor<8x1xf32>
  return
}

// -----

// gather (C4): collapsed
func.func @gather_c4_collapsed(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'collapsed_slice_dims' must hold dimensions at least 0 and below the rank 2, got 2}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 2>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

// gather (C4): batching order
func.func @gather_c4_batching_order(%0: tensor<4x4xf32>, %1: tensor<4x4x1xi32>) {
  // expected-error @+1 {{'operand_batching_dims' must be sorted, got [1, 0]}}
  %2 = train.gather %0, %1 {index_vector_dim = 2 : i64, operand_batching_dims = array<i64: 1, 0>, start_indices_batching_dims = array<i64: 1, 0>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 0>} : (tensor<4x4xf32>, tensor<4x4x1xi32>) -> tensor<4x4xf32>
  return
}

// -----

// gather (C4): shared
func.func @gather_c4_shared(%0: tensor<4x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'operand_batching_dims' must share no dimension with 'collapsed_slice_dims' and 'start_index_map', got 0}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 1>} : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// gather (C5): count
func.func @gather_c5_count(%0: tensor<4x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'start_indices_batching_dims' must have 1 entries, as many as batching dimensions of the operand, got 0}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>} : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// gather (C5): index vector
func.func @gather_c5_index_vector(%0: tensor<1x8xf32>, %1: tensor<4x1xi32>) {
  // expected-error @+1 {{'start_indices_batching_dims' must not hold 'index_vector_dim', 1}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 1>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>} : (tensor<1x8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return
}

// -----

// gather (C5): range
func.func @gather_c5_range(%0: tensor<4x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'start_indices_batching_dims' must hold dimensions at least 0 and below the rank 1, got 1}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 1>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>} : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// gather (C5): sizes
func.func @gather_c5_sizes(%0: tensor<3x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{batching dimensions must have equal sizes, got 3 for dimension 0 of the operand and 4 for dimension 0 of the indices}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>} : (tensor<3x8xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// gather (C6)
func.func @gather_c6(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'start_index_map' must hold dimensions at least 0 and below the rank 2, got 2}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 2>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

// gather (C7)
func.func @gather_c7(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'slice_sizes' must be at least 0 and at most 8 in dimension 1, got 9}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 9>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x9xf32>
  return
}

// -----

// gather (C7): collapsed
func.func @gather_c7_collapsed(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'slice_sizes' must be at least 0 and at most 1 in dimension 0, got 2}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 2, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

// gather (C8)
func.func @gather_c8(%0: tensor<16x8xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'result' must be 'tensor<4x8xf32>', got 'tensor<8x4xf32>'}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<8x4xf32>
  return
}

// -----

// gather: indices
func.func @gather_indices(%0: tensor<16x8xf32>, %1: tensor<4xf32>) {
  // expected-error @+1 {{operand #1 must be statically shaped tensor of integer of 8, 16, 32 or 64 bits values, but got 'tensor<4xf32>'}}
  %2 = train.gather %0, %1 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter (C1)
func.func @scatter_c1(%0: tensor<16x8xf32>, %1: tensor<4xi32>, %2: tensor<4x8xf32>) {
  // expected-error @+1 {{'update_window_dims', 'inserted_window_dims' and 'input_batching_dims' together must have 2 entries, one for each dimension of the operand, got 1}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xf32>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

// scatter (C2)
func.func @scatter_c2(%0: tensor<16x8xf32>, %1: tensor<4xi32>, %2: tensor<4x8xf32>) {
  // expected-error @+1 {{'scatter_dims_to_operand_dims' must have 1 entries, one for each component of an index vector, got 0}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xf32>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

// scatter (C3)
func.func @scatter_c3(%0: tensor<16x8xf32>, %1: tensor<4xi32>, %2: tensor<4x8xf32>) {
  // expected-error @+1 {{'update_window_dims' must hold dimensions at least 0 and below the rank 2, got 2}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 2>} : (tensor<16x8xf32>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

// scatter (C4)
func.func @scatter_c4(%0: tensor<16x8xf32>, %1: tensor<4xi32>, %2: tensor<4xf32>) {
  // expected-error @+1 {{'inserted_window_dims' must be sorted, got [1, 0]}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 1, 0>, scatter_dims_to_operand_dims = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<16x8xf32>
  return
}

// -----

// scatter (C5)
func.func @scatter_c5(%0: tensor<3x8xf32>, %1: tensor<4xi32>, %2: tensor<4xf32>) {
  // expected-error @+1 {{batching dimensions must have equal sizes, got 3 for dimension 0 of the operand and 4 for dimension 0 of the indices}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, input_batching_dims = array<i64: 0>, inserted_window_dims = array<i64: 1>, scatter_indices_batching_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 1>} : (tensor<3x8xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<3x8xf32>
  return
}

// -----

// scatter (C6)
func.func @scatter_c6(%0: tensor<16x8xf32>, %1: tensor<4x2xi32>, %2: tensor<4x8xf32>) {
  // expected-error @+1 {{'scatter_dims_to_operand_dims' must hold distinct dimensions, got 0 twice}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0, 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xf32>, tensor<4x2xi32>, tensor<4x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

// scatter (C7)
func.func @scatter_c7(%0: tensor<16x8xf32>, %1: tensor<4xi32>, %2: tensor<4x9xf32>) {
  // expected-error @+1 {{dimension 1 of 'updates' must be at most 8, as dimension 1 of the operand, got 9}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xf32>, tensor<4xi32>, tensor<4x9xf32>) -> tensor<16x8xf32>
  return
}

// -----

// scatter (C8)
func.func @scatter_c8(%0: tensor<16x8xf32>, %1: tensor<4xi32>, %2: tensor<5x8xf32>) {
  // expected-error @+1 {{'updates' must be 'tensor<4x8xf32>', got 'tensor<5x8xf32>'}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xf32>, tensor<4xi32>, tensor<5x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

// scatter (C9): kind
func.func @scatter_c9_kind(%0: tensor<16x8xbf16>, %1: tensor<4xi32>, %2: tensor<4x8xf32>) {
  // expected-error @+1 {{'updates' must have the operand's element type 'bf16', or a wider float for 'add', got 'f32'}}
  %3 = train.scatter max %0, %1, %2 {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<16x8xbf16>
  return
}

// -----

// scatter (C9): narrower
func.func @scatter_c9_narrower(%0: tensor<16x8xf32>, %1: tensor<4xi32>, %2: tensor<4x8xbf16>) {
  // expected-error @+1 {{'updates' must have the operand's element type 'f32', or a wider float for 'add', got 'bf16'}}
  %3 = train.scatter add %0, %1, %2 {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xf32>, tensor<4xi32>, tensor<4x8xbf16>) -> tensor<16x8xf32>
  return
}

// -----

// dynamic_slice (C1): indices
func.func @dynamic_slice_c1_indices(%0: tensor<4x8xf32>, %1: tensor<i32>) {
  // expected-error @+1 {{needs 2 start indices, one for each dimension, got 1}}
  %2 = train.dynamic_slice %0[%1] sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>) -> tensor<1x8xf32>
  return
}

// -----

// dynamic_slice (C1): types
func.func @dynamic_slice_c1_types(%0: tensor<4x8xf32>, %1: tensor<i32>, %2: tensor<i64>) {
  // expected-error @+1 {{start indices must have one type, got 'tensor<i32>' and 'tensor<i64>'}}
  %3 = train.dynamic_slice %0[%1, %2] sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i64>) -> tensor<1x8xf32>
  return
}

// -----

// dynamic_slice (C1): sizes
func.func @dynamic_slice_c1_sizes(%0: tensor<4x8xf32>, %1: tensor<i32>) {
  // expected-error @+1 {{'slice_sizes' must have 2 entries, one for each dimension, got 1}}
  %2 = train.dynamic_slice %0[%1, %1] sizes = [1] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  return
}

// -----

// dynamic_slice (C2)
func.func @dynamic_slice_c2(%0: tensor<4x8xf32>, %1: tensor<i32>) {
  // expected-error @+1 {{'slice_sizes' must be at least 0 and at most 4 in dimension 0, got 5}}
  %2 = train.dynamic_slice %0[%1, %1] sizes = [5, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<5x8xf32>
  return
}

// -----

// dynamic_slice (C3)
func.func @dynamic_slice_c3(%0: tensor<4x8xf32>, %1: tensor<i32>) {
  // expected-error @+1 {{'result' must be 'tensor<1x8xf32>', got 'tensor<8x1xf32>'}}
  %2 = train.dynamic_slice %0[%1, %1] sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x1xf32>
  return
}

// -----

// dynamic_slice: index rank
func.func @dynamic_slice_index_rank(%0: tensor<4xf32>, %1: tensor<1xi32>) {
  // expected-error @+1 {{operand #1 must be variadic of tensor of rank 0 of integer, but got 'tensor<1xi32>'}}
  %2 = train.dynamic_slice %0[%1] sizes = [1] : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

// dynamic_update_slice (C1)
func.func @dynamic_update_slice_c1(%0: tensor<4x8xf32>, %1: tensor<1x8xf32>, %2: tensor<i32>) {
  // expected-error @+1 {{needs 2 start indices, one for each dimension, got 1}}
  %3 = train.dynamic_update_slice %0, %1[%2] : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// dynamic_update_slice (C2): size
func.func @dynamic_update_slice_c2_size(%0: tensor<4x8xf32>, %1: tensor<5x8xf32>, %2: tensor<i32>) {
  // expected-error @+1 {{'update' must have the operand's rank and be nowhere larger than 'tensor<4x8xf32>', got 'tensor<5x8xf32>'}}
  %3 = train.dynamic_update_slice %0, %1[%2, %2] : (tensor<4x8xf32>, tensor<5x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// dynamic_update_slice (C2): rank
func.func @dynamic_update_slice_c2_rank(%0: tensor<4x8xf32>, %1: tensor<8xf32>, %2: tensor<i32>) {
  // expected-error @+1 {{'update' must have the operand's rank and be nowhere larger than 'tensor<4x8xf32>', got 'tensor<8xf32>'}}
  %3 = train.dynamic_update_slice %0, %1[%2, %2] : (tensor<4x8xf32>, tensor<8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}
