// RUN: halftone-opt %s --split-input-file --verify-precision --verify-diagnostics

// (V1) (F42) The clip sees the scale. (V3) So does the norm that comes out.
// expected-error @+1 {{verify-precision: the update of 'w' is not chosen by 'train.all_finite' from the new and the old value}}
func.func @step(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %scale: tensor<f32> {train.role = #train.role<scaler_state>, train.name = "scaler/scale"},
    %x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  return %w : tensor<4xf32>
}
