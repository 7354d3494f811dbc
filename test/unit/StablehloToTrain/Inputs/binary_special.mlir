// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<144xf32>, tensor<144xf32>) -> (tensor<144xf32>, tensor<144xf32>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<144xf32>, %arg1: tensor<144xf32>):
    %0 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xf32>
    %1 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xf32>
    %2 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xi1>
    %3 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xi1>
    %4 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xi1>
    %5 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xi1>
    %6 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xi1>
    %7 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xi1>
    "func.return"(%0, %1, %2, %3, %4, %5, %6, %7) : (tensor<144xf32>, tensor<144xf32>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
