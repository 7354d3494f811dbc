// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All of CHLO.
// The file is in the form that is printed, so that it has to come out as it is; and the
// same from the generic form.
// RUN: halftone-opt %s -o %t.mlir
// RUN: grep -v '^//' %s | diff - %t.mlir
// RUN: halftone-opt %s --mlir-print-op-generic | halftone-opt --strip-debuginfo | diff %t.mlir -
module {
  func.func @unary(%arg0: tensor<2xf32>) {
    %0 = chlo.acos %arg0 : tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.acosh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %2 = chlo.asin %arg0 : tensor<2xf32> -> tensor<2xf32>
    %3 = chlo.asinh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %4 = chlo.atan %arg0 : tensor<2xf32> -> tensor<2xf32>
    %5 = chlo.atanh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %6 = chlo.bessel_i1e %arg0 : tensor<2xf32> -> tensor<2xf32>
    %7 = chlo.conj %arg0 : tensor<2xf32> -> tensor<2xf32>
    %8 = chlo.cosh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %9 = chlo.digamma %arg0 : tensor<2xf32> -> tensor<2xf32>
    %10 = chlo.erf %arg0 : tensor<2xf32> -> tensor<2xf32>
    %11 = chlo.erf_inv %arg0 : tensor<2xf32> -> tensor<2xf32>
    %12 = chlo.erfc %arg0 : tensor<2xf32> -> tensor<2xf32>
    %13 = chlo.lgamma %arg0 : tensor<2xf32> -> tensor<2xf32>
    %14 = chlo.sinh %arg0 : tensor<2xf32> -> tensor<2xf32>
    %15 = chlo.square %arg0 : tensor<2xf32> -> tensor<2xf32>
    %16 = chlo.tan %arg0 : tensor<2xf32> -> tensor<2xf32>
    %17 = chlo.is_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
    %18 = chlo.is_neg_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
    %19 = chlo.is_pos_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
    return
  }
  func.func @binary(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
    %0 = chlo.next_after %arg0, %arg0 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    %1 = chlo.polygamma %arg0, %arg0 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    %2 = chlo.zeta %arg0, %arg0 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
    %3 = chlo.mulhi %arg1, %arg1 : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
    return
  }
  func.func @broadcasts(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2xi32>, %arg3: tensor<i32>, %arg4: tensor<i1>) {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %1 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %2 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %3 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %4 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %5 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %6 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %7 = chlo.broadcast_power %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %8 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %9 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %10 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %11 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %12 = chlo.broadcast_and %arg2, %arg3 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %13 = chlo.broadcast_or %arg2, %arg3 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %14 = chlo.broadcast_xor %arg2, %arg3 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %15 = chlo.broadcast_shift_left %arg2, %arg3 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %16 = chlo.broadcast_shift_right_arithmetic %arg2, %arg3 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %17 = chlo.broadcast_shift_right_logical %arg2, %arg3 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %18 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %19 = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
    %20 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
    %21 = chlo.broadcast_select %arg4, %arg0, %arg1 : (tensor<i1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func @others(%arg0: tensor<2x3xf32>) {
    %0 = chlo.constant dense<1.000000e+00> : tensor<2xf32>
    %1 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %values_0, %indices_1 = chlo.top_k(%arg0, k = 1) {largest = false} : tensor<2x3xf32> -> (tensor<2x1xf32>, tensor<2x1xi32>)
    %2 = "chlo.ragged_dot"(%arg0) <{numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [1]>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}

