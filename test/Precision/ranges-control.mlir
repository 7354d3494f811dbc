// Ranges through loops, branches, regions and calls.
// RUN: halftone-opt %s --print-ranges -o /dev/null | FileCheck %s

// A bound that grows goes to its limit; one that does not stays.
// CHECK-LABEL: func.func @loops{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.constant #0: [0.5, 0.5]{{$}}
// CHECK-NEXT: train.for argument 0: [0, 9] integer{{$}}
// CHECK-NEXT: train.for argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.for argument 2: [-1, 1] nan{{$}}
// CHECK-NEXT: train.for #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.for #1: [-0.5, 0.5] nan{{$}}
// CHECK-NEXT: train.cast #0: [0, 9] integer positions=9{{$}}
// CHECK-NEXT: train.add #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.multiply #0: [-0.5, 0.5] nan{{$}}
func.func @loops(%x: tensor<4xf32>) {
  %t = train.tanh %x : tensor<4xf32>
  %half = train.constant dense<0.5> : tensor<4xf32>
  %0:2 = train.for %i times 10 carry (%a = %t, %b = %t) : tensor<4xf32>, tensor<4xf32> {
    %f = train.cast %i : tensor<i32> to tensor<f32>
    %grows = train.add %a, %t : tensor<4xf32>
    %shrinks = train.multiply %b, %half : tensor<4xf32>
    train.yield %grows, %shrinks : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @nested{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.for argument 0: [0, 2] integer{{$}}
// CHECK-NEXT: train.for argument 1: [0, 1] nan{{$}}
// CHECK-NEXT: train.for #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.for argument 0: [0, 2] integer{{$}}
// CHECK-NEXT: train.for argument 1: [0, 1] nan{{$}}
// CHECK-NEXT: train.for #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.multiply #0: [0, 1] nan{{$}}
func.func @nested(%x: tensor<4xf32>) {
  %p = train.logistic %x : tensor<4xf32>
  %0 = train.for %i times 3 carry (%a = %p) : tensor<4xf32> {
    %1 = train.for %j times 3 carry (%b = %a) : tensor<4xf32> {
      %m = train.multiply %b, %p : tensor<4xf32>
      train.yield %m : tensor<4xf32>
    }
    train.yield %1 : tensor<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @while{{$}}
// CHECK-NEXT: func.func argument 0: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.constant #0: [0, 0] integer{{$}}
// CHECK-NEXT: train.constant #0: [1, 1] integer{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.while argument 0: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: train.while argument 1: [-1, 1] nan{{$}}
// CHECK-NEXT: train.while argument 0: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: train.while argument 1: [-1, 1] nan{{$}}
// CHECK-NEXT: train.while #0: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: train.while #1: [-1, 1] nan{{$}}
// CHECK-NEXT: train.compare #0: [0, 1] integer{{$}}
// CHECK-NEXT: train.add #0: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: train.sine #0: [-1, 1] nan{{$}}
func.func @while(%n: tensor<i32>, %x: tensor<4xf32>) {
  %zero = train.constant dense<0> : tensor<i32>
  %one = train.constant dense<1> : tensor<i32>
  %t = train.tanh %x : tensor<4xf32>
  %0:2 = train.while (%i = %zero, %a = %t) : tensor<i32>, tensor<4xf32> cond {
    %p = train.compare LT, %i, %n : tensor<i32>
    train.yield %p : tensor<i1>
  } do {
    %next = train.add %i, %one : tensor<i32>
    %s = train.sine %a : tensor<4xf32>
    train.yield %next, %s : tensor<i32>, tensor<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @branches{{$}}
// CHECK-NEXT: func.func argument 0: [0, 1] integer{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.if #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.precision #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.multiply #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.checkpoint #0: [0, 1] nan{{$}}
func.func @branches(%p: tensor<i1>, %x: tensor<4xf32>) {
  %a = train.logistic %x : tensor<4xf32>
  %b = train.tanh %x : tensor<4xf32>
  %0 = train.if %p : tensor<4xf32> {
    train.yield %a : tensor<4xf32>
  } else {
    train.yield %b : tensor<4xf32>
  }
  %1 = train.precision f32 : tensor<4xf32> {
    %2 = train.multiply %0, %0 : tensor<4xf32>
    train.yield %2 : tensor<4xf32>
  }
  %3 = train.checkpoint : tensor<4xf32> {
    train.yield %1 : tensor<4xf32>
  }
  return
}

// A private function is seen through: from all its calls.
// CHECK-LABEL: func.func @calls{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: func.call #0: [-2, 2] nan{{$}}
// CHECK-NEXT: train.negate #0: [-1, 0] nan{{$}}
// CHECK-NEXT: func.call #0: [-2, 2] nan{{$}}
// CHECK-NEXT: func.call #0: [-inf, inf] nan{{$}}
func.func @calls(%x: tensor<4xf32>) {
  %a = train.logistic %x : tensor<4xf32>
  %0 = func.call @twice(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = train.negate %a : tensor<4xf32>
  %2 = func.call @twice(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = func.call @elsewhere(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @twice{{$}}
// CHECK-NEXT: func.func argument 0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.add #0: [-2, 2] nan{{$}}
func.func private @twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @elsewhere{{$}}
func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>
