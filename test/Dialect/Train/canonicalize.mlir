// RUN: halftone-opt %s -canonicalize -split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @cast_same_type
// CHECK-SAME: (%[[X:.*]]: tensor<4xbf16>)
func.func @cast_same_type(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  // CHECK-NEXT: return %[[X]]
  %0 = train.cast %x : tensor<4xbf16> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// Widening and back is exact, whatever the rounding.
// CHECK-LABEL: func @cast_widen_and_back
// CHECK-SAME: (%[[X:.*]]: tensor<4xbf16>, %[[E:.*]]: tensor<4xf8E5M2>, %[[I:.*]]: tensor<4xi16>, %[[B:.*]]: tensor<4xi1>, %{{.*}}: tensor<2xui32>)
func.func @cast_widen_and_back(%x: tensor<4xbf16>, %e: tensor<4xf8E5M2>, %i: tensor<4xi16>, %b: tensor<4xi1>, %k: tensor<2xui32>)
    -> (tensor<4xbf16>, tensor<4xf8E5M2>, tensor<4xi16>, tensor<4xi1>, tensor<4xbf16>, tensor<4xbf16>) {
  // CHECK-NEXT: return %[[X]], %[[E]], %[[I]], %[[B]], %[[X]], %[[X]]
  %0 = train.cast %x : tensor<4xbf16> to tensor<4xf32>
  %1 = train.cast %0 : tensor<4xf32> to tensor<4xbf16>
  %2 = train.cast %e : tensor<4xf8E5M2> to tensor<4xf16>
  %3 = train.cast %2 : tensor<4xf16> to tensor<4xf8E5M2>
  %4 = train.cast %i : tensor<4xi16> to tensor<4xf32>
  %5 = train.cast %4 : tensor<4xf32> to tensor<4xi16>
  %6 = train.cast %b : tensor<4xi1> to tensor<4xbf16>
  %7 = train.cast %6 : tensor<4xbf16> to tensor<4xi1>
  %8 = train.cast %0 rounding = toward_zero : tensor<4xf32> to tensor<4xbf16>
  %9 = train.cast %0 rounding = stochastic key %k : tensor<4xf32> to tensor<4xbf16>
  return %1, %3, %5, %7, %8, %9 : tensor<4xbf16>, tensor<4xf8E5M2>, tensor<4xi16>, tensor<4xi1>, tensor<4xbf16>, tensor<4xbf16>
}

// A cast that narrows changes the value.
// CHECK-LABEL: func @cast_narrow_and_back
func.func @cast_narrow_and_back(%x: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<4xi32>, %u: tensor<4xui8>, %s: tensor<4xi8>)
    -> (tensor<4xf32>, tensor<4xf16>, tensor<4xi32>, tensor<4xui8>, tensor<4xi8>) {
  // CHECK-NEXT: %[[A:.*]] = train.cast %{{.*}} : tensor<4xf32> to tensor<4xbf16>
  // CHECK-NEXT: %[[B:.*]] = train.cast %[[A]] : tensor<4xbf16> to tensor<4xf32>
  %0 = train.cast %x : tensor<4xf32> to tensor<4xbf16>
  %1 = train.cast %0 : tensor<4xbf16> to tensor<4xf32>
  // Neither of f16 and bf16 holds the other.
  // CHECK-NEXT: %[[C:.*]] = train.cast %{{.*}} : tensor<4xf16> to tensor<4xbf16>
  // CHECK-NEXT: %[[D:.*]] = train.cast %[[C]] : tensor<4xbf16> to tensor<4xf16>
  %2 = train.cast %h : tensor<4xf16> to tensor<4xbf16>
  %3 = train.cast %2 : tensor<4xbf16> to tensor<4xf16>
  // f32 holds integers of 24 bits.
  // CHECK-NEXT: %[[E:.*]] = train.cast %{{.*}} : tensor<4xi32> to tensor<4xf32>
  // CHECK-NEXT: %[[F:.*]] = train.cast %[[E]] : tensor<4xf32> to tensor<4xi32>
  %4 = train.cast %i : tensor<4xi32> to tensor<4xf32>
  %5 = train.cast %4 : tensor<4xf32> to tensor<4xi32>
  // CHECK-NEXT: %[[G:.*]] = train.cast %{{.*}} : tensor<4xui8> to tensor<4xi8>
  // CHECK-NEXT: %[[H:.*]] = train.cast %[[G]] : tensor<4xi8> to tensor<4xui8>
  %6 = train.cast %u : tensor<4xui8> to tensor<4xi8>
  %7 = train.cast %6 : tensor<4xi8> to tensor<4xui8>
  // CHECK-NEXT: %[[I:.*]] = train.cast %{{.*}} : tensor<4xi8> to tensor<4xui16>
  // CHECK-NEXT: %[[J:.*]] = train.cast %[[I]] : tensor<4xui16> to tensor<4xi8>
  %8 = train.cast %s : tensor<4xi8> to tensor<4xui16>
  %9 = train.cast %8 : tensor<4xui16> to tensor<4xi8>
  // CHECK-NEXT: return %[[B]], %[[D]], %[[F]], %[[H]], %[[J]]
  return %1, %3, %5, %7, %9 : tensor<4xf32>, tensor<4xf16>, tensor<4xi32>, tensor<4xui8>, tensor<4xi8>
}

// Saturation takes infinities away.
// CHECK-LABEL: func @cast_widen_and_saturate
func.func @cast_widen_and_saturate(%x: tensor<4xf8E5M2>) -> tensor<4xf8E5M2> {
  // CHECK: train.cast
  // CHECK: train.cast %{{.*}} saturate
  %0 = train.cast %x : tensor<4xf8E5M2> to tensor<4xf32>
  %1 = train.cast %0 saturate : tensor<4xf32> to tensor<4xf8E5M2>
  return %1 : tensor<4xf8E5M2>
}

// Two roundings are not one.
// CHECK-LABEL: func @cast_round_twice
func.func @cast_round_twice(%x: tensor<4xf64>) -> tensor<4xbf16> {
  // CHECK: train.cast %{{.*}} : tensor<4xf64> to tensor<4xf32>
  // CHECK: train.cast %{{.*}} : tensor<4xf32> to tensor<4xbf16>
  %0 = train.cast %x : tensor<4xf64> to tensor<4xf32>
  %1 = train.cast %0 : tensor<4xf32> to tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// -----

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @unary
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>, %[[U:.*]]: tensor<4xui32>)
func.func @unary(%x: tensor<4xf32>, %i: tensor<4xi32>, %u: tensor<4xui32>)
    -> (tensor<4xf32>, tensor<4xi32>, tensor<4xui32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = train.negate %x : tensor<4xf32>
  %1 = train.negate %0 : tensor<4xf32>
  %2 = train.not %i : tensor<4xi32>
  %3 = train.not %2 : tensor<4xi32>
  %4 = train.abs %u : tensor<4xui32>
  // CHECK-NEXT: %[[ABS:.*]] = train.abs %[[X]]
  %5 = train.abs %0 : tensor<4xf32>
  %6 = train.abs %5 : tensor<4xf32>
  // CHECK-NEXT: %[[FLOOR:.*]] = train.floor %[[X]]
  %7 = train.floor %x : tensor<4xf32>
  %8 = train.round_nearest_even %7 : tensor<4xf32>
  // CHECK-NEXT: return %[[X]], %[[I]], %[[U]], %[[ABS]], %[[FLOOR]]
  return %1, %3, %4, %6, %8 : tensor<4xf32>, tensor<4xi32>, tensor<4xui32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @float_identities
// CHECK-SAME: (%[[X:.*]]: tensor<4xbf16>)
func.func @float_identities(%x: tensor<4xbf16>)
    -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) {
  // CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
  %one = train.constant dense<1.0> : tensor<4xbf16>
  %zero = train.constant dense<0.0> : tensor<4xbf16>
  %minus_zero = train.constant dense<-0.0> : tensor<4xbf16>
  %minus_inf = train.constant dense<0xFF80> : tensor<4xbf16>
  %inf = train.constant dense<0x7F80> : tensor<4xbf16>
  %0 = train.multiply %one, %x : tensor<4xbf16>
  %1 = train.divide %x, %one : tensor<4xbf16>
  %2 = train.add %minus_zero, %x : tensor<4xbf16>
  %3 = train.subtract %x, %zero : tensor<4xbf16>
  %4 = train.maximum %x, %minus_inf : tensor<4xbf16>
  %5 = train.minimum %x, %inf : tensor<4xbf16>
  %6 = train.maximum %x, %x : tensor<4xbf16>
  %7 = train.power %x, %one : tensor<4xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>
}

// What -0, infinity or NaN would make wrong stays.
// CHECK-LABEL: func @float_no_identities
func.func @float_no_identities(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = train.constant dense<1.0> : tensor<4xf32>
  %zero = train.constant dense<0.0> : tensor<4xf32>
  %minus_zero = train.constant dense<-0.0> : tensor<4xf32>
  // CHECK: train.add
  %0 = train.add %x, %zero : tensor<4xf32>
  // CHECK: train.subtract
  %1 = train.subtract %x, %minus_zero : tensor<4xf32>
  // CHECK: train.subtract
  %2 = train.subtract %x, %x : tensor<4xf32>
  // CHECK: train.multiply
  %3 = train.multiply %x, %zero : tensor<4xf32>
  // CHECK: train.divide
  %4 = train.divide %x, %x : tensor<4xf32>
  // CHECK: train.remainder
  %5 = train.remainder %x, %one : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @float_no_reassociation
func.func @float_no_reassociation(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  // CHECK: train.add
  // CHECK: train.subtract
  %0 = train.add %x, %y : tensor<f32>
  %1 = train.subtract %0, %y : tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: func @integer_identities
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
func.func @integer_identities(%x: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  // CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
  %zero = train.constant dense<0> : tensor<4xi32>
  %one = train.constant dense<1> : tensor<4xi32>
  %ones = train.constant dense<-1> : tensor<4xi32>
  %least = train.constant dense<-2147483648> : tensor<4xi32>
  %0 = train.add %zero, %x : tensor<4xi32>
  %1 = train.subtract %x, %zero : tensor<4xi32>
  %2 = train.multiply %x, %one : tensor<4xi32>
  %3 = train.divide %x, %one : tensor<4xi32>
  %4 = train.and %ones, %x : tensor<4xi32>
  %5 = train.or %x, %zero : tensor<4xi32>
  %6 = train.xor %x, %zero : tensor<4xi32>
  %7 = train.shift_left %x, %zero : tensor<4xi32>
  %8 = train.maximum %least, %x : tensor<4xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
    : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// CHECK-LABEL: func @integer_zeros
func.func @integer_zeros(%x: tensor<4xui8>)
    -> (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) {
  // CHECK-NEXT: %[[ZERO:.*]] = train.constant dense<0> : tensor<4xui8>
  // CHECK-NEXT: return %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]]
  %zero = train.constant dense<0> : tensor<4xui8>
  %one = train.constant dense<1> : tensor<4xui8>
  %0 = train.subtract %x, %x : tensor<4xui8>
  %1 = train.multiply %x, %zero : tensor<4xui8>
  %2 = train.remainder %x, %one : tensor<4xui8>
  %3 = train.and %x, %zero : tensor<4xui8>
  %4 = train.xor %x, %x : tensor<4xui8>
  %5 = train.minimum %x, %zero : tensor<4xui8>
  %6 = train.shift_right_logical %zero, %x : tensor<4xui8>
  return %0, %1, %2, %3, %4, %5, %6
    : tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func @select
// CHECK-SAME: (%[[P:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
func.func @select(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[MIXED:.*]] = train.select
  // CHECK-NEXT: return %[[A]], %[[A]], %[[B]], %[[MIXED]]
  %true = train.constant dense<true> : tensor<4xi1>
  %false = train.constant dense<false> : tensor<i1>
  %mixed = train.constant dense<[true, false, true, true]> : tensor<4xi1>
  %0 = train.select %p, %a, %a : tensor<4xi1>, tensor<4xf32>
  %1 = train.select %true, %a, %b : tensor<4xi1>, tensor<4xf32>
  %2 = train.select %false, %a, %b : tensor<i1>, tensor<4xf32>
  %3 = train.select %mixed, %a, %b : tensor<4xi1>, tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @shape_identities
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
func.func @shape_identities(%x: tensor<4x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
  %0 = train.reshape %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = train.transpose %x, perm = [0, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = train.broadcast_in_dim %x, dims = [0, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  %3 = train.slice %x, start = [0, 0], limit = [4, 8], strides = [1, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  %4 = train.concatenate %x, dim = 0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = train.transpose %x, perm = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %6 = train.transpose %5, perm = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  %7 = train.reshape %x : tensor<4x8xf32> -> tensor<32xf32>
  %8 = train.reshape %7 : tensor<32xf32> -> tensor<4x8xf32>
  return %0, %1, %2, %3, %4, %6, %8
    : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func @shape_compositions
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x5xf32>)
func.func @shape_compositions(%x: tensor<2x3x5xf32>) -> (tensor<2x5x3xf32>, tensor<30xf32>, tensor<7x2x3x9x5xf32>) {
  // CHECK-NEXT: train.transpose %[[X]], perm = [0, 2, 1] : tensor<2x3x5xf32> -> tensor<2x5x3xf32>
  %0 = train.transpose %x, perm = [1, 2, 0] : tensor<2x3x5xf32> -> tensor<3x5x2xf32>
  %1 = train.transpose %0, perm = [2, 1, 0] : tensor<3x5x2xf32> -> tensor<2x5x3xf32>
  // CHECK-NEXT: train.reshape %[[X]] : tensor<2x3x5xf32> -> tensor<30xf32>
  %2 = train.reshape %x : tensor<2x3x5xf32> -> tensor<6x5xf32>
  %3 = train.reshape %2 : tensor<6x5xf32> -> tensor<30xf32>
  // CHECK-NEXT: train.broadcast_in_dim %[[X]], dims = [1, 2, 4] : tensor<2x3x5xf32> -> tensor<7x2x3x9x5xf32>
  %4 = train.broadcast_in_dim %x, dims = [1, 2, 3] : tensor<2x3x5xf32> -> tensor<7x2x3x5xf32>
  %5 = train.broadcast_in_dim %4, dims = [0, 1, 2, 4] : tensor<7x2x3x5xf32> -> tensor<7x2x3x9x5xf32>
  return %1, %3, %5 : tensor<2x5x3xf32>, tensor<30xf32>, tensor<7x2x3x9x5xf32>
}

// CHECK-LABEL: func @shape_no_identities
func.func @shape_no_identities(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: train.transpose
  %0 = train.transpose %x, perm = [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  // CHECK: train.slice
  %1 = train.slice %x, start = [0, 1], limit = [4, 4], strides = [1, 1] : tensor<4x4xf32> -> tensor<4x3xf32>
  // CHECK: train.concatenate
  %2 = train.concatenate %1, %1, dim = 1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  // CHECK: train.slice
  %3 = train.slice %2, start = [0, 0], limit = [4, 4], strides = [1, 1] : tensor<4x6xf32> -> tensor<4x4xf32>
  return %0, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @if_constant
// CHECK-SAME: (%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)
func.func @if_constant(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NOT: train.if
  // CHECK: %[[SUM:.*]] = train.add %[[A]], %[[B]]
  // CHECK: return %[[SUM]], %[[B]]
  %true = train.constant dense<true> : tensor<i1>
  %false = train.constant dense<false> : tensor<i1>
  %0 = train.if %true : tensor<f32> {
    %2 = train.add %a, %b : tensor<f32>
    train.yield %2 : tensor<f32>
  } else {
    train.yield %b : tensor<f32>
  }
  %1 = train.if %false : tensor<f32> {
    train.yield %a : tensor<f32>
  } else {
    train.yield %b : tensor<f32>
  }
  return %0, %1 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func @if_unused
func.func @if_unused(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
  // CHECK: train.if %{{.*}} : tensor<f32> {
  // CHECK-NOT: train.sine
  // CHECK: train.cosine
  // CHECK: return
  %0:2 = train.if %p : tensor<f32>, tensor<f32> {
    %1 = train.sine %a : tensor<f32>
    %2 = train.cosine %a : tensor<f32>
    train.yield %1, %2 : tensor<f32>, tensor<f32>
  } else {
    train.yield %a, %a : tensor<f32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}

// CHECK-LABEL: func @for_never
// CHECK-SAME: (%[[A:.*]]: tensor<f32>)
func.func @for_never(%a: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %[[A]]
  %0 = train.for %i times 0 carry (%c = %a) : tensor<f32> {
    %1 = train.add %c, %c : tensor<f32>
    train.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @for_once
// CHECK-SAME: (%[[A:.*]]: tensor<f32>)
func.func @for_once(%a: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  // CHECK: %[[ZERO:.*]] = train.constant dense<0> : tensor<i32>
  // CHECK: %[[SUM:.*]] = train.add %[[A]], %[[A]]
  // CHECK: return %[[SUM]], %[[ZERO]]
  %n = train.constant dense<5> : tensor<i32>
  %0:2 = train.for %i times 1 carry (%c = %a, %d = %n) : tensor<f32>, tensor<i32> {
    %1 = train.add %c, %c : tensor<f32>
    train.yield %1, %i : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// A carried value that nobody uses goes, and so does one that never changes; one that
// another needs stays.
// CHECK-LABEL: func @for_unused
// CHECK-SAME: (%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %[[D:.*]]: tensor<f32>)
func.func @for_unused(%a: tensor<f32>, %b: tensor<f32>, %d: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: %[[R:.*]]:2 = train.for %{{.*}} times 3 carry (%[[C:.*]] = %[[A]], %[[F:.*]] = %[[D]]) : tensor<f32>, tensor<f32> {
  // CHECK-NEXT: train.add %[[C]], %[[F]]
  // CHECK-NEXT: train.multiply %[[F]], %[[B]]
  // CHECK-NEXT: train.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]#0, %[[B]]
  %0:4 = train.for %i times 3 carry (%c = %a, %e = %b, %f = %d, %g = %b) : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32> {
    %1 = train.sine %c : tensor<f32>
    %2 = train.add %c, %f : tensor<f32>
    %3 = train.multiply %f, %g : tensor<f32>
    train.yield %2, %1, %3, %g : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %0#0, %0#3 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func @while_stays
func.func @while_stays(%a: tensor<f32>) -> tensor<f32> {
  // CHECK: %[[W:.*]] = train.while
  // CHECK: return %[[W]]
  %0 = train.while (%c = %a) : tensor<f32> cond {
    %p = train.compare LT, %c, %c : tensor<f32>
    train.yield %p : tensor<i1>
  } do {
    train.yield %c : tensor<f32>
  }
  return %0 : tensor<f32>
}

// The user's wish is not for us to simplify.
// CHECK-LABEL: func @precision_stays
// CHECK-SAME: (%[[A:.*]]: tensor<f32>)
func.func @precision_stays(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: %[[EMPTY:.*]] = train.precision f32 : tensor<f32> {
  // CHECK-NEXT: train.yield %[[A]]
  %0 = train.precision f32 : tensor<f32> {
    train.yield %a : tensor<f32>
  }
  // CHECK: %[[NESTED:.*]] = train.precision bf16 : tensor<f32> {
  // CHECK-NEXT: train.precision bf16 : tensor<f32> {
  %1 = train.precision bf16 : tensor<f32> {
    %2 = train.precision bf16 : tensor<f32> {
      %3 = train.exponential %a : tensor<f32>
      train.yield %3 : tensor<f32>
    }
    train.yield %2 : tensor<f32>
  }
  // CHECK: return %[[EMPTY]], %[[NESTED]]
  return %0, %1 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func @precision_unused
func.func @precision_unused(%a: tensor<f32>) -> tensor<bf16> {
  // CHECK: train.precision f32 tf32 : tensor<bf16> {
  // CHECK-NOT: train.sine
  // CHECK: train.cast
  // CHECK-NEXT: train.yield %{{.*}} : tensor<bf16>
  // CHECK-NEXT: } {note = "x"}
  // CHECK-NEXT: return
  %0:2 = train.precision f32 tf32 : tensor<f32>, tensor<bf16> {
    %1 = train.sine %a : tensor<f32>
    %2 = train.cast %a : tensor<f32> to tensor<bf16>
    train.yield %1, %2 : tensor<f32>, tensor<bf16>
  } {note = "x"}
  train.precision bf16 {
    %3 = train.cosine %a : tensor<f32>
  }
  return %0#1 : tensor<bf16>
}

// CHECK-LABEL: func @checkpoint_unused
func.func @checkpoint_unused(%a: tensor<f32>) -> tensor<f32> {
  // CHECK: train.checkpoint save products : tensor<f32> {
  // CHECK-NOT: train.sine
  // CHECK: train.cosine
  // CHECK-NEXT: train.yield %{{.*}} : tensor<f32>
  // CHECK-NEXT: } {note = "x"}
  // CHECK-NEXT: return
  %0:2 = train.checkpoint save products : tensor<f32>, tensor<f32> {
    %1 = train.sine %a : tensor<f32>
    %2 = train.cosine %a : tensor<f32>
    train.yield %1, %2 : tensor<f32>, tensor<f32>
  } {note = "x"}
  return %0#1 : tensor<f32>
}

// CHECK-LABEL: func @barrier
func.func @barrier(%a: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[B:.*]] = train.optimization_barrier
  // CHECK-NEXT: return %[[B]]
  %0 = train.optimization_barrier %a : tensor<f32>
  %1 = train.optimization_barrier %a : tensor<f32>
  return %0 : tensor<f32>
}
