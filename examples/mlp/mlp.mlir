// Digits MLP: 64-128-128-10, LayerNorm and GELU (tanh) after each hidden layer,
// mean cross-entropy. Images are 8x8 in 0..1. `accuracy` is one number for each row.
func.func @loss(
    %w0: tensor<64x128xf32> {train.role = #train.role<param>, train.name = "l0/w"},
    %b0: tensor<128xf32> {train.role = #train.role<param>, train.name = "l0/b"},
    %s0: tensor<128xf32> {train.role = #train.role<param>, train.name = "n0/w"},
    %t0: tensor<128xf32> {train.role = #train.role<param>, train.name = "n0/b"},
    %w1: tensor<128x128xf32> {train.role = #train.role<param>, train.name = "l1/w"},
    %b1: tensor<128xf32> {train.role = #train.role<param>, train.name = "l1/b"},
    %s1: tensor<128xf32> {train.role = #train.role<param>, train.name = "n1/w"},
    %t1: tensor<128xf32> {train.role = #train.role<param>, train.name = "n1/b"},
    %w2: tensor<128x10xf32> {train.role = #train.role<param>, train.name = "l2/w"},
    %b2: tensor<10xf32> {train.role = #train.role<param>, train.name = "l2/b"},
    %images: tensor<64x64xf32> {train.role = #train.role<batch>, train.name = "images"},
    %labels: tensor<64xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<64xf32> {train.role = #train.role<metric>, train.name = "accuracy"}) {
  %l0 = train.linear %images, %w0, %b0 : (tensor<64x64xf32>, tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %n0 = train.layer_norm %l0 scale %s0 bias %t0 axis = 1 epsilon = 1.0e-5 : (tensor<64x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %g0 = train.gelu %n0 approximate = tanh : tensor<64x128xf32> -> tensor<64x128xf32>
  %l1 = train.linear %g0, %w1, %b1 : (tensor<64x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %n1 = train.layer_norm %l1 scale %s1 bias %t1 axis = 1 epsilon = 1.0e-5 : (tensor<64x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %g1 = train.gelu %n1 approximate = tanh : tensor<64x128xf32> -> tensor<64x128xf32>
  %logits = train.linear %g1, %w2, %b2 : (tensor<64x128xf32>, tensor<128x10xf32>, tensor<10xf32>) -> tensor<64x10xf32>
  %loss = train.cross_entropy %logits, %labels : (tensor<64x10xf32>, tensor<64xi32>) -> tensor<f32>
  %best = train.arg_reduce max %logits, dim = 1 : tensor<64x10xf32> -> tensor<64xi32>
  %right = train.compare EQ, %best, %labels : tensor<64xi32>
  %accuracy = train.cast %right : tensor<64xi1> to tensor<64xf32>
  return %loss, %accuracy : tensor<f32>, tensor<64xf32>
}
