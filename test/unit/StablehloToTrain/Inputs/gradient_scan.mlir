// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf32>, tensor<5x3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg9: tensor<3xf32>, %arg10: tensor<5x3xf32>):
    %18 = "stablehlo.constant"() <{value = dense<[-1.35162783, -0.574875832, -0.0542505868, -1.01925337, 1.3219465, -1.02837777, 1.8184799, 0.955891668, -0.879813194, 0.192140087, 1.2442832, -0.128430888, -1.12999165, 0.175122693, 2.05363083, -1.42620564, 0.618946791, 7.453820e-02, -0.0527109466, -0.324268103, -0.25344497, 1.10412061, 0.663467884, -0.9302845, 1.6261965, -1.22940028, 0.730916858, 0.252277642, 1.26732147, 0.425239384, 1.12555861, 0.0454386808, 1.04291904, 4.148690e-01, 2.21966171, -0.624809801, 1.26536822, 0.53595823, 0.248149782, -0.494542092, 0.519449651, -1.40136695, -1.29605281, 0.784681559, -1.48197818, 1.5101074, -0.200996682, 0.323345512, 0.149187729, 0.494485199, -0.204742774, -0.292951196, -0.0512776263, 1.12421584, 1.20839024, 1.3491174, 0.440700591, -0.125087529, -1.60411954, 0.71865803, 0.916384875, -0.327301145, 0.883004665, 1.3650105]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x3xf32>
    %21 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %22:4 = "stablehlo.while"(%arg10, %21, %arg9, %20) ({
    ^bb0(%arg19: tensor<5x3xf32>, %arg20: tensor<i32>, %arg21: tensor<3xf32>, %arg22: tensor<5x3xf32>):
      %41 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %42 = "stablehlo.compare"(%arg20, %41) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%42) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg15: tensor<5x3xf32>, %arg16: tensor<i32>, %arg17: tensor<3xf32>, %arg18: tensor<5x3xf32>):
      %36 = "func.call"(%arg15, %arg16) <{callee = @dynamic_index_in_dim}> : (tensor<5x3xf32>, tensor<i32>) -> tensor<3xf32>
      %37:2 = "func.call"(%arg17, %36) <{callee = @closed_call}> : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
      %38 = "func.call"(%arg18, %37#1, %arg16) <{callee = @dynamic_update_index_in_dim}> : (tensor<5x3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<5x3xf32>
      %39 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %40 = "stablehlo.add"(%arg16, %39) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg15, %40, %37#0, %38) : (tensor<5x3xf32>, tensor<i32>, tensor<3xf32>, tensor<5x3xf32>) -> ()
    }) : (tensor<5x3xf32>, tensor<i32>, tensor<3xf32>, tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<i32>, tensor<3xf32>, tensor<5x3xf32>)
    %23 = "func.call"(%18) <{callee = @resize}> : (tensor<64xf32>) -> tensor<3xf32>
    %24 = "stablehlo.multiply"(%22#2, %23) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %26 = "stablehlo.reduce"(%24, %25) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %35 = "stablehlo.add"(%arg13, %arg14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%35) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %27 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %28 = "stablehlo.add"(%27, %26) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %29 = "func.call"(%18) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<5x3xf32>
    %30 = "stablehlo.multiply"(%22#3, %29) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %31 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %32 = "stablehlo.reduce"(%30, %31) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %34 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%34) : (tensor<f32>) -> ()
    }) : (tensor<5x3xf32>, tensor<f32>) -> tensor<f32>
    %33 = "stablehlo.add"(%28, %32) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%33) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x3xf32>, tensor<i32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<5x3xf32>, %arg8: tensor<i32>):
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %16 = "stablehlo.dynamic_slice"(%arg7, %arg8, %15) <{slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %17 = "stablehlo.reshape"(%16) : (tensor<1x3xf32>) -> tensor<3xf32>
    "func.return"(%17) : (tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>), res_attrs = [{}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<3xf32>, %arg6: tensor<3xf32>):
    %12 = "stablehlo.sine"(%arg5) : (tensor<3xf32>) -> tensor<3xf32>
    %13 = "stablehlo.add"(%12, %arg6) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %14 = "stablehlo.multiply"(%arg5, %arg6) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "func.return"(%13, %14) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<5x3xf32>, res_attrs = [{}], sym_name = "dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<5x3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<i32>):
    %9 = "stablehlo.broadcast_in_dim"(%arg3) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>) -> tensor<1x3xf32>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.dynamic_update_slice"(%arg2, %9, %arg4, %10) : (tensor<5x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x3xf32>
    "func.return"(%11) : (tensor<5x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %5 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %7 = "stablehlo.reshape"(%6) : (tensor<1x64xf32>) -> tensor<64xf32>
    %8 = "stablehlo.slice"(%7) <{limit_indices = array<i64: 3>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<3xf32>
    "func.return"(%8) : (tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<5x3xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 15>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<15xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<15xf32>) -> tensor<5x3xf32>
    "func.return"(%4) : (tensor<5x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
