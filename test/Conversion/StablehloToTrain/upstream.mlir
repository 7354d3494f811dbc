// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @floats(
// CHECK: train.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.negate %{{.*}} : tensor<4xf32>
// CHECK: train.maximum %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.cast %{{.*}} : tensor<4xf32> to tensor<4xf64>
// CHECK: train.cast %{{.*}} : tensor<4xf64> to tensor<4xbf16>
// CHECK: train.exponential %{{.*}} : tensor<4xf32>
// CHECK: train.rsqrt %{{.*}} : tensor<4xf32>
// CHECK: train.power %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @floats(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %0 = arith.addf %a, %c : tensor<4xf32>
  %1 = arith.subf %a, %b : tensor<4xf32>
  %2 = arith.mulf %a, %b : tensor<4xf32>
  %3 = arith.divf %a, %b : tensor<4xf32>
  %4 = arith.negf %a : tensor<4xf32>
  %5 = arith.maximumf %a, %b : tensor<4xf32>
  %6 = arith.extf %a : tensor<4xf32> to tensor<4xf64>
  %7 = arith.truncf %6 : tensor<4xf64> to tensor<4xbf16>
  %8 = math.exp %a : tensor<4xf32>
  %9 = math.rsqrt %a : tensor<4xf32>
  %10 = math.powf %a, %b : tensor<4xf32>
  return
}

// CHECK-LABEL: @integers(
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xi32> to tensor<4xui32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xi32> to tensor<4xui32>
// CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xui32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xui32> to tensor<4xi32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xi32> to tensor<4xui32>
// CHECK: train.cast %{{.*}} : tensor<4xui32> to tensor<4xi64>
// CHECK: train.constant dense<1> : tensor<4xi32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.constant dense<0> : tensor<4xi32>
// CHECK: train.compare NE, %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xi32> to tensor<4xui32>
// CHECK: train.cast %{{.*}} : tensor<4xui32> to tensor<4xf32>
// CHECK: train.bitcast_convert %{{.*}} : tensor<4xi32> to tensor<4xui32>
func.func @integers(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  %0 = arith.addi %a, %b : tensor<4xi32>
  %1 = arith.divui %a, %b : tensor<4xi32>
  %2 = arith.extui %a : tensor<4xi32> to tensor<4xi64>
  %3 = arith.trunci %a : tensor<4xi32> to tensor<4xi1>
  %4 = arith.uitofp %a : tensor<4xi32> to tensor<4xf32>
  %5 = arith.cmpi ult, %a, %b : tensor<4xi32>
  %6 = arith.select %5, %a, %b : tensor<4xi1>, tensor<4xi32>
  return
}

// CHECK-LABEL: @compare(
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi1>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi1>
// CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: train.not %{{.*}} : tensor<4xi1>
func.func @compare(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = arith.cmpf olt, %a, %b : tensor<4xf32>
  %1 = arith.cmpf uge, %a, %b : tensor<4xf32>
  return
}

// CHECK-LABEL: @shapes(
// CHECK: train.reshape %{{.*}} : tensor<2x3xf32> -> tensor<6xf32>
// CHECK: train.reshape %{{.*}} : tensor<6xf32> -> tensor<3x2xf32>
func.func @shapes(%a: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  return
}
