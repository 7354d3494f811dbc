// Failures that a policy decides, with their numbers: each function's types under the
// three policies, and its values against f64 (`check.ulps` in the result's type).
// RUN: halftone-opt %s --split-input-file --autocast="compute=f16" --check-precision | FileCheck %s --check-prefixes=CHECK,HALFTONE
// RUN: halftone-opt %s --split-input-file --autocast="compute=f16 policy=torch" --check-precision | FileCheck %s --check-prefixes=CHECK,TORCH
// RUN: halftone-opt %s --split-input-file --autocast="compute=f16 policy=grappler" --check-precision | FileCheck %s --check-prefix=CHECK
// RUN: halftone-opt %s --split-input-file --autocast="compute=f16 policy=torch policy-file=%S/Inputs/internal.json" --check-precision | FileCheck %s --check-prefixes=CHECK,INTERNAL

// (F23) Weights and data that are low already: under `f32-internal`, and under our policy
// (f32 inside), nothing is widened, as torch's list of f32 ops would. One rounding of
// what f32 computed: half an ulp, and 2^-11 of one for f32's own errors.
// CHECK-LABEL: func @already_low
// HALFTONE-NOT: train.cast
// INTERNAL-NOT: train.cast
// HALFTONE: train.rms_norm %{{.*}} : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<4x64xf16>
// INTERNAL: train.rms_norm %{{.*}} : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<4x64xf16>
// TORCH: train.rms_norm %{{.*}} : (tensor<4x64xf32>, tensor<64xf32>) -> tensor<4x64xf32>
// HALFTONE-NOT: train.cast
// INTERNAL-NOT: train.cast
// CHECK: return
func.func @already_low(%x: tensor<4x64xf16> {check.normal = [0.0, 8.0]}, %w: tensor<64xf16>) -> (tensor<4x64xf16> {check.ulps = 0.501}) {
  %0 = train.rms_norm %x scale %w axis = 1 epsilon = 1.0e-5 : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<4x64xf16>
  return %0 : tensor<4x64xf16>
}

// -----

// (F26) Operands of two types get one, for each kind of op that takes several: nothing is
// refused, and nothing comes out further off than a rounding of each operand (2^-11 of
// up to 8 products of magnitude 1, twice).
// CHECK-LABEL: func @mixed
// CHECK: train.linear %{{.*}} : (tensor<4x8xf16>, tensor<8x8xf16>)
// CHECK: train.concatenate %{{.*}} : (tensor<4x8x[[T:f16|f32]]>, tensor<4x8x[[T]]>)
// CHECK: train.select %{{.*}} : tensor<4x8xi1>, tensor<4x8x{{f16|f32}}>
// CHECK: train.dynamic_update_slice %{{.*}} : (tensor<4x8x[[U:f16|f32]]>, tensor<1x8x[[U]]>
// CHECK: train.clamp %{{.*}} : (tensor<4x8x[[V:f16|f32]]>, tensor<4x8x[[V]]>, tensor<4x8x[[V]]>)
// CHECK: return
func.func @mixed(%a: tensor<4x8xf32>, %w: tensor<8x8xf32>, %p: tensor<4x8xi1>, %i: tensor<i32>)
    -> (tensor<8x8xf32> {check.ulps = 0, check.within = 0.01}, tensor<4x8xf32> {check.ulps = 0, check.within = 0.01},
        tensor<4x8xf32> {check.ulps = 0, check.within = 0.01}) {
  %low = train.linear %a, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %0 = train.concatenate %low, %a, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = train.select %p, %low, %a : tensor<4x8xi1>, tensor<4x8xf32>
  %row = train.slice %a, start = [0, 0], limit = [1, 8], strides = [1, 1] : tensor<4x8xf32> -> tensor<1x8xf32>
  %2 = train.dynamic_update_slice %low, %row[%i, %i] : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %3 = train.clamp %a, %2, %low : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1, %3 : tensor<8x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// (F31) A batch norm behind a product: data may be low, parameters and statistics are f32.
// Values of some hundreds have variances that f16 does not hold; their roundings to f16,
// 2^-11 of each, change a variance by half an ulp of bf16 at most, and a mean by 2^-11 * 1000 * 8.
// CHECK-LABEL: func @statistics
// CHECK: train.batch_norm_training %{{.*}} : (tensor<16x8x{{f16|f32}}>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<16x8x{{f16|f32}}>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK: return
func.func @statistics(%x: tensor<16x8xf32> {check.uniform = [-1000.0, 1000.0]}, %w: tensor<8x8xf32>, %s: tensor<8xf32>, %m: tensor<8xf32>, %v: tensor<8xf32>)
    -> (tensor<8xf32> {check.ulps = 2.0, check.in = bf16}, tensor<8xf32> {check.ulps = 0, check.within = 4.0}) {
  %0 = train.linear %x, %w : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %1:5 = train.batch_norm_training %0, %s, %s, %m, %v feature_dim = 1 epsilon = 1.0e-5 momentum = 0.1
    : (tensor<16x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %1#2, %1#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// (F32) A bias's gradient is a sum over rows: f32 in the sum, whatever goes in and comes
// out, and one rounding. Ones stall at 2048 in an f16 sum.
// CHECK-LABEL: func @bias_gradient
// CHECK: train.reduce add
// CHECK: return
func.func @bias_gradient(%dy: tensor<4096x2xf16> {check.values = dense<1.0> : tensor<4096x2xf16>}) -> (tensor<2xf16> {check.ulps = 0}) {
  %0 = train.reduce add %dy, dims = [0] : tensor<4096x2xf16> -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// -----

// (F35) The accumulator of a product is f32 unless somebody says otherwise: 4096 products
// of 1 come to 4096.
// CHECK-LABEL: func @accumulator
// CHECK: train.dot_general %{{.*}}, contract = [1] x [0] : (tensor<2x4096xf16>, tensor<4096x2xf16>)
// CHECK: return
func.func @accumulator(%x: tensor<2x4096xf32> {check.values = dense<1.0> : tensor<2x4096xf32>}, %w: tensor<4096x2xf32> {check.values = dense<1.0> : tensor<4096x2xf32>})
    -> (tensor<2x2xf32> {check.ulps = 0}) {
  %0 = train.dot_general %x, %w, contract = [1] x [0] : (tensor<2x4096xf32>, tensor<4096x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// (F62) One weight in regions of two types: each product has operands of one type, and
// the values that this type gives (8 products of up to 1, each off by a rounding or two).
// CHECK-LABEL: func @regions
// CHECK: train.linear %{{.*}} : (tensor<4x8xf16>, tensor<8x8xf16>)
// CHECK: train.linear %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>)
// CHECK: train.linear %{{.*}} : (tensor<4x8xf32>, tensor<8x8xf32>)
// CHECK: return
func.func @regions(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>)
    -> (tensor<4x8xf32> {check.ulps = 0, check.within = 0.0125}, tensor<4x8xf32> {check.ulps = 0, check.within = 0.1}, tensor<4x8xf32> {check.ulps = 0, check.within = 1.0e-5}) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = train.precision bf16 : tensor<4x8xf32> {
    %2 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %2 : tensor<4x8xf32>
  }
  %3 = train.precision f32 : tensor<4x8xf32> {
    %4 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %4 : tensor<4x8xf32>
  }
  return %0, %1, %3 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
