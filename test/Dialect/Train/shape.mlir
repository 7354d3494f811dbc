// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s -mlir-print-op-generic | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --emit-bytecode | halftone-opt | FileCheck %s

// CHECK-LABEL: func @reshape
func.func @reshape(%0: tensor<4x8xf32>, %1: tensor<0x3xi1>, %2: tensor<1x1xf8E4M3FN>) {
  // CHECK: train.reshape %{{.*}} : tensor<4x8xf32> -> tensor<32xf32>
  %3 = train.reshape %0 : tensor<4x8xf32> -> tensor<32xf32>
  // CHECK: train.reshape %{{.*}} : tensor<0x3xi1> -> tensor<7x0xi1>
  %4 = train.reshape %1 : tensor<0x3xi1> -> tensor<7x0xi1>
  // CHECK: train.reshape %{{.*}} : tensor<1x1xf8E4M3FN> -> tensor<f8E4M3FN>
  %5 = train.reshape %2 : tensor<1x1xf8E4M3FN> -> tensor<f8E4M3FN>
  return
}

// CHECK-LABEL: func @transpose
func.func @transpose(%0: tensor<4x8x2xbf16>, %1: tensor<f64>) {
  // CHECK: train.transpose %{{.*}}, perm = [2, 0, 1] : tensor<4x8x2xbf16> -> tensor<2x4x8xbf16>
  %2 = train.transpose %0, perm = [2, 0, 1] : tensor<4x8x2xbf16> -> tensor<2x4x8xbf16>
  // CHECK: train.transpose %{{.*}}, perm = [] : tensor<f64> -> tensor<f64>
  %3 = train.transpose %1, perm = [] : tensor<f64> -> tensor<f64>
  return
}

// CHECK-LABEL: func @broadcast_in_dim
func.func @broadcast_in_dim(%0: tensor<8xf16>, %1: tensor<i32>, %2: tensor<1x8xf32>) {
  // CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<8xf16> -> tensor<4x8xf16>
  %3 = train.broadcast_in_dim %0, dims = [1] : tensor<8xf16> -> tensor<4x8xf16>
  // CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<i32> -> tensor<2x3xi32>
  %4 = train.broadcast_in_dim %1, dims = [] : tensor<i32> -> tensor<2x3xi32>
  // CHECK: train.broadcast_in_dim %{{.*}}, dims = [0, 2] : tensor<1x8xf32> -> tensor<4x2x8xf32>
  %5 = train.broadcast_in_dim %2, dims = [0, 2] : tensor<1x8xf32> -> tensor<4x2x8xf32>
  return
}

// CHECK-LABEL: func @slice
func.func @slice(%0: tensor<4x8xui8>) {
  // CHECK: train.slice %{{.*}}, start = [0, 2], limit = [4, 7], strides = [1, 2] : tensor<4x8xui8> -> tensor<4x3xui8>
  %1 = train.slice %0, start = [0, 2], limit = [4, 7], strides = [1, 2] : tensor<4x8xui8> -> tensor<4x3xui8>
  // CHECK: train.slice %{{.*}}, start = [4, 0], limit = [4, 8], strides = [3, 9] : tensor<4x8xui8> -> tensor<0x1xui8>
  %2 = train.slice %0, start = [4, 0], limit = [4, 8], strides = [3, 9] : tensor<4x8xui8> -> tensor<0x1xui8>
  return
}

// CHECK-LABEL: func @pad
func.func @pad(%0: tensor<4x8xf32>, %1: tensor<f32>, %2: tensor<0xf32>) {
  // CHECK: train.pad %{{.*}}, %{{.*}}, low = [0, 1], high = [0, -1], interior = [2, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<10x8xf32>
  %3 = train.pad %0, %1, low = [0, 1], high = [0, -1], interior = [2, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<10x8xf32>
  // CHECK: train.pad %{{.*}}, %{{.*}}, low = [3], high = [0], interior = [5] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  %4 = train.pad %2, %1, low = [3], high = [0], interior = [5] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: func @concatenate
func.func @concatenate(%0: tensor<4x8xi64>, %1: tensor<4x0xi64>) {
  // CHECK: train.concatenate %{{.*}}, %{{.*}}, %{{.*}}, dim = 1 : (tensor<4x8xi64>, tensor<4x0xi64>, tensor<4x8xi64>) -> tensor<4x16xi64>
  %2 = train.concatenate %0, %1, %0, dim = 1 : (tensor<4x8xi64>, tensor<4x0xi64>, tensor<4x8xi64>) -> tensor<4x16xi64>
  return
}

// CHECK-LABEL: func @reverse
func.func @reverse(%0: tensor<4x8xf8E5M2>) {
  // CHECK: train.reverse %{{.*}}, dims = [1, 0] : tensor<4x8xf8E5M2>
  %1 = train.reverse %0, dims = [1, 0] : tensor<4x8xf8E5M2>
  return
}

// CHECK-LABEL: func @gather
func.func @gather(%table: tensor<16x8xf32>, %ids: tensor<4xi32>, %pairs: tensor<3x2xi64>, %batched: tensor<4x16xf32>, %scalar: tensor<i32>) {
  // An embedding: rows by number.
  // CHECK: train.gather %{{.*}}, %{{.*}} {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  %0 = train.gather %table, %ids {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  // Single elements, by pairs of numbers.
  // CHECK: train.gather
  // CHECK-SAME: -> tensor<3xf32>
  %1 = train.gather %table, %pairs {collapsed_slice_dims = array<i64: 0, 1>, index_vector_dim = 1 : i64, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 0, 1>} : (tensor<16x8xf32>, tensor<3x2xi64>) -> tensor<3xf32>
  // One element of each row: the row is a batching dimension.
  // CHECK: train.gather
  // CHECK-SAME: operand_batching_dims = array<i64: 0>
  // CHECK-SAME: -> tensor<4xf32>
  %2 = train.gather %batched, %ids {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>} : (tensor<4x16xf32>, tensor<4xi32>) -> tensor<4xf32>
  // A window in front of the indices, by one scalar.
  // CHECK: train.gather
  // CHECK-SAME: -> tensor<3x8xf32>
  %3 = train.gather %table, %scalar {index_vector_dim = 0 : i64, offset_dims = array<i64: 0, 1>, slice_sizes = array<i64: 3, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<i32>) -> tensor<3x8xf32>
  // CHECK: train.gather
  // CHECK-SAME: -> tensor<8x4xf32>
  %4 = train.gather %table, %ids {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 0>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<8x4xf32>
  return
}

// CHECK-LABEL: func @scatter
func.func @scatter(%x: tensor<16x8xbf16>, %ids: tensor<4xi32>, %g: tensor<4x8xbf16>, %wide: tensor<4x8xf32>, %part: tensor<4x3xbf16>) {
  // CHECK: train.scatter add %{{.*}}, %{{.*}}, %{{.*}} {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x8xbf16>) -> tensor<16x8xbf16>
  %0 = train.scatter add %x, %ids, %g {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x8xbf16>) -> tensor<16x8xbf16>
  // CHECK: train.scatter add
  // CHECK-SAME: (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<16x8xbf16>
  %1 = train.scatter add %x, %ids, %wide {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<16x8xbf16>
  // A window smaller than the operand.
  // CHECK: train.scatter assign
  %2 = train.scatter assign %x, %ids, %part {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x3xbf16>) -> tensor<16x8xbf16>
  // CHECK: train.scatter mul
  %3 = train.scatter mul %x, %ids, %g {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x8xbf16>) -> tensor<16x8xbf16>
  // CHECK: train.scatter max
  %4 = train.scatter max %x, %ids, %g {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x8xbf16>) -> tensor<16x8xbf16>
  // CHECK: train.scatter min
  %5 = train.scatter min %x, %ids, %g {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<16x8xbf16>, tensor<4xi32>, tensor<4x8xbf16>) -> tensor<16x8xbf16>
  return
}

// CHECK-LABEL: func @dynamic
func.func @dynamic(%0: tensor<4x8xf32>, %1: tensor<1x8xf32>, %i: tensor<i32>, %s: tensor<f64>) {
  // CHECK: train.dynamic_slice %{{.*}}[%{{.*}}, %{{.*}}] sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  %2 = train.dynamic_slice %0[%i, %i] sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  // CHECK: train.dynamic_slice %{{.*}}[] sizes = [] : (tensor<f64>) -> tensor<f64>
  %3 = train.dynamic_slice %s[] sizes = [] : (tensor<f64>) -> tensor<f64>
  // CHECK: train.dynamic_update_slice %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %4 = train.dynamic_update_slice %0, %1[%i, %i] : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}
