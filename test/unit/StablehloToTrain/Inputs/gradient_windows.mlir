// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2x7x6x3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<2x7x6x3xf32>):
    %10 = "stablehlo.constant"() <{value = dense<[-2.07073164, -0.207624897, -0.12195839, -1.22608924, -1.72953486, 0.411827147, -0.809652328, 0.488365233, -0.4202075, 0.62320745, -0.338795662, -1.50661874, -0.0864664167, -0.328264266, 0.65737158, -0.450590372, -0.393070757, 0.85987842, 1.16631079, 7.594440e-01, 1.03779006, 0.454206347, 0.770353972, 0.87825489, 0.403759897, 0.062932834, 0.142155483, 2.40485263, 0.0136780301, -0.236808166, -0.36425969, -0.0333446376, 0.244208679, -1.13113081, -1.98056817, 0.295250237, -1.60605311, 0.258718699, 0.140620127, 1.15290666, 1.67019677, 0.367672056, -0.553944468, -1.17478919, -0.791766703, 0.0399774164, -2.06935644, 0.0752452388, -0.0120567745, 0.644443511, -0.334617078, 0.102047898, -0.736131727, -0.464029938, -1.77323437, 0.123639829, 1.54874098, 0.162635386, 0.365835667, -0.981630444, 1.43129432, -0.767012655, 0.801773965, 0.107335307]> : tensor<64xf32>}> : () -> tensor<64xf32>
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
