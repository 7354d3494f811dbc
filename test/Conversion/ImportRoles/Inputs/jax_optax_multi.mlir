// optax_multi of make_jax_trees.py
module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xf32> loc("params['b']"), %arg1: tensor<3x2xf32> loc("params['w']"), %arg2: tensor<i32> loc("opt_state.inner_states['a'].inner_state[1][0].count"), %arg3: tensor<3x2xf32> loc("opt_state.inner_states['a'].inner_state[1][0].mu['w']"), %arg4: tensor<4x3xf32> loc("x"), %arg5: tensor<4x2xf32> loc("y")) -> (tensor<2xf32> {jax.result_info = "result[0]['b']"}, tensor<3x2xf32> {jax.result_info = "result[0]['w']"}, tensor<i32> {jax.result_info = "result[1].inner_states['a'].inner_state[1][0].count"}, tensor<3x2xf32> {jax.result_info = "result[1].inner_states['a'].inner_state[1][0].mu['w']"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<4x2xf32>
    %3 = stablehlo.add %0, %2 : tensor<4x2xf32>
    %4 = stablehlo.subtract %3, %arg5 : tensor<4x2xf32>
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
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<1x2xf32>, tensor<f32>) -> tensor<2xf32>
    %16 = stablehlo.dot_general %12, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    %17 = stablehlo.transpose %16, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %18 = chlo.square %17 : tensor<3x2xf32> -> tensor<3x2xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %20 = chlo.square %19 : tensor<3x2xf32> -> tensor<3x2xf32>
    %21 = stablehlo.add %18, %20 : tensor<3x2xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.add %cst_8, %22 : tensor<f32>
    %24 = stablehlo.sqrt %23 : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.compare LT, %24, %cst_9, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %26 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %27 = stablehlo.divide %17, %26 : tensor<3x2xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %29 = stablehlo.multiply %27, %28 : tensor<3x2xf32>
    %30 = stablehlo.select %25, %17, %29 : tensor<i1>, tensor<3x2xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %32 = stablehlo.multiply %31, %30 : tensor<3x2xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %34 = stablehlo.multiply %33, %arg3 : tensor<3x2xf32>
    %35 = stablehlo.add %32, %34 : tensor<3x2xf32>
    %36 = stablehlo.sign %35 : tensor<3x2xf32>
    %cst_13 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %38 = stablehlo.multiply %37, %30 : tensor<3x2xf32>
    %cst_14 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %40 = stablehlo.multiply %39, %arg3 : tensor<3x2xf32>
    %41 = stablehlo.add %38, %40 : tensor<3x2xf32>
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %42 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_15 = stablehlo.constant dense<1> : tensor<i32>
    %43 = stablehlo.add %arg2, %c_15 : tensor<i32>
    %c_16 = stablehlo.constant dense<2147483647> : tensor<i32>
    %44 = call @_where(%42, %43, %c_16) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %cst_17 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %46 = stablehlo.multiply %45, %arg1 : tensor<3x2xf32>
    %47 = stablehlo.add %36, %46 : tensor<3x2xf32>
    %cst_18 = stablehlo.constant dense<-1.000000e-03> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %49 = stablehlo.multiply %48, %47 : tensor<3x2xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %51 = stablehlo.add %arg0, %50 : tensor<2xf32>
    %52 = stablehlo.add %arg1, %49 : tensor<3x2xf32>
    return %51, %52, %44, %41, %9 : tensor<2xf32>, tensor<3x2xf32>, tensor<i32>, tensor<3x2xf32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
