// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --mlir-print-op-generic | halftone-opt | FileCheck %s

// CHECK-LABEL: func @scaling
func.func @scaling(%a: tensor<4xf32>, %b: tensor<8xf64>, %s: tensor<f32>, %finite: tensor<i1>, %n: tensor<i32>) {
  // CHECK: train.seed : () -> tensor<f64>
  %0 = train.seed : () -> tensor<f64>
  // CHECK: train.seed scale %{{.*}} : (tensor<f32>) -> tensor<f32>
  %1 = train.seed scale %s : (tensor<f32>) -> tensor<f32>
  // CHECK: train.unscale %{{.*}}, %{{.*}} by %{{.*}} : tensor<4xf32>, tensor<8xf64>
  %2:2 = train.unscale %a, %b by %s : tensor<4xf32>, tensor<8xf64>
  // CHECK: train.all_finite %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<8xf64>
  %3 = train.all_finite %a, %b : tensor<4xf32>, tensor<8xf64>
  // CHECK: train.all_finite none
  %4 = train.all_finite none
  // CHECK: train.first_non_finite %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<8xf64>
  %5 = train.first_non_finite %a, %b : tensor<4xf32>, tensor<8xf64>
  // CHECK: train.scaler_update %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} growth = 2.000000e+00 backoff = 5.000000e-01 interval = 2000{{$}}
  %6:3 = train.scaler_update %finite, %s, %n, %n growth = 2.0 backoff = 0.5 interval = 2000
  // CHECK: train.scaler_update {{.*}} interval = 2 floor = 1.000000e+00 cap = 1.024000e+03 hysteresis = 2
  %7:3 = train.scaler_update %finite, %s, %n, %n growth = 2.0 backoff = 0.5 interval = 2 floor = 1.0 cap = 1024.0 hysteresis = 2
  return
}

// CHECK-LABEL: func @clip
func.func @clip(%a: tensor<4xf32>, %b: tensor<8xbf16>) {
  // CHECK: train.global_norm %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<8xbf16>
  %0 = train.global_norm %a, %b : tensor<4xf32>, tensor<8xbf16>
  // CHECK: train.global_norm %{{.*}} : tensor<4xf32> f32_accumulation
  %1 = train.global_norm %a : tensor<4xf32> f32_accumulation
  // CHECK: train.clip_by_global_norm %{{.*}}, %{{.*}} norm %{{.*}} max_norm = 1.000000e+00 : tensor<4xf32>, tensor<8xbf16>
  %2:2 = train.clip_by_global_norm %a, %b norm %0 max_norm = 1.0 : tensor<4xf32>, tensor<8xbf16>
  // CHECK: train.clip_by_global_norm %{{.*}} norm %{{.*}} max_norm = 1.000000e+00 convention = optax : tensor<4xf32>
  %3 = train.clip_by_global_norm %a norm %0 max_norm = 1.0 convention = optax : tensor<4xf32>
  return
}

// CHECK-LABEL: func @optimizers
func.func @optimizers(%p: tensor<8xf32>, %g: tensor<8xbf16>, %lr: tensor<f64>, %lr32: tensor<f32>, %t: tensor<i32>) {
  // CHECK: train.sgd %{{.*}}, %{{.*}} lr %{{.*}} step %{{.*}} weight_decay = 1.000000e-01 maximize : (tensor<8xf32>, tensor<8xbf16>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
  %0 = train.sgd %p, %g lr %lr32 step %t weight_decay = 0.1 maximize : (tensor<8xf32>, tensor<8xbf16>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
  // CHECK: train.sgd %{{.*}}, %{{.*}} buffer %{{.*}} lr %{{.*}} step %{{.*}} momentum = 9.000000e-01 nesterov : (tensor<8xf32>, tensor<8xbf16>, tensor<8xf32>, tensor<f64>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1:2 = train.sgd %p, %g buffer %p lr %lr step %t momentum = 0.9 nesterov : (tensor<8xf32>, tensor<8xbf16>, tensor<8xf32>, tensor<f64>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>)
  // CHECK: train.adam %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} lr %{{.*}} step %{{.*}} beta1 = 9.000000e-01 beta2 = {{.*}} eps = {{.*}} weight_decay = {{.*}} decoupled : ({{.*}}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %2:3 = train.adam %p, %g, %p, %p lr %lr step %t beta1 = 0.9 beta2 = 0.999 eps = 1.0e-8 weight_decay = 0.01 decoupled : (tensor<8xf32>, tensor<8xbf16>, tensor<8xf32>, tensor<8xf32>, tensor<f64>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: train.adam %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} amsgrad %{{.*}} lr %{{.*}} step %{{.*}} beta1 = {{.*}} beta2 = {{.*}} eps = {{.*}} maximize convention = optax : ({{.*}}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %3:4 = train.adam %p, %g, %p, %p amsgrad %p lr %lr32 step %t beta1 = 0.9 beta2 = 0.999 eps = 1.0e-8 maximize convention = optax : (tensor<8xf32>, tensor<8xbf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: train.ema %{{.*}}, %{{.*}} decay = {{.*}} : tensor<8xf32>, tensor<8xbf16>
  %4 = train.ema %p, %g decay = 0.999 : tensor<8xf32>, tensor<8xbf16>
  return
}
