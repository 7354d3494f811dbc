// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes that are values, and ops and attributes that are not known.
// The file is in the form that is printed, so that it has to come out as it is; and the
// same from the generic form.
// RUN: halftone-opt %s -o %t.mlir
// RUN: grep -v '^//' %s | diff - %t.mlir
// RUN: halftone-opt %s --mlir-print-op-generic | halftone-opt --strip-debuginfo | diff %t.mlir -
module {
  func.func @shapes(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>, %arg2: tensor<3xi64>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<4x1xi32>) {
    %0 = stablehlo.dynamic_iota %arg1, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32>
    %1 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x2xf32>
    %2 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [1, 2] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x2x3xf32>
    %3 = stablehlo.dynamic_pad %arg0, %arg3, %arg1, %arg1, %arg1 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %4 = "stablehlo.dynamic_gather"(%arg0, %arg5, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x3xf32>, tensor<4x1xi32>, tensor<2xi64>) -> tensor<4x?xf32>
    %5 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %6 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %7 = stablehlo.set_dimension_size %arg0, %arg4, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    return
  }
  func.func @unknown(%arg0: tensor<4xf32>) {
    %0 = "stablehlo.from_the_future"(%arg0) <{mesh = #stablehlo.mesh_axes<["x", "y"]>}> : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
    %1 = stablehlo.add %arg0, %arg0 {mhlo.note = #stablehlo<"nothing" known>} : tensor<4xf32>
    return
  }
}

