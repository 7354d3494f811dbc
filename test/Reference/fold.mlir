// RUN: halftone-opt %s --canonicalize --split-input-file | FileCheck %s
//
// Constants fold to the bits that the reference evaluator gives.

// Rounded to f32 first, as an op on bf16 computes: e^1 is 0x402DF854, then 0x402E.
// CHECK-LABEL: @elementary
func.func @elementary() -> tensor<bf16> {
  // CHECK: train.constant dense<2.718750e+00> : tensor<bf16>
  // CHECK-NOT: train.exponential
  %0 = train.constant dense<1.0> : tensor<bf16>
  %1 = train.exponential %0 : tensor<bf16>
  return %1 : tensor<bf16>
}

// -----

// A narrowing cast changes the value, also when it is folded.
// CHECK-LABEL: @narrowing
func.func @narrowing() -> tensor<f32> {
  // CHECK: train.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-NOT: train.cast
  %0 = train.constant dense<1.001> : tensor<f32>
  %1 = train.cast %0 : tensor<f32> to tensor<bf16>
  %2 = train.cast %1 : tensor<bf16> to tensor<f32>
  return %2 : tensor<f32>
}

// -----

// CHECK-LABEL: @reduction
func.func @reduction() -> tensor<2xi32> {
  // CHECK: train.constant dense<[3, 7]> : tensor<2xi32>
  // CHECK-NOT: train.reduce
  %0 = train.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = train.reduce add %0, dims = [1] : tensor<2x2xi32> -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// -----

// CHECK-LABEL: @barrier
func.func @barrier() -> tensor<f32> {
  // CHECK: train.optimization_barrier
  %0 = train.constant dense<1.0> : tensor<f32>
  %1 = train.optimization_barrier %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// More than 1024 elements are not folded.
// CHECK-LABEL: @large
func.func @large() -> tensor<1025xf32> {
  // CHECK: train.exponential
  %0 = train.constant dense<1.0> : tensor<1025xf32>
  %1 = train.exponential %0 : tensor<1025xf32>
  return %1 : tensor<1025xf32>
}
