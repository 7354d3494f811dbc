// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg7: tensor<4x5xf32>):
    %31 = "stablehlo.constant"() <{value = dense<[0.932023167, -0.692094743, 1.0349052, -1.91881442, -1.06152499, 0.992123782, -0.148150012, -0.671020984, 0.375173628, -1.04552567, 7.687200e-02, -2.21515298, -0.452360958, -0.649845063, 0.539616108, 0.875771284, -0.854547679, 1.60891128, -0.592033267, -2.0559237, -2.37970853, 1.53896081, -0.0875365808, -0.647328436, -0.747898221, -1.09221649, 1.35223377, -0.0838830471, 1.7902081, -0.199002683, -2.35029244, 0.844433963, -0.368195504, -0.237077683, 1.56727338, -0.263387948, 1.16199327, -4.991680e-03, -0.751981258, 0.507314801, -0.600682437, 1.22829497, 0.959886491, 6.273390e-02, 6.098970e-01, 0.564602196, -0.275617212, 0.895146429, -0.227291584, 0.616205692, -0.950345516, 0.102028333, 0.416092426, -0.788453578, -0.414326906, -0.531044483, 0.730649948, -0.716833174, 0.441734284, 1.5287751, 0.361135334, -1.60689259, 0.131012738, 1.04659975]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %32 = "stablehlo.transpose"(%arg7) <{permutation = array<i64: 1, 0>}> : (tensor<4x5xf32>) -> tensor<5x4xf32>
    %33 = "stablehlo.reshape"(%arg7) : (tensor<4x5xf32>) -> tensor<2x10xf32>
    %34 = "stablehlo.slice"(%arg7) <{limit_indices = array<i64: 4, 5>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 2>}> : (tensor<4x5xf32>) -> tensor<3x3xf32>
    %35 = "func.call"(%arg7) <{callee = @_flip}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %36 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %38 = "stablehlo.multiply"(%arg7, %37) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %39 = "stablehlo.concatenate"(%arg7, %38) <{dimension = 1 : i64}> : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x10xf32>
    %40 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.pad"(%arg7, %40) <{edge_padding_high = array<i64: -1, 2>, edge_padding_low = array<i64: 1, -1>, interior_padding = array<i64: 0, 1>}> : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x10xf32>
    %42 = "stablehlo.broadcast_in_dim"(%arg7) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<4x5xf32>) -> tensor<4x1x5xf32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<4x1x5xf32>) -> tensor<4x3x5xf32>
    %44 = "func.call"(%31) <{callee = @resize}> : (tensor<64xf32>) -> tensor<5x4xf32>
    %45 = "stablehlo.multiply"(%32, %44) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %46 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %47 = "stablehlo.reduce"(%45, %46) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %86 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%86) : (tensor<f32>) -> ()
    }) : (tensor<5x4xf32>, tensor<f32>) -> tensor<f32>
    %48 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %49 = "stablehlo.add"(%48, %47) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %50 = "func.call"(%31) <{callee = @resize_0}> : (tensor<64xf32>) -> tensor<2x10xf32>
    %51 = "stablehlo.multiply"(%33, %50) : (tensor<2x10xf32>, tensor<2x10xf32>) -> tensor<2x10xf32>
    %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.reduce"(%51, %52) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %85 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%85) : (tensor<f32>) -> ()
    }) : (tensor<2x10xf32>, tensor<f32>) -> tensor<f32>
    %54 = "stablehlo.add"(%49, %53) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %55 = "func.call"(%31) <{callee = @resize_1}> : (tensor<64xf32>) -> tensor<3x3xf32>
    %56 = "stablehlo.multiply"(%34, %55) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %57 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %58 = "stablehlo.reduce"(%56, %57) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %84 = "stablehlo.add"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%84) : (tensor<f32>) -> ()
    }) : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
    %59 = "stablehlo.add"(%54, %58) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %60 = "func.call"(%31) <{callee = @resize_2}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %61 = "stablehlo.multiply"(%35, %60) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %62 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %63 = "stablehlo.reduce"(%61, %62) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %83 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%83) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %64 = "stablehlo.add"(%59, %63) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %65 = "func.call"(%31) <{callee = @resize_3}> : (tensor<64xf32>) -> tensor<4x10xf32>
    %66 = "stablehlo.multiply"(%39, %65) : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
    %67 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %68 = "stablehlo.reduce"(%66, %67) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %82 = "stablehlo.add"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%82) : (tensor<f32>) -> ()
    }) : (tensor<4x10xf32>, tensor<f32>) -> tensor<f32>
    %69 = "stablehlo.add"(%64, %68) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %70 = "func.call"(%31) <{callee = @resize_3}> : (tensor<64xf32>) -> tensor<4x10xf32>
    %71 = "stablehlo.multiply"(%41, %70) : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
    %72 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %73 = "stablehlo.reduce"(%71, %72) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %81 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%81) : (tensor<f32>) -> ()
    }) : (tensor<4x10xf32>, tensor<f32>) -> tensor<f32>
    %74 = "stablehlo.add"(%69, %73) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %75 = "func.call"(%31) <{callee = @resize_4}> : (tensor<64xf32>) -> tensor<4x3x5xf32>
    %76 = "stablehlo.multiply"(%43, %75) : (tensor<4x3x5xf32>, tensor<4x3x5xf32>) -> tensor<4x3x5xf32>
    %77 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %78 = "stablehlo.reduce"(%76, %77) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %80 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%80) : (tensor<f32>) -> ()
    }) : (tensor<4x3x5xf32>, tensor<f32>) -> tensor<f32>
    %79 = "stablehlo.add"(%74, %78) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%79) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "_flip", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4x5xf32>):
    %30 = "stablehlo.reverse"(%arg6) <{dimensions = array<i64: 1>}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    "func.return"(%30) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<5x4xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<64xf32>):
    %25 = "stablehlo.reshape"(%arg5) : (tensor<64xf32>) -> tensor<1x64xf32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %27 = "stablehlo.reshape"(%26) : (tensor<1x64xf32>) -> tensor<64xf32>
    %28 = "stablehlo.slice"(%27) <{limit_indices = array<i64: 20>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<20xf32>
    %29 = "stablehlo.reshape"(%28) : (tensor<20xf32>) -> tensor<5x4xf32>
    "func.return"(%29) : (tensor<5x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<2x10xf32>, res_attrs = [{}], sym_name = "resize_0", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<64xf32>):
    %20 = "stablehlo.reshape"(%arg4) : (tensor<64xf32>) -> tensor<1x64xf32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %22 = "stablehlo.reshape"(%21) : (tensor<1x64xf32>) -> tensor<64xf32>
    %23 = "stablehlo.slice"(%22) <{limit_indices = array<i64: 20>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<20xf32>
    %24 = "stablehlo.reshape"(%23) : (tensor<20xf32>) -> tensor<2x10xf32>
    "func.return"(%24) : (tensor<2x10xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<3x3xf32>, res_attrs = [{}], sym_name = "resize_1", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<64xf32>):
    %15 = "stablehlo.reshape"(%arg3) : (tensor<64xf32>) -> tensor<1x64xf32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %17 = "stablehlo.reshape"(%16) : (tensor<1x64xf32>) -> tensor<64xf32>
    %18 = "stablehlo.slice"(%17) <{limit_indices = array<i64: 9>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<9xf32>
    %19 = "stablehlo.reshape"(%18) : (tensor<9xf32>) -> tensor<3x3xf32>
    "func.return"(%19) : (tensor<3x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "resize_2", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<64xf32>):
    %10 = "stablehlo.reshape"(%arg2) : (tensor<64xf32>) -> tensor<1x64xf32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %12 = "stablehlo.reshape"(%11) : (tensor<1x64xf32>) -> tensor<64xf32>
    %13 = "stablehlo.slice"(%12) <{limit_indices = array<i64: 20>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<20xf32>
    %14 = "stablehlo.reshape"(%13) : (tensor<20xf32>) -> tensor<4x5xf32>
    "func.return"(%14) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x10xf32>, res_attrs = [{}], sym_name = "resize_3", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<64xf32>):
    %5 = "stablehlo.reshape"(%arg1) : (tensor<64xf32>) -> tensor<1x64xf32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %7 = "stablehlo.reshape"(%6) : (tensor<1x64xf32>) -> tensor<64xf32>
    %8 = "stablehlo.slice"(%7) <{limit_indices = array<i64: 40>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<40xf32>
    %9 = "stablehlo.reshape"(%8) : (tensor<40xf32>) -> tensor<4x10xf32>
    "func.return"(%9) : (tensor<4x10xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x3x5xf32>, res_attrs = [{}], sym_name = "resize_4", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 60>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<60xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<60xf32>) -> tensor<4x3x5xf32>
    "func.return"(%4) : (tensor<4x3x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
