// What the built-in policies say of the same ops, in f16 and bf16.
// RUN: halftone-opt %s --autocast="compute=bf16 policy=halftone" | FileCheck %s --check-prefixes=CHECK,HALFTONE
// RUN: halftone-opt %s --autocast="compute=bf16 policy=torch" | FileCheck %s --check-prefixes=CHECK,TORCH
// RUN: halftone-opt %s --autocast="compute=bf16 policy=grappler" | FileCheck %s --check-prefixes=CHECK,GRAPPLER
// RUN: halftone-opt %s --autocast="compute=bf16 policy=halftone placement=promote" | FileCheck %s --check-prefixes=CHECK,PROMOTE
// RUN: halftone-opt %s --autocast="compute=bf16 policy=halftone placement=paint" | FileCheck %s --check-prefixes=CHECK,PAINT
// RUN: halftone-opt %s --autocast="compute=bf16 policy=torch placement=paint" | FileCheck %s --check-prefixes=CHECK,TORCH

// Low: products. f32: exp. Follow, between two products: gelu. Softmax is an f32
// island but for Grappler, which infers it from its neighbours; the minimum cut has the
// island's ends, where they meet low values, inside of it.
// CHECK-LABEL: func @chain
// CHECK: train.linear %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>)
// HALFTONE: train.gelu %{{.*}} : tensor<4x8xbf16> -> tensor<4x8xbf16>
// TORCH: train.gelu %{{.*}} : tensor<4x8xbf16> -> tensor<4x8xbf16>
// CHECK: train.linear %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>)
// HALFTONE: train.softmax %{{.*}} : tensor<4x8xbf16> -> tensor<4x8xbf16>
// PAINT: train.softmax %{{.*}} : tensor<4x8xf32> -> tensor<4x8xf32>
// PROMOTE: train.softmax %{{.*}} : tensor<4x8xf32> -> tensor<4x8xf32>
// TORCH: train.softmax %{{.*}} : tensor<4x8xf32> -> tensor<4x8xf32>
// GRAPPLER: train.softmax %{{.*}} : tensor<4x8xbf16> -> tensor<4x8xbf16>
// CHECK: train.linear %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>)
// CHECK: train.exponential %{{.*}} : tensor<4x8xf32>
func.func @chain(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.gelu %0 approximate = tanh : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = train.linear %1, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %3 = train.softmax %2, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %4 = train.linear %3, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = train.exponential %4 : tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// (F32) An f32 op downstream does not drag a follow op along; one upstream does under
// `paint`, while `promote` goes by the types that come in, and the minimum cut by bytes.
// CHECK-LABEL: func @downstream
// CHECK: train.exponential
// HALFTONE: train.add %{{.*}} : tensor<4x8xbf16>
// PAINT: train.add %{{.*}} : tensor<4x8xf32>
// PROMOTE: train.add %{{.*}} : tensor<4x8xf32>
// TORCH: train.add %{{.*}} : tensor<4x8xf32>
// GRAPPLER: train.add %{{.*}} : tensor<4x8xf32>
func.func @downstream(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.exponential %x : tensor<4x8xf32>
  %1 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = train.add %0, %1 : tensor<4x8xf32>
  %3 = train.linear %2, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// The widest of bf16 and f32 is f32 (F26).
// CHECK-LABEL: func @widest
// TORCH: train.atan2 %{{.*}} : tensor<4x8xf32>
func.func @widest(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.atan2 %0, %x : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// (F26) Operands of one op get one type: the widest, or low where its users are low.
// CHECK-LABEL: func @concatenate
// PROMOTE: train.concatenate %{{.*}}, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
// HALFTONE: train.concatenate %{{.*}}, dim = 0 : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
// GRAPPLER: train.concatenate %{{.*}}, dim = 0 : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
func.func @concatenate(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.exponential %x : tensor<4x8xf32>
  %2 = train.concatenate %0, %1, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %3 = train.linear %2, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
