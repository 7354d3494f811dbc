// RUN: halftone-opt %s -split-input-file -verify-diagnostics

// constant (C1)
func.func @constant_c1() {
  // expected-error @+1 {{'output' must be 'tensor<4xf32>', the type of 'value', got 'tensor<5xf32>'}}
  %0 = "train.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>
  return
}

// -----

// constant (C2): element type
func.func @constant_c2_element() {
  // expected-error @+1 {{must be statically shaped tensor of float, integer or i1 values, but got 'tensor<4xf80>'}}
  %0 = train.constant dense<1.0> : tensor<4xf80>
  return
}

// -----

// constant (C2): a tensor
func.func @constant_c2_vector() {
  // expected-error @+1 {{must be statically shaped tensor of float, integer or i1 values, but got 'vector<4xf32>'}}
  %0 = train.constant dense<1.0> : vector<4xf32>
  return
}

// -----

// Shapes are static.
func.func @dynamic_shape(%0: tensor<?xf32>) {
  // expected-error @+1 {{operand #0 must be statically shaped tensor}}
  %1 = train.abs %0 : tensor<?xf32>
  return
}

// -----

// Integers of odd widths are not of the dialect.
func.func @odd_integer(%0: tensor<4xi5>) {
  // expected-error @+1 {{operand #0 must be statically shaped tensor}}
  %1 = train.abs %0 : tensor<4xi5>
  return
}

// -----

// iota (C1)
func.func @iota_c1() {
  // expected-error @+1 {{'train.iota' op 'iota_dimension' must be at least 0 and below the rank 2, got 2}}
  %0 = train.iota dim = 2 : tensor<4x8xi32>
  return
}

// -----

// iota (C1): no dimension of a scalar
func.func @iota_c1_scalar() {
  // expected-error @+1 {{'iota_dimension' must be at least 0 and below the rank 0, got 0}}
  %0 = train.iota dim = 0 : tensor<f32>
  return
}

// -----

// iota (C1): negative
func.func @iota_c1_negative() {
  // expected-error @+1 {{'iota_dimension' must be at least 0 and below the rank 1, got -1}}
  %0 = train.iota dim = -1 : tensor<4xf32>
  return
}

// -----

func.func @unary_of_integers(%0: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be statically shaped tensor of f64, f32, f16, bf16, f8E4M3FN or f8E5M2 values}}
  %1 = train.exponential %0 : tensor<4xi32>
  return
}

// -----

func.func @no_broadcasting(%0: tensor<4xf32>, %1: tensor<f32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %2 = "train.add"(%0, %1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_promotion(%0: tensor<4xf32>, %1: tensor<4xbf16>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %2 = "train.multiply"(%0, %1) : (tensor<4xf32>, tensor<4xbf16>) -> tensor<4xf32>
  return
}

// -----

// clamp (C1): min
func.func @clamp_c1_min(%0: tensor<4xf32>, %1: tensor<2xf32>) {
  // expected-error @+1 {{'min' must be 'tensor<4xf32>' or 'tensor<f32>', got 'tensor<2xf32>'}}
  %2 = train.clamp %1, %0, %0 : (tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// clamp (C1): max, of another element type
func.func @clamp_c1_max(%0: tensor<4xbf16>, %1: tensor<f32>) {
  // expected-error @+1 {{'max' must be 'tensor<4xbf16>' or 'tensor<bf16>', got 'tensor<f32>'}}
  %2 = train.clamp %0, %0, %1 : (tensor<4xbf16>, tensor<4xbf16>, tensor<f32>) -> tensor<4xbf16>
  return
}

// -----

func.func @compare_result(%0: tensor<4xf32>) {
  // expected-error @+1 {{must be statically shaped tensor of 1-bit signless integer values, but got 'tensor<4xi32>'}}
  %1 = "train.compare"(%0, %0) <{comparison_direction = #train<direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

// select (C1)
func.func @select_c1(%p: tensor<2xi1>, %0: tensor<4xf32>) {
  // expected-error @+1 {{'pred' must be 'tensor<i1>' or 'tensor<4xi1>', got 'tensor<2xi1>'}}
  %1 = train.select %p, %0, %0 : tensor<2xi1>, tensor<4xf32>
  return
}

// -----

// cast (C1): no key
func.func @cast_c1_none(%0: tensor<4xf32>) {
  // expected-error @+1 {{'key' must be given for rounding 'stochastic'}}
  %1 = train.cast %0 rounding = stochastic : tensor<4xf32> to tensor<4xbf16>
  return
}

// -----

// cast (C1): a key for nothing
func.func @cast_c1_unused(%0: tensor<4xf32>, %k: tensor<2xui32>) {
  // expected-error @+1 {{'key' must be given for rounding 'stochastic' only, got 'nearest_even'}}
  %1 = train.cast %0 key %k : tensor<4xf32> to tensor<4xbf16>
  return
}

// -----

func.func @cast_key(%0: tensor<4xf32>, %k: tensor<3xui32>) {
  // expected-error @+1 {{operand #1 must be random key, tensor<2xui32>, but got 'tensor<3xui32>'}}
  %1 = "train.cast"(%0, %k) <{rounding = #train<rounding stochastic>}> : (tensor<4xf32>, tensor<3xui32>) -> tensor<4xbf16>
  return
}

// -----

// cast (C2): saturate a widening
func.func @cast_c2_saturate(%0: tensor<4xbf16>) {
  // expected-error @+1 {{'saturate' needs a float result narrower than the source, got 'bf16' to 'f32'}}
  %1 = train.cast %0 saturate : tensor<4xbf16> to tensor<4xf32>
  return
}

// -----

// cast (C2): saturate to an integer
func.func @cast_c2_integer(%0: tensor<4xf32>) {
  // expected-error @+1 {{'saturate' needs a float result narrower than the source, got 'f32' to 'i8'}}
  %1 = train.cast %0 saturate : tensor<4xf32> to tensor<4xi8>
  return
}

// -----

// cast (C2): rounding where nothing is rounded
func.func @cast_c2_rounding(%0: tensor<4xi16>) {
  // expected-error @+1 {{rounding 'toward_zero' needs a float result narrower than the source, got 'i16' to 'f32'}}
  %1 = train.cast %0 rounding = toward_zero : tensor<4xi16> to tensor<4xf32>
  return
}

// -----

func.func @cast_shape(%0: tensor<4xf32>) {
  // expected-error @+1 {{failed to verify that all of {operand, result} have same shape}}
  %1 = train.cast %0 : tensor<4xf32> to tensor<5xbf16>
  return
}

// -----

// bitcast_convert (C1)
func.func @bitcast_convert_c1(%0: tensor<4xf32>) {
  // expected-error @+1 {{element types must have the same width, got 'f32' and 'f16'}}
  %1 = train.bitcast_convert %0 : tensor<4xf32> to tensor<4xf16>
  return
}
