// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[-0.554472148, 0.66631335, 0.885625422, -0.044020094, 1.83232951, -1.58945274, -0.282568097, 1.66515493, -0.470921516, -1.65154803, 1.34948397, 0.498208255, -1.24485159, 0.728237688, -1.073020e+00, -1.39120364, -0.200467065, -0.529800594, -1.14807749, -0.414243966, -1.05454624, 0.0123847686, -0.0707842782, 0.699198723, -0.503379464, -1.382429, -1.37008023, -0.29392007, 1.49244606, 0.803285956, -0.690174877, 0.897100269, -1.21004736, 0.968646049, -0.431118101, 0.723475754, 0.577051342, -0.325074643, 0.281525373, -1.116890e+00, -0.120985866, 1.03917515, 4.06160641, 0.658177495, 0.0414855182, -1.06207621, 1.01551759, -1.7075932, -0.851453304, 0.312694907, -1.25525653, 1.49831414, 1.04980755, -0.616212308, -0.603216648, -1.36898518, -1.45101595, 0.397729427, 0.579287708, 0.306284845, 0.220427841, -0.608181596, 0.315280467, -1.52278423]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "chlo.lgamma"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "stablehlo.negate"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %10 = "stablehlo.subtract"(%7, %9) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %11 = "chlo.lgamma"(%10) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %13 = "stablehlo.multiply"(%6, %12) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %24 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%24) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.add"(%16, %15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %18 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %19 = "stablehlo.multiply"(%11, %18) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.reduce"(%19, %20) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %23 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%23) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %22 = "stablehlo.add"(%17, %21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%22) : (tensor<f32>) -> ()
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
