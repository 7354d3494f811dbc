// RUN: halftone-opt %s --convert-stablehlo-to-train --train-raise-composites --split-input-file | FileCheck %s

// JAX's exact gelu, x/2 · erfc(−x/√2).
// CHECK-LABEL: @gelu(
// CHECK-NEXT: train.gelu %arg0 : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT: return
// CHECK-NOT: func.func private
func.func @gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %r = stablehlo.constant dense<0.707106769> : tensor<4xf32>
  %0 = stablehlo.multiply %half, %x : tensor<4xf32>
  %1 = stablehlo.negate %x : tensor<4xf32>
  %2 = stablehlo.multiply %1, %r : tensor<4xf32>
  %3 = chlo.erfc %2 : tensor<4xf32> -> tensor<4xf32>
  %4 = stablehlo.multiply %0, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @positive_argument(
// CHECK-NOT: train.gelu
func.func @positive_argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %r = stablehlo.constant dense<0.707106769> : tensor<4xf32>
  %0 = stablehlo.multiply %half, %x : tensor<4xf32>
  %2 = stablehlo.multiply %x, %r : tensor<4xf32>
  %3 = chlo.erfc %2 : tensor<4xf32> -> tensor<4xf32>
  %4 = stablehlo.multiply %0, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
