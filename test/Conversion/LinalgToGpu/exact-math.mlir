// RUN: halftone-opt %s --gpu-exact-math | FileCheck %s

// CHECK-LABEL: func @exact
func.func @exact(%x: f32, %y: f64) -> (f32, f32, f32, f32, f64, f64) {
  // CHECK: llvm.call_intrinsic "llvm.sqrt"(%arg0) : (f32) -> f32
  %0 = math.sqrt %x : f32
  // CHECK: llvm.call_intrinsic "llvm.fma"(%arg0, %arg0, %arg0) : (f32, f32, f32) -> f32
  %1 = math.fma %x, %x, %x : f32
  // CHECK: llvm.call_intrinsic "llvm.roundeven"(%arg0) : (f32) -> f32
  %2 = math.roundeven %x : f32
  // CHECK: llvm.call_intrinsic "llvm.copysign"(%arg0, %arg0) : (f32, f32) -> f32
  %3 = math.copysign %x, %x : f32
  // CHECK: %[[ROOT:.*]] = llvm.call_intrinsic "llvm.sqrt"(%arg1) : (f64) -> f64
  // CHECK: arith.divf %{{.*}}, %[[ROOT]] : f64
  %4 = math.rsqrt %y : f64
  // Not exact: left to libdevice.
  // CHECK: math.exp %arg1 : f64
  %5 = math.exp %y : f64
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f64, f64
}
