// RUN: halftone-opt %s -split-input-file -verify-diagnostics

// dot_general (C1): batching
func.func @dot_general_c1_batching(%0: tensor<2x4xf32>, %1: tensor<2x4xf32>) {
  // expected-error @+1 {{'rhs_batching_dimensions' must have 1 entries, as many as 'lhs_batching_dimensions', got 0}}
  %2 = train.dot_general %0, %1, batch = [0] x [] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

// dot_general (C1): contracting
func.func @dot_general_c1_contracting(%0: tensor<2x4xf32>, %1: tensor<2x4xf32>) {
  // expected-error @+1 {{'rhs_contracting_dimensions' must have 0 entries, as many as 'lhs_contracting_dimensions', got 1}}
  %2 = train.dot_general %0, %1, contract = [] x [1] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

// dot_general (C2): twice
func.func @dot_general_c2_twice(%0: tensor<2x4xf32>, %1: tensor<2x4xf32>) {
  // expected-error @+1 {{'lhs_batching_dimensions' and 'lhs_contracting_dimensions' must hold distinct dimensions, got 0 twice}}
  %2 = train.dot_general %0, %1, batch = [0] x [0], contract = [0] x [1] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general (C2): range
func.func @dot_general_c2_range(%0: tensor<2x4xf32>, %1: tensor<2x4xf32>) {
  // expected-error @+1 {{'rhs_batching_dimensions' and 'rhs_contracting_dimensions' must hold dimensions at least 0 and below the rank 2, got 2}}
  %2 = train.dot_general %0, %1, contract = [1] x [2] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

// dot_general (C3)
func.func @dot_general_c3(%0: tensor<4x8xf32>, %1: tensor<7x16xf32>) {
  // expected-error @+1 {{paired dimensions must have equal sizes, got 8 for dimension 1 of 'lhs' and 7 for dimension 0 of 'rhs'}}
  %2 = train.dot_general %0, %1, contract = [1] x [0] : (tensor<4x8xf32>, tensor<7x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// dot_general (C4)
func.func @dot_general_c4(%0: tensor<4x8xf32>, %1: tensor<8x16xf32>) {
  // expected-error @+1 {{'result' must be 'tensor<4x16xf32>', got 'tensor<16x4xf32>'}}
  %2 = train.dot_general %0, %1, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

// dot_general (C5): f8
func.func @dot_general_c5_f8(%0: tensor<4x8xf8E5M2>, %1: tensor<8x16xf8E5M2>) {
  // expected-error @+1 {{'acc' must be f32, f64, f16 or bf16, got 'f8E5M2'}}
  %2 = train.dot_general %0, %1, contract = [1] x [0] acc = f8E5M2 : (tensor<4x8xf8E5M2>, tensor<8x16xf8E5M2>) -> tensor<4x16xf32>
  return
}

// -----

// dot_general (C5): f64 operand
func.func @dot_general_c5_f64_operand(%0: tensor<4x8xf64>, %1: tensor<8x16xf32>) {
  // expected-error @+1 {{'acc' must hold every value of the operands' types, got 'f32' for 'f64'}}
  %2 = train.dot_general %0, %1, contract = [1] x [0] acc = f32 : (tensor<4x8xf64>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// dot_general (C5): mixed
func.func @dot_general_c5_mixed(%0: tensor<4x8xf16>, %1: tensor<8x16xbf16>) {
  // expected-error @+1 {{'acc' must hold every value of the operands' types, got 'f16' for 'bf16'}}
  %2 = train.dot_general %0, %1, contract = [1] x [0] acc = f16 : (tensor<4x8xf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
  return
}

// -----

// dot_general (C6): operands
func.func @dot_general_c6_operands(%0: tensor<4x8xbf16>, %1: tensor<8x16xf32>) {
  // expected-error @+1 {{'tf32' needs f32 operands and accumulator, got operands 'bf16', 'f32' and accumulator 'f32'}}
  %2 = train.dot_general %0, %1, contract = [1] x [0] tf32 : (tensor<4x8xbf16>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// dot_general (C6): accumulator
func.func @dot_general_c6_accumulator(%0: tensor<4x8xf32>, %1: tensor<8x16xf32>) {
  // expected-error @+1 {{'tf32' needs f32 operands and accumulator, got operands 'f32', 'f32' and accumulator 'f64'}}
  %2 = train.dot_general %0, %1, contract = [1] x [0] acc = f64 tf32 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// dot_general: integers
func.func @dot_general_integers(%0: tensor<4x8xi32>, %1: tensor<8x16xi32>) {
  // expected-error @+1 {{operand #0 must be statically shaped tensor of f64, f32, f16, bf16, f8E4M3FN or f8E5M2 values, but got 'tensor<4x8xi32>'}}
  %2 = train.dot_general %0, %1, contract = [1] x [0] : (tensor<4x8xi32>, tensor<8x16xi32>) -> tensor<4x16xf32>
  return
}

// -----

// dot_general: order of parts
func.func @dot_general_order_of_parts(%0: tensor<2x4xf32>, %1: tensor<2x4xf32>) {
  // expected-error @+1 {{expected 'batch' and then 'contract', each at most once, got 'batch'}}
  %2 = train.dot_general %0, %1, contract = [1] x [1], batch = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

// conv (C1): rank of lhs
func.func @conv_c1_rank_of_lhs(%0: tensor<2x8x4xf32>, %1: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'dimension_numbers' must name each dimension of 'lhs' once, got 'tensor<2x8x4xf32>'}}
  %2 = train.conv %0, %1 dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] : (tensor<2x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// conv (C1): rank of rhs
func.func @conv_c1_rank_of_rhs(%0: tensor<2x8x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'dimension_numbers' must name each dimension of 'rhs' once, got 'tensor<3x4x6xf32>'}}
  %2 = train.conv %0, %1 dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] : (tensor<2x8x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// conv (C1): rank of result
func.func @conv_c1_rank_of_result(%0: tensor<2x8x8x4xf32>, %1: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'dimension_numbers' must name each dimension of 'result' once, got 'tensor<2x6x6xf32>'}}
  %2 = train.conv %0, %1 dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C1): ranks
func.func @conv_c1_ranks(%0: tensor<2x8x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{operands and result must have one rank, got 'tensor<2x8x8x4xf32>', 'tensor<3x4x6xf32>' and 'tensor<2x6x6x6xf32>'}}
  %2 = train.conv %0, %1 dims = [b, 0, 1, f]x[0, i, o]->[b, 0, 1, f] : (tensor<2x8x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// conv (C1): a name twice
func.func @conv_c1_a_name_twice(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{expected 'b' and 'f' once each, got 'b'}}
  %2 = train.conv %0, %1 dims = [b, 0, b]x[0, i, o]->[b, 0, f] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C2): strides
func.func @conv_c2_strides(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'window_strides' must have 1 entries, one for each spatial dimension, got 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] strides = [1, 1] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C2): low
func.func @conv_c2_low(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'padding_low' must have 1 entries, one for each spatial dimension, got 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] low = [1, 1] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C2): high
func.func @conv_c2_high(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'padding_high' must have 1 entries, one for each spatial dimension, got 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] high = [1, 1] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C2): lhs_dilation
func.func @conv_c2_lhs_dilation(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'lhs_dilation' must have 1 entries, one for each spatial dimension, got 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] lhs_dilation = [1, 1] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C2): rhs_dilation
func.func @conv_c2_rhs_dilation(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'rhs_dilation' must have 1 entries, one for each spatial dimension, got 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] rhs_dilation = [1, 1] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C2): reversal
func.func @conv_c2_reversal(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'window_reversal' must have 1 entries, one for each spatial dimension, got 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] reversal = [true, false] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C3): strides
func.func @conv_c3_strides(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'window_strides' must be at least 1, got 0}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] strides = [0] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C3): lhs_dilation
func.func @conv_c3_lhs_dilation(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'lhs_dilation' must be at least 1, got 0}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] lhs_dilation = [0] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C3): rhs_dilation
func.func @conv_c3_rhs_dilation(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'rhs_dilation' must be at least 1, got -2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] rhs_dilation = [-2] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C4): positive
func.func @conv_c4_positive(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{group counts must be at least 1, got 0 and 1}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] feature_groups = 0 : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C4): one of them
func.func @conv_c4_one_of_them(%0: tensor<2x8x4xf32>, %1: tensor<3x2x6xf32>) {
  // expected-error @+1 {{only one group count may exceed 1, got 2 and 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] feature_groups = 2 batch_groups = 2 : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C4): features
func.func @conv_c4_features(%0: tensor<2x8x4xf32>, %1: tensor<3x2x6xf32>) {
  // expected-error @+1 {{'feature_group_count' must divide the input's features 4, got 3}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] feature_groups = 3 : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C4): kernel
func.func @conv_c4_kernel(%0: tensor<2x8x4xf32>, %1: tensor<3x2x5xf32>) {
  // expected-error @+1 {{'feature_group_count' must divide the kernel's output features 5, got 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] feature_groups = 2 : (tensor<2x8x4xf32>, tensor<3x2x5xf32>) -> tensor<2x6x5xf32>
  return
}

// -----

// conv (C4): batch
func.func @conv_c4_batch(%0: tensor<3x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'batch_group_count' must divide the input's batch 3, got 2}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] batch_groups = 2 : (tensor<3x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}

// -----

// conv (C5)
func.func @conv_c5(%0: tensor<2x8x4xf32>, %1: tensor<3x3x6xf32>) {
  // expected-error @+1 {{the kernel's input features times 'feature_group_count' must be 4, the input's features, got 3 times 1}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] : (tensor<2x8x4xf32>, tensor<3x3x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'result' must be 'tensor<2x6x6xf32>', got 'tensor<2x8x6xf32>'}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x8x6xf32>
  return
}

// -----

// conv (C7)
func.func @conv_c7(%0: tensor<2x8x4xf32>, %1: tensor<3x4x6xf32>) {
  // expected-error @+1 {{'acc' must hold every value of the operands' types, got 'bf16' for 'f32'}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] acc = bf16 : (tensor<2x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

// conv (C8)
func.func @conv_c8(%0: tensor<2x8x4xf16>, %1: tensor<3x4x6xf16>) {
  // expected-error @+1 {{'tf32' needs f32 operands and accumulator, got operands 'f16', 'f16' and accumulator 'f32'}}
  %2 = train.conv %0, %1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] tf32 : (tensor<2x8x4xf16>, tensor<3x4x6xf16>) -> tensor<2x6x6xf32>
  return
}
