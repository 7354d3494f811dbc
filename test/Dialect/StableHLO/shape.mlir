// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, and ops that move elements.
// The file is in the form that is printed, so that it has to come out as it is; and the
// same from the generic form.
// RUN: halftone-opt %s -o %t.mlir
// RUN: grep -v '^//' %s | diff - %t.mlir
// RUN: halftone-opt %s --mlir-print-op-generic | halftone-opt --strip-debuginfo | diff %t.mlir -
module {
  func.func @constants() {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %c_2 = stablehlo.constant {mhlo.note = 1 : i32} dense<3> : tensor<ui8>
    %cst_3 = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
    %cst_4 = stablehlo.constant dense_resource<weights> : tensor<2xf32>
    %0 = stablehlo.iota dim = 1 : tensor<1x10xf32>
    return
  }
  func.func @shapes(%arg0: tensor<2x3xf32>, %arg1: tensor<1x3xf32>) {
    %0 = stablehlo.broadcast %arg0, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<1x3xf32>) -> tensor<2x4x3xf32>
    %2 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
    %3 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<?xf32>
    %4 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %5 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
    %6 = stablehlo.slice %arg0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %7 = stablehlo.slice %arg0 [1:1, 2:3] : (tensor<2x3xf32>) -> tensor<0x1xf32>
    %8 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
    return
  }
  func.func @dynamic(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>, %arg2: tensor<1x2xf32>, %arg3: tensor<f32>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %1 = stablehlo.dynamic_slice %arg3,  sizes = [] : (tensor<f32>) -> tensor<f32>
    %2 = stablehlo.dynamic_update_slice %arg0, %arg2, %arg1, %arg1 : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %3 = stablehlo.pad %arg0, %arg3, low = [1, -1], high = [0, 2], interior = [2, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
    return
  }
  func.func @gathers(%arg0: tensor<8x16xf32>, %arg1: tensor<8x1xi32>, %arg2: tensor<4x1xi32>, %arg3: tensor<4x16xf32>) {
    %0 = "stablehlo.gather"(%arg0, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
    %1 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<8x16xf32>, tensor<8x1xi32>) -> tensor<8x3xf32>
    %2 = "stablehlo.scatter"(%arg0, %arg2, %arg3) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    %3 = "stablehlo.torch_index_select"(%arg0, %arg2) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x1x16xf32>
    return
  }
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F0000803F"
    }
  }
#-}

