// RUN: halftone-opt %s --train-raise-composites --split-input-file | FileCheck %s
// RUN: halftone-opt %s --train-raise-composites=assume=valid-labels --split-input-file | FileCheck %s --check-prefix=TRUSTED

// JAX: one-hot labels. A label that names no class leaves its row out of the sum, and the
// sum is over all rows.
// CHECK-LABEL: @one_hot(
// CHECK: %[[LABELS:.*]] = train.select %{{.*}}, %arg1, %{{.*}} : tensor<4xi1>, tensor<4xi32>
// CHECK: %[[SUM:.*]] = train.cross_entropy %arg0, %[[LABELS]] reduction = sum ignore = -1
// CHECK: %[[LOSS:.*]] = train.divide %[[SUM]]
// CHECK-NOT: log_softmax
// CHECK: return
func.func @one_hot(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<f32> {
  %low = train.constant dense<0xFF800000> : tensor<4xf32>
  %n = train.constant dense<4.0> : tensor<f32>
  %0 = train.broadcast_in_dim %l, dims = [0] : tensor<4xi32> -> tensor<4x1xi32>
  %1 = train.iota dim = 1 : tensor<1x8xi32>
  %2 = train.broadcast_in_dim %0, dims = [0, 1] : tensor<4x1xi32> -> tensor<4x8xi32>
  %3 = train.broadcast_in_dim %1, dims = [0, 1] : tensor<1x8xi32> -> tensor<4x8xi32>
  %4 = train.compare EQ, %2, %3 : tensor<4x8xi32>
  %hot = train.cast %4 : tensor<4x8xi1> to tensor<4x8xf32>
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %5 = train.multiply %hot, %logp : tensor<4x8xf32>
  %6 = train.reduce add %5, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %7 = train.reduce add %6, dims = [0] : tensor<4xf32> -> tensor<f32>
  %8 = train.divide %7, %n : tensor<f32>
  %9 = train.negate %8 : tensor<f32>
  return %9 : tensor<f32>
}

// -----

// JAX: take_along_axis, which wraps and fills; a mean.
// CHECK-LABEL: @taken(
// CHECK: train.cross_entropy %arg0, %{{.*}} : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
// CHECK-NEXT: return
// CHECK-LABEL: @another_count(
// CHECK: train.cross_entropy %arg0, %{{.*}} reduction = sum
// CHECK: train.divide
// CHECK-LABEL: @other_range(
// CHECK: %[[INSIDE:.*]] = train.reduce and
// CHECK: train.minimum
// CHECK: train.cross_entropy
// CHECK: train.select %[[INSIDE]]
// CHECK-LABEL: @log_softmax_is_used(
// CHECK-NOT: train.cross_entropy
func.func @taken(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<f32> {
  %n = train.constant dense<4.0> : tensor<f32>
  %0 = call @take(%x, %l) : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x1xf32>
  %1 = train.reduce add %0, dims = [0, 1] : tensor<4x1xf32> -> tensor<f32>
  %2 = train.divide %1, %n : tensor<f32>
  %3 = train.negate %2 : tensor<f32>
  return %3 : tensor<f32>
}
func.func @another_count(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<f32> {
  %n = train.constant dense<5.0> : tensor<f32>
  %0 = call @take(%x, %l) : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x1xf32>
  %1 = train.reduce add %0, dims = [0, 1] : tensor<4x1xf32> -> tensor<f32>
  %2 = train.divide %1, %n : tensor<f32>
  %3 = train.negate %2 : tensor<f32>
  return %3 : tensor<f32>
}
// NaN where the class is 7, which cross_entropy does not do: it is of clamped labels, and
// the select stays.
func.func @other_range(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<4x1xf32> {
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %c0 = train.constant dense<0> : tensor<4x1x1xi32>
  %c6 = train.constant dense<6> : tensor<4x1x1xi32>
  %nan = train.constant dense<0x7FC00000> : tensor<4x1xf32>
  %0 = train.reshape %l : tensor<4xi32> -> tensor<4x1x1xi32>
  %1 = train.compare GE, %0, %c0 : tensor<4x1x1xi32>
  %2 = train.compare LE, %0, %c6 : tensor<4x1x1xi32>
  %3 = train.and %1, %2 : tensor<4x1x1xi1>
  %4 = train.reduce and %3, dims = [2] : tensor<4x1x1xi1> -> tensor<4x1xi1>
  %5 = train.gather %logp, %0 {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 2 : i64, operand_batching_dims = array<i64: 0>,
      slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>}
      : (tensor<4x8xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
  %6 = train.select %4, %5, %nan : tensor<4x1xi1>, tensor<4x1xf32>
  %7 = train.multiply %6, %6 : tensor<4x1xf32>
  return %7 : tensor<4x1xf32>
}
func.func @log_softmax_is_used(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> (tensor<4x1xf32>, tensor<4x8xf32>) {
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %0 = train.reshape %l : tensor<4xi32> -> tensor<4x1x1xi32>
  %1 = train.gather %logp, %0 {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 2 : i64, operand_batching_dims = array<i64: 0>,
      slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>}
      : (tensor<4x8xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
  return %1, %logp : tensor<4x1xf32>, tensor<4x8xf32>
}
func.func private @take(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<4x1xf32> {
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %c0 = train.constant dense<0> : tensor<4x1xi32>
  %c8 = train.constant dense<8> : tensor<4x1xi32>
  %z = train.constant dense<0> : tensor<4x1x1xi32>
  %c7 = train.constant dense<7> : tensor<4x1x1xi32>
  %nan = train.constant dense<0x7FC00000> : tensor<4x1xf32>
  %i = train.reshape %l : tensor<4xi32> -> tensor<4x1xi32>
  %n = train.compare LT, %i, %c0 : tensor<4x1xi32>
  %w = train.add %i, %c8 : tensor<4x1xi32>
  %s = train.select %n, %w, %i : tensor<4x1xi1>, tensor<4x1xi32>
  %0 = train.reshape %s : tensor<4x1xi32> -> tensor<4x1x1xi32>
  %1 = train.compare GE, %0, %z : tensor<4x1x1xi32>
  %2 = train.compare LE, %0, %c7 : tensor<4x1x1xi32>
  %3 = train.and %1, %2 : tensor<4x1x1xi1>
  %4 = train.reduce and %3, dims = [2] : tensor<4x1x1xi1> -> tensor<4x1xi1>
  %5 = train.gather %logp, %0 {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 2 : i64, operand_batching_dims = array<i64: 0>,
      slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>}
      : (tensor<4x8xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
  %6 = train.select %4, %5, %nan : tensor<4x1xi1>, tensor<4x1xf32>
  return %6 : tensor<4x1xf32>
}

// -----

// Log-sum-exp less the logit, gathered without a fill: labels are clamped.
// CHECK-LABEL: @from_logsumexp(
// CHECK: %[[UP:.*]] = train.maximum %arg1
// CHECK: %[[LABELS:.*]] = train.minimum %[[UP]]
// CHECK: train.cross_entropy %arg0, %[[LABELS]] reduction = none : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT: return
// CHECK-LABEL: @of_other_logits(
// CHECK-NOT: train.cross_entropy
func.func @from_logsumexp(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<4xf32> {
  %lse = train.logsumexp %x, dim = 1 : tensor<4x8xf32> -> tensor<4xf32>
  %0 = train.gather %x, %l {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>,
      slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>}
      : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4xf32>
  %1 = train.subtract %lse, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @of_other_logits(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<4xf32> {
  %lse = train.logsumexp %y, dim = 1 : tensor<4x8xf32> -> tensor<4xf32>
  %0 = train.gather %x, %l {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>,
      slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>}
      : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4xf32>
  %1 = train.subtract %lse, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// PyTorch: rows of one label are ignored, also in the mean.
// CHECK-LABEL: @nll_loss(
// CHECK: %[[VALID:.*]] = train.compare NE, %arg1
// CHECK: %[[UP:.*]] = train.maximum %arg1
// CHECK: %[[CLAMPED:.*]] = train.minimum %[[UP]]
// CHECK: %[[LABELS:.*]] = train.select %[[VALID]], %[[CLAMPED]]
// CHECK: train.cross_entropy %arg0, %[[LABELS]] ignore = -1 : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<f32>
// CHECK-NEXT: return
func.func @nll_loss(%x: tensor<4x8xf32>, %l: tensor<4xi64>) -> tensor<f32> {
  %k = train.constant dense<-100> : tensor<4xi64>
  %c0 = train.constant dense<0> : tensor<4xi64>
  %zero = train.constant dense<0.0> : tensor<4xf32>
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %valid = train.compare NE, %l, %k : tensor<4xi64>
  %0 = train.select %valid, %l, %c0 : tensor<4xi1>, tensor<4xi64>
  %1 = train.iota dim = 0 : tensor<4x1x1xi64>
  %2 = train.reshape %0 : tensor<4xi64> -> tensor<4x1x1xi64>
  %3 = train.concatenate %1, %2, dim = 2 : (tensor<4x1x1xi64>, tensor<4x1x1xi64>) -> tensor<4x1x2xi64>
  %4 = train.gather %logp, %3 {collapsed_slice_dims = array<i64: 0, 1>, index_vector_dim = 2 : i64, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 0, 1>}
      : (tensor<4x8xf32>, tensor<4x1x2xi64>) -> tensor<4x1xf32>
  %5 = train.reshape %4 : tensor<4x1xf32> -> tensor<4xf32>
  %6 = train.negate %5 : tensor<4xf32>
  %7 = train.select %valid, %6, %zero : tensor<4xi1>, tensor<4xf32>
  %8 = train.cast %valid : tensor<4xi1> to tensor<4xi64>
  %9 = train.reduce add %8, dims = [0] : tensor<4xi64> -> tensor<i64>
  %10 = train.cast %9 : tensor<i64> to tensor<f32>
  %11 = train.reduce add %7, dims = [0] : tensor<4xf32> -> tensor<f32>
  %12 = train.divide %11, %10 : tensor<f32>
  return %12 : tensor<f32>
}

// -----

// Shares of 7/8 and of 1/64 for each of the eight classes: a smoothing of 1/8. Shares that are
// not 1 in all are no smoothing.
// CHECK-LABEL: @smoothed(
// CHECK-NOT: train.cross_entropy
// TRUSTED-LABEL: @smoothed(
// TRUSTED: train.cross_entropy %arg0, %arg1 reduction = none smoothing = 1.250000e-01
// TRUSTED-LABEL: @smoothed_to_more(
// TRUSTED-NOT: train.cross_entropy
func.func @smoothed(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<4xf32> {
  %keep = train.constant dense<0.875> : tensor<4x8xf32>
  %share = train.constant dense<0.015625> : tensor<4x8xf32>
  %0 = train.broadcast_in_dim %l, dims = [0] : tensor<4xi32> -> tensor<4x8xi32>
  %1 = train.iota dim = 1 : tensor<4x8xi32>
  %2 = train.compare EQ, %0, %1 : tensor<4x8xi32>
  %3 = train.cast %2 : tensor<4x8xi1> to tensor<4x8xf32>
  %4 = train.multiply %3, %keep : tensor<4x8xf32>
  %5 = train.add %4, %share : tensor<4x8xf32>
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %6 = train.multiply %5, %logp : tensor<4x8xf32>
  %7 = train.reduce add %6, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %7 : tensor<4xf32>
}
func.func @smoothed_to_more(%x: tensor<4x8xf32>, %l: tensor<4xi32>) -> tensor<4xf32> {
  %keep = train.constant dense<0.875> : tensor<4x8xf32>
  %share = train.constant dense<0.03125> : tensor<4x8xf32>
  %0 = train.broadcast_in_dim %l, dims = [0] : tensor<4xi32> -> tensor<4x8xi32>
  %1 = train.iota dim = 1 : tensor<4x8xi32>
  %2 = train.compare EQ, %0, %1 : tensor<4x8xi32>
  %3 = train.cast %2 : tensor<4x8xi1> to tensor<4x8xf32>
  %4 = train.multiply %3, %keep : tensor<4x8xf32>
  %5 = train.add %4, %share : tensor<4x8xf32>
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %6 = train.multiply %5, %logp : tensor<4x8xf32>
  %7 = train.reduce add %6, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %7 : tensor<4xf32>
}

// -----

// One log-softmax for the label and for all classes. With the other sign it is the negative;
// with shares that aren't 1 in all, nothing.
// TRUSTED-LABEL: @smoothed_rows(
// CHECK-LABEL: @smoothed_rows(
// CHECK: %[[LOSS:.*]] = train.cross_entropy %arg0, %{{.*}} reduction = none smoothing = 1.250000e-01
// CHECK-NEXT: return %[[LOSS]]
// CHECK-LABEL: @smoothed_likelihood(
// CHECK: %[[LOSS:.*]] = train.cross_entropy %arg0, %{{.*}} reduction = none smoothing = 1.250000e-01
// CHECK-NEXT: %[[NEGATIVE:.*]] = train.negate %[[LOSS]]
// CHECK-NEXT: return %[[NEGATIVE]]
// CHECK-LABEL: @shares_of_more(
// CHECK-NOT: train.cross_entropy
func.func @smoothed_rows(%x: tensor<4x8xf32>, %l: tensor<4x1xi32>) -> tensor<4xf32> {
  %keep = train.constant dense<-0.875> : tensor<4xf32>
  %share = train.constant dense<0.015625> : tensor<4xf32>
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %0 = train.gather %logp, %l {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>} : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  %1 = train.reduce add %logp, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.multiply %0, %keep : tensor<4xf32>
  %3 = train.multiply %share, %1 : tensor<4xf32>
  %4 = train.subtract %2, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func @smoothed_likelihood(%x: tensor<4x8xf32>, %l: tensor<4x1xi32>) -> tensor<4xf32> {
  %keep = train.constant dense<0.875> : tensor<4xf32>
  %share = train.constant dense<0.015625> : tensor<4xf32>
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %0 = train.gather %logp, %l {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>} : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  %1 = train.reduce add %logp, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.multiply %0, %keep : tensor<4xf32>
  %3 = train.multiply %share, %1 : tensor<4xf32>
  %4 = train.add %3, %2 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func @shares_of_more(%x: tensor<4x8xf32>, %l: tensor<4x1xi32>) -> tensor<4xf32> {
  %keep = train.constant dense<0.875> : tensor<4xf32>
  %share = train.constant dense<0.03125> : tensor<4xf32>
  %logp = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %0 = train.gather %logp, %l {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>} : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  %1 = train.reduce add %logp, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.multiply %0, %keep : tensor<4xf32>
  %3 = train.multiply %share, %1 : tensor<4xf32>
  %4 = train.add %3, %2 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
