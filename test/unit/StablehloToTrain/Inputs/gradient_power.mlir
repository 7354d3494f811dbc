// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>, %arg2: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[0.10999766, 1.82229841, -0.364924729, -2.43540931, -0.364900589, 0.248152167, 0.353579193, 0.038483806, -0.85303086, 1.46837139, -0.693825066, 0.683717489, -0.31577149, -1.22697794, 1.38797545, -2.54010987, -0.879542291, 0.406574219, -0.383253396, 0.725451112, -0.125381008, -0.478551298, 2.13842058, -0.244446665, -0.182068869, -1.10735285, -0.771688163, 0.626882135, 0.541591763, -0.020395074, -0.722534716, 0.6652233, -1.72550428, -0.362396955, -0.272667289, -0.866145968, 0.133697942, -0.686699629, -0.821810662, 1.78544557, 0.724624156, 1.18378556, 0.0358539224, 0.950009047, 0.766960322, 1.19994724, 2.35589957, -0.239067391, 0.247387275, -0.0626750365, -3.52673125, -1.40698779, 0.00924391951, 0.624602496, -0.584385097, 1.1276803, 1.27663577, -0.420119286, 1.41783595, 1.74597836, 0.458992928, -0.986417651, 1.46409726, -0.167678669]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "stablehlo.power"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.multiply"(%6, %7) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %13 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%13) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%12) : (tensor<f32>) -> ()
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
