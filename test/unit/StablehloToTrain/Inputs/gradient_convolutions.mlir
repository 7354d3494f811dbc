// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<2x7x6x4xf32>, %arg3: tensor<3x2x2x6xf32>):
    %10 = "stablehlo.constant"() <{value = dense<[-0.553944468, -1.17478919, -0.791766703, 0.0399774164, -2.06935644, 0.0752452388, -0.0120567745, 0.644443511, -0.334617078, 0.102047898, -0.736131727, -0.464029938, -1.77323437, 0.123639829, 1.54874098, 0.162635386, 0.365835667, -0.981630444, 1.43129432, -0.767012655, 0.801773965, 0.107335307, -0.959111094, 1.02718151, 0.0153793553, 0.178722024, 0.45214048, -0.021506831, -0.378713846, 0.466172934, -0.404757261, 0.0653514788, -0.667684257, -1.49009502, -0.673173547, -0.495141834, 0.0148074254, 1.18440127, -1.68947017, 0.128594458, -2.21192598, -1.04586339, -0.507066607, -2.25307178, -1.8577199, 0.154042616, 0.0777592435, -0.113788635, -0.803724229, 2.15437031, -0.161246479, -0.862110853, 1.67839849, 0.614309549, -0.370940626, 1.1926831, 0.156667292, 0.643137037, 0.234804362, -1.02842534, 0.971204638, 0.160458133, -1.00939286, -0.762921929]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %11 = "stablehlo.convolution"(%arg2, %arg3) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 2], [0, -1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 1>}> : (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>) -> tensor<2x4x3x6xf32>
    %12 = "stablehlo.slice"(%arg3) <{limit_indices = array<i64: 3, 2, 2, 4>, start_indices = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>}> : (tensor<3x2x2x6xf32>) -> tensor<3x2x2x4xf32>
    %13 = "stablehlo.convolution"(%arg2, %12) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 2, 1>, padding = dense<[[1, 1], [2, 0]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 2>}> : (tensor<2x7x6x4xf32>, tensor<3x2x2x4xf32>) -> tensor<2x13x4x4xf32>
    %14 = "func.call"(%10) <{callee = @resize}> : (tensor<64xf32>) -> tensor<2x4x3x6xf32>
    %15 = "stablehlo.multiply"(%11, %14) : (tensor<2x4x3x6xf32>, tensor<2x4x3x6xf32>) -> tensor<2x4x3x6xf32>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %26 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%26) : (tensor<f32>) -> ()
    }) : (tensor<2x4x3x6xf32>, tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %19 = "stablehlo.add"(%18, %17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %20 = "func.call"(%10) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<2x13x4x4xf32>
    %21 = "stablehlo.multiply"(%13, %20) : (tensor<2x13x4x4xf32>, tensor<2x13x4x4xf32>) -> tensor<2x13x4x4xf32>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %25 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%25) : (tensor<f32>) -> ()
    }) : (tensor<2x13x4x4xf32>, tensor<f32>) -> tensor<f32>
    %24 = "stablehlo.add"(%19, %23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%24) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<2x4x3x6xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %5 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<3x64xf32>
    %7 = "stablehlo.reshape"(%6) : (tensor<3x64xf32>) -> tensor<192xf32>
    %8 = "stablehlo.slice"(%7) <{limit_indices = array<i64: 144>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<192xf32>) -> tensor<144xf32>
    %9 = "stablehlo.reshape"(%8) : (tensor<144xf32>) -> tensor<2x4x3x6xf32>
    "func.return"(%9) : (tensor<2x4x3x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<2x13x4x4xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<7x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<7x64xf32>) -> tensor<448xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 416>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<448xf32>) -> tensor<416xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<416xf32>) -> tensor<2x13x4x4xf32>
    "func.return"(%4) : (tensor<2x13x4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
