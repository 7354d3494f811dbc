// Labels: what runs low, and what stays f32. `annotate` writes each decision as an attribute.
// RUN: halftone-opt %s --autocast="compute=bf16 annotate" | FileCheck %s

// CHECK-LABEL: func @attention_scores
func.func @attention_scores(%q: tensor<8x64xf32>, %k: tensor<64x8xf32>) -> tensor<8x8xf32> {
  // CHECK: train.linear {{.*}}train.precision = "low: {{.*}}: (tensor<8x64xbf16>, tensor<64x8xbf16>)
  %s = train.linear %q, %k : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  // CHECK: train.softmax {{.*}}train.precision = "f32: {{.*}}-> tensor<8x8xf32>
  %p = train.softmax %s, dim = 1 : tensor<8x8xf32> -> tensor<8x8xf32>
  return %p : tensor<8x8xf32>
}
