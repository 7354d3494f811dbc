// tosa: the result of a matmul is its accumulator; convolutions name theirs, and have one
// type, as the specification wants; attributes and zero points go with their op.
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 placement=min-cut" --canonicalize --cse -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %t.mlir --split-input-file --tosa-attach-target="profiles=pro_int,pro_fp extensions=bf16,controlflow" --tosa-validate -o /dev/null
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 placement=min-cut" -o %t.once
// RUN: halftone-opt %t.once --split-input-file --autocast="compute=bf16 placement=min-cut" | diff %t.once -

// CHECK-LABEL: func @ops
// CHECK-DAG: %[[K2:.*]] = "tosa.const"() <{values = dense<5.000000e-01> : tensor<4x3x3x4xbf16>}>
// CHECK-DAG: %[[ZP:.*]] = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xbf16>}>
// CHECK-DAG: %[[BIAS:.*]] = tosa.cast %arg4 : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: tosa.matmul %{{.*}}, %{{.*}}, %[[ZP]], %[[ZP]] : (tensor<1x8x16xbf16>, tensor<1x16x4xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1x8x4xf32>
// CHECK-NEXT: tosa.exp %{{.*}} : (tensor<1x8x4xf32>)
// CHECK-NEXT: tosa.reduce_sum %{{.*}} : (tensor<1x8x4xf32>)
// CHECK-NEXT: tosa.reciprocal %{{.*}} : (tensor<1x8x1xf32>)
// CHECK-NEXT: tosa.mul %{{.*}} : (tensor<1x8x4xf32>, tensor<1x8x1xf32>, tensor<1xi8>)
// CHECK: tosa.conv2d %{{.*}}, %{{.*}}, %[[BIAS]], %[[ZP]], %[[ZP]] {acc_type = f32, {{.*}}} : {{.*}} -> tensor<1x8x8x4xbf16>
// CHECK-NEXT: tosa.clamp %{{.*}} {max_val = 6.000000e+00 : bf16, min_val = 0.000000e+00 : bf16} : (tensor<1x8x8x4xbf16>)
// CHECK-NEXT: %[[C2:.*]] = tosa.conv2d %{{.*}}, %[[K2]], %[[BIAS]]
// CHECK-NEXT: tosa.cast %[[C2]] : (tensor<1x8x8x4xbf16>) -> tensor<1x8x8x4xf32>
func.func @ops(%x: tensor<1x8x16xf32>, %w: tensor<1x16x4xf32>, %img: tensor<1x8x8x3xf32>, %k: tensor<4x3x3x3xf32>, %bias: tensor<4xf32>) -> (tensor<1x8x4xf32>, tensor<1x8x8x4xf32>) {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zp, %zp : (tensor<1x8x16xf32>, tensor<1x16x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x4xf32>
  %e = tosa.exp %m : (tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %s = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<1x8x4xf32>) -> tensor<1x8x1xf32>
  %r = tosa.reciprocal %s : (tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
  %sh = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %d = tosa.mul %e, %r, %sh : (tensor<1x8x4xf32>, tensor<1x8x1xf32>, tensor<1xi8>) -> tensor<1x8x4xf32>
  %c = tosa.conv2d %img, %k, %bias, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %cl = tosa.clamp %c {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %k2 = "tosa.const"() {values = dense<0.5> : tensor<4x3x3x4xf32>} : () -> tensor<4x3x3x4xf32>
  %c2 = tosa.conv2d %cl, %k2, %bias, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x3x3x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  return %d, %c2 : tensor<1x8x4xf32>, tensor<1x8x8x4xf32>
}

// -----

// What branches yield decides the type of the result; what a loop carries keeps its type.
// CHECK-LABEL: func @control
// CHECK: tosa.cond_if %arg0 (%{{.*}} = %{{.*}}) : tensor<i1> (tensor<1x8x8xf32>) -> tensor<1x8x8xf32>
// CHECK: tosa.tanh %{{.*}} : (tensor<1x8x8xf32>)
// CHECK: tosa.while_loop (%{{.*}} = %{{.*}}, %[[H0:.*]] = %{{.*}}) : (tensor<i32>, tensor<1x8x8xf32>)
// CHECK: ^bb0(%{{.*}}: tensor<i32>, %[[H:.*]]: tensor<1x8x8xf32>):
// CHECK-NEXT: %[[HN:.*]] = tosa.cast %[[H]] : (tensor<1x8x8xf32>) -> tensor<1x8x8xbf16>
// CHECK: tosa.matmul %[[HN]], {{.*}} -> tensor<1x8x8xf32>
func.func @control(%c: tensor<i1>, %x: tensor<1x8x8xf32>, %w: tensor<1x8x8xf32>, %i: tensor<i32>) -> tensor<1x8x8xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zp, %zp : (tensor<1x8x8xf32>, tensor<1x8x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8xf32>
  %y = tosa.cond_if %c (%q = %m) : tensor<i1> (tensor<1x8x8xf32>) -> tensor<1x8x8xf32> {
  ^bb0(%a: tensor<1x8x8xf32>):
    tosa.yield %a : tensor<1x8x8xf32>
  } else {
  ^bb0(%a: tensor<1x8x8xf32>):
    %t = tosa.tanh %a : (tensor<1x8x8xf32>) -> tensor<1x8x8xf32>
    tosa.yield %t : tensor<1x8x8xf32>
  }
  %n = tosa.matmul %y, %w, %zp, %zp : (tensor<1x8x8xf32>, tensor<1x8x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8xf32>
  %r:2 = tosa.while_loop (%j = %i, %h = %n) : (tensor<i32>, tensor<1x8x8xf32>) -> (tensor<i32>, tensor<1x8x8xf32>) {
    %k = tosa.greater_equal %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %k : tensor<i1>
  } do {
  ^bb0(%j: tensor<i32>, %h: tensor<1x8x8xf32>):
    %j2 = tosa.add %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %h2 = tosa.matmul %h, %w, %zp, %zp : (tensor<1x8x8xf32>, tensor<1x8x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8xf32>
    tosa.yield %j2, %h2 : tensor<i32>, tensor<1x8x8xf32>
  }
  return %r#1 : tensor<1x8x8xf32>
}
