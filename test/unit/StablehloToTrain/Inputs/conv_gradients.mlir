// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>) -> (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x7x6x4xf32>, %arg1: tensor<3x2x2x6xf32>):
    %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 1>}> : (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>) -> tensor<2x4x5x6xf32>
    %1 = "stablehlo.cosine"(%0) : (tensor<2x4x5x6xf32>) -> tensor<2x4x5x6xf32>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4x5x6xf32>
    %4 = "stablehlo.multiply"(%3, %1) : (tensor<2x4x5x6xf32>, tensor<2x4x5x6xf32>) -> tensor<2x4x5x6xf32>
    %5 = "stablehlo.convolution"(%arg0, %4) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 2, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 2>}> : (tensor<2x7x6x4xf32>, tensor<2x4x5x6xf32>) -> tensor<3x2x2x6xf32>
    %6 = "stablehlo.reshape"(%arg1) : (tensor<3x2x2x6xf32>) -> tensor<3x2x2x2x3xf32>
    %7 = "stablehlo.transpose"(%6) <{permutation = array<i64: 0, 1, 3, 2, 4>}> : (tensor<3x2x2x2x3xf32>) -> tensor<3x2x2x2x3xf32>
    %8 = "stablehlo.reshape"(%7) : (tensor<3x2x2x2x3xf32>) -> tensor<3x2x4x3xf32>
    %9 = "stablehlo.reverse"(%8) <{dimensions = array<i64: 0, 1>}> : (tensor<3x2x4x3xf32>) -> tensor<3x2x4x3xf32>
    %10 = "stablehlo.convolution"(%4, %9) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 2, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<2x4x5x6xf32>, tensor<3x2x4x3xf32>) -> tensor<2x7x6x4xf32>
    "func.return"(%10, %5) : (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
