// Values: what comes out is within so many ulps of its f64 value, on seeded random inputs.
// RUN: halftone-opt %s --autocast="compute=bf16" --check-precision="runs=4"
// In a table without islands the same check fails, and says where.
// RUN: not halftone-opt %s --autocast="compute=bf16 policy-file=%S/no-islands.json" --check-precision="runs=4" 2>&1 | FileCheck %s

// CHECK: error: check-precision: result 0 of '@variance' at {{.*}} is off by {{.*}} ulps of bf16, bound 1: expected {{.*}}, got
func.func @variance(%x: tensor<4x256xf32> {check.normal = [16.0, 0.25]})
    -> (tensor<4xf32> {check.ulps = 1.0, check.in = bf16}) {
  %n = train.constant dense<256.0> : tensor<4xf32>
  %sum = train.reduce add %x, dims = [1] : tensor<4x256xf32> -> tensor<4xf32>
  %mean = train.divide %sum, %n : tensor<4xf32>
  %wide = train.broadcast_in_dim %mean, dims = [0] : tensor<4xf32> -> tensor<4x256xf32>
  %d = train.subtract %x, %wide : tensor<4x256xf32>
  %s = train.multiply %d, %d : tensor<4x256xf32>
  %t = train.reduce add %s, dims = [1] : tensor<4x256xf32> -> tensor<4xf32>
  %v = train.divide %t, %n : tensor<4xf32>
  return %v : tensor<4xf32>
}
