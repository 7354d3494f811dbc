// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_erfc"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<69xf64>) -> tensor<69xf64>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<69xf64>):
    %0 = "chlo.erfc"(%arg0) : (tensor<69xf64>) -> tensor<69xf64>
    "func.return"(%0) : (tensor<69xf64>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
