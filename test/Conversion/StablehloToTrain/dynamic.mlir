// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// A result of static shape says it all; what computed the shape goes.
// CHECK-LABEL: @static_results(
// CHECK: train.iota dim = 0 : tensor<8xi64>
// CHECK: train.reshape %{{.*}} : tensor<2x3xf32> -> tensor<3x2xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1, 2] : tensor<2x3xf32> -> tensor<4x2x3xf32>
// CHECK: train.constant dense<3> : tensor<i32>
func.func @static_results(%a: tensor<2x3xf32>, %n: tensor<f64>) {
  %0 = stablehlo.ceil %n : tensor<f64>
  %1 = stablehlo.convert %0 : (tensor<f64>) -> tensor<i64>
  %2 = stablehlo.reshape %1 : (tensor<i64>) -> tensor<1xi64>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi64>) -> tensor<8xi64>
  %4 = arith.constant dense<[3, 2]> : tensor<2xindex>
  %5 = stablehlo.dynamic_reshape %a, %4 : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  %6 = stablehlo.constant dense<[4, 2, 3]> : tensor<3xi32>
  %7 = stablehlo.dynamic_broadcast_in_dim %a, %6, dims = [1, 2] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>
  %8 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// CHECK-LABEL: @constant_sizes(
// CHECK: train.pad %{{.*}}, %{{.*}}, low = [1], high = [1], interior = [3] : (tensor<4xf32>, tensor<f32>) -> tensor<15xf32>
// CHECK: train.slice %{{.*}}, start = [1], limit = [3], strides = [1] : tensor<4xf32> -> tensor<2xf32>
// CHECK: train.gather %{{.*}}, %{{.*}} {index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 3>, start_index_map = array<i64: 0>} : (tensor<4xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
// CHECK: train.conv %{{.*}}, %{{.*}} dims = [b, 0, f]x[0, i, o]->[b, 0, f] low = [1] high = [2] : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x6x1xf32>
func.func @constant_sizes(%a: tensor<4xf32>, %s: tensor<f32>, %x: tensor<1x4x1xf32>, %w: tensor<2x1x1xf32>, %i: tensor<2x1xi32>) {
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %a, %s, %one, %one, %three : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<15xf32>
  %1 = stablehlo.real_dynamic_slice %a, %one, %three, %one : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  %2 = "stablehlo.dynamic_gather"(%a, %i, %three) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4xf32>, tensor<2x1xi32>, tensor<1xi64>) -> tensor<2x3xf32>
  %pad = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %3 = "stablehlo.dynamic_conv"(%x, %w, %pad) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x6x1xf32>
  return
}
