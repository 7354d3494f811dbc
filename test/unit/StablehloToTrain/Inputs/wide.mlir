// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<9xf64>, tensor<9xi64>) -> (tensor<9xf32>, tensor<9xi32>, tensor<9xf64>, tensor<9xi64>, tensor<9xi64>, tensor<9xf64>, tensor<f64>, tensor<i64>, tensor<9xf64>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<9xf64>, %arg1: tensor<9xi64>):
    %0 = "stablehlo.convert"(%arg0) : (tensor<9xf64>) -> tensor<9xf32>
    %1 = "stablehlo.convert"(%arg1) : (tensor<9xi64>) -> tensor<9xi32>
    %2 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f64>) -> tensor<9xf64>
    %4 = "stablehlo.multiply"(%arg0, %3) : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64>
    %5 = "stablehlo.constant"() <{value = dense<3> : tensor<i64>}> : () -> tensor<i64>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<i64>) -> tensor<9xi64>
    %7 = "stablehlo.multiply"(%arg1, %6) : (tensor<9xi64>, tensor<9xi64>) -> tensor<9xi64>
    %8 = "stablehlo.convert"(%arg0) : (tensor<9xf64>) -> tensor<9xi64>
    %9 = "stablehlo.convert"(%arg1) : (tensor<9xi64>) -> tensor<9xf64>
    %10 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %11 = "stablehlo.reduce"(%arg0, %10) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %16 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      "stablehlo.return"(%16) : (tensor<f64>) -> ()
    }) : (tensor<9xf64>, tensor<f64>) -> tensor<f64>
    %12 = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    %13 = "stablehlo.reduce"(%arg1, %12) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<i64>, %arg3: tensor<i64>):
      %15 = "stablehlo.add"(%arg2, %arg3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%15) : (tensor<i64>) -> ()
    }) : (tensor<9xi64>, tensor<i64>) -> tensor<i64>
    %14 = "stablehlo.exponential"(%arg0) : (tensor<9xf64>) -> tensor<9xf64>
    "func.return"(%0, %1, %4, %7, %8, %9, %11, %13, %14) : (tensor<9xf32>, tensor<9xi32>, tensor<9xf64>, tensor<9xi64>, tensor<9xi64>, tensor<9xf64>, tensor<f64>, tensor<i64>, tensor<9xf64>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
