// RUN: halftone-opt %s --split-input-file --verify-diagnostics --train-loss-scaling

// expected-error @below {{no function 'step' with a body of one block; run 'train-build-step' first}}
module {}

// -----

// expected-error @below {{no function 'init' with a body of one block; run 'train-build-step' first}}
module {
  func.func @step() {
    return
  }
}

// -----

func.func @init() {
  return
}
// expected-error @below {{function 'step' is scaled already: it has the scaler state 's'}}
func.func @step(%s: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "s"}) {
  return
}

// -----

func.func @init() {
  return
}
func.func @step(%s: tensor<f32>) {
  // expected-error @below {{function 'step' is scaled already: this 'train.seed' has a scale}}
  %0 = train.seed scale %s : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @init() {
  return
}
func.func @step(%s: tensor<f32>, %g: tensor<4xf32>) {
  // expected-error @below {{function 'step' is scaled already: this 'train.unscale' takes a scale off}}
  %0 = train.unscale %g by %s : tensor<4xf32>
  return
}

// -----

func.func @init() {
  return
}
// expected-error @below {{loss scaling needs the name 'scale' for a metric; rename that result of 'step'}}
func.func @step(%x: tensor<f32>) -> (tensor<f32> {train.role = #train.role<metric>, train.name = "scale"}) {
  return %x : tensor<f32>
}

// -----

func.func @init() {
  return
}
// expected-error @below {{function 'step' has no 'train.seed' to put the loss scale on}}
func.func @step(%g: tensor<4xf32>) -> (tensor<f32> {train.role = #train.role<metric>, train.name = "n"}) {
  %0 = train.global_norm %g : tensor<4xf32>
  return %0 : tensor<f32>
}

// -----

func.func @init() {
  return
}
func.func @step(%p: tensor<i1>) -> (tensor<f32> {train.role = #train.role<metric>, train.name = "n"}) {
  %0 = train.seed : () -> tensor<f32>
  %1 = train.if %p : tensor<f32> {
    %g = train.negate %0 : tensor<f32>
    // expected-error @below {{gradient operand 0 is a value of an inner region; loss scaling needs it at the top of 'step'}}
    %2 = train.global_norm %g : tensor<f32>
    train.yield %2 : tensor<f32>
  } else {
    train.yield %0 : tensor<f32>
  }
  return %1 : tensor<f32>
}

// -----

// The second backward pass reads what the first optimizer wrote.
func.func @init() {
  return
}
func.func @step(%a: tensor<f32> {train.role = #train.role<param>, train.name = "a"},
                %b: tensor<f32> {train.role = #train.role<param>, train.name = "b"})
    -> (tensor<f32> {train.role = #train.role<param>, train.name = "a", train.updates = "a"},
        tensor<f32> {train.role = #train.role<param>, train.name = "b", train.updates = "b"}) {
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %seed = train.seed : () -> tensor<f32>
  %na = train.sgd %a, %seed lr %lr step %t : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<f32>
  %seed2 = train.seed : () -> tensor<f32>
  %gb = train.multiply %na, %seed2 : tensor<f32>
  // expected-error @below {{gradient operand 1 comes from a backward pass behind an optimizer, norm or clip; its loss scale can't be taken off with that of the others}}
  %nb = train.sgd %b, %gb lr %lr step %t : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<f32>
  return %na, %nb : tensor<f32>, tensor<f32>
}

// -----

func.func @init() {
  return
}
// expected-error @below {{loss scaling needs the name 'scaler/scale' for its state; rename that argument of 'step'}}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "scaler/scale"}) {
  return
}

// -----

func.func @init() {
  return
}
// expected-error @below {{loss scaling needs the name 'scaler/skipped' for its state; rename that result of 'step'}}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<batch>, train.name = "w"})
    -> (tensor<4xf32> {train.role = #train.role<metric>, train.name = "scaler/skipped"}) {
  return %w : tensor<4xf32>
}

// -----

func.func @init() {
  return
}
// expected-error @below {{loss scaling needs the name 'skipped' for a metric; rename that argument of 'step'}}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "skipped"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "skipped", train.updates = "skipped"}) {
  return %w : tensor<4xf32>
}
