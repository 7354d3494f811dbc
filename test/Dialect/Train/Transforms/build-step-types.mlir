// RUN: halftone-opt %s --train-build-step="optimizer=adam amsgrad ema-decay=0.5" --mlir-print-debuginfo | FileCheck %s

// A parameter that arrives in bf16 gets an f32 master: @init takes it, the loss reads
// the master cast down, its gradient is cast up before it is used. An f64 parameter
// has everything in f64. A frozen parameter is state without an update, and keeps its
// type.

// CHECK-LABEL: func.func @init(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<2xf32> {train.group = "slow", train.name = "w"
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<f64> {train.name = "d"
// CHECK-SAME: %[[F:[a-z0-9]+]]: tensor<2xf16> {train.name = "f", train.role = #train.role<frozen_param>}
// CHECK-SAME: -> (tensor<2xf32> {train.name = "w", train.role = #train.role<param>}
// CHECK-SAME: tensor<f64> {train.name = "d"
// CHECK-SAME: tensor<2xf16> {train.name = "f", train.role = #train.role<frozen_param>}
// CHECK-SAME: tensor<2xf32> {train.name = "w/max_exp_avg_sq", train.role = #train.role<opt_state>}
// CHECK-SAME: tensor<f64> {train.name = "d/exp_avg"
// CHECK-SAME: tensor<2xf32> {train.name = "w/ema"
// CHECK: return %[[W]], %[[D]], %[[F]], {{.*}}%[[W]], %[[D]],

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<2xf32> {train.group = "slow", train.name = "w", train.role = #train.role<param>}
// CHECK-SAME: %[[F:[a-z0-9]+]]: tensor<2xf16> {train.name = "f", train.role = #train.role<frozen_param>}
// CHECK-SAME: tensor<2xf32> {train.group = "slow", train.name = "w/exp_avg", train.role = #train.role<opt_state>}
// CHECK-NOT: train.updates = "f"
// CHECK: %[[LOW:.*]] = train.cast %[[W]] : tensor<2xf32> to tensor<2xbf16>
// CHECK: train.multiply %[[LOW]], %[[LOW]] : tensor<2xbf16>
// CHECK: %[[GRAD:.*]] = train.multiply %{{.*}}, %[[LOW]] : tensor<2xbf16> loc(#[[BACKWARD:.*]])
// CHECK: %[[WIDE:.*]] = train.cast %[[GRAD]] : tensor<2xbf16> to tensor<2xf32>
// CHECK: train.global_norm %[[WIDE]], %{{.*}} : tensor<2xf32>, tensor<f64>
// CHECK: train.adam %[[W]], %[[WIDE]], %{{.*}} amsgrad %{{.*}} eps = 1.000000e-08 : (tensor<2xf32>, tensor<2xf32>,
// CHECK-SAME: loc(#[[OPTIMIZER:.*]])
// CHECK: train.adam {{.*}} : (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>,

// CHECK-LABEL: func.func @eval(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<2xf32> {train.group = "slow", train.name = "w"
// CHECK: train.cast %[[W]] : tensor<2xf32> to tensor<2xbf16>

// The model's locations stay as they are, those of the step say what it is.
// CHECK-DAG: #[[BACKWARD]] = loc("backward"
// CHECK-DAG: #[[OPTIMIZER]] = loc("optimizer/w"
func.func @loss(
    %w: tensor<2xbf16> {train.role = #train.role<param>, train.name = "w", train.group = "slow"},
    %d: tensor<f64> {train.role = #train.role<param>, train.name = "d"},
    %f: tensor<2xf16> {train.role = #train.role<frozen_param>, train.name = "f"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.multiply %w, %w : tensor<2xbf16>
  %1 = train.reduce add %0, dims = [0] : tensor<2xbf16> -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @loss_grad(
    %w: tensor<2xbf16> {train.role = #train.role<param>, train.name = "w", train.group = "slow"},
    %d: tensor<f64> {train.role = #train.role<param>, train.name = "d"},
    %f: tensor<2xf16> {train.role = #train.role<frozen_param>, train.name = "f"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<2xbf16> {train.role = #train.role<gradient>, train.name = "w"},
        tensor<f64> {train.role = #train.role<gradient>, train.name = "d"}) {
  %0 = train.multiply %w, %w : tensor<2xbf16>
  %1 = train.reduce add %0, dims = [0] : tensor<2xbf16> -> tensor<f32>
  %seed = train.seed : () -> tensor<f32>
  %2 = train.cast %seed : tensor<f32> to tensor<bf16>
  %3 = train.broadcast_in_dim %2, dims = [] : tensor<bf16> -> tensor<2xbf16>
  %4 = train.multiply %3, %w : tensor<2xbf16> loc("backward")
  %zero = train.constant dense<0.0> : tensor<f64>
  return %1, %4, %zero : tensor<f32>, tensor<2xbf16>, tensor<f64>
}
