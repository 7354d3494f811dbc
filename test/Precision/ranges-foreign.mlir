// Ranges of other dialects' elementwise ops, and what they decide.
// RUN: halftone-opt %s --print-ranges -o /dev/null | FileCheck %s
// RUN: halftone-opt %s --autocast="compute=f16 annotate" | FileCheck %s --check-prefix=CAST

// CHECK-LABEL: func.func @elementwise{{$}}
// CHECK: math.tanh #0: [-1, 1] nan
// CHECK-NEXT: arith.mulf #0: [0, 1] nan
// CHECK-NEXT: arith.addf #0: [9.99999975e-06, 1.00001001] nan
// CHECK-NEXT: math.rsqrt #0: [0.999994993, 316.227783] nan
// CHECK-NEXT: arith.truncf #0: [0.999511719, 316.25] nan
// CHECK-NEXT: math.exp #0: [0, inf] nan
// CHECK-NEXT: arith.divf #0: [-inf, inf] nan
// Of a NaN and a number the number is taken.
// CHECK-NEXT: arith.maxnumf #0: [-inf, inf] nan
// CHECK-NEXT: arith.maxnumf #0: [9.99999975e-06, inf] reach=9.99999975e-06{{$}}
// CHECK-NEXT: arith.maximumf #0: [9.99999975e-06, inf] reach=9.99999975e-06 nan
func.func @elementwise(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %eps = arith.constant dense<9.99999974E-6> : tensor<4xf32>
  %t = math.tanh %x : tensor<4xf32>
  %s = arith.mulf %t, %t : tensor<4xf32>
  %v = arith.addf %s, %eps : tensor<4xf32>
  %r = math.rsqrt %v : tensor<4xf32>
  %b = arith.truncf %r : tensor<4xf32> to tensor<4xf16>
  %e = math.exp %x : tensor<4xf32>
  %d = arith.divf %x, %y : tensor<4xf32>
  %m = arith.maxnumf %x, %y : tensor<4xf32>
  %n = arith.maxnumf %x, %eps : tensor<4xf32>
  %o = arith.maximumf %x, %eps : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @integers{{$}}
// CHECK: arith.sitofp #0: [-2^31, 2^31] integer positions=2^24{{$}}
// A sign bit read as a number is nowhere said.
// CHECK-NEXT: arith.uitofp #0: [-inf, inf] nan
// CHECK-NEXT: arith.constant #0: [7, 7] integer{{$}}
// CHECK-NEXT: tensor.splat #0: [7, 7] integer{{$}}
func.func @integers(%i: tensor<4xi32>) {
  %f = arith.sitofp %i : tensor<4xi32> to tensor<4xf32>
  %u = arith.uitofp %i : tensor<4xi32> to tensor<4xf32>
  %c = arith.constant 7.0 : f32
  %s = tensor.splat %c : tensor<4xf32>
  return
}

// A mask goes on through a reshape.
// CAST-LABEL: func.func @mask
// CAST: tensor.expand_shape {{.*}}"f32: |x| may reach 1e9 (constant), f16 holds 65504"
func.func @mask(%p: tensor<4xi1>, %x: tensor<4xf32>) -> tensor<2x2xf32> {
  %low = arith.constant dense<-1.0e9> : tensor<4xf32>
  %0 = arith.select %p, %x, %low : tensor<4xi1>, tensor<4xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

#map = affine_map<(i, j) -> (i, j)>
#first = affine_map<(i, j) -> (i)>

// What a body yields is the result; the terms of a reduction are combined as often as the
// reduced dimensions say.
// CHECK-LABEL: func.func @linalg{{$}}
// CHECK: linalg.fill #0: [0, 0] integer
// CHECK: linalg.tanh #0: [-1, 1] nan
// CHECK: linalg.matmul #0: [-8, 8] nan
// Sums of eight terms and what was there, each rounded.
// CHECK: linalg.reduce #0: [-7.00000{{[0-9]*}}, 9.00000{{[0-9]*}}] nan
// CHECK: linalg.reduce #0: [-1, 1] nan
// CHECK: linalg.generic #0: [0, 7] integer positions=7{{$}}
// CHECK: linalg.softmax #0: [0, 1] nan
// CHECK: tensor.pad #0: [-1, 3] nan
// CHECK: tensor.generate #0: [0, 3] integer{{$}}
func.func @linalg(%x: tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %three = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = linalg.tanh ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%t, %t : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %sum = linalg.reduce {arith.addf} ins(%t : tensor<8x8xf32>) outs(%one : tensor<8xf32>) dimensions = [1]
  %max = linalg.reduce {arith.maximumf} ins(%t : tensor<8x8xf32>) outs(%one : tensor<8xf32>) dimensions = [1]
  %count = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 1 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %pad = tensor.pad %t low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %three : f32
  } : tensor<8x8xf32> to tensor<9x8xf32>
  %generated = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex>
  return
}

// A sum whose length is not known has no bound, nor has one that skips what was there.
// CHECK-LABEL: func.func @linalg_unknown{{$}}
// CHECK: linalg.reduce #0: [-inf, inf] reach=1 nan
// CHECK: linalg.generic #0: [-inf, inf] nan
// CHECK: linalg.generic #0: [-inf, inf] nan
func.func @linalg_unknown(%x: tensor<8x?xf32>, %y: tensor<8x8xf32>, %init: tensor<8xf32>) {
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<8x?xf32>) outs(%one : tensor<8xf32>) dimensions = [1]
  // The last term alone: which it is, and that there is one, is not said.
  %last = linalg.generic {indexing_maps = [#map, #first], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<8x8xf32>) outs(%one : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %squares = linalg.generic {indexing_maps = [#map, #first], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<8x8xf32>) outs(%one : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %o, %o : f32
    %1 = arith.addf %0, %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @tosa{{$}}
// CHECK: tosa.sigmoid #0: [0, 1] nan
// CHECK: tosa.reduce_sum #0: [0, 8] nan
// CHECK: tosa.clamp #0: [-1, 6] nan
// CHECK: tosa.add #0: [1, 7] nan
// CHECK: tosa.reciprocal #0: [0.14{{[0-9]*}}, 1] nan
// CHECK: tosa.matmul #0: [-8, 48] nan
// CHECK: tosa.select #0: [-inf, inf] reach=1e+09 nan
// CHECK: tosa.concat #0: [-1, 6] nan
// CHECK: tosa.cast #0: [-2^31, 2^31] integer positions=2^24{{$}}
func.func @tosa(%x: tensor<1x4x8xf32>, %p: tensor<1x4x8xi1>, %i: tensor<4xi32>) {
  %two = "tosa.const"() {values = dense<2.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %low = "tosa.const"() {values = dense<-1.0e9> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %one = "tosa.const"() {values = dense<1.0> : tensor<1x8x2xf32>} : () -> tensor<1x8x2xf32>
  %s = tosa.sigmoid %x : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %sum = tosa.reduce_sum %s {axis = 2 : i32} : (tensor<1x4x8xf32>) -> tensor<1x4x1xf32>
  %c = tosa.clamp %x {min_val = -1.0 : f32, max_val = 6.0 : f32} : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %a = tosa.abs %c : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %eps = "tosa.const"() {values = dense<1.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %b = tosa.add %a, %eps : (tensor<1x4x8xf32>, tensor<1x1x1xf32>) -> tensor<1x4x8xf32>
  %r = tosa.reciprocal %b : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %m = tosa.matmul %c, %one, %zp, %zp : (tensor<1x4x8xf32>, tensor<1x8x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x2xf32>
  %k = tosa.select %p, %x, %low : (tensor<1x4x8xi1>, tensor<1x4x8xf32>, tensor<1x1x1xf32>) -> tensor<1x4x8xf32>
  %cat = tosa.concat %c, %s {axis = 1 : i32} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> tensor<1x8x8xf32>
  %f = tosa.cast %i : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// (F6) A mask that f16 does not hold reaches a product through a body: the product reads it
// in f32, and its other operand low.
// CAST-LABEL: func.func @masked_product
// CAST: linalg.generic {{.*}}outs(%{{.*}} : tensor<8x8xf32>)
// CAST: linalg.matmul {{.*}}ins = "f32: |x| may reach 1e9 (constant), f16 holds 65504"{{.*}} ins(%{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8x16xf16>)
func.func @masked_product(%s: tensor<8x8xf32>, %p: tensor<8x8xi1>, %v: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %neg = arith.constant -1.0e9 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %o = tensor.empty() : tensor<8x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<8x8xi1>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: i1, %b: f32, %c: f32):
    %0 = arith.select %a, %b, %neg : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %r = linalg.matmul ins(%m, %v : tensor<8x8xf32>, tensor<8x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
