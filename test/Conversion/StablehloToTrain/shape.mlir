// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @shapes(
// CHECK: train.reshape %{{.*}} : tensor<2x3xf32> -> tensor<6xf32>
// CHECK: train.transpose %{{.*}}, perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1, 2] : tensor<2x3xf32> -> tensor<4x2x3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [0, 2] : tensor<2x3xf32> -> tensor<2x4x3xf32>
// CHECK: train.reverse %{{.*}}, dims = [1] : tensor<2x3xf32>
// CHECK: train.slice %{{.*}}, start = [0, 0], limit = [2, 3], strides = [1, 2] : tensor<2x3xf32> -> tensor<2x2xf32>
// CHECK: train.pad %{{.*}}, %{{.*}}, low = [1, -1], high = [0, 2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
// CHECK: train.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
func.func @shapes(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.broadcast %a, sizes = [4] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %3 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
  %4 = stablehlo.reverse %a, dims = [1] : tensor<2x3xf32>
  %5 = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %6 = stablehlo.pad %a, %s, low = [1, -1], high = [0, 2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
  %7 = stablehlo.concatenate %a, %a, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// A dimension of size 1 expands.
// CHECK-LABEL: @expands(
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [0, 1] : tensor<1x3xf32> -> tensor<4x3xf32>
func.func @expands(%a: tensor<1x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// Dimensions out of order are transposed first.
// CHECK-LABEL: @out_of_order(
// CHECK: train.transpose %{{.*}}, perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [0, 2] : tensor<3x2xf32> -> tensor<3x4x2xf32>
func.func @out_of_order(%a: tensor<2x3xf32>) -> tensor<3x4x2xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<2x3xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}
