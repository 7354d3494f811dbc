// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<i32>, tensor<3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<i1>, %arg2: tensor<i32>, %arg3: tensor<3xf32>):
    %4 = "stablehlo.constant"() <{value = dense<[0.135794014, -1.25718057, 0.050027363, 1.13910913, 0.269675761, -0.208640531, 1.60086381, -0.841597437, 1.02249122, -0.248247102, 0.269238085, 0.0843725278, 0.180427715, -0.00132262916, -0.730657578, -0.517704129, 0.491591036, -0.0584711842, -1.11409152, -0.657137036, -0.645280182, -0.00834995788, 0.224216476, 0.136042297, -0.609420896, 0.0612509288, -1.32571554, -2.84143543, -0.0136362892, -1.6130861, -0.907050907, -1.16705191, 0.666292369, -1.17314911, 0.311080486, -0.45472005, -1.20326591, -1.5428468, 0.492079526, 0.415389478, 0.802038609, 1.8583082, 0.297854662, 0.306207716, -0.099483937, 0.128595591, -0.328226984, -0.873201251, 2.0137217, -1.84269381, 0.271996945, 0.459891528, 0.166614696, -0.946222841, -0.177165329, -0.447903156, -1.06224573, -0.0353218392, -0.397673666, -5.433580e-01, 0.690636217, -1.05267525, 0.445516586, -0.606229782]> : tensor<64xf32>}> : () -> tensor<64xf32>
    %5 = "stablehlo.convert"(%arg1) : (tensor<i1>) -> tensor<i32>
    %6 = "stablehlo.case"(%5) ({
      %28 = "stablehlo.cosine"(%arg3) : (tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%28) : (tensor<3xf32>) -> ()
    }, {
      %27 = "stablehlo.sine"(%arg3) : (tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%27) : (tensor<3xf32>) -> ()
    }) : (tensor<i32>) -> tensor<3xf32>
    %7 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %8 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.clamp"(%7, %arg2, %8) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %10 = "stablehlo.case"(%9) ({
      %26 = "stablehlo.sine"(%arg3) : (tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%26) : (tensor<3xf32>) -> ()
    }, {
      %25 = "stablehlo.exponential"(%arg3) : (tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%25) : (tensor<3xf32>) -> ()
    }, {
      %24 = "stablehlo.tanh"(%arg3) : (tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%24) : (tensor<3xf32>) -> ()
    }) : (tensor<i32>) -> tensor<3xf32>
    %11 = "func.call"(%4) <{callee = @resize}> : (tensor<64xf32>) -> tensor<3xf32>
    %12 = "stablehlo.multiply"(%6, %11) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.reduce"(%12, %13) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %23 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%23) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.add"(%15, %14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %17 = "func.call"(%4) <{callee = @resize}> : (tensor<64xf32>) -> tensor<3xf32>
    %18 = "stablehlo.multiply"(%10, %17) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %19 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.reduce"(%18, %19) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %22 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%22) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %21 = "stablehlo.add"(%16, %20) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%21) : (tensor<f32>) -> ()
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
