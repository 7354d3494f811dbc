// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<20xi32>):
    %0 = "stablehlo.popcnt"(%arg0) : (tensor<20xi32>) -> tensor<20xi32>
    %1 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<20xi32>) -> tensor<20xi32>
    %2 = "stablehlo.not"(%arg0) : (tensor<20xi32>) -> tensor<20xi32>
    %3 = "stablehlo.abs"(%arg0) : (tensor<20xi32>) -> tensor<20xi32>
    %4 = "stablehlo.sign"(%arg0) : (tensor<20xi32>) -> tensor<20xi32>
    "func.return"(%0, %1, %2, %3, %4) : (tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
