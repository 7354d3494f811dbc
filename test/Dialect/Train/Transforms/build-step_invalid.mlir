// RUN: halftone-opt %s --split-input-file --verify-diagnostics --train-build-step

// expected-error @below {{no function 'loss' in the module}}
module {}

// -----

// expected-error @below {{function 'loss' has no body}}
func.func private @loss(%w: tensor<2xf32> {train.role = #train.role<param>, train.name = "w"}) -> tensor<f32>

// -----

// expected-error @below {{function 'loss' has several blocks, expected one}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"}) -> tensor<f32> {
  cf.br ^end
^end:
  return %w : tensor<f32>
}

// -----

// expected-error @below {{argument 0 of function 'loss' needs 'train.role' and 'train.name'}}
func.func @loss(%w: tensor<2xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  %0 = train.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{argument 0 of function 'loss' is the parameter 'w', expected a float tensor, got 'tensor<2xi32>'}}
func.func @loss(%w: tensor<2xi32> {train.role = #train.role<param>, train.name = "w"}) -> tensor<f32> {
  %0 = train.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{argument 1 of function 'loss' is a second key 'k2', expected one; split it with 'train.fold_in'}}
func.func @loss(%k1: tensor<2xui32> {train.role = #train.role<key>, train.name = "k1"},
                %k2: tensor<2xui32> {train.role = #train.role<key>, train.name = "k2"}) -> tensor<f32> {
  %0 = train.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{argument 0 of function 'loss' has role 'opt_state', expected 'param', 'frozen_param', 'model_state', 'batch', 'key' or 'hyper_param'}}
func.func @loss(%m: tensor<2xf32> {train.role = #train.role<opt_state>, train.name = "m"}) -> tensor<f32> {
  %0 = train.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{function 'loss' has no parameter to train (role 'param')}}
func.func @loss(%x: tensor<2xf32> {train.role = #train.role<batch>, train.name = "x"}) -> tensor<f32> {
  %0 = train.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{result 0 of function 'loss' needs 'train.role' and 'train.name'}}
func.func @loss(%w: tensor<2xf32> {train.role = #train.role<param>, train.name = "w"}) -> tensor<f32> {
  %0 = train.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{result 0 of function 'loss' has role 'gradient', expected 'loss', 'metric', or 'train.updates' with the name of a model state}}
func.func @loss(%w: tensor<2xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<2xf32> {train.role = #train.role<gradient>, train.name = "w"}) {
  return %w : tensor<2xf32>
}

// -----

// expected-error @below {{result 0 of function 'loss' updates 'w', expected the name of an argument of role 'model_state'}}
func.func @loss(%w: tensor<2xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<2xf32> {train.name = "w", train.updates = "w"}) {
  return %w : tensor<2xf32>
}

// -----

// expected-error @below {{result 1 of function 'loss' is a second loss 'l2', expected one}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l1"},
        tensor<f32> {train.role = #train.role<loss>, train.name = "l2"}) {
  return %w, %w : tensor<f32>, tensor<f32>
}

// -----

// expected-error @below {{result 0 of function 'loss' is the loss 'l', expected a float tensor of rank 0, got 'tensor<2xf32>'}}
func.func @loss(%w: tensor<2xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<2xf32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<2xf32>
}

// -----

// expected-error @below {{function 'loss' has no result of role 'loss'}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<metric>, train.name = "l"}) {
  return %w : tensor<f32>
}

// -----

// expected-error @below {{no function 'loss_grad' in the module; run 'train-differentiate' first}}
module {
  func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
      -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
    return %w : tensor<f32>
  }
}

// -----

func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<f32>
}
// expected-error @below {{function 'loss_grad' doesn't take the arguments of 'loss' and return its results first}}
func.func @loss_grad(%w: tensor<f64>) -> tensor<f64> {
  return %w : tensor<f64>
}

// -----

func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<f32>
}
// expected-error @below {{function 'loss_grad' has no gradient of 'w'}}
func.func @loss_grad(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"},
        tensor<f32> {train.role = #train.role<gradient>, train.name = "v"}) {
  return %w, %w : tensor<f32>, tensor<f32>
}

// -----

func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<f32>
}
// expected-error @below {{the gradient of 'w' has type 'tensor<i32>', expected a float tensor of the shape of 'tensor<f32>'}}
func.func @loss_grad(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"},
        tensor<i32> {train.role = #train.role<gradient>, train.name = "w"}) {
  %0 = train.constant dense<1> : tensor<i32>
  return %w, %0 : tensor<f32>, tensor<i32>
}

// -----

func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<f32>
}
func.func @loss_grad(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"},
        tensor<f32> {train.role = #train.role<gradient>, train.name = "w"}) {
  %0 = train.seed : () -> tensor<f32>
  return %w, %0 : tensor<f32>, tensor<f32>
}
// expected-error @below {{the module has a function 'step' already}}
func.func @step() {
  return
}

// -----

func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"},
                // expected-error @below {{the step needs the name 'step' for itself; rename the argument}}
                %x: tensor<f32> {train.role = #train.role<batch>, train.name = "step"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<f32>
}
func.func @loss_grad(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"},
                     %x: tensor<f32> {train.role = #train.role<batch>, train.name = "step"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"},
        tensor<f32> {train.role = #train.role<gradient>, train.name = "w"}) {
  %0 = train.seed : () -> tensor<f32>
  return %w, %0 : tensor<f32>, tensor<f32>
}

// -----

// expected-error @below {{the step needs the name 'grad_norm' for itself; rename result 0}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "grad_norm"}) {
  return %w : tensor<f32>
}
func.func @loss_grad(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "grad_norm"},
        tensor<f32> {train.role = #train.role<gradient>, train.name = "w"}) {
  %0 = train.seed : () -> tensor<f32>
  return %w, %0 : tensor<f32>, tensor<f32>
}

// -----

func.func private @external(%w: tensor<f32>) -> tensor<f32>
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<f32>
}
func.func @loss_grad(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"},
        tensor<f32> {train.role = #train.role<gradient>, train.name = "w"}) {
  // expected-error @below {{can't inline 'external', expected a function with a body of one block}}
  %0 = func.call @external(%w) : (tensor<f32>) -> tensor<f32>
  return %w, %0 : tensor<f32>, tensor<f32>
}

// -----

func.func private @f(%w: tensor<f32>) -> tensor<f32> {
  %0 = func.call @g(%w) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%w: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'f' calls itself; a step can't recurse}}
  %0 = func.call @f(%w) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<f32>
}
func.func @loss_grad(%w: tensor<f32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"},
        tensor<f32> {train.role = #train.role<gradient>, train.name = "w"}) {
  %0 = func.call @f(%w) : (tensor<f32>) -> tensor<f32>
  return %w, %0 : tensor<f32>, tensor<f32>
}

// -----

// expected-error @below {{the step needs the name 'grad_norm' for itself; rename the argument}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "grad_norm"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"}) {
  return %w : tensor<f32>
}
func.func @loss_grad(%w: tensor<f32> {train.role = #train.role<param>, train.name = "grad_norm"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "l"},
        tensor<f32> {train.role = #train.role<gradient>, train.name = "grad_norm"}) {
  %0 = train.seed : () -> tensor<f32>
  return %w, %0 : tensor<f32>, tensor<f32>
}
