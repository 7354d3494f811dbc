// One negative test for each rule. Structural rules are errors under any policy; the
// numerical ones are warnings where the user chose another policy.
// RUN: not halftone-opt %s --split-input-file --verify-precision -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,ERROR --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not halftone-opt %s --split-input-file --verify-precision="policy=torch" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,WARNING --implicit-check-not=error: --implicit-check-not=warning:

// (V1) (F42) The clip comes before the unscale. The notes show how the scale comes there,
// the message ends with the rule.
// CHECK: error: verify-precision: 'train.clip_by_global_norm' uses gradient 0 that still holds the loss scale (V1: the scale is off before a gradient is used)
// CHECK: note: from 'train.seed'
// CHECK: note: through 'train.broadcast_in_dim'
// CHECK: note: through 'train.multiply'
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %u0 = train.unscale %g by %scale : tensor<4xf32>
  %norm = train.global_norm %u0 : tensor<4xf32>
  %c = train.clip_by_global_norm %g norm %norm max_norm = 1.0 : tensor<4xf32>
  %ok = train.all_finite %u0 : tensor<4xf32>
  %u = train.multiply %u0, %x : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %u lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %new, %w : tensor<i1>, tensor<4xf32>
  return %w2 : tensor<4xf32>
}

// -----

// (V1) The optimizer gets the square of a scaled gradient; the note says where.
// CHECK: error: verify-precision: 'train.sgd' uses gradient 1 that still holds the loss scale
// CHECK: note: 'train.exponential' mixes values with and without the scale
// CHECK: error: verify-precision: result 0 'w' holds the loss scale
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %ok = train.all_finite %g : tensor<4xf32>
  %u = train.exponential %g : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %u lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %new, %w : tensor<i1>, tensor<4xf32>
  return %w2 : tensor<4xf32>
}

// -----

// (V2) (F41) Unscaled twice. (V9) The check can't be of both.
// CHECK: error: verify-precision: 'train.unscale' takes the scale from gradient 0, which does not hold it
// CHECK: error: verify-precision: 'train.sgd' uses gradient 1 that still holds the loss scale
// CHECK: error: verify-precision: result 0 'w' holds the loss scale
// CHECK: error: verify-precision: the update of 'w' goes by a finite check that leaves out gradient 0
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %u0 = train.unscale %g by %scale : tensor<4xf32>
  %u = train.unscale %u0 by %scale : tensor<4xf32>
  %ok = train.all_finite %u : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %u lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %new, %w : tensor<i1>, tensor<4xf32>
  return %w2 : tensor<4xf32>
}

// -----

// (V2) A term without the scale is added before the unscale (a weight decay, say).
// CHECK: error: verify-precision: 'train.unscale' takes the scale from gradient 0, which holds it in part
// CHECK: note: 'train.add' mixes values with and without the scale
// CHECK: error: verify-precision: 'train.sgd' uses gradient 1 that still holds the loss scale
// CHECK: note: 'train.unscale' mixes values with and without the scale
// CHECK: error: verify-precision: result 0 'w' holds the loss scale
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %d = train.add %g, %w : tensor<4xf32>
  %u = train.unscale %d by %scale : tensor<4xf32>
  %ok = train.all_finite %u : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %u lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %new, %w : tensor<i1>, tensor<4xf32>
  return %w2 : tensor<4xf32>
}

// -----

// (V3) A metric of the scaled gradient.
// CHECK: error: verify-precision: result 1 'first' holds the loss scale
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<metric>, train.name = "first"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  return %w, %g : tensor<4xf32>, tensor<4xf32>
}

// -----

// (V4) (F47) An update that overflow does not skip.
// CHECK: error: verify-precision: the update of 'w' is not chosen by 'train.all_finite' from the new and the old value
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %u = train.unscale %g by %scale : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %u lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  return %new : tensor<4xf32>
}

// -----

// (V4) A gate that rests on something else.
// CHECK: error: verify-precision: the update of 'w' is not chosen by 'train.all_finite' from the new and the old value
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %u = train.unscale %g by %scale : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %u lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %zero = train.constant dense<0.0> : tensor<f32>
  %ok = train.compare GT, %scale, %zero : tensor<f32>
  %w2 = train.select %ok, %new, %w : tensor<i1>, tensor<4xf32>
  return %w2 : tensor<4xf32>
}

// -----

// (V4) Running statistics are gated by us, and not by GradScaler.
// ERROR: error: verify-precision: the update of 'mean' is not chosen by 'train.all_finite' from the new and the old value
func.func @step(
    %mean: tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean", train.updates = "mean"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %new = train.add %mean, %x : tensor<4xf32>
  return %new : tensor<4xf32>
}

// -----

// (V5) (F44, F50, F51) Masters, moments and hyper-parameters below f32.
// ERROR: error: verify-precision: argument 'w' of role 'param' is 'bf16', expected f32
// WARNING: warning: verify-precision: argument 'w' of role 'param' is 'bf16', expected f32
// ERROR: error: verify-precision: argument 'lr' of role 'hyper_param' is 'f16', expected f32
// WARNING: warning: verify-precision: argument 'lr' of role 'hyper_param' is 'f16', expected f32
// ERROR: error: verify-precision: result 'w' of role 'param' is 'bf16', expected f32
// WARNING: warning: verify-precision: result 'w' of role 'param' is 'bf16', expected f32
func.func @step(
    %w: tensor<4xbf16> {train.role = #train.role<param>, train.name = "w"},
    %lr: tensor<f16> {train.role = #train.role<hyper_param>, train.name = "lr"})
    -> (tensor<4xbf16> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  return %w : tensor<4xbf16>
}

// -----

// (V6) (F46, F61) A loss in f16.
// ERROR: error: verify-precision: result 'loss' of role 'loss' is 'f16', expected f32
// WARNING: warning: verify-precision: result 'loss' of role 'loss' is 'f16', expected f32
func.func @step(%x: tensor<f16> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f16> {train.role = #train.role<loss>, train.name = "loss"}) {
  return %x : tensor<f16>
}

// -----

// (V7) (F22) A rounding in the middle of an f32 island.
// ERROR: error: verify-precision: a cast to 'bf16' inside an f32 island: every user widens it again
// WARNING: warning: verify-precision: a cast to 'bf16' inside an f32 island: every user widens it again
func.func @island(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = train.exponential %x : tensor<4xf32>
  %low = train.cast %e : tensor<4xf32> to tensor<4xbf16>
  %up = train.cast %low : tensor<4xbf16> to tensor<4xf32>
  %l = train.log %up : tensor<4xf32>
  return %l : tensor<4xf32>
}

// -----

// (V7) Integers of 8 bits are no fp8.
// ERROR: error: verify-precision: a cast to 'bf16' inside an f32 island: every user widens it again
// WARNING: warning: verify-precision: a cast to 'bf16' inside an f32 island: every user widens it again
func.func @island(%x: tensor<4xf32>) -> tensor<4xi8> {
  %e = train.exponential %x : tensor<4xf32>
  %low = train.cast %e : tensor<4xf32> to tensor<4xbf16>
  %up = train.cast %low : tensor<4xbf16> to tensor<4xf32>
  %i = train.cast %up : tensor<4xf32> to tensor<4xi8>
  return %i : tensor<4xi8>
}

// -----

// (V7) The same by the type of an op's result.
// ERROR: error: verify-precision: 'train.softmax' rounds its 'result' to 'bf16' inside an f32 island: every user widens it again
// WARNING: warning: verify-precision: 'train.softmax' rounds its 'result' to 'bf16' inside an f32 island: every user widens it again
func.func @island(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %p = train.softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xbf16>
  %up = train.cast %p : tensor<4x8xbf16> to tensor<4x8xf32>
  %l = train.log %up : tensor<4x8xf32>
  return %l : tensor<4x8xf32>
}

// -----

// (V8) The weight copy is the cast of the old master.
// ERROR: error: verify-precision: the weight copy 'w/copy' is not the cast of its parameter's new value
// ERROR: error: verify-precision: 'w' is cast to 'bf16' where its copy 'w/copy' has this value
// WARNING: warning: verify-precision: the weight copy 'w/copy' is not the cast of its parameter's new value
// WARNING: warning: verify-precision: 'w' is cast to 'bf16' where its copy 'w/copy' has this value
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %copy: tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/copy", train.copy_of = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/copy", train.updates = "w/copy"}) {
  %new = train.add %w, %w : tensor<4xf32>
  %low = train.cast %w : tensor<4xf32> to tensor<4xbf16>
  return %new, %low : tensor<4xf32>, tensor<4xbf16>
}
