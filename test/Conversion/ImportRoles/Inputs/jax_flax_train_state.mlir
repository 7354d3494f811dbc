// flax_train_state of make_jax_trees.py
module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i32> loc("state.step"), %arg1: tensor<2xf32> loc("state.params['Dense_0']['bias']"), %arg2: tensor<3x2xf32> loc("state.params['Dense_0']['kernel']"), %arg3: tensor<2xf32> loc("state.opt_state[0].trace['Dense_0']['bias']"), %arg4: tensor<3x2xf32> loc("state.opt_state[0].trace['Dense_0']['kernel']"), %arg5: tensor<4x3xf32> loc("batch['x']"), %arg6: tensor<4x2xf32> loc("batch['y']")) -> (tensor<i32> {jax.result_info = "result[0].step"}, tensor<2xf32> {jax.result_info = "result[0].params['Dense_0']['bias']"}, tensor<3x2xf32> {jax.result_info = "result[0].params['Dense_0']['kernel']"}, tensor<2xf32> {jax.result_info = "result[0].opt_state[0].trace['Dense_0']['bias']"}, tensor<3x2xf32> {jax.result_info = "result[0].opt_state[0].trace['Dense_0']['kernel']"}, tensor<f32> {jax.result_info = "result[1]['loss']"}, tensor<f32> {jax.result_info = "result[1]['norm']"}) {
    %0 = stablehlo.dot_general %arg5, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.reshape %arg1 : (tensor<2xf32>) -> tensor<1x2xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<4x2xf32>
    %3 = stablehlo.add %0, %2 : tensor<4x2xf32>
    %4 = stablehlo.subtract %3, %arg6 : tensor<4x2xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<4x2xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<4x2xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%5 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %9 = stablehlo.divide %8, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %10 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %12 = stablehlo.multiply %11, %7 : tensor<4x2xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<2xf32>
    %14 = stablehlo.reshape %13 : (tensor<2xf32>) -> tensor<1x2xf32>
    %15 = stablehlo.reshape %14 : (tensor<1x2xf32>) -> tensor<2xf32>
    %16 = stablehlo.dot_general %12, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    %17 = stablehlo.transpose %16, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %cst_5 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %19 = stablehlo.multiply %18, %arg3 : tensor<2xf32>
    %20 = stablehlo.add %15, %19 : tensor<2xf32>
    %cst_6 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %22 = stablehlo.multiply %21, %arg4 : tensor<3x2xf32>
    %23 = stablehlo.add %17, %22 : tensor<3x2xf32>
    %cst_7 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %25 = stablehlo.multiply %24, %20 : tensor<2xf32>
    %cst_8 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %27 = stablehlo.multiply %26, %23 : tensor<3x2xf32>
    %28 = stablehlo.add %arg1, %25 : tensor<2xf32>
    %29 = stablehlo.add %arg2, %27 : tensor<3x2xf32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %30 = stablehlo.add %arg0, %c : tensor<i32>
    %31 = chlo.square %15 : tensor<2xf32> -> tensor<2xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %33 = chlo.square %32 : tensor<2xf32> -> tensor<2xf32>
    %34 = stablehlo.add %31, %33 : tensor<2xf32>
    %35 = chlo.square %17 : tensor<3x2xf32> -> tensor<3x2xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %37 = chlo.square %36 : tensor<3x2xf32> -> tensor<3x2xf32>
    %38 = stablehlo.add %35, %37 : tensor<3x2xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%34 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%38 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.add %cst_13, %39 : tensor<f32>
    %42 = stablehlo.add %41, %40 : tensor<f32>
    %43 = stablehlo.sqrt %42 : tensor<f32>
    return %30, %28, %29, %20, %23, %9, %43 : tensor<i32>, tensor<2xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<3x2xf32>, tensor<f32>, tensor<f32>
  }
}
