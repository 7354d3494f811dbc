// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @namesakes(
// CHECK: train.erf %{{.*}} : tensor<4xf32>
// CHECK: train.erf_inv %{{.*}} : tensor<4xf32>
// CHECK: train.tan %{{.*}} : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @namesakes(%f: tensor<4xf32>) {
  %0 = chlo.erf %f : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.erf_inv %f : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.tan %f : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.square %f : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: @inverse_trigonometry(
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.sqrt %{{.*}} : tensor<4xf32>
// CHECK: train.atan2 %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.sqrt %{{.*}} : tensor<4xf32>
// CHECK: train.atan2 %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @inverse_trigonometry(%f: tensor<4xf32>) {
  %0 = chlo.acos %f : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.asin %f : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.atan %f : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: @cosh(
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.exponential %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.exponential %{{.*}} : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.negate %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.exponential %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
func.func @cosh(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.cosh %f : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @sinh(
// CHECK: train.abs %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK: train.exponential_minus_one %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @sinh(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.sinh %f : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @asinh(
// CHECK: train.abs %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.07374182E+9> : tensor<4xf32>
// CHECK: train.compare GT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.sqrt %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.log_plus_one %{{.*}} : tensor<4xf32>
func.func @asinh(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.asinh %f : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @acosh(
// CHECK: train.constant dense<1.07374182E+9> : tensor<4xf32>
// CHECK: train.compare GT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.sqrt %{{.*}} : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.log_plus_one %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
func.func @acosh(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.acosh %f : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// In 16 bits the formula is in f32, and rounds once.
// CHECK-LABEL: @atanh(
// CHECK: train.cast %{{.*}} : tensor<4xbf16> to tensor<4xf32>
// CHECK: train.log_plus_one %{{.*}} : tensor<4xf32>
// CHECK: train.negate %{{.*}} : tensor<4xf32>
// CHECK: train.log_plus_one %{{.*}} : tensor<4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.cast %{{.*}} : tensor<4xf32> to tensor<4xbf16>
func.func @atanh(%f: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = chlo.atanh %f : tensor<4xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-LABEL: @infinities(
// CHECK: train.abs %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<0x7F800000> : tensor<4xf32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<0x7F800000> : tensor<4xf32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<0xFF800000> : tensor<4xf32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @infinities(%f: tensor<4xf32>) {
  %0 = chlo.is_inf %f : tensor<4xf32> -> tensor<4xi1>
  %1 = chlo.is_pos_inf %f : tensor<4xf32> -> tensor<4xi1>
  %2 = chlo.is_neg_inf %f : tensor<4xf32> -> tensor<4xi1>
  return
}

// CHECK-LABEL: @mulhi(
// CHECK: train.cast %{{.*}} : tensor<4xi32> to tensor<4xi64>
// CHECK: train.cast %{{.*}} : tensor<4xi32> to tensor<4xi64>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xi64>
// CHECK: train.constant dense<32> : tensor<4xi64>
// CHECK: train.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xi64>
// CHECK: train.cast %{{.*}} : tensor<4xi64> to tensor<4xi32>
func.func @mulhi(%i: tensor<4xi32>) -> tensor<4xi32> {
  %0 = chlo.mulhi %i, %i : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @next_after(
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xf32> to tensor<4xi32>
// CHECK: train.constant dense<-2147483648> : tensor<4xi32>
// CHECK: train.compare GT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: train.compare GT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xi1>
// CHECK: train.constant dense<1> : tensor<4xi32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.constant dense<1> : tensor<4xi32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xi32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xf32> to tensor<4xi32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.constant dense<1> : tensor<4xi32>
func.func @next_after(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.next_after %f, %f : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @constant_like(
// CHECK: train.constant dense<2.000000e+00> : tensor<4xf32>
func.func @constant_like(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "chlo.constant_like"(%f) {value = 2.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Two calls of one type share the functions.
// CHECK-LABEL: @erfc(
// CHECK: train.custom_gradient @erfc_4_f32, @erfc_gradient_4_f32(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: train.custom_gradient @erfc_4_f32, @erfc_gradient_4_f32(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: train.custom_gradient @erfc_2_f32, @erfc_gradient_2_f32(%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
func.func @erfc(%f: tensor<4xf32>, %g: tensor<2xf32>) {
  %0 = chlo.erfc %f : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.erfc %0 : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.erfc %g : tensor<2xf32> -> tensor<2xf32>
  return
}

// CHECK-LABEL: @broadcasts(
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<4xf32> -> tensor<3x4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<3x4xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<4xf32> -> tensor<3x4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<3x4xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<4xf32> -> tensor<3x4xf32>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<3x4xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<i1> -> tensor<3x4xi1>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<4xf32> -> tensor<3x4xf32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<3x4xi1>, tensor<3x4xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<i32> -> tensor<3x4xi32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<3x4xi32>
func.func @broadcasts(%f: tensor<3x4xf32>, %g: tensor<4xf32>, %p: tensor<i1>, %i: tensor<3x4xi32>, %j: tensor<i32>) {
  %0 = chlo.broadcast_add %f, %g : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %1 = chlo.broadcast_subtract %g, %f : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = "chlo.broadcast_compare"(%f, %g) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xi1>
  %3 = chlo.broadcast_select %p, %f, %g : (tensor<i1>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %4 = chlo.broadcast_and %i, %j : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return
}

// CHECK-LABEL: @gamma(
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.negate %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<676.520386> : tensor<4xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @gamma(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.lgamma %f : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @digamma(
// CHECK: train.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.negate %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: train.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.constant dense<676.520386> : tensor<4xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @digamma(%f: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.digamma %f : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @erfc_4_f32(
// CHECK-LABEL: func.func private @erfc_gradient_4_f32(
// CHECK-LABEL: func.func private @erfc_2_f32(
// CHECK-LABEL: func.func private @erfc_gradient_2_f32(
