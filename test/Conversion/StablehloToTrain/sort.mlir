// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @ascending(
// CHECK: train.sort %{{.*}}, dim = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @ascending(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: @descending_with_values(
// CHECK: train.sort %{{.*}}, %{{.*}}, dim = 0 descending : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
func.func @descending_with_values(%v: tensor<8xi32>, %a: tensor<8xf32>) {
  %0:2 = "stablehlo.sort"(%v, %a) <{dimension = 0 : i64}> ({
  ^bb0(%m: tensor<i32>, %n: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %y, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8xi32>, tensor<8xf32>) -> (tensor<8xi32>, tensor<8xf32>)
  return
}

// CHECK-LABEL: @two_keys(
// CHECK: train.sort %{{.*}}, %{{.*}}, dim = 0 keys = 2 : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
func.func @two_keys(%a: tensor<8xi32>, %b: tensor<8xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %m: tensor<i32>, %n: tensor<i32>):
    %1 = stablehlo.compare LT, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.compare EQ, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.and %3, %1 : tensor<i1>
    %5 = stablehlo.or %2, %4 : tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
  return
}

// A total order on floats sorts by their bits.
// CHECK-LABEL: @total_order(
// CHECK: train.bitcast_convert %{{.*}} : tensor<8xf32> to tensor<8xi32>
// CHECK: train.constant dense<31> : tensor<8xi32>
// CHECK: train.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<8xi32>
// CHECK: train.constant dense<1> : tensor<8xi32>
// CHECK: train.shift_right_logical %{{.*}}, %{{.*}} : tensor<8xi32>
// CHECK: train.xor %{{.*}}, %{{.*}} : tensor<8xi32>
// CHECK: train.sort %{{.*}}, %{{.*}}, dim = 0 : (tensor<8xi32>, tensor<8xf32>) -> (tensor<8xi32>, tensor<8xf32>)
func.func @total_order(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @bools(
// CHECK: train.cast %{{.*}} : tensor<8xi1> to tensor<8xui8>
// CHECK: train.sort %{{.*}}, %{{.*}}, dim = 0 : (tensor<8xui8>, tensor<8xi1>) -> (tensor<8xui8>, tensor<8xi1>)
func.func @bools(%a: tensor<8xi1>) -> tensor<8xi1> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8xi1>) -> tensor<8xi1>
  return %0 : tensor<8xi1>
}

// CHECK-LABEL: @top_k(
// CHECK: train.iota dim = 1 : tensor<4x8xi32>
// CHECK: train.sort %{{.*}}, %{{.*}}, dim = 1 descending : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
// CHECK: train.slice %{{.*}}, start = [0, 0], limit = [4, 3], strides = [1, 1] : tensor<4x8xf32> -> tensor<4x3xf32>
// CHECK: train.slice %{{.*}}, start = [0, 0], limit = [4, 3], strides = [1, 1] : tensor<4x8xi32> -> tensor<4x3xi32>
func.func @top_k(%a: tensor<4x8xf32>) {
  %0:2 = chlo.top_k(%a, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return
}
