// RUN: halftone-opt %s -cse | FileCheck %s
// RUN: halftone-opt %s -loop-invariant-code-motion | FileCheck %s --check-prefix=LICM

// Core ops are pure, so equal ones are shared.
// CHECK-LABEL: func @equal
func.func @equal(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[DOT:.*]] = train.dot_general
  // CHECK-NOT: train.dot_general
  // CHECK: return %[[DOT]], %[[DOT]]
  %0 = train.dot_general %a, %b, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = train.dot_general %a, %b, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Another accumulator is another value.
// CHECK-LABEL: func @accumulators
func.func @accumulators(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK-COUNT-2: train.dot_general
  %0 = train.dot_general %a, %b, contract = [1] x [0] : (tensor<4x8xf16>, tensor<8x4xf16>) -> tensor<4x4xf32>
  %1 = train.dot_general %a, %b, contract = [1] x [0] acc = f16 : (tensor<4x8xf16>, tensor<8x4xf16>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// The same draw from the same key is the same.
// CHECK-LABEL: func @stochastic
func.func @stochastic(%a: tensor<4xf32>, %k: tensor<2xui32>) -> (tensor<4xbf16>, tensor<4xbf16>) {
  // CHECK-COUNT-1: train.cast
  // CHECK-NOT: train.cast
  %0 = train.cast %a rounding = stochastic key %k : tensor<4xf32> to tensor<4xbf16>
  %1 = train.cast %a rounding = stochastic key %k : tensor<4xf32> to tensor<4xbf16>
  return %0, %1 : tensor<4xbf16>, tensor<4xbf16>
}

// Equal regions are shared too, without a barrier in them.
// CHECK-LABEL: func @regions
func.func @regions(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  // CHECK-COUNT-2: train.precision
  // CHECK-NOT: train.precision
  %0 = train.precision f32 : tensor<f32> {
    %1 = train.exponential %a : tensor<f32>
    train.yield %1 : tensor<f32>
  }
  %2 = train.precision f32 : tensor<f32> {
    %1 = train.exponential %a : tensor<f32>
    train.yield %1 : tensor<f32>
  }
  %3 = train.precision bf16 : tensor<f32> {
    %1 = train.exponential %a : tensor<f32>
    train.yield %1 : tensor<f32>
  }
  return %0, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>
}

// Behind a barrier recomputation stays.
// CHECK-LABEL: func @barrier
func.func @barrier(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  // CHECK: train.exponential
  // CHECK: train.optimization_barrier
  // CHECK: train.exponential
  // CHECK: train.optimization_barrier
  // CHECK: train.exponential
  %0 = train.exponential %a : tensor<f32>
  %1 = train.optimization_barrier %a : tensor<f32>
  %2 = train.exponential %1 : tensor<f32>
  %3 = train.optimization_barrier %a : tensor<f32>
  %4 = train.exponential %3 : tensor<f32>
  return %0, %2, %4 : tensor<f32>, tensor<f32>, tensor<f32>
}

// LICM-LABEL: func @hoist
func.func @hoist(%w: tensor<f32>, %a: tensor<bf16>) -> tensor<bf16> {
  // LICM-NEXT: train.cast
  // LICM-NEXT: train.for
  // LICM-NEXT: train.optimization_barrier
  // LICM-NEXT: train.multiply
  %0 = train.for %i times 4 carry (%c = %a) : tensor<bf16> {
    %1 = train.cast %w : tensor<f32> to tensor<bf16>
    %2 = train.optimization_barrier %1 : tensor<bf16>
    %3 = train.multiply %c, %2 : tensor<bf16>
    train.yield %3 : tensor<bf16>
  }
  return %0 : tensor<bf16>
}

// A loop that may not end is not speculated, but a region in one is.
// LICM-LABEL: func @hoist_region
func.func @hoist_region(%w: tensor<f32>, %a: tensor<f32>) -> tensor<f32> {
  // LICM-NEXT: train.precision
  // LICM: train.for
  // LICM-NEXT: train.while
  %0 = train.for %i times 4 carry (%c = %a) : tensor<f32> {
    %1 = train.precision f32 : tensor<f32> {
      %2 = train.exponential %w : tensor<f32>
      train.yield %2 : tensor<f32>
    }
    %3 = train.while (%d = %1) : tensor<f32> cond {
      %p = train.compare LT, %d, %w : tensor<f32>
      train.yield %p : tensor<i1>
    } do {
      train.yield %d : tensor<f32>
    }
    %4 = train.add %3, %c : tensor<f32>
    train.yield %4 : tensor<f32>
  }
  return %0 : tensor<f32>
}
