// RUN: halftone-opt %s --train-raise-composites --split-input-file | FileCheck %s
// RUN: halftone-opt %s --train-raise-composites=keep-f64 --split-input-file | FileCheck %s --check-prefix=KEEP
// RUN: halftone-opt %s --train-raise-composites=assume=moderate-means --split-input-file | FileCheck %s --check-prefix=MODERATE

// PyTorch: the variance goes through f64.
// CHECK-LABEL: @layer_norm_through_f64(
// CHECK-NEXT: train.layer_norm %arg0 scale %arg1 bias %arg2 axis = 1 epsilon = 9.{{9+}}
// CHECK-NEXT: return
// KEEP-LABEL: @layer_norm_through_f64(
// KEEP-NOT: train.layer_norm
func.func @layer_norm_through_f64(%x: tensor<4x8xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %count = train.constant dense<8> : tensor<1xi64>
  %eps = train.constant dense<1.0e-05> : tensor<1xf64>
  %n64 = train.cast %count : tensor<1xi64> to tensor<1xf64>
  %n64s = train.reshape %n64 : tensor<1xf64> -> tensor<f64>
  %n64b = train.broadcast_in_dim %n64s, dims = [] : tensor<f64> -> tensor<4x1xf64>
  %n32 = train.cast %count : tensor<1xi64> to tensor<1xf32>
  %n32s = train.reshape %n32 : tensor<1xf32> -> tensor<f32>
  %n32b = train.broadcast_in_dim %n32s, dims = [] : tensor<f32> -> tensor<4x1xf32>
  %e32 = train.cast %eps : tensor<1xf64> to tensor<1xf32>
  %e32s = train.reshape %e32 : tensor<1xf32> -> tensor<f32>
  %e32b = train.broadcast_in_dim %e32s, dims = [] : tensor<f32> -> tensor<4x1xf32>
  %x64 = train.cast %x : tensor<4x8xf32> to tensor<4x8xf64>
  %0 = train.reduce add %x64, dims = [1] : tensor<4x8xf64> -> tensor<4xf64>
  %1 = train.reshape %0 : tensor<4xf64> -> tensor<4x1xf64>
  %2 = train.divide %1, %n64b : tensor<4x1xf64>
  %3 = train.broadcast_in_dim %2, dims = [0, 1] : tensor<4x1xf64> -> tensor<4x8xf64>
  %4 = train.subtract %x64, %3 : tensor<4x8xf64>
  %5 = train.multiply %4, %4 : tensor<4x8xf64>
  %6 = train.reduce add %5, dims = [1] : tensor<4x8xf64> -> tensor<4xf64>
  %7 = train.reshape %6 : tensor<4xf64> -> tensor<4x1xf64>
  %8 = train.divide %7, %n64b : tensor<4x1xf64>
  %9 = train.cast %8 : tensor<4x1xf64> to tensor<4x1xf32>
  %10 = train.reduce add %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %11 = train.reshape %10 : tensor<4xf32> -> tensor<4x1xf32>
  %12 = train.divide %11, %n32b : tensor<4x1xf32>
  %13 = train.add %9, %e32b : tensor<4x1xf32>
  %14 = train.rsqrt %13 : tensor<4x1xf32>
  %15 = train.broadcast_in_dim %12, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %16 = train.subtract %x, %15 : tensor<4x8xf32>
  %17 = train.broadcast_in_dim %14, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %18 = train.multiply %16, %17 : tensor<4x8xf32>
  %19 = train.broadcast_in_dim %s, dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %20 = train.multiply %18, %19 : tensor<4x8xf32>
  %21 = train.broadcast_in_dim %b, dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %22 = train.add %20, %21 : tensor<4x8xf32>
  return %22 : tensor<4x8xf32>
}

// -----

// KEEP-LABEL: @layer_norm_by_division(
// KEEP: train.layer_norm
// Flax: mean of squares less square of mean, and rstd times scale first.
// CHECK-LABEL: @layer_norm_fast_variance(
// CHECK-NOT: train.layer_norm
// MODERATE-LABEL: @layer_norm_fast_variance(
// MODERATE-NEXT: train.layer_norm %arg0 scale %arg1 bias %arg2 axis = 1 epsilon = 2.500000e-01
// MODERATE-NEXT: return
func.func @layer_norm_fast_variance(%x: tensor<4x8xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %n = train.constant dense<8.0> : tensor<4xf32>
  %zero = train.constant dense<0.0> : tensor<4xf32>
  %eps = train.constant dense<0.25> : tensor<4x1xf32>
  %0 = train.reduce add %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %mean = train.divide %0, %n : tensor<4xf32>
  %1 = train.multiply %x, %x : tensor<4x8xf32>
  %2 = train.reduce add %1, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %3 = train.divide %2, %n : tensor<4xf32>
  %4 = train.multiply %mean, %mean : tensor<4xf32>
  %5 = train.subtract %3, %4 : tensor<4xf32>
  %var = train.maximum %zero, %5 : tensor<4xf32>
  %6 = train.reshape %mean : tensor<4xf32> -> tensor<4x1xf32>
  %7 = train.broadcast_in_dim %6, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %8 = train.subtract %x, %7 : tensor<4x8xf32>
  %9 = train.reshape %var : tensor<4xf32> -> tensor<4x1xf32>
  %10 = train.add %9, %eps : tensor<4x1xf32>
  %11 = train.rsqrt %10 : tensor<4x1xf32>
  %12 = train.reshape %s : tensor<8xf32> -> tensor<1x8xf32>
  %13 = train.broadcast_in_dim %11, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %14 = train.broadcast_in_dim %12, dims = [0, 1] : tensor<1x8xf32> -> tensor<4x8xf32>
  %15 = train.multiply %13, %14 : tensor<4x8xf32>
  %16 = train.multiply %8, %15 : tensor<4x8xf32>
  %17 = train.broadcast_in_dim %b, dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %18 = train.add %16, %17 : tensor<4x8xf32>
  return %18 : tensor<4x8xf32>
}

// -----

// Division by the standard deviation, over two dimensions, without parameters.
// CHECK-LABEL: @layer_norm_by_division(
// CHECK-NEXT: train.layer_norm %arg0 axis = 1 epsilon = 2.500000e-01 : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
// CHECK-NEXT: return
func.func @layer_norm_by_division(%x: tensor<4x2x8xf32>) -> tensor<4x2x8xf32> {
  %n = train.constant dense<16.0> : tensor<4xf32>
  %eps = train.constant dense<0.25> : tensor<4xf32>
  %0 = train.reduce add %x, dims = [1, 2] : tensor<4x2x8xf32> -> tensor<4xf32>
  %1 = train.divide %0, %n : tensor<4xf32>
  %2 = train.broadcast_in_dim %1, dims = [0] : tensor<4xf32> -> tensor<4x2x8xf32>
  %3 = train.subtract %x, %2 : tensor<4x2x8xf32>
  %4 = train.multiply %3, %3 : tensor<4x2x8xf32>
  %5 = train.reduce add %4, dims = [1, 2] : tensor<4x2x8xf32> -> tensor<4xf32>
  %6 = train.divide %5, %n : tensor<4xf32>
  %7 = train.add %6, %eps : tensor<4xf32>
  %8 = train.sqrt %7 : tensor<4xf32>
  %9 = train.broadcast_in_dim %8, dims = [0] : tensor<4xf32> -> tensor<4x2x8xf32>
  %10 = train.divide %3, %9 : tensor<4x2x8xf32>
  return %10 : tensor<4x2x8xf32>
}

// -----

// Mean over rows, variance over columns.
// CHECK-LABEL: @mixed_dimensions(
// CHECK-NOT: _norm
func.func @mixed_dimensions(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %n = train.constant dense<8.0> : tensor<8xf32>
  %eps = train.constant dense<0.25> : tensor<8xf32>
  %0 = train.reduce add %x, dims = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %1 = train.divide %0, %n : tensor<8xf32>
  %2 = train.broadcast_in_dim %1, dims = [0] : tensor<8xf32> -> tensor<8x8xf32>
  %3 = train.subtract %x, %2 : tensor<8x8xf32>
  %4 = train.multiply %3, %3 : tensor<8x8xf32>
  %5 = train.reduce add %4, dims = [0] : tensor<8x8xf32> -> tensor<8xf32>
  %6 = train.divide %5, %n : tensor<8xf32>
  %7 = train.add %6, %eps : tensor<8xf32>
  %8 = train.rsqrt %7 : tensor<8xf32>
  %9 = train.broadcast_in_dim %8, dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
  %10 = train.multiply %3, %9 : tensor<8x8xf32>
  return %10 : tensor<8x8xf32>
}

// -----

// The deviation is of another value than the variance.
// CHECK-LABEL: @another_operand(
// CHECK-NOT: train.rms_norm
func.func @another_operand(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %n = train.constant dense<8.0> : tensor<4xf32>
  %eps = train.constant dense<0.25> : tensor<4xf32>
  %0 = train.multiply %x, %x : tensor<4x8xf32>
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.divide %1, %n : tensor<4xf32>
  %3 = train.add %2, %eps : tensor<4xf32>
  %4 = train.rsqrt %3 : tensor<4xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %6 = train.multiply %y, %5 : tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}

// -----

// A scale for each row is not the norm's; rstd has another user.
// CHECK-LABEL: @scaled_rows(
// CHECK: %[[Y:.*]] = train.rms_norm %arg0 axis = 1 epsilon = 2.500000e-01
// CHECK: train.multiply %[[Y]]
// CHECK-LABEL: @rstd_is_used(
// CHECK-NOT: train.rms_norm
func.func @scaled_rows(%x: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %n = train.constant dense<8.0> : tensor<4xf32>
  %eps = train.constant dense<0.25> : tensor<4xf32>
  %0 = train.multiply %x, %x : tensor<4x8xf32>
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.divide %1, %n : tensor<4xf32>
  %3 = train.add %2, %eps : tensor<4xf32>
  %4 = train.rsqrt %3 : tensor<4xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %6 = train.multiply %x, %5 : tensor<4x8xf32>
  %7 = train.broadcast_in_dim %s, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %8 = train.multiply %6, %7 : tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}
func.func @rstd_is_used(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %n = train.constant dense<8.0> : tensor<4xf32>
  %eps = train.constant dense<0.25> : tensor<4xf32>
  %0 = train.multiply %x, %x : tensor<4x8xf32>
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.divide %1, %n : tensor<4xf32>
  %3 = train.add %2, %eps : tensor<4xf32>
  %4 = train.rsqrt %3 : tensor<4xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %6 = train.multiply %x, %5 : tensor<4x8xf32>
  return %6, %4 : tensor<4x8xf32>, tensor<4xf32>
}

// -----

// JAX moves the biased variance: it comes from the composite's, which is unbiased.
// CHECK-LABEL: @batch_norm(
// CHECK: %[[Y:.*]], %[[MEAN:.*]], %[[VAR:.*]] = train.batch_norm_training %arg0, %arg1, %arg2, %[[ZERO:.*]], %[[ZERO]] feature_dim = 3 epsilon = 2.500000e-01 momentum = 1.000000e+00
// CHECK: %[[BIASED:.*]] = train.multiply %[[VAR]]
// CHECK: train.multiply %[[MEAN]]
// CHECK: train.multiply %[[BIASED]]
// CHECK: return %[[Y]]
func.func @batch_norm(%x: tensor<4x2x2x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %rm: tensor<3xf32>, %rv: tensor<3xf32>)
    -> (tensor<4x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %y, %mean, %var = call @stats(%x, %s, %b) : (tensor<4x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %keep = train.constant dense<0.75> : tensor<3xf32>
  %move = train.constant dense<0.25> : tensor<3xf32>
  %0 = train.multiply %keep, %rm : tensor<3xf32>
  %1 = train.multiply %move, %mean : tensor<3xf32>
  %2 = train.add %0, %1 : tensor<3xf32>
  %3 = train.multiply %keep, %rv : tensor<3xf32>
  %4 = train.multiply %move, %var : tensor<3xf32>
  %5 = train.add %3, %4 : tensor<3xf32>
  return %y, %2, %5 : tensor<4x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
func.func private @stats(%x: tensor<4x2x2x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<4x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %n = train.constant dense<16.0> : tensor<3xf32>
  %n1 = train.constant dense<16.0> : tensor<1x1x1x3xf32>
  %eps = train.constant dense<0.25> : tensor<3xf32>
  %0 = train.reduce add %x, dims = [0, 1, 2] : tensor<4x2x2x3xf32> -> tensor<3xf32>
  %mean = train.divide %0, %n : tensor<3xf32>
  %1 = train.broadcast_in_dim %0, dims = [3] : tensor<3xf32> -> tensor<1x1x1x3xf32>
  %2 = train.divide %1, %n1 : tensor<1x1x1x3xf32>
  %3 = train.broadcast_in_dim %2, dims = [0, 1, 2, 3] : tensor<1x1x1x3xf32> -> tensor<4x2x2x3xf32>
  %4 = train.subtract %x, %3 : tensor<4x2x2x3xf32>
  %5 = train.multiply %4, %4 : tensor<4x2x2x3xf32>
  %6 = train.reduce add %5, dims = [0, 1, 2] : tensor<4x2x2x3xf32> -> tensor<3xf32>
  %var = train.divide %6, %n : tensor<3xf32>
  %7 = train.broadcast_in_dim %mean, dims = [3] : tensor<3xf32> -> tensor<4x2x2x3xf32>
  %8 = train.subtract %x, %7 : tensor<4x2x2x3xf32>
  %9 = train.add %var, %eps : tensor<3xf32>
  %10 = train.rsqrt %9 : tensor<3xf32>
  %11 = train.broadcast_in_dim %10, dims = [3] : tensor<3xf32> -> tensor<4x2x2x3xf32>
  %12 = train.multiply %8, %11 : tensor<4x2x2x3xf32>
  %13 = train.broadcast_in_dim %s, dims = [3] : tensor<3xf32> -> tensor<4x2x2x3xf32>
  %14 = train.multiply %12, %13 : tensor<4x2x2x3xf32>
  %15 = train.broadcast_in_dim %b, dims = [3] : tensor<3xf32> -> tensor<4x2x2x3xf32>
  %16 = train.add %14, %15 : tensor<4x2x2x3xf32>
  return %16, %mean, %var : tensor<4x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// The composite has no gradient in the statistics that it gives.
// CHECK-LABEL: @mean_in_the_loss(
// CHECK-NOT: train.batch_norm_training
func.func @mean_in_the_loss(%x: tensor<4x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<f32>) {
  %n = train.constant dense<4.0> : tensor<3xf32>
  %eps = train.constant dense<0.25> : tensor<3xf32>
  %0 = train.reduce add %x, dims = [0] : tensor<4x3xf32> -> tensor<3xf32>
  %mean = train.divide %0, %n : tensor<3xf32>
  %1 = train.broadcast_in_dim %mean, dims = [1] : tensor<3xf32> -> tensor<4x3xf32>
  %2 = train.subtract %x, %1 : tensor<4x3xf32>
  %3 = train.multiply %2, %2 : tensor<4x3xf32>
  %4 = train.reduce add %3, dims = [0] : tensor<4x3xf32> -> tensor<3xf32>
  %var = train.divide %4, %n : tensor<3xf32>
  %5 = train.add %var, %eps : tensor<3xf32>
  %6 = train.rsqrt %5 : tensor<3xf32>
  %7 = train.broadcast_in_dim %6, dims = [1] : tensor<3xf32> -> tensor<4x3xf32>
  %8 = train.multiply %2, %7 : tensor<4x3xf32>
  %9 = train.broadcast_in_dim %s, dims = [1] : tensor<3xf32> -> tensor<4x3xf32>
  %10 = train.multiply %8, %9 : tensor<4x3xf32>
  %11 = train.broadcast_in_dim %b, dims = [1] : tensor<3xf32> -> tensor<4x3xf32>
  %12 = train.add %10, %11 : tensor<4x3xf32>
  %13 = train.reduce add %mean, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %12, %13 : tensor<4x3xf32>, tensor<f32>
}

// -----

// Recomputation behind a barrier stays apart.
// CHECK-LABEL: @barrier(
// CHECK-NOT: train.rms_norm
func.func @barrier(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %n = train.constant dense<8.0> : tensor<4xf32>
  %eps = train.constant dense<0.25> : tensor<4xf32>
  %0 = train.multiply %x, %x : tensor<4x8xf32>
  %1 = train.optimization_barrier %0 : tensor<4x8xf32>
  %2 = train.reduce add %1, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %3 = train.divide %2, %n : tensor<4xf32>
  %4 = train.add %3, %eps : tensor<4xf32>
  %5 = train.rsqrt %4 : tensor<4xf32>
  %6 = train.broadcast_in_dim %5, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %7 = train.multiply %x, %6 : tensor<4x8xf32>
  return %7 : tensor<4x8xf32>
}
