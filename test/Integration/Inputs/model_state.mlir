// One linear layer and a running sum, which micro-batches hand on from one to the next.
func.func @loss(
    %w: tensor<4x3xf32> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<3xf32> {train.role = #train.role<model_state>, train.name = "m"},
    %x: tensor<8x4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<3xf32> {train.role = #train.role<model_state>, train.name = "m", train.updates = "m"}) {
  %y = train.linear %x, %w : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %s = train.reduce add %y, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %n = train.add %s, %m : tensor<3xf32>
  %msq = train.multiply %y, %y : tensor<8x3xf32>
  %msum = train.reduce add %msq, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %mc = train.constant dense<24.0> : tensor<f32>
  %loss = train.divide %msum, %mc : tensor<f32>
  return %loss, %n : tensor<f32>, tensor<3xf32>
}
