// RUN: halftone-opt %s --import-roles --split-input-file --mlir-print-local-scope | FileCheck %s

// Names of JAX: parameters by their word, the batch beside them.
// CHECK-LABEL: func.func @loss(
// CHECK-SAME: tensor<4x3xf32> {train.name = "params/layer0/w", train.role = #train.role<param>}
// CHECK-SAME: tensor<3xf32> {train.name = "params/layer0/b's", train.role = #train.role<param>}
// CHECK-SAME: tensor<8x4xf32> {train.name = "x", train.role = #train.role<batch>}
// CHECK-SAME: tensor<8xi32> {train.name = "y", train.role = #train.role<batch>}
// CHECK-SAME: -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}
// CHECK-SAME: tensor<8xf32> {train.name = "hits", train.role = #train.role<metric>})
func.func public @main(%w: tensor<4x3xf32> loc("params['layer0']['w']"),
                       %b: tensor<3xf32> loc("params['layer0'][\"b's\"]"),
                       %x: tensor<8x4xf32> loc("x"), %y: tensor<8xi32> loc("y"))
    -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]['hits']"}) {
  %loss = train.constant dense<0.0> : tensor<f32>
  %hits = train.constant dense<0.0> : tensor<8xf32>
  return %loss, %hits : tensor<f32>, tensor<8xf32>
}

// -----

// Fields, indices and indices of flat trees; integers among parameters are not trained;
// a key by its name and type; running statistics by the result's keys.
// CHECK-LABEL: func.func @loss(
// CHECK-SAME: {train.name = "variables/params/dense/0/kernel", train.role = #train.role<param>}
// CHECK-SAME: {train.name = "variables/params/dense/0/offset", train.role = #train.role<frozen_param>}
// CHECK-SAME: {train.name = "variables/batch_stats/mean", train.role = #train.role<model_state>}
// CHECK-SAME: {train.name = "batch/0", train.role = #train.role<batch>}
// CHECK-SAME: {train.name = "batch/1", train.role = #train.role<batch>}
// CHECK-SAME: {train.name = "rng", train.role = #train.role<key>}
// CHECK-SAME: {train.name = "loss"
// CHECK-SAME: {train.name = "variables/batch_stats/mean", train.role = #train.role<model_state>, train.updates = "variables/batch_stats/mean"}
// CHECK-SAME: {train.name = "result2", train.role = #train.role<metric>}
func.func public @main(%w: tensor<4x3xf32> loc("variables['params'].dense[0].kernel"),
                       %o: tensor<3xi32> loc("variables['params'].dense[0].offset"),
                       %m: tensor<3xf32> loc("variables['batch_stats']['mean']"),
                       %x: tensor<8x4xf32> loc("batch[0]"), %y: tensor<8xi32> loc("batch[<flat index 1>]"),
                       %k: tensor<2xui32> loc("rng"))
    -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1][0]['batch_stats']['mean']"}, tensor<f32> {jax.result_info = "result[2]"}) {
  %loss = train.constant dense<0.0> : tensor<f32>
  return %loss, %m, %loss : tensor<f32>, tensor<3xf32>, tensor<f32>
}

// -----

// What is labelled already keeps its labels, the others get theirs; helpers make room.
// CHECK-LABEL: func.func @loss(
// CHECK-SAME: {train.group = "a", train.name = "weights", train.role = #train.role<frozen_param>}
// CHECK-SAME: {train.name = "params/v", train.role = #train.role<param>}
// CHECK: call @loss_0
// CHECK: func.func private @loss_0
func.func public @main(%w: tensor<3xf32> {train.role = #train.role<frozen_param>, train.name = "weights", train.group = "a"} loc("params['w']"),
                       %v: tensor<3xf32> {tf.aliasing_output = 4 : i32} loc("params['v']"))
    -> (tensor<f32> {jax.result_info = ""}) {
  %loss = call @loss(%w, %v) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %loss : tensor<f32>
}
func.func private @loss(%w: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<f32> {
  %0 = train.multiply %w, %v : tensor<3xf32>
  %1 = train.reduce add %0, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// A labelled loss function, and a helper alone, are nothing to import.
// CHECK-LABEL: func.func @loss(
// CHECK-SAME: {train.name = "w", train.role = #train.role<param>}) -> (tensor<3xf32> {train.name = "loss"
// CHECK-NOT: func.func @init
func.func @loss(%w: tensor<3xf32> {train.role = #train.role<param>, train.name = "w"}) -> (tensor<3xf32> {train.role = #train.role<loss>, train.name = "loss"}) {
  return %w : tensor<3xf32>
}
