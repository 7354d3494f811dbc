// Failures that show in a whole step.
// RUN: halftone-opt %s --halftone-step="amp=f16 weight-copies=false" | FileCheck %s --check-prefixes=CHECK,DEVICE
// RUN: halftone-opt %s --halftone-step="amp=f16 policy=torch weight-copies=false" | FileCheck %s

// (F25) A cast is an op like any other, so the gradients of all its users reach the
// weight: one cast down, two products forward, and both weight gradients in the sum.
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8x8xf32> {train.name = "w"
// CHECK: %[[LOW:.*]] = train.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK-NOT: train.cast %[[W]]
// CHECK: train.linear %{{.*}}, %[[LOW]]
// CHECK-NOT: train.cast %[[W]]
// CHECK: train.linear %{{.*}}, %[[LOW]]
// CHECK-NOT: train.cast %[[W]]
// CHECK: train.dot_general {{.*}} -> tensor<8x8xf
// CHECK: train.dot_general {{.*}} -> tensor<8x8xf
// CHECK: train.add {{.*}} : tensor<8x8xf
// CHECK: train.unscale

// (F48) Nothing on the host decides whether a step is skipped: no branch, no call; each
// update is chosen on the device. (F52) The optimizer's arithmetic, its epsilon too, is f32.
// DEVICE-NOT: train.if
// DEVICE-NOT: call
// DEVICE: %[[OK:.*]] = train.all_finite
// DEVICE-NOT: train.if
// DEVICE-NOT: call
// DEVICE: %[[NEW:[a-z_0-9]+]], %{{.*}}, %{{.*}} = train.adam {{.*}} eps = 1.000000e-08 {{.*}} : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>,
// DEVICE: train.select %[[OK]], %[[NEW]], %[[W]] : tensor<i1>, tensor<8x8xf32>
// DEVICE-NOT: train.if
// DEVICE-NOT: call
// DEVICE: return
func.func @loss(
    %w: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %labels: tensor<4xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.relu %0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = train.linear %1, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = train.cross_entropy %2, %labels : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
