// RUN: halftone-opt %s --train-differentiate --split-input-file | FileCheck %s
// RUN: halftone-opt %s --train-differentiate --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// The loss stays; its gradient has the same arguments and, after its results, a
// gradient for each parameter. Frozen parameters have none.

// CHECK-LABEL: func.func @loss(
// CHECK-NOT: train.seed
// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32> {train.name = "x", train.role = #train.role<batch>}
// CHECK-SAME: %[[W:.*]]: tensor<8x3xf32> {train.name = "w", train.no_decay, train.role = #train.role<param>}
// CHECK-SAME: %[[F:.*]]: tensor<3xf32> {train.name = "f", train.role = #train.role<frozen_param>}
// CHECK-SAME: -> (tensor<f32> {train.role = #train.role<loss>}, tensor<8x3xf32> {train.name = "w", train.role = #train.role<gradient>})
// CHECK: train.linear %[[X]], %[[W]], %[[F]]
// CHECK: %[[L:.*]] = train.reduce add
// CHECK: %[[SEED:.*]] = train.seed : () -> tensor<f32>
// CHECK: %[[DY:.*]] = train.broadcast_in_dim %[[SEED]], dims = []
// CHECK-NEXT: %[[DW:.*]] = train.dot_general %[[X]], %[[DY]]{{ ?}}, contract = [0] x [0]
// CHECK-NEXT: return %[[L]], %[[DW]]

// LOC-LABEL: func.func @loss_grad(
// LOC: train.seed {{.*}} loc(#[[SEED:.*]])
// LOC: train.dot_general {{.*}} loc(#[[DOT:.*]])
// LOC-DAG: #[[LINEAR:.*]] = loc("layer"
// LOC-DAG: #[[DOT]] = loc(fused<{train.backward_of = "train.linear"}>[#[[LINEAR]]])
func.func @loss(%x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %w: tensor<8x3xf32> {train.role = #train.role<param>, train.name = "w", train.no_decay},
    %f: tensor<3xf32> {train.role = #train.role<frozen_param>, train.name = "f"})
    -> (tensor<f32> {train.role = #train.role<loss>}) {
  %0 = train.linear %x, %w, %f : (tensor<4x8xf32>, tensor<8x3xf32>, tensor<3xf32>) -> tensor<4x3xf32> loc("layer")
  %1 = train.reduce add %0, dims = [0, 1] : tensor<4x3xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// All three gradients of a linear layer; no transposes.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[X:.*]]: tensor<2x4x8xf32> {{{.*}}}, %[[W:.*]]: tensor<8x3xf32> {{{.*}}}, %[[B:.*]]: tensor<3xf32>
// CHECK: %[[DY:.*]] = train.broadcast_in_dim
// CHECK-DAG: %[[DX:.*]] = train.dot_general %[[DY]], %[[W]]{{ ?}}, contract = [2] x [1]
// CHECK-DAG: %[[DW:.*]] = train.dot_general %[[X]], %[[DY]]{{ ?}}, contract = [0, 1] x [0, 1]
// CHECK-DAG: %[[DB:.*]] = train.reduce add %[[DY]], dims = [0, 1]
// CHECK: return %{{.*}}, %[[DX]], %[[DW]], %[[DB]]
func.func @loss(%x: tensor<2x4x8xf32> {train.role = #train.role<param>},
    %w: tensor<8x3xf32> {train.role = #train.role<param>}, %b: tensor<3xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  %0 = train.linear %x, %w, %b : (tensor<2x4x8xf32>, tensor<8x3xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  %1 = train.reduce add %0, dims = [0, 1, 2] : tensor<2x4x3xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// Only the path from a parameter to the loss has backward ops: not the metric, nor
// what depends on no parameter. A parameter off the path has zeros.

// CHECK-LABEL: func.func @loss_grad(
// CHECK: train.seed
// CHECK-NOT: train.sine
// CHECK-NOT: train.multiply
// CHECK: %[[C:.*]] = train.cosine %{{.*}}
// CHECK: %[[DW:.*]] = train.multiply %{{.*}}, %[[C]]
// CHECK: %[[Z:.*]] = train.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK: return %{{.*}}, %{{.*}}, %[[DW]], %[[Z]]
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}, %v: tensor<2xf32> {train.role = #train.role<param>},
    %x: tensor<f32>) -> (tensor<f32> {train.role = #train.role<loss>}, tensor<2xf32> {train.role = #train.role<metric>}) {
  %0 = train.sine %w : tensor<f32>
  %1 = train.exponential %x : tensor<f32>
  %2 = train.add %0, %1 : tensor<f32>
  %3 = train.multiply %v, %v : tensor<2xf32>
  return %2, %3 : tensor<f32>, tensor<2xf32>
}

// -----

// The only float scalar is the loss. An op without a rule may be beside the path.

// CHECK-LABEL: func.func @loss_grad(
// CHECK: train.while
// CHECK: train.seed : () -> tensor<f64>
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}} : tensor<f64>, tensor<2xf64>, tensor<f64>
func.func @loss(%w: tensor<f64> {train.role = #train.role<param>}) -> (tensor<f64>, tensor<2xf64>) {
  %limit = train.constant dense<9.0> : tensor<f64>
  %0 = train.while (%c = %w) : tensor<f64> cond {
    %p = train.compare LT, %c, %limit : tensor<f64>
    train.yield %p : tensor<i1>
  } do {
    %n = train.add %c, %c : tensor<f64>
    train.yield %n : tensor<f64>
  }
  %1 = train.stop_gradient %0 : tensor<f64>
  %2 = train.multiply %w, %1 : tensor<f64>
  %3 = train.broadcast_in_dim %0, dims = [] : tensor<f64> -> tensor<2xf64>
  return %2, %3 : tensor<f64>, tensor<2xf64>
}

// -----

// A loss in a low type: the seed is f32, and rounds to it (F46).

// CHECK-LABEL: func.func @loss_grad(
// CHECK: %[[SEED:.*]] = train.seed : () -> tensor<f32>
// CHECK-NEXT: %[[LOW:.*]] = train.cast %[[SEED]] : tensor<f32> to tensor<bf16>
// CHECK-NEXT: train.cast %[[LOW]] : tensor<bf16> to tensor<f32>
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> tensor<bf16> {
  %0 = train.cast %w : tensor<f32> to tensor<bf16>
  return %0 : tensor<bf16>
}

// -----

// Statistics that the gradient needs become results of the forward op, in f32 also for
// low operands. Cross-entropy's seed and gradient stay f32 up to one rounding (F61).

// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xbf16>
// CHECK: %[[N:.*]], %[[STATS:.*]]:2 = train.layer_norm %[[X]] axis = 1 {{.*}} -> (tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>)
// CHECK: %[[L:.*]], %[[LSE:.*]] = train.cross_entropy %[[N]], {{.*}} -> (tensor<f32>, tensor<4xf32>)
// CHECK: %[[SEED:.*]] = train.seed
// CHECK: %[[DN:.*]] = train.cross_entropy_grad %[[SEED]], %[[N]], %{{.*}}, %[[LSE]] {{.*}} -> tensor<4x8xbf16>
// CHECK: %[[DX:.*]] = train.layer_norm_grad %[[DN]], %[[X]], %[[STATS]]#0, %[[STATS]]#1 axis = 1 {{.*}} -> tensor<4x8xbf16>
// CHECK: return %[[L]], %[[DX]]
func.func @loss(%x: tensor<4x8xbf16> {train.role = #train.role<param>}, %y: tensor<4xi32>) -> tensor<f32> {
  %0 = train.layer_norm %x axis = 1 epsilon = 1.0e-5 : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %1 = train.cross_entropy %0, %y reduction = mean : (tensor<4x8xbf16>, tensor<4xi32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// Backward ops of a precision region are in a twin, nested as the forward (F18, F19).
// The matrix product's gradients are in the f32 twin; what is outside stays outside.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32> {{{.*}}}, %[[W:.*]]: tensor<8x8xf32>
// CHECK: %[[OUT:.*]]:2 = train.precision bf16 : tensor<f32>, tensor<4x8xf32> {
// CHECK:   %[[IN:.*]]:2 = train.precision f32 : tensor<4x8xf32>, tensor<4x8xf32> {
// CHECK:     %[[S:.*]] = train.sine %[[X]]
// CHECK:     %[[P:.*]] = train.dot_general %[[S]], %[[W]]
// CHECK:     train.yield %[[P]], %[[S]]
// CHECK:   }
// CHECK:   train.yield %{{.*}}, %[[IN]]#1
// CHECK: }
// CHECK: %[[SEED:.*]] = train.seed
// CHECK: %[[TWIN:.*]]:2 = train.precision bf16 : tensor<8x8xf32>, tensor<4x8xf32> {
// CHECK:   %[[G:.*]] = train.broadcast_in_dim %[[SEED]]
// CHECK:   %[[INNER:.*]]:2 = train.precision f32 : tensor<8x8xf32>, tensor<4x8xf32> {
// CHECK-DAG: train.dot_general %[[G]], %[[W]]{{ ?}}, contract = [1] x [1]
// CHECK-DAG: train.dot_general %[[OUT]]#1, %[[G]]{{ ?}}, contract = [0] x [0]
// CHECK-DAG: train.cosine %[[X]]
// CHECK:   }
// CHECK:   train.yield
// CHECK: }
// CHECK-NOT: train.dot_general
// CHECK: return %[[OUT]]#0, %[[TWIN]]#1, %[[TWIN]]#0
func.func @loss(%x: tensor<4x8xf32> {train.role = #train.role<param>}, %w: tensor<8x8xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  %0 = train.precision bf16 : tensor<f32> {
    %1 = train.precision f32 : tensor<4x8xf32> {
      %2 = train.sine %x : tensor<4x8xf32>
      %3 = train.dot_general %2, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      train.yield %3 : tensor<4x8xf32>
    }
    %4 = train.reduce add %1, dims = [0, 1] : tensor<4x8xf32> -> tensor<f32>
    train.yield %4 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// A branch's residuals are zeros where the other was taken; the twin has the predicate.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[W:.*]]: tensor<f32> {{{.*}}}, %[[P:.*]]: tensor<i1>
// CHECK: %[[IF:.*]]:2 = train.if %[[P]] : tensor<f32>, tensor<f32> {
// CHECK:   %[[E:.*]] = train.exponential %[[W]]
// CHECK:   train.yield %[[E]], %[[E]]
// CHECK: } else {
// CHECK:   %[[Z:.*]] = train.constant dense<0.000000e+00>
// CHECK:   train.yield %[[W]], %[[Z]]
// CHECK: }
// CHECK: %[[SEED:.*]] = train.seed
// CHECK: %[[DW:.*]] = train.if %[[P]] : tensor<f32> {
// CHECK:   %[[M:.*]] = train.multiply %[[SEED]], %[[IF]]#1
// CHECK:   train.yield %[[M]]
// CHECK: } else {
// CHECK:   train.yield %[[SEED]]
// CHECK: }
// CHECK: return %[[IF]]#0, %[[DW]]
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}, %p: tensor<i1>) -> tensor<f32> {
  %0 = train.if %p : tensor<f32> {
    %1 = train.exponential %w : tensor<f32>
    train.yield %1 : tensor<f32>
  } else {
    train.yield %w : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// A loop stacks what its twin needs and runs backwards; the layer's weights are read
// again instead of kept, and their gradient goes to the layer's place only.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32> {{{.*}}}, %[[W:.*]]: tensor<3x2xf32>
// CHECK: %[[EMPTY:.*]] = train.constant dense<0.000000e+00> : tensor<3x2xf32>
// CHECK: %[[FOR:.*]]:2 = train.for %[[I:.*]] times 3 carry (%[[C:.*]] = %[[X]], %[[S:.*]] = %[[EMPTY]])
// CHECK:   %[[ROW:.*]] = train.reshape %[[C]] : tensor<2xf32> -> tensor<1x2xf32>
// CHECK:   %[[PUT:.*]] = train.dynamic_update_slice %[[S]], %[[ROW]][%[[I]], %{{.*}}]
// CHECK:   train.yield %{{.*}}, %[[PUT]]
// CHECK: %[[BACK:.*]]:2 = train.for %[[K:.*]] times 3 carry (%[[D:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}}) : tensor<2xf32>, tensor<3x2xf32>
// CHECK:   %[[LAST:.*]] = train.constant dense<2> : tensor<i32>
// CHECK:   %[[J:.*]] = train.subtract %[[LAST]], %[[K]] : tensor<i32>
// CHECK-DAG: train.dynamic_slice %[[W]][%[[J]], %{{.*}}]
// CHECK-DAG: train.dynamic_slice %[[FOR]]#1[%[[J]], %{{.*}}]
// CHECK:   %[[OLD:.*]] = train.dynamic_slice %[[SUM]][%[[J]], %{{.*}}]
// CHECK:   %[[NEW:.*]] = train.add %[[OLD]],
// CHECK:   train.dynamic_update_slice %[[SUM]], %[[NEW]][%[[J]], %{{.*}}]
// CHECK:   train.yield
// CHECK: return %{{.*}}, %[[BACK]]#0, %[[BACK]]#1
func.func @loss(%x: tensor<2xf32> {train.role = #train.role<param>}, %w: tensor<3x2xf32> {train.role = #train.role<param>}) -> tensor<f32> {
  %0 = train.for %i times 3 carry (%c = %x) : tensor<2xf32> {
    %z = train.constant dense<0> : tensor<i32>
    %1 = train.dynamic_slice %w[%i, %z] sizes = [1, 2] : (tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %2 = train.reshape %1 : tensor<1x2xf32> -> tensor<2xf32>
    %3 = train.multiply %c, %2 : tensor<2xf32>
    train.yield %3 : tensor<2xf32>
  }
  %4 = train.reduce add %0, dims = [0] : tensor<2xf32> -> tensor<f32>
  return %4 : tensor<f32>
}

// -----

// A call is inlined; its ops' locations are call sites, also in the backward pass.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-NOT: call
// CHECK: train.sine
// CHECK: train.cosine
// LOC-LABEL: func.func private @f(
// LOC: func.func @loss_grad(
// LOC: train.cosine {{.*}} loc(#[[BACK:.*]])
// LOC-DAG: #[[INNER:.*]] = loc("inner"
// LOC-DAG: #[[CALL:.*]] = loc("call"
// LOC-DAG: #[[SITE:.*]] = loc(callsite(#[[INNER]] at #[[CALL]]))
// LOC-DAG: #[[BACK]] = loc(fused<{train.backward_of = "train.sine"}>[#[[SITE]]])
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = train.sine %x : tensor<f32> loc("inner")
  return %0 : tensor<f32>
}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> tensor<f32> {
  %0 = func.call @f(%w) : (tensor<f32>) -> tensor<f32> loc("call")
  return %0 : tensor<f32>
}

// -----

// A function with a gradient of its own: its forward runs with residuals.

// CHECK-LABEL: func.func @loss_grad(
// CHECK-NOT: custom_gradient
// CHECK: %[[F:.*]]:2 = call @fwd(%[[W:.*]]) : (tensor<f32>) -> (tensor<f32>, tensor<i1>)
// CHECK: %[[SEED:.*]] = train.seed
// CHECK: %[[D:.*]] = call @bwd(%[[F]]#1, %[[SEED]])
// CHECK: return %[[F]]#0, %[[D]]
func.func private @fwd(%x: tensor<f32>) -> (tensor<f32>, tensor<i1>) {
  %0 = train.is_finite %x : tensor<f32>
  return %x, %0 : tensor<f32>, tensor<i1>
}
func.func private @bwd(%ok: tensor<i1>, %g: tensor<f32>) -> tensor<f32> {
  %0 = train.negate %g : tensor<f32>
  %1 = train.select %ok, %g, %0 : tensor<i1>, tensor<f32>
  return %1 : tensor<f32>
}
func.func @loss(%w: tensor<f32> {train.role = #train.role<param>}) -> tensor<f32> {
  %0 = train.custom_gradient @fwd, @bwd(%w) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Un-broadcasting sums in f32 inside, and stays in the low type outside (F32).

// CHECK-LABEL: func.func @loss_grad(
// CHECK: train.reduce add %{{.*}}, dims = [0] : tensor<4x8xbf16> -> tensor<8xbf16>
// CHECK-NOT: train.cast
// CHECK: return
func.func @loss(%b: tensor<8xbf16> {train.role = #train.role<param>}, %x: tensor<4x8xbf16>, %l: tensor<4xi32>) -> tensor<f32> {
  %0 = train.broadcast_in_dim %b, dims = [1] : tensor<8xbf16> -> tensor<4x8xbf16>
  %1 = train.multiply %x, %0 : tensor<4x8xbf16>
  %2 = train.cross_entropy %1, %l reduction = sum : (tensor<4x8xbf16>, tensor<4xi32>) -> tensor<f32>
  return %2 : tensor<f32>
}
