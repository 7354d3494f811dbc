// RUN: halftone-opt %s --train-raise-composites --split-input-file | FileCheck %s
// RUN: halftone-opt %s --train-raise-composites --train-raise-composites --split-input-file | FileCheck %s

// CHECK-LABEL: @softmax(
// CHECK-NEXT: train.softmax %arg0, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT: return
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = train.constant dense<0xFF800000> : tensor<4xf32>
  %0 = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = train.maximum %low, %0 : tensor<4xf32>
  %2 = train.broadcast_in_dim %1, dims = [0] : tensor<4xf32> -> tensor<4x1xf32>
  %3 = train.broadcast_in_dim %2, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %4 = train.subtract %x, %3 : tensor<4x8xf32>
  %5 = train.exponential %4 : tensor<4x8xf32>
  %6 = train.reduce add %5, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %7 = train.reshape %6 : tensor<4xf32> -> tensor<4x1xf32>
  %8 = train.broadcast_in_dim %7, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %9 = train.divide %5, %8 : tensor<4x8xf32>
  return %9 : tensor<4x8xf32>
}

// -----

// The maximum of the other dimension is no softmax.
// CHECK-LABEL: @maximum_of_columns(
// CHECK-NOT: train.softmax
func.func @maximum_of_columns(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = train.reduce max %x, dims = [0] : tensor<8x8xf32> -> tensor<8xf32>
  %1 = train.broadcast_in_dim %0, dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
  %2 = train.subtract %x, %1 : tensor<8x8xf32>
  %3 = train.exponential %2 : tensor<8x8xf32>
  %4 = train.reduce add %3, dims = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<8xf32> -> tensor<8x8xf32>
  %6 = train.divide %3, %5 : tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}

// -----

// A sum that is repeated along the wrong dimension is none either.
// CHECK-LABEL: @sum_of_others(
// CHECK-NOT: train.softmax
func.func @sum_of_others(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = train.reduce max %x, dims = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %1 = train.broadcast_in_dim %0, dims = [0] : tensor<8xf32> -> tensor<8x8xf32>
  %2 = train.subtract %x, %1 : tensor<8x8xf32>
  %3 = train.exponential %2 : tensor<8x8xf32>
  %4 = train.reduce add %3, dims = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %5 = train.broadcast_in_dim %4, dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
  %6 = train.divide %3, %5 : tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}

// -----

// Somebody else needs the exponentials.
// CHECK-LABEL: @exponentials_are_used(
// CHECK-NOT: train.softmax
func.func @exponentials_are_used(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = train.broadcast_in_dim %0, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %2 = train.subtract %x, %1 : tensor<4x8xf32>
  %3 = train.exponential %2 : tensor<4x8xf32>
  %4 = train.reduce add %3, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %6 = train.divide %3, %5 : tensor<4x8xf32>
  return %3, %6 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @log_softmax(
// CHECK-NEXT: train.log_softmax %arg0, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT: return
func.func @log_softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = train.stop_gradient %0 : tensor<4xf32>
  %2 = train.broadcast_in_dim %1, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %3 = train.subtract %x, %2 : tensor<4x8xf32>
  %4 = train.exponential %3 : tensor<4x8xf32>
  %5 = train.reduce add %4, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %6 = train.reshape %5 : tensor<4xf32> -> tensor<4x1xf32>
  %7 = train.log %6 : tensor<4x1xf32>
  %8 = train.broadcast_in_dim %7, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %9 = train.subtract %3, %8 : tensor<4x8xf32>
  return %9 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @logsumexp(
// CHECK-NEXT: train.logsumexp %arg0, dim = 1 : tensor<4x8xf32> -> tensor<4xf32>
// CHECK-NEXT: return
func.func @logsumexp(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %zero = train.constant dense<0.0> : tensor<4x1xf32>
  %0 = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = train.reshape %0 : tensor<4xf32> -> tensor<4x1xf32>
  %2 = train.is_finite %1 : tensor<4x1xf32>
  %3 = train.select %2, %1, %zero : tensor<4x1xi1>, tensor<4x1xf32>
  %4 = train.broadcast_in_dim %3, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %5 = train.subtract %x, %4 : tensor<4x8xf32>
  %6 = train.exponential %5 : tensor<4x8xf32>
  %7 = train.reduce add %6, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %8 = train.log %7 : tensor<4xf32>
  %9 = train.reshape %3 : tensor<4x1xf32> -> tensor<4xf32>
  %10 = train.add %8, %9 : tensor<4xf32>
  return %10 : tensor<4xf32>
}

// -----

// An infinite maximum would be taken out: a row of -inf gives NaN here, -inf there.
// CHECK-LABEL: @infinite_maximum(
// CHECK-NOT: train.logsumexp
func.func @infinite_maximum(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %0 = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = train.broadcast_in_dim %0, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %2 = train.subtract %x, %1 : tensor<4x8xf32>
  %3 = train.exponential %2 : tensor<4x8xf32>
  %4 = train.reduce add %3, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %5 = train.log %4 : tensor<4xf32>
  %6 = train.add %5, %0 : tensor<4xf32>
  return %6 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @cross_entropy(
// CHECK: %[[LABELS:.*]] = train.reshape %arg1
// CHECK: %[[LOSS:.*]] = train.cross_entropy %arg0, %[[LABELS]] reduction = none : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4xf32>
// CHECK: train.negate %[[LOSS]]
func.func @cross_entropy(%x: tensor<4x8xf32>, %i: tensor<4x1x1xi32>) -> tensor<4x1xf32> {
  %zero = train.constant dense<0> : tensor<4x1x1xi32>
  %seven = train.constant dense<7> : tensor<4x1x1xi32>
  %nan = train.constant dense<0x7FC00000> : tensor<4x1xf32>
  %0 = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = train.compare GE, %i, %zero : tensor<4x1x1xi32>
  %2 = train.compare LE, %i, %seven : tensor<4x1x1xi32>
  %3 = train.and %1, %2 : tensor<4x1x1xi1>
  %4 = train.reduce and %3, dims = [2] : tensor<4x1x1xi1> -> tensor<4x1xi1>
  %5 = train.gather %0, %i {collapsed_slice_dims = array<i64: 1>, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 0>, start_index_map = array<i64: 1>, index_vector_dim = 2 : i64, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
  %6 = train.select %4, %5, %nan : tensor<4x1xi1>, tensor<4x1xf32>
  return %6 : tensor<4x1xf32>
}

// -----

// A range that leaves out the last class is another function: that of clamped labels, with
// the select behind it.
// CHECK-LABEL: @another_range(
// CHECK: train.cross_entropy
// CHECK: train.select
func.func @another_range(%x: tensor<4x8xf32>, %i: tensor<4x1x1xi32>) -> tensor<4x1xf32> {
  %zero = train.constant dense<0> : tensor<4x1x1xi32>
  %six = train.constant dense<6> : tensor<4x1x1xi32>
  %nan = train.constant dense<0x7FC00000> : tensor<4x1xf32>
  %0 = train.log_softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = train.compare GE, %i, %zero : tensor<4x1x1xi32>
  %2 = train.compare LE, %i, %six : tensor<4x1x1xi32>
  %3 = train.and %1, %2 : tensor<4x1x1xi1>
  %4 = train.reduce and %3, dims = [2] : tensor<4x1x1xi1> -> tensor<4x1xi1>
  %5 = train.gather %0, %i {collapsed_slice_dims = array<i64: 1>, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 0>, start_index_map = array<i64: 1>, index_vector_dim = 2 : i64, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
  %6 = train.select %4, %5, %nan : tensor<4x1xi1>, tensor<4x1xf32>
  return %6 : tensor<4x1xf32>
}

// -----

// As JAX writes it: the mean is taken out twice, and rstd is scaled first.
// CHECK-LABEL: @layer_norm(
// CHECK-NEXT: train.layer_norm %arg0 scale %arg1 bias %arg2 axis = 1 epsilon = 0.00100000{{[0-9]+}}
// CHECK-NEXT: return
func.func @layer_norm(%x: tensor<4x8xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %eight = train.constant dense<8.0> : tensor<4x1xf32>
  %eps = train.constant dense<0.001> : tensor<4x1xf64>
  %0 = train.reduce add %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = train.broadcast_in_dim %0, dims = [0] : tensor<4xf32> -> tensor<4x1xf32>
  %2 = train.divide %1, %eight : tensor<4x1xf32>
  %3 = train.broadcast_in_dim %2, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %4 = train.subtract %x, %3 : tensor<4x8xf32>
  %5 = train.multiply %4, %4 : tensor<4x8xf32>
  %6 = train.reduce add %5, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %7 = train.broadcast_in_dim %6, dims = [0] : tensor<4xf32> -> tensor<4x1xf32>
  %8 = train.divide %7, %eight : tensor<4x1xf32>
  %9 = train.broadcast_in_dim %2, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %10 = train.subtract %x, %9 : tensor<4x8xf32>
  %e = train.constant dense<0.001> : tensor<4x1xf32>
  %11 = train.add %8, %e : tensor<4x1xf32>
  %12 = train.rsqrt %11 : tensor<4x1xf32>
  %13 = train.broadcast_in_dim %s, dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %14 = train.broadcast_in_dim %12, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %15 = train.multiply %14, %13 : tensor<4x8xf32>
  %16 = train.multiply %10, %15 : tensor<4x8xf32>
  %17 = train.broadcast_in_dim %b, dims = [1] : tensor<8xf32> -> tensor<1x8xf32>
  %18 = train.broadcast_in_dim %17, dims = [0, 1] : tensor<1x8xf32> -> tensor<4x8xf32>
  %19 = train.add %16, %18 : tensor<4x8xf32>
  return %19 : tensor<4x8xf32>
}

// -----

// A count that isn't the number of elements is no mean.
// CHECK-LABEL: @another_count(
// CHECK-NOT: train.rms_norm
func.func @another_count(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %seven = train.constant dense<7.0> : tensor<4xf32>
  %e = train.constant dense<0.001> : tensor<4xf32>
  %0 = train.multiply %x, %x : tensor<4x8xf32>
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.divide %1, %seven : tensor<4xf32>
  %3 = train.add %2, %e : tensor<4xf32>
  %4 = train.rsqrt %3 : tensor<4xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %6 = train.multiply %x, %5 : tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}

// -----

// Over the last two dimensions, divided by the root, without a scale.
// CHECK-LABEL: @rms_norm(
// CHECK-NEXT: train.rms_norm %arg0 axis = 1 epsilon = 2.500000e-01 : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
// CHECK-NEXT: return
func.func @rms_norm(%x: tensor<4x2x8xf32>) -> tensor<4x2x8xf32> {
  %two = train.constant dense<2.0> : tensor<4x2x8xf32>
  %share = train.constant dense<6.250000e-02> : tensor<4xf32>
  %e = train.constant dense<0.25> : tensor<4xf32>
  %0 = train.power %x, %two : tensor<4x2x8xf32>
  %1 = train.reduce add %0, dims = [1, 2] : tensor<4x2x8xf32> -> tensor<4xf32>
  %2 = train.multiply %1, %share : tensor<4xf32>
  %3 = train.add %2, %e : tensor<4xf32>
  %4 = train.sqrt %3 : tensor<4xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<4xf32> -> tensor<4x2x8xf32>
  %6 = train.divide %x, %5 : tensor<4x2x8xf32>
  return %6 : tensor<4x2x8xf32>
}

// -----

// CHECK-LABEL: @gelu_tanh(
// CHECK-NEXT: train.gelu %arg0 approximate = tanh : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT: return
func.func @gelu_tanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = train.constant dense<0.5> : tensor<4xf32>
  %one = train.constant dense<1.0> : tensor<4xf32>
  %three = train.constant dense<3.0> : tensor<4xf32>
  %k = train.constant dense<4.471500e-02> : tensor<4xf32>
  %c2 = train.constant dense<0.636619746> : tensor<4xf32>
  %c = train.sqrt %c2 : tensor<4xf32>
  %0 = train.multiply %x, %half : tensor<4xf32>
  %1 = train.power %x, %three : tensor<4xf32>
  %2 = train.multiply %k, %1 : tensor<4xf32>
  %3 = train.add %x, %2 : tensor<4xf32>
  %4 = train.multiply %c, %3 : tensor<4xf32>
  %5 = train.tanh %4 : tensor<4xf32>
  %6 = train.add %5, %one : tensor<4xf32>
  %7 = train.multiply %6, %0 : tensor<4xf32>
  return %7 : tensor<4xf32>
}

// -----

// Another constant is another function.
// CHECK-LABEL: @almost_gelu(
// CHECK-NOT: train.gelu
func.func @almost_gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = train.constant dense<0.5> : tensor<4xf32>
  %one = train.constant dense<1.0> : tensor<4xf32>
  %k = train.constant dense<4.470000e-02> : tensor<4xf32>
  %c = train.constant dense<0.797884583> : tensor<4xf32>
  %0 = train.multiply %x, %half : tensor<4xf32>
  %1 = train.multiply %x, %x : tensor<4xf32>
  %2 = train.multiply %1, %x : tensor<4xf32>
  %3 = train.multiply %k, %2 : tensor<4xf32>
  %4 = train.add %x, %3 : tensor<4xf32>
  %5 = train.multiply %c, %4 : tensor<4xf32>
  %6 = train.tanh %5 : tensor<4xf32>
  %7 = train.add %6, %one : tensor<4xf32>
  %8 = train.multiply %7, %0 : tensor<4xf32>
  return %8 : tensor<4xf32>
}

// -----

// x is a product itself.
// CHECK-LABEL: @gelu_erf(
// CHECK-NEXT: %[[X:.*]] = train.multiply %arg0, %arg1
// CHECK-NEXT: train.gelu %[[X]] : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT: return
func.func @gelu_erf(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %half = train.constant dense<0.5> : tensor<4xf32>
  %one = train.constant dense<1.0> : tensor<4xf32>
  %root = train.constant dense<1.41421354> : tensor<4xf32>
  %x = train.multiply %a, %b : tensor<4xf32>
  %0 = train.divide %x, %root : tensor<4xf32>
  %1 = train.erf %0 : tensor<4xf32>
  %2 = train.add %one, %1 : tensor<4xf32>
  %3 = train.multiply %2, %half : tensor<4xf32>
  %4 = train.multiply %x, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @silu(
// CHECK-NEXT: train.silu %arg0 : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT: return
func.func @silu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = train.constant dense<1.0> : tensor<4xf32>
  %0 = train.negate %x : tensor<4xf32>
  %1 = train.exponential %0 : tensor<4xf32>
  %2 = train.add %one, %1 : tensor<4xf32>
  %3 = train.divide %one, %2 : tensor<4xf32>
  %4 = train.multiply %x, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @silu_forms(
// CHECK-NEXT: train.silu %arg0
// CHECK-NEXT: train.silu %arg1
// CHECK-NEXT: return
func.func @silu_forms(%x: tensor<4xf64>, %y: tensor<4xf32>) -> (tensor<4xf64>, tensor<4xf32>) {
  %one = train.constant dense<1.0> : tensor<4xf32>
  %0 = train.logistic %x : tensor<4xf64>
  %1 = train.multiply %0, %x : tensor<4xf64>
  %2 = train.negate %y : tensor<4xf32>
  %3 = train.exponential %2 : tensor<4xf32>
  %4 = train.add %3, %one : tensor<4xf32>
  %5 = train.divide %y, %4 : tensor<4xf32>
  return %1, %5 : tensor<4xf64>, tensor<4xf32>
}

// -----

// In 16 bits the logistic rounds before the product.
// CHECK-LABEL: @two_roundings(
// CHECK-NOT: train.silu
func.func @two_roundings(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = train.logistic %x : tensor<4xbf16>
  %1 = train.multiply %0, %x : tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// -----

// The gate is another value's.
// CHECK-LABEL: @gated(
// CHECK-NOT: train.silu
func.func @gated(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.logistic %y : tensor<4xf32>
  %1 = train.multiply %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
