// Failures of mixed precision that people reported, one function for each (the others of
// their kind are in autocast.mlir, verify-precision_invalid.mlir and the unit tests).
// RUN: halftone-opt %s --split-input-file --autocast="compute=f16" | FileCheck %s
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16" | FileCheck %s

// (F15) Binary cross-entropy on probabilities: 1 - p is 0 in f16 from a logit of 8.3 on.
// The way from the product's accumulator to the logarithms is f32.
// CHECK-LABEL: func.func @bce_on_probabilities
// CHECK: %[[WIDE:.*]] = train.linear {{.*}}f16>) -> tensor<4x8xf32>
// CHECK-NOT: train.cast
// CHECK: %[[P:.*]] = train.logistic %[[WIDE]] : tensor<4x8xf32>
// CHECK: %[[Q:.*]] = train.subtract %{{.*}}, %[[P]] : tensor<4x8xf32>
// CHECK: train.log %[[P]] : tensor<4x8xf32>
// CHECK: train.log %[[Q]] : tensor<4x8xf32>
// CHECK-NOT: train.cast
// CHECK: return
func.func @bce_on_probabilities(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %p = train.logistic %0 : tensor<4x8xf32>
  %one = train.constant dense<1.0> : tensor<4x8xf32>
  %q = train.subtract %one, %p : tensor<4x8xf32>
  %lp = train.log %p : tensor<4x8xf32>
  %lq = train.log %q : tensor<4x8xf32>
  %a = train.multiply %t, %lp : tensor<4x8xf32>
  %s = train.subtract %one, %t : tensor<4x8xf32>
  %b = train.multiply %s, %lq : tensor<4x8xf32>
  %r = train.add %a, %b : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// (F28) An update in place is a new value: what goes back into the state keeps the
// state's type, though it is computed beside low ops, and no cast reads it.
// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[MEAN:[a-z0-9]+]]: tensor<8xf32> {train.name = "mean"
// CHECK-NOT: train.cast %[[MEAN]]
// CHECK: train.linear {{.*}}f16>
// CHECK-NOT: train.cast %[[MEAN]]
// CHECK: %[[SUM:.*]] = train.reduce add %{{.*}} : tensor<4x8x{{b?f16|f32}}> -> tensor<8xf32>
// CHECK: %[[NEXT:.*]] = train.add %[[MEAN]], %[[SUM]] : tensor<8xf32>
// CHECK: return %[[NEXT]]
func.func @step(
    %mean: tensor<8xf32> {train.role = #train.role<model_state>, train.name = "mean"},
    %w: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<8xf32> {train.role = #train.role<model_state>, train.name = "mean", train.updates = "mean"}) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.reduce add %0, dims = [0] : tensor<4x8xf32> -> tensor<8xf32>
  %2 = train.add %mean, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// (F6) A product that outgrows f16 is kept f32 by a region, its operands too.
// CHECK-LABEL: func.func @feed_forward
// CHECK: train.linear {{.*}}f16>
// CHECK: train.precision
// CHECK: train.linear {{.*}} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
func.func @feed_forward(%x: tensor<4x8xf32>, %wi: tensor<8x8xf32>, %wo: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %wi : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.relu %0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = train.precision f32 : tensor<4x8xf32> {
    %3 = train.linear %1, %wo : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %3 : tensor<4x8xf32>
  }
  return %2 : tensor<4x8xf32>
}
