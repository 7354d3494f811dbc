// RUN: halftone-opt %s --convert-stablehlo-to-train --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @no_counterpart(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{op 'stablehlo.cholesky' has no counterpart in 'train'}}
  %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @several(%x: tensor<4xf32>) {
  // expected-error @+1 {{op 'chlo.bessel_i1e' has no counterpart in 'train'}}
  %0 = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  // expected-error @+1 {{op 'chlo.zeta' has no counterpart in 'train'}}
  %1 = chlo.zeta %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @another_dialect(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'mine.op' has no counterpart in 'train'}}
  %0 = "mine.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unknown_op_of_the_dialect(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'stablehlo.from_tomorrow' has no counterpart in 'train'}}
  %0 = "stablehlo.from_tomorrow"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{op 'func.func' has a value of type 'tensor<?xf32>', expected a static shape; export the model with fixed sizes}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

func.func @complex(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'stablehlo.complex' has no counterpart in 'train'}}
  %0 = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  // expected-error @+1 {{op 'stablehlo.abs' has a value of type 'tensor<4xcomplex<f32>>', expected elements of f64, f32, f16, bf16, f8E4M3FN, f8E5M2, i1, or an integer of 8, 16, 32 or 64 bits}}
  %1 = stablehlo.abs %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @four_bits(%x: tensor<4xf32>) {
  // expected-error @+1 {{op 'stablehlo.convert' has a value of type 'tensor<4xi4>', expected elements of}}
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi4>
  return
}

// -----

func.func @huge() {
  // expected-error @+1 {{op 'stablehlo.iota' has a value of type 'tensor<4611686018427387904x4611686018427387904xf32>', which no memory can hold}}
  %0 = stablehlo.iota dim = 0 : tensor<4611686018427387904x4611686018427387904xf32>
  return
}

// -----

func.func @rng(%a: tensor<f32>, %s: tensor<1xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'stablehlo.rng' has no counterpart in 'train': its numbers come from a hidden state, so a step couldn't be repeated; draw them from a key (jax.random)}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @state(%s: tensor<4xui32>) {
  // expected-error @+1 {{op 'stablehlo.rng_bit_generator' has no counterpart in 'train': a state of type 'tensor<4xui32>', expected two or three words of ui64}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<4xui32>) -> (tensor<4xui32>, tensor<8xui32>)
  return
}

// -----

func.func @target(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'stablehlo.custom_call' has no counterpart in 'train': nothing is known of the target 'cudnn_flash'}}
  %0 = stablehlo.custom_call @cudnn_flash(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @derivative(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'stablehlo.custom_call' has no counterpart in 'train': 'called_computations' of 'halftone.custom_gradient', expected its function and that of its gradient}}
  %0 = stablehlo.custom_call @halftone.custom_gradient(%x) {called_computations = [@derivative]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @composite(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'stablehlo.composite' has no counterpart in 'train': there is no function 'nothing' of its operands and results}}
  %0 = stablehlo.composite "mine.scale" %x {decomposition = @nothing} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @comparator(%a: tensor<8xi32>, %b: tensor<8xi32>) {
  // expected-error @+1 {{op 'stablehlo.sort' has no counterpart in 'train': a comparator that isn't a lexicographic order of operands in one direction}}
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %m: tensor<i32>, %n: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
  return
}

// -----

func.func @updates_may_meet(%t: tensor<7xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) -> tensor<7xf32> {
  // expected-error @+1 {{op 'stablehlo.scatter' has no counterpart in 'train': its body is none of assignment, addition, multiplication, maximum and minimum, and updates may meet (unique_indices)}}
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.divide %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func @body_of_another_dialect(%a: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{op 'stablehlo.reduce' has no counterpart in 'train': a body with 'mine.op'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = "mine.op"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @selection(%a: tensor<8xf32>, %g: tensor<4xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  // expected-error @+1 {{op 'stablehlo.select_and_scatter' has no counterpart in 'train': a selection that is neither the largest nor the smallest}}
  %0 = "stablehlo.select_and_scatter"(%a, %g, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @groups(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'stablehlo.all_reduce' has no counterpart in 'train': 2 groups of devices, expected one of all}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @product(%x: tensor<4xi32>, %y: tensor<4xf32>) -> tensor<f32> {
  // expected-error @+1 {{op 'stablehlo.dot_general' has no counterpart in 'train': a product of 'i32' and 'f32' in 'f32'}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<4xi32>, tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @equation(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op 'stablehlo.einsum' has no counterpart in 'train': the equation 'ii,ij->j', expected a product of two operands whose letters are distinct}}
  %0 = stablehlo.einsum %x, %x, config = "ii,ij->j" : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @shape_is_a_value(%x: tensor<4xf32>, %s: tensor<f32>, %n: tensor<1xi64>) -> tensor<6xf32> {
  // expected-error @+1 {{op 'stablehlo.dynamic_pad' has no counterpart in 'train': its amounts of padding are not constant}}
  %0 = stablehlo.dynamic_pad %x, %s, %n, %n, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{function 'main' calls itself; a training step can't recurse}}
  %0 = call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{function 'blocks' has 2 blocks, expected one}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  "mine.br"()[^next] : () -> ()
^next:
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{op 'mine.global' has no counterpart in 'train'}}
"mine.global"() : () -> ()

// -----

func.func @scalars(%x: tensor<4xi64>) {
  // expected-error @+1 {{op 'arith.constant' has no counterpart in 'train': a value of type 'i64', expected a tensor}}
  %0 = arith.constant 3 : i64
  return
}

// -----

func.func @tokens() {
  // expected-error @+1 {{op 'stablehlo.create_token' has no counterpart in 'train'}}
  %0 = stablehlo.create_token : !stablehlo.token
  return
}
