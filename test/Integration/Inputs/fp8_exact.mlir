// Two products whose sums are exact in f32 for small numbers, so that every device gives
// the same bits, whatever the order that it sums in.
func.func @loss(
    %w0: tensor<16x16xf32> {train.role = #train.role<param>, train.name = "w0"},
    %w1: tensor<16x4xf32> {train.role = #train.role<param>, train.name = "w1"},
    %x: tensor<8x16xf32> {train.role = #train.role<batch>, train.name = "x"},
    %target: tensor<8x4xf32> {train.role = #train.role<batch>, train.name = "target"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.linear %x, %w0 : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %1 = train.relu %0 : tensor<8x16xf32> -> tensor<8x16xf32>
  %2 = train.linear %1, %w1 : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %3 = train.subtract %2, %target : tensor<8x4xf32>
  %4 = train.multiply %3, %3 : tensor<8x4xf32>
  %5 = train.reduce add %4, dims = [0, 1] : tensor<8x4xf32> -> tensor<f32>
  %n = train.constant dense<0.03125> : tensor<f32>
  %6 = train.multiply %5, %n : tensor<f32>
  return %6 : tensor<f32>
}
