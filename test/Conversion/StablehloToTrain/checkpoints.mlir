// RUN: halftone-opt %s --import-checkpoints --split-input-file | FileCheck %s

// Neighbours of one name are one checkpoint; the first location begins the next one. What
// is not under the name is outside, and constants are in front.

// CHECK-LABEL: func.func @loss(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: %[[A:.*]] = train.sine %[[X]]
// CHECK-NEXT: %[[TWO:.*]] = train.constant dense<2.0
// CHECK-NEXT: %[[B:.*]] = train.checkpoint : tensor<4xf32> {
// CHECK-NEXT: %[[T:.*]] = train.tanh %[[A]]
// CHECK-NEXT: %[[M:.*]] = train.multiply %[[T]], %[[TWO]]
// CHECK-NEXT: train.yield %[[M]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[C:.*]] = train.checkpoint : tensor<4xf32> {
// CHECK-NEXT: train.tanh %[[B]]
// CHECK-NEXT: train.multiply
// CHECK-NEXT: train.yield
// CHECK-NEXT: }
// CHECK-NEXT: train.cosine %[[C]]
func.func @loss(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.sine %x : tensor<4xf32> loc("jit(loss)/sin")
  %1 = train.tanh %0 : tensor<4xf32> loc("jit(loss)/checkpoint/tanh"("m.py":3:4))
  %2 = train.constant dense<2.0> : tensor<4xf32> loc("jit(loss)/checkpoint/mul"("m.py":3:8))
  %3 = train.multiply %1, %2 : tensor<4xf32> loc("jit(loss)/checkpoint/mul"("m.py":3:8))
  %4 = train.tanh %3 : tensor<4xf32> loc("jit(loss)/checkpoint/tanh"("m.py":3:4))
  %5 = train.multiply %4, %2 : tensor<4xf32> loc("jit(loss)/checkpoint/mul"("m.py":3:8))
  %6 = train.cosine %5 : tensor<4xf32> loc("jit(loss)/cos")
  return %6 : tensor<4xf32>
}

// -----

// Within each other, and around a loop; an op that is itself called so is none.

// CHECK-LABEL: func.func @nested(
// CHECK: %[[O:.*]] = train.checkpoint : tensor<4xf32> {
// CHECK-NEXT: train.sine
// CHECK-NEXT: %[[I:.*]] = train.checkpoint : tensor<4xf32> {
// CHECK-NEXT: train.tanh
// CHECK-NEXT: train.for
// CHECK-NEXT: train.exponential
// CHECK: train.yield
// CHECK: train.yield
// CHECK: train.cosine %[[I]]
// CHECK: train.yield
// CHECK-NEXT: }
// CHECK-NEXT: train.negate %[[O]]
// CHECK-NOT: train.checkpoint
// CHECK: return
func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.sine %x : tensor<4xf32> loc("jit(f)/checkpoint/sin")
  %1 = train.tanh %0 : tensor<4xf32> loc("jit(f)/checkpoint/checkpoint/tanh")
  %2 = train.for %i times 3 carry (%c = %1) : tensor<4xf32> {
    %3 = train.exponential %c : tensor<4xf32> loc("jit(f)/checkpoint/checkpoint/while/body/exp")
    train.yield %3 : tensor<4xf32>
  } loc("jit(f)/checkpoint/checkpoint/while")
  %4 = train.cosine %2 : tensor<4xf32> loc("jit(f)/checkpoint/cos")
  %5 = train.negate %4 : tensor<4xf32> loc("jit(f)/checkpoint")
  return %5 : tensor<4xf32>
}

// -----

// In a scan the body is a function, whose names start anew; other versions call a function.

// CHECK-LABEL: func.func private @closed_call(
// CHECK-NEXT: train.checkpoint
// CHECK-NEXT: train.tanh
// CHECK-LABEL: func.func @scan(
// CHECK: train.for
// CHECK-NEXT: func.call @closed_call
// CHECK: train.checkpoint : tensor<4xf32> {
// CHECK-NEXT: func.call @checkpoint_1
// CHECK-NOT: train.checkpoint
// CHECK: call @checkpointed
func.func private @closed_call(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.tanh %x : tensor<4xf32> loc("checkpoint/tanh")
  return %0 : tensor<4xf32>
}
func.func private @checkpoint_1(%x: tensor<4xf32>) -> tensor<4xf32>
func.func private @checkpointed(%x: tensor<4xf32>) -> tensor<4xf32>
func.func @scan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.for %i times 3 carry (%c = %x) : tensor<4xf32> {
    %1 = func.call @closed_call(%c) : (tensor<4xf32>) -> tensor<4xf32> loc("jit(f)/while/body/closed_call")
    train.yield %1 : tensor<4xf32>
  } loc("jit(f)/while")
  %2 = func.call @checkpoint_1(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = func.call @checkpointed(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// What JAX differentiated recomputes already.

// CHECK-LABEL: func.func @step(
// CHECK-NOT: train.checkpoint
// CHECK: return
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.tanh %x : tensor<4xf32> loc("jit(f)/checkpoint/tanh")
  %1 = train.sine %0 : tensor<4xf32> loc("jit(f)/transpose(jvp(checkpoint))/sin")
  return %1 : tensor<4xf32>
}
