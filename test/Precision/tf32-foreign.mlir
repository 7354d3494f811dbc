// TF32 is a mark that an op has to have: one that it can't have is not put on it.
// RUN: echo '{ "rules": [ { "op": "linalg.map", "label": "low" } ] }' > %t.json
// RUN: halftone-opt %s --autocast="compute=tf32 policy-file=%t.json annotate" | FileCheck %s

// CHECK-LABEL: func @map
// CHECK: linalg.map
// CHECK-NOT: tf32
// CHECK-SAME: train.precision = "f32: compute type f32 here"
func.func @map(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.map { arith.mulf } ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
                                 outs(%c : tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @matmul
// CHECK: tosa.matmul
// CHECK-SAME: train.precision = "f32: compute type f32 here"
func.func @matmul(%a: tensor<1x4x8xf32>, %b: tensor<1x8x4xf32>, %z: tensor<1xf32>) -> tensor<1x4x4xf32> {
  %r = tosa.matmul %a, %b, %z, %z : (tensor<1x4x8xf32>, tensor<1x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  return %r : tensor<1x4x4xf32>
}
