// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg11: tensor<4x6xf32>):
    %50 = "stablehlo.multiply"(%arg11, %arg11) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %51 = "stablehlo.multiply"(%50, %arg11) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %52 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %54 = "stablehlo.multiply"(%53, %51) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %55 = "stablehlo.add"(%arg11, %54) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %56 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %58 = "stablehlo.multiply"(%57, %55) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %59 = "stablehlo.tanh"(%58) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %60 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %62 = "stablehlo.add"(%61, %59) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %63 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %64 = "stablehlo.broadcast_in_dim"(%63) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %65 = "stablehlo.multiply"(%64, %62) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %66 = "stablehlo.multiply"(%arg11, %65) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %67 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %68 = "stablehlo.broadcast_in_dim"(%67) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %69 = "stablehlo.multiply"(%68, %arg11) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %70 = "stablehlo.negate"(%arg11) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %71 = "stablehlo.constant"() <{value = dense<0.707106769> : tensor<f32>}> : () -> tensor<f32>
    %72 = "stablehlo.broadcast_in_dim"(%71) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %73 = "stablehlo.multiply"(%70, %72) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %74 = "chlo.erfc"(%73) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %75 = "stablehlo.multiply"(%69, %74) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %76 = "func.call"(%arg11) <{callee = @silu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %77 = "func.call"(%arg11) <{callee = @relu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %78 = "func.call"(%arg11) <{callee = @elu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %79 = "func.call"(%arg11) <{callee = @softplus}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %80 = "stablehlo.negate"(%arg11) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %81 = "stablehlo.exponential"(%80) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %82 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %83 = "stablehlo.broadcast_in_dim"(%82) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %84 = "stablehlo.add"(%83, %81) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %85 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %87 = "stablehlo.divide"(%86, %84) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %88 = "func.call"(%arg11) <{callee = @leaky_relu}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%66, %75, %76, %77, %78, %79, %87, %88) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "silu", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<4x6xf32>):
    %41 = "stablehlo.negate"(%arg10) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %42 = "stablehlo.exponential"(%41) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %43 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %45 = "stablehlo.add"(%44, %42) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %46 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %47 = "stablehlo.broadcast_in_dim"(%46) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %48 = "stablehlo.divide"(%47, %45) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %49 = "stablehlo.multiply"(%arg10, %48) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%49) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "relu", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<4x6xf32>):
    %38 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %39 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %40 = "stablehlo.maximum"(%arg9, %39) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%40) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "elu", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<4x6xf32>):
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %27 = "stablehlo.compare"(%arg8, %26) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %30 = "stablehlo.compare"(%arg8, %29) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %31 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %32 = "func.call"(%30, %31, %arg8) <{callee = @_where}> : (tensor<4x6xi1>, tensor<f32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %33 = "stablehlo.exponential_minus_one"(%32) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %34 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %36 = "stablehlo.multiply"(%35, %33) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %37 = "func.call"(%27, %arg8, %36) <{callee = @_where_0}> : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%37) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xi1>, tensor<f32>, tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<4x6xi1>, %arg6: tensor<f32>, %arg7: tensor<4x6xf32>):
    %22 = "stablehlo.convert"(%arg6) : (tensor<f32>) -> tensor<f32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %24 = "stablehlo.select"(%arg5, %23, %arg7) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%24) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<4x6xi1>, %arg3: tensor<4x6xf32>, %arg4: tensor<4x6xf32>):
    %21 = "stablehlo.select"(%arg2, %arg3, %arg4) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%21) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "softplus", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %9 = "stablehlo.maximum"(%arg1, %8) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %10 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %11 = "stablehlo.subtract"(%arg1, %10) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = "stablehlo.compare"(%11, %11) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %13 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %14 = "stablehlo.add"(%arg1, %13) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %15 = "stablehlo.abs"(%11) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %16 = "stablehlo.negate"(%15) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %17 = "stablehlo.exponential"(%16) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %18 = "stablehlo.log_plus_one"(%17) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %19 = "stablehlo.add"(%9, %18) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %20 = "stablehlo.select"(%12, %14, %19) : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%20) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xf32>, res_attrs = [{}], sym_name = "leaky_relu", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x6xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %2 = "stablehlo.compare"(%arg0, %1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %3 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x6xf32>
    %5 = "stablehlo.multiply"(%4, %arg0) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %6 = "func.call"(%2, %arg0, %5) <{callee = @_where_0}> : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    "func.return"(%6) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
