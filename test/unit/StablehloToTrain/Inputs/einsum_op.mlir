// Made by make_cases.py.
func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<5x2x3xf32> {
  %0 = stablehlo.einsum %a, %b, config = "bij,bjk->kbi" : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<5x2x3xf32>
  return %0 : tensor<5x2x3xf32>
}
