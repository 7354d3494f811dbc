// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xi1>, tensor<12xi1>, tensor<12xi1>, tensor<12xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}, {jax.result_info = "result[10]"}, {jax.result_info = "result[11]"}, {jax.result_info = "result[12]"}, {jax.result_info = "result[13]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<12xf32>):
    %5 = "stablehlo.abs"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %6 = "stablehlo.negate"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %7 = "stablehlo.sign"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %8 = "stablehlo.exponential"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %9 = "stablehlo.exponential_minus_one"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %10 = "stablehlo.sqrt"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %11 = "stablehlo.tanh"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %12 = "stablehlo.floor"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %13 = "stablehlo.ceil"(%arg2) : (tensor<12xf32>) -> tensor<12xf32>
    %14 = "func.call"(%arg2) <{callee = @round}> : (tensor<12xf32>) -> tensor<12xf32>
    %15 = "stablehlo.is_finite"(%arg2) : (tensor<12xf32>) -> tensor<12xi1>
    %16 = "func.call"(%arg2) <{callee = @isinf}> : (tensor<12xf32>) -> tensor<12xi1>
    %17 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<12xf32>
    %19 = "stablehlo.compare"(%arg2, %18) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
    %20 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<12xf32>
    %22 = "stablehlo.compare"(%arg2, %21) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
    "func.return"(%5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %19, %22) : (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xi1>, tensor<12xi1>, tensor<12xi1>, tensor<12xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<12xf32>) -> tensor<12xf32>, res_attrs = [{}], sym_name = "round", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<12xf32>):
    %4 = "stablehlo.round_nearest_even"(%arg1) : (tensor<12xf32>) -> tensor<12xf32>
    "func.return"(%4) : (tensor<12xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<12xf32>) -> tensor<12xi1>, res_attrs = [{}], sym_name = "isinf", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<12xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<12xf32>) -> tensor<12xf32>
    %1 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<12xf32>
    %3 = "stablehlo.compare"(%0, %2) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
    "func.return"(%3) : (tensor<12xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
