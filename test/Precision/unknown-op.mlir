// (F27) An op that no rule knows keeps its types, with a remark; its neighbours are
// not held back.
// RUN: halftone-opt %s --allow-unregistered-dialect --autocast="compute=bf16" --remarks-filter=autocast --remark-policy=all -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t

// CHECK: %[[W:.*]] = train.linear %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xf32>
// CHECK-NEXT: "mine.op"(%[[W]]) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: train.linear %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>)
func.func @custom(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  // REMARK: unknown-op.mlir:[[#@LINE+1]]:8: remark: [Missed] unknown-op {{.*}}keeps its types{{.*}}Remark=mine.op
  %1 = "mine.op"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = train.linear %1, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
