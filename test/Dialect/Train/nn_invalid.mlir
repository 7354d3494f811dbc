// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: halftone-opt %s --split-input-file --verify-diagnostics

// linear (C1)
func.func @f(%x: tensor<f32>, %w: tensor<8x16xf32>) {
  // expected-error @+1 {{expected 'input' of rank 1 or more, got rank 0}}
  %0 = train.linear %x, %w : (tensor<f32>, tensor<8x16xf32>) -> tensor<16xf32>
  return
}

// -----

// linear (C1)
func.func @f(%x: tensor<4x8xf32>, %w: tensor<7x16xf32>) {
  // expected-error @+1 {{expected 'weight' of shape [8, out], got [7, 16]}}
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<7x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// linear (C1)
func.func @f(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<8xf32>) {
  // expected-error @+1 {{expected 'bias' of shape [16], got [8]}}
  %0 = train.linear %x, %w, %b : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<8xf32>) -> tensor<4x16xf32>
  return
}

// -----

// linear (C2)
func.func @f(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) {
  // expected-error @+1 {{expected 'result' of shape [4, 16], got [4, 8]}}
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x8xf32>
  return
}

// -----

// linear (C3)
func.func @f(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) {
  // expected-error @+1 {{'acc' must be f32, f64, f16 or bf16, got 'f8E5M2'}}
  %0 = train.linear %x, %w acc = f8E5M2 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// linear (C3)
func.func @f(%x: tensor<4x8xf64>, %w: tensor<8x16xf32>) {
  // expected-error @+1 {{'acc' must hold every value of the operands' types, got 'f32' for 'f64'}}
  %0 = train.linear %x, %w acc = f32 : (tensor<4x8xf64>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// linear (C3)
func.func @f(%x: tensor<4x8xbf16>, %w: tensor<8x16xf32>) {
  // expected-error @+1 {{'tf32' needs f32 operands and accumulator, got operands 'bf16', 'f32' and accumulator 'f32'}}
  %0 = train.linear %x, %w tf32 : (tensor<4x8xbf16>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// softmax (C1)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'dimension' of at least 0 and below 2, got 2}}
  %0 = train.softmax %x, dim = 2 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// log_softmax (C1)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'dimension' of at least 0 and below 2, got -1}}
  %0 = train.log_softmax %x, dim = -1 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

// softmax_grad (C1)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'dimension' of at least 0 and below 2, got 2}}
  %0 = train.softmax_grad %x, %x, dim = 2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// log_softmax_grad (C1)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'dimension' of at least 0 and below 2, got 2}}
  %0 = train.log_softmax_grad %x, %x, dim = 2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// logsumexp (C1)
func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{expected 'dimension' of at least 0 and below 0, got 0}}
  %0 = train.logsumexp %x, dim = 0 : tensor<f32> -> tensor<f32>
  return
}

// -----

// logsumexp (C2)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'result' of shape [4], got [8]}}
  %0 = train.logsumexp %x, dim = 1 : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

// cross_entropy (C1)
func.func @f(%x: tensor<f32>, %l: tensor<i32>) {
  // expected-error @+1 {{expected 'logits' of rank 1 or more, got rank 0}}
  %0 = train.cross_entropy %x, %l : (tensor<f32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

// cross_entropy (C1)
func.func @f(%x: tensor<4x10xf32>, %l: tensor<10xi32>) {
  // expected-error @+1 {{expected 'labels' of shape [4], got [10]}}
  %0 = train.cross_entropy %x, %l : (tensor<4x10xf32>, tensor<10xi32>) -> tensor<f32>
  return
}

// -----

// cross_entropy (C2)
func.func @f(%x: tensor<4x10xf32>, %l: tensor<4xi32>) {
  // expected-error @+1 {{expected 'loss' of shape [], got [4]}}
  %0 = train.cross_entropy %x, %l reduction = sum : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// cross_entropy (C2)
func.func @f(%x: tensor<4x10xf32>, %l: tensor<4xi32>) {
  // expected-error @+1 {{expected 'loss' of shape [4], got []}}
  %0 = train.cross_entropy %x, %l reduction = none : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<f32>
  return
}

// -----

// cross_entropy (C3)
func.func @f(%x: tensor<4x10xf32>, %l: tensor<4xi32>) {
  // expected-error @+1 {{expected 'label_smoothing' of at least 0 and at most 1}}
  %0 = train.cross_entropy %x, %l smoothing = 1.5 : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<f32>
  return
}

// -----

// cross_entropy (C4)
func.func @f(%x: tensor<4x10xf32>, %l: tensor<4xi32>) {
  // expected-error @+1 {{expected 'lse' of shape [4], got [10]}}
  %0:2 = train.cross_entropy %x, %l : (tensor<4x10xf32>, tensor<4xi32>) -> (tensor<f32>, tensor<10xf32>)
  return
}

// -----

// cross_entropy (C4)
func.func @f(%x: tensor<4x10xf64>, %l: tensor<4xi32>) {
  // expected-error @+1 {{expected 'lse' of element type 'f64', got 'f32'}}
  %0:2 = train.cross_entropy %x, %l : (tensor<4x10xf64>, tensor<4xi32>) -> (tensor<f64>, tensor<4xf32>)
  return
}

// -----

// cross_entropy_grad (C1)
func.func @f(%g: tensor<f32>, %x: tensor<4x10xf32>, %l: tensor<3xi32>, %lse: tensor<4xf32>) {
  // expected-error @+1 {{expected 'labels' of shape [4], got [3]}}
  %0 = train.cross_entropy_grad %g, %x, %l, %lse : (tensor<f32>, tensor<4x10xf32>, tensor<3xi32>, tensor<4xf32>) -> tensor<4x10xf32>
  return
}

// -----

// cross_entropy_grad (C2)
func.func @f(%g: tensor<4xf32>, %x: tensor<4x10xf32>, %l: tensor<4xi32>, %lse: tensor<4xf32>) {
  // expected-error @+1 {{expected 'grad' of shape [], got [4]}}
  %0 = train.cross_entropy_grad %g, %x, %l, %lse : (tensor<4xf32>, tensor<4x10xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x10xf32>
  return
}

// -----

// cross_entropy_grad (C3)
func.func @f(%g: tensor<f32>, %x: tensor<4x10xf32>, %l: tensor<4xi32>, %lse: tensor<f32>) {
  // expected-error @+1 {{expected 'lse' of shape [4], got []}}
  %0 = train.cross_entropy_grad %g, %x, %l, %lse : (tensor<f32>, tensor<4x10xf32>, tensor<4xi32>, tensor<f32>) -> tensor<4x10xf32>
  return
}

// -----

// cross_entropy_grad (C4)
func.func @f(%g: tensor<f32>, %x: tensor<4x10xf32>, %l: tensor<4xi32>, %lse: tensor<4xf32>) {
  // expected-error @+1 {{expected 'result' of shape [4, 10], got [4]}}
  %0 = train.cross_entropy_grad %g, %x, %l, %lse : (tensor<f32>, tensor<4x10xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// layer_norm (C1)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'axis' of at least 0 and below 2, got 2}}
  %0 = train.layer_norm %x axis = 2 epsilon = 1.0e-5 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// layer_norm (C2)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{expected 'scale' of shape [8], got [4]}}
  %0 = train.layer_norm %x scale %s axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// layer_norm (C2)
func.func @f(%x: tensor<4x8xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{expected 'bias' of shape [8], got [4]}}
  %0 = train.layer_norm %x bias %b axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// layer_norm (C3)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 0 or 2 statistics, got 1}}
  %0:2 = train.layer_norm %x axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
  return
}

// -----

// layer_norm (C3)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'statistic #1' of shape [4], got [8]}}
  %0:3 = train.layer_norm %x axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// layer_norm (C4)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'epsilon' of at least 0, got -1}}
  %0 = train.layer_norm %x axis = 1 epsilon = -1.0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// layer_norm_grad (C1)
func.func @f(%dy: tensor<8x4xf32>, %x: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{expected 'grad' of shape [4, 8], got [8, 4]}}
  %0 = train.layer_norm_grad %dy, %x, %r, %r axis = 1 : (tensor<8x4xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// layer_norm_grad (C2)
func.func @f(%x: tensor<4x8xf32>, %r: tensor<4xf32>, %q: tensor<8xf32>) {
  // expected-error @+1 {{expected 'rstd' of shape [4], got [8]}}
  %0 = train.layer_norm_grad %x, %x, %r, %q axis = 1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// layer_norm_grad (C3)
func.func @f(%x: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{expected 1 parameter gradients, got 0}}
  %0 = train.layer_norm_grad %x, %x, %r, %r axis = 1 has_bias : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// layer_norm_grad (C3)
func.func @f(%x: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{expected 'parameter gradient #0' of shape [8], got [4]}}
  %0:2 = train.layer_norm_grad %x, %x, %r, %r axis = 1 has_bias : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
  return
}

// -----

// layer_norm_grad (C4)
func.func @f(%x: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{expected 'axis' of at least 0 and below 2, got 3}}
  %0 = train.layer_norm_grad %x, %x, %r, %r axis = 3 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// rms_norm (C1)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'axis' of at least 0 and below 2, got 2}}
  %0 = train.rms_norm %x axis = 2 epsilon = 1.0e-5 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// rms_norm (C2)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{expected 'scale' of shape [8], got [4]}}
  %0 = train.rms_norm %x scale %s axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// rms_norm (C3)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'rstd' of shape [4], got [8]}}
  %0:2 = train.rms_norm %x axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>)
  return
}

// -----

// rms_norm (C4)
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{expected 'epsilon' of at least 0, got -1}}
  %0 = train.rms_norm %x axis = 1 epsilon = -1.0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// rms_norm_grad (C1)
func.func @f(%dy: tensor<8x4xf32>, %x: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{expected 'grad' of shape [4, 8], got [8, 4]}}
  %0 = train.rms_norm_grad %dy, %x, %r axis = 1 : (tensor<8x4xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// rms_norm_grad (C2)
func.func @f(%x: tensor<4x8xf32>, %r: tensor<8xf32>) {
  // expected-error @+1 {{expected 'rstd' of shape [4], got [8]}}
  %0 = train.rms_norm_grad %x, %x, %r axis = 1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// rms_norm_grad (C3)
func.func @f(%x: tensor<4x8xf32>, %r: tensor<4xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'scale_grad' exactly when 'scale' is given}}
  %0 = train.rms_norm_grad %x, %x, %r scale %s axis = 1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// rms_norm_grad (C4)
func.func @f(%x: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{expected 'axis' of at least 0 and below 2, got -1}}
  %0 = train.rms_norm_grad %x, %x, %r axis = -1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// group_norm (C1)
func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{expected 'feature_dim' of at least 1 and below 3, got 0}}
  %0 = train.group_norm %x groups = 2 feature_dim = 0 epsilon = 1.0e-5 : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// group_norm (C2)
func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{expected 'num_groups' to divide 8 features, got 3}}
  %0 = train.group_norm %x groups = 3 feature_dim = 2 epsilon = 1.0e-5 : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// group_norm (C3)
func.func @f(%x: tensor<2x4x8xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{expected 'bias' of shape [8], got [2]}}
  %0 = train.group_norm %x bias %b groups = 2 feature_dim = 2 epsilon = 1.0e-5 : (tensor<2x4x8xf32>, tensor<2xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// group_norm (C4)
func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{expected 'statistic #0' of shape [2, 4], got [4, 2]}}
  %0:3 = train.group_norm %x groups = 4 feature_dim = 2 epsilon = 1.0e-5 : (tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<4x2xf32>, tensor<4x2xf32>)
  return
}

// -----

// group_norm (C5)
func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{expected 'epsilon' of at least 0, got -1}}
  %0 = train.group_norm %x groups = 2 feature_dim = 2 epsilon = -1.0 : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// group_norm_grad (C1)
func.func @f(%dy: tensor<2x8x4xf32>, %x: tensor<2x4x8xf32>, %r: tensor<2x2xf32>) {
  // expected-error @+1 {{expected 'grad' of shape [2, 4, 8], got [2, 8, 4]}}
  %0 = train.group_norm_grad %dy, %x, %r, %r groups = 2 feature_dim = 2 : (tensor<2x8x4xf32>, tensor<2x4x8xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// group_norm_grad (C2)
func.func @f(%x: tensor<2x4x8xf32>, %r: tensor<2xf32>) {
  // expected-error @+1 {{expected 'mean' of shape [2, 2], got [2]}}
  %0 = train.group_norm_grad %x, %x, %r, %r groups = 2 feature_dim = 2 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// group_norm_grad (C3)
func.func @f(%x: tensor<2x4x8xf32>, %r: tensor<2x2xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 1 parameter gradients, got 0}}
  %0 = train.group_norm_grad %x, %x, %r, %r scale %s groups = 2 feature_dim = 2 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<8xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// group_norm_grad (C4)
func.func @f(%x: tensor<2x4x8xf32>, %r: tensor<2x2xf32>) {
  // expected-error @+1 {{expected 'num_groups' to divide 8 features, got 0}}
  %0 = train.group_norm_grad %x, %x, %r, %r groups = 0 feature_dim = 2 : (tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// batch_norm_training (C1)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'feature_dim' of at least 0 and below 2, got 2}}
  %0:3 = train.batch_norm_training %x, %s, %s, %s, %s feature_dim = 2 epsilon = 1.0e-5 momentum = 0.1 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// batch_norm_training (C2)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>, %r: tensor<4xf32>) {
  // expected-error @+1 {{expected 'running_mean' of shape [8], got [4]}}
  %0:3 = train.batch_norm_training %x, %s, %s, %r, %s feature_dim = 1 epsilon = 1.0e-5 momentum = 0.1 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// batch_norm_training (C3)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'result' of shape [4, 8], got [8, 4]}}
  %0:3 = train.batch_norm_training %x, %s, %s, %s, %s feature_dim = 1 epsilon = 1.0e-5 momentum = 0.1 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8x4xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// batch_norm_training (C4)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'epsilon' of at least 0, got -1}}
  %0:3 = train.batch_norm_training %x, %s, %s, %s, %s feature_dim = 1 epsilon = -1.0 momentum = 0.1 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// batch_norm_training (C5)
func.func @f(%x: tensor<1x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected at least two values for each feature, got 1}}
  %0:3 = train.batch_norm_training %x, %s, %s, %s, %s feature_dim = 1 epsilon = 1.0e-5 momentum = 0.1 : (tensor<1x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// batch_norm_grad (C1)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'feature_dim' of at least 0 and below 2, got -1}}
  %0:3 = train.batch_norm_grad %x, %x, %s, %s, %s feature_dim = -1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// batch_norm_grad (C2)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'bias_grad' of shape [8], got [4]}}
  %0:3 = train.batch_norm_grad %x, %x, %s, %s, %s feature_dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<4xf32>)
  return
}

// -----

// batch_norm_grad (C3)
func.func @f(%dy: tensor<8x4xf32>, %x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'grad' of shape [4, 8], got [8, 4]}}
  %0:3 = train.batch_norm_grad %dy, %x, %s, %s, %s feature_dim = 1 : (tensor<8x4xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// batch_norm_inference (C1)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'feature_dim' of at least 0 and below 2, got 2}}
  %0 = train.batch_norm_inference %x, %s, %s, %s, %s feature_dim = 2 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// batch_norm_inference (C2)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{expected 'variance' of shape [8], got [4]}}
  %0 = train.batch_norm_inference %x, %s, %s, %s, %v feature_dim = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// batch_norm_inference (C3)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'result' of shape [4, 8], got [8, 4]}}
  %0 = train.batch_norm_inference %x, %s, %s, %s, %s feature_dim = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// batch_norm_inference (C4)
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @+1 {{expected 'epsilon' of at least 0, got -1}}
  %0 = train.batch_norm_inference %x, %s, %s, %s, %s feature_dim = 1 epsilon = -1.0 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// attention (C1)
func.func @f(%q: tensor<4x8x16xf32>, %k: tensor<2x4x6x16xf32>) {
  // expected-error @+1 {{expected 'query' of rank 4, got [4, 8, 16]}}
  %0 = train.attention %q, %k, %k scale = 0.25 : (tensor<4x8x16xf32>, tensor<2x4x6x16xf32>, tensor<2x4x6x16xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

// attention (C1)
func.func @f(%q: tensor<2x4x8x16xf32>, %k: tensor<2x4x6x8xf32>) {
  // expected-error @+1 {{expected 'key' of shape [2, 4, 6, 16], got [2, 4, 6, 8]}}
  %0 = train.attention %q, %k, %k scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>) -> tensor<2x4x8x8xf32>
  return
}

// -----

// attention (C1)
func.func @f(%q: tensor<2x4x8x16xf32>, %k: tensor<2x4x6x16xf32>, %v: tensor<2x4x8x16xf32>) {
  // expected-error @+1 {{expected 'value' of shape [2, 4, 6, 16], got [2, 4, 8, 16]}}
  %0 = train.attention %q, %k, %v scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x6x16xf32>, tensor<2x4x8x16xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

// attention (C2)
func.func @f(%q: tensor<2x4x8x16xf32>, %m: tensor<8x7xi1>) {
  // expected-error @+1 {{expected 'mask' to broadcast to [2, 4, 8, 8], got [8, 7]}}
  %0 = train.attention %q, %q, %q mask %m scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<8x7xi1>) -> tensor<2x4x8x16xf32>
  return
}

// -----

// attention (C2)
func.func @f(%q: tensor<2x4x8x16xf32>, %m: tensor<8x8xi32>) {
  // expected-error @+1 {{expected 'mask' of floats or i1, got 'i32'}}
  %0 = train.attention %q, %q, %q mask %m scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<8x8xi32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

// attention (C3)
func.func @f(%q: tensor<2x4x8x16xf32>) {
  // expected-error @+1 {{expected 'result' of shape [2, 4, 8, 16], got [2, 8, 4, 16]}}
  %0 = train.attention %q, %q, %q scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>) -> tensor<2x8x4x16xf32>
  return
}

// -----

// attention (C3)
func.func @f(%q: tensor<2x4x8x16xf32>) {
  // expected-error @+1 {{expected 'lse' of shape [2, 4, 8], got [2, 4]}}
  %0:2 = train.attention %q, %q, %q scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4xf32>)
  return
}

// -----

// attention_grad (C1)
func.func @f(%q: tensor<2x4x8x16xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{expected 'lse' of shape [2, 4, 8], got [2, 4, 6]}}
  %0:3 = train.attention_grad %q, %q, %q, %q, %q, %l scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x6xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>)
  return
}

// -----

// attention_grad (C2)
func.func @f(%q: tensor<2x4x8x16xf32>, %o: tensor<2x4x8x8xf32>, %l: tensor<2x4x8xf32>) {
  // expected-error @+1 {{expected 'output' of shape [2, 4, 8, 16], got [2, 4, 8, 8]}}
  %0:3 = train.attention_grad %q, %q, %q, %q, %o, %l scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x8xf32>, tensor<2x4x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>)
  return
}

// -----

// attention_grad (C3)
func.func @f(%q: tensor<2x4x8x16xf32>, %l: tensor<2x4x8xf32>) {
  // expected-error @+1 {{expected 'value_grad' of shape [2, 4, 8, 16], got [2, 4, 8, 8]}}
  %0:3 = train.attention_grad %q, %q, %q, %q, %q, %l scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x8xf32>)
  return
}

// -----

// dropout (C1)
func.func @f(%x: tensor<4xf32>, %k: tensor<2xui32>) {
  // expected-error @+1 {{expected 'rate' of at least 0 and below 1}}
  %0 = train.dropout %x, %k rate = 1.0 : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

// dropout (C2)
func.func @f(%x: tensor<4xf32>, %k: tensor<2xui32>) {
  // expected-error @+1 {{expected 'result' of shape [4], got [2, 2]}}
  %0 = train.dropout %x, %k rate = 0.1 : tensor<4xf32> -> tensor<2x2xf32>
  return
}

// -----

// embedding (C1)
func.func @f(%t: tensor<16xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{expected 'table' of rank 2, got [16]}}
  %0 = train.embedding %t, %i : (tensor<16xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// embedding (C1)
func.func @f(%t: tensor<0x8xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{expected a 'table' of one row or more}}
  %0 = train.embedding %t, %i : (tensor<0x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

// embedding (C2)
func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{expected 'result' of shape [4, 8], got [4, 16]}}
  %0 = train.embedding %t, %i : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x16xf32>
  return
}

// -----

// embedding_grad (C1)
func.func @f(%dy: tensor<4x7xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{expected 'grad' of shape [4, 8], got [4, 7]}}
  %0 = train.embedding_grad %dy, %i : (tensor<4x7xf32>, tensor<4xi32>) -> tensor<16x8xf32>
  return
}

// -----

// embedding_grad (C2)
func.func @f(%dy: tensor<4x8xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{expected a result of rank 2, got [8]}}
  %0 = train.embedding_grad %dy, %i : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<8xf32>
  return
}
