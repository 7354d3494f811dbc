// A negative test for each message of the rules V9 to V22, and of V2, V5 and V6 where
// verify-precision_invalid.mlir has none.
// RUN: not halftone-opt %s --split-input-file --verify-precision="tf32=false low-acc=false" -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// (V8) A copy that starts from something else than its parameter.
// CHECK: error: verify-precision: the weight copy 'w/copy' does not start as the cast of 'w' (V8: a weight copy is the cast of its master)
func.func @init(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %other: tensor<4xf32> {train.role = #train.role<frozen_param>, train.name = "other"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
        tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/copy"}) {
  %0 = train.cast %other : tensor<4xf32> to tensor<4xbf16>
  return %w, %0 : tensor<4xf32>, tensor<4xbf16>
}
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %copy: tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/copy", train.copy_of = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/copy", train.updates = "w/copy"}) {
  %new = train.add %w, %w : tensor<4xf32>
  %low = train.cast %new : tensor<4xf32> to tensor<4xbf16>
  return %new, %low : tensor<4xf32>, tensor<4xbf16>
}

// -----

// (V2) The unscale takes another scalar than the seed.
// CHECK: error: verify-precision: 'train.unscale' divides by a value that is not the loss scale (V2: the scale is on once, and taken off once)
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %two = train.constant dense<2.0> : tensor<f32>
  %twice = train.multiply %scale, %two : tensor<f32>
  %u:2 = train.unscale %g, %h by %twice : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V2) The scale is on twice.
// CHECK: error: verify-precision: 'train.unscale' takes the scale from gradient 0, which holds it 2 times
// CHECK: error: verify-precision: 'train.sgd' uses gradient 1 that still holds the loss scale
// CHECK: error: verify-precision: result 0 'w' holds the loss scale
// CHECK: error: verify-precision: result 2 'm' holds the loss scale
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %more = train.broadcast_in_dim %scale, dims = [] : tensor<f32> -> tensor<4xf32>
  %g2 = train.multiply %g, %more : tensor<4xf32>
  %u:2 = train.unscale %g2, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V5) A moment goes through f16.
// CHECK: error: verify-precision: 'm' of role 'opt_state' is rounded to 'f16' on its way, expected f32 (V5: state and hyper-parameters are f32)
// CHECK: note: from 'train.cast'
// CHECK: note: through 'train.cast'
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %ml = train.cast %m1 : tensor<4xf32> to tensor<4xf16>
  %mw = train.cast %ml : tensor<4xf16> to tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %mw, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V6) (F46) The scale is put on in f16, where 2^16 is infinite.
// CHECK: error: verify-precision: the loss scale is rounded to 'f16', expected f32 (V6: loss, seed and scale are f32)
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %low = train.cast %seed : tensor<f32> to tensor<f16>
  %lowb = train.broadcast_in_dim %low, dims = [] : tensor<f16> -> tensor<4xf16>
  %b = train.cast %lowb : tensor<4xf16> to tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V9) One gradient is not looked at.
// CHECK: error: verify-precision: the update of 'w' goes by a finite check that leaves out gradient 'v' (V9: the finite check covers every gradient)
// CHECK: error: verify-precision: the update of 'v' goes by a finite check that leaves out gradient 'v'
// CHECK: error: verify-precision: the update of 'm' goes by a finite check that leaves out gradient 'v'
// CHECK: error: verify-precision: 'scaler/scale' goes by a finite check that leaves out gradient 'v'
// CHECK: error: verify-precision: 'scaler/growth_tracker' goes by a finite check that leaves out gradient 'v'
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0 : tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V10) (F59) The look is before the unscale, which may overflow.
// CHECK: error: verify-precision: 'train.all_finite' looks at operand 1 before the loss scale is taken off; an unscale that overflows goes unseen (V10: the finite check is behind the unscale)
// CHECK: note: from 'train.negate'
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %h : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V11) A skipped step leaves the scale as it is, so that it never backs off.
// CHECK: error: verify-precision: 'scaler/scale' is not what 'train.scaler_update' makes of it; a skipped step changes the scale (V11: the scaler's state follows the finite check, ungated)
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  %s2 = train.select %ok, %s#0, %scale : tensor<i1>, tensor<f32>
  return %w2, %v2, %m2, %s2, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V11) The tracker counts something else; the scale stands still.
// CHECK: error: verify-precision: 'scaler/scale' is not what 'train.scaler_update' makes of it (V11
// CHECK: error: verify-precision: 'scaler/growth_tracker' is made of another value than its own
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %skipped, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %scale, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V4, V11) No check of gradients at all.
// CHECK: error: verify-precision: the update of 'w' is not chosen by 'train.all_finite' from the new and the old value (V4: every update is gated)
// CHECK: error: verify-precision: the update of 'v' is not chosen
// CHECK: error: verify-precision: the update of 'm' is not chosen
// CHECK: error: verify-precision: 'scaler/scale' does not follow 'train.all_finite'
// CHECK: error: verify-precision: 'scaler/growth_tracker' does not follow 'train.all_finite'
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite none
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V12) The gradients of two parameters are exchanged.
// CHECK: error: verify-precision: 'w' is updated with the gradient of 'v' (V12: an update is made of its own old value and gradient)
// CHECK: note: from 'train.unscale'
// CHECK: error: verify-precision: 'v' is updated with the gradient of 'w'
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#1 buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#0 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V12) A moment is made of a parameter.
// CHECK: error: verify-precision: the new value of 'm' is made of 'v'
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %u#0 buffer %v lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %u#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V13) (F44) Gradients in f16 at the optimizer, and rounded on the way there.
// CHECK: error: verify-precision: 'train.sgd' takes gradient 1 in 'f16', expected f32 (V13: gradients reach the optimizer in f32)
// CHECK: error: verify-precision: a parameter's gradient is rounded to 'f16' on its way to the optimizer
// CHECK: note: from 'train.cast'
// CHECK: note: through 'train.sgd'
// CHECK: error: verify-precision: a parameter's gradient is rounded to 'bf16' on its way to the optimizer
// CHECK: note: from 'train.cast'
// CHECK: note: through 'train.cast'
// CHECK: note: through 'train.sgd'
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %tracker: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker"},
    %skipped: tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/skipped"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "v", train.updates = "v"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"},
        tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale", train.updates = "scaler/scale"},
        tensor<i32> {train.role = #train.role<scaler_state>, train.name = "scaler/growth_tracker", train.updates = "scaler/growth_tracker"})
    attributes {train.gradient_names = ["w", "v"]} {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %h = train.negate %g : tensor<4xf32>
  %u:2 = train.unscale %g, %h by %scale : tensor<4xf32>, tensor<4xf32>
  %ok = train.all_finite %u#0, %u#1 : tensor<4xf32>, tensor<4xf32>
  %gl = train.cast %u#0 : tensor<4xf32> to tensor<4xf16>
  %hl = train.cast %u#1 : tensor<4xf32> to tensor<4xbf16>
  %hw = train.cast %hl : tensor<4xbf16> to tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %w1, %m1 = train.sgd %w, %gl buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf16>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %v1 = train.sgd %v, %hw lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %w2 = train.select %ok, %w1, %w : tensor<i1>, tensor<4xf32>
  %v2 = train.select %ok, %v1, %v : tensor<i1>, tensor<4xf32>
  %m2 = train.select %ok, %m1, %m : tensor<i1>, tensor<4xf32>
  %s:3 = train.scaler_update %ok, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0e-12
  return %w2, %v2, %m2, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>
}

// -----

// (V14) (F51) A learning rate, and saved statistics, that were bf16.
// CHECK: error: verify-precision: 'train.layer_norm_grad' takes its 'rstd' rounded to 'bf16', expected f32 (V14: what is f32 by definition was never narrower)
// CHECK: error: verify-precision: 'train.sgd' takes its 'lr' rounded to 'bf16', expected f32
func.func @update(%w: tensor<8xf32>, %s: tensor<8xf32>, %x: tensor<4x8xf32>, %mean: tensor<4xf32>, %rstd: tensor<4xf32>, %lr: tensor<f32>, %t: tensor<i32>)
    -> (tensor<8xf32>, tensor<4x8xf32>) {
  %low = train.cast %rstd : tensor<4xf32> to tensor<4xbf16>
  %saved = train.cast %low : tensor<4xbf16> to tensor<4xf32>
  %0, %1 = train.layer_norm_grad %x, %x, %mean, %saved scale %s axis = 1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>)
  %rate = train.cast %lr : tensor<f32> to tensor<bf16>
  %wide = train.cast %rate : tensor<bf16> to tensor<f32>
  %2 = train.sgd %w, %1 lr %wide step %t : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
  return %2, %0 : tensor<8xf32>, tensor<4x8xf32>
}

// -----

// (V15) Gradients of micro-batches are summed in bf16.
// CHECK: error: verify-precision: 'train.for' sums a parameter's gradient in 'bf16', expected f32 (V15: gradients of micro-batches are summed in f32)
// CHECK: note: from 'train.cast'
// CHECK: note: through 'train.sgd'
func.func @accumulate(%w: tensor<4xf32>, %x: tensor<4xbf16>, %lr: tensor<f32>, %t: tensor<i32>) -> tensor<4xf32> {
  %zero = train.constant dense<0.0> : tensor<4xbf16>
  %sum = train.for %i times 4 carry (%a = %zero) : tensor<4xbf16> {
    %next = train.add %a, %x : tensor<4xbf16>
    train.yield %next : tensor<4xbf16>
  }
  %g = train.cast %sum : tensor<4xbf16> to tensor<4xf32>
  %new = train.sgd %w, %g lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  return %new : tensor<4xf32>
}

// -----

// (V16) (F18, F19) The backward pass of an f32 region in f16, and outside every region.
// CHECK: error: verify-precision: the backward pass of a region in 'f32' computes in 'f16' (V16: the backward pass of a region has the region's compute type)
// CHECK: error: verify-precision: 'train.multiply' of the backward pass of a region in 'f32' is outside every region, and low
#region = loc("model.py":1:1)
#op = loc("model.py":2:1)
#region_grad = loc(fused<{train.backward_of = "train.precision"}>[#region])
#op_grad = loc(fused<{train.backward_of = "train.tanh"}>[#op])
func.func @twin(%x: tensor<4xf32>, %low: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf16>, tensor<4xf16>) {
  %0 = train.precision f32 : tensor<4xf32> {
    %1 = train.tanh %x : tensor<4xf32> loc(#op)
    train.yield %1 : tensor<4xf32>
  } loc(#region)
  %2 = train.precision f16 : tensor<4xf16> {
    %3 = train.negate %low : tensor<4xf16> loc(#op_grad)
    train.yield %3 : tensor<4xf16>
  } loc(#region_grad)
  %4 = train.multiply %low, %low : tensor<4xf16> loc(#op_grad)
  return %0, %2, %4 : tensor<4xf32>, tensor<4xf16>, tensor<4xf16>
}

// -----

// (V17) (F36) TF32 in a region of f32, and where nobody asked for it. (V18) (F35) An
// accumulator that nobody asked for. What the model chose itself is marked in its location.
// CHECK: error: verify-precision: 'train.dot_general' rounds its f32 operands to TF32 in a region of f32 (V17: TF32 only where it is said)
// CHECK: error: verify-precision: 'train.dot_general' rounds its f32 operands to TF32, which nobody asked for
// CHECK: error: verify-precision: 'train.dot_general' accumulates in 'f16', which nobody asked for (V18: accumulators below f32 only where it is said)
#own = loc(fused<{train.model_choice}>["model.py":3:1])
func.func @products(%a: tensor<4x4xf32>, %b: tensor<4x4xf16>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf16>, tensor<4x4xf32>) {
  %0 = train.precision f32 : tensor<4x4xf32> {
    %1 = train.dot_general %a, %a , contract = [1] x [0] tf32 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    train.yield %1 : tensor<4x4xf32>
  }
  %2 = train.dot_general %a, %a , contract = [1] x [0] tf32 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = train.dot_general %b, %b , contract = [1] x [0] acc = f16 : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
  %4 = train.dot_general %a, %a , contract = [1] x [0] tf32 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc(#own)
  return %0, %2, %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf16>, tensor<4x4xf32>
}

// -----

// (V19) (F1, F2) Masks that the narrow type can't hold; one that it can, and one that is
// clamped.
// CHECK: error: verify-precision: a narrowing overflows: {{.*}} (V19: what is narrowed stays in range)
// CHECK: note: from 'train.constant'
// CHECK: error: verify-precision: a narrowing overflows
func.func @masks(%x: tensor<4xf16>, %y: tensor<4xbf16>) -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xf16>, tensor<4xf16>) {
  %c0 = train.constant dense<-1.0e9> : tensor<4xf32>
  %m0 = train.cast %c0 : tensor<4xf32> to tensor<4xf16>
  %0 = train.add %x, %m0 : tensor<4xf16>
  %c1 = train.constant dense<-3.4028235e38> : tensor<4xf32>
  %m1 = train.cast %c1 : tensor<4xf32> to tensor<4xbf16>
  %1 = train.add %y, %m1 : tensor<4xbf16>
  %c2 = train.constant dense<-1.0e4> : tensor<4xf32>
  %m2 = train.cast %c2 : tensor<4xf32> to tensor<4xf16>
  %2 = train.add %x, %m2 : tensor<4xf16>
  %m3 = train.cast %c0 saturate : tensor<4xf32> to tensor<4xf16>
  %3 = train.add %x, %m3 : tensor<4xf16>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xbf16>, tensor<4xf16>, tensor<4xf16>
}

// -----

// (V20) (F65) Rounded twice: from f64, and by way of another narrow type. Where the f32 value
// has a use of its own, two roundings are meant.
// CHECK: error: verify-precision: a value is rounded from 'f64' to 'f32' and then to 'f16' (V20: a value is rounded once)
// CHECK: error: verify-precision: a cast to 'bf16' inside an f32 island: every user widens it again
// CHECK: error: verify-precision: a value is rounded to 'bf16' and then to 'f16'
func.func @twice(%x: tensor<4xf64>, %y: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf32>) {
  %0 = train.cast %x : tensor<4xf64> to tensor<4xf32>
  %1 = train.cast %0 : tensor<4xf32> to tensor<4xf16>
  %2 = train.cast %y : tensor<4xf32> to tensor<4xbf16>
  %3 = train.cast %2 : tensor<4xbf16> to tensor<4xf32>
  %4 = train.cast %3 : tensor<4xf32> to tensor<4xf16>
  %5 = train.cast %x : tensor<4xf64> to tensor<4xf32>
  %6 = train.cast %5 : tensor<4xf32> to tensor<4xf16>
  %7 = train.negate %5 : tensor<4xf32>
  return %1, %4, %6, %7 : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf32>
}

// -----

// (V21) (F24) A weight that is cast twice, and in a loop. (V22) A round trip.
// CHECK: warning: verify-precision: a value is narrowed to 'bf16' for the second time (V21: one narrowing cast for each value and type)
// CHECK: warning: verify-precision: a value from outside a loop is narrowed to 'f16' inside
// CHECK: warning: verify-precision: a value in 'bf16' is widened to be narrowed back (V22: nothing is widened to be narrowed back)
func.func @waste(%w: tensor<4x4xf32>, %x: tensor<4x4xbf16>, %y: tensor<4x4xf16>) -> (tensor<4x4xbf16>, tensor<4x4xbf16>, tensor<4x4xf16>) {
  %0 = train.cast %w : tensor<4x4xf32> to tensor<4x4xbf16>
  %1 = train.cast %w : tensor<4x4xf32> to tensor<4x4xbf16>
  %2 = train.add %x, %0 : tensor<4x4xbf16>
  %3 = train.add %2, %1 : tensor<4x4xbf16>
  %4 = train.for %i times 4 carry (%a = %y) : tensor<4x4xf16> {
    %5 = train.cast %w : tensor<4x4xf32> to tensor<4x4xf16>
    %6 = train.add %a, %5 : tensor<4x4xf16>
    train.yield %6 : tensor<4x4xf16>
  }
  %7 = train.cast %3 : tensor<4x4xbf16> to tensor<4x4xf32>
  %8 = train.cast %7 : tensor<4x4xf32> to tensor<4x4xbf16>
  %9 = train.negate %8 : tensor<4x4xbf16>
  return %3, %9, %4 : tensor<4x4xbf16>, tensor<4x4xbf16>, tensor<4x4xf16>
}
