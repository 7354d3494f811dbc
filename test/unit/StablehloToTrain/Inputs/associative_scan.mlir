// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<7xf32>) -> tensor<7xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<7xf32>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 6>, start_indices = array<i64: 0>, strides = array<i64: 2>}> : (tensor<7xf32>) -> tensor<3xf32>
    %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 7>, start_indices = array<i64: 1>, strides = array<i64: 2>}> : (tensor<7xf32>) -> tensor<3xf32>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %3 = "stablehlo.add"(%2, %1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %4 = "stablehlo.slice"(%3) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 2>}> : (tensor<3xf32>) -> tensor<1xf32>
    %5 = "stablehlo.slice"(%3) <{limit_indices = array<i64: 3>, start_indices = array<i64: 1>, strides = array<i64: 2>}> : (tensor<3xf32>) -> tensor<1xf32>
    %6 = "stablehlo.multiply"(%4, %5) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %7 = "stablehlo.add"(%6, %5) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %8 = "stablehlo.slice"(%3) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 2>}> : (tensor<3xf32>) -> tensor<1xf32>
    %9 = "stablehlo.multiply"(%7, %8) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %10 = "stablehlo.add"(%9, %8) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %11 = "stablehlo.slice"(%3) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<3xf32>) -> tensor<1xf32>
    %12 = "stablehlo.concatenate"(%11, %10) <{dimension = 0 : i64}> : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.pad"(%12, %13) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 1>}> : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
    %15 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.pad"(%7, %15) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>}> : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
    %17 = "stablehlo.add"(%14, %16) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %18 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 7>, start_indices = array<i64: 2>, strides = array<i64: 2>}> : (tensor<7xf32>) -> tensor<3xf32>
    %19 = "stablehlo.multiply"(%17, %18) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %20 = "stablehlo.add"(%19, %18) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %21 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<7xf32>) -> tensor<1xf32>
    %22 = "stablehlo.concatenate"(%21, %20) <{dimension = 0 : i64}> : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
    %23 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %24 = "stablehlo.pad"(%22, %23) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 1>}> : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
    %25 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %26 = "stablehlo.pad"(%17, %25) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>}> : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
    %27 = "stablehlo.add"(%24, %26) : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
    "func.return"(%27) : (tensor<7xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
