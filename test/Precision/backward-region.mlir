// RUN: halftone-opt %s --train-differentiate --autocast="compute=bf16" --mlir-print-local-scope | FileCheck %s
// RUN: halftone-opt %s --train-differentiate --autocast="compute=f16 policy=torch placement=promote" | FileCheck %s --check-prefix=TORCH

// (F18, F19) A layer in an f32 region: its backward ops are in a twin region, and both
// of its gradients are computed in f32, inside a step in low precision.
// CHECK-LABEL: func.func @loss_grad
// CHECK: train.precision f32
// CHECK: train.linear %{{.*}} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
// CHECK: train.linear %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
// CHECK: train.dot_general %{{.*}} : (tensor<4x8xbf16>, tensor<{{.*}}xbf16>)
// CHECK: train.precision f32
// CHECK: train.dot_general %{{.*}} : (tensor<{{[0-9x]*}}xf32>, tensor<{{[0-9x]*}}xf32>)
// CHECK: train.dot_general %{{.*}} : (tensor<{{[0-9x]*}}xf32>, tensor<{{[0-9x]*}}xf32>)
// CHECK: train.yield %{{.*}} : tensor<4x8xf32>, tensor<8x8xf32>
// TORCH-LABEL: func.func @loss_grad
// TORCH: train.linear %{{.*}} -> tensor<4x8xf16>
// TORCH: train.precision f32
// TORCH: train.dot_general %{{.*}} : (tensor<{{[0-9x]*}}xf32>, tensor<{{[0-9x]*}}xf32>)
// TORCH: train.dot_general %{{.*}} : (tensor<{{[0-9x]*}}xf32>, tensor<{{[0-9x]*}}xf32>)
// TORCH: train.yield
func.func @loss(
    %w0: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w0"},
    %u: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "u"},
    %w1: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w1"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %labels: tensor<4xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %h = train.linear %x, %u : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %0 = train.precision f32 : tensor<4x8xf32> {
    %1 = train.linear %h, %w0 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %1 : tensor<4x8xf32>
  }
  %2 = train.linear %0, %w1 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = train.cross_entropy %2, %labels : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
