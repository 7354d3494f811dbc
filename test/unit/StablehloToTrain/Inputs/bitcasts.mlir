// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3x2xf32>, tensor<3x2xui16>, tensor<4xui32>) -> (tensor<3x2xi32>, tensor<3x2x2xui16>, tensor<3xf32>, tensor<4x4xui8>, tensor<4xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x2xf32>, %arg1: tensor<3x2xui16>, %arg2: tensor<4xui32>):
    %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<3x2xf32>) -> tensor<3x2xi32>
    %1 = "stablehlo.bitcast_convert"(%arg0) : (tensor<3x2xf32>) -> tensor<3x2x2xui16>
    %2 = "stablehlo.bitcast_convert"(%arg1) : (tensor<3x2xui16>) -> tensor<3xf32>
    %3 = "stablehlo.bitcast_convert"(%arg2) : (tensor<4xui32>) -> tensor<4x4xui8>
    %4 = "stablehlo.bitcast_convert"(%arg2) : (tensor<4xui32>) -> tensor<4x4xui8>
    %5 = "stablehlo.bitcast_convert"(%4) : (tensor<4x4xui8>) -> tensor<4xui32>
    "func.return"(%0, %1, %2, %3, %5) : (tensor<3x2xi32>, tensor<3x2x2xui16>, tensor<3xf32>, tensor<4x4xui8>, tensor<4xui32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
