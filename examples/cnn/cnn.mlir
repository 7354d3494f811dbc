// Convolutional net for digits: two 3x3 convolutions with batch norm and ReLU, max
// pool, linear. Running statistics are model state; PyTorch's momentum of 0.1 moves
// them a tenth of the way. `@loss` is in training mode.
func.func @loss(
    %w0: tensor<3x3x1x16xf32> {train.role = #train.role<param>, train.name = "conv0/w"},
    %s0: tensor<16xf32> {train.role = #train.role<param>, train.name = "conv0/norm/scale"},
    %t0: tensor<16xf32> {train.role = #train.role<param>, train.name = "conv0/norm/bias"},
    %w1: tensor<3x3x16x32xf32> {train.role = #train.role<param>, train.name = "conv1/w"},
    %s1: tensor<32xf32> {train.role = #train.role<param>, train.name = "conv1/norm/scale"},
    %t1: tensor<32xf32> {train.role = #train.role<param>, train.name = "conv1/norm/bias"},
    %w2: tensor<512x10xf32> {train.role = #train.role<param>, train.name = "out/w"},
    %b2: tensor<10xf32> {train.role = #train.role<param>, train.name = "out/b"},
    %m0: tensor<16xf32> {train.role = #train.role<model_state>, train.name = "conv0/mean"},
    %v0: tensor<16xf32> {train.role = #train.role<model_state>, train.name = "conv0/var"},
    %m1: tensor<32xf32> {train.role = #train.role<model_state>, train.name = "conv1/mean"},
    %v1: tensor<32xf32> {train.role = #train.role<model_state>, train.name = "conv1/var"},
    %images: tensor<64x64xf32> {train.role = #train.role<batch>, train.name = "images"},
    %labels: tensor<64xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<64xf32> {train.role = #train.role<metric>, train.name = "accuracy"},
        tensor<16xf32> {train.role = #train.role<model_state>, train.name = "conv0/mean", train.updates = "conv0/mean"},
        tensor<16xf32> {train.role = #train.role<model_state>, train.name = "conv0/var", train.updates = "conv0/var"},
        tensor<32xf32> {train.role = #train.role<model_state>, train.name = "conv1/mean", train.updates = "conv1/mean"},
        tensor<32xf32> {train.role = #train.role<model_state>, train.name = "conv1/var", train.updates = "conv1/var"}) {
  %x = train.reshape %images : tensor<64x64xf32> -> tensor<64x8x8x1xf32>
  %c0 = train.conv %x, %w0 dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = [1, 1] low = [1, 1] high = [1, 1]
      : (tensor<64x8x8x1xf32>, tensor<3x3x1x16xf32>) -> tensor<64x8x8x16xf32>
  %n0, %nm0, %nv0 = train.batch_norm_training %c0, %s0, %t0, %m0, %v0 feature_dim = 3 epsilon = 1.0e-5 momentum = 0.1
      : (tensor<64x8x8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<64x8x8x16xf32>, tensor<16xf32>, tensor<16xf32>)
  %r0 = train.relu %n0 : tensor<64x8x8x16xf32> -> tensor<64x8x8x16xf32>
  %c1 = train.conv %r0, %w1 dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = [1, 1] low = [1, 1] high = [1, 1]
      : (tensor<64x8x8x16xf32>, tensor<3x3x16x32xf32>) -> tensor<64x8x8x32xf32>
  %n1, %nm1, %nv1 = train.batch_norm_training %c1, %s1, %t1, %m1, %v1 feature_dim = 3 epsilon = 1.0e-5 momentum = 0.1
      : (tensor<64x8x8x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> (tensor<64x8x8x32xf32>, tensor<32xf32>, tensor<32xf32>)
  %r1 = train.relu %n1 : tensor<64x8x8x32xf32> -> tensor<64x8x8x32xf32>
  %p = train.reduce_window max %r1, window = [1, 2, 2, 1] strides = [1, 2, 2, 1] : tensor<64x8x8x32xf32> -> tensor<64x4x4x32xf32>
  %f = train.reshape %p : tensor<64x4x4x32xf32> -> tensor<64x512xf32>
  %logits = train.linear %f, %w2, %b2 : (tensor<64x512xf32>, tensor<512x10xf32>, tensor<10xf32>) -> tensor<64x10xf32>
  %loss = train.cross_entropy %logits, %labels : (tensor<64x10xf32>, tensor<64xi32>) -> tensor<f32>
  %best = train.arg_reduce max %logits, dim = 1 : tensor<64x10xf32> -> tensor<64xi32>
  %right = train.compare EQ, %best, %labels : tensor<64xi32>
  %accuracy = train.cast %right : tensor<64xi1> to tensor<64xf32>
  return %loss, %accuracy, %nm0, %nv0, %nm1, %nv1
      : tensor<f32>, tensor<64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<32xf32>, tensor<32xf32>
}
