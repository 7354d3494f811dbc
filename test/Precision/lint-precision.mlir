// Each lint warns of what it is about, names the fix, and leaves the rest alone.
// RUN: halftone-opt %s --split-input-file --lint-precision -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: halftone-opt %s --split-input-file --lint-precision=off=all -o /dev/null 2>&1 | count 0
// RUN: halftone-opt %s --split-input-file --lint-precision=off=norm-epsilon,adam-epsilon,stalled-weights,stalled-moments,16-bit-optimizer,unscaled-f16,log-of-probability,16-bit-all-reduce,scale-collapse,scale-floor -o /dev/null 2>&1 | count 0

// (F8) 1e-12 is 0 in f16; 1e-5 and 1e-7 are not.
// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: warning: lint-precision: the epsilon 1e-12 of 'train.layer_norm' is 0 in f16: it holds only as long as this op computes in f32; use at least 1e-7, 1e-5 as usual [norm-epsilon]
// CHECK: :[[#@LINE+6]]:{{[0-9]+}}: warning: lint-precision: the epsilon 1e-08 of 'train.rms_norm' is 0 in f16
func.func @epsilons(%x: tensor<4x8xf32>, %s: tensor<8xf32>)
    -> (tensor<4x8xf16>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = train.layer_norm %x scale %s axis = 1 epsilon = 1.0e-12 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = train.layer_norm %x scale %s axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %2 = train.rms_norm %x scale %s axis = 1 epsilon = 1.0e-7 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %3 = train.rms_norm %x scale %s axis = 1 epsilon = 1.0e-8 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %low = train.cast %0 : tensor<4x8xf32> to tensor<4x8xf16>
  return %low, %1, %2, %3 : tensor<4x8xf16>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// bf16 has f32's exponents: the same epsilon holds.
func.func @epsilon_bf16(%x: tensor<4x8xbf16>, %s: tensor<8xf32>) -> tensor<4x8xbf16> {
  %0 = train.layer_norm %x scale %s axis = 1 epsilon = 1.0e-12 : (tensor<4x8xbf16>, tensor<8xf32>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// -----

// Spelled out, in f16: 1e-8 became 0 when it was read. With 1e-5 it holds.
// CHECK: warning: lint-precision: 'train.rsqrt' is kept from 0 by a constant that is 0 itself in f16; compute it in f32, or use at least 1e-7 [norm-epsilon]
// CHECK: warning: lint-precision: 'train.divide' is kept from 0 by a constant that is 0 itself in f16
func.func @spelled_epsilon(%v: tensor<4xf16>, %x: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) {
  %eps = train.constant dense<1.0e-8> : tensor<4xf16>
  %a = train.add %v, %eps : tensor<4xf16>
  %0 = train.rsqrt %a : tensor<4xf16>
  %m = train.maximum %v, %eps : tensor<4xf16>
  %root = train.sqrt %m : tensor<4xf16>
  %1 = train.divide %x, %root : tensor<4xf16>
  %enough = train.constant dense<1.0e-5> : tensor<4xf16>
  %b = train.add %v, %enough : tensor<4xf16>
  %2 = train.rsqrt %b : tensor<4xf16>
  return %0, %1, %2 : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
}

// -----

// (F50) A step of 6e-4 doesn't move a bf16 weight of 1; (F51) 1 - 0.999 doesn't move a bf16
// moment, 1 - 0.9 does; neither has an f32 copy.
// CHECK: warning: lint-precision: beta2 0.999 changes a value in 'bf16' by 0.001 of itself, less than half a unit in its last place: it sticks; keep it in f32 (state=f32) [stalled-moments]
// CHECK: warning: lint-precision: a step of about lr = 0.0006 is lost in a weight in 'bf16' above 0.3072, weights of 1 among them; keep f32 masters (state=f32) [stalled-weights]
// CHECK: warning: lint-precision: parameters such as 'w' and their optimizer's state are all 'bf16': there is no f32 copy to add small updates to; keep f32 masters (state=f32) [16-bit-optimizer]
func.func @step(
    %w: tensor<4xbf16> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<4xbf16> {train.role = #train.role<opt_state>, train.name = "w/m"},
    %v: tensor<4xbf16> {train.role = #train.role<opt_state>, train.name = "w/v"},
    %g: tensor<4xf32> {train.role = #train.role<batch>, train.name = "g"})
    -> (tensor<4xbf16> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<opt_state>, train.name = "w/m", train.updates = "w/m"},
        tensor<4xbf16> {train.role = #train.role<opt_state>, train.name = "w/v", train.updates = "w/v"}) {
  %lr = train.constant dense<6.0e-4> : tensor<f64>
  %t = train.constant dense<1> : tensor<i32>
  %0:3 = train.adam %w, %g, %m, %v lr %lr step %t beta1 = 0.9 beta2 = 0.999 eps = 1.0e-8 :
      (tensor<4xbf16>, tensor<4xf32>, tensor<4xbf16>, tensor<4xbf16>, tensor<f64>, tensor<i32>) -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>)
  return %0#0, %0#1, %0#2 : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>
}

// -----

// With f32 masters and moments the same optimizer is in order; so is a larger step.
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "w/m"},
    %v: tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "w/v"},
    %low: tensor<4xbf16> {train.role = #train.role<frozen_param>, train.name = "low"},
    %g: tensor<4xf32> {train.role = #train.role<batch>, train.name = "g"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "w/m", train.updates = "w/m"},
        tensor<4xf32> {train.role = #train.role<opt_state>, train.name = "w/v", train.updates = "w/v"},
        tensor<4xbf16> {train.role = #train.role<metric>, train.name = "moved"}) {
  %lr = train.constant dense<6.0e-4> : tensor<f64>
  %large = train.constant dense<1.0e-1> : tensor<f64>
  %t = train.constant dense<1> : tensor<i32>
  %0:3 = train.adam %w, %g, %m, %v lr %lr step %t beta1 = 0.9 beta2 = 0.999 eps = 1.0e-8 :
      (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f64>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %1 = train.sgd %low, %g lr %large step %t : (tensor<4xbf16>, tensor<4xf32>, tensor<f64>, tensor<i32>) -> tensor<4xbf16>
  return %0#0, %0#1, %0#2, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xbf16>
}

// -----

// Weight decay alone: 1e-3 times 0.01 of a weight is below half a unit of bf16.
// CHECK: warning: lint-precision: weight decay takes 1e-05 of a weight in 'bf16' at a step, less than half a unit in its last place: it never acts alone; keep f32 masters (state=f32) [stalled-weights]
// A moving average that nothing moves, twice; one that moves.
// CHECK: warning: lint-precision: 2 times: a moving average 0.9999 changes a value in 'bf16' by 0.0001 of itself
func.func @decays(%w: tensor<4xbf16>, %a: tensor<4xbf16>, %b: tensor<4xbf16>, %c: tensor<4xbf16>, %g: tensor<4xf32>)
    -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) {
  %lr = train.constant dense<1.0e-3> : tensor<f64>
  %t = train.constant dense<1> : tensor<i32>
  %0 = train.sgd %w, %g lr %lr step %t weight_decay = 0.01 : (tensor<4xbf16>, tensor<4xf32>, tensor<f64>, tensor<i32>) -> tensor<4xbf16>
  %1 = train.ema %a, %0 decay = 0.9999 : tensor<4xbf16>, tensor<4xbf16>
  %2 = train.ema %b, %0 decay = 0.9999 : tensor<4xbf16>, tensor<4xbf16>
  %3 = train.ema %c, %0 decay = 0.99 : tensor<4xbf16>, tensor<4xbf16>
  return %0, %1, %2, %3 : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>
}

// -----

// (F52) 1e-8 is 0 in f16, the type of the moments; no epsilon at all is 0 everywhere.
// CHECK: warning: lint-precision: Adam's epsilon 1e-08 is 0 in 'f16', the type of its moments: a gradient of 0 is divided by 0; keep moments in f32 (state=f32), or use 1e-4 [adam-epsilon]
// CHECK: warning: lint-precision: Adam has no epsilon: a gradient of 0 is divided by 0; use eps=1e-8 [adam-epsilon]
func.func @adam(%w: tensor<4xf32>, %low: tensor<4xf16>, %wide: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f64>, %t: tensor<i32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = train.adam %w, %g, %low, %low lr %lr step %t beta1 = 0.9 beta2 = 0.99 eps = 1.0e-8 :
      (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<f64>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf16>, tensor<4xf16>)
  %1:3 = train.adam %w, %g, %wide, %wide lr %lr step %t beta1 = 0.9 beta2 = 0.99 eps = 0.0 :
      (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f64>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %2:3 = train.adam %w, %g, %wide, %wide lr %lr step %t beta1 = 0.9 beta2 = 0.99 eps = 1.0e-8 :
      (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f64>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %1#0, %2#0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// (F45) A backward op in f16, and no scale. The forward pass alone may be f16.
// CHECK: warning: lint-precision: gradients are computed in f16 and the loss is not scaled: those below 2^-24 become 0; scale it: loss-scaling=dynamic, or compute in bf16 [unscaled-f16]
#forward = loc("model.py":3:1)
#backward = loc(fused<{train.backward_of = "train.multiply"}>[#forward])
func.func @step(%x: tensor<4xf16> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf16> {train.role = #train.role<metric>, train.name = "y"}) {
  %0 = train.multiply %x, %x : tensor<4xf16> loc(#forward)
  %1 = train.multiply %0, %x : tensor<4xf16> loc(#backward)
  return %1 : tensor<4xf16>
}

// -----

#forward = loc("model.py":3:1)
#backward = loc(fused<{train.backward_of = "train.multiply"}>[#forward])
func.func @step(%x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"},
                %low: tensor<4xf16> {train.role = #train.role<batch>, train.name = "low"})
    -> (tensor<4xf32> {train.role = #train.role<metric>, train.name = "y"},
        tensor<4xf16> {train.role = #train.role<metric>, train.name = "z"}) {
  %0 = train.multiply %low, %low : tensor<4xf16> loc(#forward)
  %1 = train.multiply %x, %x : tensor<4xf32> loc(#backward)
  return %1, %0 : tensor<4xf32>, tensor<4xf16>
}

// -----

// (F15) Logarithms of probabilities, through clamps, casts and 1 - p.
// CHECK: warning: lint-precision: 'train.log' takes the result of 'train.logistic': where a probability rounds to 0 or 1, the loss is infinite or stops moving; compute it from the logits: max(x, 0) - x·y + log1p(exp(-|x|)) [log-of-probability]
// CHECK: warning: lint-precision: 'train.log_plus_one' takes the result of 'train.logistic'
// CHECK: warning: lint-precision: 'train.log' takes the result of 'train.softmax': {{.*}}; use train.log_softmax or train.cross_entropy on the logits [log-of-probability]
func.func @probabilities(%x: tensor<4xf32>, %z: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>) {
  %one = train.constant dense<1.0> : tensor<4xf32>
  %p = train.logistic %x : tensor<4xf32>
  %q = train.subtract %one, %p : tensor<4xf32>
  %0 = train.log %q : tensor<4xf32>
  %n = train.negate %p : tensor<4xf32>
  %1 = train.log_plus_one %n : tensor<4xf32>
  %s = train.softmax %z, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = train.log %s : tensor<4x8xf32>
  %3 = train.log %x : tensor<4xf32>
  %4 = train.log_softmax %z, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>
}

// -----

// (F54) A sum over devices in 16 bits. A maximum, and a sum in f32, are in order.
// CHECK: warning: lint-precision: 'train.all_reduce' sums over devices in 'f16': many gradients overflow or vanish; give it f32 (a policy rule for 'train.all_reduce'), or divide by the root of the number of devices before and after [16-bit-all-reduce]
// CHECK: warning: lint-precision: 'train.reduce_scatter' sums over devices in 'bf16': small gradients are lost beside large ones
func.func @sums(%a: tensor<4xf16>, %b: tensor<4xbf16>, %c: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xf16>, tensor<4xf32>) {
  %0 = train.all_reduce add %a over "data" : tensor<4xf16>
  %1 = train.reduce_scatter add %b, dim = 0 over "data" : tensor<4xbf16> -> tensor<4xbf16>
  %2 = train.all_reduce max %a over "data" : tensor<4xf16>
  %3 = train.all_reduce add %c over "data" : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xbf16>, tensor<4xf16>, tensor<4xf32>
}

// -----

// (F37, F39) A scale without a floor, one that can't go below 1; one between; one that
// never backs off.
// CHECK: warning: lint-precision: a run of overflows takes the loss scale below 2^-126, where its inverse is infinite, and to 0; give it a floor: floor-scale=2^-40 of train-loss-scaling, the default [scale-collapse]
// CHECK: warning: lint-precision: the loss scale can't go below 1: a model whose gradients need less skips every step; lower the floor: floor-scale=2^-40 of train-loss-scaling, the default [scale-floor]
func.func @scales(%ok: tensor<i1>, %s: tensor<f32>, %t: tensor<i32>, %k: tensor<i32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0:3 = train.scaler_update %ok, %s, %t, %k growth = 2.0 backoff = 0.5 interval = 2000
  %1:3 = train.scaler_update %ok, %s, %t, %k growth = 2.0 backoff = 0.5 interval = 2000 floor = 1.0
  %2:3 = train.scaler_update %ok, %s, %t, %k growth = 2.0 backoff = 0.5 interval = 2000 floor = 9.094947e-13
  %3:3 = train.scaler_update %ok, %s, %t, %k growth = 1.0 backoff = 1.0 interval = 2000
  return %0#0, %1#0, %2#0, %3#0 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
