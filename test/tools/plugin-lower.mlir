// What autocast makes of tosa goes through upstream's road to LLVM, unregistered dialects
// and Halftone's own tools aside.
// UNSUPPORTED: sanitize
// RUN: mlir-opt %s --load-dialect-plugin=%build/lib/HalftonePlugin.so --load-pass-plugin=%build/lib/HalftonePlugin.so --pass-pipeline='builtin.module(autocast{compute=bf16},canonicalize,cse,func.func(tosa-infer-shapes,tosa-make-broadcastable,tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith,tosa-to-tensor),convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-loops),arith-expand{include-bf16=true},convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-to-llvm,reconcile-unrealized-casts)' | FileCheck %s

// CHECK: llvm.func @mlp
// CHECK-NOT: tosa
// CHECK-NOT: unrealized_conversion_cast
func.func @mlp(%x: tensor<1x8x16xf32>, %w: tensor<1x16x32xf32>, %v: tensor<1x32x4xf32>) -> tensor<1x8x4xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %h = tosa.matmul %x, %w, %zp, %zp : (tensor<1x8x16xf32>, tensor<1x16x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x32xf32>
  %t = tosa.clamp %h {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<1x8x32xf32>) -> tensor<1x8x32xf32>
  %o = tosa.matmul %t, %v, %zp, %zp : (tensor<1x8x32xf32>, tensor<1x32x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x4xf32>
  return %o : tensor<1x8x4xf32>
}
