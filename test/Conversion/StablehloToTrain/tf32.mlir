// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s --check-prefix=IEEE
// RUN: halftone-opt %s --convert-stablehlo-to-train=tf32 | FileCheck %s --check-prefix=TF32

// IEEE-NOT: tf32
// TF32-LABEL: @default(
// TF32: train.dot_general {{.*}} tf32
func.func @default(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// TF32-LABEL: @convolution(
// TF32: train.conv {{.*}} tf32
func.func @convolution(%x: tensor<4x5xf32>, %w: tensor<4x6xf32>) -> tensor<5x6xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [f, b]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

// TF32-LABEL: @highest(
// TF32-NOT: tf32
func.func @highest(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
