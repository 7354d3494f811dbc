// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui32>, tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg39: tensor<2xui32>, %arg40: tensor<4x5xf32>):
    %126 = "stablehlo.constant"() <{value = dense<[0.689083158, 1.19392371, -0.427407682, -1.42958164, -0.00565269031, -1.53637052, -0.692506552, 1.16867459, 2.25384927, 0.31817922, -1.11613548, 0.720214486, -2.29165912, -0.747361183, 1.45989037, 0.685432851, -1.4297446, -1.71126556, 7.949470e-01, -0.103425853, -0.646722137, 0.354300469, -0.627420425, -1.96834552, 0.748506963, -0.700904428, -1.05424726, -1.38299644, 0.19267191, -8.569380e-01, 0.565096617, -0.322060198, 1.01933396, -0.440465748, -0.70652616, -2.01563716, -1.14912546, 0.660740852, 2.9842217, -1.30124712, -1.08822048, 0.280479163, 0.419240296, -0.72925812, 0.0227681883, -1.6550473, -0.351804554, 0.840818524, 1.57063687, -0.22197929, -0.31311658, 0.395082086, 1.04637897, 0.42976889, -0.801879168, 0.299941659, 0.908142626, -0.763829708, -1.38377976, 0.452144563, 0.309986502, 9.074040e-01, 0.0342016928, -0.69495517]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %127 = "stablehlo.constant"() <{value = dense<0.699999988> : tensor<f32>}> : () -> tensor<f32>
    %128 = "func.call"(%arg39, %127) <{callee = @_bernoulli}> : (tensor<2xui32>, tensor<f32>) -> tensor<4x5xi1>
    %129 = "stablehlo.constant"() <{value = dense<0.699999988> : tensor<f32>}> : () -> tensor<f32>
    %130 = "stablehlo.broadcast_in_dim"(%129) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %131 = "stablehlo.divide"(%arg40, %130) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %132 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %133 = "func.call"(%128, %131, %132) <{callee = @_where}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<i32>) -> tensor<4x5xf32>
    %134 = "func.call"(%126) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %135 = "stablehlo.multiply"(%133, %134) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %136 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %137 = "stablehlo.reduce"(%135, %136) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg41: tensor<f32>, %arg42: tensor<f32>):
      %140 = "stablehlo.add"(%arg41, %arg42) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%140) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %138 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %139 = "stablehlo.add"(%138, %137) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%139) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui32>, tensor<f32>) -> tensor<4x5xi1>, res_attrs = [{}], sym_name = "_bernoulli", sym_visibility = "private"}> ({
  ^bb0(%arg37: tensor<2xui32>, %arg38: tensor<f32>):
    %121 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %122 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %123 = "func.call"(%arg37, %121, %122) <{callee = @_uniform}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<4x5xf32>
    %124 = "stablehlo.broadcast_in_dim"(%arg38) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %125 = "stablehlo.compare"(%123, %124) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    "func.return"(%125) : (tensor<4x5xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_uniform", sym_visibility = "private"}> ({
  ^bb0(%arg34: tensor<2xui32>, %arg35: tensor<f32>, %arg36: tensor<f32>):
    %80 = "stablehlo.convert"(%arg35) : (tensor<f32>) -> tensor<f32>
    %81 = "stablehlo.convert"(%arg36) : (tensor<f32>) -> tensor<f32>
    %82 = "stablehlo.broadcast_in_dim"(%80) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %83 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %84 = "stablehlo.slice"(%arg34) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %85 = "stablehlo.reshape"(%84) : (tensor<1xui32>) -> tensor<ui32>
    %86 = "stablehlo.slice"(%arg34) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %87 = "stablehlo.reshape"(%86) : (tensor<1xui32>) -> tensor<ui32>
    %88 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x5xui64>
    %89 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x5xui64>
    %90 = "stablehlo.constant"() <{value = dense<5> : tensor<ui64>}> : () -> tensor<ui64>
    %91 = "stablehlo.broadcast_in_dim"(%90) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<4x5xui64>
    %92 = "stablehlo.multiply"(%91, %88) : (tensor<4x5xui64>, tensor<4x5xui64>) -> tensor<4x5xui64>
    %93 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %94 = "stablehlo.broadcast_in_dim"(%93) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<4x5xui64>
    %95 = "stablehlo.multiply"(%94, %89) : (tensor<4x5xui64>, tensor<4x5xui64>) -> tensor<4x5xui64>
    %96 = "stablehlo.add"(%92, %95) : (tensor<4x5xui64>, tensor<4x5xui64>) -> tensor<4x5xui64>
    %97 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<4x5xui64>
    %99 = "stablehlo.shift_right_logical"(%96, %98) : (tensor<4x5xui64>, tensor<4x5xui64>) -> tensor<4x5xui64>
    %100 = "stablehlo.convert"(%96) : (tensor<4x5xui64>) -> tensor<4x5xui32>
    %101 = "stablehlo.convert"(%99) : (tensor<4x5xui64>) -> tensor<4x5xui32>
    %102:2 = "func.call"(%85, %87, %101, %100) <{callee = @threefry2x32}> : (tensor<ui32>, tensor<ui32>, tensor<4x5xui32>, tensor<4x5xui32>) -> (tensor<4x5xui32>, tensor<4x5xui32>)
    %103 = "stablehlo.xor"(%102#0, %102#1) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %104 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %105 = "stablehlo.broadcast_in_dim"(%104) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %106 = "stablehlo.shift_right_logical"(%103, %105) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %107 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %108 = "stablehlo.broadcast_in_dim"(%107) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %109 = "stablehlo.or"(%106, %108) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %110 = "stablehlo.bitcast_convert"(%109) : (tensor<4x5xui32>) -> tensor<4x5xf32>
    %111 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %112 = "stablehlo.broadcast_in_dim"(%111) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %113 = "stablehlo.subtract"(%110, %112) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %114 = "stablehlo.subtract"(%83, %82) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %115 = "stablehlo.broadcast_in_dim"(%114) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x5xf32>
    %116 = "stablehlo.multiply"(%113, %115) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %117 = "stablehlo.broadcast_in_dim"(%82) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x5xf32>
    %118 = "stablehlo.add"(%116, %117) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %119 = "stablehlo.broadcast_in_dim"(%82) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x5xf32>
    %120 = "stablehlo.maximum"(%119, %118) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%120) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<4x5xui32>, tensor<4x5xui32>) -> (tensor<4x5xui32>, tensor<4x5xui32>), sym_name = "threefry2x32", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<ui32>, %arg13: tensor<ui32>, %arg14: tensor<4x5xui32>, %arg15: tensor<4x5xui32>):
    %63 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %64 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %65 = "stablehlo.xor"(%arg12, %arg13) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %66 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %67 = "stablehlo.xor"(%65, %66) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %68 = "stablehlo.broadcast_in_dim"(%arg12) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %69 = "stablehlo.add"(%arg14, %68) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %70 = "stablehlo.broadcast_in_dim"(%arg13) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %71 = "stablehlo.add"(%arg15, %70) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %72 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %73 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %74:9 = "stablehlo.while"(%73, %72, %69, %71, %arg13, %67, %arg12, %63, %64) ({
    ^bb0(%arg25: tensor<i32>, %arg26: tensor<i32>, %arg27: tensor<4x5xui32>, %arg28: tensor<4x5xui32>, %arg29: tensor<ui32>, %arg30: tensor<ui32>, %arg31: tensor<ui32>, %arg32: tensor<4xui32>, %arg33: tensor<4xui32>):
      %78 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %79 = "stablehlo.compare"(%arg25, %78) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%79) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg16: tensor<i32>, %arg17: tensor<i32>, %arg18: tensor<4x5xui32>, %arg19: tensor<4x5xui32>, %arg20: tensor<ui32>, %arg21: tensor<ui32>, %arg22: tensor<ui32>, %arg23: tensor<4xui32>, %arg24: tensor<4xui32>):
      %75:8 = "func.call"(%arg17, %arg18, %arg19, %arg20, %arg21, %arg22, %arg23, %arg24) <{callee = @closed_call}> : (tensor<i32>, tensor<4x5xui32>, tensor<4x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<4x5xui32>, tensor<4x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %76 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %77 = "stablehlo.add"(%arg16, %76) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%77, %75#0, %75#1, %75#2, %75#3, %75#4, %75#5, %75#6, %75#7) : (tensor<i32>, tensor<i32>, tensor<4x5xui32>, tensor<4x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<4x5xui32>, tensor<4x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<4x5xui32>, tensor<4x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%74#2, %74#3) : (tensor<4x5xui32>, tensor<4x5xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<4x5xui32>, tensor<4x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<4x5xui32>, tensor<4x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<4x5xui32>, %arg6: tensor<4x5xui32>, %arg7: tensor<ui32>, %arg8: tensor<ui32>, %arg9: tensor<ui32>, %arg10: tensor<4xui32>, %arg11: tensor<4xui32>):
    %8 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.add"(%arg4, %8) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %10 = "stablehlo.slice"(%arg10) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %11 = "stablehlo.reshape"(%10) : (tensor<1xui32>) -> tensor<ui32>
    %12 = "stablehlo.add"(%arg5, %arg6) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %13 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %14 = "stablehlo.shift_left"(%arg6, %13) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %15 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %16 = "stablehlo.subtract"(%15, %11) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %18 = "stablehlo.shift_right_logical"(%arg6, %17) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %19 = "stablehlo.or"(%14, %18) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %20 = "stablehlo.xor"(%12, %19) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %21 = "stablehlo.slice"(%arg10) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %22 = "stablehlo.reshape"(%21) : (tensor<1xui32>) -> tensor<ui32>
    %23 = "stablehlo.add"(%12, %20) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %24 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %25 = "stablehlo.shift_left"(%20, %24) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %26 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %27 = "stablehlo.subtract"(%26, %22) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %29 = "stablehlo.shift_right_logical"(%20, %28) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %30 = "stablehlo.or"(%25, %29) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %31 = "stablehlo.xor"(%23, %30) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %32 = "stablehlo.slice"(%arg10) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %33 = "stablehlo.reshape"(%32) : (tensor<1xui32>) -> tensor<ui32>
    %34 = "stablehlo.add"(%23, %31) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %35 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %36 = "stablehlo.shift_left"(%31, %35) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %37 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %38 = "stablehlo.subtract"(%37, %33) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %39 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %40 = "stablehlo.shift_right_logical"(%31, %39) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %41 = "stablehlo.or"(%36, %40) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %42 = "stablehlo.xor"(%34, %41) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %43 = "stablehlo.slice"(%arg10) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %44 = "stablehlo.reshape"(%43) : (tensor<1xui32>) -> tensor<ui32>
    %45 = "stablehlo.add"(%34, %42) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %46 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %47 = "stablehlo.shift_left"(%42, %46) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %48 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %49 = "stablehlo.subtract"(%48, %44) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %51 = "stablehlo.shift_right_logical"(%42, %50) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %52 = "stablehlo.or"(%47, %51) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %53 = "stablehlo.xor"(%45, %52) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %54 = "stablehlo.broadcast_in_dim"(%arg7) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %55 = "stablehlo.add"(%45, %54) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %56 = "stablehlo.broadcast_in_dim"(%arg8) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %57 = "stablehlo.add"(%53, %56) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    %58 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %59 = "stablehlo.add"(%arg4, %58) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %60 = "stablehlo.convert"(%59) : (tensor<i32>) -> tensor<ui32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x5xui32>
    %62 = "stablehlo.add"(%57, %61) : (tensor<4x5xui32>, tensor<4x5xui32>) -> tensor<4x5xui32>
    "func.return"(%9, %55, %62, %arg8, %arg9, %arg7, %arg11, %arg10) : (tensor<i32>, tensor<4x5xui32>, tensor<4x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xf32>, tensor<i32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x5xi1>, %arg2: tensor<4x5xf32>, %arg3: tensor<i32>):
    %5 = "stablehlo.convert"(%arg3) : (tensor<i32>) -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %7 = "stablehlo.select"(%arg1, %arg2, %6) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%7) : (tensor<4x5xf32>) -> ()
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
