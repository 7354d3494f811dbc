// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One wrong use for each message of an op with regions, a call or a collective.
// RUN: halftone-opt %s --split-input-file --verify-diagnostics

  func.func @f() {
  // expected-error@+1 {{must be in a region of a 'stablehlo' op}}
    stablehlo.return
  }

// -----

func.func @f(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{'false_branch' must yield ('tensor<4xf32>'), got ('tensor<i1>')}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
  // expected-note@+1 {{yielded here}}
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{'true_branch' must take (), got ('tensor<4xf32>')}}
  %0 = "stablehlo.if"(%p) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{expected 2 regions}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{region #1 ('false_branch') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %p: tensor<i1>) {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
  // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{'false_branch' must end in 'stablehlo.return'}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    llvm.unreachable
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{expected at least 1 branch}}
  %0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'branches' must yield ('tensor<4xf32>'), got ()}}
  %0 = "stablehlo.case"(%i) ({
  // expected-note@+1 {{yielded here}}
    stablehlo.return
  }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{'cond' must yield ('tensor<i1>'), got ('tensor<i32>')}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%x: tensor<i32>):
  // expected-note@+1 {{yielded here}}
    stablehlo.return %x : tensor<i32>
  }, {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%i: tensor<i32>, %p: tensor<i1>) {
  // expected-error@+1 {{'body' must take ('tensor<i32>'), got ('tensor<i64>')}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>):
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%i: tensor<i32>, %p: tensor<i1>) {
  // expected-error@+1 {{expected results of the operands' types ('tensor<i32>'), got ('tensor<i64>')}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<i64>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected as many initial values as inputs, got 1 operands}}
  %0 = "stablehlo.reduce"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected 1 results, got 2}}
  %0:2 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{expected an input of type 'tensor<2x3xf32>', got 'tensor<3x2xf32>'}}
  %0:2 = "stablehlo.reduce"(%a, %b, %z, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'dimensions' must be at least 0 and below the rank 2, got 2}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected a result of type 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'body' must take and yield the same types twice, got ('tensor<f32>', 'tensor<f32>') to ()}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'body' must take 2 tensors of rank 0, got ('tensor<f32>', 'tensor<1xf32>')}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<1xf32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'window sizes' must have 2 entries, got 1}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'window sizes' must be at least 1, got 0}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 0, 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected a result of type 'tensor<2x1xf32>', got 'tensor<2x2xf32>'}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected a source of type 'tensor<2x1xf32>', got 'tensor<2x3xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %a, %z) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'select' must yield ('tensor<i1>'), got ('tensor<f32>')}}
  %0 = "stablehlo.select_and_scatter"(%a, %a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  // expected-note@+1 {{yielded here}}
    stablehlo.return %y : tensor<f32>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'dimensions' must be all dimensions in order, got [1, 0]}}
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected at least 1 operand}}
  %0 = "stablehlo.map"() <{dimensions = array<i64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : () -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'computation' must take ('tensor<f32>'), got ('tensor<f32>', 'tensor<f32>')}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'dimension' must be at least -2 and below the rank 2, got 2}}
  %0 = "stablehlo.sort"(%a) <{dimension = 2 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected at least 1 operand}}
  "stablehlo.sort"() <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : () -> ()
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected results of the operands' types ('tensor<2x3xf32>'), got ('tensor<3x2xf32>')}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'comparator' must yield ('tensor<i1>'), got ('tensor<f32>')}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  // expected-note@+1 {{yielded here}}
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected results of the operands' types ('tensor<4xf32>'), got ('tensor<5xf32>')}}
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a tuple of the operands' types ('tensor<4xf32>'), got 'tuple<tensor<5xf32>>'}}
  %0 = "stablehlo.tuple"(%a) : (tensor<4xf32>) -> tuple<tensor<5xf32>>
  return
}

// -----

func.func @f(%t: tuple<tensor<4xf32>>) {
  // expected-error@+1 {{'index' must be at least 0 and below the rank 1, got 1}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tuple<tensor<4xf32>>) {
  // expected-error@+1 {{expected a result of type 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected at least 1 operand, and results of the operands' types ('tensor<4xf32>'), got ('tensor<5xf32>')}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a part of type 'tensor<4xf32>', got 'tensor<3xf32>'}}
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'all_gather_dim' must be at least 0 and below the rank 1, got 1}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected a value with elements of type 'f16', got 'tensor<4xf32>'}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<8xf16>
  return
}
