// How often the scale is in a value: the rules of DegreeRules.h, as the verifier sees them.
// RUN: not halftone-opt %s --split-input-file --verify-precision -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

// The scale is positive: it passes maxima, absolute values, a clamp with scaled bounds, and
// a compare with zero or with its like.
func.func @homogeneous(%scale: tensor<f32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = train.constant dense<0.0> : tensor<4xf32>
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %s = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %minus = train.negate %s : tensor<4xf32>
  %g = train.multiply %s, %x : tensor<4xf32>
  %abs = train.abs %g : tensor<4xf32>
  %max = train.maximum %abs, %zero : tensor<4xf32>
  %low = train.maximum %max, %minus : tensor<4xf32>
  %clipped = train.minimum %low, %s : tensor<4xf32>
  %positive = train.compare GT, %g, %zero : tensor<4xf32>
  %chosen = train.select %positive, %clipped, %zero : tensor<4xi1>, tensor<4xf32>
  %sum = train.fma %g, %x, %chosen : tensor<4xf32>
  %largest = train.reduce max %sum, dims = [0] : tensor<4xf32> -> tensor<f32>
  %wide = train.broadcast_in_dim %largest, dims = [] : tensor<f32> -> tensor<4xf32>
  %u = train.unscale %wide by %scale : tensor<4xf32>
  return %u : tensor<4xf32>
}

// -----

// A loop that hands a sum of gradients on: the second value is zeros for a round more.
func.func @loop(%scale: tensor<f32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = train.constant dense<0.0> : tensor<4xf32>
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %s = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4xf32>
  %sums:3 = train.for %i times 3 carry (%a = %zero, %b = %zero, %c = %zero) : tensor<4xf32>, tensor<4xf32>, tensor<4xf32> {
    %g = train.multiply %s, %x : tensor<4xf32>
    %next = train.add %a, %g : tensor<4xf32>
    train.yield %next, %a, %b : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  %u:2 = train.unscale %sums#0, %sums#2 by %scale : tensor<4xf32>, tensor<4xf32>
  %both = train.add %u#0, %u#1 : tensor<4xf32>
  return %both : tensor<4xf32>
}

// -----

// CHECK: error: verify-precision: result 0 '' holds the loss scale
// CHECK: note: 'train.compare' mixes values with and without the scale
func.func @compare(%scale: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %big = train.compare GT, %seed, %x : tensor<f32>
  %y = train.select %big, %x, %x : tensor<i1>, tensor<f32>
  return %y : tensor<f32>
}

// -----

// CHECK: error: verify-precision: result 0 '' holds the loss scale
// CHECK: note: 'train.maximum' mixes values with and without the scale
func.func @maximum(%scale: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %y = train.maximum %seed, %x : tensor<f32>
  %z = train.negate %y : tensor<f32>
  return %z : tensor<f32>
}

// -----

// CHECK: error: verify-precision: result 0 '' holds the loss scale
// CHECK: note: 'train.fma' mixes values with and without the scale
func.func @fma(%scale: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %y = train.fma %seed, %x, %x : tensor<f32>
  return %y : tensor<f32>
}

// -----

// CHECK: error: verify-precision: result 0 '' holds the loss scale
// CHECK: note: 'train.yield' mixes values with and without the scale
func.func @power(%scale: tensor<f32>) -> tensor<f32> {
  %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
  %y = train.for %i times 3 carry (%a = %seed) : tensor<f32> {
    %next = train.multiply %a, %seed : tensor<f32>
    train.yield %next : tensor<f32>
  }
  return %y : tensor<f32>
}
