// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @unary(
// CHECK: train.abs %{{.*}} : tensor<4xf32>
// CHECK: train.cbrt %{{.*}} : tensor<4xf32>
// CHECK: train.ceil %{{.*}} : tensor<4xf32>
// CHECK: train.cosine %{{.*}} : tensor<4xf32>
// CHECK: train.exponential %{{.*}} : tensor<4xf32>
// CHECK: train.exponential_minus_one %{{.*}} : tensor<4xf32>
// CHECK: train.floor %{{.*}} : tensor<4xf32>
// CHECK: train.log %{{.*}} : tensor<4xf32>
// CHECK: train.log_plus_one %{{.*}} : tensor<4xf32>
// CHECK: train.logistic %{{.*}} : tensor<4xf32>
// CHECK: train.negate %{{.*}} : tensor<4xf32>
// CHECK: train.round_nearest_afz %{{.*}} : tensor<4xf32>
// CHECK: train.round_nearest_even %{{.*}} : tensor<4xf32>
// CHECK: train.rsqrt %{{.*}} : tensor<4xf32>
func.func @unary(%f: tensor<4xf32>, %i: tensor<4xi32>) {
  %0 = stablehlo.abs %f : tensor<4xf32>
  %1 = stablehlo.cbrt %f : tensor<4xf32>
  %2 = stablehlo.ceil %f : tensor<4xf32>
  %3 = stablehlo.cosine %f : tensor<4xf32>
  %4 = stablehlo.exponential %f : tensor<4xf32>
  %5 = stablehlo.exponential_minus_one %f : tensor<4xf32>
  %6 = stablehlo.floor %f : tensor<4xf32>
  %7 = stablehlo.log %f : tensor<4xf32>
  %8 = stablehlo.log_plus_one %f : tensor<4xf32>
  %9 = stablehlo.logistic %f : tensor<4xf32>
  %10 = stablehlo.negate %f : tensor<4xf32>
  %11 = stablehlo.round_nearest_afz %f : tensor<4xf32>
  %12 = stablehlo.round_nearest_even %f : tensor<4xf32>
  %13 = stablehlo.rsqrt %f : tensor<4xf32>
  %14 = stablehlo.sign %f : tensor<4xf32>
  %15 = stablehlo.sine %f : tensor<4xf32>
  %16 = stablehlo.sqrt %f : tensor<4xf32>
  %17 = stablehlo.tan %f : tensor<4xf32>
  %18 = stablehlo.tanh %f : tensor<4xf32>
  %19 = stablehlo.not %i : tensor<4xi32>
  %20 = stablehlo.popcnt %i : tensor<4xi32>
  %21 = stablehlo.count_leading_zeros %i : tensor<4xi32>
  %22 = stablehlo.is_finite %f : (tensor<4xf32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: @binary(
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.remainder %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.power %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.maximum %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.minimum %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.atan2 %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.or %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.xor %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.shift_left %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xi32>
func.func @binary(%f: tensor<4xf32>, %g: tensor<4xf32>, %i: tensor<4xi32>) {
  %0 = stablehlo.add %f, %g : tensor<4xf32>
  %1 = stablehlo.subtract %f, %g : tensor<4xf32>
  %2 = stablehlo.multiply %f, %g : tensor<4xf32>
  %3 = stablehlo.divide %f, %g : tensor<4xf32>
  %4 = stablehlo.remainder %f, %g : tensor<4xf32>
  %5 = stablehlo.power %f, %g : tensor<4xf32>
  %6 = stablehlo.maximum %f, %g : tensor<4xf32>
  %7 = stablehlo.minimum %f, %g : tensor<4xf32>
  %8 = stablehlo.atan2 %f, %g : tensor<4xf32>
  %9 = stablehlo.and %i, %i : tensor<4xi32>
  %10 = stablehlo.or %i, %i : tensor<4xi32>
  %11 = stablehlo.xor %i, %i : tensor<4xi32>
  %12 = stablehlo.shift_left %i, %i : tensor<4xi32>
  %13 = stablehlo.shift_right_arithmetic %i, %i : tensor<4xi32>
  %14 = stablehlo.shift_right_logical %i, %i : tensor<4xi32>
  return
}

// Arithmetic on i1 is logic.
// CHECK-LABEL: @bools(
// CHECK: train.or %{{.*}}, %{{.*}} : tensor<4xi1>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi1>
// CHECK: train.or %{{.*}}, %{{.*}} : tensor<4xi1>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi1>
// CHECK: train.not %{{.*}} : tensor<4xi1>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<i1> -> tensor<4xi1>
// CHECK: train.or %{{.*}}, %{{.*}} : tensor<4xi1>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi1>
func.func @bools(%a: tensor<4xi1>, %b: tensor<4xi1>, %s: tensor<i1>) {
  %0 = stablehlo.add %a, %b : tensor<4xi1>
  %1 = stablehlo.multiply %a, %b : tensor<4xi1>
  %2 = stablehlo.maximum %a, %b : tensor<4xi1>
  %3 = stablehlo.minimum %a, %b : tensor<4xi1>
  %4 = stablehlo.not %a : tensor<4xi1>
  %5 = stablehlo.clamp %s, %a, %b : (tensor<i1>, tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: @choices(
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
// CHECK: train.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @choices(%p: tensor<4xi1>, %q: tensor<i1>, %f: tensor<4xf32>, %g: tensor<4xf32>, %s: tensor<f32>) {
  %0 = stablehlo.select %p, %f, %g : tensor<4xi1>, tensor<4xf32>
  %1 = stablehlo.select %q, %f, %g : tensor<i1>, tensor<4xf32>
  %2 = stablehlo.clamp %s, %f, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.compare LT, %f, %g : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// Floats in a total order are compared by their bits.
// CHECK-LABEL: @total_order(
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xf32> to tensor<4xi32>
// CHECK: train.constant dense<31> : tensor<4xi32>
// CHECK: train.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.constant dense<1> : tensor<4xi32>
// CHECK: train.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.xor %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xf32> to tensor<4xi32>
// CHECK: train.constant dense<31> : tensor<4xi32>
// CHECK: train.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.constant dense<1> : tensor<4xi32>
// CHECK: train.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.xor %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.compare GT, %{{.*}}, %{{.*}} : tensor<4xi32>
func.func @total_order(%f: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare GT, %f, %g, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: @constants(
// CHECK: train.constant dense<1.500000e+00> : tensor<4xf32>
// CHECK: train.constant dense<[1, 2]> : tensor<2xui32>
// CHECK: train.constant dense<true> : tensor<i1>
// CHECK: train.constant dense_resource<weights> : tensor<2xf32>
// CHECK: train.iota dim = 1 : tensor<2x3xf32>
func.func @constants() {
  %0 = stablehlo.constant dense<1.5> : tensor<4xf32>
  %1 = stablehlo.constant dense<[1, 2]> : tensor<2xui32>
  %2 = chlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.constant dense_resource<weights> : tensor<2xf32>
  %4 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  return
}

// A conversion to the same type is nothing.
// CHECK-LABEL: @converts(
// CHECK: train.cast %{{.*}} : tensor<4xi64> to tensor<4xf64>
// CHECK: train.cast %{{.*}} : tensor<4xf64> to tensor<4xf32>
// CHECK: train.cast %{{.*}} : tensor<4xf32> to tensor<4xi1>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xf32> to tensor<4xui32>
// CHECK: train.constant dense<0.000000e+00> : tensor<4xf32>
func.func @converts(%f: tensor<4xf32>, %i: tensor<4xi64>, %d: tensor<4xf64>) -> tensor<4xf32> {
  %0 = stablehlo.convert %f : tensor<4xf32>
  %1 = stablehlo.convert %i : (tensor<4xi64>) -> tensor<4xf64>
  %2 = stablehlo.convert %d : (tensor<4xf64>) -> tensor<4xf32>
  %3 = stablehlo.convert %f : (tensor<4xf32>) -> tensor<4xi1>
  %4 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<4xui32>
  %5 = stablehlo.real %f : tensor<4xf32>
  %6 = stablehlo.imag %f : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @wider_bits(
// CHECK: train.bitcast_convert %{{.*}} : tensor<4x2xui16> to tensor<4x2xui16>
// CHECK: train.cast %{{.*}} : tensor<4x2xui16> to tensor<4x2xui32>
// CHECK: train.iota dim = 1 : tensor<4x2xui32>
// CHECK: train.constant dense<16> : tensor<4x2xui32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4x2xui32>
// CHECK: train.shift_left %{{.*}}, %{{.*}} : tensor<4x2xui32>
// CHECK: train.reduce add %{{.*}}, dims = [1] : tensor<4x2xui32> -> tensor<4xui32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xui32> to tensor<4xf32>
func.func @wider_bits(%h: tensor<4x2xui16>) -> tensor<4xf32> {
  %0 = stablehlo.bitcast_convert %h : (tensor<4x2xui16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @narrower_bits(
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xf32> to tensor<4xui32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [0] : tensor<4xui32> -> tensor<4x4xui32>
// CHECK: train.iota dim = 1 : tensor<4x4xui32>
// CHECK: train.constant dense<8> : tensor<4x4xui32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4x4xui32>
// CHECK: train.shift_right_logical %{{.*}}, %{{.*}} : tensor<4x4xui32>
// CHECK: train.constant dense<255> : tensor<4x4xui32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4x4xui32>
// CHECK: train.cast %{{.*}} : tensor<4x4xui32> to tensor<4x4xui8>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4x4xui8> to tensor<4x4xui8>
func.func @narrower_bits(%f: tensor<4xf32>) -> tensor<4x4xui8> {
  %0 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<4x4xui8>
  return %0 : tensor<4x4xui8>
}

// CHECK-LABEL: @precision(
// CHECK: train.cast %{{.*}} : tensor<4xf32> to tensor<4xbf16>
// CHECK: train.cast %{{.*}} : tensor<4xbf16> to tensor<4xf32>
func.func @precision(%f: tensor<4xf32>) {
  %0 = stablehlo.reduce_precision %f, format = e8m7 : tensor<4xf32>
  %1 = stablehlo.reduce_precision %f, format = e8m23 : tensor<4xf32>
  return
}

// CHECK-LABEL: @precision_by_bits(
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xf32> to tensor<4xui32>
// CHECK: train.constant dense<13> : tensor<4xui32>
// CHECK: train.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xui32>
// CHECK: train.constant dense<1> : tensor<4xui32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xui32>
// CHECK: train.constant dense<4095> : tensor<4xui32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xui32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xui32>
// CHECK: train.constant dense<4294959104> : tensor<4xui32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xui32>
// CHECK: train.constant dense<2139095040> : tensor<4xui32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xui32>
// CHECK: train.constant dense<2147483648> : tensor<4xui32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xui32>
func.func @precision_by_bits(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %f, format = e5m10 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
