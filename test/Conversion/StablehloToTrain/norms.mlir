// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @training(
// CHECK: train.reduce add %{{.*}}, dims = [0] : tensor<2x3xf32> -> tensor<3xf32>
// CHECK: train.constant dense<2.000000e+00> : tensor<3xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<2x3xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<2x3xf32>
// CHECK: train.reduce add %{{.*}}, dims = [0] : tensor<2x3xf32> -> tensor<3xf32>
// CHECK: train.constant dense<2.000000e+00> : tensor<3xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<3xf32>
// CHECK: train.constant dense<1.000000e-03> : tensor<3xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<3xf32>
// CHECK: train.rsqrt %{{.*}} : tensor<3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<2x3xf32>
func.func @training(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %b) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// CHECK-LABEL: @inference(
// CHECK: train.constant dense<1.000000e-03> : tensor<3xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<3xf32>
// CHECK: train.rsqrt %{{.*}} : tensor<3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<2x3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<2x3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<2x3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<2x3xf32>
func.func @inference(%x: tensor<2x3xf32>, %s: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @gradient(
// CHECK: train.constant dense<1.000000e-03> : tensor<3xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<3xf32>
// CHECK: train.rsqrt %{{.*}} : tensor<3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<2x3xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<2x3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<2x3xf32>
// CHECK: train.reduce add %{{.*}}, dims = [0] : tensor<2x3xf32> -> tensor<3xf32>
// CHECK: train.constant dense<2.000000e+00> : tensor<3xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<3xf32>
// CHECK: train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<2x3xf32>
func.func @gradient(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %s, %s, %x) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
