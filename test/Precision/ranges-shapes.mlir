// Transfer of ranges by ops that move elements, reductions, products and composites.
// RUN: halftone-opt %s --print-ranges -o /dev/null | FileCheck %s

// CHECK-LABEL: func.func @moves{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: func.func argument 2: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.constant #0: [2, 2] integer{{$}}
// CHECK-NEXT: train.transpose #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.slice #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.pad #0: [0, 2] nan{{$}}
// CHECK-NEXT: train.pad #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.concatenate #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.dynamic_slice #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.dynamic_update_slice #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.embedding #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.scatter #0: [0, 5.00000477] nan{{$}}
// CHECK-NEXT: train.embedding_grad #0: [0, 4] nan{{$}}
// CHECK-NEXT: train.optimization_barrier #0: [0, 1] nan{{$}}
func.func @moves(%x: tensor<4x8xf32>, %i: tensor<4xi32>, %s: tensor<i32>) {
  %p = train.logistic %x : tensor<4x8xf32>
  %two = train.constant dense<2.0> : tensor<f32>
  %0 = train.transpose %p, perm = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %1 = train.slice %p, start = [0, 0], limit = [2, 8], strides = [1, 1] : tensor<4x8xf32> -> tensor<2x8xf32>
  %2 = train.pad %p, %two, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x9xf32>
  // Cutting brings nothing in.
  %3 = train.pad %p, %two, low = [0, -1], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  %4 = train.concatenate %p, %x, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %5 = train.dynamic_slice %p[%s, %s] sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  %6 = train.dynamic_update_slice %x, %5[%s, %s] : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %7 = train.embedding %p, %i : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  // Four rows may fall on one.
  %8 = train.scatter add %p, %i, %p {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<4x8xf32>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = train.embedding_grad %p, %i : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<16x8xf32>
  %10 = train.optimization_barrier %p : tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @reductions{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.reduce #0: [0, 8] nan{{$}}
// CHECK-NEXT: train.reduce #0: [-32, 32] nan{{$}}
// CHECK-NEXT: train.reduce #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.reduce #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.cumulative #0: [-8, 8] nan{{$}}
// CHECK-NEXT: train.reduce_window #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.reduce_window #0: [-inf, 1] nan{{$}}
// CHECK-NEXT: train.arg_reduce #0: [0, 7] integer{{$}}
// CHECK-NEXT: train.sort #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.sort #1: [-1, 1] nan{{$}}
// CHECK-NEXT: train.all_reduce #0: [0, inf] nan{{$}}
// CHECK-NEXT: train.all_reduce #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.slice #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.reduce #0: [0, 0] integer{{$}}
// CHECK-NEXT: train.reduce #0: [-inf, -inf] integer{{$}}
func.func @reductions(%x: tensor<4x8xf32>) {
  %p = train.logistic %x : tensor<4x8xf32>
  %t = train.tanh %x : tensor<4x8xf32>
  %0 = train.reduce add %p, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = train.reduce add %t, dims = [0, 1] : tensor<4x8xf32> -> tensor<f32>
  %2 = train.reduce max %t, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %3 = train.reduce mul %p, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %4 = train.cumulative add %t, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  // Padding holds the neutral element.
  %5 = train.reduce_window max %p, window = [1, 2] strides = [1, 2] : tensor<4x8xf32> -> tensor<4x4xf32>
  %6 = train.reduce_window max %p, window = [1, 2] strides = [1, 2] low = [0, 2] high = [0, 0] : tensor<4x8xf32> -> tensor<4x5xf32>
  %7 = train.arg_reduce max %x, dim = 1 : tensor<4x8xf32> -> tensor<4xi32>
  %8, %9 = train.sort %p, %t, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  // Over an unknown number of devices.
  %10 = train.all_reduce add %p over "data" : tensor<4x8xf32>
  %11 = train.all_reduce max %p over "data" : tensor<4x8xf32>
  // Of nothing.
  %none = train.slice %p, start = [0, 0], limit = [0, 8], strides = [1, 1] : tensor<4x8xf32> -> tensor<0x8xf32>
  %12 = train.reduce add %none, dims = [0] : tensor<0x8xf32> -> tensor<8xf32>
  %13 = train.reduce max %none, dims = [0] : tensor<0x8xf32> -> tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @products{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 2: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.dot_general #0: [-8, 8] nan{{$}}
// CHECK-NEXT: train.dot_general #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.linear #0: [-9, 9] nan{{$}}
// CHECK-NEXT: train.reshape #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.reshape #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.conv #0: [-4, 4] nan{{$}}
func.func @products(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) {
  %p = train.logistic %x : tensor<4x8xf32>
  %t = train.tanh %w : tensor<8x8xf32>
  %0 = train.dot_general %p, %t, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.dot_general %p, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %c = train.tanh %b : tensor<8xf32>
  %2 = train.linear %p, %t, %c : (tensor<4x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %i = train.reshape %p : tensor<4x8xf32> -> tensor<1x4x8x1xf32>
  %k = train.reshape %t : tensor<8x8xf32> -> tensor<2x2x1x16xf32>
  %3 = train.conv %i, %k dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] : (tensor<1x4x8x1xf32>, tensor<2x2x1x16xf32>) -> tensor<1x3x7x16xf32>
  return
}

// A softmax, op by op: no element exceeds the largest of its row, nor the sum of it.
// CHECK-LABEL: func.func @softmax{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.constant #0: [-inf, -inf] integer{{$}}
// CHECK-NEXT: train.reduce #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.maximum #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.reshape #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.broadcast_in_dim #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.subtract #0: [-inf, 0] nan{{$}}
// CHECK-NEXT: train.exponential #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.reduce #0: [0, 8] nan{{$}}
// CHECK-NEXT: train.broadcast_in_dim #0: [0, 8] nan{{$}}
// CHECK-NEXT: train.divide #0: [0, 1] nan{{$}}
func.func @softmax(%x: tensor<4x8xf32>) {
  %low = train.constant dense<0xFF800000> : tensor<4xf32>
  %m = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %m1 = train.maximum %low, %m : tensor<4xf32>
  %m2 = train.reshape %m1 : tensor<4xf32> -> tensor<4x1xf32>
  %m3 = train.broadcast_in_dim %m2, dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %d = train.subtract %x, %m3 : tensor<4x8xf32>
  %e = train.exponential %d : tensor<4x8xf32>
  %s = train.reduce add %e, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %s1 = train.broadcast_in_dim %s, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %y = train.divide %e, %s1 : tensor<4x8xf32>
  return
}

// Along the other axis, or of another value, they may.
// CHECK-LABEL: func.func @no_softmax{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.reduce #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.broadcast_in_dim #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.broadcast_in_dim #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.subtract #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.subtract #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.subtract #0: [-inf, 0] nan{{$}}
func.func @no_softmax(%x: tensor<4x4xf32>, %z: tensor<4x4xf32>) {
  %m = train.reduce max %x, dims = [1] : tensor<4x4xf32> -> tensor<4xf32>
  %across = train.broadcast_in_dim %m, dims = [1] : tensor<4xf32> -> tensor<4x4xf32>
  %along = train.broadcast_in_dim %m, dims = [0] : tensor<4xf32> -> tensor<4x4xf32>
  %0 = train.subtract %x, %across : tensor<4x4xf32>
  %1 = train.subtract %z, %along : tensor<4x4xf32>
  %2 = train.subtract %x, %along : tensor<4x4xf32>
  return
}

// CHECK-LABEL: func.func @composites{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 2: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: func.func argument 3: [0, 4.2949673e+09] integer{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.softmax #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.log_softmax #0: [-4.7725935, 0] nan{{$}}
// CHECK-NEXT: train.logsumexp #0: [-1.00001085, 3.7725997] nan{{$}}
// CHECK-NEXT: train.cross_entropy #0: [0, 4.77260494] nan{{$}}
// CHECK-NEXT: train.cross_entropy #1: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.seed #0: [1, 1] integer{{$}}
// CHECK-NEXT: train.cross_entropy_grad #0: [-1.015625, 1.015625] nan{{$}}
// CHECK-NEXT: train.layer_norm #0: [-4.00001192, 4.00001192] nan{{$}}
// CHECK-NEXT: train.layer_norm #0: [-5.00001192, 5.00001192] nan{{$}}
// CHECK-NEXT: train.layer_norm #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.layer_norm #0: [-4.00001192, 4.00001192] nan{{$}}
// CHECK-NEXT: train.layer_norm #1: [-1.00000298, 1.00000298] nan{{$}}
// CHECK-NEXT: train.layer_norm #2: [0, 100.000099] nan{{$}}
// CHECK-NEXT: train.rms_norm #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.gelu #0: [-0.171000168, 1.00000107] nan{{$}}
// CHECK-NEXT: train.silu #0: [-0.279000282, inf] nan{{$}}
// CHECK-NEXT: train.relu #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.gelu_grad #0: [-1.13000011, 1.13000011] nan{{$}}
// CHECK-NEXT: train.relu_grad #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.dropout #0: [-2.00000215, 2.00000215] nan{{$}}
// CHECK-NEXT: train.softmax_grad #0: [-2.03125596, 2.03125596] nan{{$}}
// CHECK-NEXT: train.rms_norm_grad #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.rms_norm_grad #1: [-inf, inf] nan{{$}}
func.func @composites(%x: tensor<4x16xf32>, %s: tensor<16xf32>, %l: tensor<4xi32>, %k: tensor<2xui32>) {
  %t = train.tanh %x : tensor<4x16xf32>
  %g = train.tanh %s : tensor<16xf32>
  %0 = train.softmax %x, dim = 1 : tensor<4x16xf32> -> tensor<4x16xf32>
  %1 = train.log_softmax %t, dim = 1 : tensor<4x16xf32> -> tensor<4x16xf32>
  %2 = train.logsumexp %t, dim = 1 : tensor<4x16xf32> -> tensor<4xf32>
  %3, %4 = train.cross_entropy %t, %l reduction = mean : (tensor<4x16xf32>, tensor<4xi32>) -> (tensor<f32>, tensor<4xf32>)
  %one = train.seed : () -> tensor<f32>
  %5 = train.cross_entropy_grad %one, %t, %l, %4 reduction = mean : (tensor<f32>, tensor<4x16xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x16xf32>
  // A normalised value is at most the root of their number; a scale of unknown size undoes it.
  %6 = train.layer_norm %x axis = 1 epsilon = 1.0e-5 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %7 = train.layer_norm %x scale %g bias %g axis = 1 epsilon = 1.0e-5 : (tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %8 = train.layer_norm %x scale %s axis = 1 epsilon = 1.0e-5 : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %9:3 = train.layer_norm %t axis = 1 epsilon = 1.0e-4 : (tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4xf32>, tensor<4xf32>)
  // Without an epsilon squares may vanish.
  %10 = train.rms_norm %x axis = 1 epsilon = 0.0 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %11 = train.gelu %t : tensor<4x16xf32> -> tensor<4x16xf32>
  %12 = train.silu %x : tensor<4x16xf32> -> tensor<4x16xf32>
  %13 = train.relu %t : tensor<4x16xf32> -> tensor<4x16xf32>
  %14 = train.gelu_grad %t, %x : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %15 = train.relu_grad %t, %x : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %16 = train.dropout %t, %k rate = 0.5 : tensor<4x16xf32> -> tensor<4x16xf32>
  %17 = train.softmax_grad %t, %0, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  // No rule: nothing is known.
  %18:2 = train.rms_norm_grad %t, %t, %2 scale %g axis = 1 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<16xf32>)
  return
}

// CHECK-LABEL: func.func @attention{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.attention #0: [-1.00000536, 1.00000536] nan{{$}}
// CHECK-NEXT: train.attention #0: [-inf, inf] nan{{$}}
func.func @attention(%q: tensor<1x2x4x8xf32>, %v: tensor<1x2x4x8xf32>) {
  %t = train.tanh %v : tensor<1x2x4x8xf32>
  // A mean of values.
  %0 = train.attention %q, %q, %t scale = 0.25 causal : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  %1 = train.attention %q, %q, %v scale = 0.25 : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return
}

// CHECK-LABEL: func.func @step{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.global_norm #0: [0, inf] nan{{$}}
// CHECK-NEXT: train.clip_by_global_norm #0: [-1.00000107, 1.00000107] nan{{$}}
// CHECK-NEXT: train.ema #0: [-1.00000215, 1.00000215] nan{{$}}
// CHECK-NEXT: train.first_non_finite #0: [-1, 1] integer{{$}}
func.func @step(%a: tensor<4xf32>, %g: tensor<4xf32>) {
  %t = train.tanh %a : tensor<4xf32>
  %n = train.global_norm %g : tensor<4xf32>
  %0 = train.clip_by_global_norm %t norm %n max_norm = 1.0 : tensor<4xf32>
  %1 = train.ema %t, %0 decay = 0.9 : tensor<4xf32>, tensor<4xf32>
  %2 = train.first_non_finite %a, %g : tensor<4xf32>, tensor<4xf32>
  return
}
