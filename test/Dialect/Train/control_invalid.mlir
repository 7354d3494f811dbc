// RUN: halftone-opt %s -split-input-file -verify-diagnostics

// for (C1)
func.func @for_c1() {
  // expected-error @+1 {{'trip_count' must be at least 0, got -1}}
  train.for %i times -1 {
  }
  return
}

// -----

// for (C2): induction variable
func.func @for_c2() {
  // expected-error @+1 {{the block of 'body' must take ('tensor<i32>'), got ('tensor<i64>')}}
  "train.for"() <{trip_count = 1 : i64}> ({
  ^bb0(%i: tensor<i64>):
    train.yield
  }) : () -> ()
  return
}

// -----

// for (C2): carried values
func.func @for_c2_carried(%0: tensor<f32>) {
  // expected-error @+1 {{the block of 'body' must take ('tensor<i32>', 'tensor<f32>'), got ('tensor<i32>')}}
  %1 = "train.for"(%0) <{trip_count = 1 : i64}> ({
  ^bb0(%i: tensor<i32>):
    train.yield %0 : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// for (C3): yielded types
func.func @for_c3(%0: tensor<f32>) {
  // expected-error @+1 {{'body' must yield ('tensor<f32>'), got ('tensor<i32>')}}
  %1 = train.for %i times 2 carry (%c = %0) : tensor<f32> {
    // expected-note @+1 {{yielded here}}
    train.yield %i : tensor<i32>
  }
  return
}

// -----

// for (C3): result types
func.func @for_c3_results(%0: tensor<f32>) {
  // expected-error @+1 {{results must have the types of 'inits' ('tensor<f32>'), got ('tensor<bf16>')}}
  %1 = "train.for"(%0) <{trip_count = 1 : i64}> ({
  ^bb0(%i: tensor<i32>, %c: tensor<f32>):
    train.yield %c : tensor<f32>
  }) : (tensor<f32>) -> tensor<bf16>
  return
}

// -----

func.func @for_terminator() {
  // expected-error @+1 {{'body' must end with 'train.yield'}}
  train.for %i times 2 {
    func.return
  }
  return
}

// -----

func.func @for_types(%0: tensor<f32>) {
  // expected-error @+1 {{expected 1 types of carried values, got 2}}
  %1 = train.for %i times 2 carry (%c = %0) : tensor<f32>, tensor<f32> {
    train.yield %c : tensor<f32>
  }
  return
}

// -----

// while (C1): cond
func.func @while_c1_cond(%0: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{the block of 'cond' must take ('tensor<f32>'), got ()}}
  %1 = "train.while"(%0) ({
    train.yield %p : tensor<i1>
  }, {
  ^bb0(%c: tensor<f32>):
    train.yield %c : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// while (C1): body
func.func @while_c1_body(%0: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{the block of 'body' must take ('tensor<f32>'), got ('tensor<f16>')}}
  %1 = "train.while"(%0) ({
  ^bb0(%c: tensor<f32>):
    train.yield %p : tensor<i1>
  }, {
  ^bb0(%c: tensor<f16>):
    train.yield %0 : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// while (C2)
func.func @while_c2(%0: tensor<f32>) {
  // expected-error @+1 {{'cond' must yield ('tensor<i1>'), got ('tensor<f32>')}}
  %1 = train.while (%c = %0) : tensor<f32> cond {
    // expected-note @+1 {{yielded here}}
    train.yield %c : tensor<f32>
  } do {
    train.yield %c : tensor<f32>
  }
  return
}

// -----

// while (C3): yielded types
func.func @while_c3(%0: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{'body' must yield ('tensor<f32>'), got ()}}
  %1 = train.while (%c = %0) : tensor<f32> cond {
    train.yield %p : tensor<i1>
  } do {
    // expected-note @+1 {{yielded here}}
    train.yield
  }
  return
}

// -----

// while (C3): result types
func.func @while_c3_results(%0: tensor<f32>, %p: tensor<i1>) {
  // expected-error @+1 {{results must have the types of 'inits' ('tensor<f32>'), got ('tensor<f32>', 'tensor<f32>')}}
  %1:2 = "train.while"(%0) ({
  ^bb0(%c: tensor<f32>):
    train.yield %p : tensor<i1>
  }, {
  ^bb0(%c: tensor<f32>):
    train.yield %c : tensor<f32>
  }) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @while_names(%0: tensor<f32>, %p: tensor<i1>) {
  %1 = train.while (%c = %0) : tensor<f32> cond {
    train.yield %p : tensor<i1>
  // expected-error @+1 {{expected 1 names, one for each carried value, got 2}}
  } do (%d, %e) {
    train.yield %d : tensor<f32>
  }
  return
}

// -----

// if (C1): then
func.func @if_c1_then(%p: tensor<i1>, %0: tensor<f32>) {
  // expected-error @+1 {{'then_region' must yield ('tensor<f32>'), got ('tensor<i1>')}}
  %1 = train.if %p : tensor<f32> {
    // expected-note @+1 {{yielded here}}
    train.yield %p : tensor<i1>
  } else {
    train.yield %0 : tensor<f32>
  }
  return
}

// -----

// if (C1): else
func.func @if_c1_else(%p: tensor<i1>, %0: tensor<f32>) {
  // expected-error @+1 {{'else_region' must yield ('tensor<f32>'), got ('tensor<f32>', 'tensor<f32>')}}
  %1 = train.if %p : tensor<f32> {
    train.yield %0 : tensor<f32>
  } else {
    // expected-note @+1 {{yielded here}}
    train.yield %0, %0 : tensor<f32>, tensor<f32>
  }
  return
}

// -----

// if (C2)
func.func @if_c2(%p: tensor<i1>) {
  // expected-error @+1 {{the block of 'else_region' must take (), got ('tensor<f32>')}}
  "train.if"(%p) ({
    train.yield
  }, {
  ^bb0(%c: tensor<f32>):
    train.yield
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @if_predicate(%p: tensor<4xi1>) {
  // expected-error @+1 {{operand #0 must be tensor of rank 0 of i1, but got 'tensor<4xi1>'}}
  "train.if"(%p) ({
    train.yield
  }, {
    train.yield
  }) : (tensor<4xi1>) -> ()
  return
}

// -----

// precision (C1)
func.func @precision_c1(%0: tensor<f32>) {
  // expected-error @+1 {{'body' must yield ('tensor<f32>'), got ()}}
  %1 = train.precision bf16 : tensor<f32> {
    // expected-note @+1 {{yielded here}}
    train.yield
  }
  return
}

// -----

// precision (C2)
func.func @precision_c2() {
  // expected-error @+1 {{'tf32' needs 'compute' f32, got 'bf16'}}
  train.precision bf16 tf32 {
  }
  return
}

// -----

// precision (C3)
func.func @precision_c3() {
  // expected-error @+1 {{'compute' must be f32, f16, bf16, f8E4M3FN or f8E5M2, got 'f64'}}
  train.precision f64 {
  }
  return
}

// -----

// precision (C4)
func.func @precision_c4() {
  // expected-error @+1 {{the block of 'body' must take (), got ('tensor<f32>')}}
  "train.precision"() <{compute = bf16}> ({
  ^bb0(%c: tensor<f32>):
    train.yield
  }) : () -> ()
  return
}

// -----

// checkpoint (C1)
func.func @checkpoint_c1(%0: tensor<f32>) {
  // expected-error @+1 {{'body' must yield ('tensor<f32>'), got ('tensor<f32>', 'tensor<f32>')}}
  %1 = train.checkpoint : tensor<f32> {
    // expected-note @+1 {{yielded here}}
    train.yield %0, %0 : tensor<f32>, tensor<f32>
  }
  return
}

// -----

// checkpoint (C2)
func.func @checkpoint_c2() {
  // expected-error @+1 {{the block of 'body' must take (), got ('tensor<f32>')}}
  "train.checkpoint"() ({
  ^bb0(%c: tensor<f32>):
    train.yield
  }) : () -> ()
  return
}

// -----

func.func @checkpoint_save(%0: tensor<f32>) {
  // expected-error @+2 {{to be one of: nothing, products}}
  // expected-error @+1 {{failed to parse Train_CheckpointSaveAttr}}
  train.checkpoint save everything {
  }
  return
}

// -----

func.func @yield_parent(%0: tensor<f32>) {
  // expected-error @+1 {{expects parent op to be one of 'train.for, train.while, train.if, train.precision, train.checkpoint'}}
  train.yield %0 : tensor<f32>
}

// -----

// optimization_barrier (C1)
func.func @optimization_barrier_c1(%0: tensor<f32>) {
  // expected-error @+1 {{results must have the operands' types ('tensor<f32>'), got ('tensor<bf16>')}}
  %1 = "train.optimization_barrier"(%0) : (tensor<f32>) -> tensor<bf16>
  return
}

// -----

// custom_gradient (C1): forward
func.func @custom_gradient_c1_forward(%0: tensor<4xf32>) {
  // expected-error @+1 {{'forward' must name a function, got @nowhere}}
  %1 = train.custom_gradient @nowhere, @backward(%0) : (tensor<4xf32>) -> tensor<f32>
  return
}
func.func private @backward(tensor<f32>) -> tensor<4xf32>

// -----

// custom_gradient (C1): backward
func.func @custom_gradient_c1_backward(%0: tensor<4xf32>) {
  // expected-error @+1 {{'backward' must name a function, got @nowhere}}
  %1 = train.custom_gradient @forward, @nowhere(%0) : (tensor<4xf32>) -> tensor<f32>
  return
}
func.func private @forward(tensor<4xf32>) -> tensor<f32>

// -----

// custom_gradient (C2): operands
func.func @custom_gradient_c2_operands(%0: tensor<4xf32>) {
  // expected-error @+1 {{'forward' must take ('tensor<4xf32>'), got ('tensor<5xf32>')}}
  %1 = train.custom_gradient @forward, @backward(%0) : (tensor<4xf32>) -> tensor<f32>
  return
}
// expected-note @+1 {{declared here}}
func.func private @forward(tensor<5xf32>) -> tensor<f32>
func.func private @backward(tensor<f32>) -> tensor<4xf32>

// -----

// custom_gradient (C2): results
func.func @custom_gradient_c2_results(%0: tensor<4xf32>) {
  // expected-error @+1 {{'forward' must yield first ('tensor<f32>', 'tensor<f32>'), got ('tensor<f32>')}}
  %1:2 = train.custom_gradient @forward, @backward(%0) : (tensor<4xf32>) -> (tensor<f32>, tensor<f32>)
  return
}
// expected-note @+1 {{declared here}}
func.func private @forward(tensor<4xf32>) -> tensor<f32>
func.func private @backward(tensor<f32>) -> tensor<4xf32>

// -----

// custom_gradient (C3): residuals
func.func @custom_gradient_c3_residuals(%0: tensor<4xf32>) {
  // expected-error @+1 {{'backward' must take ('tensor<4xbf16>', 'tensor<f32>'), got ('tensor<f32>', 'tensor<4xbf16>')}}
  %1 = train.custom_gradient @forward, @backward(%0) : (tensor<4xf32>) -> tensor<f32>
  return
}
func.func private @forward(tensor<4xf32>) -> (tensor<f32>, tensor<4xbf16>)
// expected-note @+1 {{declared here}}
func.func private @backward(tensor<f32>, tensor<4xbf16>) -> tensor<4xf32>

// -----

// custom_gradient (C3): gradients, none of an integer
func.func @custom_gradient_c3_gradients(%0: tensor<4xf32>, %1: tensor<4xi32>) {
  // expected-error @+1 {{'backward' must yield ('tensor<4xf32>'), got ('tensor<4xf32>', 'tensor<4xi32>')}}
  %2 = train.custom_gradient @forward, @backward(%0, %1) : (tensor<4xf32>, tensor<4xi32>) -> tensor<f32>
  return
}
func.func private @forward(tensor<4xf32>, tensor<4xi32>) -> tensor<f32>
// expected-note @+1 {{declared here}}
func.func private @backward(tensor<f32>) -> (tensor<4xf32>, tensor<4xi32>)

// -----

// rng_bits (C1)
func.func @rng_bits_c1(%key: tensor<2xui32>) {
  // expected-error @+1 {{'offset' must be at least 0, got -1}}
  %0 = train.rng_bits philox4x32_10 %key offset = -1 : tensor<4xui32>
  return
}

// -----

func.func @rng_bits_result(%key: tensor<2xui32>) {
  // expected-error @+1 {{result #0 must be statically shaped tensor of 32-bit unsigned integer values, but got 'tensor<4xi32>'}}
  %0 = train.rng_bits philox4x32_10 %key : tensor<4xi32>
  return
}

// -----

func.func @fold_in_data(%key: tensor<2xui32>, %data: tensor<4xi32>) {
  // expected-error @+1 {{operand #1 must be tensor of rank 0 of integer, but got 'tensor<4xi32>'}}
  %0 = train.fold_in %key, %data : tensor<4xi32>
  return
}

// -----

// all_reduce (C1)
func.func @all_reduce_c1(%0: tensor<4xf32>) {
  // expected-error @+1 {{'or' needs integers or i1, got 'f32'}}
  %1 = train.all_reduce or %0 over "data" : tensor<4xf32>
  return
}

// -----

// all_gather (C1)
func.func @all_gather_c1(%0: tensor<4xf32>) {
  // expected-error @+1 {{'dimension' must be at least 0 and below the rank 1, got 1}}
  %1 = train.all_gather %0, dim = 1 over "data" : tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

// all_gather (C2): no multiple
func.func @all_gather_c2(%0: tensor<4xf32>) {
  // expected-error @+1 {{operand and result must have one shape but for a multiple in dimension 0, got 'tensor<4xf32>' and 'tensor<6xf32>'}}
  %1 = train.all_gather %0, dim = 0 over "data" : tensor<4xf32> -> tensor<6xf32>
  return
}

// -----

// all_gather (C2): another dimension
func.func @all_gather_c2_other(%0: tensor<4x3xf32>) {
  // expected-error @+1 {{operand and result must have one shape but for a multiple in dimension 0, got 'tensor<4x3xf32>' and 'tensor<8x6xf32>'}}
  %1 = train.all_gather %0, dim = 0 over "data" : tensor<4x3xf32> -> tensor<8x6xf32>
  return
}

// -----

// reduce_scatter (C1)
func.func @reduce_scatter_c1(%0: tensor<4xf32>) {
  // expected-error @+1 {{'dimension' must be at least 0 and below the rank 1, got -1}}
  %1 = train.reduce_scatter add %0, dim = -1 over "data" : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

// reduce_scatter (C2)
func.func @reduce_scatter_c2(%0: tensor<4xf32>) {
  // expected-error @+1 {{operand and result must have one shape but for a multiple in dimension 0, got 'tensor<4xf32>' and 'tensor<8xf32>'}}
  %1 = train.reduce_scatter add %0, dim = 0 over "data" : tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

// reduce_scatter (C3)
func.func @reduce_scatter_c3(%0: tensor<4xi1>) {
  // expected-error @+1 {{'add' needs floats or integers, got 'i1'}}
  %1 = train.reduce_scatter add %0, dim = 0 over "data" : tensor<4xi1> -> tensor<2xi1>
  return
}
