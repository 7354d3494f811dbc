// Failures of range that people reported: the decision, with its reason, and the number. By
// ranges alone, without islands.
// RUN: halftone-opt %s --autocast="compute=f16 policy-file=%S/Inputs/ranges-only.json annotate" | FileCheck %s
// RUN: halftone-opt %s --autocast="compute=f16 policy-file=%S/Inputs/ranges-only.json" --check-precision="runs=2"
// A second run changes nothing.
// RUN: halftone-opt %s --autocast="compute=f16 policy-file=%S/Inputs/ranges-only.json" --canonicalize --cse -o %t.once
// RUN: halftone-opt %t.once --autocast="compute=f16 policy-file=%S/Inputs/ranges-only.json" --canonicalize --cse | diff %t.once -
// Without them the numbers are wrong:
// RUN: not halftone-opt %s --autocast="compute=f16 policy-file=%S/Inputs/no-facts.json" --check-precision="runs=2" 2>&1 | FileCheck %s --check-prefix=WRONG

// (F1) A mask of -1e9 overflows in f16. Where it was chosen does not matter: what it went
// through since then is f32, too.
// CHECK-LABEL: func.func @mask
// CHECK: train.select {{.*}}"f32: the constant -1.0E+9 overflows in f16"
// CHECK: train.reshape {{.*}}"f32: |x| may reach 1e9 (constant), f16 holds 65504"
// CHECK: train.reverse {{.*}}"f32: |x| may reach 1e9 (constant), f16 holds 65504"
// CHECK: train.softmax
func.func @mask(%s: tensor<2x4xf32> {check.normal = [0.0, 4.0]},
                %m: tensor<2x4xi1> {check.values = dense<[[1, 0, 1, 1], [0, 1, 0, 1]]> : tensor<2x4xi1>})
    -> (tensor<2x4xf32> {check.ulps = 0.1, check.in = f16}) {
  %low = train.constant dense<-1.0e9> : tensor<f32>
  %wide = train.broadcast_in_dim %low, dims = [] : tensor<f32> -> tensor<2x4xf32>
  %0 = train.select %m, %s, %wide : tensor<2x4xi1>, tensor<2x4xf32>
  %1 = train.reshape %0 : tensor<2x4xf32> -> tensor<8xf32>
  %2 = train.reverse %1, dims = [0] : tensor<8xf32>
  %3 = train.reshape %2 : tensor<8xf32> -> tensor<2x4xf32>
  %4 = train.softmax %3, dim = 1 : tensor<2x4xf32> -> tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}

// (F1) The same mask added, from zeros and ones that come from outside. The largest of the
// sum must not become an infinity: it is subtracted.
// CHECK-LABEL: func.func @additive_mask
// CHECK: train.multiply {{.*}}"f32: the constant -1.0E+9 overflows in f16"
// CHECK: train.transpose {{.*}}"f32: |x| may reach 1.00098e9 (constant), f16 holds 65504"
// CHECK: train.add {{.*}}"f32: |x| may reach 1.00098e9 (constant), f16 holds 65504"
// CHECK: train.reduce max {{.*}}"f32: |x| may reach 1.00195e9 (constant), f16 holds 65504"
func.func @additive_mask(%s: tensor<2x4xf32> {check.normal = [0.0, 4.0]},
                         %m: tensor<4x2xf32> {check.values = dense<0.0> : tensor<4x2xf32>})
    -> (tensor<2x4xf32> {check.ulps = 0.1, check.in = f16, check.within = 64.0}) {
  %one = train.constant dense<1.0> : tensor<4x2xf32>
  %low = train.constant dense<-1.0e9> : tensor<4x2xf32>
  %0 = train.subtract %one, %m : tensor<4x2xf32>
  %1 = train.multiply %0, %low : tensor<4x2xf32>
  %2 = train.transpose %1, perm = [1, 0] : tensor<4x2xf32> -> tensor<2x4xf32>
  %3 = train.add %s, %2 : tensor<2x4xf32>
  %4 = train.reduce max %3, dims = [1] : tensor<2x4xf32> -> tensor<2xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<2xf32> -> tensor<2x4xf32>
  %6 = train.subtract %3, %5 : tensor<2x4xf32>
  return %6 : tensor<2x4xf32>
}

// (F3) The end of f16's own range, and a score.
// CHECK-LABEL: func.func @end_of_range
// CHECK: train.add {{.*}}"f32: |x| may reach {{65536|65568}} (constant), f16 holds 65504"
func.func @end_of_range(%x: tensor<4x8xf32> {check.values = dense<-2.0> : tensor<4x8xf32>},
                        %w: tensor<8x8xf32> {check.values = dense<1.0> : tensor<8x8xf32>}, %m: tensor<4x8xi1>)
    -> (tensor<4x8xf32> {check.ulps = 0.5}) {
  %low = train.constant dense<-6.5504e4> : tensor<4x8xf32>
  %zero = train.constant dense<0.0> : tensor<4x8xf32>
  %s = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %0 = train.select %m, %zero, %low : tensor<4x8xi1>, tensor<4x8xf32>
  %1 = train.add %s, %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// (F5) Queries and keys of 256: a product of 8388608, and 741455 when scaled. The result
// leaves the accumulator in f32; the operands stay low.
// CHECK-LABEL: func.func @scores
// CHECK: train.dot_general {{.*}}result = "f32: |x| may reach 8.38861e6 (product of bounds), f16 holds 65504"{{.*}} : (tensor<2x128xf16>, tensor<2x128xf16>) -> tensor<2x2xf32>
// CHECK: train.multiply {{.*}}"f32: |x| may reach 8.38861e6 (product of bounds), f16 holds 65504"
// WRONG: result 0 of '@scores'
func.func @scores(%x: tensor<2x128xf32> {check.values = dense<8.0> : tensor<2x128xf32>},
                  %w: tensor<128x128xf32> {check.values = dense<1.0> : tensor<128x128xf32>})
    -> (tensor<2x2xf32> {check.ulps = 0.5}) {
  %lo = train.constant dense<-256.0> : tensor<f32>
  %hi = train.constant dense<256.0> : tensor<f32>
  %p = train.linear %x, %w : (tensor<2x128xf32>, tensor<128x128xf32>) -> tensor<2x128xf32>
  %q = train.clamp %lo, %p, %hi : (tensor<f32>, tensor<2x128xf32>, tensor<f32>) -> tensor<2x128xf32>
  %s = train.dot_general %q, %q, contract = [1] x [1] : (tensor<2x128xf32>, tensor<2x128xf32>) -> tensor<2x2xf32>
  %scale = train.constant dense<8.837890625e-02> : tensor<2x2xf32>
  %0 = train.multiply %s, %scale : tensor<2x2xf32>
  %v = train.constant dense<7.81250e-3> : tensor<2x2xf32>
  %1 = train.dot_general %0, %v, contract = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// (F6) A feed-forward product of 66248, whose parts are known: weights of one, activations
// below 8281. A clamp to what f16 holds makes the next one safe.
// CHECK-LABEL: func.func @feed_forward
// CHECK: train.linear {{.*}}result = "f32: |x| may reach 66248 (product of bounds), f16 holds 65504"{{.*}} : (tensor<2x8xf16>, tensor<8x8xf16>) -> tensor<2x8xf32>
// CHECK: train.clamp {{.*}}"f32: |x| may reach 66248 (product of bounds), f16 holds 65504"
// CHECK: train.linear {{.*}} : (tensor<2x8xf16>, tensor<8x8xf16>)
// WRONG-NOT: result 0 of '@feed_forward'
// WRONG: result 1 of '@feed_forward'
func.func @feed_forward(%x: tensor<2x8xf32> {check.values = dense<8288.0> : tensor<2x8xf32>}, %w: tensor<8x8xf32>)
    -> (tensor<2x8xf32> {check.ulps = 4.0, check.in = f16, check.within = 100.0}, tensor<2x8xf32> {check.ulps = 0.5}) {
  %zero = train.constant dense<0.0> : tensor<f32>
  %six = train.constant dense<8281.0> : tensor<f32>
  %lo = train.constant dense<-6.5504e4> : tensor<f32>
  %hi = train.constant dense<6.5504e4> : tensor<f32>
  %one = train.constant dense<1.0> : tensor<8x8xf32>
  %0 = train.clamp %zero, %x, %six : (tensor<f32>, tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %1 = train.linear %0, %one : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %2 = train.clamp %lo, %1, %hi : (tensor<f32>, tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %3 = train.linear %2, %w : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %4 = train.linear %1, %one : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  return %3, %4 : tensor<2x8xf32>, tensor<2x8xf32>
}

// (F7) A square of what may be 300.
// CHECK-LABEL: func.func @square
// CHECK: train.multiply {{.*}}"f32: |x| may reach 90000 (product of bounds), f16 holds 65504"
// WRONG: result 0 of '@square'
func.func @square(%x: tensor<2x8xf32> {check.values = dense<40.0> : tensor<2x8xf32>}, %w: tensor<8x8xf32> {check.values = dense<1.0> : tensor<8x8xf32>})
    -> (tensor<2x8xf32> {check.ulps = 0.5}) {
  %lo = train.constant dense<-300.0> : tensor<f32>
  %hi = train.constant dense<300.0> : tensor<f32>
  %0 = train.linear %x, %w : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %1 = train.clamp %lo, %0, %hi : (tensor<f32>, tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %2 = train.multiply %1, %1 : tensor<2x8xf32>
  %small = train.constant dense<6.10351562e-05> : tensor<8x8xf32>
  %3 = train.linear %2, %small : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  return %3 : tensor<2x8xf32>
}

// (F8) An epsilon that f16 makes 0 of, wherever it comes from.
// CHECK-LABEL: func.func @epsilon
// CHECK: train.stop_gradient {{.*}}"f32: the constant {{.*}}E-13 is 0 in f16"
// CHECK: train.reverse {{.*}}"f32: |x| is at most 1e-12 (constant), which is 0 in f16"
// CHECK: train.maximum {{.*}}"f32: |x| is at most 1e-12 (constant), which is 0 in f16"
func.func @epsilon(%x: tensor<4xf32> {check.values = dense<0.0> : tensor<4xf32>}) -> (tensor<4xf32> {check.ulps = 0.5}) {
  %eps = train.constant dense<1.0e-12> : tensor<4xf32>
  %e = train.stop_gradient %eps : tensor<4xf32>
  %r = train.reverse %e, dims = [0] : tensor<4xf32>
  %0 = train.maximum %x, %r : tensor<4xf32>
  %1 = train.divide %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// (F17) 2050 positions are too many for f16, also in a product, and however it is reshaped
// before the sine. An angle of 2049 has an error of two roundings in f32, 2.5e-4.
// CHECK-LABEL: func.func @positions
// CHECK: train.dot_general {{.*}}"f32: x counts up to 2049 (position), f16 is exact up to 2048"
// CHECK: train.reshape {{.*}}"f32: x counts up to 2049 (position), f16 is exact up to 2048"
// CHECK: train.dot_general {{.*}}"f32: x counts up to 2049 (position), f16 is exact up to 2048"
// WRONG: result 0 of '@positions'
func.func @positions(%f: tensor<2xf32> {check.uniform = [0.5, 1.0]}) -> (tensor<2050x2xf32> {check.ulps = 0.5, check.in = f16, check.within = 2.5e-4}) {
  %same = train.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %i = train.iota dim = 0 : tensor<2050xi32>
  %t = train.cast %i : tensor<2050xi32> to tensor<2050xf32>
  %a = train.dot_general %t, %f : (tensor<2050xf32>, tensor<2xf32>) -> tensor<2050x2xf32>
  %b = train.reshape %a : tensor<2050x2xf32> -> tensor<2050x1x2xf32>
  %c = train.reshape %b : tensor<2050x1x2xf32> -> tensor<2050x2xf32>
  %d = train.dot_general %c, %same, contract = [1] x [0] : (tensor<2050x2xf32>, tensor<2x2xf32>) -> tensor<2050x2xf32>
  %s = train.sine %d : tensor<2050x2xf32>
  return %s : tensor<2050x2xf32>
}

// As many as f16 tells apart may be low; so may bytes, and places that data was added to.
// CHECK-LABEL: func.func @few_positions
// CHECK: train.dot_general {{.*}} : (tensor<2049xf16>, tensor<8xf16>)
// CHECK: train.dot_general {{.*}} : (tensor<16xf16>, tensor<8xf16>)
// CHECK: train.dot_general {{.*}}"f32: |x| may reach 2.14748e9 (argument), f16 holds 65504"
// CHECK: train.add {{.*}}"f32: x counts up to 8191 (position)
// CHECK: train.dot_general {{.*}} : (tensor<8192xf16>, tensor<8xf16>)
func.func @few_positions(%f: tensor<8xf32>, %u: tensor<16xui8>, %i: tensor<16xi32>, %x: tensor<8192xf32>)
    -> (tensor<2049x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8192x8xf32>) {
  %t = train.iota dim = 0 : tensor<2049xf32>
  %a = train.dot_general %t, %f : (tensor<2049xf32>, tensor<8xf32>) -> tensor<2049x8xf32>
  %v = train.cast %u : tensor<16xui8> to tensor<16xf32>
  %b = train.dot_general %v, %f : (tensor<16xf32>, tensor<8xf32>) -> tensor<16x8xf32>
  %w = train.cast %i : tensor<16xi32> to tensor<16xf32>
  %c = train.dot_general %w, %f : (tensor<16xf32>, tensor<8xf32>) -> tensor<16x8xf32>
  %many = train.iota dim = 0 : tensor<8192xf32>
  %sum = train.add %many, %x : tensor<8192xf32>
  %d = train.dot_general %sum, %f : (tensor<8192xf32>, tensor<8xf32>) -> tensor<8192x8xf32>
  return %a, %b, %c, %d : tensor<2049x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8192x8xf32>
}

// (F63) A float mask for attention stays f32 into the scores; a row that is masked
// altogether is a mean of values, which are at most 1, not NaN.
// CHECK-LABEL: func.func @attention_mask
// CHECK: %[[M:.*]] = train.multiply {{.*}}"f32: the constant -1.0E+9 overflows in f16"
// CHECK: %[[T:.*]] = train.reshape %[[M]] {{.*}}"f32: |x| may reach 1e9 (constant), f16 holds 65504"
// CHECK: train.attention {{.*}} mask %[[T]] {{.*}} (tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x4xf32>)
func.func @attention_mask(%q: tensor<1x1x4x8xf32>, %m: tensor<4x4xf32> {check.values = dense<1.0> : tensor<4x4xf32>})
    -> (tensor<1x1x4x8xf32> {check.ulps = 0.0, check.within = 2.0}) {
  %low = train.constant dense<-1.0e9> : tensor<4x4xf32>
  %0 = train.multiply %m, %low : tensor<4x4xf32>
  %1 = train.reshape %0 : tensor<4x4xf32> -> tensor<1x1x4x4xf32>
  %2 = train.attention %q, %q, %q mask %1 scale = 0.25 : (tensor<1x1x4x8xf32>, tensor<1x1x4x8xf32>, tensor<1x1x4x8xf32>, tensor<1x1x4x4xf32>) -> tensor<1x1x4x8xf32>
  return %2 : tensor<1x1x4x8xf32>
}
