// RUN: halftone-opt %s --split-input-file --train-build-step="optimizer=adamw clip-norm=1.0 ema-decay=0.99" | FileCheck %s --check-prefixes=CHECK,ADAMW
// RUN: halftone-opt %s --split-input-file --train-build-step="optimizer=sgd lr=0.1 momentum=0.9 nesterov weight-decay=0.01" | FileCheck %s --check-prefixes=CHECK,SGD
// RUN: halftone-opt %s --split-input-file --train-build-step="schedule=cosine warmup-steps=2 total-steps=10 convention=optax clip-norm=0.5" | FileCheck %s --check-prefixes=CHECK,SCHEDULE
// RUN: halftone-opt %s --split-input-file --train-build-step="micro-batches=3" | FileCheck %s --check-prefixes=CHECK,MICRO
// RUN: halftone-opt %s --split-input-file --train-build-step="state=bf16" 2>&1 | FileCheck %s --check-prefix=BF16

// A loss with all that a step can have: two parameters, one without decay, running
// statistics, a key, a hyper-parameter, a metric.

// CHECK-NOT: func.func private @scaled
// CHECK: func.func private @unrelated
// CHECK-NOT: func.func @loss
// CHECK-LABEL: func.func @init(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {train.name = "w", train.role = #train.role<param>}
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<4xf32> {train.name = "b", train.no_decay, train.role = #train.role<param>}
// CHECK-SAME: %[[MEAN:[a-z0-9]+]]: tensor<4xf32> {train.name = "mean", train.role = #train.role<model_state>}
// CHECK-SAME: %[[SEED:[a-z0-9]+]]: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>})
// CHECK-SAME: -> (tensor<4xf32> {train.name = "w", train.role = #train.role<param>}
// ADAMW-SAME: {train.name = "w/exp_avg", train.role = #train.role<opt_state>}
// ADAMW-SAME: {train.name = "w/exp_avg_sq", train.role = #train.role<opt_state>}
// ADAMW-SAME: {train.name = "w/ema", train.role = #train.role<ema>}
// SGD-SAME: {train.name = "w/momentum_buffer", train.role = #train.role<opt_state>}
// CHECK-SAME: tensor<i32> {train.name = "step", train.role = #train.role<step_count>}
// CHECK-SAME: {train.name = "mean", train.role = #train.role<model_state>}
// CHECK-SAME: tensor<2xui32> {train.name = "key", train.role = #train.role<key>}
// CHECK: %[[COUNT:.*]] = train.constant dense<0> : tensor<i32>
// CHECK: return %[[W]], %[[B]]
// CHECK-SAME: %[[COUNT]], %[[MEAN]], %[[SEED]] :

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {train.name = "w", train.role = #train.role<param>}
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<4xf32> {train.name = "b", train.no_decay, train.role = #train.role<param>}
// ADAMW-SAME: %[[WM:[a-z0-9]+]]: tensor<4xf32> {train.name = "w/exp_avg"
// ADAMW-SAME: %[[WV:[a-z0-9]+]]: tensor<4xf32> {train.name = "w/exp_avg_sq"
// ADAMW-SAME: %[[WE:[a-z0-9]+]]: tensor<4xf32> {train.name = "w/ema"
// SGD-SAME: %[[WM:[a-z0-9]+]]: tensor<4xf32> {train.name = "w/momentum_buffer"
// CHECK-SAME: %[[STEP:[a-z0-9]+]]: tensor<i32> {train.name = "step"
// CHECK-SAME: %[[MEAN:[a-z0-9]+]]: tensor<4xf32> {train.name = "mean"
// CHECK-SAME: %[[KEY:[a-z0-9]+]]: tensor<2xui32> {train.name = "key"
// CHECK-SAME: %[[H:[a-z0-9]+]]: tensor<f32> {train.name = "temperature", train.role = #train.role<hyper_param>}
// ADAMW-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32> {train.name = "x", train.role = #train.role<batch>}
// MICRO-SAME: %[[X:[a-z0-9]+]]: tensor<3x4xf32> {train.name = "x", train.role = #train.role<batch>}
// CHECK-SAME: -> (tensor<4xf32> {train.name = "w", train.role = #train.role<param>, train.updates = "w"}
// CHECK-SAME: {train.name = "mean", train.role = #train.role<model_state>, train.updates = "mean"}
// CHECK-SAME: {train.name = "loss", train.role = #train.role<loss>}
// CHECK-SAME: {train.name = "largest", train.role = #train.role<metric>}
// CHECK-SAME: {train.name = "grad_norm", train.role = #train.role<metric>}
// SCHEDULE-SAME: {train.name = "lr", train.role = #train.role<metric>}
// MICRO-SAME: attributes {train.micro_batches = 3 : i64}

// The key of a step, and the loss's body in the step.
// CHECK: %[[STEPKEY:.*]] = train.fold_in %[[KEY]], %[[STEP]] : tensor<i32>
// ADAMW-NOT: call
// ADAMW: train.rng_bits philox4x32_10 %[[STEPKEY]]
// ADAMW: %[[SEED:.*]] = train.seed
// ADAMW: %[[GB:.*]] = train.broadcast_in_dim %[[SEED]], dims = [] : tensor<f32> -> tensor<4xf32>
// ADAMW: %[[GW:.*]] = train.multiply %[[GB]], %[[X]]
// ADAMW: %[[NORM:.*]] = train.global_norm %[[GW]], %[[GB]]
// ADAMW: %[[CLIP:.*]]:2 = train.clip_by_global_norm %[[GW]], %[[GB]] norm %[[NORM]] max_norm = 1.0
// ADAMW: %[[LR:.*]] = train.constant dense<1.000000e-03> : tensor<f64>
// ADAMW: %[[T:.*]] = train.add %[[STEP]]
// ADAMW: %[[NEWW:[a-z_0-9]+]], %{{.*}} = train.adam %[[W]], %[[CLIP]]#0, %[[WM]], %[[WV]] lr %[[LR]] step %[[T]]
// ADAMW-SAME: weight_decay = 1.000000e-02 decoupled
// ADAMW: train.ema %[[WE]], %[[NEWW]] decay = 0.98
// ADAMW: train.adam %[[B]], %[[CLIP]]#1
// ADAMW-NOT: weight_decay
// ADAMW-SAME: decoupled
// ADAMW: return %[[NEWW]]

// SGD-NOT: clip_by_global_norm
// SGD: train.sgd %[[W]], %{{.*}} buffer %[[WM]] lr %{{.*}} step %{{.*}} momentum = 9.000000e-01 weight_decay = 1.000000e-02 nesterov :
// SGD: train.sgd %[[B]], %{{.*}} momentum = 9.000000e-01 nesterov :

// SCHEDULE: train.clip_by_global_norm {{.*}} max_norm = 5.000000e-01 convention = optax
// SCHEDULE: %[[C:.*]] = train.cast %[[STEP]] : tensor<i32> to tensor<f64>
// SCHEDULE: train.cosine
// SCHEDULE: %[[EARLY:.*]] = train.compare LT, %[[C]]
// SCHEDULE: %[[F:.*]] = train.select %[[EARLY]]
// SCHEDULE: %[[LR:.*]] = train.multiply %[[F]], %{{.*}} : tensor<f64>
// SCHEDULE: train.adam %[[W]], %{{.*}} lr %[[LR]] {{.*}} convention = optax
// SCHEDULE: train.cast %[[LR]] : tensor<f64> to tensor<f32>

// Micro-batches: sums in f32, the model's state carried, a key for each.
// MICRO: %[[R:.*]]:5 = train.for %[[I:.*]] times 3 carry (%[[LOSS:.*]] = %{{.*}}, %[[CARRIED:.*]] = %[[MEAN]], %{{.*}} = %{{.*}}, %[[SUMW:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// MICRO: %[[SLICE:.*]] = train.dynamic_slice %[[X]][%[[I]], %{{.*}}] sizes = [1, 4]
// MICRO: train.reshape %[[SLICE]] : tensor<1x4xf32> -> tensor<4xf32>
// MICRO: %[[MICROKEY:.*]] = train.fold_in %[[STEPKEY]], %[[I]]
// MICRO: train.rng_bits philox4x32_10 %[[MICROKEY]]
// MICRO: train.add %[[CARRIED]]
// MICRO: train.add %[[SUMW]], %{{.*}} : tensor<4xf32>
// MICRO: train.yield
// MICRO: train.divide %[[R]]#0
// MICRO: %[[GW:.*]] = train.divide %[[R]]#3
// MICRO: train.adam %[[W]], %[[GW]]
// MICRO: return {{.*}} %[[R]]#1,

// CHECK-LABEL: func.func @eval(
// CHECK-SAME: {train.name = "w"
// CHECK-SAME: {train.name = "mean"
// CHECK-SAME: tensor<2xui32> {train.name = "key"
// CHECK-SAME: tensor<4xf32> {train.name = "x", train.role = #train.role<batch>})
// CHECK-SAME: -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<4xf32> {train.name = "largest", train.role = #train.role<metric>})
// CHECK-NOT: train.seed

// BF16: warning: state=bf16 keeps parameters and optimizer state in bf16
// BF16-LABEL: func.func @init(
// BF16-SAME: tensor<4xf32> {train.name = "w"
// BF16-SAME: -> (tensor<4xbf16> {train.name = "w"
// BF16: func.func @step(%[[W:.*]]: tensor<4xbf16> {train.name = "w"
// BF16-SAME: tensor<4xbf16> {train.name = "w/exp_avg"
// BF16-SAME: attributes {train.state_type = bf16}
// BF16: train.cast %[[W]] : tensor<4xbf16> to tensor<4xf32>
// BF16: train.adam %[[W]], %{{.*}} : (tensor<4xbf16>, tensor<4xf32>, tensor<4xbf16>, tensor<4xbf16>,
func.func private @scaled(%x: tensor<4xf32>, %h: tensor<f32>) -> tensor<4xf32> {
  %0 = train.broadcast_in_dim %h, dims = [] : tensor<f32> -> tensor<4xf32>
  %1 = train.multiply %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @unrelated(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @loss(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %b: tensor<4xf32> {train.role = #train.role<param>, train.name = "b", train.no_decay},
    %mean: tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean"},
    %key: tensor<2xui32> {train.role = #train.role<key>, train.name = "key"},
    %h: tensor<f32> {train.role = #train.role<hyper_param>, train.name = "temperature"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean", train.updates = "mean"},
        tensor<4xf32> {train.role = #train.role<metric>, train.name = "largest"}) {
  %bits = train.rng_bits philox4x32_10 %key : tensor<4xui32>
  %noise = train.cast %bits : tensor<4xui32> to tensor<4xf32>
  %0 = train.multiply %w, %x : tensor<4xf32>
  %1 = func.call @scaled(%0, %h) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = train.add %1, %b : tensor<4xf32>
  %3 = train.add %2, %noise : tensor<4xf32>
  %4 = train.reduce add %3, dims = [0] : tensor<4xf32> -> tensor<f32>
  %5 = train.add %mean, %x : tensor<4xf32>
  return %4, %5, %3 : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}
func.func @loss_grad(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %b: tensor<4xf32> {train.role = #train.role<param>, train.name = "b", train.no_decay},
    %mean: tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean"},
    %key: tensor<2xui32> {train.role = #train.role<key>, train.name = "key"},
    %h: tensor<f32> {train.role = #train.role<hyper_param>, train.name = "temperature"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<4xf32> {train.role = #train.role<model_state>, train.name = "mean", train.updates = "mean"},
        tensor<4xf32> {train.role = #train.role<metric>, train.name = "largest"},
        tensor<4xf32> {train.role = #train.role<gradient>, train.name = "w"},
        tensor<4xf32> {train.role = #train.role<gradient>, train.name = "b"}) {
  %bits = train.rng_bits philox4x32_10 %key : tensor<4xui32>
  %noise = train.cast %bits : tensor<4xui32> to tensor<4xf32>
  %0 = train.multiply %w, %x : tensor<4xf32>
  %1 = func.call @scaled(%0, %h) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = train.add %1, %b : tensor<4xf32>
  %3 = train.add %2, %noise : tensor<4xf32>
  %4 = train.reduce add %3, dims = [0] : tensor<4xf32> -> tensor<f32>
  %5 = train.add %mean, %x : tensor<4xf32>
  %seed = train.seed : () -> tensor<f32>
  %db = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %dw = train.multiply %db, %x : tensor<4xf32>
  return %4, %5, %3, %dw, %db : tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
