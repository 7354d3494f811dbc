// RUN: halftone-opt %s --convert-linalg-to-cpu-loops | FileCheck %s

// Sums over rows that read the same buffer have their columns in common. They are
// summed a block of columns at a time, never one column: that would leave no vectors,
// and take a cache line for each element.
#all = affine_map<(c, r) -> (r, c)>
#column = affine_map<(c, r) -> (c)>
// CHECK-LABEL: func @two_sums
// CHECK-NOT: memref.load
// CHECK-COUNT-2: vector.load {{.*}} vector<{{16|32|64}}xf32>
// CHECK: vector.store {{.*}} vector<{{16|32|64}}xf32>
// CHECK-NOT: memref.load
// CHECK: return
func.func @two_sums(%x: memref<512x512xf32>, %y: memref<512x512xf32>, %a: memref<512xf32>, %b: memref<512xf32>) {
  linalg.generic {indexing_maps = [#all, #all, #column], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : memref<512x512xf32>, memref<512x512xf32>) outs(%a : memref<512xf32>) {
  ^bb0(%p: f32, %q: f32, %sum: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x512xf32>) outs(%b : memref<512xf32>) {
  ^bb0(%p: f32, %sum: f32):
    %0 = arith.addf %sum, %p : f32
    linalg.yield %0 : f32
  }
  return
}
