// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops.
// The file is in the form that is printed, so that it has to come out as it is; and the
// same from the generic form.
// RUN: halftone-opt %s -o %t.mlir
// RUN: grep -v '^//' %s | diff - %t.mlir
// RUN: halftone-opt %s --mlir-print-op-generic | halftone-opt --strip-debuginfo | diff %t.mlir -
module {
  func.func @unary(%arg0: tensor<2xi32>, %arg1: tensor<2xf32>, %arg2: tensor<2xcomplex<f32>>) {
    %0 = stablehlo.abs %arg0 : tensor<2xi32>
    %1 = stablehlo.abs %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %2 = stablehlo.cbrt %arg1 : tensor<2xf32>
    %3 = stablehlo.ceil %arg1 : tensor<2xf32>
    %4 = stablehlo.count_leading_zeros %arg0 : tensor<2xi32>
    %5 = stablehlo.cosine %arg1 : tensor<2xf32>
    %6 = stablehlo.exponential %arg1 : tensor<2xf32>
    %7 = stablehlo.exponential %arg1 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
    %8 = stablehlo.exponential_minus_one %arg1 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
    %9 = stablehlo.floor %arg1 : tensor<2xf32>
    %10 = stablehlo.log %arg1 : tensor<2xf32>
    %11 = stablehlo.log_plus_one %arg1 : tensor<2xf32>
    %12 = stablehlo.logistic %arg1 : tensor<2xf32>
    %13 = stablehlo.negate %arg1 : tensor<2xf32>
    %14 = stablehlo.not %arg0 : tensor<2xi32>
    %15 = stablehlo.popcnt %arg0 : tensor<2xi32>
    %16 = stablehlo.round_nearest_afz %arg1 : tensor<2xf32>
    %17 = stablehlo.round_nearest_even %arg1 : tensor<2xf32>
    %18 = stablehlo.rsqrt %arg1 : tensor<2xf32>
    %19 = stablehlo.sign %arg1 : tensor<2xf32>
    %20 = stablehlo.sine %arg1 : tensor<2xf32>
    %21 = stablehlo.sqrt %arg1 : tensor<2xf32>
    %22 = stablehlo.tan %arg1 : tensor<2xf32>
    %23 = stablehlo.tanh %arg1 : tensor<2xf32>
    %24 = stablehlo.is_finite %arg1 : (tensor<2xf32>) -> tensor<2xi1>
    %25 = stablehlo.convert %arg0 : (tensor<2xi32>) -> tensor<2xf32>
    %26 = stablehlo.convert %arg1 : tensor<2xf32>
    %27 = stablehlo.real %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %28 = stablehlo.imag %arg1 : tensor<2xf32>
    %29 = stablehlo.bitcast_convert %arg1 : (tensor<2xf32>) -> tensor<2xi32>
    %30 = stablehlo.bitcast_convert %arg1 : (tensor<2xf32>) -> tensor<2x4xi8>
    %31 = stablehlo.bitcast_convert %arg0 : (tensor<2xi32>) -> tensor<f64>
    %32 = stablehlo.reduce_precision %arg1, format = e5m10 : tensor<2xf32>
    %33 = stablehlo.uniform_quantize %arg1 : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8:f32, 3.400000e+01:16>>
    %34 = stablehlo.uniform_dequantize %33 : (tensor<2x!quant.uniform<u8:f32, 3.400000e+01:16>>) -> tensor<2xf32>
    return
  }
  func.func @binary(%arg0: tensor<2xi1>, %arg1: tensor<2xf32>, %arg2: tensor<2xi32>, %arg3: tensor<?xf32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xi1>
    %1 = stablehlo.add %arg1, %arg3 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
    %2 = stablehlo.and %arg0, %arg0 : tensor<2xi1>
    %3 = stablehlo.atan2 %arg1, %arg1 : tensor<2xf32>
    %4 = stablehlo.divide %arg1, %arg1 {mhlo.sharding = "{replicated}"} : tensor<2xf32>
    %5 = stablehlo.maximum %arg1, %arg1 : tensor<2xf32>
    %6 = stablehlo.minimum %arg1, %arg1 : tensor<2xf32>
    %7 = stablehlo.multiply %arg1, %arg1 : tensor<2xf32>
    %8 = stablehlo.or %arg0, %arg0 : tensor<2xi1>
    %9 = stablehlo.power %arg1, %arg1 : tensor<2xf32>
    %10 = stablehlo.remainder %arg1, %arg1 : tensor<2xf32>
    %11 = stablehlo.shift_left %arg2, %arg2 : tensor<2xi32>
    %12 = stablehlo.shift_right_arithmetic %arg2, %arg2 : tensor<2xi32>
    %13 = stablehlo.shift_right_logical %arg2, %arg2 : tensor<2xi32>
    %14 = stablehlo.subtract %arg1, %arg1 : tensor<2xf32>
    %15 = stablehlo.xor %arg0, %arg0 : tensor<2xi1>
    %16 = stablehlo.complex %arg1, %arg1 : tensor<2xcomplex<f32>>
    %17 = stablehlo.complex %arg1, %arg3 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>
    %18 = stablehlo.compare  LT, %arg2, %arg2 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %19 = stablehlo.compare  GE, %arg1, %arg1,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %20 = stablehlo.compare  EQ, %arg2, %arg2,  SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    return
  }
  func.func @ternary(%arg0: tensor<f32>, %arg1: tensor<2xf32>, %arg2: tensor<i1>, %arg3: tensor<2xi1>, %arg4: tensor<?xf32>) {
    %0 = stablehlo.clamp %arg1, %arg1, %arg1 : tensor<2xf32>
    %1 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.select %arg3, %arg1, %arg1 : tensor<2xi1>, tensor<2xf32>
    %3 = stablehlo.select %arg2, %arg1, %arg1 : tensor<i1>, tensor<2xf32>
    %4 = stablehlo.select %arg3, %arg1, %arg4 : (tensor<2xi1>, tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
    return
  }
}

