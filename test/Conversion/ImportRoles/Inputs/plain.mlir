// As torch-mlir prints it: no names, no labels.
func.func @main(%w: tensor<4x3xf32>, %b: tensor<3xf32>, %x: tensor<8x4xf32>, %y: tensor<8xi64>) -> tensor<f32> {
  %logits = train.linear %x, %w, %b : (tensor<8x4xf32>, tensor<4x3xf32>, tensor<3xf32>) -> tensor<8x3xf32>
  %labels = train.cast %y : tensor<8xi64> to tensor<8xi32>
  %loss = train.cross_entropy %logits, %labels : (tensor<8x3xf32>, tensor<8xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
