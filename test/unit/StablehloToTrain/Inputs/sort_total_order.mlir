// Made by make_cases.py.
func.func @main(%a: tensor<9xf32>) -> tensor<9xi32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<9xf32>) -> tensor<9xf32>
  %2 = stablehlo.bitcast_convert %0 : (tensor<9xf32>) -> tensor<9xi32>
  return %2 : tensor<9xi32>
}
