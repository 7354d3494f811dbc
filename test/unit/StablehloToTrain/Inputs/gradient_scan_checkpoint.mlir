// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x3x3xf32>, tensor<3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<4x3x3xf32>, %arg6: tensor<3xf32>):
    %10 = "stablehlo.constant"() <{value = dense<[-0.413579255, -1.809201, -0.909874558, -0.282443613, 0.0281845499, 0.0881827846, -0.104711711, 2.1706779, 0.468405038, -1.18863392, -0.579142213, -0.624314547, -0.144274384, -0.570247233, -0.822224379, 1.68228877, 0.0772223249, -0.303872526, -0.218961135, -0.183471441, 1.42625189, 5.119180e-01, 1.15682769, -3.08434701, 0.360191852, 1.09339821, 2.00777292, 0.0639321432, -1.68220949, 6.237260e-01, -0.564216793, -1.75689983, -0.583680391, 1.09126627, 1.2372371, 0.757060348, -1.01238596, 2.55288291, -1.13330317, -0.0413983837, -1.40836632, 1.35399675, 0.483017951, 0.925518453, 0.127937511, -0.0302833114, 0.212646335, -1.84984076, 1.03286803, 0.952444374, -0.353075236, 0.0271328278, 0.339613587, 1.6104151, 0.472505093, 0.0834428444, -0.467793316, -1.46185184, -0.554296315, 0.113738291, -0.209503725, 0.11864002, 0.788811087, 0.479172379]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %11 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %12:3 = "stablehlo.while"(%arg5, %11, %arg6) ({
    ^bb0(%arg12: tensor<4x3x3xf32>, %arg13: tensor<i32>, %arg14: tensor<3xf32>):
      %24 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
      %25 = "stablehlo.compare"(%arg13, %24) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%25) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg9: tensor<4x3x3xf32>, %arg10: tensor<i32>, %arg11: tensor<3xf32>):
      %20 = "func.call"(%arg9, %arg10) <{callee = @dynamic_index_in_dim}> : (tensor<4x3x3xf32>, tensor<i32>) -> tensor<3x3xf32>
      %21 = "func.call"(%arg11, %20) <{callee = @closed_call}> : (tensor<3xf32>, tensor<3x3xf32>) -> tensor<3xf32>
      %22 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %23 = "stablehlo.add"(%arg10, %22) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg9, %23, %21) : (tensor<4x3x3xf32>, tensor<i32>, tensor<3xf32>) -> ()
    }) : (tensor<4x3x3xf32>, tensor<i32>, tensor<3xf32>) -> (tensor<4x3x3xf32>, tensor<i32>, tensor<3xf32>)
    %13 = "func.call"(%10) <{callee = @resize}> : (tensor<64xf32>) -> tensor<3xf32>
    %14 = "stablehlo.multiply"(%12#2, %13) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.reduce"(%14, %15) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %19 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%19) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %17 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %18 = "stablehlo.add"(%17, %16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%18) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x3x3xf32>, tensor<i32>) -> tensor<3x3xf32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4x3x3xf32>, %arg4: tensor<i32>):
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %8 = "stablehlo.dynamic_slice"(%arg3, %arg4, %6, %7) <{slice_sizes = array<i64: 1, 3, 3>}> : (tensor<4x3x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x3xf32>
    %9 = "stablehlo.reshape"(%8) : (tensor<1x3x3xf32>) -> tensor<3x3xf32>
    "func.return"(%9) : (tensor<3x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf32>, tensor<3x3xf32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<3xf32>, %arg2: tensor<3x3xf32>):
    %4 = "stablehlo.dot_general"(%arg2, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %5 = "stablehlo.tanh"(%4) : (tensor<3xf32>) -> tensor<3xf32>
    "func.return"(%5) : (tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 3>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<3xf32>
    "func.return"(%3) : (tensor<3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
