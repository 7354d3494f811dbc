// What is out of bounds is an error with value, element, numbers and bound; and mistakes in
// the attributes are errors.
// RUN: not halftone-opt %s --split-input-file --check-precision -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: error: check-precision: result 0 of '@twice' at [2] is off by 0.5 ulps of bf16, bound 0.25: expected 1.00390625, got 1
// CHECK: note: 1 of 3 elements are out of bounds, in run 0 of seed 0
func.func @twice(%x: tensor<3xf32> {check.values = dense<[1.0, 2.0, 1.00390625]> : tensor<3xf32>})
    -> (tensor<3xbf16> {check.ulps = 0.25}) {
  %0 = train.cast %x : tensor<3xf32> to tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// -----

// A sum of ones in bf16 stops at 256: the island was lost.
// CHECK: error: check-precision: 'train.dot_general' at [0, 0] is off by 96 ulps of bf16, bound 1: expected 1024, got 256
func.func @sum() -> tensor<1x1xbf16> {
  %a = train.constant dense<1.0> : tensor<1x1024xbf16>
  %b = train.constant dense<1.0> : tensor<1024x1xbf16>
  %0 = train.dot_general %a, %b, contract = [1] x [0] acc = bf16 {check.ulps = 1.0} : (tensor<1x1024xbf16>, tensor<1024x1xbf16>) -> tensor<1x1xbf16>
  return %0 : tensor<1x1xbf16>
}

// -----

// Infinity for a number is infinitely far off; so is NaN.
// (An infinity where the f64 value overflows, too, is right: '%0'.)
// CHECK: error: check-precision: result 1 of '@overflow' at [1, 0] is off by inf ulps of f16, bound 1000: expected 300, got inf
// CHECK: error: check-precision: result 2 of '@overflow' at [1, 0] is off by inf ulps of f16, bound 1000: expected 0, got nan
func.func @overflow(%x: tensor<2x1xf16> {check.values = dense<[[2.0], [300.0]]> : tensor<2x1xf16>})
    -> (tensor<2x1xf16> {check.ulps = 0.5}, tensor<2x1xf16> {check.ulps = 1000.0}, tensor<2x1xf16> {check.ulps = 1000.0}) {
  %0 = train.multiply %x, %x : tensor<2x1xf16>
  %1 = train.sqrt %0 : tensor<2x1xf16>
  %2 = train.subtract %0, %0 : tensor<2x1xf16>
  return %0, %1, %2 : tensor<2x1xf16>, tensor<2x1xf16>, tensor<2x1xf16>
}

// -----

// CHECK: error: check-precision: nothing to check: no result and no op has 'check.ulps'
module {
  func.func @plain(%x: tensor<3xf32>) -> tensor<3xf32> {
    return %x : tensor<3xf32>
  }
}

// -----

// CHECK: error: check-precision: 'check.ulps' expects a number from 0 on
func.func @negative(%x: tensor<3xf32>) -> (tensor<3xf32> {check.ulps = -1.0}) {
  return %x : tensor<3xf32>
}

// -----

// CHECK: error: check-precision: 'check.within' needs 'check.ulps'
func.func @alone(%x: tensor<3xf32>) -> (tensor<3xf32> {check.within = 1.0}) {
  return %x : tensor<3xf32>
}

// -----

// CHECK: error: check-precision: 'check.in' expects a float type
func.func @integer(%x: tensor<3xf32>) -> (tensor<3xf32> {check.ulps = 1.0, check.in = i32}) {
  return %x : tensor<3xf32>
}

// -----

// CHECK: error: check-precision: argument 0: check.values is not of the argument's type
func.func @values(%x: tensor<3xf32> {check.values = dense<1.0> : tensor<2xf32>}) -> (tensor<3xf32> {check.ulps = 1.0}) {
  return %x : tensor<3xf32>
}

// -----

// CHECK: error: check-precision: argument 0: expected check.uniform = [low, high] or check.normal = [mean, deviation]
func.func @order(%x: tensor<3xf32> {check.uniform = [2.0, 1.0]}) -> (tensor<3xf32> {check.ulps = 1.0}) {
  return %x : tensor<3xf32>
}

// -----

// CHECK: error: check-precision: argument 0: expected a tensor of static shape
func.func @dynamic(%x: tensor<?xf32>) -> (tensor<?xf32> {check.ulps = 1.0}) {
  return %x : tensor<?xf32>
}

// -----

// CHECK: error: check-precision: result 0 of '@counts' has no float to check
func.func @counts(%x: tensor<3xi32>) -> (tensor<3xi32> {check.ulps = 1.0}) {
  return %x : tensor<3xi32>
}
