// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<4x5xf32>, %arg2: tensor<4x5xf32>):
    %5 = "stablehlo.constant"() <{value = dense<[-0.738422214, -0.0811627432, 0.297038496, -0.801044881, 1.68052244, -1.11707187, -0.501933813, 0.187199831, -1.30279112, 0.519700885, 0.581954896, -0.343826532, 1.85888445, 0.0305967815, 0.230052635, -1.01198864, -1.72660506, -0.682649374, -0.372928321, -0.506896138, 0.718012929, -2.43907952, -1.18584383, -1.87860596, 1.29136217, -0.616550565, -0.566287756, -1.15354121, 0.849007606, -0.46300596, 0.171225339, -2.08674169, 1.12134814, 0.344496429, 0.501821101, 1.18706119, -0.243604168, -0.21741581, 0.668635308, 0.37724632, -0.294929951, -0.0055782795, -0.554472148, 0.66631335, 0.885625422, -0.044020094, 1.83232951, -1.58945274, -0.282568097, 1.66515493, -0.470921516, -1.65154803, 1.34948397, 0.498208255, -1.24485159, 0.728237688, -1.073020e+00, -1.39120364, -0.200467065, -0.529800594, -1.14807749, -0.414243966, -1.05454624, 0.0123847686]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %6 = "stablehlo.power"(%arg1, %arg2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %7 = "func.call"(%5) <{callee = @resize}> : (tensor<64xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.multiply"(%6, %7) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.reduce"(%8, %9) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %13 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%13) : (tensor<f32>) -> ()
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
    %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %12 = "stablehlo.add"(%11, %10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%12) : (tensor<f32>) -> ()
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
