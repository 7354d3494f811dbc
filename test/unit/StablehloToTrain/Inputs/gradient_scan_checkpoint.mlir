// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x3x3xf32>, tensor<3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<4x3x3xf32>, %arg6: tensor<3xf32>):
    %10 = "stablehlo.constant"() <{value = dense<[-0.138373271, 1.00198555, -0.865229427, 0.385195136, 2.38102531, -1.32849467, 1.30942428, 1.25078917, -1.80289435, -1.35729945, -0.89908433, 1.04577053, -0.351893246, -0.0904881134, 0.784295797, 0.194708094, 0.302448183, -0.244640067, 1.20066869, -0.701483369, 1.75136387, -0.261826187, -0.721731782, 0.722499787, 0.526711881, -1.90474188, 0.296601832, -1.27480292, -0.75451523, 0.861473381, -0.787923574, 0.429468215, -0.305855066, 2.00654125, -0.0228984132, -1.10226798, -1.03234172, -0.833917796, 0.198635563, 6.770110e-02, 1.03942287, 0.23681353, 0.197755918, 0.392520279, -0.0613728054, 0.359992534, 0.850372314, 0.850212037, -0.478642792, -1.70179427, -0.742513895, 0.347064495, -2.42375708, -0.411238492, 0.513077378, -5.004090e-01, -1.05511284, 1.81642234, 1.44697392, -0.196621731, 1.38389266, 1.35940719, -1.06941056, 2.74033618]> : tensor<64xf32>}> : () -> tensor<64xf32>
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
