// RUN: not halftone-opt %s --import-roles --split-input-file -o %t 2>&1 | FileCheck %s

// CHECK: error: '@main': result 1 is either the gradient or the next value of 'params/w': import the loss function alone, which is differentiated here, or say what the results are with --roles=F.json
func.func @main(%w: tensor<3xf32> loc("params['w']"), %x: tensor<3xf32> loc("x"))
    -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]['w']"}) {
  %loss = train.reduce add %x, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %loss, %w : tensor<f32>, tensor<3xf32>
}

// -----

// A scalar beside parameters is no batch: nobody says whether it is set by the caller.
// CHECK: error: '@main': the role of 1 of 3 arguments is ambiguous
// CHECK: 0: tensor<3xf32> 'params/w' is param, by its name
// CHECK-NEXT: 1: tensor<3xf32> 'batch/x' is batch, by its name
// CHECK-NEXT: 2: tensor<f32> 'rate' is unknown
func.func @main(%w: tensor<3xf32> loc("params['w']"), %x: tensor<3xf32> loc("batch['x']"), %rate: tensor<f32> loc("rate")) -> tensor<f32> {
  return %rate : tensor<f32>
}

// -----

// What it does not make doubtful are the other inputs.
// CHECK: error: '@main': the role of 1 of 3 arguments is ambiguous
// CHECK: 1: tensor<3xf32> 'x' is batch, by the other arguments
// CHECK-NEXT: 2: tensor<f32> 'rate' is unknown
func.func @main(%w: tensor<3xf32> loc("params['w']"), %x: tensor<3xf32> loc("x"), %rate: tensor<f32> loc("rate")) -> tensor<f32> {
  return %rate : tensor<f32>
}

// -----

// A table among the inputs: neither is surely the batch.
// CHECK: error: '@main': the role of 2 of 3 arguments is ambiguous
// CHECK: 1: tensor<3xf32> 'x' is unknown
// CHECK-NEXT: 2: tensor<7xf32> 'table' is unknown
func.func @main(%w: tensor<3xf32> loc("params['w']"), %x: tensor<3xf32> loc("x"), %t: tensor<7xf32> loc("table")) -> tensor<f32> {
  %loss = train.reduce add %x, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %loss : tensor<f32>
}

// -----

// CHECK: error: '@main': no result is surely the loss, a float tensor of rank 0; say it with --loss=REGEX or --roles=F.json
// CHECK: note: the results are
// CHECK-NEXT: 0: tensor<3xf32> 'result0'
// CHECK-NEXT: 1: tensor<f32> 'a'
// CHECK-NEXT: 2: tensor<f32> 'b'
func.func @main(%w: tensor<3xf32> loc("params['w']"))
    -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]['a']"}, tensor<f32> {jax.result_info = "result[1]['b']"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %w, %loss, %loss : tensor<3xf32>, tensor<f32>, tensor<f32>
}

// -----

// CHECK: error: '@main': arguments 0 and 1 are both called 'params/a/b'
func.func @main(%w: tensor<3xf32> loc("params['a/b']"), %v: tensor<3xf32> loc("params['a']['b']")) -> tensor<f32> {
  %loss = train.reduce add %w, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %loss : tensor<f32>
}

// -----

// CHECK: error: '@main': argument 1, the key 'k', expects tensor<2xui32>, got 'tensor<4xui32>'
func.func @main(%w: tensor<3xf32> loc("params['w']"), %k: tensor<4xui32> {train.role = #train.role<key>, train.name = "k"}) -> tensor<f32> {
  %loss = train.reduce add %w, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %loss : tensor<f32>
}

// -----

// CHECK: error: '@main': the key 'key' would be the same in each step: no result updates it, and there is no step count to fold into it
func.func @main(%w: tensor<3xf32> {tf.aliasing_output = 0 : i32} loc("params['w']"), %k: tensor<2xui32> loc("key"))
    -> (tensor<3xf32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<4xui32> {jax.result_info = "result[2]"}) {
  %bits = train.rng_bits threefry2x32_20 %k : tensor<4xui32>
  %loss = train.reduce add %w, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %w, %loss, %bits : tensor<3xf32>, tensor<f32>, tensor<4xui32>
}

// -----

// CHECK: error: '@main': the module has another function '@step'
func.func @main(%w: tensor<3xf32> loc("params['w']")) -> tensor<f32> {
  %loss = train.reduce add %w, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %loss : tensor<f32>
}
func.func @step() {
  return
}
