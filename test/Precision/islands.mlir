// What lies in f32 islands and what does not, in the smallest cases. `+` marks ops that
// growth made f32, `*` those that were f32 by themselves.
// RUN: halftone-opt %s --split-input-file --print-islands=ops=true -o /dev/null | FileCheck %s
// RUN: halftone-opt %s --split-input-file --print-islands="ops=true compute=f16" -o /dev/null | FileCheck %s --check-prefix=F16

// What is grown around where a statistic meets its data, without a seed.
// CHECK-LABEL: @join: 1 islands
// CHECK-NEXT: 1: {{[0-9]+}} ops around
func.func @join(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %m = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %b = train.broadcast_in_dim %m, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %d = train.subtract %x, %b : tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}

// -----

// Post-LN: the residual sum between two norms is in neither island.
// CHECK-LABEL: @post_norm: 2 islands
// CHECK: 1: {{[0-9]+}} ops around divide x2, reduce x2, rsqrt
// CHECK-NOT: train.add %{{.*}} : tensor<4x8xf32>
// CHECK: 2: {{[0-9]+}} ops around divide x2, reduce x2, rsqrt
// CHECK-NOT: train.add %{{.*}} : tensor<4x8xf32>
func.func @post_norm(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %eps = train.constant dense<1.0e-05> : tensor<4xf32>
  %n = train.constant dense<8.0> : tensor<4xf32>
  %h = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %s = train.reduce add %h, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %m = train.divide %s, %n : tensor<4xf32>
  %mb = train.broadcast_in_dim %m, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %c = train.subtract %h, %mb : tensor<4x8xf32>
  %q = train.multiply %c, %c : tensor<4x8xf32>
  %qs = train.reduce add %q, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %v = train.divide %qs, %n : tensor<4xf32>
  %ve = train.add %v, %eps : tensor<4xf32>
  %r = train.rsqrt %ve : tensor<4xf32>
  %rb = train.broadcast_in_dim %r, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %y = train.multiply %c, %rb : tensor<4x8xf32>
  %f = train.dot_general %y, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %z = train.add %y, %f : tensor<4x8xf32>
  %s2 = train.reduce add %z, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %m2 = train.divide %s2, %n : tensor<4xf32>
  %mb2 = train.broadcast_in_dim %m2, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %c2 = train.subtract %z, %mb2 : tensor<4x8xf32>
  %q2 = train.multiply %c2, %c2 : tensor<4x8xf32>
  %qs2 = train.reduce add %q2, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %v2 = train.divide %qs2, %n : tensor<4xf32>
  %ve2 = train.add %v2, %eps : tensor<4xf32>
  %d2 = train.rsqrt %ve2 : tensor<4xf32>
  %db2 = train.broadcast_in_dim %d2, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %y2 = train.multiply %c2, %db2 : tensor<4x8xf32>
  %o = train.dot_general %y2, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}

// -----

// An activation reads its data twice without a reduction between: no island, though a
// power is sensitive.
// CHECK-LABEL: @gelu: 0 islands
func.func @gelu(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %three = train.constant dense<3.0> : tensor<4x8xf32>
  %a = train.constant dense<4.471500e-02> : tensor<4x8xf32>
  %k = train.constant dense<0.797884583> : tensor<4x8xf32>
  %one = train.constant dense<1.0> : tensor<4x8xf32>
  %half = train.constant dense<0.5> : tensor<4x8xf32>
  %h = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %p = train.power %h, %three : tensor<4x8xf32>
  %ap = train.multiply %a, %p : tensor<4x8xf32>
  %i = train.add %h, %ap : tensor<4x8xf32>
  %ki = train.multiply %k, %i : tensor<4x8xf32>
  %t = train.tanh %ki : tensor<4x8xf32>
  %u = train.add %one, %t : tensor<4x8xf32>
  %v = train.multiply %half, %u : tensor<4x8xf32>
  %g = train.multiply %h, %v : tensor<4x8xf32>
  %o = train.dot_general %g, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}

// -----

// (F7) Squares before a mean, of T5's norm: 256 squared is infinite in f16.
// CHECK-LABEL: @rms_norm: 1 islands
// CHECK: + {{.*}} = train.multiply %[[X:.*]], %[[X]] : tensor<4x8xf32>
// CHECK: * {{.*}} = train.reduce add
// CHECK: + {{.*}} = train.multiply {{.*}} : tensor<4xf32>
// CHECK: + {{.*}} = train.add {{.*}} : tensor<4xf32>
// CHECK: * {{.*}} = train.rsqrt
// CHECK: + {{.*}} = train.broadcast_in_dim
// CHECK: + {{.*}} = train.multiply %[[X]]
// CHECK: + {{.*}} = train.multiply {{.*}} : tensor<4x8xf32>
func.func @rms_norm(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %g: tensor<8xf32>) -> tensor<4x8xf32> {
  %n = train.constant dense<0.125> : tensor<4xf32>
  %eps = train.constant dense<1.0e-06> : tensor<4xf32>
  %h = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %q = train.multiply %h, %h : tensor<4x8xf32>
  %s = train.reduce add %q, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %v = train.multiply %s, %n : tensor<4xf32>
  %ve = train.add %v, %eps : tensor<4xf32>
  %r = train.rsqrt %ve : tensor<4xf32>
  %rb = train.broadcast_in_dim %r, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %y = train.multiply %h, %rb : tensor<4x8xf32>
  %gb = train.broadcast_in_dim %g, dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %yg = train.multiply %y, %gb : tensor<4x8xf32>
  %o = train.dot_general %yg, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}

// -----

// (F8) Epsilons that are added or a lower bound: in bf16 1e-5 is a number, but lost
// beside what it is added to.
// CHECK-LABEL: @epsilons: 3 islands
// CHECK: 1: 2 ops around divide
// CHECK: + {{.*}} = train.add
// CHECK: 2: 4 ops around divide
// CHECK: + {{.*}} = train.maximum
// CHECK: + {{.*}} = train.broadcast_in_dim
// CHECK: 3: 2 ops around rsqrt
// CHECK: + {{.*}} = train.add
func.func @epsilons(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %eps = train.constant dense<1.0e-05> : tensor<4x8xf32>
  %bound = train.constant dense<1.0e-03> : tensor<4xf32>
  %a = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %b = train.dot_general %a, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %ae = train.add %a, %eps : tensor<4x8xf32>
  %0 = train.divide %b, %ae : tensor<4x8xf32>
  %l = train.reduce max %a, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %m = train.maximum %l, %bound : tensor<4xf32>
  %mb = train.broadcast_in_dim %m, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %1 = train.divide %x, %mb : tensor<4x8xf32>
  %be = train.add %eps, %b : tensor<4x8xf32>
  %2 = train.rsqrt %be : tensor<4x8xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// (F12, F14, F16, F61) Cross-entropy and its gradient are one island: row sums, the
// exponential, the mean, and what is rounded once to go on.
// CHECK-LABEL: @cross_entropy: 1 islands
// CHECK: + {{.*}} = train.reduce max
// CHECK: + {{.*}} = train.subtract
// CHECK: * {{.*}} = train.exponential
// CHECK: * {{.*}} = train.reduce add
// CHECK: * {{.*}} = train.log
// CHECK: + {{.*}} = train.subtract
// CHECK: + {{.*}} = train.multiply
// CHECK: * {{.*}} = train.reduce add
// CHECK: * {{.*}} = train.divide
// CHECK: * {{.*}} = train.exponential
// CHECK: + {{.*}} = train.subtract
// CHECK: + {{.*}} = train.multiply
func.func @cross_entropy(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %labels: tensor<4xi32>) -> (tensor<f32>, tensor<4x8xf32>) {
  %n = train.constant dense<-4.0> : tensor<f32>
  %scale = train.constant dense<0.25> : tensor<4x8xf32>
  %logits = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %m = train.reduce max %logits, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %mb = train.broadcast_in_dim %m, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %d = train.subtract %logits, %mb : tensor<4x8xf32>
  %e = train.exponential %d : tensor<4x8xf32>
  %s = train.reduce add %e, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %l = train.log %s : tensor<4xf32>
  %lb = train.broadcast_in_dim %l, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %logp = train.subtract %d, %lb : tensor<4x8xf32>
  %i = train.iota dim = 1 : tensor<4x8xi32>
  %wide = train.broadcast_in_dim %labels, dims = [0] : tensor<4xi32> -> tensor<4x8xi32>
  %is = train.compare EQ, %i, %wide : tensor<4x8xi32>
  %hot = train.cast %is : tensor<4x8xi1> to tensor<4x8xf32>
  %picked = train.multiply %logp, %hot : tensor<4x8xf32>
  %sum = train.reduce add %picked, dims = [0, 1] : tensor<4x8xf32> -> tensor<f32>
  %loss = train.divide %sum, %n : tensor<f32>
  %p = train.exponential %logp : tensor<4x8xf32>
  %g = train.subtract %p, %hot : tensor<4x8xf32>
  %gs = train.multiply %g, %scale : tensor<4x8xf32>
  %gx = train.dot_general %gs, %w, contract = [1] x [1] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %loss, %gx : tensor<f32>, tensor<4x8xf32>
}

// -----

// (F15) 1 - p before a logarithm, and p itself.
// CHECK-LABEL: @bce: 1 islands
// CHECK: + {{.*}} = train.logistic
// CHECK: * {{.*}} = train.log
// CHECK: + {{.*}} = train.subtract
// CHECK: * {{.*}} = train.log
func.func @bce(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %one = train.constant dense<1.0> : tensor<4x8xf32>
  %logits = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %p = train.logistic %logits : tensor<4x8xf32>
  %a = train.log %p : tensor<4x8xf32>
  %q = train.subtract %one, %p : tensor<4x8xf32>
  %b = train.log %q : tensor<4x8xf32>
  return %a, %b : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// (F17) Angles, up to the integers, through a product; what they turn is not.
// CHECK-LABEL: @rotary: 1 islands
// CHECK: 4 ops around cosine, sine
// CHECK: + {{.*}} = train.add {{.*}} : tensor<512x1xf32>
// CHECK: + {{.*}} = train.dot_general
// CHECK: * {{.*}} = train.sine
// CHECK: * {{.*}} = train.cosine
// CHECK-NOT: train.multiply
func.func @rotary(%x: tensor<512x4xf32>, %frequencies: tensor<1x4xf32>) -> (tensor<512x4xf32>, tensor<512x4xf32>) {
  %i = train.iota dim = 0 : tensor<512x1xi32>
  %p = train.cast %i : tensor<512x1xi32> to tensor<512x1xf32>
  %one = train.constant dense<1.0> : tensor<512x1xf32>
  %next = train.add %p, %one : tensor<512x1xf32>
  %angle = train.dot_general %next, %frequencies, contract = [1] x [0] : (tensor<512x1xf32>, tensor<1x4xf32>) -> tensor<512x4xf32>
  %s = train.sine %angle : tensor<512x4xf32>
  %c = train.cosine %angle : tensor<512x4xf32>
  %xs = train.multiply %x, %s : tensor<512x4xf32>
  %xc = train.multiply %x, %c : tensor<512x4xf32>
  return %xs, %xc : tensor<512x4xf32>, tensor<512x4xf32>
}

// -----

// (F1, F2) A mask, and the scale before it, belong to the softmax that reads them.
// F16-LABEL: @masked_softmax: 1 islands
// F16: train.multiply
// F16: train.select
// F16: train.reduce max
// CHECK-LABEL: @masked_softmax: 1 islands
// CHECK: + {{.*}} = train.multiply
// CHECK: + {{.*}} = train.select
// CHECK: + {{.*}} = train.reduce max
// CHECK: + {{.*}} = train.broadcast_in_dim
// CHECK: + {{.*}} = train.subtract
// CHECK: * {{.*}} = train.exponential
func.func @masked_softmax(%q: tensor<4x8xf32>, %k: tensor<4x8xf32>, %mask: tensor<4x4xi1>) -> tensor<4x8xf32> {
  %scale = train.constant dense<0.353553385> : tensor<4x4xf32>
  %low = train.constant dense<-1.0e+09> : tensor<4x4xf32>
  %0 = train.dot_general %q, %k, contract = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  %s = train.multiply %0, %scale : tensor<4x4xf32>
  %m = train.select %mask, %s, %low : tensor<4x4xi1>, tensor<4x4xf32>
  %l = train.reduce max %m, dims = [1] : tensor<4x4xf32> -> tensor<4xf32>
  %lb = train.broadcast_in_dim %l, dims = [0] : tensor<4xf32> -> tensor<4x4xf32>
  %d = train.subtract %m, %lb : tensor<4x4xf32>
  %e = train.exponential %d : tensor<4x4xf32>
  %t = train.reduce add %e, dims = [1] : tensor<4x4xf32> -> tensor<4xf32>
  %tb = train.broadcast_in_dim %t, dims = [0] : tensor<4xf32> -> tensor<4x4xf32>
  %p = train.divide %e, %tb : tensor<4x4xf32>
  %o = train.dot_general %p, %q, contract = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}
