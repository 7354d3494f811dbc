// RUN: halftone-opt %s --train-differentiate --split-input-file --verify-diagnostics

// expected-error @+1 {{no function 'loss' to differentiate}}
module {
}

// -----

// expected-error @+1 {{expected a body of one block in function 'loss'}}
func.func private @loss(tensor<2xf32> {train.role = #train.role<param>}) -> tensor<f32>

// -----

// expected-error @+1 {{the name 'loss_grad' is taken}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> tensor<f32> {
  return %w : tensor<f32>
}
// expected-note @+1 {{defined here}}
func.func @loss_grad() {
  return
}

// -----

// expected-error @+1 {{function 'loss' has no argument of role 'param'}}
func.func @loss(%w: tensor<f32>) -> tensor<f32> {
  return %w : tensor<f32>
}

// -----

// expected-error @+1 {{expected a float tensor as parameter 'table' of function 'loss', got 'tensor<4xi32>'}}
func.func @loss(%x: tensor<f32>, %w: tensor<4xi32> {train.role = #train.role<param>, train.name = "table"}) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{expected one result that is a float scalar in function 'loss', got 2}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> (tensor<f32>, tensor<f32>, tensor<2xf32>) {
  // expected-note @+1 {{result 0 of type 'tensor<f32>'}}
  %0 = train.sine %w : tensor<f32>
  // expected-note @+1 {{result 1 of type 'tensor<f32>'}}
  %1 = train.cosine %w : tensor<f32>
  %2 = train.broadcast_in_dim %w, dims = [] : tensor<f32> -> tensor<2xf32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<2xf32>
}

// -----

// expected-error @+1 {{expected one result that is a float scalar in function 'loss', got 0}}
func.func @loss(%w: tensor<2xf32> {train.role = #train.role<param>}) -> tensor<2xf32> {
  return %w : tensor<2xf32>
}

// -----

// expected-error @+1 {{expected one result of role 'loss' in function 'loss', got 2}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>})
    -> (tensor<f32> {train.role = #train.role<loss>}, tensor<f32> {train.role = #train.role<loss>}) {
  // expected-note @+2 {{result 0 of type 'tensor<f32>'}}
  // expected-note @+1 {{result 1 of type 'tensor<f32>'}}
  %0 = train.sine %w : tensor<f32>
  return %0, %0 : tensor<f32>, tensor<f32>
}

// -----

// expected-error @+1 {{expected a float tensor of rank 0 as the loss of function 'loss', got 'tensor<2xf32>'}}
func.func @loss(%w: tensor<2xf32> {train.role = #train.role<param>}) -> (tensor<2xf32> {train.role = #train.role<loss>}) {
  return %w : tensor<2xf32>
}

// -----

// A loop without a trip count, named at its line.
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> tensor<f32> {
  %limit = train.constant dense<9.0> : tensor<f32>
  // expected-error @+1 {{op 'train.while' has no gradient: its trip count is not known; use 'train.for'}}
  %0 = train.while (%c = %w) : tensor<f32> cond {
    %p = train.compare LT, %c, %limit : tensor<f32>
    train.yield %p : tensor<i1>
  } do {
    %2 = train.add %c, %c : tensor<f32>
    train.yield %2 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// An op without a rule, and where its gradient comes from.
func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>}, %x: tensor<8xf32>) -> tensor<f32> {
  // expected-error @+1 {{op 'train.select_and_scatter' has no gradient}}
  %0 = train.select_and_scatter max %x, %w, window = [2] strides = [2] : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  // expected-note @+1 {{its gradient comes from here, op 'train.reduce'}}
  %1 = train.reduce add %0, dims = [0] : tensor<8xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// A call that can't be looked into.
func.func private @f(tensor<f32>) -> tensor<f32>
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> tensor<f32> {
  // expected-error @+1 {{op 'func.call' has no gradient}}
  %0 = func.call @f(%w) : (tensor<f32>) -> tensor<f32>
  // expected-note @+1 {{its gradient comes from here, op 'train.sine'}}
  %1 = train.sine %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// Recursion is not inlined.
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> tensor<f32> {
  // expected-error @+2 {{op 'func.call' has no gradient}}
  // expected-note @+1 {{its gradient comes from here}}
  %0 = func.call @f(%w) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>}, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<f32> {
  // expected-error @+1 {{op 'train.scatter' of kind 'max' has no gradient}}
  %0 = train.scatter max %w, %i, %u {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>,
      scatter_dims_to_operand_dims = array<i64: 0>} : (tensor<4xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = train.reduce add %0, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  // expected-error @+1 {{op 'train.reduce_window' of kind 'mul' has no gradient}}
  %0 = train.reduce_window mul %w, window = [2] strides = [2] : tensor<4xf32> -> tensor<2xf32>
  %1 = train.reduce add %0, dims = [0] : tensor<2xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @loss(%w: tensor<5xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  // expected-error @+1 {{op 'train.reduce_window' of a dilated window has no gradient}}
  %0 = train.reduce_window max %w, window = [2] strides = [1] window_dilations = [2] : tensor<5xf32> -> tensor<3xf32>
  %1 = train.reduce add %0, dims = [0] : tensor<3xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> tensor<f32> {
  // expected-error @+1 {{op 'train.all_reduce' of kind 'max' has no gradient}}
  %0 = train.all_reduce max %w over "data" : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @loss(%w: tensor<2xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  // expected-error @+1 {{op 'train.reduce_scatter' of kind 'max' has no gradient}}
  %0 = train.reduce_scatter max %w, dim = 0 over "data" : tensor<2xf32> -> tensor<2xf32>
  %1 = train.reduce add %0, dims = [0] : tensor<2xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @loss(%w: tensor<2x3xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  // expected-error @+1 {{the statistics of 'train.layer_norm' have no gradient}}
  %0:3 = train.layer_norm %w axis = 1 epsilon = 1.0e-5 : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  %1 = train.reduce add %0#1, dims = [0] : tensor<2xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @loss(%w: tensor<2x3xf32> {train.role = #train.role<param>}, %l: tensor<2xi32>) -> tensor<f32> {
  // expected-error @+1 {{the log-sum-exp of 'train.cross_entropy' has no gradient; use 'train.logsumexp'}}
  %0:2 = train.cross_entropy %w, %l reduction = mean : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<f32>, tensor<2xf32>)
  %1 = train.reduce add %0#1, dims = [0] : tensor<2xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @loss(%q: tensor<1x1x2x2xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  // expected-error @+1 {{the log-sum-exp of 'train.attention' has no gradient}}
  %0:2 = train.attention %q, %q, %q scale = 1.0 : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2xf32>)
  %1 = train.reduce add %0#1, dims = [0, 1, 2] : tensor<1x1x2xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// In the middle of nested regions, whose twins are half built.
func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>}, %x: tensor<8xf32>, %q: tensor<i1>) -> tensor<f32> {
  %0 = train.for %i times 3 carry (%c = %w) : tensor<4xf32> {
    %1 = train.if %q : tensor<4xf32> {
      %s = train.sine %c : tensor<4xf32>
      train.yield %s : tensor<4xf32>
    } else {
      %2 = train.precision f32 : tensor<8xf32> {
        %s = train.cosine %c : tensor<4xf32>
        // expected-error @+1 {{op 'train.select_and_scatter' has no gradient}}
        %3 = train.select_and_scatter max %x, %s, window = [2] strides = [2] : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
        // expected-note @+1 {{its gradient comes from here, op 'train.exponential'}}
        %e = train.exponential %3 : tensor<8xf32>
        train.yield %e : tensor<8xf32>
      }
      %t = train.slice %2, start = [0], limit = [4], strides = [1] : tensor<8xf32> -> tensor<4xf32>
      train.yield %t : tensor<4xf32>
    }
    train.yield %1 : tensor<4xf32>
  }
  %4 = train.reduce add %0, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %4 : tensor<f32>
}

// -----

// expected-error @below {{the gradient of parameter 'loss' needs its name, which a result has; rename one of them}}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>, train.name = "loss"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  return %w : tensor<f32>
}
