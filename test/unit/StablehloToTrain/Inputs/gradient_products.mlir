// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4x5xf32>, tensor<5x2x3x4xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<2x3x4x5xf32>, %arg3: tensor<5x2x3x4xf32>):
    %9 = "stablehlo.constant"() <{value = dense<[2.35066056, -1.10363817, 0.221869558, 0.889973998, 0.150120899, 0.655970693, 0.172684386, 0.753656387, 1.28256309, -0.221409321, 0.197506666, -5.522310e-02, -0.403628051, -0.0196332447, -1.13164616, 0.744518399, 1.70244968, 1.7045114, 1.27585411, -0.964125037, 1.51977074, -0.71541059, -0.0530595332, 1.8461709, -1.07190931, 0.841301321, 0.281269789, -0.152092829, -0.876040935, 0.42250368, -0.463792115, 1.0452559, 1.22428954, -1.37930715, -5.052630e-01, -0.319079071, -1.18171179, -1.11790371, 0.0886692106, -0.208055526, -1.65184915, -0.538125336, 0.518904865, -1.20624971, -0.923601508, 1.58767426, 1.31721628, -1.62103236, -1.35097229, 0.377252668, -1.19149971, -0.252785116, -0.451283574, 5.601560e-01, -2.52873135, -2.20250487, -1.22619212, 1.01387799, -0.154331833, -1.70822024, 0.492989391, 7.076800e-01, -0.245862588, -0.330551744]> : tensor<64xf32>}> : () -> tensor<64xf32>
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
