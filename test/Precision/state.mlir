// State that was declared bf16 keeps its type: optimizers compute in f32 and round
// once, gates choose between values of that type, and the verifier accepts the step.
// RUN: halftone-opt %s --halftone-step="amp=bf16 state=bf16" 2>/dev/null | FileCheck %s
// RUN: halftone-opt %s --halftone-step="amp=f16 state=bf16" 2>/dev/null | FileCheck %s --check-prefixes=CHECK,GATED
// RUN: halftone-opt %s --halftone-step="amp=f16 state=bf16 policy=grappler" 2>/dev/null | FileCheck %s --check-prefixes=CHECK,GATED

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8x8xbf16>
// CHECK: train.adam %[[W]], {{.*}} : (tensor<8x8xbf16>, tensor<8x8xf32>, tensor<8x8xbf16>, tensor<8x8xbf16>, {{.*}}) -> (tensor<8x8xbf16>, tensor<8x8xbf16>, tensor<8x8xbf16>)
// GATED: train.select %{{.*}}, %{{.*}}, %[[W]] : tensor<i1>, tensor<8x8xbf16>
// CHECK: return
func.func @loss(
    %w: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %labels: tensor<4xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = train.cross_entropy %0, %labels : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
