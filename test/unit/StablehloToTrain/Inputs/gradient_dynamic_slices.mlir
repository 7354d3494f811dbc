// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x6xf32>, tensor<2x2xf32>, tensor<i32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<5x6xf32>, %arg3: tensor<2x2xf32>, %arg4: tensor<i32>):
    %10 = "stablehlo.constant"() <{value = dense<[-0.729682088, -0.187504008, 1.38879752, 0.334573746, -0.0553330928, -0.765012503, 0.882378995, 0.28937152, -0.0507777929, 0.103423715, 1.68651605, -0.160377666, 1.6884588, 1.24228501, 0.0523412563, 0.88387382, -0.123778991, -0.828376471, -0.267901897, -0.90723592, 0.511448741, 0.0147280172, 0.567830145, 0.82668513, -3.12024474, 0.311498553, -1.80167723, 0.166631177, -0.877389252, 0.104237758, 1.36545277, -1.70779872, 0.19065693, -0.0784256905, -1.89221799, 0.647981166, 0.0342216231, -0.508738399, -0.721780419, 3.21255255, -0.393868357, -1.80032301, -0.930898368, -0.366613597, -0.384397328, -0.0788530781, -1.04698265, 0.541540623, -0.483775377, -1.36072516, -0.815586209, -0.384666651, 0.848623812, 0.48452431, -0.338016391, 0.0196969546, 0.215149239, 2.03872538, -0.617623865, 0.46706897, 0.72636795, -0.953054368, 0.189222589, 1.634330e-01]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %11 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %12 = "stablehlo.compare"(%arg4, %11) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %13 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %14 = "stablehlo.add"(%arg4, %13) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %15 = "stablehlo.select"(%12, %14, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %17 = "stablehlo.compare"(%arg4, %16) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %18 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %19 = "stablehlo.add"(%arg4, %18) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %20 = "stablehlo.select"(%17, %19, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %21 = "stablehlo.dynamic_slice"(%arg2, %15, %20) <{slice_sizes = array<i64: 2, 3>}> : (tensor<5x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %22 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.multiply"(%22, %arg4) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %24 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %25 = "stablehlo.compare"(%arg4, %24) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %26 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %27 = "stablehlo.add"(%arg4, %26) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %28 = "stablehlo.select"(%25, %27, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %29 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %30 = "stablehlo.compare"(%23, %29) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %31 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %32 = "stablehlo.add"(%23, %31) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %33 = "stablehlo.select"(%30, %32, %23) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %34 = "stablehlo.dynamic_update_slice"(%arg2, %arg3, %28, %33) : (tensor<5x6xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x6xf32>
    %35 = "func.call"(%10) <{callee = @resize}> : (tensor<64xf32>) -> tensor<2x3xf32>
    %36 = "stablehlo.multiply"(%21, %35) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.reduce"(%36, %37) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %47 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%47) : (tensor<f32>) -> ()
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %39 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %40 = "stablehlo.add"(%39, %38) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %41 = "func.call"(%10) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<5x6xf32>
    %42 = "stablehlo.multiply"(%34, %41) : (tensor<5x6xf32>, tensor<5x6xf32>) -> tensor<5x6xf32>
    %43 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %44 = "stablehlo.reduce"(%42, %43) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %46 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%46) : (tensor<f32>) -> ()
    }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<f32>
    %45 = "stablehlo.add"(%40, %44) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%45) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<2x3xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %5 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %7 = "stablehlo.reshape"(%6) : (tensor<1x64xf32>) -> tensor<64xf32>
    %8 = "stablehlo.slice"(%7) <{limit_indices = array<i64: 6>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<6xf32>
    %9 = "stablehlo.reshape"(%8) : (tensor<6xf32>) -> tensor<2x3xf32>
    "func.return"(%9) : (tensor<2x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<5x6xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 30>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<30xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<30xf32>) -> tensor<5x6xf32>
    "func.return"(%4) : (tensor<5x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
