// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[-0.481218636, 0.686709762, -1.6117146, -2.01613283, 0.558796823, -0.0105330748, 0.146453813, -0.636286556, -0.346796691, 0.758107185, 1.66570079, -0.269088745, -1.70323133, 1.22248566, 0.55075103, 0.63025105, 0.130430639, 2.27222228, 0.024089532, 0.462956965, -1.90526628, -6.306250e-01, -0.738422214, -0.0811627432, 0.297038496, -0.801044881, 1.68052244, -1.11707187, -0.501933813, 0.187199831, -1.30279112, 0.519700885, 0.581954896, -0.343826532, 1.85888445, 0.0305967815, 0.230052635, -1.01198864, -1.72660506, -0.682649374, -0.372928321, -0.506896138, 0.718012929, -2.43907952, -1.18584383, -1.87860596, 1.29136217, -0.616550565, -0.566287756, -1.15354121, 0.849007606, -0.46300596, 0.171225339, -2.08674169, 1.12134814, 0.344496429, 0.501821101, 1.18706119, -0.243604168, -0.21741581, 0.668635308, 0.37724632, -0.294929951, -0.0055782795]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "stablehlo.log"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "stablehlo.log_plus_one"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.sqrt"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "stablehlo.rsqrt"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "stablehlo.cbrt"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %11 = "stablehlo.constant"() <{value = dense<1.500000e+00> : tensor<f32>}> : () -> tensor<f32>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %13 = "stablehlo.add"(%arg1, %12) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %14 = "chlo.acosh"(%13) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %15 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %16 = "stablehlo.multiply"(%6, %15) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.reduce"(%16, %17) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %51 = "stablehlo.add"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%51) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.add"(%19, %18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %21 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %22 = "stablehlo.multiply"(%7, %21) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %24 = "stablehlo.reduce"(%22, %23) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %50 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%50) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %25 = "stablehlo.add"(%20, %24) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %26 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.multiply"(%8, %26) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.reduce"(%27, %28) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %49 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%49) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %30 = "stablehlo.add"(%25, %29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %31 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %32 = "stablehlo.multiply"(%9, %31) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %33 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %34 = "stablehlo.reduce"(%32, %33) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %48 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%48) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %35 = "stablehlo.add"(%30, %34) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %36 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %37 = "stablehlo.multiply"(%10, %36) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %38 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %39 = "stablehlo.reduce"(%37, %38) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %47 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%47) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %40 = "stablehlo.add"(%35, %39) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %41 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %42 = "stablehlo.multiply"(%14, %41) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %43 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %44 = "stablehlo.reduce"(%42, %43) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %46 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%46) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %45 = "stablehlo.add"(%40, %44) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%45) : (tensor<f32>) -> ()
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
