// A weight's gradient leaves the product in f32, straight from the accumulator: it is not
// rounded on its way to the optimizer, and no cast stands there.
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16" | FileCheck %s
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16" --strip-debuginfo --canonicalize --cse -o %t
// RUN: halftone-opt %t --split-input-file --autocast="compute=bf16" --strip-debuginfo --canonicalize --cse | diff %t -
// PyTorch's gradients have their weight copies' type, and are widened after.
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 policy=torch" | FileCheck %s --check-prefix=TORCH

// Into the optimizer and its norm.
// CHECK-LABEL: func @step
// CHECK: %[[G:.*]] = train.dot_general %{{.*}} : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xf32>
// CHECK-NOT: train.cast
// CHECK: train.global_norm %[[G]]
// CHECK: train.sgd %{{.*}}, %[[G]]
// TORCH-LABEL: func @step
// TORCH: train.dot_general %{{.*}} -> tensor<8x8xbf16>
func.func @step(%w: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %dy: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "dy"})
    -> (tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<f32> {train.role = #train.role<metric>, train.name = "norm"}) {
  %g = train.dot_general %x, %dy, contract = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %n = train.global_norm %g : tensor<8x8xf32>
  %lr = train.constant dense<0.1> : tensor<f32>
  %t = train.constant dense<1> : tensor<i32>
  %new = train.sgd %w, %g lr %lr step %t : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<i32>) -> tensor<8x8xf32>
  return %new, %n : tensor<8x8xf32>, tensor<f32>
}

// -----

// Moved and added on the way (tied weights), summed over rounds of a loop, averaged.
// CHECK-LABEL: func @moved
// CHECK: train.for
// CHECK: %[[A:.*]] = train.dot_general %{{.*}} -> tensor<8x4xf32>
// CHECK-NEXT: %[[T:.*]] = train.transpose %[[A]], perm = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
// CHECK-NEXT: %[[B:.*]] = train.dot_general %{{.*}} -> tensor<4x8xf32>
// CHECK-NEXT: train.add %[[T]], %[[B]] : tensor<4x8xf32>
// CHECK-NOT: train.cast
// CHECK: return
func.func @moved(%x: tensor<6x8xf32>, %dy: tensor<6x4xf32>, %zero: tensor<4x8xf32>)
    -> (tensor<4x8xf32> {train.role = #train.role<gradient>, train.name = "w"}) {
  %sum = train.for %i times 3 carry (%c = %zero) : tensor<4x8xf32> {
    %0 = train.dot_general %x, %dy, contract = [0] x [0] : (tensor<6x8xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
    %1 = train.transpose %0, perm = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
    %2 = train.dot_general %dy, %x, contract = [0] x [0] : (tensor<6x4xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
    %3 = train.add %1, %2 : tensor<4x8xf32>
    %4 = train.add %c, %3 : tensor<4x8xf32>
    train.yield %4 : tensor<4x8xf32>
  }
  %n = train.constant dense<3.0> : tensor<4x8xf32>
  %mean = train.divide %sum, %n : tensor<4x8xf32>
  return %mean : tensor<4x8xf32>
}

// -----

// A gradient that another product reads too is rounded for that product alone.
// CHECK-LABEL: func @shared
// CHECK: %[[G:.*]] = train.dot_general %{{.*}} : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xf32>
// CHECK: %[[N:.*]] = train.cast %[[G]] : tensor<8x8xf32> to tensor<8x8xbf16>
// CHECK: train.linear %{{.*}}, %[[N]] : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xf32>
// CHECK: return %[[G]]
func.func @shared(%x: tensor<4x8xf32>, %dy: tensor<4x8xf32>)
    -> (tensor<8x8xf32> {train.role = #train.role<gradient>, train.name = "w"},
        tensor<4x8xf32> {train.role = #train.role<metric>, train.name = "m"}) {
  %g = train.dot_general %x, %dy, contract = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %m = train.linear %x, %g : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %g, %m : tensor<8x8xf32>, tensor<4x8xf32>
}

// -----

// A convolution's filter, and a product in a precision region of another type.
// CHECK-LABEL: func @filter
// CHECK: train.conv %{{.*}} : (tensor<{{.*}}xbf16>, tensor<{{.*}}xbf16>) -> tensor<{{.*}}xf32>
// CHECK: train.precision f16
// CHECK: train.dot_general %{{.*}} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<8x8xf32>
// CHECK-NEXT: train.yield %{{.*}} : tensor<8x8xf32>
func.func @filter(%x: tensor<2x8x3xf32>, %dy: tensor<2x8x4xf32>, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>)
    -> (tensor<1x3x4xf32> {train.role = #train.role<gradient>, train.name = "filter"},
        tensor<8x8xf32> {train.role = #train.role<gradient>, train.name = "w"}) {
  %g = train.conv %x, %dy dims = [f, 0, b]x[i, 0, o]->[0, b, f] : (tensor<2x8x3xf32>, tensor<2x8x4xf32>) -> tensor<1x3x4xf32>
  %r = train.precision f16 : tensor<8x8xf32> {
    %h = train.dot_general %a, %b, contract = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    train.yield %h : tensor<8x8xf32>
  }
  return %g, %r : tensor<1x3x4xf32>, tensor<8x8xf32>
}

// -----

// An optimizer in core ops, as a framework prints a whole step.
// CHECK-LABEL: func @core_step
// CHECK: train.dot_general %{{.*}} : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xf32>
// CHECK-NOT: train.cast
// CHECK: return
func.func @core_step(%w: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<8x8xf32> {train.role = #train.role<opt_state>, train.name = "m"},
    %lr: tensor<f32> {train.role = #train.role<hyper_param>, train.name = "lr"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %dy: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "dy"})
    -> (tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<8x8xf32> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"}) {
  %g = train.dot_general %x, %dy, contract = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %beta = train.constant dense<0.9> : tensor<8x8xf32>
  %old = train.multiply %m, %beta : tensor<8x8xf32>
  %m1 = train.add %old, %g : tensor<8x8xf32>
  %rate = train.broadcast_in_dim %lr, dims = [] : tensor<f32> -> tensor<8x8xf32>
  %step = train.multiply %m1, %rate : tensor<8x8xf32>
  %w1 = train.subtract %w, %step : tensor<8x8xf32>
  return %w1, %m1 : tensor<8x8xf32>, tensor<8x8xf32>
}
