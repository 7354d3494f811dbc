// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s -mlir-print-op-generic | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --emit-bytecode | halftone-opt | FileCheck %s

// CHECK-LABEL: func @dot_general
func.func @dot_general(%a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %q: tensor<2x4x8xf32>, %h: tensor<4x8xf16>,
                       %e: tensor<8x16xf8E4M3FN>, %d: tensor<8xf64>, %s: tensor<f32>) {
  // CHECK: train.dot_general %{{.*}}, %{{.*}}, contract = [1] x [0] : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
  %0 = train.dot_general %a, %b, contract = [1] x [0] : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
  // CHECK: train.dot_general %{{.*}}, %{{.*}}, batch = [0] x [0], contract = [2] x [2] : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x4xf32>
  %1 = train.dot_general %q, %q, batch = [0] x [0], contract = [2] x [2] : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x4xf32>
  // CHECK: train.dot_general %{{.*}}, %{{.*}}, batch = [0, 1, 2] x [0, 1, 2] : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %2 = train.dot_general %q, %q, batch = [0, 1, 2] x [0, 1, 2] : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  // CHECK: train.dot_general %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4x8xf16>) -> tensor<4x8xf32>
  %3 = train.dot_general %s, %h : (tensor<f32>, tensor<4x8xf16>) -> tensor<4x8xf32>
  // CHECK: train.dot_general %{{.*}}, %{{.*}}, contract = [1] x [0] acc = f16 : (tensor<4x8xf16>, tensor<8x16xf8E4M3FN>) -> tensor<4x16xf16>
  %4 = train.dot_general %h, %e, contract = [1] x [0] acc = f16 : (tensor<4x8xf16>, tensor<8x16xf8E4M3FN>) -> tensor<4x16xf16>
  // CHECK: train.dot_general %{{.*}}, %{{.*}}, contract = [2, 1] x [2, 1] tf32 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x2xf32>
  %5 = train.dot_general %q, %q, contract = [2, 1] x [2, 1] tf32 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x2xf32>
  // CHECK: train.dot_general %{{.*}}, %{{.*}}, contract = [0] x [0] acc = f64 : (tensor<8xf64>, tensor<8xf64>) -> tensor<f32>
  %6 = train.dot_general %d, %d, contract = [0] x [0] acc = f64 : (tensor<8xf64>, tensor<8xf64>) -> tensor<f32>
  // CHECK: train.dot_general %{{.*}}, %{{.*}}, contract = [1] x [0] acc = f32 tf32 {note = "x"} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xbf16>
  %7 = train.constant dense<1.0> : tensor<4x8xf32>
  %8 = train.constant dense<1.0> : tensor<8x4xf32>
  %9 = train.dot_general %7, %8, contract = [1] x [0] acc = f32 tf32 {note = "x"} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xbf16>
  return
}

// CHECK-LABEL: func @conv
func.func @conv(%x: tensor<2x8x8x4xf32>, %w: tensor<3x3x4x16xf32>, %wg: tensor<3x3x2x16xf32>, %nchw: tensor<2x4x8x8xbf16>,
                %oihw: tensor<16x4x3x3xbf16>, %seq: tensor<2x9x4xf32>, %w1: tensor<3x4x6xf32>, %p: tensor<2x4xf32>, %pw: tensor<4x6xf32>) {
  // CHECK: train.conv %{{.*}}, %{{.*}} dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = [1, 1] low = [1, 1] high = [1, 1] : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x8x8x16xf32>
  %0 = train.conv %x, %w dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = [1, 1] low = [1, 1] high = [1, 1]
      : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x8x8x16xf32>
  // CHECK: train.conv %{{.*}}, %{{.*}} dims = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1] strides = [2, 2] acc = f32 : (tensor<2x4x8x8xbf16>, tensor<16x4x3x3xbf16>) -> tensor<2x16x3x3xbf16>
  %1 = train.conv %nchw, %oihw dims = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1] strides = [2, 2] acc = f32
      : (tensor<2x4x8x8xbf16>, tensor<16x4x3x3xbf16>) -> tensor<2x16x3x3xbf16>
  // CHECK: train.conv %{{.*}}, %{{.*}} dims = [b, 0, f]x[0, i, o]->[b, 0, f] low = [2] high = [-1] lhs_dilation = [2] rhs_dilation = [3] reversal = [true] tf32 : (tensor<2x9x4xf32>, tensor<3x4x6xf32>) -> tensor<2x12x6xf32>
  %2 = train.conv %seq, %w1 dims = [b, 0, f]x[0, i, o]->[b, 0, f] low = [2] high = [-1] lhs_dilation = [2] rhs_dilation = [3] reversal = [true] tf32
      : (tensor<2x9x4xf32>, tensor<3x4x6xf32>) -> tensor<2x12x6xf32>
  // CHECK: train.conv %{{.*}}, %{{.*}} dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] feature_groups = 2 : (tensor<2x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<2x6x6x16xf32>
  %3 = train.conv %x, %wg dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] feature_groups = 2
      : (tensor<2x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<2x6x6x16xf32>
  // CHECK: train.conv %{{.*}}, %{{.*}} dims = [b, 0, 1, f]x[0, 1, i, o]->[0, 1, b, f] batch_groups = 2 : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<6x6x1x16xf32>
  %4 = train.conv %x, %w dims = [b, 0, 1, f]x[0, 1, i, o]->[0, 1, b, f] batch_groups = 2
      : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<6x6x1x16xf32>
  // No spatial dimension: a product.
  // CHECK: train.conv %{{.*}}, %{{.*}} dims = [b, f]x[i, o]->[b, f] : (tensor<2x4xf32>, tensor<4x6xf32>) -> tensor<2x6xf32>
  %5 = train.conv %p, %pw dims = [b, f]x[i, o]->[b, f] : (tensor<2x4xf32>, tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
