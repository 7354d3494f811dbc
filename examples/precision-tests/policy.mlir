// Your own rules: a policy file is tested as the tables are.
// RUN: halftone-opt %s --autocast="compute=bf16 policy-file=%S/policy.json annotate" | FileCheck %s

// CHECK-LABEL: func @head
func.func @head(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  // CHECK: train.linear {{.*}}"f32: the head is small and decides all (
  %y = train.linear %x, %w : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32> loc("model/head")
  // CHECK: train.linear {{.*}}"low: 
  %z = train.linear %y, %w : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32> loc("model/body")
  return %z : tensor<8x64xf32>
}
