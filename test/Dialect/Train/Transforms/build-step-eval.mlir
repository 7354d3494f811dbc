// RUN: halftone-opt %s --train-differentiate --train-build-step="optimizer=sgd lr=0.1" | FileCheck %s

// A function `@eval` of the model takes the place of the loss in evaluation: with the state
// that it reads, a batch of its own size, and calls inlined. Masters are cast to what it
// takes. The step is that of the loss.

// CHECK-LABEL: func.func @init(
// CHECK-LABEL: func.func @step(
// CHECK: train.rng_bits
// CHECK-LABEL: func.func @eval(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {train.name = "w", train.role = #train.role<param>}
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<4xf32> {train.name = "mean", train.role = #train.role<model_state>}
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<16x4xf32> {train.name = "x", train.role = #train.role<batch>})
// CHECK-SAME: -> (tensor<f32> {train.name = "error", train.role = #train.role<metric>}, tensor<16xf32> {train.name = "y", train.role = #train.role<metric>})
// CHECK: %[[LOW:.*]] = train.cast %[[W]] : tensor<4xf32> to tensor<4xbf16>
// CHECK: train.add
// CHECK-NOT: rng_bits
// CHECK: return
// CHECK-NOT: func.func
func.func @loss(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean"},
    %k: tensor<2xui32> {train.role = #train.role<key>, train.name = "key"},
    %x: tensor<8x4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean", train.updates = "mean"}) {
  %bits = train.rng_bits threefry2x32_20 %k : tensor<8xui32>
  %noise = train.cast %bits : tensor<8xui32> to tensor<8xf32>
  %y = train.dot_general %x, %w, contract = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %z = train.multiply %y, %noise : tensor<8xf32>
  %loss = train.reduce add %z, dims = [0] : tensor<8xf32> -> tensor<f32>
  return %loss, %m : tensor<f32>, tensor<4xf32>
}
func.func @eval(
    %x: tensor<16x4xf32> {train.role = #train.role<batch>, train.name = "x"},
    %w: tensor<4xbf16> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean"})
    -> (tensor<f32> {train.role = #train.role<metric>, train.name = "error"},
        tensor<16xf32> {train.role = #train.role<metric>, train.name = "y"}) {
  %wide = train.cast %w : tensor<4xbf16> to tensor<4xf32>
  %sum = call @shift(%wide, %m) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = train.dot_general %x, %sum, contract = [1] x [0] : (tensor<16x4xf32>, tensor<4xf32>) -> tensor<16xf32>
  %error = train.reduce add %y, dims = [0] : tensor<16xf32> -> tensor<f32>
  return %error, %y : tensor<f32>, tensor<16xf32>
}
func.func private @shift(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
