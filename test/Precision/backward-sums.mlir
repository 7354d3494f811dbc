// RUN: halftone-opt %s --train-differentiate --autocast="compute=bf16" | FileCheck %s

// (F32) A bias's gradient is a sum in f32, and it reads the gradient that the
// cross-entropy gave before it is rounded for the products. The gradients of a weight
// with two users leave their products in f32, from the accumulator, and are added in f32;
// the gradient of a value between them is bf16.
// CHECK-LABEL: func.func @loss_grad
// CHECK: %[[DY:.*]] = train.cross_entropy_grad {{.*}} -> tensor<4x8xf32>
// CHECK: train.cast %[[DY]] : tensor<4x8xf32> to tensor<4x8xbf16>
// CHECK: train.dot_general %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
// CHECK: %[[DW1:.*]] = train.dot_general %{{.*}} : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xf32>
// CHECK: train.reduce add %[[DY]], dims = [0] : tensor<4x8xf32> -> tensor<8xf32>
// CHECK: %[[DW0:.*]] = train.dot_general %{{.*}} : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xf32>
// CHECK-NEXT: train.add %[[DW1]], %[[DW0]] : tensor<8x8xf32>
// CHECK-NOT: train.add
// CHECK: return
func.func @loss(
    %w: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %b: tensor<8xf32> {train.role = #train.role<param>, train.name = "b"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %labels: tensor<4xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.linear %0, %w, %b : (tensor<4x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %loss = train.cross_entropy %1, %labels : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
