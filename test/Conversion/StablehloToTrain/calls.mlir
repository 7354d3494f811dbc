// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// What only places values is their identity.
// CHECK-LABEL: @placement(
func.func @placement(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @annotate_device_placement(%0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: @by_name(
// CHECK: train.erf %{{.*}} : tensor<4xf32>
// CHECK: train.iota dim = 1 : tensor<2x8xi32>
// CHECK: train.sort %{{.*}}, %{{.*}}, dim = 1 descending : (tensor<2x8xf32>, tensor<2x8xi32>) -> (tensor<2x8xf32>, tensor<2x8xi32>)
// CHECK: train.slice %{{.*}}, start = [0, 0], limit = [2, 3], strides = [1, 1] : tensor<2x8xf32> -> tensor<2x3xf32>
// CHECK: train.slice %{{.*}}, start = [0, 0], limit = [2, 3], strides = [1, 1] : tensor<2x8xi32> -> tensor<2x3xi32>
func.func @by_name(%x: tensor<4xf32>, %y: tensor<2x8xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%y) {mhlo.attributes = {k = 3 : i64, largest = true}} : (tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// What `halftone.py` prints: derivatives that StableHLO has no op for.
// CHECK-LABEL: @derivatives(
// CHECK: %[[STOPPED:.*]] = train.stop_gradient %{{.*}} : tensor<4xf32>
// CHECK: %[[RELU:.*]] = train.relu %[[STOPPED]] : tensor<4xf32>
// CHECK: train.custom_gradient @round, @straight_through(%[[RELU]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: func.func private @round(
// CHECK: func.func private @straight_through(
func.func @derivatives(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @halftone.stop_gradient(%x) {api_version = 2 : i32, backend_config = ""} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @halftone.relu(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @halftone.custom_gradient(%1) {called_computations = [@round, @straight_through]} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @round(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.round_nearest_even %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @straight_through(%g: tensor<4xf32>) -> tensor<4xf32> {
  return %g : tensor<4xf32>
}

// CHECK-LABEL: @composites(
// CHECK: train.erf_inv %{{.*}} : tensor<4xf32>
// CHECK: call @decomposition(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
func.func @composites(%x: tensor<4xf32>) {
  %0 = stablehlo.composite "chlo.erf_inv" %x {decomposition = @decomposition} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.composite "mine.scale" %x {composite_attributes = {factor = 2.0 : f32}, decomposition = @decomposition} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func private @decomposition(
// CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xf32>
func.func private @decomposition(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
