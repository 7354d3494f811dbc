// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @kinds(
// CHECK: train.constant dense<0.000000e+00> : tensor<f32>
// CHECK: train.constant dense<1.000000e+00> : tensor<f32>
// CHECK: train.constant dense<0xFF800000> : tensor<f32>
// CHECK: train.constant dense<2147483647> : tensor<i32>
// CHECK: train.constant dense<true> : tensor<i1>
// CHECK: train.constant dense<false> : tensor<i1>
// CHECK: train.reduce add %{{.*}}, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
// CHECK: train.reduce mul %{{.*}}, dims = [0, 1] : tensor<4x8xf32> -> tensor<f32>
// CHECK: train.reduce max %{{.*}}, dims = [0] : tensor<4x8xf32> -> tensor<8xf32>
// CHECK: train.reduce min %{{.*}}, dims = [0] : tensor<4x8xi32> -> tensor<8xi32>
// CHECK: train.reduce and %{{.*}}, dims = [0] : tensor<4x8xi1> -> tensor<8xi1>
// CHECK: train.reduce or %{{.*}}, dims = [0] : tensor<4x8xi1> -> tensor<8xi1>
func.func @kinds(%a: tensor<4x8xf32>, %i: tensor<4x8xi32>, %p: tensor<4x8xi1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %most = stablehlo.constant dense<2147483647> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%a init: %one) applies stablehlo.multiply across dimensions = [1, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.reduce(%i init: %most) applies stablehlo.minimum across dimensions = [0] : (tensor<4x8xi32>, tensor<i32>) -> tensor<8xi32>
  %4 = stablehlo.reduce(%p init: %true) applies stablehlo.and across dimensions = [0] : (tensor<4x8xi1>, tensor<i1>) -> tensor<8xi1>
  %5 = stablehlo.reduce(%p init: %false) applies stablehlo.maximum across dimensions = [0] : (tensor<4x8xi1>, tensor<i1>) -> tensor<8xi1>
  return
}

// What a reduction starts from is combined with the result, where it has an effect.
// CHECK-LABEL: @init(
// CHECK: train.reduce add %{{.*}}, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<f32> -> tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @init(%a: tensor<4x8xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// JAX's argmax.
// CHECK-LABEL: @argmax(
// CHECK: train.constant dense<0xFF800000> : tensor<f32>
// CHECK: train.constant dense<0> : tensor<i32>
// CHECK: train.iota dim = 1 : tensor<4x8xi32>
// CHECK: train.reduce max %{{.*}}, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
// CHECK: train.arg_reduce max %{{.*}}, dim = 1 : tensor<4x8xf32> -> tensor<4xi32>
func.func @argmax(%a: tensor<4x8xf32>) -> tensor<4xi32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %0:2 = stablehlo.reduce(%a init: %low), (%i init: %zero) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
    %1 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.compare NE, %x, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.or %1, %2 : tensor<i1>
    %4 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %4, %5 : tensor<i1>
    %7 = stablehlo.or %3, %6 : tensor<i1>
    %8 = stablehlo.select %3, %x, %y : tensor<i1>, tensor<f32>
    %9 = stablehlo.select %7, %m, %n : tensor<i1>, tensor<i32>
    stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<4xi32>
}

// torch-mlir's minimum with its index.
// CHECK-LABEL: @argmin(
// CHECK: train.constant dense<0x7F800000> : tensor<f32>
// CHECK: train.constant dense<0> : tensor<i64>
// CHECK: train.iota dim = 0 : tensor<8xi64>
// CHECK: train.reduce min %{{.*}}, dims = [0] : tensor<8xf32> -> tensor<f32>
// CHECK: train.arg_reduce min %{{.*}}, dim = 0 : tensor<8xf32> -> tensor<i64>
func.func @argmin(%a: tensor<8xf32>) -> (tensor<f32>, tensor<i64>) {
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %i = stablehlo.iota dim = 0 : tensor<8xi64>
  %0:2 = stablehlo.reduce(%a init: %high), (%i init: %zero) across dimensions = [0] : (tensor<8xf32>, tensor<8xi64>, tensor<f32>, tensor<i64>) -> (tensor<f32>, tensor<i64>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%m: tensor<i64>, %n: tensor<i64>) {
    %1 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %x, %y : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.minimum %m, %n : tensor<i64>
    %5 = stablehlo.select %1, %m, %n : tensor<i1>, tensor<i64>
    %6 = stablehlo.select %3, %4, %5 : tensor<i1>, tensor<i64>
    stablehlo.return %2, %6 : tensor<f32>, tensor<i64>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// A body that takes the last of equal elements is no arg_reduce: it runs in a loop.
// CHECK-LABEL: @last_argmax(
// CHECK: train.constant dense<0xFF800000> : tensor<f32>
// CHECK: train.constant dense<0> : tensor<i32>
// CHECK: train.iota dim = 0 : tensor<8xi32>
// CHECK: train.for %{{.*}} times 8 carry (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<f32>, tensor<i32> {
// CHECK: train.dynamic_slice %{{.*}}[%{{.*}}] sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
// CHECK: train.reshape %{{.*}} : tensor<1xf32> -> tensor<f32>
// CHECK: train.dynamic_slice %{{.*}}[%{{.*}}] sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
// CHECK: train.reshape %{{.*}} : tensor<1xi32> -> tensor<i32>
// CHECK: train.compare GT, %{{.*}}, %{{.*}} : tensor<f32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<f32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<i32>
// CHECK: train.yield %{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>
func.func @last_argmax(%a: tensor<8xf32>) -> tensor<i32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %0:2 = stablehlo.reduce(%a init: %low), (%i init: %zero) across dimensions = [0] : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
    %1 = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %x, %y : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %m, %n : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// A body of no known kind is lifted to the result's shape.
// CHECK-LABEL: @body(
// CHECK: train.constant dense<0> : tensor<i32>
// CHECK: train.transpose %{{.*}}, perm = [1, 0] : tensor<4x8xi32> -> tensor<8x4xi32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<i32> -> tensor<4xi32>
// CHECK: train.for %{{.*}} times 8 carry (%{{.*}} = %{{.*}}) : tensor<4xi32> {
// CHECK: train.constant dense<0> : tensor<i32>
// CHECK: train.dynamic_slice %{{.*}}[%{{.*}}, %{{.*}}] sizes = [1, 4] : (tensor<8x4xi32>, tensor<i32>, tensor<i32>) -> tensor<1x4xi32>
// CHECK: train.reshape %{{.*}} : tensor<1x4xi32> -> tensor<4xi32>
// CHECK: train.xor %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.yield %{{.*}} : tensor<4xi32>
func.func @body(%a: tensor<4x8xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.xor across dimensions = [1] : (tensor<4x8xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @map(
// CHECK: train.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @map(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %1 = stablehlo.multiply %x, %c : tensor<f32>
    %2 = stablehlo.add %1, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
