// One step of gradient descent on the mean of (x w)^2, differentiated by hand as JAX does.
module @jit_step {
  func.func public @main(%arg0: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("params['w']"), %arg1: tensor<i32> {tf.aliasing_output = 1 : i32} loc("step"), %arg2: tensor<8x4xf32> loc("batch['x']")) -> (tensor<4xf32> {jax.result_info = "result[0]['w']"}, tensor<i32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %y = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %sq = stablehlo.multiply %y, %y : tensor<8xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%sq init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %eighth = stablehlo.constant dense<0.125> : tensor<f32>
    %loss = stablehlo.multiply %sum, %eighth : tensor<f32>
    %g = stablehlo.dot_general %y, %arg2, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
    %rate = stablehlo.constant dense<0.025> : tensor<4xf32>
    %move = stablehlo.multiply %g, %rate : tensor<4xf32>
    %next = stablehlo.subtract %arg0, %move : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %count = stablehlo.add %arg1, %one : tensor<i32>
    return %next, %count, %loss : tensor<4xf32>, tensor<i32>, tensor<f32>
  }
}
