// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %2:2 = "stablehlo.optimization_barrier"(%arg0, %1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    %3 = "stablehlo.cosine"(%2#0) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = "stablehlo.sine"(%2#0) : (tensor<4xf32>) -> tensor<4xf32>
    %5 = "stablehlo.cosine"(%3) : (tensor<4xf32>) -> tensor<4xf32>
    %6 = "stablehlo.multiply"(%2#1, %5) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %7 = "stablehlo.negate"(%6) : (tensor<4xf32>) -> tensor<4xf32>
    %8 = "stablehlo.multiply"(%7, %4) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%8) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
