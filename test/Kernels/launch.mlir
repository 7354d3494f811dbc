// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --mlir-print-op-generic | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --emit-bytecode | halftone-opt | FileCheck %s

// CHECK-LABEL: func @kinds
func.func @kinds(%a: memref<64xf32>, %b: memref<f32>) {
  // CHECK: kernel.launch rows 64 {
  kernel.launch rows 64 {
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<64xf32>) {
    ^bb0(%out: f32):
      linalg.yield %out : f32
    }
  }
  // CHECK: kernel.launch concurrent attributes {note} {
  kernel.launch concurrent attributes {note} {
  }
  // CHECK: kernel.launch block {
  // CHECK-NEXT: memref.load
  kernel.launch block {
    %0 = memref.load %b[] : memref<f32>
    memref.store %0, %b[] : memref<f32>
  }
  return
}
