// As JAX prints it, with locations of arguments only.
module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xf32> loc("params['w']"), %arg1: tensor<8x4xf32> loc("x"), %arg2: tensor<8x3xf32> loc("target")) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
    %1 = call @error(%0, %arg2) : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<8x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %4 = stablehlo.divide %3, %cst_0 : tensor<f32>
    return %4 : tensor<f32>
  }
  func.func private @error(%arg0: tensor<8x3xf32>, %arg1: tensor<8x3xf32>) -> tensor<8x3xf32> {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<8x3xf32>
    return %0 : tensor<8x3xf32>
  }
}
