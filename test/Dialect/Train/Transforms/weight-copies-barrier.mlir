// RUN: halftone-opt %s --halftone-step="amp=bf16 optimizer=sgd" | FileCheck %s

// What is recomputed reads the weight's copy as the forward pass does, and what passes the
// barrier is narrow: the activation, too.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[a-z0-9]*}}: tensor<16x16xf32> {{{[^}]*}}train.name = "w"
// CHECK-SAME: %[[COPY:[a-z0-9]*]]: tensor<16x16xbf16> {{{[^}]*}}train.copy_of = "w"
// CHECK: %[[X:.*]] = train.linear %{{.*}}, %[[COPY]]
// CHECK: train.linear %[[X]], %[[COPY]]
// CHECK: train.seed
// CHECK: %[[B:.*]]:3 = train.optimization_barrier %[[X]], %[[COPY]], %{{.*}} : tensor<8x16xbf16>, tensor<16x16xbf16>
// CHECK-NEXT: %[[Y:.*]] = train.linear %[[B]]#0, %[[B]]#1
// CHECK-NEXT: train.relu_grad
// CHECK: return
func.func @loss(%w: tensor<16x16xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<8x16xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.linear %x, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %1 = train.checkpoint : tensor<8x16xf32> {
    %2 = train.linear %0, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %3 = train.relu %2 : tensor<8x16xf32> -> tensor<8x16xf32>
    train.yield %3 : tensor<8x16xf32>
  }
  %4 = train.linear %1, %w : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %5 = train.reduce add %4, dims = [0, 1] : tensor<8x16xf32> -> tensor<f32>
  return %5 : tensor<f32>
}
