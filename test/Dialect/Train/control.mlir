// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s -mlir-print-op-generic | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --emit-bytecode | halftone-opt | FileCheck %s

// CHECK-LABEL: func @for
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>, %[[N:.*]]: tensor<i32>)
func.func @for(%a: tensor<8xf32>, %n: tensor<i32>) -> tensor<8xf32> {
  // CHECK: train.for %[[I:.*]] times 4 carry (%[[C:.*]] = %[[A]], %[[D:.*]] = %[[N]]) : tensor<8xf32>, tensor<i32> {
  %0:2 = train.for %i times 4 carry (%c = %a, %d = %n) : tensor<8xf32>, tensor<i32> {
    // CHECK-NEXT: %[[NEXT:.*]] = train.add %[[C]], %[[A]] : tensor<8xf32>
    %1 = train.add %c, %a : tensor<8xf32>
    // CHECK-NEXT: train.yield %[[NEXT]], %[[I]] : tensor<8xf32>, tensor<i32>
    train.yield %1, %i : tensor<8xf32>, tensor<i32>
  }
  // CHECK: train.for %{{.*}} times 0 attributes {note = "x"} {
  // CHECK-NEXT: }
  train.for %i times 0 attributes {note = "x"} {
  }
  return %0#0 : tensor<8xf32>
}

// CHECK-LABEL: func @while
// CHECK-SAME: (%[[X:.*]]: tensor<f32>, %[[LIMIT:.*]]: tensor<f32>)
func.func @while(%x: tensor<f32>, %limit: tensor<f32>) -> tensor<f32> {
  // CHECK: train.while (%[[C:.*]] = %[[X]]) : tensor<f32> cond {
  // CHECK-NEXT: train.compare LT, %[[C]], %[[LIMIT]] : tensor<f32>
  // CHECK: } do {
  // CHECK-NEXT: train.add %[[C]], %[[C]] : tensor<f32>
  %0 = train.while (%c = %x) : tensor<f32> cond {
    %p = train.compare LT, %c, %limit : tensor<f32>
    train.yield %p : tensor<i1>
  } do {
    %1 = train.add %c, %c : tensor<f32>
    train.yield %1 : tensor<f32>
  }
  // The body may name its arguments itself.
  // CHECK: train.while () cond {
  // CHECK: } do {
  // CHECK-NEXT: } {note = "x"}
  train.while () cond {
    %p = train.constant dense<false> : tensor<i1>
    train.yield %p : tensor<i1>
  } do {
  } {note = "x"}
  // CHECK: train.while (%[[C:.*]] = %{{.*}}, %[[D:.*]] = %{{.*}}) : tensor<f32>, tensor<f32> cond {
  // CHECK: } do {
  // CHECK-NEXT: train.yield %[[D]], %[[C]]
  %1:2 = train.while (%c = %0, %d = %x) : tensor<f32>, tensor<f32> cond {
    %p = train.compare LT, %c, %limit : tensor<f32>
    train.yield %p : tensor<i1>
  } do (%e, %f) {
    train.yield %f, %e : tensor<f32>, tensor<f32>
  }
  return %1#0 : tensor<f32>
}

// CHECK-LABEL: func @if
func.func @if(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: train.if %{{.*}} : tensor<4xf32>, tensor<i1> {
  // CHECK-NEXT: train.yield %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: train.yield
  // CHECK-NEXT: }
  %0:2 = train.if %p : tensor<4xf32>, tensor<i1> {
    train.yield %a, %p : tensor<4xf32>, tensor<i1>
  } else {
    train.yield %b, %p : tensor<4xf32>, tensor<i1>
  }
  // CHECK: train.if %{{.*}} {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: } {note = "x"}
  train.if %p {
  } else {
  } {note = "x"}
  return %0#0 : tensor<4xf32>
}

// CHECK-LABEL: func @precision
func.func @precision(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: train.precision bf16 : tensor<4xf32> {
  // CHECK:   train.precision f32 tf32 : tensor<4xf32> {
  // CHECK:     train.exponential
  // CHECK:     train.yield
  // CHECK:   }
  // CHECK: }
  %0 = train.precision bf16 : tensor<4xf32> {
    %1 = train.precision f32 tf32 : tensor<4xf32> {
      %2 = train.exponential %x : tensor<4xf32>
      train.yield %2 : tensor<4xf32>
    }
    train.yield %1 : tensor<4xf32>
  }
  // CHECK: train.precision f8E4M3FN {
  // CHECK-NEXT: }
  train.precision f8E4M3FN {
  }
  // CHECK: train.precision f16 {
  train.precision f16 {
  }
  // CHECK: train.precision f8E5M2 {
  train.precision f8E5M2 {
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @checkpoint
func.func @checkpoint(%x: tensor<4xf32>, %m: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
  // CHECK: train.checkpoint : tensor<4xf32>, tensor<4x4xf32> {
  // CHECK:   train.checkpoint save products : tensor<4x4xf32> {
  // CHECK:     train.dot_general
  // CHECK:     train.yield
  // CHECK:   }
  // CHECK: } {note = "x"}
  %0:2 = train.checkpoint : tensor<4xf32>, tensor<4x4xf32> {
    %1 = train.exponential %x : tensor<4xf32>
    %2 = train.checkpoint save products : tensor<4x4xf32> {
      %3 = train.dot_general %m, %m, contract = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      train.yield %3 : tensor<4x4xf32>
    }
    train.yield %1, %2 : tensor<4xf32>, tensor<4x4xf32>
  } {note = "x"}
  // CHECK: train.checkpoint {
  // CHECK-NEXT: }
  train.checkpoint save nothing {
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func @barriers
func.func @barriers(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  // CHECK: %[[B:.*]]:2 = train.optimization_barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i32>
  %0:2 = train.optimization_barrier %x, %i : tensor<4xf32>, tensor<i32>
  // CHECK: train.stop_gradient %[[B]]#0 : tensor<4xf32>
  %1 = train.stop_gradient %0#0 : tensor<4xf32>
  return %1, %0#1 : tensor<4xf32>, tensor<i32>
}

// CHECK-LABEL: func @custom_gradient
func.func @custom_gradient(%x: tensor<4xf32>, %ids: tensor<4xi32>) -> tensor<f32> {
  // CHECK: train.custom_gradient @forward, @backward(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<4xi32>) -> tensor<f32>
  %0 = train.custom_gradient @forward, @backward(%x, %ids) : (tensor<4xf32>, tensor<4xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// One result and one residual.
func.func private @forward(tensor<4xf32>, tensor<4xi32>) -> (tensor<f32>, tensor<4xbf16>)
func.func private @backward(tensor<4xbf16>, tensor<f32>) -> tensor<4xf32>

// CHECK-LABEL: func @random
func.func @random(%key: tensor<2xui32>, %step: tensor<i32>) {
  // CHECK: train.rng_bits philox4x32_10 %{{.*}} : tensor<4x8xui32>
  %0 = train.rng_bits philox4x32_10 %key : tensor<4x8xui32>
  // CHECK: train.rng_bits threefry2x32_20 %{{.*}} offset = 7 : tensor<0xui32>
  %1 = train.rng_bits threefry2x32_20 %key offset = 7 : tensor<0xui32>
  // CHECK: train.fold_in %{{.*}}, %{{.*}} : tensor<i32>
  %2 = train.fold_in %key, %step : tensor<i32>
  return
}

// CHECK-LABEL: func @collectives
func.func @collectives(%x: tensor<4x8xbf16>, %p: tensor<4xi1>) {
  // CHECK: train.all_reduce add %{{.*}} over "data" : tensor<4x8xbf16>
  %0 = train.all_reduce add %x over "data" : tensor<4x8xbf16>
  // CHECK: train.all_reduce and %{{.*}} over "data" : tensor<4xi1>
  %1 = train.all_reduce and %p over "data" : tensor<4xi1>
  // CHECK: train.all_gather %{{.*}}, dim = 1 over "model" : tensor<4x8xbf16> -> tensor<4x16xbf16>
  %2 = train.all_gather %x, dim = 1 over "model" : tensor<4x8xbf16> -> tensor<4x16xbf16>
  // CHECK: train.reduce_scatter max %{{.*}}, dim = 0 over "data" : tensor<4x8xbf16> -> tensor<2x8xbf16>
  %3 = train.reduce_scatter max %x, dim = 0 over "data" : tensor<4x8xbf16> -> tensor<2x8xbf16>
  return
}
