// RUN: halftone-opt %s --split-whole-sums | FileCheck %s

#map = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func @norm
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant -0.000000e+00 : f64
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant true
// CHECK:         %[[PARTIAL:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<256x128xf32>)
// CHECK-SAME:        attrs = {kernel.partial_sum}
// CHECK:           -> (tensor<256xf64>, tensor<256xi1>)
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[PARTIAL]]#0, %[[PARTIAL]]#1 : {{.*}}) outs(%arg1, %arg2
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f64, %[[B:.*]]: i1, %[[X:.*]]: f64, %[[Y:.*]]: i1):
// CHECK-DAG:       arith.addf %[[X]], %[[A]] : f64
// CHECK-DAG:       arith.andi %[[Y]], %[[B]] : i1
func.func @norm(%g: tensor<256x128xf32>, %a: tensor<f64>, %b: tensor<i1>) -> (tensor<f64>, tensor<i1>) {
  %inf = arith.constant 0x7F800000 : f32
  %0:2 = linalg.generic {indexing_maps = [#map, #none, #none], iterator_types = ["reduction", "reduction"]}
      ins(%g : tensor<256x128xf32>) outs(%a, %b : tensor<f64>, tensor<i1>) {
  ^bb0(%in: f32, %sum: f64, %all: i1):
    %1 = arith.extf %in : f32 to f64
    %2 = arith.mulf %1, %1 : f64
    %3 = arith.addf %sum, %2 : f64
    %4 = math.absf %in : f32
    %5 = arith.cmpf olt, %4, %inf : f32
    %6 = arith.andi %all, %5 : i1
    linalg.yield %3, %6 : f64, i1
  } -> (tensor<f64>, tensor<i1>)
  return %0#0, %0#1 : tensor<f64>, tensor<i1>
}

// Few points, and a body that no single op combines, stay.
// CHECK-LABEL: func @stays
// CHECK-COUNT-2: iterator_types = ["reduction", "reduction"]
func.func @stays(%x: tensor<16x16xf32>, %y: tensor<256x128xf32>, %a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = linalg.generic {indexing_maps = [#map, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<16x16xf32>) outs(%a : tensor<f32>) {
  ^bb0(%in: f32, %sum: f32):
    %1 = arith.addf %sum, %in : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %2 = linalg.generic {indexing_maps = [#map, #none], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<256x128xf32>) outs(%a : tensor<f32>) {
  ^bb0(%in: f32, %sum: f32):
    %3 = arith.mulf %sum, %in : f32
    %4 = arith.addf %sum, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<f32>
  return %0, %2 : tensor<f32>, tensor<f32>
}
