// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg14: tensor<4x5xf32>):
    %29 = "stablehlo.constant"() <{value = dense<[1.84727585, 0.945338487, 2.37260509, 0.622732759, -0.728475749, 0.524104059, -0.440716505, -1.29990876, -1.27234375, 2.31611919, -0.536148667, -0.0183307528, -0.656975567, 0.145178646, -0.230318815, -0.401148021, -1.20175314, -1.40258718, -0.732995152, 0.304353148, 2.08873034, 1.06615424, 1.83673668, 0.499377757, -0.0723487288, -1.30968976, 0.018131163, -2.1282208, -0.28349483, 1.64537823, 0.346729577, 1.14676809, -0.363139361, -1.35676718, -0.45910573, -0.376255035, 1.22644532, 1.99673212, -0.718742371, -0.336890578, -0.122916467, -0.325888216, -1.22055173, 0.116737902, 0.386213779, 0.410328865, -1.18162394, -0.0886774957, -1.71442544, 0.939245641, -0.993575632, -0.248039827, -0.422225446, -0.556167662, -1.03147221, -1.73968399, 1.7611624, 0.284276098, 0.294451624, 2.12818646, -0.0710982606, 0.582341313, 0.0509453453, 1.2174989]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %30 = "func.call"(%arg14) <{callee = @cumsum}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %31 = "func.call"(%arg14) <{callee = @cummax}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %32 = "func.call"(%arg14) <{callee = @cumprod}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %33 = "func.call"(%arg14) <{callee = @cumlogsumexp}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %34 = "func.call"(%29) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %35 = "stablehlo.multiply"(%30, %34) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %36 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %37 = "stablehlo.reduce"(%35, %36) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
      %58 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%58) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %38 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %39 = "stablehlo.add"(%38, %37) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %40 = "func.call"(%29) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %41 = "stablehlo.multiply"(%31, %40) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %42 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.reduce"(%41, %42) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
      %57 = "stablehlo.add"(%arg19, %arg20) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%57) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %44 = "stablehlo.add"(%39, %43) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %45 = "func.call"(%29) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %46 = "stablehlo.multiply"(%32, %45) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %47 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %48 = "stablehlo.reduce"(%46, %47) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
      %56 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%56) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %49 = "stablehlo.add"(%44, %48) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %50 = "func.call"(%29) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %51 = "stablehlo.multiply"(%33, %50) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.reduce"(%51, %52) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg15: tensor<f32>, %arg16: tensor<f32>):
      %55 = "stablehlo.add"(%arg15, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%55) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %54 = "stablehlo.add"(%49, %53) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%54) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "cumsum", sym_visibility = "private"}> ({
  ^bb0(%arg13: tensor<4x5xf32>):
    %28 = "func.call"(%arg13) <{callee = @cumsum_0}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%28) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, sym_name = "cumsum_0", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<4x5xf32>):
    %24 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %26 = "stablehlo.reduce_window"(%arg10, %25) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %27 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%27) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
    "func.return"(%26) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, sym_name = "cummax", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<4x5xf32>):
    %20 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %22 = "stablehlo.reduce_window"(%arg7, %21) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %23 = "stablehlo.maximum"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%23) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
    "func.return"(%22) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, sym_name = "cumprod", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<4x5xf32>):
    %17 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.reduce_window"(%arg4, %17) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %19 = "stablehlo.multiply"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%19) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
    "func.return"(%18) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, sym_name = "cumlogsumexp", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.reduce_window"(%arg1, %5) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %7 = "stablehlo.maximum"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %8 = "stablehlo.subtract"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %9 = "stablehlo.compare"(%8, %8) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %10 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %11 = "stablehlo.abs"(%8) : (tensor<f32>) -> tensor<f32>
      %12 = "stablehlo.negate"(%11) : (tensor<f32>) -> tensor<f32>
      %13 = "stablehlo.exponential"(%12) : (tensor<f32>) -> tensor<f32>
      %14 = "stablehlo.log_plus_one"(%13) : (tensor<f32>) -> tensor<f32>
      %15 = "stablehlo.add"(%7, %14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %16 = "stablehlo.select"(%9, %10, %15) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%16) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
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
