// RUN: halftone-opt %s --split-input-file --pass-pipeline='builtin.module(convert-train-to-linalg,canonicalize,cse,func.func(fold-products,linalg-fuse-elementwise),canonicalize,cse)' | FileCheck %s

// Bias, its widening and broadcast, the operands' widening and the rounding are in
// the product: no loop is left.
// CHECK-LABEL: func.func @linear
// CHECK-NOT: linalg.generic
// CHECK: kernel.product %{{.*}}, %{{.*}} bias %{{.*}} : (tensor<4x8xbf16>, tensor<8x16xbf16>, tensor<16xbf16>, tensor<4x16xbf16>) -> tensor<4x16xbf16>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @linear(%x: tensor<4x8xbf16>, %w: tensor<8x16xbf16>, %b: tensor<16xbf16>) -> tensor<4x16xbf16> {
  %0 = train.cast %x : tensor<4x8xbf16> to tensor<4x8xf32>
  %1 = train.dot_general %0, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xbf16>) -> tensor<4x16xf32>
  %2 = train.cast %b : tensor<16xbf16> to tensor<16xf32>
  %3 = train.broadcast_in_dim %2, dims = [1] : tensor<16xf32> -> tensor<4x16xf32>
  %4 = train.add %1, %3 : tensor<4x16xf32>
  %5 = train.cast %4 : tensor<4x16xf32> to tensor<4x16xbf16>
  return %5 : tensor<4x16xbf16>
}

// -----

// One loop, and every rounding in it.
// CHECK-LABEL: func.func @chain
// CHECK-COUNT-1: linalg.generic
// CHECK: arith.extf
// CHECK: math.exp
// CHECK: arith.truncf
// CHECK: arith.extf
// CHECK: arith.mulf
// CHECK: arith.truncf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @chain(%x: tensor<64xbf16>) -> tensor<64xbf16> {
  %0 = train.exponential %x : tensor<64xbf16>
  %1 = train.multiply %0, %x : tensor<64xbf16>
  return %1 : tensor<64xbf16>
}

// -----

// A value with two users: one loop with two results.
// CHECK-LABEL: func.func @merge
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @merge(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xbf16>) {
  %0 = train.exponential %x : tensor<64xf32>
  %1 = train.cast %0 : tensor<64xf32> to tensor<64xbf16>
  return %0, %1 : tensor<64xf32>, tensor<64xbf16>
}
