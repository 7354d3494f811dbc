// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x7x6x4xf32>, tensor<3x2x2x6xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<2x7x6x4xf32>, %arg3: tensor<3x2x2x6xf32>):
    %10 = "stablehlo.constant"() <{value = dense<[1.06268525, 0.45851317, 0.219221458, -0.417131364, -0.397877544, 0.615686178, -0.711778223, 1.22739518, -0.492579103, -0.873484492, 1.29801202, -0.14397867, 5.548750e-01, -0.414937496, -2.25010276, 0.547202766, -1.34668338, 1.08222985, -1.55081797, -1.86486757, 0.307638973, 0.425270468, 0.106686682, -1.21357906, 0.888531982, -1.46468842, -0.464262873, -0.78812772, -0.377675712, 0.852780342, -0.634076774, 0.56439054, 0.694146276, -1.71103966, -1.16658068, -0.38335225, -0.592121482, 0.307671517, -1.93166101, 0.720591187, 0.744573593, -0.168239594, -1.38305867, 0.00558351679, -0.537490666, 0.566639602, -0.0854205414, 0.7282269, -0.433322161, 1.44261456, -2.30476069, -1.01617539, 0.490812421, -1.51091588, 0.735931575, -1.21671963, 0.0931978523, -0.914756119, -0.441205263, 0.174623817, -0.104734354, -0.381319851, 2.15311599, 0.0084617706]> : tensor<64xf32>}> : () -> tensor<64xf32>
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
