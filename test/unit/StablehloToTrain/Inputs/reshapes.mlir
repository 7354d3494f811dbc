// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3x4xf32>) -> (tensor<4x6xf32>, tensor<4x3x2xf32>, tensor<4x2x3xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<1x2x2xf32>, tensor<2x4x4xf32>, tensor<3x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<2x3x4xf32>):
    %2 = "stablehlo.reshape"(%arg2) : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
    %3 = "stablehlo.transpose"(%arg2) <{permutation = array<i64: 2, 1, 0>}> : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
    %4 = "stablehlo.transpose"(%arg2) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    %5 = "func.call"(%arg2) <{callee = @_flip}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %6 = "func.call"(%arg2) <{callee = @_flip_0}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %7 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64: 2, 3, 3>, start_indices = array<i64: 1, 0, 1>, strides = array<i64: 1, 2, 1>}> : (tensor<2x3x4xf32>) -> tensor<1x2x2xf32>
    %8 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64: 2, 1, 4>, start_indices = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
    %9 = "stablehlo.concatenate"(%arg2, %8) <{dimension = 1 : i64}> : (tensor<2x3x4xf32>, tensor<2x1x4xf32>) -> tensor<2x4x4xf32>
    %10 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64: 1, 3, 4>, start_indices = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
    %11 = "stablehlo.reshape"(%10) : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%2, %3, %4, %5, %6, %7, %9, %11) : (tensor<4x6xf32>, tensor<4x3x2xf32>, tensor<4x2x3xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<1x2x2xf32>, tensor<2x4x4xf32>, tensor<3x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>, res_attrs = [{}], sym_name = "_flip", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<2x3x4xf32>):
    %1 = "stablehlo.reverse"(%arg1) <{dimensions = array<i64: 1>}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    "func.return"(%1) : (tensor<2x3x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>, res_attrs = [{}], sym_name = "_flip_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2x3x4xf32>):
    %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0, 2>}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    "func.return"(%0) : (tensor<2x3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
