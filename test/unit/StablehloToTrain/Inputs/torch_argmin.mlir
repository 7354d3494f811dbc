// Made by make_cases.py.
func.func @main(%a: tensor<3x8xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %i = stablehlo.iota dim = 0 : tensor<8xi64>
  %j = stablehlo.broadcast_in_dim %i, dims = [1] : (tensor<8xi64>) -> tensor<3x8xi64>
  %0:2 = stablehlo.reduce(%a init: %high), (%j init: %zero) across dimensions = [1] : (tensor<3x8xf32>, tensor<3x8xi64>, tensor<f32>, tensor<i64>) -> (tensor<3xf32>, tensor<3xi64>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%m: tensor<i64>, %n: tensor<i64>) {
    %1 = stablehlo.compare LE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %x, %y : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.minimum %m, %n : tensor<i64>
    %5 = stablehlo.select %1, %m, %n : tensor<i1>, tensor<i64>
    %6 = stablehlo.select %3, %4, %5 : tensor<i1>, tensor<i64>
    stablehlo.return %2, %6 : tensor<f32>, tensor<i64>
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi64>
}
