// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[-0.609420896, 0.0612509288, -1.32571554, -2.84143543, -0.0136362892, -1.6130861, -0.907050907, -1.16705191, 0.666292369, -1.17314911, 0.311080486, -0.45472005, -1.20326591, -1.5428468, 0.492079526, 0.415389478, 0.802038609, 1.8583082, 0.297854662, 0.306207716, -0.099483937, 0.128595591, -0.328226984, -0.873201251, 2.0137217, -1.84269381, 0.271996945, 0.459891528, 0.166614696, -0.946222841, -0.177165329, -0.447903156, -1.06224573, -0.0353218392, -0.397673666, -5.433580e-01, 0.690636217, -1.05267525, 0.445516586, -0.606229782, 0.430334806, 0.0718178228, 0.242348656, -0.978234767, -0.774587094, -0.856328427, 0.171962216, 0.743839323, 1.07489729, -0.503818393, 0.0805377513, -1.62025344, -2.21996069, -0.871066391, -6.717490e-01, -1.55804968, -1.7835654, 0.523304403, -0.811808168, -1.68818045, 2.3048954, 0.158947259, -0.330871493, 0.66137892]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "stablehlo.reduce_precision"(%arg1) <{exponent_bits = 8 : i32, mantissa_bits = 7 : i32}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "stablehlo.convert"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xbf16>
    %8 = "stablehlo.convert"(%7) : (tensor<4x5xbf16>) -> tensor<4x5xf32>
    %9 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x5xf32>
    %11 = "stablehlo.multiply"(%8, %10) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = "stablehlo.convert"(%arg1) : (tensor<4x5xf32>) -> tensor<4x5xf16>
    %13 = "stablehlo.convert"(%12) : (tensor<4x5xf16>) -> tensor<4x5xf32>
    %14 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %15 = "stablehlo.multiply"(%6, %14) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.reduce"(%15, %16) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %32 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%32) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %19 = "stablehlo.add"(%18, %17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %20 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %21 = "stablehlo.multiply"(%11, %20) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %23 = "stablehlo.reduce"(%21, %22) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %31 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%31) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %24 = "stablehlo.add"(%19, %23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %25 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %26 = "stablehlo.multiply"(%13, %25) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %27 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %28 = "stablehlo.reduce"(%26, %27) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %30 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%30) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %29 = "stablehlo.add"(%24, %28) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%29) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<64xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "resize", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<64xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<64xf32>) -> tensor<1x64xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %3 = "stablehlo.slice"(%2) <{limit_indices = array<i64: 20>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<64xf32>) -> tensor<20xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<20xf32>) -> tensor<4x5xf32>
    "func.return"(%4) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
