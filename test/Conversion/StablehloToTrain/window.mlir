// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @max_pool(
// CHECK: train.constant dense<0xFF800000> : tensor<f32>
// CHECK: train.reduce_window max %{{.*}}, window = [1, 3, 3, 1] strides = [1, 2, 2, 1] high = [0, 1, 1, 0] : tensor<2x8x8x3xf32> -> tensor<2x4x4x3xf32>
func.func @max_pool(%a: tensor<2x8x8x3xf32>) -> tensor<2x4x4x3xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %low) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x8x8x3xf32>, tensor<f32>) -> tensor<2x4x4x3xf32>
  return %0 : tensor<2x4x4x3xf32>
}

// CHECK-LABEL: @dilated(
// CHECK: train.constant dense<0.000000e+00> : tensor<f32>
// CHECK: train.reduce_window add %{{.*}}, window = [3] strides = [2] base_dilations = [2] window_dilations = [3] : tensor<7xf32> -> tensor<4xf32>
func.func @dilated(%a: tensor<7xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// As torch-mlir prints cumsum.
// CHECK-LABEL: @running_sum(
// CHECK: train.constant dense<0> : tensor<i64>
// CHECK: train.cumulative add %{{.*}}, dim = 1 : tensor<2x5xi64> -> tensor<2x5xi64>
func.func @running_sum(%a: tensor<2x5xi64>) -> tensor<2x5xi64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %1 = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<2x5xi64>, tensor<i64>) -> tensor<2x5xi64>
  return %0 : tensor<2x5xi64>
}

// What pads a sum counts.
// CHECK-LABEL: @window_init(
// CHECK: train.pad %{{.*}}, %{{.*}}, low = [1], high = [1], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK: train.reduce_window add %{{.*}}, window = [2] strides = [1] : tensor<7xf32> -> tensor<6xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<f32> -> tensor<6xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<6xf32>
func.func @window_init(%a: tensor<5xf32>, %s: tensor<f32>) -> tensor<6xf32> {
  %0 = "stablehlo.reduce_window"(%a, %s) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: @window_body(
// CHECK: train.constant dense<0> : tensor<i32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<i32> -> tensor<4xi32>
// CHECK: train.slice %{{.*}}, start = [0], limit = [4], strides = [1] : tensor<5xi32> -> tensor<4xi32>
// CHECK: train.xor %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.slice %{{.*}}, start = [1], limit = [5], strides = [1] : tensor<5xi32> -> tensor<4xi32>
// CHECK: train.xor %{{.*}}, %{{.*}} : tensor<4xi32>
func.func @window_body(%a: tensor<5xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.xor %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<5xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @select_and_scatter(
// CHECK: train.constant dense<0.000000e+00> : tensor<f32>
// CHECK: train.select_and_scatter max %{{.*}}, %{{.*}}, window = [3] strides = [2] high = [1] : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
func.func @select_and_scatter(%a: tensor<8xf32>, %g: tensor<4xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%a, %g, %zero) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The last of equal elements is the first of what is reversed.
// CHECK-LABEL: @select_last(
// CHECK: train.reverse %{{.*}}, dims = [0] : tensor<8xf32>
// CHECK: train.reverse %{{.*}}, dims = [0] : tensor<3xf32>
// CHECK: train.select_and_scatter min %{{.*}}, %{{.*}}, window = [3] strides = [2] low = [-1] : (tensor<8xf32>, tensor<3xf32>) -> tensor<8xf32>
// CHECK: train.reverse %{{.*}}, dims = [0] : tensor<8xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<f32> -> tensor<8xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<8xf32>
func.func @select_last(%a: tensor<8xf32>, %g: tensor<3xf32>, %s: tensor<f32>) -> tensor<8xf32> {
  %0 = "stablehlo.select_and_scatter"(%a, %g, %s) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<3xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
