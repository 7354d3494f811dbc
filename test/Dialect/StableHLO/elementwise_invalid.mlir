// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One wrong use for each message of an elementwise op.
// RUN: halftone-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of floating-point or complex-type or quantized values, but got 'tensor<4xi32>'}}
  %0 = stablehlo.sqrt %a : tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<*xf32>) {
  // expected-error@+1 {{operand #0 must be ranked tensor}}
  %0 = stablehlo.tanh %a : tensor<*xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of integer or index values}}
  %0 = stablehlo.not %a : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.tanh %a : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{requires the same element type for all operands and results}}
  %0 = stablehlo.tanh %a : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.add %a, %b : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected 2 operands, but found 1}}
  %0 = "stablehlo.add"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a result with elements of type 'f32', got 'tensor<4xf16>'}}
  %0 = stablehlo.abs %a : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<4x4xi8>', got 'tensor<4x3xi8>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4x3xi8>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected an operand whose last dimension makes elements of 64 bits, got 'tensor<4xf32>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{cannot split elements of 32 bits into 24}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4xi24>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected at least 1 exponent bit and 0 mantissa bits, got 0 and 10}}
  %0 = stablehlo.reduce_precision %a, format = e0m10 : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{cannot compare elements of type 'f32' as SIGNED}}
  %0 = stablehlo.compare LT, %a, %a, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{cannot compare elements of type 'i32' as TOTALORDER}}
  %0 = stablehlo.compare LT, %a, %a, TOTALORDER : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{complex numbers have no order, got LT}}
  %0 = stablehlo.compare LT, %a, %a : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{expected a bound of type 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = stablehlo.clamp %b, %a, %a : (tensor<5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = stablehlo.clamp %a, %a, %a : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %p: tensor<3xi1>) {
  // expected-error@+1 {{expected a predicate of type 'tensor<4xi1>', got 'tensor<3xi1>'}}
  %0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf16>, %p: tensor<i1>) {
  // expected-error@+1 {{expected values and result of one type, got 'tensor<4xf32>', 'tensor<4xf16>' and 'tensor<4xf32>'}}
  %0 = stablehlo.select %p, %a, %b : (tensor<i1>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}
