// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg11: tensor<4x5xf32>):
    %52 = "stablehlo.constant"() <{value = dense<[-0.492730826, 0.737782895, -0.12138851, 1.18817568, -2.45669889, 0.516441345, 0.455023527, -1.58836091, -1.34365892, 0.823854923, -1.11397994, -0.685218751, 0.544313192, -0.382398963, 0.423110187, -0.916566908, 0.243597433, 1.02552402, 0.271284699, -2.23804879, 0.595877051, 0.00506239338, -9.550150e-01, 1.33416343, -1.78945088, 1.81317902, -0.683384954, 1.51404834, -0.0977800413, -1.37831688, 0.040975336, 0.276656955, 0.485657156, 1.00259101, -9.472910e-01, 0.43621698, 0.679563284, -0.324721575, -0.986578226, -1.00640535, 0.69198513, 0.741231561, -0.880039095, -1.38770974, 1.17881227, -1.60147393, 0.103824846, -0.857053399, -1.80274761, 0.0683233887, -0.244737521, 1.37749386, 2.20604372, -0.242829874, 0.965158224, 0.984524309, -0.576599777, -0.918545305, 1.54717231, -0.419370055, -0.0814365446, -0.345615894, -0.188511595, -0.657108068]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %53 = "stablehlo.multiply"(%arg11, %arg11) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %54 = "stablehlo.multiply"(%53, %arg11) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %55 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %56 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %57 = "stablehlo.multiply"(%56, %54) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %58 = "stablehlo.add"(%arg11, %57) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %59 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %61 = "stablehlo.multiply"(%60, %58) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %62 = "stablehlo.tanh"(%61) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %63 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %65 = "stablehlo.add"(%64, %62) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %66 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %68 = "stablehlo.multiply"(%67, %65) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %69 = "stablehlo.multiply"(%arg11, %68) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %70 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %72 = "stablehlo.multiply"(%71, %arg11) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %73 = "stablehlo.negate"(%arg11) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %74 = "stablehlo.constant"() <{value = dense<0.707106769> : tensor<f32>}> : () -> tensor<f32>
    %75 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %76 = "stablehlo.multiply"(%73, %75) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %77 = "chlo.erfc"(%76) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %78 = "stablehlo.multiply"(%72, %77) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %79 = "func.call"(%arg11) <{callee = @silu}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %80 = "func.call"(%arg11) <{callee = @elu}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %81 = "func.call"(%arg11) <{callee = @softplus}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %82 = "func.call"(%arg11) <{callee = @leaky_relu}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %83 = "func.call"(%52) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %84 = "stablehlo.multiply"(%69, %83) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %85 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %86 = "stablehlo.reduce"(%84, %85) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
      %119 = "stablehlo.add"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%119) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %87 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %88 = "stablehlo.add"(%87, %86) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %89 = "func.call"(%52) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %90 = "stablehlo.multiply"(%78, %89) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %91 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %92 = "stablehlo.reduce"(%90, %91) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %118 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%118) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %93 = "stablehlo.add"(%88, %92) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %94 = "func.call"(%52) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %95 = "stablehlo.multiply"(%79, %94) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %96 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %97 = "stablehlo.reduce"(%95, %96) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %117 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%117) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %98 = "stablehlo.add"(%93, %97) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %99 = "func.call"(%52) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %100 = "stablehlo.multiply"(%80, %99) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %101 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %102 = "stablehlo.reduce"(%100, %101) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %116 = "stablehlo.add"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%116) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %103 = "stablehlo.add"(%98, %102) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %104 = "func.call"(%52) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %105 = "stablehlo.multiply"(%81, %104) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %106 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %107 = "stablehlo.reduce"(%105, %106) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %115 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%115) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %108 = "stablehlo.add"(%103, %107) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %109 = "func.call"(%52) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %110 = "stablehlo.multiply"(%82, %109) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %111 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %112 = "stablehlo.reduce"(%110, %111) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %114 = "stablehlo.add"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%114) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %113 = "stablehlo.add"(%108, %112) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%113) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "silu", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<4x5xf32>):
    %43 = "stablehlo.negate"(%arg10) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %44 = "stablehlo.exponential"(%43) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %45 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %47 = "stablehlo.add"(%46, %44) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %48 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %50 = "stablehlo.divide"(%49, %47) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %51 = "stablehlo.multiply"(%arg10, %50) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%51) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "elu", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<4x5xf32>):
    %30 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %32 = "stablehlo.compare"(%arg9, %31) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %33 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %34 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %35 = "stablehlo.compare"(%arg9, %34) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %36 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %37 = "func.call"(%35, %36, %arg9) <{callee = @_where}> : (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %38 = "stablehlo.exponential_minus_one"(%37) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %39 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %41 = "stablehlo.multiply"(%40, %38) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %42 = "func.call"(%32, %arg9, %41) <{callee = @_where_0}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%42) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4x5xi1>, %arg7: tensor<f32>, %arg8: tensor<4x5xf32>):
    %27 = "stablehlo.convert"(%arg7) : (tensor<f32>) -> tensor<f32>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %29 = "stablehlo.select"(%arg6, %28, %arg8) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%29) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x5xi1>, %arg4: tensor<4x5xf32>, %arg5: tensor<4x5xf32>):
    %26 = "stablehlo.select"(%arg3, %arg4, %arg5) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%26) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "softplus", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<4x5xf32>):
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %14 = "stablehlo.maximum"(%arg2, %13) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %15 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %16 = "stablehlo.subtract"(%arg2, %15) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %17 = "stablehlo.compare"(%16, %16) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %18 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %19 = "stablehlo.add"(%arg2, %18) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %20 = "stablehlo.abs"(%16) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %21 = "stablehlo.negate"(%20) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %22 = "stablehlo.exponential"(%21) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %23 = "stablehlo.log_plus_one"(%22) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %24 = "stablehlo.add"(%14, %23) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %25 = "stablehlo.select"(%17, %19, %24) : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%25) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "leaky_relu", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %7 = "stablehlo.compare"(%arg1, %6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %8 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %10 = "stablehlo.multiply"(%9, %arg1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %11 = "func.call"(%7, %arg1, %10) <{callee = @_where_0}> : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%11) : (tensor<4x5xf32>) -> ()
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
