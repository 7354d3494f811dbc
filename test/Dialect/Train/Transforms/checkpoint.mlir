// RUN: halftone-opt %s --train-differentiate --split-input-file | FileCheck %s
// RUN: halftone-opt %s --train-differentiate --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC
// RUN: halftone-opt %s --train-differentiate --cse --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=CSE
// RUN: halftone-opt %s --train-decompose --split-input-file | FileCheck %s --check-prefix=INLINE

// The body runs again behind a barrier over its inputs and the gradient of its result.
// What no gradient needs of it (the second product) is not computed again.

// CHECK-LABEL: func.func @loss(
// CHECK: train.checkpoint
// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32> {{{.*}}}, %[[A:.*]]: tensor<4x4xf32> {{{.*}}}, %[[B:.*]]: tensor<4x4xf32>
// CHECK-NOT: train.checkpoint
// CHECK: %[[P:[0-9]*]] = train.dot_general %[[X]], %[[A]]
// CHECK-NEXT: %[[T:[0-9]*]] = train.tanh %[[P]]
// CHECK-NEXT: %[[Y:.*]] = train.dot_general %[[T]], %[[B]]
// CHECK: train.seed
// CHECK: %[[DY:.*]] = train.cosine
// CHECK: %[[G:.*]] = train.multiply
// CHECK: %[[BARRIER:.*]]:4 = train.optimization_barrier %[[X]], %[[A]], %[[B]], %[[G]]
// CHECK-NEXT: %[[P2:.*]] = train.dot_general %[[BARRIER]]#0, %[[BARRIER]]#1
// CHECK-NEXT: %[[T2:.*]] = train.tanh %[[P2]]
// CHECK-NEXT: train.dot_general %[[BARRIER]]#3, %[[BARRIER]]#2
// CHECK-NEXT: train.dot_general %[[T2]], %[[BARRIER]]#3
// CHECK-NOT: {{%}}[[T]]{{[ ,]}}
// CHECK-NOT: {{%}}[[P]]{{[ ,]}}
// CHECK: return

// CSE-LABEL: func.func @loss_grad(
// CSE-COUNT-2: train.tanh
// CSE-NOT: train.tanh
// CSE: return

// LOC: train.tanh {{.*}} loc(#[[FORWARD:.*]])
// LOC-LABEL: func.func @loss_grad(
// LOC: train.optimization_barrier {{.*}} loc(#[[BARRIER:.*]])
// LOC: train.tanh {{.*}} loc(#[[AGAIN:.*]])
// LOC-DAG: #[[FORWARD]] = loc("tanh"
// LOC-DAG: #[[BARRIER]] = loc(fused<{train.backward_of = "train.checkpoint"}>
// LOC-DAG: #[[AGAIN]] = loc(fused<{train.backward_of = "train.tanh", train.recomputed}>[#[[FORWARD]]])

// INLINE-LABEL: func.func @loss(
// INLINE-NOT: train.checkpoint
// INLINE: train.tanh
// INLINE-NOT: train.checkpoint
func.func @loss(%x: tensor<2x4xf32> {train.role = #train.role<batch>, train.name = "x"},
    %a: tensor<4x4xf32> {train.role = #train.role<param>, train.name = "a"},
    %b: tensor<4x4xf32> {train.role = #train.role<param>, train.name = "b"}) -> tensor<f32> {
  %y = train.checkpoint : tensor<2x4xf32> {
    %0 = train.dot_general %x, %a, contract = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %1 = train.tanh %0 : tensor<2x4xf32> loc("tanh")
    %2 = train.dot_general %1, %b, contract = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    train.yield %2 : tensor<2x4xf32>
  }
  %s = train.sine %y : tensor<2x4xf32>
  %l = train.reduce add %s, dims = [0, 1] : tensor<2x4xf32> -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// Saved products pass the barrier, and only the rest is computed again.

// CHECK-LABEL: func.func @loss_grad(
// CHECK: %[[P:.*]] = train.dot_general %{{.*}}, %[[W:.*]], contract
// CHECK-NEXT: train.tanh %[[P]]
// CHECK: %[[BARRIER:.*]]:4 = train.optimization_barrier %{{.*}}, %{{.*}}, %[[P]], %{{.*}} :
// CHECK-NEXT: %[[T2:.*]] = train.tanh %[[BARRIER]]#2
// CHECK: train.dot_general
// CHECK: train.dot_general
// CHECK-NOT: train.dot_general
// CHECK: return
func.func @loss(%x: tensor<2x4xf32> {train.role = #train.role<param>, train.name = "x"},
    %a: tensor<4x4xf32> {train.role = #train.role<param>, train.name = "a"}) -> tensor<f32> {
  %y = train.checkpoint save products : tensor<2x4xf32> {
    %0 = train.dot_general %x, %a, contract = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %1 = train.tanh %0 : tensor<2x4xf32>
    %2 = train.multiply %1, %1 : tensor<2x4xf32>
    train.yield %2 : tensor<2x4xf32>
  }
  %l = train.reduce add %y, dims = [0, 1] : tensor<2x4xf32> -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// A checkpoint in a checkpoint: the outer copy has two sines; the inner one computes its
// cosine again from the outer copy.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: train.exponential %[[X]]
// CHECK: train.seed
// CHECK: %[[OUTER:.*]]:2 = train.optimization_barrier %[[X]], %
// CHECK: %[[E:.*]] = train.exponential %[[OUTER]]#0
// CHECK: %[[INNER:.*]]:2 = train.optimization_barrier %[[E]], %
// CHECK: %[[S:.*]] = train.sine %[[INNER]]#0
// CHECK: return
func.func @loss(%x: tensor<4xf32> {train.role = #train.role<param>, train.name = "x"}) -> tensor<f32> {
  %y = train.checkpoint : tensor<4xf32> {
    %0 = train.exponential %x : tensor<4xf32>
    %1 = train.checkpoint : tensor<4xf32> {
      %2 = train.sine %0 : tensor<4xf32>
      %3 = train.sine %2 : tensor<4xf32>
      train.yield %3 : tensor<4xf32>
    }
    train.yield %1 : tensor<4xf32>
  }
  %l = train.reduce add %y, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// In a loop over stacked layers: the only stack is that of the carried value. The layer
// is read again.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32> {{{.*}}}, %[[W:.*]]: tensor<3x2x2xf32>
// CHECK: %[[FWD:.*]]:2 = train.for %{{.*}} times 3 carry (%[[C:.*]] = %[[X]], %{{.*}} = %{{.*}}) : tensor<2xf32>, tensor<3x2xf32> {
// CHECK: train.reshape %[[C]]
// CHECK: train.for {{.*}} times 3 carry ({{.*}}) : tensor<2xf32>, tensor<3x2x2xf32> {
// CHECK: %[[I:.*]] = train.subtract
// CHECK: %[[S:.*]] = train.dynamic_slice %[[FWD]]#1
// CHECK-NEXT: %[[CARRIED:.*]] = train.reshape %[[S]]
// CHECK-NEXT: %[[BARRIER:.*]]:3 = train.optimization_barrier %[[W]], %[[CARRIED]], %
// CHECK-NEXT: %[[L:.*]] = train.dynamic_slice %[[BARRIER]]#0[%[[I]], %
// CHECK: train.dot_general %[[BARRIER]]#1
// CHECK-NEXT: train.tanh
// CHECK-NEXT: train.cosine
func.func @loss(%x: tensor<2xf32> {train.role = #train.role<param>, train.name = "x"},
    %w: tensor<3x2x2xf32> {train.role = #train.role<param>, train.name = "w"}) -> tensor<f32> {
  %z = train.constant dense<0> : tensor<i32>
  %y = train.for %i times 3 carry (%c = %x) : tensor<2xf32> {
    %r = train.checkpoint : tensor<2xf32> {
      %0 = train.dynamic_slice %w[%i, %z, %z] sizes = [1, 2, 2] : (tensor<3x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
      %1 = train.reshape %0 : tensor<1x2x2xf32> -> tensor<2x2xf32>
      %2 = train.dot_general %c, %1, contract = [0] x [0] : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
      %3 = train.tanh %2 : tensor<2xf32>
      %4 = train.sine %3 : tensor<2xf32>
      train.yield %4 : tensor<2xf32>
    }
    train.yield %r : tensor<2xf32>
  }
  %l = train.reduce add %y, dims = [0] : tensor<2xf32> -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// In a precision region the copy is in the twin; a precision region within is copied.

// CHECK-LABEL: func.func @loss_grad(
// CHECK: train.precision bf16
// CHECK: train.seed
// CHECK: train.precision bf16
// CHECK: %[[B:.*]]:2 = train.optimization_barrier
// CHECK: train.precision f32
// CHECK-NEXT: train.exponential
func.func @loss(%x: tensor<4xf32> {train.role = #train.role<param>, train.name = "x"}) -> tensor<f32> {
  %y = train.precision bf16 : tensor<4xf32> {
    %0 = train.checkpoint : tensor<4xf32> {
      %1 = train.precision f32 : tensor<4xf32> {
        %2 = train.exponential %x : tensor<4xf32>
        train.yield %2 : tensor<4xf32>
      }
      %3 = train.sine %1 : tensor<4xf32>
      train.yield %3 : tensor<4xf32>
    }
    train.yield %0 : tensor<4xf32>
  }
  %l = train.reduce add %y, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// Dropout is drawn again from its key, which is an input.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[K:.*]]: tensor<2xui32> {{{.*}}}, %[[X:.*]]: tensor<4xf32>
// CHECK: train.dropout %{{.*}}, %[[K]]
// CHECK: %[[B:.*]]:{{.*}} = train.optimization_barrier %[[X]], %[[K]]
// CHECK: train.dropout %{{.*}}, %[[B]]#1
func.func @loss(%k: tensor<2xui32> {train.role = #train.role<key>, train.name = "k"},
    %x: tensor<4xf32> {train.role = #train.role<param>, train.name = "x"}) -> tensor<f32> {
  %y = train.checkpoint : tensor<4xf32> {
    %0 = train.sine %x : tensor<4xf32>
    %1 = train.dropout %0, %k rate = 0.5 : tensor<4xf32> -> tensor<4xf32>
    %2 = train.sine %1 : tensor<4xf32>
    train.yield %2 : tensor<4xf32>
  }
  %l = train.reduce add %y, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// A checkpoint without a gradient is its body.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-NOT: train.checkpoint
// CHECK-NOT: train.optimization_barrier
// CHECK: return
func.func @loss(%b: tensor<4xf32> {train.role = #train.role<batch>, train.name = "b"},
    %x: tensor<4xf32> {train.role = #train.role<param>, train.name = "x"}) -> tensor<f32> {
  %0 = train.checkpoint : tensor<4xf32> {
    %1 = train.checkpoint : tensor<4xf32> {
      %2 = train.sine %b : tensor<4xf32>
      train.yield %2 : tensor<4xf32>
    }
    train.yield %1 : tensor<4xf32>
  }
  %m = train.multiply %x, %0 : tensor<4xf32>
  %l = train.reduce add %m, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %l : tensor<f32>
}
