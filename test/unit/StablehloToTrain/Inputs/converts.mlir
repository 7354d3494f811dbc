// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<12xf32>, tensor<12xi32>, tensor<12xi1>) -> (tensor<12xi32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xi8>, tensor<12xui32>, tensor<12xi1>, tensor<12xf32>, tensor<12xi32>, tensor<12xi1>, tensor<12xui8>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}, {jax.result_info = "result[10]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<12xf32>, %arg1: tensor<12xi32>, %arg2: tensor<12xi1>):
    %0 = "stablehlo.convert"(%arg0) : (tensor<12xf32>) -> tensor<12xi32>
    %1 = "stablehlo.convert"(%arg0) : (tensor<12xf32>) -> tensor<12xbf16>
    %2 = "stablehlo.convert"(%1) : (tensor<12xbf16>) -> tensor<12xf32>
    %3 = "stablehlo.convert"(%arg0) : (tensor<12xf32>) -> tensor<12xf16>
    %4 = "stablehlo.convert"(%3) : (tensor<12xf16>) -> tensor<12xf32>
    %5 = "stablehlo.convert"(%arg1) : (tensor<12xi32>) -> tensor<12xf32>
    %6 = "stablehlo.convert"(%arg1) : (tensor<12xi32>) -> tensor<12xi8>
    %7 = "stablehlo.convert"(%arg1) : (tensor<12xi32>) -> tensor<12xui32>
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<12xi32>
    %10 = "stablehlo.compare"(%arg1, %9) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %11 = "stablehlo.convert"(%10) : (tensor<12xi1>) -> tensor<12xi1>
    %12 = "stablehlo.convert"(%arg2) : (tensor<12xi1>) -> tensor<12xf32>
    %13 = "stablehlo.convert"(%arg2) : (tensor<12xi1>) -> tensor<12xi32>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<12xf32>
    %16 = "stablehlo.compare"(%arg0, %15) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
    %17 = "stablehlo.convert"(%16) : (tensor<12xi1>) -> tensor<12xi1>
    %18 = "stablehlo.convert"(%arg0) : (tensor<12xf32>) -> tensor<12xui8>
    "func.return"(%0, %2, %4, %5, %6, %7, %11, %12, %13, %17, %18) : (tensor<12xi32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xi8>, tensor<12xui32>, tensor<12xi1>, tensor<12xf32>, tensor<12xi32>, tensor<12xi1>, tensor<12xui8>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
