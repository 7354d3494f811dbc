// Failures of range in bf16, by ranges alone.
// RUN: halftone-opt %s --autocast="compute=bf16 policy-file=%S/Inputs/ranges-only.json annotate" | FileCheck %s
// RUN: halftone-opt %s --autocast="compute=bf16 policy-file=%S/Inputs/ranges-only.json" --check-precision
// RUN: not halftone-opt %s --autocast="compute=bf16 policy-file=%S/Inputs/no-facts.json" --check-precision 2>&1 | FileCheck %s --check-prefix=WRONG

// (F2) The lowest number of f32 is -inf in bf16, and -inf less -inf is NaN.
// CHECK-LABEL: func.func @lowest
// CHECK: train.select {{.*}}"f32: the constant -3.40282E+38 overflows in bf16"
// CHECK: train.reverse {{.*}}"f32: |x| may reach 3.40282e38 (constant), bf16 holds 3.38953e38"
func.func @lowest(%s: tensor<4xf32>, %m: tensor<4xi1>) -> (tensor<4xf32> {check.ulps = 0.5}) {
  %low = train.constant dense<-3.40282347E+38> : tensor<4xf32>
  %0 = train.select %m, %s, %low : tensor<4xi1>, tensor<4xf32>
  %1 = train.reverse %0, dims = [0] : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// (F2) bf16's own lowest, twice: beyond f32's range too, so neither sum nor operand is low.
// CHECK-LABEL: func.func @two_planes
// CHECK: train.add {{.*}}"f32: the constant -3.38953E+38 is at the end of the range of bf16"
func.func @two_planes(%s: tensor<4xf32>) -> (tensor<4xf32> {check.ulps = 0.5}) {
  %low = train.constant dense<-3.38953139E+38> : tensor<4xf32>
  %0 = train.add %s, %low : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A mask of -1e9 is in bf16's range.
// CHECK-LABEL: func.func @small_mask
// CHECK: train.select {{.*}} : tensor<4x8xi1>, tensor<4x8xbf16>
func.func @small_mask(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %m: tensor<4x8xi1>) -> tensor<4x8xf32> {
  %low = train.constant dense<-1.0e9> : tensor<4x8xf32>
  %s = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %0 = train.select %m, %s, %low : tensor<4x8xi1>, tensor<4x8xf32>
  %1 = train.linear %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// (F8) bf16 has the range of f32, and keeps an epsilon.
// CHECK-LABEL: func.func @epsilon
// CHECK: train.maximum {{.*}} : tensor<4x8xbf16>
func.func @epsilon(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %eps = train.constant dense<1.0e-12> : tensor<4x8xf32>
  %s = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %0 = train.maximum %s, %eps : tensor<4x8xf32>
  %1 = train.linear %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// (F17) bf16 tells 257 positions apart: 0 to 256.
// CHECK-LABEL: func.func @positions
// CHECK: train.dot_general {{.*}} : (tensor<257xbf16>, tensor<2xbf16>)
// CHECK: train.dot_general {{.*}}"f32: x counts up to 257 (position), bf16 is exact up to 256"
// WRONG: result 1 of '@positions' at [257
func.func @positions(%f: tensor<2xf32> {check.values = dense<1.0> : tensor<2xf32>})
    -> (tensor<257x2xf32> {check.ulps = 0.0}, tensor<258x2xf32> {check.ulps = 0.0}) {
  %i = train.iota dim = 0 : tensor<257xf32>
  %a = train.dot_general %i, %f : (tensor<257xf32>, tensor<2xf32>) -> tensor<257x2xf32>
  %j = train.iota dim = 0 : tensor<258xf32>
  %b = train.dot_general %j, %f : (tensor<258xf32>, tensor<2xf32>) -> tensor<258x2xf32>
  return %a, %b : tensor<257x2xf32>, tensor<258x2xf32>
}

// What torch's lists decide stays: only constants that its ops read.
// RUN: halftone-opt %s --autocast="compute=bf16 policy=torch annotate" | FileCheck %s --check-prefix=TORCH
// TORCH-LABEL: func.func @positions
// TORCH: train.dot_general {{.*}} : (tensor<258xbf16>, tensor<2xbf16>)
