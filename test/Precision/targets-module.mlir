// (F56) The module's own target decides where no option does.
// RUN: halftone-opt %s --split-input-file --autocast="compute=auto" | FileCheck %s

// CHECK-LABEL: func @nvvm
// CHECK: train.linear %{{.*}} : (tensor<4x8xf16>, tensor<8x8xf16>)
module {
  gpu.module @kernels [#nvvm.target<chip = "sm_75">] {
  }
  func.func @nvvm(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
    %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}

// -----

// CHECK-LABEL: func @dlti
// CHECK: train.linear %{{.*}} : (tensor<4x8xf16>, tensor<8x8xf16>)
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"chip" = "sm_70">>} {
  func.func @dlti(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
    %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}
