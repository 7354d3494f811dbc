// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_nextafter"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<144xf32>, tensor<144xf32>) -> tensor<144xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<144xf32>, %arg1: tensor<144xf32>):
    %0 = "chlo.next_after"(%arg0, %arg1) : (tensor<144xf32>, tensor<144xf32>) -> tensor<144xf32>
    "func.return"(%0) : (tensor<144xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
