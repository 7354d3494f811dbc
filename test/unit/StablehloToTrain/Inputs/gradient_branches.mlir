// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<i32>, tensor<3xf32>) -> tensor<f32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<i1>, %arg2: tensor<i32>, %arg3: tensor<3xf32>):
    %4 = "stablehlo.constant"() <{value = dense<[0.0141714076, 0.515047252, -1.68214762, 1.29865694, -1.24300277, 0.883509755, 0.0597670898, 1.1552918, 0.0828464552, -0.896286547, 1.12171388, 0.233279467, 0.167513341, 0.130430117, 1.05090678, 0.867681443, 0.280510277, -1.50025785, -3.531260e-01, 0.156967551, 1.84656918, 0.436428279, -0.0397550724, 1.248560e+00, -5.854230e-02, 0.0250929762, 0.210423008, -1.44433737, 1.011222, 4.796980e-01, -0.228479221, -1.08790982, 0.268101156, 1.45467138, -0.586401582, -1.00665379, 0.475242674, -1.54121017, -2.16564941, -0.388869733, -0.634171367, -0.220849022, -0.495060414, 0.388861507, -0.16426982, -0.542087853, -0.400688469, 0.688701808, 1.015957, 9.617750e-01, 0.754908859, -3.24010611, -0.943859577, -0.256356448, 0.26423496, -1.55885804, 1.48101258, 0.362371653, -0.562015533, 0.222837716, -0.286967963, -0.700143158, 0.565792799, -0.393846959]> : tensor<64xf32>}> : () -> tensor<64xf32>
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
