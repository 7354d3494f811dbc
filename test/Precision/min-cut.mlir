// The minimum cut: where the casts stand, and that they cost what its bound says.
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16" | FileCheck %s
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 narrow=bytes" | FileCheck %s --check-prefix=BYTES
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16" --strip-debuginfo --canonicalize --cse -o %t.once
// RUN: halftone-opt %t.once --split-input-file --autocast="compute=bf16" --strip-debuginfo --canonicalize --cse | diff %t.once -
// RUN: not halftone-opt %s --autocast="prices=miles" 2>&1 | FileCheck %s --check-prefix=PRICES
// RUN: echo '{ "narrow": "bytes", "rules": [] }' > %t.json
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 policy-file=%t.json" | FileCheck %s --check-prefix=BYTES
// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16 policy-file=%t.json narrow=values" | FileCheck %s
// PRICES: error: unknown prices 'miles', expected traffic or kernels

// Bytes never buy accuracy: what lies on a way from f32 to f32 stays f32. With
// `narrow=bytes` a way that is long enough is low.
// CHECK-LABEL: func @between
// CHECK-NOT: train.cast
// CHECK: return
// BYTES-LABEL: func @between
// BYTES: train.cast
// BYTES-NEXT: train.negate %{{.*}} : tensor<64x64xbf16>
// BYTES: train.cast
// BYTES-NEXT: return
func.func @between(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = train.negate %x : tensor<64x64xf32>
  %1 = train.negate %0 : tensor<64x64xf32>
  %2 = train.negate %1 : tensor<64x64xf32>
  %3 = train.negate %2 : tensor<64x64xf32>
  %4 = train.negate %3 : tensor<64x64xf32>
  %5 = train.negate %4 : tensor<64x64xf32>
  %6 = train.negate %5 : tensor<64x64xf32>
  %7 = train.negate %6 : tensor<64x64xf32>
  return %7 : tensor<64x64xf32>
}

// -----

// The cast stands on the small side of a broadcast, and of a slice.
// CHECK-LABEL: func @small_side
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<8xf32>, %[[B:[a-z0-9]+]]: tensor<64x8xf32>
// CHECK-DAG: train.cast %[[A]] : tensor<8xf32> to tensor<8xbf16>
// CHECK-DAG: %[[S:.*]] = train.slice %[[B]]{{.*}} : tensor<64x8xf32> -> tensor<8x8xf32>
// CHECK-DAG: train.cast %[[S]] : tensor<8x8xf32> to tensor<8x8xbf16>
// CHECK-NOT: train.cast
// CHECK: return
func.func @small_side(%a: tensor<8xf32>, %b: tensor<64x8xf32>) -> tensor<64x8xf32> {
  %0 = train.broadcast_in_dim %a, dims = [1] : tensor<8xf32> -> tensor<64x8xf32>
  %1 = train.slice %b, start = [0, 0], limit = [8, 8], strides = [1, 1] : tensor<64x8xf32> -> tensor<8x8xf32>
  %2 = train.dot_general %0, %1, contract = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
  return %2 : tensor<64x8xf32>
}

// -----

// What a loop fills for a later one is stored low where that is read low; what it sums is
// f32. The weights of all rounds are narrowed once, outside.
// CHECK-LABEL: func @scan
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x8x8xf32>
// CHECK: %[[L:.*]] = train.cast %[[W]] : tensor<4x8x8xf32> to tensor<4x8x8xbf16>
// CHECK: train.for {{.*}} : tensor<8x8xf32>, tensor<4x8x8xbf16>
// CHECK: train.dynamic_slice %[[L]]
// CHECK: train.dynamic_update_slice {{.*}}bf16
// CHECK: train.yield %{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<4x8x8xbf16>
// CHECK: train.for {{.*}} : tensor<8x8xf32>
// CHECK-NOT: train.cast
// CHECK: train.dot_general {{.*}} -> tensor<8x8xf32>
// CHECK-NEXT: train.add {{.*}} : tensor<8x8xf32>
func.func @scan(%w: tensor<4x8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = train.constant dense<0.0> : tensor<4x8x8xf32>
  %sum = train.constant dense<0.0> : tensor<8x8xf32>
  %o = train.constant dense<0> : tensor<i32>
  %0:2 = train.for %i times 4 carry (%c = %x, %s = %zero) : tensor<8x8xf32>, tensor<4x8x8xf32> {
    %1 = train.dynamic_slice %w[%i, %o, %o] sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %2 = train.reshape %1 : tensor<1x8x8xf32> -> tensor<8x8xf32>
    %3 = train.dot_general %c, %2, contract = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = train.add %c, %3 : tensor<8x8xf32>
    %5 = train.reshape %3 : tensor<8x8xf32> -> tensor<1x8x8xf32>
    %6 = train.dynamic_update_slice %s, %5[%i, %o, %o] : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    train.yield %4, %6 : tensor<8x8xf32>, tensor<4x8x8xf32>
  }
  %7 = train.for %i times 4 carry (%c = %sum) : tensor<8x8xf32> {
    %8 = train.dynamic_slice %0#1[%i, %o, %o] sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %9 = train.reshape %8 : tensor<1x8x8xf32> -> tensor<8x8xf32>
    %10 = train.dot_general %9, %9, contract = [0] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %11 = train.add %c, %10 : tensor<8x8xf32>
    train.yield %11 : tensor<8x8xf32>
  }
  return %0#0, %7 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// What is low and read in f32 in both passes is widened in each, so that the low value is
// kept; a branch has its own copy, and a loop.
// CHECK-LABEL: func @scopes
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8xbf16>
// CHECK: train.cast %[[X]]
// CHECK-NEXT: %[[F:.*]] = train.cast %[[X]]
// CHECK-NEXT: train.exponential %[[F]]
// CHECK: train.sine %[[F]]
// CHECK: train.for
// CHECK: train.cast %[[X]]
// CHECK: train.if
// CHECK: train.cast %[[X]]
// CHECK: else
// CHECK: train.cast %[[X]]
// CHECK: %[[B:.*]] = train.cast %[[X]]
// CHECK-NEXT: train.exponential %[[B]]
// CHECK-NOT: train.cast %[[X]]
// CHECK: return
func.func @scopes(%x: tensor<8xbf16>, %p: tensor<i1>) -> (tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xf32>, tensor<8xbf16>) {
  %f = train.cast %x : tensor<8xbf16> to tensor<8xf32> loc("mine")
  %0 = train.exponential %x : tensor<8xbf16>
  %1 = train.sine %x : tensor<8xbf16>
  %2 = train.for %i times 3 carry (%c = %f) : tensor<8xf32> {
    %3 = train.exponential %x : tensor<8xbf16>
    %4 = train.cast %3 : tensor<8xbf16> to tensor<8xf32>
    train.yield %4 : tensor<8xf32>
  }
  %5 = train.if %p : tensor<8xbf16> {
    %6 = train.exponential %x : tensor<8xbf16>
    train.yield %6 : tensor<8xbf16>
  } else {
    %7 = train.sine %x : tensor<8xbf16>
    train.yield %7 : tensor<8xbf16>
  }
  %8 = train.exponential %x : tensor<8xbf16> loc(fused<{train.backward_of = "train.exponential"}>["b"])
  return %0, %1, %5, %2, %8 : tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xf32>, tensor<8xbf16>
}

// -----

// A block may stand before the one that it is reached from: what it reads is priced, so
// that what a product accumulates is f32 where it is returned.
// CHECK-LABEL: func @blocks
// CHECK: return %[[E:[0-9]+]]
// CHECK: train.dot_general {{.*}} -> tensor<64x64xf32>
// CHECK: %[[E]] = train.negate %{{.*}} : tensor<64x64xf32>
func.func @blocks(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  cf.br ^bb2
^bb1:
  return %e : tensor<64x64xf32>
^bb2:
  %p = train.dot_general %x, %w, contract = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = train.negate %p : tensor<64x64xf32>
  cf.br ^bb1
}
