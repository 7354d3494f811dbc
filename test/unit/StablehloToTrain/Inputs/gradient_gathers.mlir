// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x5xf32>, tensor<3xi32>, tensor<4x2xi32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg15: tensor<4x5xf32>, %arg16: tensor<3xi32>, %arg17: tensor<4x2xi32>):
    %67 = "stablehlo.constant"() <{value = dense<[1.7170186, -0.4406645, -0.378603905, 0.099301666, -0.1843777, -0.0425115936, 1.56340206, 0.242300749, 0.851418316, 1.14385569, -0.957859635, 1.70615315, 0.705330312, 0.97440797, -0.845963656, 0.834899544, 0.431111842, -0.519307196, 2.30081058, 0.584877849, -0.221174687, 0.212339208, 0.928718268, 1.14886832, 0.60040921, 1.23612332, 1.48916507, -1.21561837, -0.466409504, -0.9201622, 0.116744928, 1.46283948, 0.672849714, -1.02589726, -0.273770779, 1.04847431, -0.511496067, -0.0767054557, 3.244490e-01, -1.80149972, 0.799590528, 3.623150e-01, 0.588525772, -0.95865947, -0.747993231, -0.576833248, 0.270564944, 0.090347454, 0.147816509, 1.81171691, 1.32548177, -0.699021518, -0.633502364, 1.73572743, -0.29697147, 1.39883876, 1.61862195, -5.223490e-01, -0.249486551, 0.10283117, -0.843761384, -0.95786339, -0.381192774, 0.872697592]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %68 = "func.call"(%arg15, %arg16) <{callee = @_take}> : (tensor<4x5xf32>, tensor<3xi32>) -> tensor<3x5xf32>
    %69 = "func.call"(%arg15, %arg17) <{callee = @take_along_axis}> : (tensor<4x5xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
    %70 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %72 = "stablehlo.compare"(%arg16, %71) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %73 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %74 = "stablehlo.broadcast_in_dim"(%73) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %75 = "stablehlo.add"(%arg16, %74) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %76 = "stablehlo.select"(%72, %75, %arg16) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %77 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %78 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %79 = "stablehlo.broadcast_in_dim"(%78) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3x1xi32>
    %80 = "stablehlo.concatenate"(%77, %79) <{dimension = 1 : i64}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
    %81 = "stablehlo.gather"(%arg15, %80) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<4x5xf32>, tensor<3x2xi32>) -> tensor<3x2xf32>
    %82 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %83 = "stablehlo.broadcast_in_dim"(%82) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %84 = "stablehlo.compare"(%arg16, %83) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %85 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %87 = "stablehlo.add"(%arg16, %86) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %88 = "stablehlo.select"(%84, %87, %arg16) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %89 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %91 = "stablehlo.convert"(%90) : (tensor<3xi32>) -> tensor<3xi32>
    %92 = "stablehlo.broadcast_in_dim"(%88) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %93 = "stablehlo.broadcast_in_dim"(%91) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %94 = "stablehlo.concatenate"(%92, %93) <{dimension = 1 : i64}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
    %95 = "stablehlo.gather"(%arg15, %94) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xf32>, tensor<3x2xi32>) -> tensor<3xf32>
    %96 = "func.call"(%67) <{callee = @resize}> : (tensor<64xf32>) -> tensor<3x5xf32>
    %97 = "stablehlo.multiply"(%68, %96) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    %98 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %99 = "stablehlo.reduce"(%97, %98) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg24: tensor<f32>, %arg25: tensor<f32>):
      %120 = "stablehlo.add"(%arg24, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%120) : (tensor<f32>) -> ()
    }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<f32>
    %100 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %101 = "stablehlo.add"(%100, %99) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %102 = "func.call"(%67) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<4x2xf32>
    %103 = "stablehlo.multiply"(%69, %102) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    %104 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %105 = "stablehlo.reduce"(%103, %104) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
      %119 = "stablehlo.add"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%119) : (tensor<f32>) -> ()
    }) : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
    %106 = "stablehlo.add"(%101, %105) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %107 = "func.call"(%67) <{callee = @resize_1}> : (tensor<64xf32>) -> tensor<3x2xf32>
    %108 = "stablehlo.multiply"(%81, %107) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    %109 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %110 = "stablehlo.reduce"(%108, %109) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %118 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%118) : (tensor<f32>) -> ()
    }) : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
    %111 = "stablehlo.add"(%106, %110) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %112 = "func.call"(%67) <{callee = @resize_2}> : (tensor<64xf32>) -> tensor<3xf32>
    %113 = "stablehlo.multiply"(%95, %112) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %114 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %115 = "stablehlo.reduce"(%113, %114) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %117 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%117) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %116 = "stablehlo.add"(%111, %115) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%116) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<3xi32>) -> tensor<3x5xf32>, res_attrs = [{}], sym_name = "_take", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<4x5xf32>, %arg12: tensor<3xi32>):
    %43 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %45 = "stablehlo.compare"(%arg12, %44) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %46 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %47 = "stablehlo.broadcast_in_dim"(%46) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %48 = "stablehlo.add"(%arg12, %47) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %49 = "func.call"(%45, %48, %arg12) <{callee = @_where}> : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %51 = "stablehlo.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
    %52 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3x1xi32>
    %54 = "stablehlo.compare"(%50, %53) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x1xi1>
    %55 = "stablehlo.broadcast_in_dim"(%51) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1xi32>) -> tensor<1x1xi32>
    %56 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi32>) -> tensor<3x1xi32>
    %57 = "stablehlo.compare"(%50, %56) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x1xi1>
    %58 = "stablehlo.and"(%54, %57) : (tensor<3x1xi1>, tensor<3x1xi1>) -> tensor<3x1xi1>
    %59 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %60 = "stablehlo.reduce"(%58, %59) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg13: tensor<i1>, %arg14: tensor<i1>):
      %66 = "stablehlo.and"(%arg13, %arg14) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%66) : (tensor<i1>) -> ()
    }) : (tensor<3x1xi1>, tensor<i1>) -> tensor<3xi1>
    %61 = "stablehlo.gather"(%arg11, %50) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 5>}> : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
    %62 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi1>) -> tensor<3x5xi1>
    %63 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x5xf32>
    %65 = "stablehlo.select"(%62, %61, %64) : (tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    "func.return"(%65) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<3xi1>, %arg9: tensor<3xi32>, %arg10: tensor<3xi32>):
    %42 = "stablehlo.select"(%arg8, %arg9, %arg10) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    "func.return"(%42) : (tensor<3xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>, res_attrs = [{}], sym_name = "take_along_axis", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<4x5xf32>, %arg5: tensor<4x2xi32>):
    %19 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x2xi32>
    %21 = "stablehlo.compare"(%arg5, %20) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi1>
    %22 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x2xi32>
    %24 = "stablehlo.add"(%arg5, %23) : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
    %25 = "stablehlo.select"(%21, %24, %arg5) : (tensor<4x2xi1>, tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
    %26 = "stablehlo.reshape"(%25) : (tensor<4x2xi32>) -> tensor<4x2x1xi32>
    %27 = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
    %28 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x2x1xi32>
    %30 = "stablehlo.compare"(%26, %29) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x2x1xi32>, tensor<4x2x1xi32>) -> tensor<4x2x1xi1>
    %31 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64: 2>}> : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x1xi32>) -> tensor<4x2x1xi32>
    %33 = "stablehlo.compare"(%26, %32) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<4x2x1xi32>, tensor<4x2x1xi32>) -> tensor<4x2x1xi1>
    %34 = "stablehlo.and"(%30, %33) : (tensor<4x2x1xi1>, tensor<4x2x1xi1>) -> tensor<4x2x1xi1>
    %35 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %36 = "stablehlo.reduce"(%34, %35) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg6: tensor<i1>, %arg7: tensor<i1>):
      %41 = "stablehlo.and"(%arg6, %arg7) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%41) : (tensor<i1>) -> ()
    }) : (tensor<4x2x1xi1>, tensor<i1>) -> tensor<4x2xi1>
    %37 = "stablehlo.gather"(%arg4, %26) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xf32>, tensor<4x2x1xi32>) -> tensor<4x2xf32>
    %38 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %39 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x2xf32>
    %40 = "stablehlo.select"(%36, %37, %39) : (tensor<4x2xi1>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    "func.return"(%40) : (tensor<4x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<3x5xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<64xf32>):
    %14 = "stablehlo.reshape"(%arg3) : (tensor<64xf32>) -> tensor<1x64xf32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %16 = "stablehlo.reshape"(%15) : (tensor<1x64xf32>) -> tensor<64xf32>
    %17 = "stablehlo.slice"(%16) <{limit_indices = array<i64: 15>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<15xf32>
    %18 = "stablehlo.reshape"(%17) : (tensor<15xf32>) -> tensor<3x5xf32>
    "func.return"(%18) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x2xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<64xf32>):
    %9 = "stablehlo.reshape"(%arg2) : (tensor<64xf32>) -> tensor<1x64xf32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %11 = "stablehlo.reshape"(%10) : (tensor<1x64xf32>) -> tensor<64xf32>
    %12 = "stablehlo.slice"(%11) <{limit_indices = array<i64: 8>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<8xf32>
    %13 = "stablehlo.reshape"(%12) : (tensor<8xf32>) -> tensor<4x2xf32>
    "func.return"(%13) : (tensor<4x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<3x2xf32>, res_attrs = [{}], sym_name = "resize_1", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %4 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.reshape"(%5) : (tensor<1x64xf32>) -> tensor<64xf32>
    %7 = "stablehlo.slice"(%6) <{limit_indices = array<i64: 6>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<6xf32>
    %8 = "stablehlo.reshape"(%7) : (tensor<6xf32>) -> tensor<3x2xf32>
    "func.return"(%8) : (tensor<3x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "resize_2", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 3>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<3xf32>
    "func.return"(%3) : (tensor<3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
