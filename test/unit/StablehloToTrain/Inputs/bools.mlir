// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<9xi1>, tensor<9xi1>) -> (tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi32>, tensor<9xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<9xi1>, %arg1: tensor<9xi1>):
    %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<9xi1>, tensor<9xi1>) -> tensor<9xi1>
    %1 = "stablehlo.or"(%arg0, %arg1) : (tensor<9xi1>, tensor<9xi1>) -> tensor<9xi1>
    %2 = "stablehlo.xor"(%arg0, %arg1) : (tensor<9xi1>, tensor<9xi1>) -> tensor<9xi1>
    %3 = "stablehlo.not"(%arg0) : (tensor<9xi1>) -> tensor<9xi1>
    %4 = "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<9xi1>, tensor<9xi1>) -> tensor<9xi1>
    %5 = "stablehlo.convert"(%arg0) : (tensor<9xi1>) -> tensor<9xi32>
    %6 = "stablehlo.convert"(%arg1) : (tensor<9xi1>) -> tensor<9xi32>
    %7 = "stablehlo.add"(%5, %6) : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
    %8 = "stablehlo.convert"(%arg0) : (tensor<9xi1>) -> tensor<9xf32>
    %9 = "stablehlo.convert"(%arg1) : (tensor<9xi1>) -> tensor<9xf32>
    %10 = "stablehlo.multiply"(%8, %9) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    "func.return"(%0, %1, %2, %3, %4, %7, %10) : (tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi32>, tensor<9xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
