// What the user vouches for reaches the pass that finds composites, from both tools.
// RUN: halftone-opt %s --halftone-import | FileCheck %s --check-prefix=PLAIN
// RUN: halftone-opt %s --halftone-import=assume=valid-labels,moderate-means | FileCheck %s --check-prefix=ASSUMED
// RUN: halftone-compile %s --assume=moderate-means --emit=mlir --quiet | FileCheck %s --check-prefix=STEP
// RUN: not halftone-compile %s --assume=luck --emit=mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// PLAIN-NOT: train.layer_norm
// ASSUMED: train.layer_norm
// STEP: func.func @step(
// STEP: train.layer_norm
// UNKNOWN: error: unknown assumption 'luck', expected 'finite-masks', 'moderate-means' or 'valid-labels'
func.func @main(%x: tensor<4x8xf32> {train.name = "x", train.role = #train.role<param>}) -> (tensor<f32> {train.role = #train.role<loss>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<4xf32>
  %eps = stablehlo.constant dense<0.25> : tensor<4xf32>
  %xx = stablehlo.multiply %x, %x : tensor<4x8xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %ss = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.divide %s, %n : tensor<4xf32>
  %squares = stablehlo.divide %ss, %n : tensor<4xf32>
  %square = stablehlo.multiply %mean, %mean : tensor<4xf32>
  %variance = stablehlo.subtract %squares, %square : tensor<4xf32>
  %v = stablehlo.add %variance, %eps : tensor<4xf32>
  %rstd = stablehlo.rsqrt %v : tensor<4xf32>
  %m = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.broadcast_in_dim %rstd, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %x, %m : tensor<4x8xf32>
  %y = stablehlo.multiply %d, %r : tensor<4x8xf32>
  %loss = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  return %loss : tensor<f32>
}
