// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[-1.90482426, 0.30814296, -0.991824209, -1.2919116, -0.05416831, -0.446297884, 0.524270296, 1.04175043, -2.38465738, -0.131337494, 1.89934802, 0.808581829, 1.38738966, 0.0427948236, -1.49428403, -1.18394053, 0.652729273, 0.89989984, -0.790485262, -0.327252477, 0.202591136, -1.80910075, -0.408940941, 1.55927491, 2.12669778, -0.167132959, 1.77268016, -0.583889604, -0.869110107, -2.29705882, 0.898140966, -0.432845056, 2.2810595, 0.272925943, 0.129985034, -1.86462522, 1.44179773, -0.421067774, -0.219191253, -2.26449037, 0.868381798, 0.930928587, -0.663572907, 0.0354006477, 0.335169733, 0.905727982, 0.0474255681, 1.66578972, -0.299267232, -0.663068175, -0.523362815, -2.59419155, -0.863256573, 0.950752556, 0.208828613, -0.874545216, 0.294191957, -2.07398462, -0.340004653, 0.469926417, 0.643106699, -0.829396605, 0.858218133, 1.81514585]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "stablehlo.sine"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "stablehlo.cosine"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.tan"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "stablehlo.tanh"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = "stablehlo.exponential"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %11 = "stablehlo.exponential_minus_one"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = "stablehlo.negate"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %13 = "stablehlo.exponential"(%12) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %14 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %16 = "stablehlo.add"(%15, %13) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %19 = "stablehlo.divide"(%18, %16) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %20 = "chlo.erf"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %21 = "stablehlo.abs"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %22 = "chlo.square"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %23 = "chlo.sinh"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %24 = "chlo.cosh"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %25 = "chlo.asinh"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %26 = "chlo.atan"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %27 = "chlo.erfc"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %28 = "stablehlo.floor"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %29 = "stablehlo.sign"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %30 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %31 = "stablehlo.multiply"(%6, %30) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %32 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %33 = "stablehlo.reduce"(%31, %32) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg34: tensor<f32>, %arg35: tensor<f32>):
      %132 = "stablehlo.add"(%arg34, %arg35) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%132) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %34 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.add"(%34, %33) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %36 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %37 = "stablehlo.multiply"(%7, %36) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %38 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %39 = "stablehlo.reduce"(%37, %38) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg32: tensor<f32>, %arg33: tensor<f32>):
      %131 = "stablehlo.add"(%arg32, %arg33) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%131) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %40 = "stablehlo.add"(%35, %39) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %41 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %42 = "stablehlo.multiply"(%8, %41) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %43 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %44 = "stablehlo.reduce"(%42, %43) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg30: tensor<f32>, %arg31: tensor<f32>):
      %130 = "stablehlo.add"(%arg30, %arg31) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%130) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %45 = "stablehlo.add"(%40, %44) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %46 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %47 = "stablehlo.multiply"(%9, %46) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %48 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %49 = "stablehlo.reduce"(%47, %48) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      %129 = "stablehlo.add"(%arg28, %arg29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%129) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %50 = "stablehlo.add"(%45, %49) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %51 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %52 = "stablehlo.multiply"(%10, %51) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %53 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %54 = "stablehlo.reduce"(%52, %53) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %128 = "stablehlo.add"(%arg26, %arg27) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%128) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %55 = "stablehlo.add"(%50, %54) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %56 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %57 = "stablehlo.multiply"(%11, %56) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %58 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %59 = "stablehlo.reduce"(%57, %58) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg24: tensor<f32>, %arg25: tensor<f32>):
      %127 = "stablehlo.add"(%arg24, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%127) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %60 = "stablehlo.add"(%55, %59) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %61 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %62 = "stablehlo.multiply"(%19, %61) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %63 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %64 = "stablehlo.reduce"(%62, %63) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
      %126 = "stablehlo.add"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%126) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %65 = "stablehlo.add"(%60, %64) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %66 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %67 = "stablehlo.multiply"(%20, %66) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %68 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %69 = "stablehlo.reduce"(%67, %68) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %125 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%125) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %70 = "stablehlo.add"(%65, %69) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %71 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %72 = "stablehlo.multiply"(%21, %71) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %73 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %74 = "stablehlo.reduce"(%72, %73) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %124 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%124) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %75 = "stablehlo.add"(%70, %74) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %76 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %77 = "stablehlo.multiply"(%22, %76) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %78 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %79 = "stablehlo.reduce"(%77, %78) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %123 = "stablehlo.add"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%123) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %80 = "stablehlo.add"(%75, %79) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %81 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %82 = "stablehlo.multiply"(%23, %81) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %83 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %84 = "stablehlo.reduce"(%82, %83) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %122 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%122) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %85 = "stablehlo.add"(%80, %84) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %86 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %87 = "stablehlo.multiply"(%24, %86) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %88 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %89 = "stablehlo.reduce"(%87, %88) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %121 = "stablehlo.add"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%121) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %90 = "stablehlo.add"(%85, %89) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %91 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %92 = "stablehlo.multiply"(%25, %91) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %93 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %94 = "stablehlo.reduce"(%92, %93) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %120 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%120) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %95 = "stablehlo.add"(%90, %94) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %96 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %97 = "stablehlo.multiply"(%26, %96) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %98 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %99 = "stablehlo.reduce"(%97, %98) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %119 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%119) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %100 = "stablehlo.add"(%95, %99) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %101 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %102 = "stablehlo.multiply"(%27, %101) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %103 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %104 = "stablehlo.reduce"(%102, %103) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %118 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%118) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %105 = "stablehlo.add"(%100, %104) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %106 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %107 = "stablehlo.multiply"(%28, %106) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %108 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %109 = "stablehlo.reduce"(%107, %108) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %117 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%117) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %110 = "stablehlo.add"(%105, %109) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %111 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %112 = "stablehlo.multiply"(%29, %111) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %113 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %114 = "stablehlo.reduce"(%112, %113) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %116 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%116) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %115 = "stablehlo.add"(%110, %114) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%115) : (tensor<f32>) -> ()
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
