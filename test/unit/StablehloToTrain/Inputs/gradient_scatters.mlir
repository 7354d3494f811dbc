// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x3xf32>, tensor<3xi32>, tensor<3x3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<5x3xf32>, %arg2: tensor<3xi32>, %arg3: tensor<3x3xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[-1.42623103, 1.35288644, 0.0873924121, 0.387434453, -0.87716335, 0.0919127762, 0.319177419, -0.306940794, 9.994260e-02, -2.10031414, 1.38120723, -1.09503222, -2.16314077, -0.941350817, -0.815913558, 0.562593639, -0.894985437, 0.302990586, -0.94087255, 2.2255888, 0.563780248, 1.97458744, -0.996284186, 0.681843758, -0.938204646, 0.596320629, 0.695693671, -1.57700706, -1.11931598, -1.14934957, -1.48693585, -7.145790e-01, -0.944067776, -1.42932987, 0.113327712, 5.608260e-01, -1.29976082, -0.542386293, 0.0222420152, -0.217804879, -0.686968207, 0.823697329, 0.860100805, 0.692581892, -0.195725292, 1.99880075, 1.75270247, -0.389972597, -0.108425207, 1.19993496, -0.788096845, 0.409720778, 0.0571410321, -0.692478895, -0.220974877, -1.56123602, -0.532819748, -1.98532188, 2.28992295, 1.51535213, 1.23803484, 0.311137587, 1.00741136, 1.2807579]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %8 = "stablehlo.compare"(%arg2, %7) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %9 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %11 = "stablehlo.add"(%arg2, %10) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %12 = "stablehlo.select"(%8, %11, %arg2) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %14 = "stablehlo.scatter"(%arg1, %13, %arg3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %37 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%37) : (tensor<f32>) -> ()
    }) : (tensor<5x3xf32>, tensor<3x1xi32>, tensor<3x3xf32>) -> tensor<5x3xf32>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %17 = "stablehlo.compare"(%arg2, %16) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %18 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %20 = "stablehlo.add"(%arg2, %19) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %21 = "stablehlo.select"(%17, %20, %arg2) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %23 = "stablehlo.scatter"(%arg1, %22, %arg3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      "stablehlo.return"(%arg9) : (tensor<f32>) -> ()
    }) : (tensor<5x3xf32>, tensor<3x1xi32>, tensor<3x3xf32>) -> tensor<5x3xf32>
    %24 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<5x3xf32>
    %25 = "stablehlo.multiply"(%14, %24) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %26 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %27 = "stablehlo.reduce"(%25, %26) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %36 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%36) : (tensor<f32>) -> ()
    }) : (tensor<5x3xf32>, tensor<f32>) -> tensor<f32>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.add"(%28, %27) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %30 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<5x3xf32>
    %31 = "stablehlo.multiply"(%23, %30) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %32 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %33 = "stablehlo.reduce"(%31, %32) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %35 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%35) : (tensor<f32>) -> ()
    }) : (tensor<5x3xf32>, tensor<f32>) -> tensor<f32>
    %34 = "stablehlo.add"(%29, %33) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%34) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<5x3xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 15>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<15xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<15xf32>) -> tensor<5x3xf32>
    "func.return"(%4) : (tensor<5x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
