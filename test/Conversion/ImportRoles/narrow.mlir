// RUN: halftone-opt %s --import-roles --split-input-file --verify-diagnostics | FileCheck %s

// A model in 16 bits: its loss leaves in f32, and so the backward pass starts in f32.
// CHECK-LABEL: func.func @loss(
// CHECK-SAME: tensor<3xbf16> {train.name = "params/w", train.role = #train.role<param>}
// CHECK-SAME: -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<bf16> {train.name = "result1"
// CHECK: %[[SUM:.*]] = train.reduce add
// CHECK: %[[LOSS:.*]] = train.cast %[[SUM]] : tensor<bf16> to tensor<f32>
// CHECK: return %[[LOSS]], %[[SUM]] : tensor<f32>, tensor<bf16>
func.func @main(%w: tensor<3xbf16> loc("params['w']"))
    -> (tensor<bf16> {jax.result_info = "result[0]"}, tensor<bf16> {jax.result_info = "result[1]"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<3xbf16> -> tensor<bf16>
  return %loss, %loss : tensor<bf16>, tensor<bf16>
}

// -----

// A step that came whole keeps what it keeps, and says so, once.
// CHECK-LABEL: func.func @init(
// CHECK-SAME: tensor<3xbf16> {train.name = "params/w"
// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<3xbf16> {train.name = "params/w", train.role = #train.role<param>}
// CHECK-SAME: -> (tensor<3xbf16> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}
// CHECK-SAME: tensor<f32> {train.name = "loss", train.role = #train.role<loss>}
// CHECK-SAME: attributes {train.state_type = bf16}
// expected-warning @unknown {{the step keeps 'params/w' in 'bf16', as it was written: an update below a 512th of a weight is lost; where the loss alone is exported, parameters get f32 masters}}
func.func @main(%w: tensor<3xbf16> {tf.aliasing_output = 0 : i32} loc("params['w']"),
                %m: tensor<3xbf16> {tf.aliasing_output = 1 : i32} loc("opt_state['w']"))
    -> (tensor<3xbf16> {jax.result_info = "result[0]['w']"}, tensor<3xbf16> {jax.result_info = "result[1]['w']"}, tensor<bf16> {jax.result_info = "result[2]"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<3xbf16> -> tensor<bf16>
  return %w, %m, %loss : tensor<3xbf16>, tensor<3xbf16>, tensor<bf16>
}

// -----

// The next key of a loss is for its caller.
// CHECK-LABEL: func.func @loss(
// CHECK-SAME: {train.name = "key", train.role = #train.role<key>}
// CHECK-SAME: -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<i32> {train.name = "n", train.role = #train.role<metric>}) {
// CHECK: return %{{[^,]*}}, %{{[^,]*}} : tensor<f32>, tensor<i32>
func.func @main(%w: tensor<3xf32> loc("params['w']"), %k: tensor<2xui32> loc("key"))
    -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<2xui32> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]['n']"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<3xf32> -> tensor<f32>
  %next = train.rng_bits threefry2x32_20 %k : tensor<2xui32>
  %n = train.constant dense<3> : tensor<i32>
  return %loss, %next, %n : tensor<f32>, tensor<2xui32>, tensor<i32>
}

// -----

// Where only names are known, a scalar of the optimizer is not taken for zero: it may be
// the learning rate. Counters start at zero.
// CHECK-LABEL: func.func @init(
// CHECK-SAME: tensor<3xf32> {train.name = "params/w", train.role = #train.role<param>}
// CHECK-SAME: %[[RATE:.*]]: tensor<f32> {train.name = "opt_state/rate", train.role = #train.role<opt_state>}
// CHECK-SAME: tensor<2xui32>
// CHECK: %[[COUNT:.*]] = train.constant dense<0> : tensor<i32>
// CHECK: return %{{.*}}, %[[COUNT]], %[[RATE]]
func.func @main(%w: tensor<3xf32> loc("params['w']"), %n: tensor<i32> loc("opt_state['count']"), %r: tensor<f32> loc("opt_state['rate']"))
    -> (tensor<3xf32> {jax.result_info = "result[0]['w']"}, tensor<i32> {jax.result_info = "result[1]['count']"}, tensor<f32> {jax.result_info = "result[1]['rate']"}, tensor<f32> {jax.result_info = "result[2]"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %w, %n, %r, %loss : tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>
}
