// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: halftone-opt %s --split-input-file --verify-diagnostics

// seed (C1)
func.func @f(%s: tensor<f32>) {
  // expected-error @+1 {{expected 'scale' of the result's type 'tensor<f64>', got 'tensor<f32>'}}
  %0 = train.seed scale %s : (tensor<f32>) -> tensor<f64>
  return
}

// -----

// unscale (C1)
func.func @f(%a: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{expected result #0 of the type of 'grads #0', 'tensor<4xf32>', got 'tensor<4xf64>'}}
  %0 = "train.unscale"(%a, %s) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf64>
  return
}

// -----

// unscale (C1)
func.func @f(%a: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{expected 1 results, got 2}}
  %0:2 = "train.unscale"(%a, %s) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// unscale (C2)
func.func @f(%a: tensor<4xf16>, %s: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be variadic of statically shaped tensor of 32-bit float or 64-bit float values, but got 'tensor<4xf16>'}}
  %0 = train.unscale %a by %s : tensor<4xf16>
  return
}

// -----

// scaler_update (C1)
func.func @f(%p: tensor<i1>, %s: tensor<f32>, %n: tensor<i32>) {
  // expected-error @+1 {{expected finite 'growth' of at least 1}}
  %0:3 = train.scaler_update %p, %s, %n, %n growth = 0.5 backoff = 0.5 interval = 2000
  return
}

// -----

// scaler_update (C1)
func.func @f(%p: tensor<i1>, %s: tensor<f32>, %n: tensor<i32>) {
  // expected-error @+1 {{expected 'backoff' above 0 and at most 1}}
  %0:3 = train.scaler_update %p, %s, %n, %n growth = 2.0 backoff = 0.0 interval = 2000
  return
}

// -----

// scaler_update (C1)
func.func @f(%p: tensor<i1>, %s: tensor<f32>, %n: tensor<i32>) {
  // expected-error @+1 {{expected 'interval' of at least 1, got 0}}
  %0:3 = train.scaler_update %p, %s, %n, %n growth = 2.0 backoff = 0.5 interval = 0
  return
}

// -----

// scaler_update (C2)
func.func @f(%p: tensor<i1>, %s: tensor<f32>, %n: tensor<i32>) {
  // expected-error @+1 {{expected 0 <= 'floor' <= 'cap'}}
  %0:3 = train.scaler_update %p, %s, %n, %n growth = 2.0 backoff = 0.5 interval = 2 floor = 2.0 cap = 1.0
  return
}

// -----

// scaler_update (C3)
func.func @f(%p: tensor<i1>, %s: tensor<f32>, %n: tensor<i32>) {
  // expected-error @+1 {{expected 'hysteresis' of at least 1, got 0}}
  %0:3 = train.scaler_update %p, %s, %n, %n growth = 2.0 backoff = 0.5 interval = 2 hysteresis = 0
  return
}

// -----

// clip_by_global_norm (C1)
func.func @f(%a: tensor<4xf32>, %n: tensor<f32>) {
  // expected-error @+1 {{expected 'max_norm' above 0}}
  %0 = train.clip_by_global_norm %a norm %n max_norm = 0.0 : tensor<4xf32>
  return
}

// -----

// clip_by_global_norm (C2)
func.func @f(%a: tensor<4xf32>, %n: tensor<f32>) {
  // expected-error @+1 {{expected result #0 of the type of 'grads #0', 'tensor<4xf32>', got 'tensor<4xbf16>'}}
  %0 = "train.clip_by_global_norm"(%a, %n) {max_norm = 1.0} : (tensor<4xf32>, tensor<f32>) -> tensor<4xbf16>
  return
}

// -----

// sgd (C1)
func.func @f(%p: tensor<8xf32>, %g: tensor<4xf32>, %lr: tensor<f32>, %t: tensor<i32>) {
  // expected-error @+1 {{expected gradient, state and results of the parameter's shape [8], got [4]}}
  %0 = train.sgd %p, %g lr %lr step %t : (tensor<8xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

// sgd (C2)
func.func @f(%p: tensor<8xf32>, %lr: tensor<f32>, %t: tensor<i32>) {
  // expected-error @+1 {{expected a 'buffer' exactly when 'momentum' is not 0}}
  %0 = train.sgd %p, %p lr %lr step %t momentum = 0.9 : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

// sgd (C2)
func.func @f(%p: tensor<8xf32>, %lr: tensor<f32>, %t: tensor<i32>) {
  // expected-error @+1 {{expected a result for 'buffer' exactly when it is given}}
  %0 = train.sgd %p, %p buffer %p lr %lr step %t momentum = 0.9 : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

// sgd (C3)
func.func @f(%p: tensor<8xf32>, %lr: tensor<f32>, %t: tensor<i32>) {
  // expected-error @+1 {{expected 'momentum' and no 'dampening' with 'nesterov'}}
  %0:2 = train.sgd %p, %p buffer %p lr %lr step %t momentum = 0.9 dampening = 0.1 nesterov : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// sgd (C4)
func.func @f(%p: tensor<8xf32>, %lr: tensor<f32>, %t: tensor<i32>) {
  // expected-error @+1 {{expected 'weight_decay' of at least 0, got -1}}
  %0 = train.sgd %p, %p lr %lr step %t weight_decay = -1.0 : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

// adam (C1)
func.func @f(%p: tensor<8xf32>, %m: tensor<4xf32>, %lr: tensor<f64>, %t: tensor<i32>) {
  // expected-error @+1 {{expected gradient, state and results of the parameter's shape [8], got [4]}}
  %0:3 = train.adam %p, %p, %m, %p lr %lr step %t beta1 = 0.9 beta2 = 0.999 eps = 1.0e-8 : (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>, tensor<8xf32>, tensor<f64>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// adam (C2)
func.func @f(%p: tensor<8xf32>, %lr: tensor<f64>, %t: tensor<i32>) {
  // expected-error @+1 {{expected 'beta2' of at least 0 and below 1}}
  %0:3 = train.adam %p, %p, %p, %p lr %lr step %t beta1 = 0.9 beta2 = 1.0 eps = 1.0e-8 : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f64>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// adam (C2)
func.func @f(%p: tensor<8xf32>, %lr: tensor<f64>, %t: tensor<i32>) {
  // expected-error @+1 {{expected 'eps' of at least 0, got -1}}
  %0:3 = train.adam %p, %p, %p, %p lr %lr step %t beta1 = 0.9 beta2 = 0.999 eps = -1.0 : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f64>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// adam (C3)
func.func @f(%p: tensor<8xf32>, %lr: tensor<f64>, %t: tensor<i32>) {
  // expected-error @+1 {{expected a result for 'amsgrad' exactly when it is given}}
  %0:3 = train.adam %p, %p, %p, %p amsgrad %p lr %lr step %t beta1 = 0.9 beta2 = 0.999 eps = 1.0e-8 : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f64>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// ema (C1)
func.func @f(%a: tensor<8xf32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{expected 'value' of shape [8], got [4]}}
  %0 = train.ema %a, %v decay = 0.999 : tensor<8xf32>, tensor<4xf32>
  return
}

// -----

// ema (C2)
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{expected 'decay' of at least 0 and at most 1}}
  %0 = train.ema %a, %a decay = 1.5 : tensor<8xf32>, tensor<8xf32>
  return
}
