// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// The counter is the loop's own; what never changes is not carried.
// CHECK-LABEL: @counting(
// CHECK: train.constant dense<0> : tensor<i32>
// CHECK: train.for %{{.*}} times 5 carry (%{{.*}} = %{{.*}}) : tensor<4xf32> {
// CHECK: train.constant dense<1> : tensor<i32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<i32>
// CHECK: train.yield %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<5> : tensor<i32>
func.func @counting(%x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %c = %x, %v = %w) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.multiply %c, %v : tensor<4xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1, %v : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<i32>, tensor<4xf32>, tensor<4xf32>
}

// From 20 down to 3 by 4, in i64, with the limit carried along.
// CHECK-LABEL: @down(
// CHECK: train.constant dense<20> : tensor<i64>
// CHECK: train.constant dense<3> : tensor<i64>
// CHECK: train.for %{{.*}} times 5 carry (%{{.*}} = %{{.*}}) : tensor<f32> {
// CHECK: train.cast %{{.*}} : tensor<i32> to tensor<i64>
// CHECK: train.constant dense<-4> : tensor<i64>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<i64>
// CHECK: train.constant dense<20> : tensor<i64>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<i64>
// CHECK: train.constant dense<4> : tensor<i64>
// CHECK: train.cast %{{.*}} : tensor<i64> to tensor<f32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<i64>
// CHECK: train.yield %{{.*}} : tensor<f32>
// CHECK: train.constant dense<0> : tensor<i64>
func.func @down(%x: tensor<f32>) -> tensor<i64> {
  %start = stablehlo.constant dense<20> : tensor<i64>
  %end = stablehlo.constant dense<3> : tensor<i64>
  %0:3 = stablehlo.while(%i = %start, %n = %end, %c = %x) : tensor<i64>, tensor<i64>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %n, %i, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %four = stablehlo.constant dense<4> : tensor<i64>
    %1 = stablehlo.convert %i : (tensor<i64>) -> tensor<f32>
    %2 = stablehlo.subtract %i, %four : tensor<i64>
    stablehlo.return %2, %n, %1 : tensor<i64>, tensor<i64>, tensor<f32>
  }
  return %0#0 : tensor<i64>
}

// CHECK-LABEL: @by_value(
// CHECK: train.while (%{{.*}} = %{{.*}}) : tensor<f32> cond {
// CHECK: train.constant dense<5.000000e+00> : tensor<f32>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<f32>
// CHECK: train.yield %{{.*}} : tensor<i1>
// CHECK: } do {
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK: train.yield %{{.*}} : tensor<f32>
func.func @by_value(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%c = %x) : tensor<f32>
  cond {
    %n = stablehlo.constant dense<5.0> : tensor<f32>
    %1 = stablehlo.compare LT, %c, %n, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %c, %c : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: @if(
// CHECK: train.if %{{.*}} : tensor<4xf32> {
// CHECK: train.sine %{{.*}} : tensor<4xf32>
// CHECK: train.yield %{{.*}} : tensor<4xf32>
// CHECK: } else {
// CHECK: train.yield %{{.*}} : tensor<4xf32>
func.func @if(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.sine %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// An index that names no branch takes the last.
// CHECK-LABEL: @case(
// CHECK: train.constant dense<0> : tensor<i32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<i32>
// CHECK: train.if %{{.*}} : tensor<4xf32> {
// CHECK: train.sine %{{.*}} : tensor<4xf32>
// CHECK: train.yield %{{.*}} : tensor<4xf32>
// CHECK: } else {
// CHECK: train.constant dense<1> : tensor<i32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<i32>
// CHECK: train.if %{{.*}} : tensor<4xf32> {
// CHECK: train.cosine %{{.*}} : tensor<4xf32>
// CHECK: train.yield %{{.*}} : tensor<4xf32>
// CHECK: } else {
// CHECK: train.yield %{{.*}} : tensor<4xf32>
// CHECK: train.yield %{{.*}} : tensor<4xf32>
func.func @case(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.sine %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %1 = stablehlo.cosine %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A branch that is always taken stands in its place, however deep it nests.
// CHECK-LABEL: @one_case(
// CHECK-NEXT: %[[SINE:.*]] = train.sine %{{.*}} : tensor<4xf32>
// CHECK-NEXT: return %[[SINE]]
func.func @one_case(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = "stablehlo.case"(%i) ({
      %2 = stablehlo.sine %x : tensor<4xf32>
      stablehlo.return %2 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @barrier(
// CHECK: train.optimization_barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<2xi32>
func.func @barrier(%x: tensor<4xf32>, %y: tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<2xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<2xi32>
}

// CHECK-LABEL: @calls(
// CHECK: call @helper(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @helper(
// CHECK: train.negate %{{.*}} : tensor<4xf32>
func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
