// Made by make_cases.py.
func.func @main(%a: tensor<144xf32>, %b: tensor<144xf32>) -> (tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>) {
  %0 = arith.cmpf ult, %a, %b : tensor<144xf32>
  %1 = arith.cmpf one, %a, %b : tensor<144xf32>
  %2 = arith.cmpf ueq, %a, %b : tensor<144xf32>
  %3 = arith.cmpf uno, %a, %b : tensor<144xf32>
  return %0, %1, %2, %3 : tensor<144xi1>, tensor<144xi1>, tensor<144xi1>, tensor<144xi1>
}
