// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --mlir-print-op-generic | halftone-opt | FileCheck %s

// CHECK-LABEL: func @linear
func.func @linear(%x: tensor<4x8xbf16>, %w: tensor<8x16xbf16>, %b: tensor<16xbf16>, %xf: tensor<8xf32>, %wf: tensor<8x16xf32>, %xh: tensor<4x8xf16>, %wh: tensor<8x16xf16>) {
  // CHECK: train.linear %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xbf16>, tensor<8x16xbf16>, tensor<16xbf16>) -> tensor<4x16xbf16>
  %0 = train.linear %x, %w, %b : (tensor<4x8xbf16>, tensor<8x16xbf16>, tensor<16xbf16>) -> tensor<4x16xbf16>
  // CHECK: train.linear %{{.*}}, %{{.*}} acc = f16 : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  %1 = train.linear %xh, %wh acc = f16 : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  // CHECK: train.linear %{{.*}}, %{{.*}} tf32 : (tensor<8xf32>, tensor<8x16xf32>) -> tensor<16xf32>
  %2 = train.linear %xf, %wf tf32 : (tensor<8xf32>, tensor<8x16xf32>) -> tensor<16xf32>
  return
}

// CHECK-LABEL: func @rows
func.func @rows(%x: tensor<4x8xbf16>, %dy: tensor<4x8xf32>, %y: tensor<4x8xf32>) {
  // CHECK: train.softmax %{{.*}}, dim = 1 : tensor<4x8xbf16> -> tensor<4x8xf32>
  %0 = train.softmax %x, dim = 1 : tensor<4x8xbf16> -> tensor<4x8xf32>
  // CHECK: train.log_softmax %{{.*}}, dim = 0 : tensor<4x8xbf16> -> tensor<4x8xf32>
  %1 = train.log_softmax %x, dim = 0 : tensor<4x8xbf16> -> tensor<4x8xf32>
  // CHECK: train.softmax_grad %{{.*}}, %{{.*}}, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xbf16>
  %2 = train.softmax_grad %dy, %y, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xbf16>
  // CHECK: train.log_softmax_grad %{{.*}}, %{{.*}}, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xbf16>
  %3 = train.log_softmax_grad %dy, %y, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xbf16>
  // CHECK: train.logsumexp %{{.*}}, dim = 0 : tensor<4x8xbf16> -> tensor<8xf32>
  %4 = train.logsumexp %x, dim = 0 : tensor<4x8xbf16> -> tensor<8xf32>
  return
}

// CHECK-LABEL: func @cross_entropy
func.func @cross_entropy(%x: tensor<4x10xf32>, %labels: tensor<4xi32>, %g: tensor<f32>, %gs: tensor<4xf32>, %lse: tensor<4xf32>) {
  // CHECK: train.cross_entropy %{{.*}}, %{{.*}} : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<f32>
  %0 = train.cross_entropy %x, %labels reduction = mean : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<f32>
  // CHECK: train.cross_entropy %{{.*}}, %{{.*}} reduction = none smoothing = 1.000000e-01 ignore = -100 : (tensor<4x10xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1:2 = train.cross_entropy %x, %labels reduction = none smoothing = 0.1 ignore = -100 : (tensor<4x10xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK: train.cross_entropy_grad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} reduction = sum : (tensor<f32>, tensor<4x10xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x10xbf16>
  %2 = train.cross_entropy_grad %g, %x, %labels, %lse reduction = sum : (tensor<f32>, tensor<4x10xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x10xbf16>
  // CHECK: train.cross_entropy_grad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} reduction = none ignore = 0 :
  %3 = train.cross_entropy_grad %gs, %x, %labels, %lse reduction = none ignore = 0 : (tensor<4xf32>, tensor<4x10xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x10xf32>
  return
}

// CHECK-LABEL: func @row_norms
func.func @row_norms(%x: tensor<4x8xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>, %r: tensor<4xf32>) {
  // CHECK: train.layer_norm %{{.*}} scale %{{.*}} bias %{{.*}} axis = 1 epsilon = 1.000000e-05 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %0 = train.layer_norm %x scale %s bias %b axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: train.layer_norm %{{.*}} bias %{{.*}} axis = 1 epsilon = 0.000000e+00 : (tensor<4x8xf32>, tensor<8xf32>) -> (tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>)
  %1:3 = train.layer_norm %x bias %b axis = 1 epsilon = 0.0 : (tensor<4x8xf32>, tensor<8xf32>) -> (tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>)
  // CHECK: train.layer_norm_grad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} scale %{{.*}} axis = 1 has_bias : ({{.*}}) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  %2:3 = train.layer_norm_grad %x, %x, %r, %r scale %s axis = 1 has_bias : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: train.layer_norm_grad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} axis = 1 : ({{.*}}) -> tensor<4x8xf32>
  %3 = train.layer_norm_grad %x, %x, %r, %r axis = 1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  // CHECK: train.rms_norm %{{.*}} scale %{{.*}} axis = 1 epsilon = 9.9999999999999995E-7 : ({{.*}}) -> (tensor<4x8xf32>, tensor<4xf32>)
  %4:2 = train.rms_norm %x scale %s axis = 1 epsilon = 1.0e-6 : (tensor<4x8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
  // CHECK: train.rms_norm_grad %{{.*}}, %{{.*}}, %{{.*}} scale %{{.*}} axis = 1 : ({{.*}}) -> (tensor<4x8xf32>, tensor<8xf32>)
  %5:2 = train.rms_norm_grad %x, %x, %r scale %s axis = 1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>)
  return
}

// CHECK-LABEL: func @feature_norms
func.func @feature_norms(%x: tensor<2x4x4x8xf32>, %s: tensor<8xf32>, %g: tensor<2x2xf32>) {
  // CHECK: train.group_norm %{{.*}} scale %{{.*}} bias %{{.*}} groups = 2 feature_dim = 3 epsilon = 1.000000e-05 : ({{.*}}) -> (tensor<2x4x4x8xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
  %0:3 = train.group_norm %x scale %s bias %s groups = 2 feature_dim = 3 epsilon = 1.0e-5 : (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x4x4x8xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
  // CHECK: train.group_norm_grad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} scale %{{.*}} groups = 2 feature_dim = 3 has_bias : ({{.*}}) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  %1:3 = train.group_norm_grad %x, %x, %g, %g scale %s groups = 2 feature_dim = 3 has_bias : (tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<8xf32>) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: train.batch_norm_training %{{.*}} feature_dim = 3 epsilon = 1.000000e-05 momentum = 1.000000e-01 : ({{.*}}) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %2:5 = train.batch_norm_training %x, %s, %s, %s, %s feature_dim = 3 epsilon = 1.0e-5 momentum = 0.1 : (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: train.batch_norm_grad %{{.*}} feature_dim = 3 : ({{.*}}) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  %3:3 = train.batch_norm_grad %x, %x, %s, %s, %s feature_dim = 3 : (tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: train.batch_norm_inference %{{.*}} feature_dim = 3 epsilon = 1.000000e-05 : ({{.*}}) -> tensor<2x4x4x8xbf16>
  %4 = train.batch_norm_inference %x, %s, %s, %s, %s feature_dim = 3 epsilon = 1.0e-5 : (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x4x4x8xbf16>
  return
}

// CHECK-LABEL: func @activations
func.func @activations(%x: tensor<4x8xbf16>, %key: tensor<2xui32>) {
  // CHECK: train.relu %{{.*}} : tensor<4x8xbf16> -> tensor<4x8xf32>
  %0 = train.relu %x : tensor<4x8xbf16> -> tensor<4x8xf32>
  // CHECK: train.relu_grad %{{.*}}, %{{.*}} : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %1 = train.relu_grad %x, %x : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  // CHECK: train.silu %{{.*}} : tensor<4x8xbf16> -> tensor<4x8xbf16>
  %2 = train.silu %x : tensor<4x8xbf16> -> tensor<4x8xbf16>
  // CHECK: train.silu_grad %{{.*}}, %{{.*}} : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %3 = train.silu_grad %x, %x : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  // CHECK: train.gelu %{{.*}} : tensor<4x8xbf16> -> tensor<4x8xbf16>
  %4 = train.gelu %x approximate = none : tensor<4x8xbf16> -> tensor<4x8xbf16>
  // CHECK: train.gelu_grad %{{.*}}, %{{.*}} approximate = tanh : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %5 = train.gelu_grad %x, %x approximate = tanh : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  // CHECK: train.dropout %{{.*}}, %{{.*}} rate = 1.000000e-01 : tensor<4x8xbf16> -> tensor<4x8xbf16>
  %6 = train.dropout %x, %key rate = 0.1 : tensor<4x8xbf16> -> tensor<4x8xbf16>
  return
}

// CHECK-LABEL: func @attention
func.func @attention(%q: tensor<2x4x8x16xf32>, %k: tensor<2x4x6x16xf32>, %v: tensor<2x4x6x3xf32>, %o: tensor<2x4x8x3xf32>,
                     %lse: tensor<2x4x8xf32>, %m: tensor<8x6xi1>, %f: tensor<2x1x1x6xf32>) {
  // CHECK: train.attention %{{.*}}, %{{.*}}, %{{.*}} mask %{{.*}} scale = 2.500000e-01 operand_type = bf16 : ({{.*}}, tensor<8x6xi1>) -> (tensor<2x4x8x3xbf16>, tensor<2x4x8xf32>)
  %0:2 = train.attention %q, %k, %v mask %m scale = 0.25 operand_type = bf16 : (tensor<2x4x8x16xf32>, tensor<2x4x6x16xf32>, tensor<2x4x6x3xf32>, tensor<8x6xi1>) -> (tensor<2x4x8x3xbf16>, tensor<2x4x8xf32>)
  // CHECK: train.attention %{{.*}}, %{{.*}}, %{{.*}} scale = 2.500000e-01 causal : ({{.*}}) -> tensor<2x4x8x3xf32>
  %1 = train.attention %q, %k, %v scale = 0.25 causal : (tensor<2x4x8x16xf32>, tensor<2x4x6x16xf32>, tensor<2x4x6x3xf32>) -> tensor<2x4x8x3xf32>
  // CHECK: train.attention_grad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} mask %{{.*}} scale = 2.500000e-01 causal operand_type = f16 : ({{.*}}, tensor<2x1x1x6xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x6x16xf32>, tensor<2x4x6x3xf32>)
  %2:3 = train.attention_grad %o, %q, %k, %v, %o, %lse mask %f scale = 0.25 causal operand_type = f16 : (tensor<2x4x8x3xf32>, tensor<2x4x8x16xf32>, tensor<2x4x6x16xf32>, tensor<2x4x6x3xf32>, tensor<2x4x8x3xf32>, tensor<2x4x8xf32>, tensor<2x1x1x6xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x6x16xf32>, tensor<2x4x6x3xf32>)
  return
}

// CHECK-LABEL: func @embedding
func.func @embedding(%table: tensor<16x8xf32>, %ids: tensor<4x2xi32>, %dy: tensor<4x2x8xbf16>) {
  // CHECK: train.embedding %{{.*}}, %{{.*}} : (tensor<16x8xf32>, tensor<4x2xi32>) -> tensor<4x2x8xbf16>
  %0 = train.embedding %table, %ids : (tensor<16x8xf32>, tensor<4x2xi32>) -> tensor<4x2x8xbf16>
  // CHECK: train.embedding_grad %{{.*}}, %{{.*}} : (tensor<4x2x8xbf16>, tensor<4x2xi32>) -> tensor<16x8xf32>
  %1 = train.embedding_grad %dy, %ids : (tensor<4x2x8xbf16>, tensor<4x2xi32>) -> tensor<16x8xf32>
  return
}
