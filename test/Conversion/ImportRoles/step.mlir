// RUN: halftone-opt %s --import-roles --split-input-file --mlir-print-local-scope | FileCheck %s

// A whole step. Trees of one shape pair in order, whatever buffers are reused (here the
// aliases are crossed); the moments are called `m` and `v`, and are state because results
// update them.
// CHECK-LABEL: func.func @init(
// CHECK-SAME: %[[W:.*]]: tensor<3xf32> {train.name = "params/w", train.role = #train.role<param>}
// CHECK-SAME: %{{.*}}: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>})
// CHECK-SAME: -> (tensor<3xf32> {train.name = "params/w", train.role = #train.role<param>}
// CHECK-SAME: tensor<3xf32> {train.name = "m/w", train.role = #train.role<opt_state>}
// CHECK-SAME: tensor<3xf32> {train.name = "v/w", train.role = #train.role<opt_state>}
// CHECK-SAME: tensor<i32> {train.name = "step", train.role = #train.role<step_count>})
// CHECK: %[[M:.*]] = train.constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: %[[V:.*]] = train.constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: %[[N:.*]] = train.constant dense<0> : tensor<i32>
// CHECK: return %[[W]], %[[M]], %[[V]], %[[N]]

// CHECK-LABEL: func.func @step(
// CHECK-SAME: {train.name = "params/w", train.role = #train.role<param>}
// CHECK-SAME: {train.name = "m/w", train.role = #train.role<opt_state>}
// CHECK-SAME: {train.name = "v/w", train.role = #train.role<opt_state>}
// CHECK-SAME: {train.name = "step", train.role = #train.role<step_count>}
// CHECK-SAME: {train.name = "batch/x", train.role = #train.role<batch>}
// CHECK-SAME: -> (tensor<3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}
// CHECK-SAME: tensor<3xf32> {train.name = "m/w", train.role = #train.role<opt_state>, train.updates = "m/w"}
// CHECK-SAME: tensor<3xf32> {train.name = "v/w", train.role = #train.role<opt_state>, train.updates = "v/w"}
// CHECK-SAME: tensor<i32> {train.name = "step", train.role = #train.role<step_count>, train.updates = "step"}
// CHECK-SAME: tensor<f32> {train.name = "loss", train.role = #train.role<loss>})
func.func public @main(%w: tensor<3xf32> {tf.aliasing_output = 2 : i32} loc("params['w']"),
                       %m: tensor<3xf32> {tf.aliasing_output = 1 : i32} loc("m['w']"),
                       %v: tensor<3xf32> {tf.aliasing_output = 0 : i32} loc("v['w']"),
                       %n: tensor<i32> loc("step"), %x: tensor<3xf32> loc("batch['x']"))
    -> (tensor<3xf32> {jax.result_info = "result[0]['w']"}, tensor<3xf32> {jax.result_info = "result[1]['w']"},
        tensor<3xf32> {jax.result_info = "result[2]['w']"}, tensor<i32> {jax.result_info = "result[3]"},
        tensor<f32> {jax.result_info = "result[4]"}) {
  %loss = train.reduce add %x, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %w, %m, %v, %n, %loss : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>
}

// -----

// One train state holds everything. The key is new with each step for its maker, so each
// step folds its number into the one that is state.
// CHECK-LABEL: func.func @init(
// CHECK-SAME: %[[W:.*]]: tensor<3xf32> {train.name = "state/params/w", train.role = #train.role<param>}, %[[SEED:.*]]: tensor<2xui32>
// CHECK: return %[[W]], %{{.*}}, %{{.*}}, %[[SEED]]
// CHECK-LABEL: func.func @step(
// CHECK-SAME: {train.name = "state/params/w", train.role = #train.role<param>}
// CHECK-SAME: {train.name = "state/opt_state/0/mu/w", train.role = #train.role<opt_state>}
// CHECK-SAME: %[[N:.*]]: tensor<i32> {train.name = "state/step", train.role = #train.role<step_count>}
// CHECK-SAME: {train.name = "x", train.role = #train.role<batch>}
// CHECK-SAME: %[[KEY:.*]]: tensor<2xui32> {train.name = "key", train.role = #train.role<key>}
// CHECK-NEXT: %[[FOLDED:.*]] = train.fold_in %[[KEY]], %[[N]]
// CHECK-NEXT: train.rng_bits threefry2x32_20 %[[FOLDED]]
func.func public @main(%w: tensor<3xf32> loc("state.params['w']"), %m: tensor<3xf32> loc("state.opt_state[0].mu['w']"),
                       %n: tensor<i32> loc("state.step"), %x: tensor<3xf32> loc("x"), %k: tensor<2xui32> loc("key"))
    -> (tensor<3xf32> {jax.result_info = "result[0].params['w']"}, tensor<3xf32> {jax.result_info = "result[0].opt_state[0].mu['w']"},
        tensor<i32> {jax.result_info = "result[0].step"}, tensor<f32> {jax.result_info = "result[1]['loss']"}, tensor<4xui32> {jax.result_info = "result[1]['bits']"}) {
  %bits = train.rng_bits threefry2x32_20 %k : tensor<4xui32>
  %loss = train.reduce add %x, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %w, %m, %n, %loss, %bits : tensor<3xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<4xui32>
}

// -----

// Donated buffers say that these are updates, where trees alone could be gradients. A
// parameter that nothing updates is frozen.
// CHECK-LABEL: func.func @step(
// CHECK-SAME: {train.name = "params/w", train.role = #train.role<param>}
// CHECK-SAME: {train.name = "frozen/v", train.role = #train.role<frozen_param>}
// CHECK-SAME: {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}
func.func public @main(%w: tensor<3xf32> {tf.aliasing_output = 0 : i32} loc("params['w']"), %v: tensor<3xf32> loc("frozen['v']"))
    -> (tensor<3xf32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]"}) {
  %loss = train.reduce add %v, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %w, %loss : tensor<3xf32>, tensor<f32>
}
