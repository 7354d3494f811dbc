// RUN: halftone-opt %s --split-input-file --autocast="compute=bf16" | FileCheck %s
// RUN: halftone-opt %s --split-input-file --autocast="compute=f32" | FileCheck %s --check-prefix=OUTSIDE

// A region's type overrides the pass's, and the inner region's the outer one's.
// CHECK-LABEL: func @nested
// CHECK: train.precision f16
// CHECK: train.linear %{{.*}} : (tensor<4x8xf16>, tensor<8x8xf16>)
// CHECK: train.precision f32
// CHECK: train.linear %{{.*}} : (tensor<4x8xf32>, tensor<8x8xf32>)
// CHECK: train.linear %{{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>)
// OUTSIDE-LABEL: func @nested
// OUTSIDE: train.linear %{{.*}} : (tensor<4x8xf16>, tensor<8x8xf16>)
// OUTSIDE: train.linear %{{.*}} : (tensor<4x8xf32>, tensor<8x8xf32>)
// OUTSIDE: train.linear %{{.*}} : (tensor<4x8xf32>, tensor<8x8xf32>)
func.func @nested(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.precision f16 : tensor<4x8xf32> {
    %1 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %2 = train.precision f32 : tensor<4x8xf32> {
      %3 = train.linear %1, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      train.yield %3 : tensor<4x8xf32>
    }
    train.yield %2 : tensor<4x8xf32>
  }
  %4 = train.linear %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// (F62) Two regions of two types read one weight: a cast for each type.
// CHECK-LABEL: func @two_types
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x8xf32>, %[[W:[a-z0-9]+]]: tensor<8x8xf32>
// CHECK-DAG: %[[H:.*]] = train.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK-DAG: %[[B:.*]] = train.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xbf16>
// CHECK: train.precision f16
// CHECK: train.linear %{{.*}}, %[[H]] : (tensor<4x8xf16>, tensor<8x8xf16>)
// CHECK: train.precision bf16
// CHECK: train.linear %{{.*}}, %[[B]] : (tensor<4x8xbf16>, tensor<8x8xbf16>)
func.func @two_types(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0:2 = train.precision f16 : tensor<4x8xf32>, tensor<4x8xf32> {
    %1 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %2 = train.precision bf16 : tensor<4x8xf32> {
      %3 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      train.yield %3 : tensor<4x8xf32>
    }
    train.yield %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// (F36) TF32 in a region that asks for it; the f32 region beside it stays IEEE.
// CHECK-LABEL: func @tf32_region
// CHECK: train.linear %{{.*}} tf32 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
// CHECK: train.linear %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
func.func @tf32_region(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.precision f32 tf32 : tensor<4x8xf32> {
    %1 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %1 : tensor<4x8xf32>
  }
  %2 = train.precision f32 : tensor<4x8xf32> {
    %3 = train.linear %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %3 : tensor<4x8xf32>
  }
  return %2 : tensor<4x8xf32>
}
