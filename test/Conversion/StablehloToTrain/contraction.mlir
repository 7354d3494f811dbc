// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @dot_general(
// CHECK: train.dot_general %{{.*}}, %{{.*}} , batch = [0] x [0], contract = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
func.func @dot_general(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: @dots(
// CHECK: train.dot_general %{{.*}}, %{{.*}} , contract = [0] x [0] : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>
// CHECK: train.dot_general %{{.*}}, %{{.*}} , contract = [1] x [0] : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
func.func @dots(%v: tensor<4xf32>, %m: tensor<4x5xf32>, %a: tensor<3x4xbf16>, %b: tensor<4x5xbf16>) {
  %0 = stablehlo.dot %v, %m : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>
  %1 = stablehlo.dot %a, %b, precision = [HIGHEST, HIGHEST] : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
  return
}

// An algorithm says which types the operands have, and the sums.
// CHECK-LABEL: @algorithms(
// CHECK: train.dot_general %{{.*}}, %{{.*}} , contract = [1] x [0] tf32 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// CHECK: train.cast %{{.*}} : tensor<3x4xf32> to tensor<3x4xbf16>
// CHECK: train.cast %{{.*}} : tensor<4x5xf32> to tensor<4x5xbf16>
// CHECK: train.dot_general %{{.*}}, %{{.*}} , contract = [1] x [0] : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
// CHECK: train.cast %{{.*}} : tensor<3x4xf32> to tensor<3x4xf16>
// CHECK: train.cast %{{.*}} : tensor<4x5xf32> to tensor<4x5xf16>
// CHECK: train.dot_general %{{.*}}, %{{.*}} , contract = [1] x [0] acc = f16 : (tensor<3x4xf16>, tensor<4x5xf16>) -> tensor<3x5xf32>
// CHECK: train.dot_general %{{.*}}, %{{.*}} , contract = [1] x [0] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
func.func @algorithms(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) {
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %2 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %3 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return
}

// Integers are multiplied and added, in the result's type.
// CHECK-LABEL: @integers(
// CHECK: train.cast %{{.*}} : tensor<3x4xi8> to tensor<3x4xi32>
// CHECK: train.cast %{{.*}} : tensor<4x5xi8> to tensor<4x5xi32>
// CHECK: train.transpose %{{.*}}, perm = [1, 0] : tensor<4x5xi32> -> tensor<5x4xi32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [0, 2] : tensor<3x4xi32> -> tensor<3x5x4xi32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1, 2] : tensor<5x4xi32> -> tensor<3x5x4xi32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<3x5x4xi32>
// CHECK: train.reduce add %{{.*}}, dims = [2] : tensor<3x5x4xi32> -> tensor<3x5xi32>
func.func @integers(%a: tensor<3x4xi8>, %b: tensor<4x5xi8>) -> tensor<3x5xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x4xi8>, tensor<4x5xi8>) -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK-LABEL: @einsum(
// CHECK: train.dot_general %{{.*}}, %{{.*}} , batch = [0] x [0], contract = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
// CHECK: train.transpose %{{.*}}, perm = [2, 0, 1] : tensor<2x3x5xf32> -> tensor<5x2x3xf32>
func.func @einsum(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<5x2x3xf32> {
  %0 = stablehlo.einsum %a, %b, config = "bij,bjk->kbi" : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<5x2x3xf32>
  return %0 : tensor<5x2x3xf32>
}

// CHECK-LABEL: @convolution(
// CHECK: train.conv %{{.*}}, %{{.*}} dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = [1, 3] low = [1, -1] high = [2, 2] rhs_dilation = [1, 2] reversal = [true, false] feature_groups = 2 : (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>) -> tensor<2x8x2x6xf32>
func.func @convolution(%x: tensor<2x7x6x4xf32>, %w: tensor<3x2x2x6xf32>) -> tensor<2x8x2x6xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 3], pad = [[1, 2], [-1, 2]], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>) -> tensor<2x8x2x6xf32>
  return %0 : tensor<2x8x2x6xf32>
}

// CHECK-LABEL: @convolution_of_gradient(
// CHECK: train.conv %{{.*}}, %{{.*}} dims = [f, b]x[i, o]->[b, f] : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
func.func @convolution_of_gradient(%x: tensor<4x5xf32>, %w: tensor<4x6xf32>) -> tensor<5x6xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [f, b]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}
