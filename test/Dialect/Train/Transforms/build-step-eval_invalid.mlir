// RUN: halftone-opt %s --train-differentiate --train-build-step="optimizer=sgd lr=0.1" --split-input-file --verify-diagnostics

func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %loss : tensor<f32>
}
// expected-error @below {{argument 0 of function 'eval' needs 'train.role' and 'train.name'}}
func.func @eval(%w: tensor<4xf32>) -> (tensor<4xf32> {train.role = #train.role<metric>, train.name = "y"}) {
  return %w : tensor<4xf32>
}

// -----

func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %loss : tensor<f32>
}
// expected-error @below {{argument 0 of function 'eval' is 'v' of role 'param', which function 'loss' does not take}}
func.func @eval(%v: tensor<4xf32> {train.role = #train.role<param>, train.name = "v"})
    -> (tensor<4xf32> {train.role = #train.role<metric>, train.name = "y"}) {
  return %v : tensor<4xf32>
}

// -----

func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %loss : tensor<f32>
}
// expected-error @below {{argument 0 of function 'eval' has type 'tensor<5xf32>', but 'w' is 'tensor<4xf32>' in 'loss'}}
func.func @eval(%w: tensor<5xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<5xf32> {train.role = #train.role<metric>, train.name = "y"}) {
  return %w : tensor<5xf32>
}

// -----

func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %loss = train.reduce add %w, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %loss : tensor<f32>
}
// expected-error @below {{result 0 of function 'eval' needs the role 'loss' or 'metric' and a name}}
func.func @eval(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}
