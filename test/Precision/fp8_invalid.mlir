// RUN: not halftone-opt %s --train-fp8="recipe=fast" 2>&1 | FileCheck %s --check-prefix=RECIPE
// RECIPE: error: option 'recipe' can't be 'fast', expected 'delayed' or 'current'
// RUN: not halftone-opt %s --train-fp8="format=e5m2" 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: option 'format' can't be 'e5m2', expected 'hybrid' or 'e4m3'
// RUN: not halftone-opt %s --train-fp8="history=0" 2>&1 | FileCheck %s --check-prefix=HISTORY
// HISTORY: error: option 'history' is 0, expected 1 to 65536 steps
// RUN: not halftone-opt %s --train-fp8="margin=99" 2>&1 | FileCheck %s --check-prefix=MARGIN
// MARGIN: error: option 'margin' is 99, expected -8 to 64 powers of two
// RUN: not halftone-opt %s --train-fp8="products=all" 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// PRODUCTS: error: option 'products' can't be 'all', expected 'linear' or 'marked'
// RUN: not halftone-opt %s --train-fp8="last target=sm_80" 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: target 'sm_80' has no fp8 Tensor Cores{{.*}}; use compute=bf16, or emulate
// RUN: not halftone-opt %s --train-fp8="last" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: fp8 needs the name 'fp8/amax_history' for its state; rename that argument of 'step'
// RUN: halftone-opt %s --train-fp8 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: warning: no product of 'step' is in fp8; --remarks-filter=fp8 says why
// RUN: not halftone-opt %S/unknown-op.mlir --allow-unregistered-dialect --train-fp8 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: error: no function 'step' with a body of one block that returns; run 'train-build-step' first
// RUN: sed 's/return %%y : tensor<4x8xf32>/ub.unreachable/' %s > %t.mlir
// RUN: not halftone-opt %t.mlir --train-fp8 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: sed 's/return %%y/"other.return"(%%y)/; s/ : tensor<4x8xf32>$/ : (tensor<4x8xf32>) -> ()/' %s > %t.mlir
// RUN: not halftone-opt %t.mlir --allow-unregistered-dialect --train-fp8 2>&1 | FileCheck %s --check-prefix=STEP
func.func @init() { return }
func.func @step(%x: tensor<4x8xbf16> {train.role = #train.role<batch>, train.name = "fp8/amax_history"}, %w: tensor<8x8xbf16>)
    -> (tensor<4x8xf32> {train.role = #train.role<metric>, train.name = "y"}) {
  %y = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
