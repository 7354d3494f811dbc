// RUN: halftone-opt %s --convert-train-to-linalg --verify-diagnostics

func.func @softmax(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{composite op 'train.softmax' must be decomposed before the lowering to linalg (train-decompose)}}
  %0 = train.softmax %a, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
