// RUN: halftone-opt %s --convert-train-to-linalg --split-input-file | FileCheck %s

// An op on bf16 computes in f32 and rounds once.
// CHECK-LABEL: func.func @add
// CHECK: linalg.generic
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @add(%a: tensor<4xbf16>, %b: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = train.add %a, %b : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// A narrowing followed by a widening stays.
// CHECK-LABEL: func.func @narrow_widen
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: arith.extf %{{.*}} : bf16 to f32
func.func @narrow_widen(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.cast %a : tensor<4xf32> to tensor<4xbf16>
  %1 = train.cast %0 : tensor<4xbf16> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Sums of bf16 are kept in f32; i1 is a byte, unsigned types lose their sign.
// CHECK-LABEL: func.func @types
// CHECK-SAME: tensor<4x8xbf16>, %{{.*}}: tensor<4xi8>, %{{.*}}: tensor<4xi32>
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.divui
func.func @types(%a: tensor<4x8xbf16>, %p: tensor<4xi1>, %u: tensor<4xui32>) -> (tensor<4xbf16>, tensor<4xi1>, tensor<4xui32>) {
  %0 = train.reduce add %a, dims = [1] : tensor<4x8xbf16> -> tensor<4xbf16>
  %1 = train.not %p : tensor<4xi1>
  %2 = train.divide %u, %u : tensor<4xui32>
  return %0, %1, %2 : tensor<4xbf16>, tensor<4xi1>, tensor<4xui32>
}
