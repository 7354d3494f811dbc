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
