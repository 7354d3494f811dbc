// RUN: halftone-opt %s --cse | FileCheck %s
// RUN: halftone-opt %s -mlir-print-op-generic | halftone-opt --cse | FileCheck %s
// RUN: halftone-opt %s --linalg-fuse-elementwise --canonicalize --cse | FileCheck %s --check-prefix=FUSE
// RUN: halftone-opt %s --one-shot-bufferize="bufferize-function-boundaries" --cse | FileCheck %s --check-prefix=BUFFER
// RUN: halftone-opt %s --one-shot-bufferize="bufferize-function-boundaries" --drop-barriers | FileCheck %s --check-prefix=DROP

// The same loop on both sides of a barrier stays twice. On buffers the barrier has no
// results, and its operands' buffers are read: nothing is copied.

#map = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @twice
// CHECK-COUNT-2: math.tanh
// FUSE-LABEL: func.func @twice
// FUSE: math.tanh
// FUSE: kernel.barrier %{{.*}} : tensor<64xf32>
// FUSE: math.tanh
// BUFFER-LABEL: func.func @twice
// BUFFER-SAME: (%[[X:.*]]: memref<64xf32
// BUFFER-NOT: memref.copy
// BUFFER: linalg.generic {{.*}} ins(%[[X]]
// BUFFER: kernel.barrier %[[X]] : memref<64xf32
// BUFFER-NEXT: memref.alloc
// BUFFER-NEXT: linalg.generic {{.*}} ins(%[[X]]
// BUFFER-NOT: memref.copy
// DROP-LABEL: func.func @twice
// DROP-NOT: kernel.barrier
// DROP: return
func.func @twice(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.tanh %in : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %b = kernel.barrier %x : tensor<64xf32>
  %f = tensor.empty() : tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%b : tensor<64xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.tanh %in : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// Unused, it goes.

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%x: tensor<64xf32>) {
  %b = kernel.barrier %x : tensor<64xf32>
  return
}
