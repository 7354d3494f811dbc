// RUN: halftone-opt %s --import-eval --split-input-file | FileCheck %s
// RUN: halftone-opt %s --import-eval --split-input-file --remarks-filter=import-eval 2>&1 | FileCheck %s --check-prefix=REMARK

// The part of the step that the loss is computed from, and the metrics that come with it;
// not what needs a product of its own, like the gradient's norm, nor what only the update
// reads. The batch is there whether or not it is used.
// CHECK-LABEL: func.func @eval(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {train.name = "w", train.role = #train.role<param>}, %[[X:[a-z0-9]+]]: tensor<8x4xf32> {train.name = "x", train.role = #train.role<batch>}, %{{[a-z0-9]+}}: tensor<8xf32> {train.name = "unused", train.role = #train.role<batch>})
// CHECK-SAME: -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<f32> {train.name = "largest", train.role = #train.role<metric>}) {
// CHECK: %[[Y:.*]] = train.dot_general %[[X]], %[[W]]
// CHECK-NOT: dot_general
// CHECK: %[[LOSS:.*]] = train.reduce add
// CHECK: %[[LARGEST:.*]] = train.reduce max %[[Y]]
// CHECK-NEXT: return %[[LOSS]], %[[LARGEST]] : tensor<f32>, tensor<f32>
// REMARK: remark: [Missed] eval | Category:import-eval | Reason="it needs more than the forward pass", Remark="@eval has no metric norm"
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
                %v: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "v"},
                %x: tensor<8x4xf32> {train.role = #train.role<batch>, train.name = "x"},
                %u: tensor<8xf32> {train.role = #train.role<batch>, train.name = "unused"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "v", train.updates = "v"},
        tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<f32> {train.role = #train.role<metric>, train.name = "largest"},
        tensor<f32> {train.role = #train.role<metric>, train.name = "norm"})
    attributes {train.state_type = bf16} {
  %y = train.dot_general %x, %w, contract = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %sq = train.multiply %y, %y : tensor<8xf32>
  %loss = train.reduce add %sq, dims = [0] : tensor<8xf32> -> tensor<f32>
  %largest = train.reduce max %y, dims = [0] : tensor<8xf32> -> tensor<f32>
  %g = train.dot_general %y, %x, contract = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %gg = train.multiply %g, %g : tensor<4xf32>
  %norm = train.reduce add %gg, dims = [0] : tensor<4xf32> -> tensor<f32>
  %v1 = train.add %v, %g : tensor<4xf32>
  %w1 = train.subtract %w, %v1 : tensor<4xf32>
  return %w1, %v1, %loss, %largest, %norm : tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// An `@eval` of its own stays, and a module without a step as well.
// CHECK-LABEL: func.func @step(
// CHECK: func.func @eval() {
// CHECK-NOT: @eval
func.func @step(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  return %w : tensor<f32>
}
func.func @eval() {
  return
}

// -----

// CHECK-LABEL: func.func @loss(
// CHECK-NOT: @eval
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  return %w : tensor<f32>
}
