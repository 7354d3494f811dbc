// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// The state moves on by the number of blocks.
// CHECK-LABEL: @philox(
// CHECK: train.slice %{{.*}}, start = [0], limit = [1], strides = [1] : tensor<2xui64> -> tensor<1xui64>
// CHECK: train.reshape %{{.*}} : tensor<1xui64> -> tensor<ui64>
// CHECK: train.slice %{{.*}}, start = [1], limit = [2], strides = [1] : tensor<2xui64> -> tensor<1xui64>
// CHECK: train.reshape %{{.*}} : tensor<1xui64> -> tensor<ui64>
// CHECK: train.iota dim = 0 : tensor<2xui64>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<ui64> -> tensor<2xui64>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<2xui64>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<ui64> -> tensor<2xui64>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [] : tensor<ui64> -> tensor<2xui64>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<2xui64>
// CHECK: train.cast %{{.*}} : tensor<2xi1> to tensor<2xui64>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<2xui64>
// CHECK: train.constant dense<4294967295> : tensor<2xui64>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<2xui64>
func.func @philox(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<5xui32>
}
