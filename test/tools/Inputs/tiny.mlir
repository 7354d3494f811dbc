// A linear classifier: the smallest loss that trains.
func.func @loss(
    %w: tensor<4x3xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<8x4xf32> {train.role = #train.role<batch>, train.name = "x"},
    %y: tensor<8xi32> {train.role = #train.role<batch>, train.name = "y"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %logits = train.linear %x, %w : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %loss = train.cross_entropy %logits, %y : (tensor<8x3xf32>, tensor<8xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
