// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4xi32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg14: tensor<4x5xf32>, %arg15: tensor<4xi32>):
    %65 = "stablehlo.constant"() <{value = dense<[0.242348656, -0.978234767, -0.774587094, -0.856328427, 0.171962216, 0.743839323, 1.07489729, -0.503818393, 0.0805377513, -1.62025344, -2.21996069, -0.871066391, -6.717490e-01, -1.55804968, -1.7835654, 0.523304403, -0.811808168, -1.68818045, 2.3048954, 0.158947259, -0.330871493, 0.66137892, -0.773434996, 1.56721294, -1.55254591, -1.32179153, -0.156271935, -0.78332138, 1.385337, -1.62047207, -0.751970231, 2.133040e-01, 0.535867333, 0.973335504, 0.315521717, 2.16934156, -0.501151145, 0.145572275, 0.82354784, -0.346070319, -0.323981464, -0.495403916, -0.675313055, -1.15953171, -0.588024557, -1.57978249, 0.341824889, -1.62443161, 2.01922703, 1.65492439, 1.0613811, -0.251129776, -0.626272976, 1.17795825, 0.137835115, 0.514426589, -0.760962426, 1.01814222, -0.841506123, 0.0612339415, -1.76976466, -6.990110e-01, 0.452445894, -0.495925486]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %66 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %67 = "stablehlo.reduce"(%arg14, %66) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg32: tensor<f32>, %arg33: tensor<f32>):
      %135 = "stablehlo.maximum"(%arg32, %arg33) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%135) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %68 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %69 = "stablehlo.broadcast_in_dim"(%68) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %70 = "stablehlo.maximum"(%69, %67) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %71 = "stablehlo.is_finite"(%70) : (tensor<4xf32>) -> tensor<4xi1>
    %72 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %74 = "stablehlo.select"(%71, %70, %73) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %75 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x1xf32>
    %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xf32>) -> tensor<4x5xf32>
    %77 = "stablehlo.subtract"(%arg14, %76) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %78 = "stablehlo.exponential"(%77) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %79 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %80 = "stablehlo.reduce"(%78, %79) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg30: tensor<f32>, %arg31: tensor<f32>):
      %134 = "stablehlo.add"(%arg30, %arg31) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%134) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %81 = "stablehlo.abs"(%80) : (tensor<4xf32>) -> tensor<4xf32>
    %82 = "stablehlo.log"(%81) : (tensor<4xf32>) -> tensor<4xf32>
    %83 = "stablehlo.add"(%82, %74) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %84 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %85 = "stablehlo.reduce"(%arg14, %84) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      %133 = "stablehlo.maximum"(%arg28, %arg29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%133) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %86 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %87 = "stablehlo.broadcast_in_dim"(%86) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %88 = "stablehlo.maximum"(%87, %85) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %89 = "stablehlo.broadcast_in_dim"(%88) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x1xf32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xf32>) -> tensor<4x5xf32>
    %91 = "stablehlo.subtract"(%arg14, %90) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %92 = "stablehlo.exponential"(%91) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %93 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %94 = "stablehlo.reduce"(%92, %93) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %132 = "stablehlo.add"(%arg26, %arg27) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%132) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %95 = "stablehlo.broadcast_in_dim"(%94) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x1xf32>
    %96 = "stablehlo.broadcast_in_dim"(%95) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xf32>) -> tensor<4x5xf32>
    %97 = "stablehlo.divide"(%92, %96) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %98 = "func.call"(%arg14) <{callee = @log_softmax}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %99 = "stablehlo.broadcast_in_dim"(%arg15) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %100 = "func.call"(%98, %99) <{callee = @take_along_axis}> : (tensor<4x5xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>
    %101 = "func.call"(%arg15) <{callee = @_one_hot}> : (tensor<4xi32>) -> tensor<4x5xf32>
    %102 = "func.call"(%arg14) <{callee = @log_softmax}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %103 = "stablehlo.multiply"(%101, %102) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %104 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %105 = "stablehlo.reduce"(%103, %104) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg24: tensor<f32>, %arg25: tensor<f32>):
      %131 = "stablehlo.add"(%arg24, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%131) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %106 = "func.call"(%65) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4xf32>
    %107 = "stablehlo.multiply"(%83, %106) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %108 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %109 = "stablehlo.reduce"(%107, %108) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
      %130 = "stablehlo.add"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%130) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %110 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %111 = "stablehlo.add"(%110, %109) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %112 = "func.call"(%65) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %113 = "stablehlo.multiply"(%97, %112) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %114 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %115 = "stablehlo.reduce"(%113, %114) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %129 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%129) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %116 = "stablehlo.add"(%111, %115) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %117 = "func.call"(%65) <{callee = @resize_1}> : (tensor<64xf32>) -> tensor<4x1xf32>
    %118 = "stablehlo.multiply"(%100, %117) : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    %119 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %120 = "stablehlo.reduce"(%118, %119) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %128 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%128) : (tensor<f32>) -> ()
    }) : (tensor<4x1xf32>, tensor<f32>) -> tensor<f32>
    %121 = "stablehlo.add"(%116, %120) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %122 = "func.call"(%65) <{callee = @resize_2}> : (tensor<64xf32>) -> tensor<f32>
    %123 = "stablehlo.multiply"(%105, %122) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %124 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %125 = "stablehlo.reduce"(%123, %124) <{dimensions = array<i64>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %127 = "stablehlo.add"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%127) : (tensor<f32>) -> ()
    }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %126 = "stablehlo.add"(%121, %125) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%126) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "log_softmax", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<4x5xf32>):
    %48 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %49 = "stablehlo.reduce"(%arg9, %48) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %64 = "stablehlo.maximum"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%64) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %50 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %52 = "stablehlo.maximum"(%51, %49) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x1xf32>
    %54 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xf32>) -> tensor<4x5xf32>
    %55 = "stablehlo.subtract"(%arg9, %54) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %56 = "stablehlo.exponential"(%55) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %57 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %58 = "stablehlo.reduce"(%56, %57) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %63 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%63) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %59 = "stablehlo.broadcast_in_dim"(%58) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x1xf32>
    %60 = "stablehlo.log"(%59) : (tensor<4x1xf32>) -> tensor<4x1xf32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xf32>) -> tensor<4x5xf32>
    %62 = "stablehlo.subtract"(%55, %61) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%62) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>, res_attrs = [{}], sym_name = "take_along_axis", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<4x5xf32>, %arg6: tensor<4x1xi32>):
    %25 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x1xi32>
    %27 = "stablehlo.compare"(%arg6, %26) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %28 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x1xi32>
    %30 = "stablehlo.add"(%arg6, %29) : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi32>
    %31 = "stablehlo.select"(%27, %30, %arg6) : (tensor<4x1xi1>, tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi32>
    %32 = "stablehlo.reshape"(%31) : (tensor<4x1xi32>) -> tensor<4x1x1xi32>
    %33 = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
    %34 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x1x1xi32>
    %36 = "stablehlo.compare"(%32, %35) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %37 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64: 2>}> : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x1xi32>) -> tensor<4x1x1xi32>
    %39 = "stablehlo.compare"(%32, %38) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %40 = "stablehlo.and"(%36, %39) : (tensor<4x1x1xi1>, tensor<4x1x1xi1>) -> tensor<4x1x1xi1>
    %41 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %42 = "stablehlo.reduce"(%40, %41) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg7: tensor<i1>, %arg8: tensor<i1>):
      %47 = "stablehlo.and"(%arg7, %arg8) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%47) : (tensor<i1>) -> ()
    }) : (tensor<4x1x1xi1>, tensor<i1>) -> tensor<4x1xi1>
    %43 = "stablehlo.gather"(%arg5, %32) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
    %44 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x1xf32>
    %46 = "stablehlo.select"(%42, %43, %45) : (tensor<4x1xi1>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    "func.return"(%46) : (tensor<4x1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xi32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_one_hot", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<4xi32>):
    %19 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %20 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<1x5xi32>
    %21 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x1xi32>) -> tensor<4x5xi32>
    %22 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %23 = "stablehlo.compare"(%21, %22) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
    %24 = "stablehlo.convert"(%23) : (tensor<4x5xi1>) -> tensor<4x5xf32>
    "func.return"(%24) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<64xf32>):
    %15 = "stablehlo.reshape"(%arg3) : (tensor<64xf32>) -> tensor<1x64xf32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %17 = "stablehlo.reshape"(%16) : (tensor<1x64xf32>) -> tensor<64xf32>
    %18 = "stablehlo.slice"(%17) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<4xf32>
    "func.return"(%18) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<64xf32>):
    %10 = "stablehlo.reshape"(%arg2) : (tensor<64xf32>) -> tensor<1x64xf32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %12 = "stablehlo.reshape"(%11) : (tensor<1x64xf32>) -> tensor<64xf32>
    %13 = "stablehlo.slice"(%12) <{limit_indices = array<i64: 20>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<20xf32>
    %14 = "stablehlo.reshape"(%13) : (tensor<20xf32>) -> tensor<4x5xf32>
    "func.return"(%14) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x1xf32>, res_attrs = [{}], sym_name = "resize_1", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %5 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %7 = "stablehlo.reshape"(%6) : (tensor<1x64xf32>) -> tensor<64xf32>
    %8 = "stablehlo.slice"(%7) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<4xf32>
    %9 = "stablehlo.reshape"(%8) : (tensor<4xf32>) -> tensor<4x1xf32>
    "func.return"(%9) : (tensor<4x1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<f32>, res_attrs = [{}], sym_name = "resize_2", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<1xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<1xf32>) -> tensor<f32>
    "func.return"(%4) : (tensor<f32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
