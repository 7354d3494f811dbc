// RUN: halftone-opt %s --train-raise-composites --split-input-file | FileCheck %s

// The constant factor is inside, and the cube is a product.
// CHECK-LABEL: @gelu_factored(
// CHECK-NEXT: train.gelu %arg0 approximate = tanh
// CHECK-NEXT: return
func.func @gelu_factored(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = train.constant dense<0.5> : tensor<4xf32>
  %one = train.constant dense<1.0> : tensor<4xf32>
  %c = train.constant dense<4.471500e-02> : tensor<4xf32>
  %k = train.constant dense<0.797884583> : tensor<4xf32>
  %0 = train.multiply %x, %k : tensor<4xf32>
  %1 = train.multiply %c, %x : tensor<4xf32>
  %2 = train.multiply %1, %x : tensor<4xf32>
  %3 = train.add %one, %2 : tensor<4xf32>
  %4 = train.multiply %0, %3 : tensor<4xf32>
  %5 = train.tanh %4 : tensor<4xf32>
  %6 = train.add %one, %5 : tensor<4xf32>
  %7 = train.multiply %half, %x : tensor<4xf32>
  %8 = train.multiply %7, %6 : tensor<4xf32>
  return %8 : tensor<4xf32>
}

// -----

// PyTorch: a power; √(2/π) from a square root of a constant.
// CHECK-LABEL: @gelu_power(
// CHECK: train.gelu %arg0 approximate = tanh
// CHECK-NEXT: return
func.func @gelu_power(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = train.constant dense<0.5> : tensor<4xf32>
  %one = train.constant dense<1.0> : tensor<4xf32>
  %three = train.constant dense<3.0> : tensor<4xf32>
  %c = train.constant dense<4.471500e-02> : tensor<4xf32>
  %p = train.constant dense<0.636619746> : tensor<4xf32>
  %0 = train.multiply %x, %half : tensor<4xf32>
  %k = train.sqrt %p : tensor<4xf32>
  %1 = train.power %x, %three : tensor<4xf32>
  %2 = train.multiply %c, %1 : tensor<4xf32>
  %3 = train.add %x, %2 : tensor<4xf32>
  %4 = train.multiply %k, %3 : tensor<4xf32>
  %5 = train.tanh %4 : tensor<4xf32>
  %6 = train.add %5, %one : tensor<4xf32>
  %7 = train.multiply %6, %0 : tensor<4xf32>
  return %7 : tensor<4xf32>
}

// -----

// The tanh is of another value; 0.7978 is another constant; tanh is used elsewhere.
// CHECK-LABEL: @gelu_of_another(
// CHECK-NOT: train.gelu
// CHECK-LABEL: @tanh_is_used(
// CHECK-NOT: train.gelu
func.func @gelu_of_another(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %half = train.constant dense<0.5> : tensor<4xf32>
  %r = train.constant dense<0.707106769> : tensor<4xf32>
  %one = train.constant dense<1.0> : tensor<4xf32>
  %0 = train.multiply %y, %r : tensor<4xf32>
  %1 = train.erf %0 : tensor<4xf32>
  %2 = train.add %one, %1 : tensor<4xf32>
  %3 = train.multiply %x, %half : tensor<4xf32>
  %4 = train.multiply %3, %2 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func @tanh_is_used(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %half = train.constant dense<0.5> : tensor<4xf32>
  %r = train.constant dense<0.707106769> : tensor<4xf32>
  %one = train.constant dense<1.0> : tensor<4xf32>
  %0 = train.multiply %x, %r : tensor<4xf32>
  %1 = train.erf %0 : tensor<4xf32>
  %2 = train.add %one, %1 : tensor<4xf32>
  %3 = train.multiply %x, %half : tensor<4xf32>
  %4 = train.multiply %3, %2 : tensor<4xf32>
  return %4, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @logistic(
// CHECK-NEXT: train.logistic %arg0
// CHECK-NEXT: return
// CHECK-LABEL: @logistic_of_tanh(
// CHECK-NEXT: train.logistic %arg0
// CHECK-NEXT: return
// CHECK-LABEL: @silu_of_logistic(
// CHECK-NEXT: train.silu %arg0
// CHECK-NEXT: return
// CHECK-LABEL: @quotient_of_exponentials(
// CHECK-NOT: train.logistic
// CHECK-LABEL: @rectifier(
// CHECK-NEXT: train.constant
// CHECK-NEXT: train.maximum
func.func @logistic(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = train.constant dense<1.0> : tensor<4xf32>
  %0 = train.negate %x : tensor<4xf32>
  %1 = train.exponential %0 : tensor<4xf32>
  %2 = train.add %1, %one : tensor<4xf32>
  %3 = train.divide %one, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func @logistic_of_tanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = train.constant dense<0.5> : tensor<4xf32>
  %0 = train.multiply %x, %half : tensor<4xf32>
  %1 = train.tanh %0 : tensor<4xf32>
  %2 = train.multiply %1, %half : tensor<4xf32>
  %3 = train.add %2, %half : tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func @silu_of_logistic(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.logistic %x : tensor<4xf32>
  %1 = train.multiply %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}
// Overflows where the logistic function does not.
func.func @quotient_of_exponentials(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = train.constant dense<1.0> : tensor<4xf32>
  %0 = train.exponential %x : tensor<4xf32>
  %1 = train.add %0, %one : tensor<4xf32>
  %2 = train.divide %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
// The gradient at 0 is another than that of train.relu.
func.func @rectifier(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = train.constant dense<0.0> : tensor<4xf32>
  %0 = train.maximum %x, %zero : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @embedding(
// CHECK: %[[IDS:.*]] = train.select
// CHECK: train.embedding %arg0, %[[IDS]] : (tensor<16x8xf32>, tensor<4x2xi32>) -> tensor<4x2x8xf32>
// CHECK-LABEL: @columns(
// CHECK-NOT: train.embedding
func.func @embedding(%t: tensor<16x8xf32>, %i: tensor<4x2xi32>) -> tensor<4x2x8xf32> {
  %c0 = train.constant dense<0> : tensor<4x2xi32>
  %c16 = train.constant dense<16> : tensor<4x2xi32>
  %0 = train.compare LT, %i, %c0 : tensor<4x2xi32>
  %1 = train.add %i, %c16 : tensor<4x2xi32>
  %2 = train.select %0, %1, %i : tensor<4x2xi1>, tensor<4x2xi32>
  %3 = train.broadcast_in_dim %2, dims = [0, 1] : tensor<4x2xi32> -> tensor<4x2x1xi32>
  %4 = train.gather %t, %3 {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 2 : i64, offset_dims = array<i64: 2>,
      slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4x2x1xi32>) -> tensor<4x2x8xf32>
  return %4 : tensor<4x2x8xf32>
}
func.func @columns(%t: tensor<16x8xf32>, %i: tensor<4xi32>) -> tensor<4x16xf32> {
  %0 = train.gather %t, %i {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>,
      slice_sizes = array<i64: 16, 1>, start_index_map = array<i64: 1>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
