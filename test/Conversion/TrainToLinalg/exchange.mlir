// RUN: halftone-opt %s --convert-train-to-linalg --canonicalize | FileCheck %s
// RUN: halftone-compile %s --optimizer=sgd --quiet -o %t.so
// RUN: halftone-compile %s --optimizer=sgd --quiet --emit=mlir -o %t.mlir
// RUN: python3 %root/test/tools/Inputs/make_arrays.py %t.init.npz w:f4:4:1:1
// RUN: python3 %root/test/tools/Inputs/make_arrays.py %t.data.npz x:f4:8x4:0.5:0.25
// RUN: halftone-run %t.so --init=%t.init.npz --data=%t.data.npz --quiet | FileCheck %s --check-prefix=RAN
// RUN: halftone-run %t.mlir --init=%t.init.npz --data=%t.data.npz --quiet | FileCheck %s --check-prefix=RAN

// A loop that exchanges what it carries: the old value is copied before it is written
// over. Three turns of (a, b, c) -> (b, c, a) are none, so the loss is the sum of w.
// CHECK-LABEL: func.func @loss(
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK-DAG: %[[A2:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-DAG: %[[B2:.*]] = bufferization.alloc_tensor() copy(%[[B]])
// CHECK-DAG: %[[C2:.*]] = bufferization.alloc_tensor() copy(%[[C]])
// CHECK: bufferization.materialize_in_destination %[[B2]] in %[[A]]
// CHECK: bufferization.materialize_in_destination %[[C2]] in %[[B]]
// CHECK: bufferization.materialize_in_destination %[[A2]] in %[[C]]
// RAN: steps 1  loss 10
func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
                %x: tensor<1x4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %row = train.reshape %x : tensor<1x4xf32> -> tensor<4xf32>
  %twice = train.add %row, %row : tensor<4xf32>
  %a, %b, %c = train.for %i times 3 carry (%p = %w, %q = %row, %r = %twice) : tensor<4xf32>, tensor<4xf32>, tensor<4xf32> {
    train.yield %q, %r, %p : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  %loss = train.reduce add %a, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %loss : tensor<f32>
}
