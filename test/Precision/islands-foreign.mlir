// Islands in other dialects: what is sensitive, a reduction or a mere move is said by the
// policy (the table for tosa, a policy file for StableHLO).
// RUN: halftone-opt %s --split-input-file --allow-unregistered-dialect --autocast="compute=bf16 annotate policy-file=%root/share/policies/stablehlo.json" | FileCheck %s
// RUN: halftone-opt %s --split-input-file --allow-unregistered-dialect --print-islands="ops policy-file=%root/share/policies/stablehlo.json" -o /dev/null | FileCheck %s --check-prefix=PRINT

// CHECK-LABEL: func.func @tosa_softmax
// CHECK: tosa.matmul {{.*}} -> tensor<1x8x8x{{f32|bf16}}>
// CHECK-NOT: bf16
// CHECK: tosa.reduce_max {{.*}}train.island = 1
// CHECK-NOT: bf16
// CHECK: tosa.sub {{.*}}train.island = 1
// CHECK-NOT: bf16
// CHECK: tosa.exp {{.*}}train.island = 1
// CHECK-NOT: bf16
// CHECK: tosa.mul {{.*}}train.island = 1
func.func @tosa_softmax(%q: tensor<1x8x16xf32>, %k: tensor<1x16x8xf32>) -> tensor<1x8x16xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %s = tosa.matmul %q, %k, %zero, %zero : (tensor<1x8x16xf32>, tensor<1x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8xf32>
  %m = tosa.reduce_max %s {axis = 2 : i32} : (tensor<1x8x8xf32>) -> tensor<1x8x1xf32>
  %d = tosa.sub %s, %m : (tensor<1x8x8xf32>, tensor<1x8x1xf32>) -> tensor<1x8x8xf32>
  %e = tosa.exp %d : (tensor<1x8x8xf32>) -> tensor<1x8x8xf32>
  %t = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<1x8x8xf32>) -> tensor<1x8x1xf32>
  %r = tosa.reciprocal %t : (tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
  %p = tosa.mul %e, %r, %shift : (tensor<1x8x8xf32>, tensor<1x8x1xf32>, tensor<1xi8>) -> tensor<1x8x8xf32>
  %o = tosa.matmul %p, %q, %zero, %zero : (tensor<1x8x8xf32>, tensor<1x8x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x16xf32>
  return %o : tensor<1x8x16xf32>
}

// -----

// PRINT-LABEL: @stablehlo_softmax: 1 islands
// PRINT-NEXT: 1: {{[0-9]+}} ops around {{.*}}exponential
// PRINT: + %[[D:.*]] = "stablehlo.subtract"(%{{.*}}, %{{.*}}) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
// PRINT: * %{{.*}} = "stablehlo.exponential"(%[[D]]) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-LABEL: func.func @stablehlo_softmax
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.reduce({{.*}}train.island = 1
// CHECK: stablehlo.maximum {{.*}} : tensor<f32>
// CHECK: stablehlo.subtract {{.*}}train.island = 1
// CHECK-NEXT: stablehlo.exponential {{.*}}train.island = 1
// CHECK: stablehlo.divide {{.*}}train.island = 1
// CHECK-NEXT: stablehlo.convert {{.*}} -> tensor<8x8xbf16>
func.func @stablehlo_softmax(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %low = "stablehlo.constant"() {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  %zero = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %s = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %m = "stablehlo.reduce"(%s, %low) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %mb = "stablehlo.broadcast_in_dim"(%m) {broadcast_dimensions = array<i64: 0>} : (tensor<8xf32>) -> tensor<8x8xf32>
  %d = "stablehlo.subtract"(%s, %mb) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = "stablehlo.exponential"(%d) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = "stablehlo.reduce"(%e, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %tb = "stablehlo.broadcast_in_dim"(%t) {broadcast_dimensions = array<i64: 0>} : (tensor<8xf32>) -> tensor<8x8xf32>
  %p = "stablehlo.divide"(%e, %tb) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %o = "stablehlo.dot_general"(%p, %p) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %o : tensor<8x8xf32>
}
