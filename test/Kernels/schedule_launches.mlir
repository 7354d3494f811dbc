// RUN: halftone-opt %s --split-input-file --schedule-launches | FileCheck %s

#map = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>

// What continues the rows of a sum is one launch with it; the product between is
// none, and what depends on the product comes after it.
// CHECK-LABEL: func @rows
// CHECK:       kernel.launch rows 64 {
// CHECK-COUNT-3: linalg.generic
// CHECK:       kernel.product
// CHECK-NEXT:  kernel.launch concurrent {
// CHECK-NEXT:    linalg.generic {{.*}} ins(%arg3
// CHECK-NOT:   kernel.launch
func.func @rows(%x: memref<64x128xf32>, %sum: memref<64xf32>, %w: memref<128x128xf32>,
                %y: memref<64x128xf32>, %z: memref<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%sum : memref<64xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  }
  linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x128xf32>) outs(%sum : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  kernel.product %x, %w into %y acc f32 {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]} :
      (memref<64x128xf32>, memref<128x128xf32>, memref<64x128xf32>) -> ()
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<64x128xf32>) outs(%y : memref<64x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#row, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%sum, %x : memref<64xf32>, memref<64x128xf32>) outs(%z : memref<64x128xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.divf %in_0, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#map = affine_map<(i) -> (i)>

// Independent ops share a launch, whatever stands between; the last one reads what the
// first wrote in another place than it writes, and must wait.
// CHECK-LABEL: func @concurrent
// CHECK:       kernel.launch concurrent {
// CHECK-COUNT-2: linalg.generic
// CHECK:       kernel.launch concurrent {
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:   kernel.launch
func.func @concurrent(%a: memref<5000xf32>, %b: memref<7000xf32>, %c: memref<5000xf32>) {
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%a : memref<5000xf32>) {
  ^bb0(%out: f32):
    %0 = arith.negf %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (4999 - i)>, #map], iterator_types = ["parallel"]}
      ins(%a : memref<5000xf32>) outs(%c : memref<5000xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%b : memref<7000xf32>) {
  ^bb0(%out: f32):
    %0 = arith.negf %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#map = affine_map<() -> ()>

// CHECK-LABEL: func @chain
// CHECK-COUNT-1: kernel.launch block {
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT:   kernel.launch
func.func @chain(%a: memref<f32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%a : memref<f32>) {
  ^bb0(%out: f32):
    %0 = math.sqrt %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%a : memref<f32>) outs(%b : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

#map = affine_map<(i, j) -> (i, j)>

// The host does not read the index: a launch keeps it, and what depends on it moves
// into the launch that uses it.
// CHECK-LABEL: func @scalar
// CHECK:         %[[SLOT:.*]] = memref.alloc() {alignment = 64 : i64} : memref<i32>
// CHECK:         kernel.launch block {
// CHECK:           %[[V:.*]] = memref.load %arg0[] : memref<i32>
// CHECK:           memref.store %[[V]], %[[SLOT]][]
// CHECK:         kernel.launch block {
// CHECK:           %[[W:.*]] = memref.load %[[SLOT]][] : memref<i32>
// CHECK:           %[[I:.*]] = arith.index_cast %[[W]]
// CHECK:           memref.subview %arg1[%[[I]], 0]
// CHECK:           linalg.generic
// CHECK-NOT:     memref.load
// CHECK:         return
func.func @scalar(%i: memref<i32>, %x: memref<8x64xf32>, %y: memref<1x64xf32>) {
  %0 = memref.load %i[] : memref<i32>
  %1 = arith.index_cast %0 : i32 to index
  %row = memref.subview %x[%1, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
  memref.copy %row, %y : memref<1x64xf32, strided<[64, 1], offset: ?>> to memref<1x64xf32>
  return
}

// -----

#map = affine_map<(i) -> (i)>

// A loop of products stays on the host; any other loop is one launch.
// CHECK-LABEL: func @loops
// CHECK:         scf.for
// CHECK-NEXT:      kernel.product %{{.*$}}
// CHECK-NEXT:    }
// CHECK-NEXT:    kernel.launch block {
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        linalg.generic
func.func @loops(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    kernel.product %a, %a into %b acc f32 {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
        affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]} :
        (memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32>) -> ()
  }
  scf.for %i = %c0 to %c4 step %c1 {
    linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%c : memref<16xf32>) {
    ^bb0(%out: f32):
      %0 = arith.negf %out : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

// A product whose operand and result are at a place that only the device knows takes
// copies.
// CHECK-LABEL: func @slices
// CHECK-DAG:     %[[A:.*]] = memref.alloc() {alignment = 64 : i64} : memref<16x16xf32>
// CHECK:         kernel.launch block {
// CHECK:           memref.store
// CHECK:         kernel.launch block {
// CHECK:           memref.subview %arg1
// CHECK:           linalg.generic
// CHECK:         kernel.product %{{.*}}, %arg2 into %{{.*}} acc
// CHECK-SAME:      (memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32>)
// CHECK:         kernel.launch block {
// CHECK:           memref.subview %arg1
// CHECK:           linalg.generic
func.func @slices(%i: memref<i32>, %x: memref<4x16x16xf32>, %w: memref<16x16xf32>) {
  %0 = memref.load %i[] : memref<i32>
  %1 = arith.index_cast %0 : i32 to index
  %part = memref.subview %x[%1, 0, 0] [1, 16, 16] [1, 1, 1] : memref<4x16x16xf32>
      to memref<16x16xf32, strided<[16, 1], offset: ?>>
  kernel.product %part, %w into %part acc f32 {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]} :
      (memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32>, memref<16x16xf32, strided<[16, 1], offset: ?>>) -> ()
  return
}

// -----

#map = affine_map<(i) -> (i)>

// What is computed again waits for the barrier, and with it for the gradient: else it
// would join the first launch, and its result live from there on.
// CHECK-LABEL: func @recomputed
// CHECK:       kernel.launch concurrent {
// CHECK-COUNT-1: linalg.generic
// CHECK:       kernel.product
// CHECK-NEXT:  kernel.barrier %arg0, %arg3
// CHECK-NEXT:  kernel.launch concurrent {
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:   kernel.launch
func.func @recomputed(%x: memref<4096xf32>, %y: memref<4096xf32>, %again: memref<4096xf32>,
                      %g: memref<64x64xf32>, %w: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<4096xf32>) outs(%y : memref<4096xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  }
  kernel.product %w, %w into %g acc f32 {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]} :
      (memref<64x64xf32>, memref<64x64xf32>, memref<64x64xf32>) -> ()
  kernel.barrier %x, %g : memref<4096xf32>, memref<64x64xf32>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<4096xf32>) outs(%again : memref<4096xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  }
  return
}
