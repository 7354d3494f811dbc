// What composites are raised from has the same types at its boundary as they do: the
// products around a norm and a log-softmax, by placements that look at labels alone.
// RUN: halftone-opt %s --autocast="compute=bf16 placement=promote" -o %t.core
// RUN: halftone-opt %s --train-raise-composites --canonicalize --cse --autocast="compute=bf16 placement=promote" -o %t.raised
// RUN: FileCheck %s --check-prefix=RAISED --input-file=%t.raised
// RUN: FileCheck %s --check-prefix=TYPES --input-file=%t.raised
// RUN: FileCheck %s --check-prefix=TYPES --input-file=%t.core
// RAISED: train.layer_norm {{.*}} : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// RAISED: train.log_softmax {{.*}} : tensor<4x8xf32>
// TYPES: train.dot_general {{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
// TYPES-NOT: bf16
// TYPES: train.cast {{.*}} : tensor<4x8xbf16> to tensor<4x8xf32>
// TYPES-NOT: bf16
// TYPES: train.cast {{.*}} : tensor<4x8xf32> to tensor<4x8xbf16>
// TYPES-NEXT: train.dot_general {{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
// TYPES-NOT: bf16
// TYPES: train.cast {{.*}} : tensor<4x8xbf16> to tensor<4x8xf32>
// TYPES-NOT: bf16
// TYPES: train.cast {{.*}} : tensor<4x8xf32> to tensor<4x8xbf16>
// TYPES-NEXT: train.dot_general {{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
func.func @f(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %g: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
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
  %yn = train.multiply %c, %rb : tensor<4x8xf32>
  %gb = train.broadcast_in_dim %g, dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %yg = train.multiply %yn, %gb : tensor<4x8xf32>
  %bb = train.broadcast_in_dim %b, dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %y = train.add %yg, %bb : tensor<4x8xf32>
  %f = train.dot_general %y, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %l = train.reduce max %f, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %lb = train.broadcast_in_dim %l, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %d = train.subtract %f, %lb : tensor<4x8xf32>
  %e = train.exponential %d : tensor<4x8xf32>
  %t = train.reduce add %e, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %tb = train.broadcast_in_dim %t, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %lt = train.log %tb : tensor<4x8xf32>
  %p = train.subtract %d, %lt : tensor<4x8xf32>
  %o = train.dot_general %p, %w, contract = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}
