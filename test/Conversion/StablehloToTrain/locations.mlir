// RUN: halftone-opt %s --convert-stablehlo-to-train --mlir-print-debuginfo | FileCheck %s

// Every op has the place of the one that it comes from, also in regions that moved.
// CHECK-LABEL: @places(
// CHECK: train.for
// CHECK: train.sine {{.*}} loc(#[[SINE:.*]])
// CHECK: } loc(#[[WHILE:.*]])
// CHECK: train.reduce add {{.*}} loc(#[[SUM:.*]])
// CHECK: train.maximum {{.*}} loc(#[[SUM2:.*]])
// CHECK-DAG: #[[SINE]] = loc("jit(f)/while/body/sin")
// CHECK-DAG: #[[WHILE]] = loc("jit(f)/while")
// CHECK-DAG: #[[SUM]] = loc("jit(f)/reduce_sum")
// CHECK-DAG: #[[SUM2]] = loc("jit(f)/reduce_max")
func.func @places(%x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = "stablehlo.while"(%start, %x) ({
  ^bb0(%i: tensor<i32>, %c: tensor<4xf32>):
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %c: tensor<4xf32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.sine %c : tensor<4xf32> loc("jit(f)/while/body/sin")
    stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) loc("jit(f)/while")
  %3 = "stablehlo.reduce"(%0#1, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("jit(f)/reduce_sum")
  %4 = "stablehlo.reduce"(%0#1, %s) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("jit(f)/reduce_max")
  return %3, %4 : tensor<f32>, tensor<f32>
}
