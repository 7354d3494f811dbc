// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<69xf32>) -> (tensor<69xf32>, tensor<69xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<69xf32>):
    %0 = "chlo.erfc"(%arg0) : (tensor<69xf32>) -> tensor<69xf32>
    %1 = "chlo.square"(%arg0) : (tensor<69xf32>) -> tensor<69xf32>
    %2 = "stablehlo.negate"(%1) : (tensor<69xf32>) -> tensor<69xf32>
    %3 = "stablehlo.exponential"(%2) : (tensor<69xf32>) -> tensor<69xf32>
    %4 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<69xf32>
    %6 = "stablehlo.constant"() <{value = dense<-1.12837923> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<69xf32>
    %8 = "stablehlo.multiply"(%7, %5) : (tensor<69xf32>, tensor<69xf32>) -> tensor<69xf32>
    %9 = "stablehlo.multiply"(%8, %3) : (tensor<69xf32>, tensor<69xf32>) -> tensor<69xf32>
    "func.return"(%0, %9) : (tensor<69xf32>, tensor<69xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
