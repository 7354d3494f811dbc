// linalg, arith, math and tensor: products take bf16 and sum in f32, bodies go with their
// ops, constants and tensors without contents are made again instead of cast.
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 placement=min-cut" --canonicalize --cse | FileCheck %s
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 placement=min-cut" -o %t.once
// RUN: halftone-opt %t.once --split-input-file --autocast="compute=bf16 placement=min-cut" | diff %t.once -
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 annotate" | FileCheck %s --check-prefix=LABELS

// The accumulator is the output, so that stays f32; what is computed from it needs no cast.
// CHECK-LABEL: func @matmul
// CHECK-DAG: %[[B:.*]] = arith.truncf %arg1 : tensor<16x4xf32> to tensor<16x4xbf16>
// CHECK-DAG: %[[A:.*]] = arith.truncf %arg0 : tensor<8x16xf32> to tensor<8x16xbf16>
// CHECK-DAG: %[[ZERO:.*]] = linalg.fill ins(%{{.*}} : f32)
// CHECK: linalg.matmul ins(%[[A]], %[[B]] : tensor<8x16xbf16>, tensor<16x4xbf16>) outs(%[[ZERO]] : tensor<8x4xf32>)
// CHECK-NEXT: math.tanh %{{.*}} : tensor<8x4xf32>
// CHECK-NEXT: linalg.exp ins(%{{.*}} : tensor<8x4xf32>)
func.func @matmul(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %m = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = math.tanh %m : tensor<8x4xf32>
  %x = linalg.exp ins(%r : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %x : tensor<8x4xf32>
}

// -----

// A product spelled as a generic; its sums are f32, and so is what is computed on the way.
// The elementwise op between two products is low at its boundary, and f32 inside.
// CHECK-LABEL: func @generic
// CHECK-DAG: %[[W:.*]] = arith.constant dense<1.000980e-01> : tensor<4x8xbf16>
// CHECK: %[[M:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<8x16xbf16>, tensor<16x4xbf16>) outs(%{{.*}} : tensor<8x4xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: bf16, %[[Y:.*]]: bf16, %[[S:.*]]: f32):
// CHECK-DAG: %[[XW:.*]] = arith.extf %[[X]] : bf16 to f32
// CHECK-DAG: %[[YW:.*]] = arith.extf %[[Y]] : bf16 to f32
// CHECK: %[[P:.*]] = arith.mulf %[[XW]], %[[YW]] : f32
// CHECK-NEXT: arith.addf %[[S]], %[[P]] : f32
// CHECK: %[[MN:.*]] = arith.truncf %[[M]] : tensor<8x4xf32> to tensor<8x4xbf16>
// CHECK: %[[E:.*]] = tensor.empty() : tensor<8x4xbf16>
// CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%[[MN]] : tensor<8x4xbf16>) outs(%[[E]] : tensor<8x4xbf16>)
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: math.tanh %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: linalg.matmul ins(%[[G]], %[[W]] : tensor<8x4xbf16>, tensor<4x8xbf16>)
// CHECK-NEXT: tensor.extract_slice {{.*}} tensor<8x8xf32> to tensor<8x4xf32>
func.func @generic(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(k,n)>, affine_map<(m,n,k)->(m,n)>],
                       iterator_types = ["parallel","parallel","reduction"]}
      ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%f : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(m,n)->(m,n)>, affine_map<(m,n)->(m,n)>], iterator_types = ["parallel","parallel"]}
      ins(%m : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %c = arith.constant 0.5 : f32
    %p = arith.mulf %x, %c : f32
    %s = math.tanh %p : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %w = arith.constant dense<0.1> : tensor<4x8xf32>
  %m2 = linalg.matmul ins(%g, %w : tensor<8x4xf32>, tensor<4x8xf32>) outs(%f2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %slice = tensor.extract_slice %m2[0,0][8,4][1,1] : tensor<8x8xf32> to tensor<8x4xf32>
  return %slice : tensor<8x4xf32>
}

// -----

// Pooling selects: its window and its start value have no say. A convolution sums in f32.
// CHECK-LABEL: func @conv
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %{{.*}} : tensor<1x8x8x3xbf16>, tensor<3x3x3x4xbf16>) outs(%{{.*}} : tensor<1x6x6x4xf32>)
// CHECK: linalg.pooling_nhwc_max {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x6x6x4xf32>, tensor<2x2xf32>) outs(%{{.*}} : tensor<1x3x3x4xf32>)
// CHECK: arith.truncf %{{.*}} : tensor<1x3x3x4xf32> to tensor<1x3x3x4xbf16>
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %{{.*}} : tensor<1x3x3x4xbf16>, tensor<1x1x4x4xbf16>)
func.func @conv(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x3x3x4xf32> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x6x6x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%f : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %win = tensor.empty() : tensor<2x2xf32>
  %pe = tensor.empty() : tensor<1x3x3x4xf32>
  %pf = linalg.fill ins(%least : f32) outs(%pe : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  %p = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>} ins(%c, %win : tensor<1x6x6x4xf32>, tensor<2x2xf32>) outs(%pf : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  %w2 = arith.constant dense<0.25> : tensor<1x1x4x4xf32>
  %pz = linalg.fill ins(%z : f32) outs(%pe : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  %c2 = linalg.conv_2d_nhwc_hwcf ins(%p, %w2 : tensor<1x3x3x4xf32>, tensor<1x1x4x4xf32>) outs(%pz : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  return %c2 : tensor<1x3x3x4xf32>
}

// -----

// Shapes that nobody knows; a scalar from outside is read in a body; sizes are asked of
// values without a cast. Sums are f32.
// CHECK-LABEL: func @dynamic
// CHECK-DAG: tensor.dim %arg0
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%{{.*}} : tensor<?x?xf32>)
// CHECK: linalg.map ins(%{{.*}} : tensor<?x?xf32>)
// CHECK: linalg.reduce { arith.addf } ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%{{.*}} : tensor<?x?xf32>)
func.func @dynamic(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %scale: f32) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %w, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s2 = arith.mulf %scale, %scale : f32
  %mp = linalg.map ins(%p : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) (%a: f32, %i: f32) {
    %q = arith.mulf %a, %s2 : f32
    %t = math.tanh %q : f32
    linalg.yield %t : f32
  }
  %d = tensor.dim %mp, %c0 : tensor<?x?xf32>
  %re = tensor.empty(%d) : tensor<?xf32>
  %rf = linalg.fill ins(%z : f32) outs(%re : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.reduce {arith.addf} ins(%mp : tensor<?x?xf32>) outs(%rf : tensor<?xf32>) dimensions = [1]
  %p2 = linalg.matmul ins(%mp, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %p2, %r : tensor<?x?xf32>, tensor<?xf32>
}

// -----

// Buffers are no values: what works on them keeps its types.
// CHECK-LABEL: func @buffers
// CHECK-NOT: bf16
func.func @buffers(%a: memref<8x16xf32>, %b: memref<16x4xf32>, %c: memref<8x4xf32>) {
  linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x4xf32>) outs(%c : memref<8x4xf32>)
  return
}

// CHECK-LABEL: func @buffers_with_bodies
// CHECK-NOT: bf16
// CHECK: return
func.func @buffers_with_bodies(%x: memref<8x4xf32>, %a: memref<8x4xf32>, %sums: memref<8xf32>, %scale: f32) {
  linalg.fill ins(%scale : f32) outs(%sums : memref<8xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x4xf32>) outs(%a : memref<8x4xf32>) {
  ^bb0(%e: f32, %out: f32):
    %p = arith.mulf %e, %scale : f32
    linalg.yield %p : f32
  }
  linalg.reduce {arith.addf} ins(%a : memref<8x4xf32>) outs(%sums : memref<8xf32>) dimensions = [1]
  linalg.map {math.tanh} ins(%a : memref<8x4xf32>) outs(%a : memref<8x4xf32>)
  return
}

// -----

// An op on integers has no precision to choose; one whose body computes in no float has no
// accumulator.
// CHECK-LABEL: func @integers
// CHECK: linalg.matmul ins(%{{.*}} : tensor<8x8xi8>, tensor<8x8xi8>) outs(%{{.*}} : tensor<8x8xi8>)
// LABELS-LABEL: func.func @integers
// LABELS: linalg.matmul ins(
// LABELS: linalg.matmul {train.precision = "low
// LABELS: linalg.generic {{.*}}train.precision = "f32
func.func @integers(%a: tensor<8x8xi8>, %x: tensor<8x8xf32>) -> (tensor<8x8xi8>, tensor<8x8xi8>) {
  %m = linalg.matmul ins(%a, %a : tensor<8x8xi8>, tensor<8x8xi8>) outs(%a : tensor<8x8xi8>) -> tensor<8x8xi8>
  %p = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x8xf32>) outs(%a : tensor<8x8xi8>) {
  ^bb0(%e: f32, %out: i8):
    linalg.yield %out : i8
  } -> tensor<8x8xi8>
  return %m, %g : tensor<8x8xi8>, tensor<8x8xi8>
}

// -----

// f64 stays f64.
// CHECK-LABEL: func @doubles
// CHECK-NOT: bf16
func.func @doubles(%a: tensor<8x16xf64>, %b: tensor<16x4xf64>, %c: tensor<8x4xf64>) -> tensor<8x4xf64> {
  %m = linalg.matmul ins(%a, %b : tensor<8x16xf64>, tensor<16x4xf64>) outs(%c : tensor<8x4xf64>) -> tensor<8x4xf64>
  return %m : tensor<8x4xf64>
}

// So do the other floats that are wider than f32.
// CHECK-LABEL: func @wider
// CHECK-NOT: bf16
// CHECK: return
func.func @wider(%a: tensor<8x8xf128>, %b: tensor<8x8xf80>) -> (tensor<8x8xf128>, tensor<8x8xf80>) {
  %m = linalg.matmul ins(%a, %a : tensor<8x8xf128>, tensor<8x8xf128>) outs(%a : tensor<8x8xf128>) -> tensor<8x8xf128>
  %n = linalg.matmul ins(%b, %b : tensor<8x8xf80>, tensor<8x8xf80>) outs(%b : tensor<8x8xf80>) -> tensor<8x8xf80>
  return %m, %n : tensor<8x8xf128>, tensor<8x8xf80>
}
