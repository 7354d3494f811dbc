// RUN: halftone-opt %s --halftone-step="amp=f16" | FileCheck %s

// A parameter with more users than fit in place, and no cast among them, has no copy.
// CHECK-LABEL: func.func @step(
// CHECK-NOT: weight_copy
// CHECK: return
func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.exponential %w : tensor<4xf32>
  %1 = train.multiply %0, %w : tensor<4xf32>
  %2 = train.divide %1, %w : tensor<4xf32>
  %3 = train.power %2, %w : tensor<4xf32>
  %4 = train.divide %3, %w : tensor<4xf32>
  %5 = train.power %4, %w : tensor<4xf32>
  %6 = train.reduce add %5, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %6 : tensor<f32>
}
