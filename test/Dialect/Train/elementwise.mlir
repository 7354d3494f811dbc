// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s -mlir-print-op-generic | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --emit-bytecode | halftone-opt | FileCheck %s

// Every element type.
// CHECK-LABEL: func @constants
func.func @constants() {
  // CHECK: train.constant dense<1.500000e+00> : tensor<4xf64>
  %0 = train.constant dense<1.5> : tensor<4xf64>
  // CHECK: train.constant dense<[1.000000e+00, 0xFF800000]> : tensor<2xf32>
  %1 = train.constant dense<[1.0, 0xFF800000]> : tensor<2xf32>
  // CHECK: train.constant dense<1.500000e+00> : tensor<4xf16>
  %2 = train.constant dense<1.5> : tensor<4xf16>
  // CHECK: train.constant dense<-0.000000e+00> : tensor<4xbf16>
  %3 = train.constant dense<-0.0> : tensor<4xbf16>
  // CHECK: train.constant dense<1.500000e+00> : tensor<4xf8E4M3FN>
  %4 = train.constant dense<1.5> : tensor<4xf8E4M3FN>
  // CHECK: train.constant dense<1.500000e+00> : tensor<4xf8E5M2>
  %5 = train.constant dense<1.5> : tensor<4xf8E5M2>
  // CHECK: train.constant dense<-1> : tensor<4xi8>
  %6 = train.constant dense<-1> : tensor<4xi8>
  // CHECK: train.constant dense<-1> : tensor<4xi16>
  %7 = train.constant dense<-1> : tensor<4xi16>
  // CHECK: train.constant dense<[0, 1, 2]> : tensor<3xi32>
  %8 = train.constant dense<[0, 1, 2]> : tensor<3xi32>
  // CHECK: train.constant dense<7> : tensor<i64>
  %9 = train.constant dense<7> : tensor<i64>
  // CHECK: train.constant dense<255> : tensor<2xui8>
  %10 = train.constant dense<255> : tensor<2xui8>
  // CHECK: train.constant dense<7> : tensor<2xui16>
  %11 = train.constant dense<7> : tensor<2xui16>
  // CHECK: train.constant dense<[1, 4294967295]> : tensor<2xui32>
  %12 = train.constant dense<[1, 4294967295]> : tensor<2xui32>
  // CHECK: train.constant dense<7> : tensor<2xui64>
  %13 = train.constant dense<7> : tensor<2xui64>
  // CHECK: train.constant dense<[true, false]> : tensor<2xi1>
  %14 = train.constant dense<[true, false]> : tensor<2xi1>
  // CHECK: train.constant dense<> : tensor<0x4xf32>
  %15 = train.constant dense<> : tensor<0x4xf32>
  // CHECK: train.constant {note = "x"} dense_resource<blob> : tensor<2xf32>
  %16 = train.constant {note = "x"} dense_resource<blob> : tensor<2xf32>
  return
}

// CHECK-LABEL: func @iota
func.func @iota() -> (tensor<4x8xi32>, tensor<0x2xbf16>) {
  // CHECK: train.iota dim = 1 : tensor<4x8xi32>
  %0 = train.iota dim = 1 : tensor<4x8xi32>
  // CHECK: train.iota dim = 0 : tensor<0x2xbf16>
  %1 = train.iota dim = 0 : tensor<0x2xbf16>
  return %0, %1 : tensor<4x8xi32>, tensor<0x2xbf16>
}

// CHECK-LABEL: func @unary
func.func @unary(%f: tensor<4x8xf32>, %h: tensor<f16>, %i: tensor<4xi32>, %b: tensor<i1>, %u: tensor<4xui8>) {
  // CHECK: train.abs %{{.*}} : tensor<4x8xf32>
  %1 = train.abs %f : tensor<4x8xf32>
  // CHECK: train.abs %{{.*}} : tensor<4xi32>
  %2 = train.abs %i : tensor<4xi32>
  // CHECK: train.negate %{{.*}} : tensor<4x8xf32>
  %3 = train.negate %f : tensor<4x8xf32>
  // CHECK: train.negate %{{.*}} : tensor<4xi32>
  %4 = train.negate %i : tensor<4xi32>
  // CHECK: train.sign %{{.*}} : tensor<4x8xf32>
  %5 = train.sign %f : tensor<4x8xf32>
  // CHECK: train.sign %{{.*}} : tensor<4xi32>
  %6 = train.sign %i : tensor<4xi32>
  // CHECK: train.exponential %{{.*}} : tensor<f16>
  %7 = train.exponential %h : tensor<f16>
  // CHECK: train.exponential_minus_one %{{.*}} : tensor<4x8xf32>
  %8 = train.exponential_minus_one %f : tensor<4x8xf32>
  // CHECK: train.log %{{.*}} : tensor<f16>
  %9 = train.log %h : tensor<f16>
  // CHECK: train.log_plus_one %{{.*}} : tensor<4x8xf32>
  %10 = train.log_plus_one %f : tensor<4x8xf32>
  // CHECK: train.sqrt %{{.*}} : tensor<f16>
  %11 = train.sqrt %h : tensor<f16>
  // CHECK: train.rsqrt %{{.*}} : tensor<4x8xf32>
  %12 = train.rsqrt %f : tensor<4x8xf32>
  // CHECK: train.cbrt %{{.*}} : tensor<f16>
  %13 = train.cbrt %h : tensor<f16>
  // CHECK: train.sine %{{.*}} : tensor<4x8xf32>
  %14 = train.sine %f : tensor<4x8xf32>
  // CHECK: train.cosine %{{.*}} : tensor<f16>
  %15 = train.cosine %h : tensor<f16>
  // CHECK: train.tan %{{.*}} : tensor<4x8xf32>
  %16 = train.tan %f : tensor<4x8xf32>
  // CHECK: train.tanh %{{.*}} : tensor<f16>
  %17 = train.tanh %h : tensor<f16>
  // CHECK: train.logistic %{{.*}} : tensor<4x8xf32>
  %18 = train.logistic %f : tensor<4x8xf32>
  // CHECK: train.erf %{{.*}} : tensor<f16>
  %19 = train.erf %h : tensor<f16>
  // CHECK: train.erf_inv %{{.*}} : tensor<4x8xf32>
  %20 = train.erf_inv %f : tensor<4x8xf32>
  // CHECK: train.floor %{{.*}} : tensor<f16>
  %21 = train.floor %h : tensor<f16>
  // CHECK: train.ceil %{{.*}} : tensor<4x8xf32>
  %22 = train.ceil %f : tensor<4x8xf32>
  // CHECK: train.round_nearest_even %{{.*}} : tensor<f16>
  %23 = train.round_nearest_even %h : tensor<f16>
  // CHECK: train.round_nearest_afz %{{.*}} : tensor<4x8xf32>
  %24 = train.round_nearest_afz %f : tensor<4x8xf32>
  // CHECK: train.not %{{.*}} : tensor<i1>
  %25 = train.not %b : tensor<i1>
  // CHECK: train.not %{{.*}} : tensor<4xui8>
  %26 = train.not %u : tensor<4xui8>
  // CHECK: train.popcnt %{{.*}} : tensor<4xi32>
  %27 = train.popcnt %i : tensor<4xi32>
  // CHECK: train.count_leading_zeros %{{.*}} : tensor<4xui8>
  %28 = train.count_leading_zeros %u : tensor<4xui8>
  // CHECK: train.is_finite %{{.*}} : tensor<4x8xf32>
  %fin = train.is_finite %f : tensor<4x8xf32>
  return
}

// CHECK-LABEL: func @binary
func.func @binary(%f: tensor<4x8xf32>, %e: tensor<4xf8E5M2>, %i: tensor<4xi32>, %b: tensor<i1>, %u: tensor<4xui8>) {
  // CHECK: train.add %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %1 = train.add %f, %f : tensor<4x8xf32>
  // CHECK: train.add %{{.*}}, %{{.*}} : tensor<4xui8>
  %2 = train.add %u, %u : tensor<4xui8>
  // CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %3 = train.subtract %f, %f : tensor<4x8xf32>
  // CHECK: train.subtract %{{.*}}, %{{.*}} : tensor<4xi32>
  %4 = train.subtract %i, %i : tensor<4xi32>
  // CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %5 = train.multiply %f, %f : tensor<4x8xf32>
  // CHECK: train.multiply %{{.*}}, %{{.*}} : tensor<4xi32>
  %6 = train.multiply %i, %i : tensor<4xi32>
  // CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %7 = train.divide %f, %f : tensor<4x8xf32>
  // CHECK: train.divide %{{.*}}, %{{.*}} : tensor<4xi32>
  %8 = train.divide %i, %i : tensor<4xi32>
  // CHECK: train.remainder %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %9 = train.remainder %f, %f : tensor<4x8xf32>
  // CHECK: train.remainder %{{.*}}, %{{.*}} : tensor<4xi32>
  %10 = train.remainder %i, %i : tensor<4xi32>
  // CHECK: train.power %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %11 = train.power %f, %f : tensor<4x8xf32>
  // CHECK: train.power %{{.*}}, %{{.*}} : tensor<4xi32>
  %12 = train.power %i, %i : tensor<4xi32>
  // CHECK: train.maximum %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %13 = train.maximum %f, %f : tensor<4x8xf32>
  // CHECK: train.maximum %{{.*}}, %{{.*}} : tensor<4xui8>
  %14 = train.maximum %u, %u : tensor<4xui8>
  // CHECK: train.minimum %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %15 = train.minimum %f, %f : tensor<4x8xf32>
  // CHECK: train.minimum %{{.*}}, %{{.*}} : tensor<4xi32>
  %16 = train.minimum %i, %i : tensor<4xi32>
  // CHECK: train.atan2 %{{.*}}, %{{.*}} : tensor<4xf8E5M2>
  %17 = train.atan2 %e, %e : tensor<4xf8E5M2>
  // CHECK: train.and %{{.*}}, %{{.*}} : tensor<4xi32>
  %18 = train.and %i, %i : tensor<4xi32>
  // CHECK: train.and %{{.*}}, %{{.*}} : tensor<i1>
  %19 = train.and %b, %b : tensor<i1>
  // CHECK: train.or %{{.*}}, %{{.*}} : tensor<4xi32>
  %20 = train.or %i, %i : tensor<4xi32>
  // CHECK: train.or %{{.*}}, %{{.*}} : tensor<i1>
  %21 = train.or %b, %b : tensor<i1>
  // CHECK: train.xor %{{.*}}, %{{.*}} : tensor<4xi32>
  %22 = train.xor %i, %i : tensor<4xi32>
  // CHECK: train.xor %{{.*}}, %{{.*}} : tensor<i1>
  %23 = train.xor %b, %b : tensor<i1>
  // CHECK: train.shift_left %{{.*}}, %{{.*}} : tensor<4xui8>
  %24 = train.shift_left %u, %u : tensor<4xui8>
  // CHECK: train.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xui8>
  %25 = train.shift_right_arithmetic %u, %u : tensor<4xui8>
  // CHECK: train.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xui8>
  %26 = train.shift_right_logical %u, %u : tensor<4xui8>
  // CHECK: train.fma %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf8E5M2>
  %fma = train.fma %e, %e, %e : tensor<4xf8E5M2>
  return
}

// CHECK-LABEL: func @compare_select_clamp
func.func @compare_select_clamp(%a: tensor<4xf32>, %s: tensor<f32>, %i: tensor<4xui16>, %p: tensor<i1>) -> tensor<4xf32> {
  // CHECK: train.compare EQ, %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = train.compare EQ, %a, %a : tensor<4xf32>
  // CHECK: train.compare NE, %{{.*}}, %{{.*}} : tensor<4xf32>
  %1 = train.compare NE, %a, %a : tensor<4xf32>
  // CHECK: train.compare GE, %{{.*}}, %{{.*}} : tensor<4xf32>
  %2 = train.compare GE, %a, %a : tensor<4xf32>
  // CHECK: train.compare GT, %{{.*}}, %{{.*}} : tensor<4xui16>
  %3 = train.compare GT, %i, %i : tensor<4xui16>
  // CHECK: train.compare LE, %{{.*}}, %{{.*}} : tensor<i1>
  %4 = train.compare LE, %p, %p : tensor<i1>
  // CHECK: train.compare LT, %{{.*}}, %{{.*}} : tensor<4xf32>
  %5 = train.compare LT, %a, %a : tensor<4xf32>
  // CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
  %6 = train.select %5, %a, %a : tensor<4xi1>, tensor<4xf32>
  // CHECK: train.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
  %7 = train.select %p, %6, %a : tensor<i1>, tensor<4xf32>
  // CHECK: train.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %8 = train.clamp %s, %7, %a : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %8 : tensor<4xf32>
}

// CHECK-LABEL: func @casts
func.func @casts(%f: tensor<4xf32>, %k: tensor<2xui32>, %i: tensor<4xi64>) {
  // CHECK: train.cast %{{.*}} : tensor<4xf32> to tensor<4xbf16>
  %0 = train.cast %f : tensor<4xf32> to tensor<4xbf16>
  // CHECK: train.cast %{{.*}} rounding = toward_zero : tensor<4xf32> to tensor<4xf16>
  %1 = train.cast %f rounding = toward_zero : tensor<4xf32> to tensor<4xf16>
  // CHECK: train.cast %{{.*}} rounding = stochastic key %{{.*}} : tensor<4xf32> to tensor<4xbf16>
  %2 = train.cast %f rounding = stochastic key %k : tensor<4xf32> to tensor<4xbf16>
  // CHECK: train.cast %{{.*}} saturate : tensor<4xf32> to tensor<4xf8E4M3FN>
  %3 = train.cast %f saturate : tensor<4xf32> to tensor<4xf8E4M3FN>
  // CHECK: train.cast %{{.*}} rounding = stochastic key %{{.*}} saturate : tensor<4xf32> to tensor<4xf8E5M2>
  %4 = train.cast %f rounding = stochastic key %k saturate : tensor<4xf32> to tensor<4xf8E5M2>
  // CHECK: train.cast %{{.*}} rounding = toward_zero : tensor<4xi64> to tensor<4xf64>
  %5 = train.cast %i rounding = toward_zero : tensor<4xi64> to tensor<4xf64>
  // CHECK: train.cast %{{.*}} : tensor<4xf32> to tensor<4xi1>
  %6 = train.cast %f : tensor<4xf32> to tensor<4xi1>
  // CHECK: train.cast %{{.*}} : tensor<4xf32> to tensor<4xui8>
  %7 = train.cast %f : tensor<4xf32> to tensor<4xui8>
  // CHECK: train.bitcast_convert %{{.*}} : tensor<4xf32> to tensor<4xui32>
  %8 = train.bitcast_convert %f : tensor<4xf32> to tensor<4xui32>
  // CHECK: train.bitcast_convert %{{.*}} : tensor<4xi64> to tensor<4xf64>
  %9 = train.bitcast_convert %i : tensor<4xi64> to tensor<4xf64>
  return
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F00000040"
    }
  }
#-}
