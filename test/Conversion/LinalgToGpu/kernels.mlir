// RUN: halftone-opt %s --split-input-file --convert-kernels-to-gpu --canonicalize --cse | FileCheck %s

#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>

// A buffer is one argument, whatever views of it there are; constants are made in the
// kernel, other scalars are arguments.

// CHECK-LABEL: gpu.module @kernels
// CHECK: gpu.func @elementwise_0(%[[S:.*]]: f32, %[[X:.*]]: memref<1000xf32>, %[[WS:.*]]: memref<8192xi8>)
// CHECK-SAME: kernel attributes {known_block_size = array<i32: 256, 1, 1>, nvvm.minctasm = 1 : i32}
// CHECK-DAG: %[[OFFSET:.*]] = arith.constant 4096 : index
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: %[[VIEW:.*]] = memref.view %[[WS]][%[[OFFSET]]][] : memref<8192xi8> to memref<1000xf32>
// CHECK: arith.cmpi ult, %{{.*}}, %c1000_i32
// CHECK: scf.if
// CHECK: %[[V:.*]] = memref.load %[[X]]
// CHECK: %[[P:.*]] = arith.mulf %[[V]], %[[TWO]]
// CHECK: %[[Q:.*]] = arith.addf %[[P]], %[[S]]
// CHECK: memref.store %[[Q]], %[[VIEW]]

// CHECK-LABEL: func.func @captures
// CHECK-SAME: (%[[X:.*]]: memref<1000xf32>, %[[WS:.*]]: memref<8192xi8>, %[[S:.*]]: f32)
// CHECK: gpu.launch_func @kernels::@elementwise_0 blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK-SAME: args(%[[S]] : f32, %[[X]] : memref<1000xf32>, %[[WS]] : memref<8192xi8>)
// CHECK-NOT: kernel.launch
func.func @captures(%x: memref<1000xf32>, %ws: memref<8192xi8>, %s: f32) {
  %c4096 = arith.constant 4096 : index
  %two = arith.constant 2.0 : f32
  %y = memref.view %ws[%c4096][] : memref<8192xi8> to memref<1000xf32>
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : memref<1000xf32>) outs(%y : memref<1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %two : f32
      %1 = arith.addf %0, %s : f32
      linalg.yield %1 : f32
    }
  }
  return
}

// -----

// Neighbours are read and written together where all addresses allow it.

#ij = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>

// CHECK: gpu.func @elementwise_0
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<131072xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}} {alignment = 8 : i64} : memref<512xbf16>, vector<4xbf16>
// CHECK-COUNT-4: arith.truncf
// CHECK: vector.store %{{.*}} {alignment = 8 : i64} : memref<131072xbf16>, vector<4xbf16>
// CHECK: gpu.launch_func {{.*}} blocks in (%c128, %c1, %c1)
func.func @vectors(%x: memref<256x512xf32>, %b: memref<512xbf16>, %y: memref<256x512xbf16>) {
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#ij, #col, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %b : memref<256x512xf32>, memref<512xbf16>) outs(%y : memref<256x512xbf16>) {
    ^bb0(%in: f32, %bias: bf16, %out: bf16):
      %0 = arith.extf %bias : bf16 to f32
      %1 = arith.mulf %in, %0 : f32
      %2 = arith.truncf %1 : f32 to bf16
      linalg.yield %2 : bf16
    }
  }
  return
}

// -----

// One element of a part that begins at an odd place keeps accesses narrow.

#i = affine_map<(i) -> (i)>

// CHECK: gpu.func @elementwise_0
// CHECK-NOT: vector.load
// CHECK: gpu.launch_func
func.func @misaligned(%x: memref<65537xf32>, %y: memref<65536xf32>) {
  %part = memref.subview %x[1] [65536] [1] : memref<65537xf32> to memref<65536xf32, strided<[1], offset: 1>>
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%part : memref<65536xf32, strided<[1], offset: 1>>) outs(%y : memref<65536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
  }
  return
}

// -----

// A sum along a row: a warp for each, lanes exchange what they have.

#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK: gpu.func @reduce_0
// CHECK: scf.for %{{.*}} = %c0_i32 to %c9_i32 step %c1_i32 iter_args
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
// CHECK: %[[START:.*]] = memref.load
// CHECK: %[[SUM:.*]] = arith.addf %[[START]]
// CHECK: memref.store %[[SUM]]
// CHECK: gpu.launch_func {{.*}} blocks in (%c13, %c1, %c1)
func.func @row_sums(%x: memref<100x300xf32>, %s: memref<100xf32>) {
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<100x300xf32>) outs(%s : memref<100xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

// A sum along a column: 32 neighbours in 8 slices, which meet in shared memory.

#ij = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>

// CHECK: gpu.func @reduce_0({{.*}}) workgroup(%[[SHARED:.*]] : memref<256xf32, #gpu.address_space<workgroup>>)
// CHECK: scf.for %{{.*}} = %c0_i32 to %c12_i32
// CHECK-NOT: gpu.shuffle
// CHECK: memref.store %{{.*}}, %[[SHARED]]
// CHECK: gpu.barrier
// CHECK-COUNT-8: memref.load %[[SHARED]]
// CHECK: gpu.launch_func {{.*}} blocks in (%c10, %c1, %c1)
func.func @column_sums(%x: memref<100x300xf32>, %s: memref<300xf32>) {
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#ij, #col], iterator_types = ["reduction", "parallel"]} ins(%x : memref<100x300xf32>) outs(%s : memref<300xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

// A body that no one op combines: terms in order, on one thread.

#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK: gpu.func @reduce_0
// CHECK-NOT: gpu.shuffle
// CHECK: %[[START:.*]] = memref.load
// CHECK: scf.for %{{.*}} = %c0_i32 to %c300_i32 step %c1_i32 iter_args(%{{.*}} = %[[START]])
func.func @in_order(%x: memref<100x300xf32>, %s: memref<100xf32>) {
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<100x300xf32>) outs(%s : memref<100xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %out, %out : f32
      %1 = arith.addf %0, %in : f32
      linalg.yield %1 : f32
    }
  }
  return
}

// -----

// Rows: the second op waits for the first one's sum, and for nothing else.

#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK: gpu.func @rows_0
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %arg1
// CHECK: gpu.barrier
// CHECK: memref.load %arg1
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
// CHECK: gpu.launch_func {{.*}} blocks in (%c65, %c1, %c1) threads in (%c128, %c1, %c1)
func.func @rows(%x: memref<65x300xf32>, %s: memref<65xf32>, %y: memref<65x300xf32>, %z: memref<65x300xf32>) {
  kernel.launch rows 65 {
    linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<65x300xf32>) outs(%s : memref<65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<65x300xf32>, memref<65xf32>) outs(%y : memref<65x300xf32>) {
    ^bb0(%in: f32, %m: f32, %out: f32):
      %0 = arith.subf %in, %m : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : memref<65x300xf32>) outs(%z : memref<65x300xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
  }
  return
}

// -----

// Short rows: a warp for each, and barriers for one warp.

#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK: gpu.func @rows_0
// CHECK-NOT: gpu.barrier
// CHECK: nvvm.bar.warp.sync %c-1_i32
// CHECK-NOT: gpu.barrier
// CHECK: gpu.launch_func {{.*}} blocks in (%c17, %c1, %c1) threads in (%c128, %c1, %c1)
func.func @short_rows(%x: memref<65x40xf32>, %s: memref<65xf32>, %y: memref<65x40xf32>) {
  kernel.launch rows 65 {
    linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<65x40xf32>) outs(%s : memref<65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<65x40xf32>, memref<65xf32>) outs(%y : memref<65x40xf32>) {
    ^bb0(%in: f32, %m: f32, %out: f32):
      %0 = arith.subf %in, %m : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

// One block: the first thread stores, and all wait where one reads what another wrote;
// nobody waits where one thread does everything.

// CHECK: gpu.func @block_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: scf.for
// CHECK: %[[OLD:.*]] = memref.load %[[N:.*]][]
// CHECK: gpu.barrier
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %c1_i32
// CHECK: scf.if %[[FIRST]]
// CHECK-NEXT: memref.store %{{.*}}, %[[N]][]
// CHECK: gpu.barrier
// CHECK: gpu.func @block_1
// CHECK-SAME: known_block_size = array<i32: 1, 1, 1>
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
// CHECK: gpu.launch_func @kernels::@block_0 blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK: gpu.launch_func @kernels::@block_1 blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
func.func @block(%x: memref<10xf32>, %n: memref<i32>) {
  kernel.launch block {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      %old = memref.load %n[] : memref<i32>
      %new = arith.addi %old, %old : i32
      memref.store %new, %n[] : memref<i32>
    }
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%x : memref<10xf32>)
  }
  kernel.launch block {
    %old = memref.load %n[] : memref<i32>
    %new = arith.addi %old, %old : i32
    memref.store %new, %n[] : memref<i32>
  }
  return
}

// -----

// Constants that are arrays go with the kernels.

#i = affine_map<(i) -> (i)>

// CHECK: gpu.module @kernels
// CHECK: memref.global "private" constant @table : memref<3xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> {alignment = 64 : i64}
// CHECK: gpu.func @elementwise_norm1_layer_0(%{{.*}}: memref<3xf32>)
// CHECK: memref.get_global @table
memref.global "private" constant @table : memref<3xf32> = dense<[1.0, 2.0, 3.0]> {alignment = 64 : i64}
func.func @global(%y: memref<3xf32>) {
  %table = memref.get_global @table : memref<3xf32>
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%table : memref<3xf32>) outs(%y : memref<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } loc("norm1/layer")
  }
  return
}
