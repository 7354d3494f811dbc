// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg7: tensor<4x5xf32>, %arg8: tensor<4x5xf32>):
    %8 = "stablehlo.constant"() <{value = dense<[-0.381035358, 0.113463886, -0.540201962, 1.07043052, 0.775724053, 1.21791577, 0.580358624, -0.794665753, -0.159632772, 0.875379681, -0.406941593, 2.9199729, -0.242302224, -0.586389363, 1.14890277, 0.747737765, -0.0279257186, -0.230244204, 0.426503122, 0.835532844, 0.762713968, -0.301662385, 0.431913227, 0.843951821, 0.764970183, -3.08633637, -0.890263497, -0.775865435, -0.230325326, 0.179086447, 0.921434402, 0.617685258, -0.126952648, 0.0231423043, 1.759120e+00, -0.612763881, 0.304489195, 1.56549919, 0.345924199, -2.04351568, 0.37492764, -0.387355238, -0.113101192, 1.05101359, 0.469534218, -0.264041513, 0.892009497, 0.435278237, 0.105140992, 0.301007956, 0.25311476, -0.33952418, -0.459100038, 0.0251613818, -0.954244256, -1.2588836, 1.30091095, -0.239692613, -0.024002213, -0.135044023, 0.0234057084, 0.022710951, 0.0651249141, -0.804945766]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %9 = "stablehlo.compare"(%arg7, %arg8) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %10 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %12 = "stablehlo.multiply"(%arg8, %11) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %13 = "func.call"(%9, %arg7, %12) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %14 = "stablehlo.constant"() <{value = dense<-5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %17 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %18 = "stablehlo.clamp"(%16, %arg7, %17) : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %19 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %21 = "stablehlo.subtract"(%arg8, %20) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %22 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %24 = "stablehlo.add"(%arg8, %23) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %25 = "func.call"(%arg7, %21, %24) <{callee = @clip}> : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %26 = "func.call"(%8) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.multiply"(%13, %26) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %44 = "stablehlo.add"(%arg13, %arg14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%44) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %30 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %31 = "stablehlo.add"(%30, %29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %32 = "func.call"(%8) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %33 = "stablehlo.multiply"(%18, %32) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %34 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.reduce"(%33, %34) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %43 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%43) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %36 = "stablehlo.add"(%31, %35) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %37 = "func.call"(%8) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %38 = "stablehlo.multiply"(%25, %37) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %39 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %40 = "stablehlo.reduce"(%38, %39) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %42 = "stablehlo.add"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%42) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %41 = "stablehlo.add"(%36, %40) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%41) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<4x5xi1>, %arg5: tensor<4x5xf32>, %arg6: tensor<4x5xf32>):
    %7 = "stablehlo.select"(%arg4, %arg5, %arg6) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%7) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x5xf32>, %arg2: tensor<4x5xf32>, %arg3: tensor<4x5xf32>):
    %5 = "stablehlo.maximum"(%arg2, %arg1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %6 = "stablehlo.minimum"(%arg3, %5) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%6) : (tensor<4x5xf32>) -> ()
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
