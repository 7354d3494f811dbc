// scf, and regions of tensor ops.
// RUN: halftone-opt %s --split-input-file --allow-unregistered-dialect --autocast="compute=bf16 placement=min-cut" --canonicalize --cse | FileCheck %s
// RUN: halftone-opt %s --split-input-file --allow-unregistered-dialect --autocast="compute=bf16 placement=min-cut" -o %t.once
// RUN: halftone-opt %t.once --split-input-file --allow-unregistered-dialect --autocast="compute=bf16 placement=min-cut" | diff %t.once -

// What loops carry keeps its type; what branches yield decides the type of the result; the
// weight is narrowed once, outside of the loops.
// CHECK-LABEL: func @loop
// CHECK: %[[W:.*]] = arith.truncf %arg1 : tensor<8x8xf32> to tensor<8x8xbf16>
// CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %arg0) -> (tensor<8x8xf32>) {
// CHECK-NEXT: %[[HN:.*]] = arith.truncf %[[H]]
// CHECK-NEXT: linalg.matmul ins(%[[HN]], %[[W]] : tensor<8x8xbf16>, tensor<8x8xbf16>)
// CHECK: %[[I:.*]] = scf.if %{{.*}} -> (tensor<8x8xbf16>) {
// CHECK: arith.negf %{{.*}} : tensor<8x8xbf16>
// CHECK: linalg.matmul ins(%[[I]], %[[W]]
// CHECK: scf.while (%[[A:.*]] = %{{.*}}) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT: "test.cond"(%[[A]]) : (tensor<8x8xf32>)
// CHECK: ^bb0(%{{.*}}: tensor<8x8xf32>):
// CHECK-NOT: arith.truncf %arg1
func.func @loop(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %n: index, %b: i1) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<8x8xf32> {
    %p = linalg.matmul ins(%h, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
    %t = math.tanh %p : tensor<8x8xf32>
    scf.yield %t : tensor<8x8xf32>
  }
  %p = linalg.matmul ins(%r, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %i = scf.if %b -> tensor<8x8xf32> {
    scf.yield %p : tensor<8x8xf32>
  } else {
    %neg = arith.negf %p : tensor<8x8xf32>
    scf.yield %neg : tensor<8x8xf32>
  }
  %q = linalg.matmul ins(%i, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %wl = scf.while (%a = %q) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    %cc = "test.cond"(%a) : (tensor<8x8xf32>) -> i1
    scf.condition(%cc) %a : tensor<8x8xf32>
  } do {
  ^bb0(%a: tensor<8x8xf32>):
    %q2 = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %q2 : tensor<8x8xf32>
  }
  return %wl : tensor<8x8xf32>
}

// -----

// The value that a body yields has the type of the padded tensor.
// CHECK-LABEL: func @softmax
// CHECK: %[[P:.*]] = arith.truncf %arg3 : f32 to bf16
// CHECK: linalg.softmax dimension(1) ins(%{{.*}} : tensor<4x8xf32>)
// CHECK: tensor.pad
// CHECK: tensor.yield %[[P]] : bf16
// CHECK: tensor<4x8xbf16> to tensor<4x12xbf16>
func.func @softmax(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %v: tensor<12x8xf32>, %pad: f32) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.softmax dimension(1) ins(%p : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %g = tensor.pad %s low[0, 0] high[0, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %pad : f32
  } : tensor<4x8xf32> to tensor<4x12xf32>
  %p2 = linalg.matmul ins(%g, %v : tensor<4x12xf32>, tensor<12x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %p2 : tensor<4x8xf32>
}
