// RUN: halftone-opt %s --split-input-file --train-loss-scaling="init-scale=1024 growth-interval=100 max-skipped=7" --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: halftone-opt %s --split-input-file --train-loss-scaling="semantics=torch" --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,TORCH
// RUN: halftone-opt %s --split-input-file --train-loss-scaling="mode=static hysteresis=3 floor=0.5 cap=65536" --verify-diagnostics | FileCheck %s --check-prefixes=CHECK,STATIC

// Everything that is gated and is not, in the order unscale, check, norm, clip, update.

// CHECK-LABEL: func.func @init(
// CHECK-SAME: tensor<f32> {train.name = "scaler/scale", train.role = #train.role<scaler_state>}
// CHECK-SAME: tensor<i32> {train.name = "scaler/growth_tracker", train.role = #train.role<scaler_state>}
// CHECK-SAME: tensor<i32> {train.name = "scaler/skipped", train.role = #train.role<scaler_state>})
// DEFAULT: %[[START:.*]] = train.constant dense<1.024000e+03> : tensor<f32>
// TORCH: %[[START:.*]] = train.constant dense<6.553600e+04> : tensor<f32>
// CHECK: %[[ZERO:.*]] = train.constant dense<0> : tensor<i32>
// CHECK: %[[ZERO2:.*]] = train.constant dense<0> : tensor<i32>
// CHECK: return {{.*}}, %[[ZERO]], %[[ZERO2]] :

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {train.name = "w"
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<4xf32> {train.name = "w/momentum_buffer"
// CHECK-SAME: %[[E:[a-z0-9]+]]: tensor<4xf32> {train.name = "w/ema"
// CHECK-SAME: %[[N:[a-z0-9]+]]: tensor<i32> {train.name = "step"
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<4xf32> {train.name = "mean"
// CHECK-SAME: %[[SCALE:[a-z0-9]+]]: tensor<f32> {train.name = "scaler/scale", train.role = #train.role<scaler_state>}
// CHECK-SAME: %[[TRACKER:[a-z0-9]+]]: tensor<i32> {train.name = "scaler/growth_tracker"
// CHECK-SAME: %[[SKIPPED:[a-z0-9]+]]: tensor<i32> {train.name = "scaler/skipped"
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32> {train.name = "x", train.role = #train.role<batch>}
// CHECK-SAME: {train.name = "scaler/scale", train.role = #train.role<scaler_state>, train.updates = "scaler/scale"}
// CHECK-SAME: {train.name = "loss", train.role = #train.role<loss>}
// CHECK-SAME: {train.name = "grad_norm", train.role = #train.role<metric>}
// CHECK-SAME: tensor<i1> {train.name = "skipped", train.role = #train.role<metric>}
// CHECK-SAME: tensor<f32> {train.name = "scale", train.role = #train.role<metric>}
// CHECK-SAME: tensor<i32> {train.name = "first_bad", train.role = #train.role<metric>}
// CHECK-SAME: tensor<i1> {train.name = "unhealthy", train.role = #train.role<metric>}
// CHECK-SAME: attributes {train.gradient_names = ["w"]
// TORCH-SAME: train.scaling_semantics = "torch"

// CHECK: %[[LOSS:.*]] = train.reduce add
// CHECK: %[[SEED:.*]] = train.seed scale %[[SCALE]] : (tensor<f32>) -> tensor<f32>
// CHECK: %[[B:.*]] = train.broadcast_in_dim %[[SEED]]
// CHECK: %[[G:.*]] = train.multiply %[[B]], %[[X]]
// CHECK: %[[U:.*]] = train.unscale %[[G]] by %[[SCALE]] : tensor<4xf32>
// DEFAULT: %[[FINITE:.*]] = train.all_finite %[[U]] : tensor<4xf32>
// STATIC: %[[FINITE:.*]] = train.all_finite %[[U]] : tensor<4xf32>
// TORCH: %[[FINITE:.*]] = train.all_finite %[[G]] : tensor<4xf32>
// DEFAULT: %[[NORM:.*]] = train.global_norm %[[U]] : tensor<4xf32>
// TORCH: %[[NORM:.*]] = train.global_norm %[[U]] : tensor<4xf32> f32_accumulation
// STATIC: %[[NORM:.*]] = train.global_norm %[[U]] : tensor<4xf32>
// CHECK: %[[C:.*]] = train.clip_by_global_norm %[[U]] norm %[[NORM]]
// CHECK: %[[NEW:.*]], %[[BUFFER:.*]] = train.sgd %[[W]], %[[C]] buffer %[[M]]
// CHECK: %[[EMA:.*]] = train.ema %[[E]], %[[NEW]]
// CHECK-DAG: %[[W2:.*]] = train.select %[[FINITE]], %[[NEW]], %[[W]] : tensor<i1>, tensor<4xf32>
// CHECK-DAG: %[[M2:.*]] = train.select %[[FINITE]], %[[BUFFER]], %[[M]]
// CHECK-DAG: %[[E2:.*]] = train.select %[[FINITE]], %[[EMA]], %[[E]]
// CHECK-DAG: %[[N2:.*]] = train.select %[[FINITE]], %{{.*}}, %[[N]] : tensor<i1>, tensor<i32>
// DEFAULT: %[[S2:.*]] = train.select %[[FINITE]], %{{.*}}, %[[S]]
// TORCH-NOT: train.select
// DEFAULT: %[[A:.*]], %[[T:.*]], %[[K:.*]] = train.scaler_update %[[FINITE]], %[[SCALE]], %[[TRACKER]], %[[SKIPPED]] growth = 2.000000e+00 backoff = 5.000000e-01 interval = 100 floor = 9.0949470177292824E-13{{$}}
// TORCH: %[[A:.*]], %[[T:.*]], %[[K:.*]] = train.scaler_update %[[FINITE]], %[[SCALE]], %[[TRACKER]], %[[SKIPPED]] growth = 2.000000e+00 backoff = 5.000000e-01 interval = 2000{{$}}
// STATIC: %[[A:.*]], %[[T:.*]], %[[K:.*]] = train.scaler_update %[[FINITE]], %[[SCALE]], %[[TRACKER]], %[[SKIPPED]] growth = 1.000000e+00 backoff = 1.000000e+00 interval = 2000 floor = 5.000000e-01 cap = 6.553600e+04 hysteresis = 3{{$}}
// CHECK: %[[NOT:.*]] = train.not %[[FINITE]]
// DEFAULT: %[[BAD:.*]] = train.first_non_finite %[[U]]
// TORCH: %[[BAD:.*]] = train.first_non_finite %[[G]]
// STATIC: %[[BAD:.*]] = train.first_non_finite %[[U]]
// DEFAULT: %[[MANY:.*]] = train.constant dense<7> : tensor<i32>
// TORCH: %[[MANY:.*]] = train.constant dense<50> : tensor<i32>
// STATIC: %[[MANY:.*]] = train.constant dense<50> : tensor<i32>
// CHECK: %[[FLAG:.*]] = train.compare GE, %[[K]], %[[MANY]]
// DEFAULT: return %[[W2]], %[[M2]], %[[E2]], %[[N2]], %[[S2]], %[[A]], %[[T]], %[[K]], %[[LOSS]], %[[NORM]], %[[NOT]], %[[SCALE]], %[[BAD]], %[[FLAG]] :
func.func @init(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
                %seed: tensor<2xui32> {train.role = #train.role<seed>, train.name = "seed"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w"}) {
  return %w : tensor<4xf32>
}
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "w/momentum_buffer"},
    %e: tensor<4xf32> {train.role = #train.role<ema>, train.name = "w/ema"},
    %n: tensor<i32> {train.role = #train.role<step_count>, train.name = "step"},
    %s: tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "w/momentum_buffer", train.updates = "w/momentum_buffer"},
        tensor<4xf32> {train.role = #train.role<ema>, train.name = "w/ema", train.updates = "w/ema"},
        tensor<i32> {train.role = #train.role<step_count>, train.name = "step", train.updates = "step"},
        tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean", train.updates = "mean"},
        tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<f32> {train.role = #train.role<metric>, train.name = "grad_norm"}) {
  %0 = train.multiply %w, %x : tensor<4xf32>
  %loss = train.reduce add %0, dims = [0] : tensor<4xf32> -> tensor<f32>
  %mean = train.add %s, %x : tensor<4xf32>
  %seed = train.seed : () -> tensor<f32>
  %b = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %g = train.multiply %b, %x : tensor<4xf32>
  %norm = train.global_norm %g : tensor<4xf32>
  %c = train.clip_by_global_norm %g norm %norm max_norm = 1.0 : tensor<4xf32>
  %one = train.constant dense<1> : tensor<i32>
  %t = train.add %n, %one : tensor<i32>
  %lr = train.constant dense<0.1> : tensor<f64>
  %new, %buffer = train.sgd %w, %c buffer %m lr %lr step %t momentum = 0.9 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f64>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %ema = train.ema %e, %new decay = 0.5 : tensor<4xf32>, tensor<4xf32>
  return %new, %buffer, %ema, %t, %mean, %loss, %norm : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<4xf32>, tensor<f32>, tensor<f32>
}

// -----

// Gradients in f16 are cast before they are unscaled; the clip follows. Other uses of
// the gradient get it back in f16. A seed in f64 gets the scale in f64. The norm of the
// parameters has nothing to do with the scale.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32>
// CHECK-SAME: %[[SCALE:[a-z0-9]+]]: tensor<f32> {train.name = "scaler/scale"
// CHECK: %[[WIDESCALE:.*]] = train.cast %[[SCALE]] : tensor<f32> to tensor<f64>
// CHECK: train.seed scale %[[WIDESCALE]] : (tensor<f64>) -> tensor<f64>
// CHECK: %[[G:.*]] = train.broadcast_in_dim {{.*}} -> tensor<4xf16>
// CHECK: %[[WIDE:.*]] = train.cast %[[G]] : tensor<4xf16> to tensor<4xf32>
// CHECK: %[[U:.*]] = train.unscale %[[WIDE]] by %[[SCALE]] : tensor<4xf32>
// CHECK: train.global_norm %[[W]] : tensor<4xf32>
// CHECK: %[[NORM:.*]] = train.global_norm %[[U]] : tensor<4xf32>
// CHECK: %[[C:.*]] = train.clip_by_global_norm %[[U]] norm %[[NORM]] max_norm = 1.000000e+00 : tensor<4xf32>
// CHECK: train.sgd %[[W]], %[[C]] {{.*}} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
// CHECK: %[[AGAIN:.*]] = train.cast %[[U]] : tensor<4xf32> to tensor<4xf16>
// CHECK: train.abs %[[AGAIN]] : tensor<4xf16>
// CHECK: %[[CAGAIN:.*]] = train.cast %[[C]] : tensor<4xf32> to tensor<4xf16>
// CHECK: train.abs %[[CAGAIN]] : tensor<4xf16>
func.func @init(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w"}) {
  return %w : tensor<4xf32>
}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf16> {train.role = #train.role<metric>, train.name = "abs"},
        tensor<4xf16> {train.role = #train.role<metric>, train.name = "clipped"},
        tensor<f32> {train.role = #train.role<metric>, train.name = "weight_norm"}) {
  %seed = train.seed : () -> tensor<f64>
  %low = train.cast %seed : tensor<f64> to tensor<f16>
  %g = train.broadcast_in_dim %low, dims = [] : tensor<f16> -> tensor<4xf16>
  %weights = train.global_norm %w : tensor<4xf32>
  %norm = train.global_norm %g : tensor<4xf16>
  %c = train.clip_by_global_norm %g norm %norm max_norm = 1.0 : tensor<4xf16>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %c lr %lr step %t : (tensor<4xf32>, tensor<4xf16>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %abs = train.abs %g : tensor<4xf16>
  %clipped = train.abs %c : tensor<4xf16>
  return %new, %abs, %clipped, %weights : tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<f32>
}

// -----

// One unscale for all gradients, also where the optimizer of the first stands before the
// second gradient. A gradient that feeds another one stays scaled there. Optimizers in
// two groups have checks of their own under semantics=torch. A gradient that is returned
// is unscaled too.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<4xf32>
// CHECK-SAME: attributes {train.gradient_names = ["a", "b", "third"]
// CHECK: %[[GA:.*]] = train.broadcast_in_dim
// CHECK: %[[GB:.*]] = train.negate %[[GA]]
// CHECK: %[[GC:.*]] = train.negate %[[GB]]
// CHECK: %[[U:.*]]:3 = train.unscale %[[GA]], %[[GB]], %[[GC]] by
// DEFAULT: %[[F:.*]] = train.all_finite %[[U]]#0, %[[U]]#1, %[[U]]#2
// TORCH: %[[FA:.*]] = train.all_finite %[[GA]] :
// TORCH: %[[FB:.*]] = train.all_finite %[[GB]] :
// TORCH: %[[FC:.*]] = train.all_finite %[[GC]] :
// CHECK: %[[NA:.*]] = train.sgd %[[A]], %[[U]]#0
// CHECK: %[[NB:.*]] = train.sgd %[[B]], %[[U]]#1
// DEFAULT: train.select %[[F]], %[[NA]], %[[A]]
// DEFAULT: train.select %[[F]], %[[NB]], %[[B]]
// TORCH: train.select %[[FA]], %[[NA]], %[[A]]
// TORCH: train.select %[[FB]], %[[NB]], %[[B]]
// TORCH: %[[AB:.*]] = train.and %[[FA]], %[[FB]]
// TORCH: %[[ALL:.*]] = train.and %[[AB]], %[[FC]]
// TORCH: train.scaler_update %[[ALL]]
// CHECK: return {{.*}}, %[[U]]#2,
func.func @init(%a: tensor<4xf32> {train.role = #train.role<param>, train.name = "a"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "a"}) {
  return %a : tensor<4xf32>
}
func.func @step(%a: tensor<4xf32> {train.role = #train.role<param>, train.name = "a", train.group = "one"},
                %b: tensor<4xf32> {train.role = #train.role<param>, train.name = "b", train.group = "two"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "a", train.updates = "a"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "b", train.updates = "b"},
        tensor<4xf32> {train.role = #train.role<gradient>, train.name = "third"}) {
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %seed = train.seed : () -> tensor<f32>
  %ga = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %na = train.sgd %a, %ga lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %gb = train.negate %ga : tensor<4xf32>
  %nb = train.sgd %b, %gb lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %gc = train.negate %gb : tensor<4xf32>
  return %na, %nb, %gc : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// (F40) No gradient: the scale never changes, nothing is skipped, and a warning says so.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[SCALE:[a-z0-9]+]]: tensor<f32> {train.name = "scaler/scale"
// CHECK-SAME: %[[TRACKER:[a-z0-9]+]]: tensor<i32> {train.name = "scaler/growth_tracker"
// CHECK-SAME: %[[SKIPPED:[a-z0-9]+]]: tensor<i32> {train.name = "scaler/skipped"
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<f32> {train.name = "x"
// CHECK: %[[NO:.*]] = train.constant dense<false> : tensor<i1>
// CHECK: %[[NONE:.*]] = train.constant dense<-1> : tensor<i32>
// CHECK-NOT: train.scaler_update
// CHECK: return %[[SCALE]], %[[TRACKER]], %[[SKIPPED]], %[[X]], %[[NO]], %[[SCALE]], %[[NONE]],
func.func @init() {
  return
}
// expected-warning @below {{function 'step' has no gradient: its loss scale never changes and no step is skipped}}
func.func @step(%x: tensor<f32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  return %x : tensor<f32>
}

// -----

// A weight copy that is there already becomes the cast of the gated master. A parameter
// that the step hands back as it is needs no gate.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32>
// CHECK-SAME: %[[FIXED:[a-z0-9]+]]: tensor<4xf32> {train.name = "fixed"
// CHECK: %[[NEW:.*]] = train.sgd %[[W]]
// CHECK: %[[GATED:.*]] = train.select %{{.*}}, %[[NEW]], %[[W]]
// CHECK: %[[COPY:.*]] = train.cast %[[GATED]] : tensor<4xf32> to tensor<4xbf16>
// CHECK-NOT: train.select
// CHECK: return %[[GATED]], %[[FIXED]], %[[COPY]],
func.func @init() {
  return
}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
                %fixed: tensor<4xf32> {train.role = #train.role<param>, train.name = "fixed"},
                %low: tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/bf16", train.copy_of = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "fixed", train.updates = "fixed"},
        tensor<4xbf16> {train.role = #train.role<weight_copy>, train.name = "w/bf16", train.updates = "w/bf16"}) {
  %seed = train.seed : () -> tensor<f32>
  %g = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %g lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %copy = train.cast %new : tensor<4xf32> to tensor<4xbf16>
  return %new, %fixed, %copy : tensor<4xf32>, tensor<4xf32>, tensor<4xbf16>
}

// -----

// Micro-batches: the seed is in the loop, gradients are unscaled once behind it. What the
// loop carries beside them, a gradient of zeros among it, has no scale to take off.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[SCALE:[a-z0-9]+]]: tensor<f32> {train.name = "scaler/scale"
// CHECK-SAME: attributes {train.gradient_names = ["a"]
// CHECK: %[[SUMS:.*]]:3 = train.for
// CHECK: train.seed scale %[[SCALE]]
// CHECK-NOT: train.unscale
// CHECK: train.yield
// CHECK: %[[U:.*]] = train.unscale %[[SUMS]]#0 by %[[SCALE]] : tensor<4xf32>
// DEFAULT: train.all_finite %[[U]] : tensor<4xf32>
// CHECK: train.global_norm %[[U]], %[[SUMS]]#1
// CHECK: train.sgd %{{.*}}, %[[U]]
// CHECK: train.sgd %{{.*}}, %[[SUMS]]#1
func.func @init() {
  return
}
func.func @step(%a: tensor<4xf32> {train.role = #train.role<param>, train.name = "a"},
                %b: tensor<4xf32> {train.role = #train.role<param>, train.name = "b"},
                %p: tensor<i1> {train.role = #train.role<batch>, train.name = "p"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "a", train.updates = "a"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "b", train.updates = "b"},
        tensor<4xf32> {train.role = #train.role<metric>, train.name = "sum"},
        tensor<f32> {train.role = #train.role<metric>, train.name = "norm"}) {
  %zero = train.constant dense<0.0> : tensor<4xf32>
  %sums:3 = train.for %i times 2 carry (%sa = %zero, %sb = %zero, %sw = %zero) : tensor<4xf32>, tensor<4xf32>, tensor<4xf32> {
    %seed = train.seed : () -> tensor<f32>
    %g = train.if %p : tensor<4xf32> {
      %t = train.precision f32 : tensor<4xf32> {
        %wide = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
        train.yield %wide : tensor<4xf32>
      }
      train.yield %t : tensor<4xf32>
    } else {
      train.yield %zero : tensor<4xf32>
    }
    %na = train.add %sa, %g : tensor<4xf32>
    %nb = train.add %sb, %zero : tensor<4xf32>
    %nw = train.add %sw, %a : tensor<4xf32>
    train.yield %na, %nb, %nw : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  %norm = train.global_norm %sums#0, %sums#1 : tensor<4xf32>, tensor<4xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %newa = train.sgd %a, %sums#0 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %newb = train.sgd %b, %sums#1 lr %lr step %t : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  return %newa, %newb, %sums#2, %norm : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
}
