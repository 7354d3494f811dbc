// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[-0.0378767438, 1.43260324, 1.28118026, -0.510970056, -0.381351024, 1.33649611, 1.74768817, -1.54762769, -0.473961532, 0.189083219, 1.17697656, -0.886881053, 0.598858893, -0.347233444, 2.33875418, 0.385991246, -1.807910e-01, -0.381837696, 1.01431906, 0.636402189, -1.13243318, 0.172598764, -1.38942575, -0.804147601, -1.3449744, -1.37629116, -7.346680e-01, -1.02912068, 0.484970629, 0.754992485, -0.284882396, -1.16870463, 0.762588441, -2.07731605, -1.9841882, 0.68554008, 0.613979637, 0.933689296, -0.261492699, -1.31143832, -0.556279063, 0.524511039, -0.814560532, -0.749915242, -1.44532037, -1.21346295, 0.801924109, 0.411624938, -1.21119463, -1.12957871, -0.609294891, 0.505643666, -1.2181952, -0.214075893, -2.19880223, -1.30726767, 0.377830774, 0.857033789, -1.20596766, -0.821477532, 0.756665527, -0.436454415, -0.588256419, 0.476670474]> : tensor<64xf32>}> : () -> tensor<64xf32>
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
