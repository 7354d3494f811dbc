// Steps that the verifier accepts: it prints nothing.
// RUN: halftone-opt %s --split-input-file --verify-precision -o /dev/null 2>&1 | count 0
// RUN: halftone-opt %s --split-input-file --verify-precision="policy=torch" -o /dev/null 2>&1 | count 0

// (V1, V2, V3, V4) The scale goes in at the seed and out at unscale; clip comes after
// (F42); every update is gated (F47); a step without scaling needs no gate.
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<metric>, train.name = "grad_norm"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %u = train.unscale %g by %scale : tensor<4xf32>
  %ok = train.all_finite %u : tensor<4xf32>
  %norm = train.global_norm %u : tensor<4xf32>
  %c = train.clip_by_global_norm %u norm %norm max_norm = 1.0 : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new, %buffer = train.sgd %w, %c buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %w2 = train.select %ok, %new, %w : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %buffer, %m : tensor<i1>, tensor<4xf32>
  return %w2, %m2, %norm : tensor<4xf32>, tensor<4xf32>, tensor<f32>
}

// -----

// (V1) A linear use of the scaled gradient keeps the scale: sums, shapes, casts.
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<2x4xf16> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<2x4xf32>
  %wide = train.cast %x : tensor<2x4xf16> to tensor<2x4xf32>
  %d = train.multiply %b, %wide : tensor<2x4xf32>
  %p = train.cast %d : tensor<2x4xf32> to tensor<2x4xf16>
  %n = train.negate %p : tensor<2x4xf16>
  %s = train.add %p, %n : tensor<2x4xf16>
  %g = train.reduce add %s, dims = [0] : tensor<2x4xf16> -> tensor<4xf32>
  %u = train.unscale %g by %scale : tensor<4xf32>
  %ok = train.all_finite %u : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %u lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %new, %w : tensor<i1>, tensor<4xf32>
  return %w2 : tensor<4xf32>
}

// -----

// (V5, V6, V8) Masters, loss and seed in f32; the weight copy is the cast of the new
// master. Batches and metrics may be low. (V4) Without a scale nothing has to be gated.
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %copy: tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/copy", train.copy_of = "w"},
    %x: tensor<4xbf16> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/copy", train.updates = "w/copy"},
        tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %p = train.multiply %copy, %x : tensor<4xbf16>
  %loss = train.reduce add %p, dims = [0] : tensor<4xbf16> -> tensor<f32>
  %seed = train.seed : () -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %new = train.add %w, %b : tensor<4xf32>
  %low = train.cast %new : tensor<4xf32> to tensor<4xbf16>
  return %new, %low, %loss : tensor<4xf32>, tensor<4xbf16>, tensor<f32>
}

// -----

// (V7) So is a result that its op rounds, where somebody reads it low; and a product of low
// operands has low results.
func.func @rounded_result(%x: tensor<4x8xf32>, %w: tensor<8x8xbf16>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %p = train.softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xbf16>
  %up = train.cast %p : tensor<4x8xbf16> to tensor<4x8xf32>
  %l = train.log %up : tensor<4x8xf32>
  %y = train.linear %p, %w : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %e = train.cast %y : tensor<4x8xbf16> to tensor<4x8xf32>
  return %l, %e : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// (V7) A narrowing that somebody reads low is no cast inside an f32 island.
func.func @island(%x: tensor<4x8xf32>, %w: tensor<8x8xbf16>) -> (tensor<4x8xf32>, tensor<4x8xbf16>) {
  %e = train.exponential %x : tensor<4x8xf32>
  %low = train.cast %e : tensor<4x8xf32> to tensor<4x8xbf16>
  %up = train.cast %low : tensor<4x8xbf16> to tensor<4x8xf32>
  %l = train.log %up : tensor<4x8xf32>
  %y = train.linear %low, %w : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  return %l, %y : tensor<4x8xf32>, tensor<4x8xbf16>
}

// -----

// A function that does not return has no results to look at.
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  ub.unreachable
}
