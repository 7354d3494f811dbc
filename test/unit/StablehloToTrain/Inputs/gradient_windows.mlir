// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x7x6x3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<2x7x6x3xf32>):
    %10 = "stablehlo.constant"() <{value = dense<[0.532286584, 0.345151454, -0.224356547, 0.310860217, 1.19510901, -2.04528832, -0.0973779708, -0.385998845, -0.268307716, -1.94383717, 0.763553142, -0.813170135, -0.194534093, -0.471340537, -1.63743806, -0.413579255, -1.809201, -0.909874558, -0.282443613, 0.0281845499, 0.0881827846, -0.104711711, 2.1706779, 0.468405038, -1.18863392, -0.579142213, -0.624314547, -0.144274384, -0.570247233, -0.822224379, 1.68228877, 0.0772223249, -0.303872526, -0.218961135, -0.183471441, 1.42625189, 5.119180e-01, 1.15682769, -3.08434701, 0.360191852, 1.09339821, 2.00777292, 0.0639321432, -1.68220949, 6.237260e-01, -0.564216793, -1.75689983, -0.583680391, 1.09126627, 1.2372371, 0.757060348, -1.01238596, 2.55288291, -1.13330317, -0.0413983837, -1.40836632, 1.35399675, 0.483017951, 0.925518453, 0.127937511, -0.0302833114, 0.212646335, -1.84984076, 1.03286803]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %11 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %13 = "stablehlo.reduce_window"(%arg2, %12) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %31 = "stablehlo.maximum"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%31) : (tensor<f32>) -> ()
    }) : (tensor<2x7x6x3xf32>, tensor<f32>) -> tensor<2x4x3x3xf32>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %16 = "stablehlo.reduce_window"(%arg2, %15) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [1, 0], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %30 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%30) : (tensor<f32>) -> ()
    }) : (tensor<2x7x6x3xf32>, tensor<f32>) -> tensor<2x4x6x3xf32>
    %17 = "func.call"(%10) <{callee = @resize}> : (tensor<64xf32>) -> tensor<2x4x3x3xf32>
    %18 = "stablehlo.multiply"(%13, %17) : (tensor<2x4x3x3xf32>, tensor<2x4x3x3xf32>) -> tensor<2x4x3x3xf32>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.reduce"(%18, %19) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %29 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%29) : (tensor<f32>) -> ()
    }) : (tensor<2x4x3x3xf32>, tensor<f32>) -> tensor<f32>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %22 = "stablehlo.add"(%21, %20) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %23 = "func.call"(%10) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<2x4x6x3xf32>
    %24 = "stablehlo.multiply"(%16, %23) : (tensor<2x4x6x3xf32>, tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %26 = "stablehlo.reduce"(%24, %25) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %28 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%28) : (tensor<f32>) -> ()
    }) : (tensor<2x4x6x3xf32>, tensor<f32>) -> tensor<f32>
    %27 = "stablehlo.add"(%22, %26) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%27) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<2x4x3x3xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %5 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<2x64xf32>
    %7 = "stablehlo.reshape"(%6) : (tensor<2x64xf32>) -> tensor<128xf32>
    %8 = "stablehlo.slice"(%7) <{limit_indices = array<i64: 72>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<128xf32>) -> tensor<72xf32>
    %9 = "stablehlo.reshape"(%8) : (tensor<72xf32>) -> tensor<2x4x3x3xf32>
    "func.return"(%9) : (tensor<2x4x3x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<2x4x6x3xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<3x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<3x64xf32>) -> tensor<192xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 144>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<192xf32>) -> tensor<144xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<144xf32>) -> tensor<2x4x6x3xf32>
    "func.return"(%4) : (tensor<2x4x6x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
