// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<44xf32>) -> (tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<44xf32>):
    %0 = "chlo.acos"(%arg0) : (tensor<44xf32>) -> tensor<44xf32>
    %1 = "chlo.asin"(%arg0) : (tensor<44xf32>) -> tensor<44xf32>
    %2 = "chlo.atan"(%arg0) : (tensor<44xf32>) -> tensor<44xf32>
    %3 = "chlo.atanh"(%arg0) : (tensor<44xf32>) -> tensor<44xf32>
    %4 = "chlo.erf_inv"(%arg0) : (tensor<44xf32>) -> tensor<44xf32>
    "func.return"(%0, %1, %2, %3, %4) : (tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
