// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<20xi32>, tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi1>, tensor<20xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}, {jax.result_info = "result[10]"}, {jax.result_info = "result[11]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<20xi32>, %arg1: tensor<20xi32>):
    %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %1 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %2 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %3 = "stablehlo.divide"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %4 = "stablehlo.remainder"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %5 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %6 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %7 = "stablehlo.and"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %8 = "stablehlo.or"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %9 = "stablehlo.xor"(%arg0, %arg1) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
    %10 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi1>
    %11 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi1>
    "func.return"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11) : (tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi1>, tensor<20xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
