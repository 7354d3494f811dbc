// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16" | FileCheck %s --check-prefixes=CHECK,BF16
// RUN: halftone-opt %s --split-input-file --autocast="compute=f16" | FileCheck %s --check-prefixes=CHECK,F16

// (F24) One narrowing cast for each value and type: two users of a weight share it.
// CHECK-LABEL: func @shared_weight
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x8xf32>, %[[Y:[a-z0-9]+]]: tensor<4x8xf32>, %[[W:[a-z0-9]+]]: tensor<8x8xf32>
// CHECK: %[[LOW:.*]] = train.cast %[[W]] : tensor<8x8xf32> to tensor<8x8x[[T:bf16|f16]]>
// CHECK-NOT: train.cast %[[W]]
// CHECK: train.linear %{{.*}}, %[[LOW]] : (tensor<4x8x[[T]]>, tensor<8x8x[[T]]>) -> tensor<4x8xf32>
// CHECK: train.linear %{{.*}}, %[[LOW]] :
func.func @shared_weight(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.linear %y, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// (F24) The cast of what comes from outside a loop stands outside. What the loop
// carries keeps its type.
// CHECK-LABEL: func @hoisted
// CHECK: %[[LOW:.*]] = train.cast %{{.*}} : tensor<8x8xf32> to tensor<8x8x
// CHECK: train.for {{.*}} : tensor<4x8xf32>
// CHECK-NOT: tensor<8x8xf32>
// CHECK: train.linear %{{.*}}, %[[LOW]]
// CHECK: train.yield %{{.*}} : tensor<4x8xf32>
func.func @hoisted(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.for %i times 3 carry (%c = %x) : tensor<4x8xf32> {
    %1 = train.linear %c, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// What is low and read in f32 is widened once for its users (F22), before the first of
// them.
// CHECK-LABEL: func @widening_at_users
// CHECK: %[[P:.*]] = train.linear {{.*}} -> tensor<4x8x[[T:b?f16]]>
// CHECK: %[[A:.*]] = train.cast %[[P]] : tensor<4x8x[[T]]> to tensor<4x8xf32>
// CHECK-NEXT: train.exponential %[[A]] : tensor<4x8xf32>
// CHECK-NEXT: train.softmax %[[A]], dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT: train.sine %[[A]] : tensor<4x8xf32>
// CHECK-NEXT: train.linear %[[P]], %{{.*}}
func.func @widening_at_users(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %y = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("low")
  %1 = train.exponential %y : tensor<4x8xf32>
  %2 = train.softmax %y, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %3 = train.sine %y : tensor<4x8xf32>
  %4 = train.linear %y, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %1, %2, %3, %4 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// (F20) The user's casts stay where they are, down and up.
// CHECK-LABEL: func @user_casts
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32>
// CHECK: %[[D:.*]] = train.cast %[[X]] : tensor<4xf32> to tensor<4xbf16>
// CHECK-NEXT: %[[U:.*]] = train.cast %[[D]] : tensor<4xbf16> to tensor<4xf32>
// CHECK-NEXT: train.exponential %[[U]]
func.func @user_casts(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = train.cast %x : tensor<4xf32> to tensor<4xbf16>
  %1 = train.cast %0 : tensor<4xbf16> to tensor<4xf32>
  %2 = train.exponential %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// A scalar constant is weak: it takes the other operand's type.
// CHECK-LABEL: func @weak_constant
// CHECK: %[[C:.*]] = train.constant dense<2.500000e-01> : tensor<4x8x{{b?}}f16>
// CHECK: train.multiply %{{.*}}, %[[C]] : tensor<4x8x{{b?}}f16>
func.func @weak_constant(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %c = train.constant dense<0.25> : tensor<f32>
  %b = train.broadcast_in_dim %c, dims = [] : tensor<f32> -> tensor<4x8xf32>
  %1 = train.multiply %0, %b : tensor<4x8xf32>
  %2 = train.linear %1, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// (F1) A mask of -1e9 is -inf in f16, so the select is f32 there; bf16 holds it.
// CHECK-LABEL: func @mask_constant
// F16: %[[M:.*]] = train.constant dense<-1.000000e+09> : tensor<f32>
// F16: train.select %{{.*}} : tensor<4x8xi1>, tensor<4x8xf32>
// BF16: train.select %{{.*}} : tensor<4x8xi1>, tensor<4x8xbf16>
func.func @mask_constant(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %p: tensor<4x8xi1>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %c = train.constant dense<-1.0e9> : tensor<f32>
  %b = train.broadcast_in_dim %c, dims = [] : tensor<f32> -> tensor<4x8xf32>
  %1 = train.select %p, %0, %b : tensor<4x8xi1>, tensor<4x8xf32>
  %2 = train.linear %1, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// (F2) The lowest f32 is -inf in bf16 too. (F3) The lowest f16 is finite in f16, but a
// sum with it is not.
// CHECK-LABEL: func @lowest
// CHECK: train.add %{{.*}} : tensor<4x8xf32>
// BF16: train.add %{{.*}} : tensor<4x8xbf16>
// F16: train.add %{{.*}} : tensor<4x8xf32>
func.func @lowest(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %c = train.constant dense<-3.40282347E+38> : tensor<4x8xf32>
  %1 = train.add %0, %c : tensor<4x8xf32>
  %2 = train.linear %1, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %d = train.constant dense<-65504.0> : tensor<4x8xf32>
  %3 = train.add %2, %d : tensor<4x8xf32>
  %4 = train.linear %3, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// (F8) An epsilon of 1e-12 is 0 in f16: x / (y + eps) stays f32. bf16 holds it, and
// the division is f32 by its rule.
// CHECK-LABEL: func @epsilon
// F16: train.add %{{.*}} : tensor<4x8xf32>
// CHECK: train.divide %{{.*}} : tensor<4x8xf32>
func.func @epsilon(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %c = train.constant dense<1.0e-12> : tensor<4x8xf32>
  %1 = train.add %0, %c : tensor<4x8xf32>
  %2 = train.divide %0, %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// f64 is not touched, and a value of it is never narrowed.
// CHECK-LABEL: func @f64
// CHECK-NOT: train.cast
// CHECK: train.linear %{{.*}} : (tensor<4x8xf64>, tensor<8x8xf64>) -> tensor<4x8xf64>
func.func @f64(%x: tensor<4x8xf64>, %w: tensor<8x8xf64>) -> tensor<4x8xf64> {
  %0 = train.linear %x, %w : (tensor<4x8xf64>, tensor<8x8xf64>) -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}

// -----

// (F31) Statistics of a normalisation are f32, whatever is around. (F7) So is the
// variance. Between products its data may be low, for it is f32 inside.
// CHECK-LABEL: func @statistics
// CHECK: train.layer_norm %{{.*}} : (tensor<4x8x[[T:b?f16]]>, tensor<8xf32>) -> (tensor<4x8x[[T]]>, tensor<4xf32>, tensor<4xf32>)
// CHECK: train.batch_norm_training %{{.*}} : (tensor<4x8x[[T]]>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x{{.*}}>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
func.func @statistics(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %s: tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1:3 = train.layer_norm %0 scale %s axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>)
  %2 = train.linear %1#0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %3:5 = train.batch_norm_training %2, %s, %s, %s, %s feature_dim = 1 epsilon = 1.0e-5 momentum = 0.1 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %1#1, %3#1 : tensor<4xf32>, tensor<8xf32>
}

// -----

// (F16, F61) A cross-entropy widens its logits itself, and its loss is f32.
// CHECK-LABEL: func @cross_entropy
// CHECK: %[[P:.*]] = train.linear
// CHECK-NEXT: train.cross_entropy %[[P]], %{{.*}} : (tensor<4x8x{{b?}}f16>, tensor<4xi32>) -> tensor<f32>
func.func @cross_entropy(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %labels: tensor<4xi32>) -> tensor<f32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.cross_entropy %0, %labels : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// (F63) A float mask stays f32 into attention's softmax; (F5) so does log-sum-exp.
// CHECK-LABEL: func @attention_mask
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<8x6xf32>
// CHECK-NOT: train.cast %[[M]]
// CHECK: train.attention %{{.*}} mask %[[M]] {{.*}}, tensor<8x6xf32>) -> (tensor<2x4x8x3xf32>, tensor<2x4x8xf32>)
func.func @attention_mask(%m: tensor<8x6xf32>, %q: tensor<2x4x8x16xf32>, %k: tensor<2x4x6x16xf32>, %v: tensor<2x4x6x3xf32>) -> (tensor<2x4x8x3xf32>, tensor<2x4x8xf32>) {
  %0:2 = train.attention %q, %k, %v mask %m scale = 0.25 : (tensor<2x4x8x16xf32>, tensor<2x4x6x16xf32>, tensor<2x4x6x3xf32>, tensor<8x6xf32>) -> (tensor<2x4x8x3xf32>, tensor<2x4x8xf32>)
  return %0#0, %0#1 : tensor<2x4x8x3xf32>, tensor<2x4x8xf32>
}

// -----

// (F10, F12) Sums and row sums are f32. (F14) So are exponentials and powers.
// CHECK-LABEL: func @sums
// CHECK: train.reduce add %{{.*}} : tensor<4x8xf32> -> tensor<4xf32>
// CHECK: train.softmax %{{.*}} : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK: train.power %{{.*}} : tensor<4x8xf32>
func.func @sums(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.softmax %0, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %3 = train.power %0, %0 : tensor<4x8xf32>
  return %1, %2, %3 : tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// (F7) A variance that is spelled out: the square is f32, because it meets the f32 sum
// and reciprocal root only.
// CHECK-LABEL: func @variance
// CHECK: train.linear
// CHECK: train.multiply %{{.*}} : tensor<4x8xf32>
// CHECK: train.reduce add %{{.*}} : tensor<4x8xf32> -> tensor<4xf32>
// CHECK: train.rsqrt %{{.*}} : tensor<4xf32>
func.func @variance(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.multiply %0, %0 : tensor<4x8xf32>
  %2 = train.reduce add %1, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %3 = train.rsqrt %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// (F17) Positions are integers; their angles are f32.
// CHECK-LABEL: func @positions
// CHECK: train.cast %{{.*}} : tensor<8xi32> to tensor<8xf32>
// CHECK-NOT: f16
// CHECK: train.sine %{{.*}} : tensor<8xf32>
func.func @positions(%f: tensor<8xf32>) -> tensor<8xf32> {
  %i = train.iota dim = 0 : tensor<8xi32>
  %p = train.cast %i : tensor<8xi32> to tensor<8xf32>
  %a = train.multiply %p, %f : tensor<8xf32>
  %s = train.sine %a : tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// (F35) A product in low precision accumulates in f32: no other accumulator is set.
// CHECK-LABEL: func @accumulator
// CHECK: train.dot_general %{{.*}}, contract = [1] x [0] : (tensor<4x8x{{b?}}f16>, tensor<8x8x{{b?}}f16>)
func.func @accumulator(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// (F23) What is low already is not widened and narrowed again.
// CHECK-LABEL: func @already_low
// CHECK-NOT: train.cast
// CHECK: train.add %{{.*}} : tensor<4x8xbf16>
// CHECK-NEXT: train.gelu %{{.*}} : tensor<4x8xbf16> -> tensor<4x8xbf16>
// CHECK-NEXT: return
func.func @already_low(%x: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %0 = train.add %x, %x : tensor<4x8xbf16>
  %1 = train.gelu %0 approximate = tanh : tensor<4x8xbf16> -> tensor<4x8xbf16>
  return %1 : tensor<4x8xbf16>
}

// -----

// (F54) A sum over devices is f32.
// CHECK-LABEL: func @all_reduce
// CHECK: train.all_reduce add %{{.*}} over "data" : tensor<4x8xf32>
func.func @all_reduce(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.all_reduce add %0 over "data" : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Each pair of a sort has one type, and integers stay.
// CHECK-LABEL: func @sort
// CHECK: train.sort %{{.*}}, dim = 1 : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
func.func @sort(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>) {
  %0 = train.exponential %x : tensor<4x8xf32>
  %1:2 = train.sort %0, %i, dim = 1 : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  %2 = train.log %1#0 : tensor<4x8xf32>
  return %2, %1#1 : tensor<4x8xf32>, tensor<4x8xi32>
}
