// The plugin in a stock mlir-opt: autocast between upstream passes, on IR of upstream
// dialects, and what comes out lowers. An op that nobody knows keeps its types, with a
// remark. The plugin brings `train`, and not our reading of StableHLO.
// UNSUPPORTED: sanitize
// RUN: mlir-opt %s --allow-unregistered-dialect --load-dialect-plugin=%build/lib/HalftonePlugin.so --load-pass-plugin=%build/lib/HalftonePlugin.so --pass-pipeline='builtin.module(canonicalize,cse,autocast{compute=bf16},canonicalize,cse)' --remarks-filter=autocast --remark-policy=all -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %s --load-dialect-plugin=%build/lib/HalftonePlugin.so --load-pass-plugin=%build/lib/HalftonePlugin.so --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: mlir-opt --load-dialect-plugin=%build/lib/HalftonePlugin.so --load-pass-plugin=%build/lib/HalftonePlugin.so --help | FileCheck %s --check-prefix=HELP
// RUN: not mlir-opt %s --allow-unregistered-dialect --load-dialect-plugin=%build/lib/HalftonePlugin.so --load-pass-plugin=%build/lib/HalftonePlugin.so --pass-pipeline='builtin.module(autocast{compute=f12})' 2>&1 | FileCheck %s --check-prefix=INVALID

// DIALECTS-NOT: stablehlo
// DIALECTS: train
// HELP-DAG: --autocast
// HELP-DAG: --verify-precision
// HELP-DAG: --train-build-step
// INVALID: error: unknown compute type 'f12'

// CHECK-LABEL: func @attention
// CHECK: linalg.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<2x8x16xbf16>, tensor<2x16x8xbf16>) outs(%{{.*}} : tensor<2x8x8xf32>)
// CHECK-NEXT: linalg.softmax dimension(2) ins(%{{.*}} : tensor<2x8x8xf32>)
// CHECK: linalg.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<2x8x8xbf16>, tensor<2x8x16xbf16>) outs(%{{.*}} : tensor<2x8x16xf32>)
func.func @attention(%q: tensor<2x8x16xf32>, %k: tensor<2x16x8xf32>, %v: tensor<2x8x16xf32>) -> tensor<2x8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x8x16xf32>, tensor<2x16x8xf32>) outs(%f : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x8x8xf32>) outs(%e : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %e2 = tensor.empty() : tensor<2x8x16xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x8x8xf32>, tensor<2x8x16xf32>) outs(%f2 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  return %o : tensor<2x8x16xf32>
}

// CHECK-LABEL: func @unknown
// CHECK: %[[T:.*]] = tosa.tanh
// CHECK: "mine.op"({{.*}}) : (tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
// REMARK: plugin.mlir:[[#@LINE+5]]:8: remark: [Missed] unknown-op {{.*}}mine.op
func.func @unknown(%x: tensor<1x4x8xf32>, %w: tensor<1x8x4xf32>, %c: memref<4xf32>) -> tensor<1x4x4xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zp, %zp : (tensor<1x4x8xf32>, tensor<1x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  %t = tosa.tanh %m : (tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  %u = "mine.op"(%t) : (tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  return %u : tensor<1x4x4xf32>
}

// Branches between blocks carry what they carried.
// CHECK-LABEL: func @blocks
// CHECK: cf.br ^[[LOOP:.*]](%{{.*}} : tensor<4x4xf32>)
// CHECK: ^[[LOOP]](%[[H:.*]]: tensor<4x4xf32>):
// CHECK: linalg.matmul ins(%{{.*}} : tensor<4x4xbf16>, tensor<4x4xbf16>)
func.func @blocks(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %z: tensor<4x4xf32>, %c: i1) -> tensor<4x4xf32> {
  cf.br ^loop(%x : tensor<4x4xf32>)
^loop(%h: tensor<4x4xf32>):
  %m = linalg.matmul ins(%h, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  %t = math.tanh %m : tensor<4x4xf32>
  cf.cond_br %c, ^loop(%t : tensor<4x4xf32>), ^exit
^exit:
  return %t : tensor<4x4xf32>
}
