// Made by make_cases.py.
func.func @main(%t: tensor<2x5x3xf32>, %i: tensor<2x4xi64>) -> (tensor<2x4x3xf32>, tensor<2x2x4x3xf32>) {
  %0 = "stablehlo.torch_index_select"(%t, %i) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x5x3xf32>, tensor<2x4xi64>) -> tensor<2x4x3xf32>
  %1 = "stablehlo.torch_index_select"(%t, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x5x3xf32>, tensor<2x4xi64>) -> tensor<2x2x4x3xf32>
  return %0, %1 : tensor<2x4x3xf32>, tensor<2x2x4x3xf32>
}
