// Made by make_cases.py.
func.func @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi64>, tensor<8xf32>, tensor<8xi1>, tensor<8xi1>) {
  %0 = arith.divui %a, %b : tensor<8xi32>
  %1 = arith.extui %a : tensor<8xi32> to tensor<8xi64>
  %2 = arith.uitofp %a : tensor<8xi32> to tensor<8xf32>
  %3 = arith.cmpi ult, %a, %b : tensor<8xi32>
  %4 = arith.trunci %a : tensor<8xi32> to tensor<8xi1>
  return %0, %1, %2, %3, %4 : tensor<8xi32>, tensor<8xi64>, tensor<8xf32>, tensor<8xi1>, tensor<8xi1>
}
