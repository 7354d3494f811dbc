// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[-0.488458067, -1.07695663, -0.995120465, -0.611360132, -0.533733487, 1.05588281, -1.27263725, -0.0995841398, -0.637770295, 1.42873728, 0.209657282, -0.422190368, 0.759890675, 0.0161670893, -0.52328229, 1.4771589, 0.657669126, 1.67104888, 1.10191154, 0.722656905, 0.0834612175, -1.12618601, 0.658079743, 0.0251554232, 0.625133335, -0.0543446355, -0.731685817, -1.04591811, 0.650114953, 1.23947358, -0.330911815, 0.40729332, 1.33114493, -0.87350279, -0.381962031, -1.1560384, 1.1285125, 0.217679933, -0.501554072, -1.68781936, -0.220892981, 0.949384808, -0.335399628, -0.462957501, 0.595549405, -1.26566219, 0.0112335393, 0.553813875, -0.814358294, -0.863560199, 0.206441939, -0.138252497, -0.273572445, 0.166680887, 0.182014093, -0.957810163, -0.700394153, 0.407393336, 1.07538533, 1.30655479, -0.878134667, 1.04895794, 0.715936065, -0.0665768459]> : tensor<64xf32>}> : () -> tensor<64xf32>
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
