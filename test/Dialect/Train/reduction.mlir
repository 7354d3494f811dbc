// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s -mlir-print-op-generic | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --emit-bytecode | halftone-opt | FileCheck %s

// CHECK-LABEL: func @reduce
func.func @reduce(%0: tensor<4x8xbf16>, %1: tensor<4x8xi32>, %2: tensor<4xi1>, %3: tensor<4x0xui8>) {
  // CHECK: train.reduce add %{{.*}}, dims = [1] : tensor<4x8xbf16> -> tensor<4xf32>
  %4 = train.reduce add %0, dims = [1] : tensor<4x8xbf16> -> tensor<4xf32>
  // CHECK: train.reduce mul %{{.*}}, dims = [0, 1] : tensor<4x8xbf16> -> tensor<bf16>
  %5 = train.reduce mul %0, dims = [0, 1] : tensor<4x8xbf16> -> tensor<bf16>
  // CHECK: train.reduce max %{{.*}}, dims = [0] : tensor<4x8xi32> -> tensor<8xi32>
  %6 = train.reduce max %1, dims = [0] : tensor<4x8xi32> -> tensor<8xi32>
  // CHECK: train.reduce min %{{.*}}, dims = [1] : tensor<4x0xui8> -> tensor<4xui8>
  %7 = train.reduce min %3, dims = [1] : tensor<4x0xui8> -> tensor<4xui8>
  // CHECK: train.reduce and %{{.*}}, dims = [0] : tensor<4xi1> -> tensor<i1>
  %8 = train.reduce and %2, dims = [0] : tensor<4xi1> -> tensor<i1>
  // CHECK: train.reduce or %{{.*}}, dims = [] : tensor<4x8xi32> -> tensor<4x8xi32>
  %9 = train.reduce or %1, dims = [] : tensor<4x8xi32> -> tensor<4x8xi32>
  return
}

// CHECK-LABEL: func @cumulative
func.func @cumulative(%0: tensor<4x8xf16>, %1: tensor<4xi1>) {
  // CHECK: train.cumulative add %{{.*}}, dim = 1 : tensor<4x8xf16> -> tensor<4x8xf32>
  %2 = train.cumulative add %0, dim = 1 : tensor<4x8xf16> -> tensor<4x8xf32>
  // CHECK: train.cumulative or %{{.*}}, dim = 0 reverse : tensor<4xi1> -> tensor<4xi1>
  %3 = train.cumulative or %1, dim = 0 reverse : tensor<4xi1> -> tensor<4xi1>
  return
}

// CHECK-LABEL: func @reduce_window
func.func @reduce_window(%0: tensor<2x8x8x3xf32>, %1: tensor<5xi32>) {
  // CHECK: train.reduce_window max %{{.*}}, window = [1, 2, 2, 1] strides = [1, 2, 2, 1] : tensor<2x8x8x3xf32> -> tensor<2x4x4x3xf32>
  %2 = train.reduce_window max %0, window = [1, 2, 2, 1] strides = [1, 2, 2, 1] : tensor<2x8x8x3xf32> -> tensor<2x4x4x3xf32>
  // CHECK: train.reduce_window add %{{.*}}, window = [3] strides = [2] base_dilations = [2] window_dilations = [2] low = [1] high = [2] : tensor<5xi32> -> tensor<4xi32>
  %3 = train.reduce_window add %1, window = [3] strides = [2] base_dilations = [2] window_dilations = [2] low = [1] high = [2] : tensor<5xi32> -> tensor<4xi32>
  // CHECK: train.reduce_window add %{{.*}}, window = [9] strides = [1] : tensor<5xi32> -> tensor<0xi32>
  %4 = train.reduce_window add %1, window = [9] strides = [1] : tensor<5xi32> -> tensor<0xi32>
  return
}

// CHECK-LABEL: func @select_and_scatter
func.func @select_and_scatter(%x: tensor<8xbf16>, %dy: tensor<5xbf16>) {
  // CHECK: train.select_and_scatter max %{{.*}}, %{{.*}}, window = [2] strides = [2] low = [1] high = [1] : (tensor<8xbf16>, tensor<5xbf16>) -> tensor<8xbf16>
  %0 = train.select_and_scatter max %x, %dy, window = [2] strides = [2] low = [1] high = [1] : (tensor<8xbf16>, tensor<5xbf16>) -> tensor<8xbf16>
  return
}

// CHECK-LABEL: func @arg_reduce
func.func @arg_reduce(%0: tensor<4x8xf32>, %1: tensor<8xui8>) {
  // CHECK: train.arg_reduce max %{{.*}}, dim = 1 : tensor<4x8xf32> -> tensor<4xi32>
  %2 = train.arg_reduce max %0, dim = 1 : tensor<4x8xf32> -> tensor<4xi32>
  // CHECK: train.arg_reduce min %{{.*}}, dim = 0 : tensor<8xui8> -> tensor<i64>
  %3 = train.arg_reduce min %1, dim = 0 : tensor<8xui8> -> tensor<i64>
  return
}

// CHECK-LABEL: func @sort
func.func @sort(%0: tensor<4x8xf32>, %1: tensor<4x8xi32>, %2: tensor<4x8xi1>) {
  // CHECK: train.sort %{{.*}}, dim = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = train.sort %0, dim = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: train.sort %{{.*}}, %{{.*}}, %{{.*}}, dim = 0 descending keys = 2 : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xi1>) -> (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xi1>)
  %4:3 = train.sort %0, %1, %2, dim = 0 descending keys = 2 : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xi1>) -> (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xi1>)
  return
}
