// RUN: halftone-opt %s --train-raise-composites --split-input-file | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: halftone-opt %s --train-raise-composites=assume=finite-masks --split-input-file | FileCheck %s --check-prefixes=CHECK,FINITE

// JAX: heads inside, the second product with v first. BERT's mask is finite for sure.
// CHECK-LABEL: @added_mask(
// CHECK: %[[MASK:.*]] = train.multiply
// CHECK-DAG: %[[Q:.*]] = train.transpose %arg0, perm = [0, 2, 1, 3]
// CHECK-DAG: %[[K:.*]] = train.transpose %arg1, perm = [0, 2, 1, 3]
// CHECK-DAG: %[[V:.*]] = train.transpose %arg2, perm = [0, 2, 1, 3]
// CHECK: %[[Y:.*]] = train.attention %[[Q]], %[[K]], %[[V]] mask %{{.*}} scale = 2.500000e-01 :
// CHECK-NEXT: train.transpose %[[Y]], perm = [0, 2, 1, 3]
// CHECK-NEXT: return
func.func @added_mask(%q: tensor<2x5x3x16xf32>, %k: tensor<2x7x3x16xf32>, %v: tensor<2x7x3x8xf32>, %m: tensor<2x7xi32>) -> tensor<2x5x3x8xf32> {
  %four = train.constant dense<4.0> : tensor<2x3x5x7xf32>
  %one = train.constant dense<1.0> : tensor<2x7xf32>
  %big = train.constant dense<-10000.0> : tensor<2x1x1x7xf32>
  %0 = train.cast %m : tensor<2x7xi32> to tensor<2x7xf32>
  %1 = train.subtract %one, %0 : tensor<2x7xf32>
  %2 = train.broadcast_in_dim %1, dims = [0, 3] : tensor<2x7xf32> -> tensor<2x1x1x7xf32>
  %mask = train.multiply %2, %big : tensor<2x1x1x7xf32>
  %s = train.dot_general %q, %k, batch = [0, 2] x [0, 2], contract = [3] x [3] : (tensor<2x5x3x16xf32>, tensor<2x7x3x16xf32>) -> tensor<2x3x5x7xf32>
  %3 = train.divide %s, %four : tensor<2x3x5x7xf32>
  %4 = train.broadcast_in_dim %mask, dims = [0, 1, 2, 3] : tensor<2x1x1x7xf32> -> tensor<2x3x5x7xf32>
  %5 = train.add %3, %4 : tensor<2x3x5x7xf32>
  %p = train.softmax %5, dim = 3 : tensor<2x3x5x7xf32> -> tensor<2x3x5x7xf32>
  %6 = train.dot_general %v, %p, batch = [0, 2] x [0, 1], contract = [1] x [3] : (tensor<2x7x3x8xf32>, tensor<2x3x5x7xf32>) -> tensor<2x3x8x5xf32>
  %7 = train.transpose %6, perm = [0, 3, 1, 2] : tensor<2x3x8x5xf32> -> tensor<2x5x3x8xf32>
  return %7 : tensor<2x5x3x8xf32>
}

// -----

// PyTorch: batch and heads are one dimension of the products; no mask.
// CHECK-LABEL: @merged_heads(
// CHECK: train.attention %{{.*}}, %{{.*}}, %{{.*}} scale = 2.500000e-01 : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
func.func @merged_heads(%q: tensor<6x5x16xf32>, %k: tensor<6x16x5xf32>, %v: tensor<6x5x8xf32>) -> tensor<6x5x8xf32> {
  %c = train.constant dense<0.25> : tensor<2x3x5x5xf32>
  %s = train.dot_general %q, %k, batch = [0] x [0], contract = [2] x [1] : (tensor<6x5x16xf32>, tensor<6x16x5xf32>) -> tensor<6x5x5xf32>
  %0 = train.reshape %s : tensor<6x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.multiply %0, %c : tensor<2x3x5x5xf32>
  %p = train.softmax %1, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %2 = train.reshape %p : tensor<2x3x5x5xf32> -> tensor<6x5x5xf32>
  %3 = train.dot_general %2, %v, batch = [0] x [0], contract = [2] x [1] : (tensor<6x5x5xf32>, tensor<6x5x8xf32>) -> tensor<6x5x8xf32>
  return %3 : tensor<6x5x8xf32>
}

// -----

// Keys after the query are blocked by −∞, or by a constant next to overflow: in every row the
// first key is seen. A smaller constant may be above the scores. A mask that isn't made of
// positions may block a whole row, which is NaN then, as is the first row that sees only what
// is before it.
// CHECK-LABEL: @causal(
// CHECK: %[[Y:.*]] = train.attention %arg0, %arg1, %arg2 scale = 1.000000e+00 causal
// CHECK-NEXT: return %[[Y]]
// CHECK-LABEL: @causal_lowest(
// CHECK: %[[Y:.*]] = train.attention %arg0, %arg1, %arg2 scale = 1.000000e+00 causal
// CHECK-NEXT: return %[[Y]]
// CHECK-LABEL: @causal_finite(
// DEFAULT-NOT: train.attention
// DEFAULT: train.softmax
// FINITE: train.attention %arg0, %arg1, %arg2 scale = 1.000000e+00 causal
// CHECK-LABEL: @may_block_all(
// DEFAULT-DAG: %[[NAN:.*]] = train.constant dense<0x7FC00000>
// CHECK-DAG: %[[Y:.*]] = train.attention %arg0, %arg1, %arg2 mask %arg3 scale
// DEFAULT-DAG: %[[SEEN:.*]] = train.reduce or %arg3, dims = [3]
// DEFAULT: %[[ROWS:.*]] = train.broadcast_in_dim %[[SEEN]]
// DEFAULT: train.select %[[ROWS]], %[[Y]], %[[NAN]]
// FINITE-NEXT: return %[[Y]]
// CHECK-LABEL: @before(
// CHECK: %[[Y:.*]] = train.attention %arg0, %arg1, %arg2 mask %{{.*}} scale
// DEFAULT: train.select %{{.*}}, %[[Y]]
// FINITE-NEXT: return %[[Y]]
// One key more than causal: a mask.
// CHECK-LABEL: @one_more(
// CHECK: %[[Y:.*]] = train.attention %arg0, %arg1, %arg2 mask %{{.*}} scale = 1.000000e+00 :
// CHECK-NEXT: return %[[Y]]
func.func @causal(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32> {
  %low = train.constant dense<0xFF800000> : tensor<2x3x5x5xf32>
  %i = train.iota dim = 0 : tensor<5x5xi32>
  %j = train.iota dim = 1 : tensor<5x5xi32>
  %m = train.compare GE, %i, %j : tensor<5x5xi32>
  %mb = train.broadcast_in_dim %m, dims = [2, 3] : tensor<5x5xi1> -> tensor<2x3x5x5xi1>
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.select %mb, %s, %low : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1 : tensor<2x3x5x8xf32>
}
func.func @causal_lowest(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32> {
  %low = train.constant dense<-3.40282347E+38> : tensor<2x3x5x5xf32>
  %i = train.iota dim = 0 : tensor<5x5xi32>
  %j = train.iota dim = 1 : tensor<5x5xi32>
  %m = train.compare GE, %i, %j : tensor<5x5xi32>
  %mb = train.broadcast_in_dim %m, dims = [2, 3] : tensor<5x5xi1> -> tensor<2x3x5x5xi1>
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.select %mb, %s, %low : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1 : tensor<2x3x5x8xf32>
}
func.func @causal_finite(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32> {
  %low = train.constant dense<-1.0e9> : tensor<2x3x5x5xf32>
  %i = train.iota dim = 0 : tensor<5x1xi32>
  %j = train.iota dim = 1 : tensor<1x5xi32>
  %ib = train.broadcast_in_dim %i, dims = [0, 1] : tensor<5x1xi32> -> tensor<5x5xi32>
  %jb = train.broadcast_in_dim %j, dims = [0, 1] : tensor<1x5xi32> -> tensor<5x5xi32>
  %m = train.compare LE, %jb, %ib : tensor<5x5xi32>
  %mb = train.broadcast_in_dim %m, dims = [2, 3] : tensor<5x5xi1> -> tensor<2x3x5x5xi1>
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.select %mb, %s, %low : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1 : tensor<2x3x5x8xf32>
}
func.func @may_block_all(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>, %mb: tensor<2x3x5x5xi1>) -> tensor<2x3x5x8xf32> {
  %low = train.constant dense<0xFF800000> : tensor<2x3x5x5xf32>
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.select %mb, %s, %low : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1 : tensor<2x3x5x8xf32>
}
// The first query sees no key.
func.func @before(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32> {
  %low = train.constant dense<0xFF800000> : tensor<2x3x5x5xf32>
  %i = train.iota dim = 0 : tensor<5x5xi32>
  %j = train.iota dim = 1 : tensor<5x5xi32>
  %m = train.compare GT, %i, %j : tensor<5x5xi32>
  %mb = train.broadcast_in_dim %m, dims = [2, 3] : tensor<5x5xi1> -> tensor<2x3x5x5xi1>
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.select %mb, %s, %low : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1 : tensor<2x3x5x8xf32>
}
func.func @one_more(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32> {
  %low = train.constant dense<0xFF800000> : tensor<2x3x5x5xf32>
  %i = train.iota dim = 0 : tensor<5x5xi32>
  %j = train.iota dim = 1 : tensor<5x5xi32>
  %one = train.constant dense<1> : tensor<5x5xi32>
  %next = train.add %one, %i : tensor<5x5xi32>
  %m = train.compare LE, %j, %next : tensor<5x5xi32>
  %mb = train.broadcast_in_dim %m, dims = [2, 3] : tensor<5x5xi1> -> tensor<2x3x5x5xi1>
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.select %mb, %s, %low : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1 : tensor<2x3x5x8xf32>
}

// -----

// Softmax over queries; a mask that may be −∞ for all keys, where the formula is NaN;
// probabilities that others need.
// CHECK-LABEL: @over_queries(
// CHECK-NOT: train.attention
// CHECK-LABEL: @any_mask(
// CHECK: %[[Y:.*]] = train.attention %arg0, %arg1, %arg2 mask %arg3 scale
// DEFAULT: %[[MAX:.*]] = train.reduce max %arg3, dims = [3]
// DEFAULT: train.compare GT, %[[MAX]]
// DEFAULT: train.select %{{.*}}, %[[Y]]
// FINITE-NEXT: return %[[Y]]
// CHECK-LABEL: @probabilities_are_used(
// CHECK-NOT: train.attention
func.func @over_queries(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32> {
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %p = train.softmax %s, dim = 2 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1 : tensor<2x3x5x8xf32>
}
func.func @any_mask(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>, %m: tensor<2x3x5x5xf32>) -> tensor<2x3x5x8xf32> {
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.add %s, %m : tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1 : tensor<2x3x5x8xf32>
}
func.func @probabilities_are_used(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>) {
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %p = train.softmax %s, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %1 = train.dot_general %p, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %1, %p : tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>
}

// -----

// Two heads of queries share one of keys. A causal mask wants single queries: keys are
// repeated. Without a mask, the group's queries are more queries of the one head.
// CHECK-LABEL: @grouped_causal(
// CHECK: %[[Q:.*]] = train.transpose %arg0, perm = [0, 2, 3, 1, 4]
// CHECK: train.broadcast_in_dim %{{.*}} -> tensor<2x3x2x5x16xf32>
// CHECK: train.attention %{{.*}} scale = 1.000000e+00 causal : (tensor<2x6x5x16xf32>, tensor<2x6x5x16xf32>, tensor<2x6x5x8xf32>)
// CHECK-LABEL: @grouped(
// CHECK-NOT: train.broadcast_in_dim
// CHECK: train.attention %{{.*}} scale = 1.000000e+00 : (tensor<2x3x10x16xf32>, tensor<2x3x5x16xf32>, tensor<2x3x5x8xf32>)
func.func @grouped_causal(%q: tensor<2x5x3x2x16xf32>, %k: tensor<2x5x3x16xf32>, %v: tensor<2x5x3x8xf32>) -> tensor<2x3x2x5x8xf32> {
  %low = train.constant dense<0xFF800000> : tensor<2x3x2x5x5xf32>
  %i = train.iota dim = 0 : tensor<5x5xi32>
  %j = train.iota dim = 1 : tensor<5x5xi32>
  %m = train.compare LT, %i, %j : tensor<5x5xi32>
  %mb = train.broadcast_in_dim %m, dims = [3, 4] : tensor<5x5xi1> -> tensor<2x3x2x5x5xi1>
  %0 = train.dot_general %q, %k, batch = [0, 2] x [0, 2], contract = [4] x [3] : (tensor<2x5x3x2x16xf32>, tensor<2x5x3x16xf32>) -> tensor<2x3x5x2x5xf32>
  %s = train.transpose %0, perm = [0, 1, 3, 2, 4] : tensor<2x3x5x2x5xf32> -> tensor<2x3x2x5x5xf32>
  %1 = train.select %mb, %low, %s : tensor<2x3x2x5x5xi1>, tensor<2x3x2x5x5xf32>
  %p = train.softmax %1, dim = 4 : tensor<2x3x2x5x5xf32> -> tensor<2x3x2x5x5xf32>
  %2 = train.dot_general %p, %v, batch = [0, 1] x [0, 2], contract = [4] x [1] : (tensor<2x3x2x5x5xf32>, tensor<2x5x3x8xf32>) -> tensor<2x3x2x5x8xf32>
  return %2 : tensor<2x3x2x5x8xf32>
}
func.func @grouped(%q: tensor<2x5x3x2x16xf32>, %k: tensor<2x5x3x16xf32>, %v: tensor<2x5x3x8xf32>) -> tensor<2x3x5x2x8xf32> {
  %s = train.dot_general %q, %k, batch = [0, 2] x [0, 2], contract = [4] x [3] : (tensor<2x5x3x2x16xf32>, tensor<2x5x3x16xf32>) -> tensor<2x3x5x2x5xf32>
  %p = train.softmax %s, dim = 4 : tensor<2x3x5x2x5xf32> -> tensor<2x3x5x2x5xf32>
  %2 = train.dot_general %p, %v, batch = [0, 1] x [0, 2], contract = [4] x [1] : (tensor<2x3x5x2x5xf32>, tensor<2x5x3x8xf32>) -> tensor<2x3x5x2x8xf32>
  return %2 : tensor<2x3x5x2x8xf32>
}

// -----

// PyTorch's select for rows of −∞ is the composite's 0. One that looks at something else isn't.
// CHECK-LABEL: @safe(
// CHECK: %[[Y:.*]] = train.attention %arg0, %arg1, %arg2 mask %arg3 scale
// CHECK-NEXT: return %[[Y]]
// CHECK-LABEL: @safe_by_half(
// CHECK-NOT: train.attention
func.func @safe(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>, %m: tensor<2x3x5x5xi1>) -> tensor<2x3x5x8xf32> {
  %low = train.constant dense<0xFF800000> : tensor<2x3x5x5xf32>
  %zero = train.constant dense<0.0> : tensor<2x3x5x5xf32>
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.select %m, %s, %low : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %is = train.compare EQ, %0, %low : tensor<2x3x5x5xf32>
  %all = train.reduce and %is, dims = [3] : tensor<2x3x5x5xi1> -> tensor<2x3x5xi1>
  %rows = train.broadcast_in_dim %all, dims = [0, 1, 2] : tensor<2x3x5xi1> -> tensor<2x3x5x5xi1>
  %1 = train.select %rows, %zero, %p : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %2 = train.dot_general %1, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %2 : tensor<2x3x5x8xf32>
}
func.func @safe_by_half(%q: tensor<2x3x5x16xf32>, %k: tensor<2x3x5x16xf32>, %v: tensor<2x3x5x8xf32>, %m: tensor<2x3x5x5xi1>) -> tensor<2x3x5x8xf32> {
  %low = train.constant dense<0xFF800000> : tensor<2x3x5x5xf32>
  %zero = train.constant dense<0.0> : tensor<2x3x5x5xf32>
  %s = train.dot_general %q, %k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<2x3x5x16xf32>, tensor<2x3x5x16xf32>) -> tensor<2x3x5x5xf32>
  %0 = train.select %m, %s, %low : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %p = train.softmax %0, dim = 3 : tensor<2x3x5x5xf32> -> tensor<2x3x5x5xf32>
  %is = train.compare EQ, %0, %low : tensor<2x3x5x5xf32>
  %all = train.reduce or %is, dims = [3] : tensor<2x3x5x5xi1> -> tensor<2x3x5xi1>
  %rows = train.broadcast_in_dim %all, dims = [0, 1, 2] : tensor<2x3x5xi1> -> tensor<2x3x5x5xi1>
  %1 = train.select %rows, %zero, %p : tensor<2x3x5x5xi1>, tensor<2x3x5x5xf32>
  %2 = train.dot_general %1, %v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<2x3x5x5xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x5x8xf32>
  return %2 : tensor<2x3x5x8xf32>
}
