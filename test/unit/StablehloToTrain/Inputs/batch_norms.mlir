// Made by make_cases.py.
func.func @main(%x: tensor<6x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %g: tensor<6x3xf32>) -> (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6x3xf32>, tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %b) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %1 = "stablehlo.batch_norm_inference"(%x, %s, %b, %0#1, %0#2) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<6x3xf32>
  %2:3 = "stablehlo.batch_norm_grad"(%x, %s, %0#1, %0#2, %g) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6x3xf32>) -> (tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %1, %2#0, %2#1, %2#2 : tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6x3xf32>, tensor<6x3xf32>, tensor<3xf32>, tensor<3xf32>
}
