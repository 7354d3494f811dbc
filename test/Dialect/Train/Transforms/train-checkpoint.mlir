// RUN: halftone-opt %s --train-checkpoint=budget=1GB --split-input-file | FileCheck %s --check-prefix=COUNT
// RUN: halftone-opt %s --train-checkpoint=budget=0.8 --split-input-file | FileCheck %s
// RUN: halftone-opt %s --train-checkpoint=budget=0.8 --train-differentiate --cse --split-input-file | FileCheck %s --check-prefix=GRAD
// RUN: halftone-opt %s --train-checkpoint=budget=0.2 --split-input-file 2>&1 | FileCheck %s --check-prefix=LEAST

// What is held, counted by hand. Of the forward pass the backward pass uses
//   %1 (tanh's result): 8x32 floats, 1024 bytes; not %0, as tanh's gradient needs its result;
//   %2 (sine's operand, by way of a reshape): 8x16 floats, 512 bytes;
// and %x, an argument. FLOPs are 2·8·16·32 + 2·8·32·16.

// COUNT: held_after = 1536 : i64, held_before = 1536 : i64
// COUNT-SAME: met = true
// COUNT-SAME: recomputed_flops = 0 : i64, regions = 0 : i64
// COUNT-NOT: train.checkpoint :

// Into 1228 bytes fits what keeps %2, 512 bytes, and computes %1 again when %2 is gone,
// 1024 bytes. The second product is in the region, but is not computed again. That is also
// the least.

// CHECK: budget = 1228 : i64, forward_flops = 16384 : i64, held_after = 1024 : i64, held_before = 1536 : i64, kept_after = 512 : i64, met = true, recomputed_flops = 8192 : i64, regions = 1 : i64
// CHECK: %[[Y:.*]] = train.checkpoint : tensor<8x16xf32> {
// CHECK-NEXT: train.dot_general
// CHECK-NEXT: train.tanh
// CHECK-NEXT: train.dot_general
// CHECK-NEXT: train.yield
// CHECK: train.reshape %[[Y]]
// GRAD-LABEL: func.func @loss_grad
// GRAD-COUNT-2: train.tanh
// GRAD-NOT: train.tanh
// GRAD: return
// LEAST: warning: the checkpoint budget of 307 B can't be met; the least is 1.0 KiB, which is done
func.func @loss(%x: tensor<8x16xf32> {train.role = #train.role<batch>, train.name = "x"},
    %a: tensor<16x32xf32> {train.role = #train.role<param>, train.name = "a"},
    %b: tensor<32x16xf32> {train.role = #train.role<param>, train.name = "b"}) -> tensor<f32> {
  %0 = train.dot_general %x, %a, contract = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = train.tanh %0 : tensor<8x32xf32>
  %2 = train.dot_general %1, %b, contract = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %3 = train.reshape %2 : tensor<8x16xf32> -> tensor<128xf32>
  %4 = train.sine %3 : tensor<128xf32>
  %5 = train.reduce add %4, dims = [0] : tensor<128xf32> -> tensor<f32>
  return %5 : tensor<f32>
}

// -----

// A chain of sines: each operand is kept (4 · 400 bytes; the first is an argument). For
// 1280 bytes one is computed again. The least is two at once: every other one is kept, and
// gone when one of the rest is made.

// COUNT: held_after = 1600 : i64, held_before = 1600 : i64
// CHECK: held_after = 1200 : i64, held_before = 1600 : i64
// CHECK-SAME: regions = 1 : i64
// CHECK-COUNT-1: train.checkpoint :
// CHECK-NOT: train.checkpoint :
// LEAST: warning: the checkpoint budget of 320 B can't be met; the least is 800 B, which is done
func.func @loss(%x: tensor<100xf32> {train.role = #train.role<param>, train.name = "x"}) -> tensor<f32> {
  %0 = train.sine %x : tensor<100xf32>
  %1 = train.sine %0 : tensor<100xf32>
  %2 = train.sine %1 : tensor<100xf32>
  %3 = train.sine %2 : tensor<100xf32>
  %4 = train.sine %3 : tensor<100xf32>
  %5 = train.reduce add %4, dims = [0] : tensor<100xf32> -> tensor<f32>
  return %5 : tensor<f32>
}

// -----

// A loop keeps stacks: of the carried value (3 · 8 bytes), of the tanh's result and of the
// exponential's (3 · 8 bytes each). The layers are read again.

// With a checkpoint in the body only the first stack is left, 24 bytes, and while an
// iteration's gradient is computed its slice of the layers (16 bytes) and the other two
// values (8 each) are held.

// COUNT: held_after = 72 : i64, held_before = 72 : i64
// CHECK: held_after = 56 : i64, held_before = 72 : i64, kept_after = 24 : i64
// CHECK: train.for
// CHECK-NEXT: %[[R:.*]] = train.checkpoint : tensor<2xf32> {
// CHECK: train.exponential
// CHECK-NEXT: train.yield
// CHECK-NEXT: }
// CHECK-NEXT: train.yield %[[R]]
func.func @loss(%x: tensor<2xf32> {train.role = #train.role<param>, train.name = "x"},
    %w: tensor<3x2x2xf32> {train.role = #train.role<param>, train.name = "w"}) -> tensor<f32> {
  %z = train.constant dense<0> : tensor<i32>
  %y = train.for %i times 3 carry (%c = %x) : tensor<2xf32> {
    %0 = train.dynamic_slice %w[%i, %z, %z] sizes = [1, 2, 2] : (tensor<3x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
    %1 = train.reshape %0 : tensor<1x2x2xf32> -> tensor<2x2xf32>
    %2 = train.dot_general %c, %1, contract = [0] x [0] : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
    %3 = train.tanh %2 : tensor<2xf32>
    %4 = train.exponential %3 : tensor<2xf32>
    train.yield %4 : tensor<2xf32>
  }
  %l = train.reduce add %y, dims = [0] : tensor<2xf32> -> tensor<f32>
  return %l : tensor<f32>
}
