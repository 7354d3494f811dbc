// Values as they are computed, against f64: what holds is silent, or a remark where asked for.
// RUN: halftone-opt %s --split-input-file --check-precision -o /dev/null 2>&1 | count 0
// RUN: halftone-opt %s --split-input-file --check-precision="seed=7 runs=3" -o /dev/null 2>&1 | count 0
// RUN: halftone-opt %s --split-input-file --check-precision --remarks-filter=check-precision --remark-policy=all -o /dev/null 2>&1 | FileCheck %s

// One rounding: half an ulp.
// CHECK: remark: [Passed] within | Category:check-precision{{.*}}result 0 of '@rounding' is within 0.{{[0-9]+}} ulps of bf16, bound 0.5
func.func @rounding(%x: tensor<16x64xf32>) -> (tensor<16x64xbf16> {check.ulps = 0.5}) {
  %0 = train.cast %x : tensor<16x64xf32> to tensor<16x64xbf16>
  return %0 : tensor<16x64xbf16>
}

// -----

// What f32 holds, f32 gives: 0 ulps.
// CHECK: result 0 of '@exact' is within 0 ulps of f32, bound 0
func.func @exact(%x: tensor<4xbf16> {check.values = dense<[1.0, -2.5, 0.0, 3.0e38]> : tensor<4xbf16>})
    -> (tensor<4xf32> {check.ulps = 0 : i64}) {
  %0 = train.cast %x : tensor<4xbf16> to tensor<4xf32>
  %1 = train.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// An op inside, counted in bf16's ulps though it is f32; in each round of a loop. A value
// rounded once to bf16 is off by 2^-8 of itself at most, its fourth power by four times that
// and a bit, and an ulp is at least 2^-8 of the value.
// CHECK: 'train.multiply' is within {{.*}} ulps of bf16
// CHECK: 'train.multiply' is within {{.*}} ulps of bf16
// CHECK: 'train.multiply' is within {{.*}} ulps of bf16
func.func @inside(%x: tensor<8xf32> {check.normal = [1.0, 0.125]}) -> tensor<8xf32> {
  %low = train.cast %x : tensor<8xf32> to tensor<8xbf16>
  %wide = train.cast %low : tensor<8xbf16> to tensor<8xf32>
  %y = train.for %i times 3 carry (%a = %wide) : tensor<8xf32> {
    %b = train.multiply %a, %wide {check.ulps = 4.05, check.in = bf16} : tensor<8xf32>
    train.yield %b : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

// Overflow where f64's value overflows, too, is right; a distance that passes anyway.
func.func @ends(%x: tensor<2xf32> {check.values = dense<[1.0e6, 65504.0]> : tensor<2xf32>},
                %y: tensor<3xf32> {check.uniform = [1.0, 2.0]})
    -> (tensor<2xf16> {check.ulps = 0.5}, tensor<3xbf16> {check.ulps = 1.0, check.within = 0.01}) {
  %0 = train.cast %x : tensor<2xf32> to tensor<2xf16>
  %low = train.cast %y : tensor<3xf32> to tensor<3xbf16>
  %1 = train.subtract %low, %low : tensor<3xbf16>
  return %0, %1 : tensor<2xf16>, tensor<3xbf16>
}

// -----

// Composites, integers and functions that are called; a region's compute type is no matter.
// Within 5 deviations of 4 the difference to the maximum is below 40: its rounding, of 2^-19
// at most, is 32 ulps of the exponential, and few more come from the rest.
func.func private @inner(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = train.softmax %x, dim = 1 : tensor<4x16xf32> -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
func.func @composite(%x: tensor<4x16xf32> {check.normal = [0.0, 4.0]}, %i: tensor<5xi32> {check.uniform = [0, 3]})
    -> (tensor<4x16xf32> {check.ulps = 36.0}, tensor<5x16xf32> {check.ulps = 36.0}) {
  %0 = func.call @inner(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = train.precision bf16 : tensor<4x16xf32> {
    %2 = train.exponential %0 : tensor<4x16xf32>
    %3 = train.log %2 : tensor<4x16xf32>
    train.yield %3 : tensor<4x16xf32>
  }
  %4 = train.embedding %0, %i : (tensor<4x16xf32>, tensor<5xi32>) -> tensor<5x16xf32>
  return %0, %4 : tensor<4x16xf32>, tensor<5x16xf32>
}
