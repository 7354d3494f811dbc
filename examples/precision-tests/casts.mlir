// Casts: each value is narrowed once, however many ops read it, and nothing else is cast.
// RUN: halftone-opt %s --autocast="compute=bf16" | FileCheck %s

// CHECK-LABEL: func @shared
// CHECK-COUNT-3: train.cast {{.*}} to tensor<{{.*}}xbf16>
// CHECK-NOT: to tensor<{{.*}}xbf16>
func.func @shared(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %a = train.linear %x, %w : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %b = train.linear %x, %v : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %a, %b : tensor<8x64xf32>, tensor<8x64xf32>
}
