// Evaluates what plain.mlir is the loss of.
func.func public @main(%x: tensor<16x4xf32> {train.name = "batch/0"}, %w: tensor<4x3xf32> {train.name = "a.weight"})
    -> (tensor<16xf32> {jax.result_info = "result['hits']"}, tensor<f32> {jax.result_info = "result['loss']"},
        tensor<4x3xf32> {train.role = #train.role<model_state>, train.name = "changed"}) {
  %0 = call @helper(%x) : (tensor<16x4xf32>) -> tensor<16xf32>
  %1 = train.reduce add %0, dims = [0] : tensor<16xf32> -> tensor<f32>
  return %0, %1, %w : tensor<16xf32>, tensor<f32>, tensor<4x3xf32>
}
func.func private @helper(%x: tensor<16x4xf32>) -> tensor<16xf32> {
  %0 = train.reduce add %x, dims = [1] : tensor<16x4xf32> -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
