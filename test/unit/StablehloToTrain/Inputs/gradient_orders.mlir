// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<4x5xf32>):
    %26 = "stablehlo.constant"() <{value = dense<[0.952444374, -0.353075236, 0.0271328278, 0.339613587, 1.6104151, 0.472505093, 0.0834428444, -0.467793316, -1.46185184, -0.554296315, 0.113738291, -0.209503725, 0.11864002, 0.788811087, 0.479172379, 0.319410175, 0.700728059, 0.231107906, 0.0141714076, 0.515047252, -1.68214762, 1.29865694, -1.24300277, 0.883509755, 0.0597670898, 1.1552918, 0.0828464552, -0.896286547, 1.12171388, 0.233279467, 0.167513341, 0.130430117, 1.05090678, 0.867681443, 0.280510277, -1.50025785, -3.531260e-01, 0.156967551, 1.84656918, 0.436428279, -0.0397550724, 1.248560e+00, -5.854230e-02, 0.0250929762, 0.210423008, -1.44433737, 1.011222, 4.796980e-01, -0.228479221, -1.08790982, 0.268101156, 1.45467138, -0.586401582, -1.00665379, 0.475242674, -1.54121017, -2.16564941, -0.388869733, -0.634171367, -0.220849022, -0.495060414, 0.388861507, -0.16426982, -0.542087853]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %27 = "func.call"(%arg5) <{callee = @sort}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %28:2 = "chlo.top_k"(%arg5) <{k = 3 : i64}> : (tensor<4x5xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %29 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %31 = "stablehlo.multiply"(%arg5, %30) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %32:2 = "stablehlo.sort"(%arg5, %31) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>, %arg14: tensor<f32>, %arg15: tensor<f32>):
      %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %53 = "stablehlo.compare"(%arg12, %52) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %54 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %55 = "stablehlo.select"(%53, %54, %arg12) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %56 = "stablehlo.compare"(%arg12, %arg12) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %57 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %58 = "stablehlo.select"(%56, %57, %55) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %59 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %60 = "stablehlo.compare"(%arg13, %59) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %61 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %62 = "stablehlo.select"(%60, %61, %arg13) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %63 = "stablehlo.compare"(%arg13, %arg13) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %64 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %65 = "stablehlo.select"(%63, %64, %62) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %66 = "stablehlo.compare"(%58, %65) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%66) : (tensor<i1>) -> ()
    }) : (tensor<4x5xf32>, tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
    %33 = "func.call"(%26) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %34 = "stablehlo.multiply"(%27, %33) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %35 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %36 = "stablehlo.reduce"(%34, %35) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %51 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%51) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.add"(%37, %36) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %39 = "func.call"(%26) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<4x3xf32>
    %40 = "stablehlo.multiply"(%28#0, %39) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %41 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %42 = "stablehlo.reduce"(%40, %41) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %50 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%50) : (tensor<f32>) -> ()
    }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %43 = "stablehlo.add"(%38, %42) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %44 = "func.call"(%26) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %45 = "stablehlo.multiply"(%32#1, %44) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %46 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %47 = "stablehlo.reduce"(%45, %46) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %49 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%49) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %48 = "stablehlo.add"(%43, %47) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%48) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "sort", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<4x5xf32>):
    %10 = "stablehlo.sort"(%arg2) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %12 = "stablehlo.compare"(%arg3, %11) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %14 = "stablehlo.select"(%12, %13, %arg3) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %15 = "stablehlo.compare"(%arg3, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %16 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %17 = "stablehlo.select"(%15, %16, %14) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %19 = "stablehlo.compare"(%arg4, %18) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %21 = "stablehlo.select"(%19, %20, %arg4) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %22 = "stablehlo.compare"(%arg4, %arg4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %23 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %24 = "stablehlo.select"(%22, %23, %21) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %25 = "stablehlo.compare"(%17, %24) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%25) : (tensor<i1>) -> ()
    }) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%10) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %5 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %7 = "stablehlo.reshape"(%6) : (tensor<1x64xf32>) -> tensor<64xf32>
    %8 = "stablehlo.slice"(%7) <{limit_indices = array<i64: 20>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<20xf32>
    %9 = "stablehlo.reshape"(%8) : (tensor<20xf32>) -> tensor<4x5xf32>
    "func.return"(%9) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x3xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 12>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<12xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<12xf32>) -> tensor<4x3xf32>
    "func.return"(%4) : (tensor<4x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
