// flax_variables of make_jax_trees.py
module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
  func.func public @main(%arg0: tensor<3xf32> loc("variables['batch_stats']['BatchNorm_0']['mean']"), %arg1: tensor<3xf32> loc("variables['batch_stats']['BatchNorm_0']['var']"), %arg2: tensor<3xf32> loc("variables['params']['BatchNorm_0']['bias']"), %arg3: tensor<3xf32> loc("variables['params']['BatchNorm_0']['scale']"), %arg4: tensor<2xf32> loc("variables['params']['Dense_0']['bias']"), %arg5: tensor<3x2xf32> loc("variables['params']['Dense_0']['kernel']"), %arg6: tensor<4x3xf32> loc("x"), %arg7: tensor<4x2xf32> loc("y"), %arg8: tensor<2xui32> loc("rng")) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1][0]['batch_stats']['BatchNorm_0']['mean']"}, tensor<3xf32> {jax.result_info = "result[1][0]['batch_stats']['BatchNorm_0']['var']"}, tensor<f32> {jax.result_info = "result[1][1]['largest']"}) {
    %0 = sdy.sharding_constraint %arg8 <@empty_mesh, [{}]> : tensor<2xui32>
    %1 = chlo.square %arg6 : tensor<4x3xf32> -> tensor<4x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%arg6 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %4 = stablehlo.divide %2, %3 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%1 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %7 = stablehlo.divide %5, %6 : tensor<3xf32>
    %8 = chlo.square %4 : tensor<3xf32> -> tensor<3xf32>
    %9 = stablehlo.subtract %7, %8 : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %11 = stablehlo.maximum %10, %9 : tensor<3xf32>
    %cst_4 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %13 = stablehlo.multiply %12, %arg0 : tensor<3xf32>
    %cst_5 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %15 = stablehlo.multiply %14, %4 : tensor<3xf32>
    %16 = stablehlo.add %13, %15 : tensor<3xf32>
    %cst_6 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %18 = stablehlo.multiply %17, %arg1 : tensor<3xf32>
    %cst_7 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %20 = stablehlo.multiply %19, %11 : tensor<3xf32>
    %21 = stablehlo.add %18, %20 : tensor<3xf32>
    %22 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %23 = stablehlo.broadcast_in_dim %11, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
    %25 = stablehlo.subtract %arg6, %24 : tensor<4x3xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
    %27 = stablehlo.add %23, %26 : tensor<1x3xf32>
    %28 = stablehlo.rsqrt %27 : tensor<1x3xf32>
    %29 = stablehlo.reshape %arg3 : (tensor<3xf32>) -> tensor<1x3xf32>
    %30 = stablehlo.multiply %28, %29 : tensor<1x3xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
    %32 = stablehlo.multiply %25, %31 : tensor<4x3xf32>
    %33 = stablehlo.reshape %arg2 : (tensor<3xf32>) -> tensor<1x3xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
    %35 = stablehlo.add %32, %34 : tensor<4x3xf32>
    %36 = stablehlo.dot_general %35, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
    %37 = stablehlo.reshape %arg4 : (tensor<2xf32>) -> tensor<1x2xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<4x2xf32>
    %39 = stablehlo.add %36, %38 : tensor<4x2xf32>
    %40 = stablehlo.subtract %39, %arg7 : tensor<4x2xf32>
    %41 = stablehlo.multiply %40, %40 : tensor<4x2xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %43 = stablehlo.divide %42, %cst_10 : tensor<f32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %44 = stablehlo.reduce(%39 init: %cst_11) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
    return %43, %16, %21, %44 : tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>
  }
}
