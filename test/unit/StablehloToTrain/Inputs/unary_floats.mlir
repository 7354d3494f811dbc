// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xi1>, tensor<4x5xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}, {jax.result_info = "result[10]"}, {jax.result_info = "result[11]"}, {jax.result_info = "result[12]"}, {jax.result_info = "result[13]"}, {jax.result_info = "result[14]"}, {jax.result_info = "result[15]"}, {jax.result_info = "result[16]"}, {jax.result_info = "result[17]"}, {jax.result_info = "result[18]"}, {jax.result_info = "result[19]"}, {jax.result_info = "result[20]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %1 = "stablehlo.abs"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %2 = "stablehlo.negate"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %3 = "stablehlo.sign"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %4 = "stablehlo.exponential"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = "stablehlo.exponential_minus_one"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %6 = "stablehlo.log"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "stablehlo.log_plus_one"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.sqrt"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "stablehlo.rsqrt"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "stablehlo.cbrt"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %11 = "stablehlo.sine"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = "stablehlo.cosine"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %13 = "stablehlo.tanh"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %14 = "stablehlo.negate"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %15 = "stablehlo.exponential"(%14) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %16 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %18 = "stablehlo.add"(%17, %15) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %19 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %21 = "stablehlo.divide"(%20, %18) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %22 = "chlo.erf"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %23 = "stablehlo.floor"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %24 = "stablehlo.ceil"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %25 = "stablehlo.round_nearest_afz"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %26 = "func.call"(%arg1) <{callee = @round}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.is_finite"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xi1>
    %28 = "chlo.square"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %21, %22, %23, %24, %25, %26, %27, %28) : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xi1>, tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "round", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x5xf32>):
    %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%0) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
