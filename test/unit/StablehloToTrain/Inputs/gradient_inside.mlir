// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[1.88655722, 5.315190e-01, -0.0672189221, 1.06709957, -0.33039242, -0.423743874, 2.17950773, -0.879381656, -0.54739356, -0.0146138379, -1.11531901, -2.16742206, 9.968460e-01, -0.843269169, -0.599787831, -0.43101868, -1.04014099, -1.13269734, 0.102018751, 2.33882499, 0.67757529, 0.688043057, -1.56418526, -0.0829628631, -1.24211586, 0.713292777, -0.28690064, -0.0206929389, -0.147401452, -0.642428457, -1.58027112, 0.520689964, -1.44190228, -1.23961627, -0.356582105, -0.765047132, 0.202733442, 0.951476395, 0.189880803, 0.138116762, -0.0356713757, 0.799042344, -1.90482426, 0.30814296, -0.991824209, -1.2919116, -0.05416831, -0.446297884, 0.524270296, 1.04175043, -2.38465738, -0.131337494, 1.89934802, 0.808581829, 1.38738966, 0.0427948236, -1.49428403, -1.18394053, 0.652729273, 0.89989984, -0.790485262, -0.327252477, 0.202591136, -1.80910075]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "chlo.acos"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "chlo.asin"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %8 = "chlo.atanh"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "chlo.erf_inv"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %11 = "stablehlo.multiply"(%6, %10) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %34 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%34) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.add"(%14, %13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %16 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.multiply"(%7, %16) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %19 = "stablehlo.reduce"(%17, %18) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %33 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%33) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %20 = "stablehlo.add"(%15, %19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %21 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %22 = "stablehlo.multiply"(%8, %21) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %32 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%32) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %25 = "stablehlo.add"(%20, %24) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %26 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.multiply"(%9, %26) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %31 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%31) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %30 = "stablehlo.add"(%25, %29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%30) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 20>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<20xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<20xf32>) -> tensor<4x5xf32>
    "func.return"(%4) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
