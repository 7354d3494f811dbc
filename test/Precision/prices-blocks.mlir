// RUN: halftone-opt %s --autocast="policy=grappler prices=kernels" | FileCheck %s

// A widening that all users share stands behind its value, also where they are in other
// blocks.

// CHECK-LABEL: func @branches
// CHECK: [[PRODUCT:%.*]] = train.dot_general {{.*}} -> tensor<4x4xbf16>
// CHECK-NEXT: [[WIDE:%.*]] = train.cast [[PRODUCT]] : tensor<4x4xbf16> to tensor<4x4xf32>
// CHECK-NEXT: cf.cond_br
// CHECK: train.exponential [[WIDE]]
// CHECK: train.log [[WIDE]]
func.func @branches(%p: i1, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = train.dot_general %x, %x, contract = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  cf.cond_br %p, ^one, ^other
^one:
  %1 = train.exponential %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
^other:
  %2 = train.log %0 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
