// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: halftone-opt %s --train-decompose | FileCheck %s
// RUN: halftone-opt %s --train-decompose="only=softmax,train.gelu" | FileCheck %s --check-prefix=ONLY
// RUN: halftone-opt %s --train-decompose="except=adam" | FileCheck %s --check-prefix=EXCEPT
// No composite stays: every op of these files has a decomposition.
// RUN: halftone-opt %S/../nn.mlir --train-decompose | FileCheck %s --check-prefix=CORE
// RUN: halftone-opt %S/../step.mlir --train-decompose | FileCheck %s --check-prefix=CORE
// Running it again changes nothing.
// RUN: halftone-opt %s --train-decompose > %t.once
// RUN: halftone-opt %t.once --train-decompose | diff %t.once -

// CORE: module
// CORE-NOT: train.{{(linear|.*softmax|logsumexp|cross_entropy|.*_norm|relu|silu|gelu|attention|dropout|embedding)}}
// CORE-NOT: train.{{(seed|unscale|all_finite|first_non_finite|scaler_update|clip_|sgd|adam|ema)}}
// CORE-NOT: train.{{[a-z_]*_grad}}

// Operands widen, the row's maximum comes out, and the result rounds once.
// CHECK-LABEL: func @softmax
// CHECK-SAME: %[[ARG:.*]]: tensor<4x8xbf16>
// CHECK-NEXT: %[[X:.*]] = train.cast %[[ARG]] : tensor<4x8xbf16> to tensor<4x8xf32>
// CHECK-NEXT: %[[MAX:.*]] = train.reduce max %[[X]], dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
// CHECK-NEXT: %[[MAXES:.*]] = train.broadcast_in_dim %[[MAX]], dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
// CHECK-NEXT: %[[SHIFTED:.*]] = train.subtract %[[X]], %[[MAXES]]
// CHECK-NEXT: %[[EXP:.*]] = train.exponential %[[SHIFTED]]
// CHECK-NEXT: %[[SUM:.*]] = train.reduce add %[[EXP]], dims = [1]
// CHECK-NEXT: %[[SUMS:.*]] = train.broadcast_in_dim %[[SUM]], dims = [0]
// CHECK-NEXT: %[[DIV:.*]] = train.divide %[[EXP]], %[[SUMS]] : tensor<4x8xf32>
// CHECK-NEXT: %[[RESULT:.*]] = train.cast %[[DIV]] : tensor<4x8xf32> to tensor<4x8xbf16>
// CHECK-NEXT: return %[[RESULT]]
// ONLY-LABEL: func @softmax
// ONLY-NOT: train.softmax
func.func @softmax(%x: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %0 = train.softmax %x, dim = 1 : tensor<4x8xbf16> -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// f64 stays f64, without a cast.
// CHECK-LABEL: func @f64
// CHECK-NOT: train.cast
// CHECK: train.logistic %{{.*}} : tensor<4xf64>
// ONLY-LABEL: func @f64
// ONLY: train.silu
func.func @f64(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = train.silu %x : tensor<4xf64> -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// The product alone rounds to the result; with a bias its sum stays in the accumulator.
// CHECK-LABEL: func @linear
// CHECK: train.dot_general %{{.*}}, %{{.*}}, contract = [1] x [0] acc = f32 : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
// CHECK: %[[SUM:.*]] = train.dot_general %{{.*}}, %{{.*}}, contract = [1] x [0] acc = f32 : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
// CHECK: %[[BIASED:.*]] = train.add %[[SUM]], %{{.*}} : tensor<4x16xf32>
// CHECK-NEXT: train.cast %[[BIASED]] : tensor<4x16xf32> to tensor<4x16xbf16>
func.func @linear(%x: tensor<4x8xbf16>, %w: tensor<8x16xbf16>, %b: tensor<16xbf16>) -> (tensor<4x16xbf16>, tensor<4x16xbf16>) {
  %0 = train.linear %x, %w : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
  %1 = train.linear %x, %w, %b : (tensor<4x8xbf16>, tensor<8x16xbf16>, tensor<16xbf16>) -> tensor<4x16xbf16>
  return %0, %1 : tensor<4x16xbf16>, tensor<4x16xbf16>
}

// Scores leave the product in f32; probabilities round for the second one.
// CHECK-LABEL: func @attention
// CHECK: train.dot_general %{{.*}}, %{{.*}}, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>) -> tensor<2x4x8x8xf32>
// CHECK: train.select %{{.*}} : tensor<2x4x8x8xi1>, tensor<2x4x8x8xf32>
// CHECK: %[[P:.*]] = train.cast %{{.*}} : tensor<2x4x8x8xf32> to tensor<2x4x8x8xbf16>
// CHECK: %[[O:.*]] = train.dot_general %[[P]], %{{.*}}, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x4x8x8xbf16>, tensor<2x4x8x16xbf16>) -> tensor<2x4x8x16xf32>
// CHECK: train.cast %[[O]] : tensor<2x4x8x16xf32> to tensor<2x4x8x16xbf16>
func.func @attention(%q: tensor<2x4x8x16xbf16>) -> tensor<2x4x8x16xbf16> {
  %0 = train.attention %q, %q, %q scale = 0.25 causal : (tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>) -> tensor<2x4x8x16xbf16>
  return %0 : tensor<2x4x8x16xbf16>
}

// Scalars are f64 and round once, where they meet the tensor.
// CHECK-LABEL: func @adam
// CHECK: train.fma
// CHECK: train.power %{{.*}} : tensor<f64>
// CHECK: train.cast %{{.*}} : tensor<f64> to tensor<f32>
// EXCEPT-LABEL: func @adam
// EXCEPT: train.adam
func.func @adam(%p: tensor<8xf32>, %g: tensor<8xf32>, %m: tensor<8xf32>, %v: tensor<8xf32>, %lr: tensor<f64>, %t: tensor<i32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:3 = train.adam %p, %g, %m, %v lr %lr step %t beta1 = 0.9 beta2 = 0.999 eps = 1.0e-8 weight_decay = 0.01 decoupled :
      (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f64>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Inside regions too.
// CHECK-LABEL: func @region
// CHECK: train.precision f32
// CHECK: train.erf
// CHECK-NOT: train.gelu
// ONLY-LABEL: func @region
// ONLY-NOT: train.gelu
// ONLY: train.erf
func.func @region(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.precision f32 : tensor<4xf32> {
    %1 = train.gelu %x : tensor<4xf32> -> tensor<4xf32>
    train.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
