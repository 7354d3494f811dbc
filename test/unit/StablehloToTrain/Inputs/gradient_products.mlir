// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4x5xf32>, tensor<5x2x3x4xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<2x3x4x5xf32>, %arg3: tensor<5x2x3x4xf32>):
    %9 = "stablehlo.constant"() <{value = dense<[0.242867291, -0.315673411, -0.309748143, -0.0870984793, 0.774041235, 0.2375056, -1.20144308, -0.132704839, 0.474448085, -0.467725456, 1.14894378, 0.777128159, -0.990768373, 0.319793969, 1.98377478, 1.56018281, -0.0562719889, 0.897611737, -0.673863232, -1.44807732, 0.554319561, 0.246537268, 0.514150798, -0.024699172, 0.325971931, -0.512914598, 0.473258525, 0.833080649, -0.0584099144, 0.814145803, -1.77094257, -0.78622353, 1.4445138, 1.76167309, 0.250596523, -0.103354871, -1.26796508, 0.363575965, 0.778438568, -1.48178911, 0.558898389, 0.490666658, 0.440864861, -1.12752676, 0.541843414, -1.49794102, 1.48859584, 0.135183468, -1.16365182, 1.34518623, 1.15401042, -0.650431454, 2.20410419, -1.00414252, 0.313419461, 1.18243766, -2.27067208, 1.00146294, -0.0647181496, -0.0156997684, -1.07686186, 0.331524134, -1.10978436, -0.968460321]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %10 = "stablehlo.dot_general"(%arg2, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1, 3], rhs_contracting_dimensions = [2, 0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4x5xf32>, tensor<5x2x3x4xf32>) -> tensor<2x4x4xf32>
    %11 = "stablehlo.dot_general"(%arg2, %arg2) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1, 2, 3], rhs_contracting_dimensions = [1, 2, 3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) -> tensor<2xf32>
    %12 = "func.call"(%9) <{callee = @resize}> : (tensor<64xf32>) -> tensor<2x4x4xf32>
    %13 = "stablehlo.multiply"(%10, %12) : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.reduce"(%13, %14) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %24 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%24) : (tensor<f32>) -> ()
    }) : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<f32>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.add"(%16, %15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %18 = "func.call"(%9) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<2xf32>
    %19 = "stablehlo.multiply"(%11, %18) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.reduce"(%19, %20) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %23 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%23) : (tensor<f32>) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %22 = "stablehlo.add"(%17, %21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%22) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<2x4x4xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %4 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.reshape"(%5) : (tensor<1x64xf32>) -> tensor<64xf32>
    %7 = "stablehlo.slice"(%6) <{limit_indices = array<i64: 32>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<32xf32>
    %8 = "stablehlo.reshape"(%7) : (tensor<32xf32>) -> tensor<2x4x4xf32>
    "func.return"(%8) : (tensor<2x4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<2xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<2xf32>
    "func.return"(%3) : (tensor<2xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
