// Two layers with a normalisation between them. Products take bf16 and give f32, their
// biases and the normalisation are f32, and the activation is where the cast is cheapest.
func.func @layers(%x: tensor<8x16xf32>, %w0: tensor<16x32xf32>, %b0: tensor<32xf32>, %scale: tensor<32xf32>,
                  %w1: tensor<32x4xf32>, %b1: tensor<4xf32>) -> tensor<8x4xf32> {
  %0 = toy.dense %x, %w0, %b0 : (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> tensor<8x32xf32>
  %1 = toy.norm %0, %scale : (tensor<8x32xf32>, tensor<32xf32>) -> tensor<8x32xf32>
  %2 = toy.swish %1 : (tensor<8x32xf32>) -> tensor<8x32xf32>
  %3 = toy.dense %2, %w1, %b1 : (tensor<8x32xf32>, tensor<32x4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
