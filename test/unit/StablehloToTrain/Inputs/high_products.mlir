// Made by make_cases.py.
func.func @main(%a: tensor<6xi32>, %b: tensor<6xi32>, %c: tensor<6xui32>) -> (tensor<6xi32>, tensor<6xui32>) {
  %0 = chlo.mulhi %a, %b : tensor<6xi32>, tensor<6xi32> -> tensor<6xi32>
  %1 = chlo.mulhi %c, %c : tensor<6xui32>, tensor<6xui32> -> tensor<6xui32>
  return %0, %1 : tensor<6xi32>, tensor<6xui32>
}
