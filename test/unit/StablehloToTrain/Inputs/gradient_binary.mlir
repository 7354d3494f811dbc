// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>, %arg2: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[0.152377054, 1.07221735, 0.753219843, -0.622479498, -0.163465396, -0.104217276, -1.40564466, -1.02127564, 0.932150661, -1.63726056, 0.955304801, 0.243210286, -0.182684898, 0.49727574, 0.435168654, 1.17075109, -0.4446899, -0.271993935, -0.289426148, 1.84688783, 0.906763672, -0.969712495, -0.376683295, -0.750076591, -0.027988717, 0.173273236, 2.2598269, -1.87276626, 0.991080939, 0.397335619, -0.744955063, -1.903970e-01, -0.537377834, 0.0104983477, 0.970532834, -1.5625335, 1.2783134, -0.413644224, 1.46866703, 0.374958158, 1.19906068, 0.529952407, 1.05124617, 0.0194513761, -0.870712816, 0.637744665, 0.676675081, 2.06878257, -2.04507709, -0.233363569, 1.02933025, -1.29150152, -0.262842417, 2.08851767, 1.38607347, -0.915604114, 1.39626145, 1.15375268, 7.462590e-01, 0.349402398, 0.206551969, -0.903636694, -0.549291611, 0.702985227]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "stablehlo.add"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "stablehlo.subtract"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.multiply"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "stablehlo.divide"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "stablehlo.atan2"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %11 = "stablehlo.maximum"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = "stablehlo.minimum"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %13 = "stablehlo.remainder"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %14 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %15 = "stablehlo.multiply"(%6, %14) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
      %62 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%62) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %19 = "stablehlo.add"(%18, %17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %20 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %21 = "stablehlo.multiply"(%7, %20) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg15: tensor<f32>, %arg16: tensor<f32>):
      %61 = "stablehlo.add"(%arg15, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%61) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %24 = "stablehlo.add"(%19, %23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %25 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %26 = "stablehlo.multiply"(%8, %25) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %28 = "stablehlo.reduce"(%26, %27) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %60 = "stablehlo.add"(%arg13, %arg14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%60) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %29 = "stablehlo.add"(%24, %28) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %30 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %31 = "stablehlo.multiply"(%9, %30) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %32 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %33 = "stablehlo.reduce"(%31, %32) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %59 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%59) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %34 = "stablehlo.add"(%29, %33) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %35 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %36 = "stablehlo.multiply"(%10, %35) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.reduce"(%36, %37) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %58 = "stablehlo.add"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%58) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %39 = "stablehlo.add"(%34, %38) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %40 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %41 = "stablehlo.multiply"(%11, %40) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %42 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.reduce"(%41, %42) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %57 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%57) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %44 = "stablehlo.add"(%39, %43) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %45 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %46 = "stablehlo.multiply"(%12, %45) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %47 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %48 = "stablehlo.reduce"(%46, %47) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %56 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%56) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %49 = "stablehlo.add"(%44, %48) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %50 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %51 = "stablehlo.multiply"(%13, %50) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.reduce"(%51, %52) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %55 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%55) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %54 = "stablehlo.add"(%49, %53) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%54) : (tensor<f32>) -> ()
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
