// RUN: halftone-opt %s --split-input-file --verify-diagnostics --train-weight-copies

// expected-error @below {{no function 'step' with a body of one block; run 'train-build-step' first}}
module {}

// -----

// expected-error @below {{no function 'init' with a body of one block, which would start the weight copies}}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<metric>, train.name = "y"}) {
  %low = train.cast %w : tensor<4xf32> to tensor<4xbf16>
  return %w, %low : tensor<4xf32>, tensor<4xbf16>
}

// -----

func.func @init() {
  return
}
// expected-error @below {{the copy of parameter 'w' needs the name 'w/bf16'; rename that argument or result}}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<metric>, train.name = "w/bf16"}) {
  %low = train.cast %w : tensor<4xf32> to tensor<4xbf16>
  return %w, %low : tensor<4xf32>, tensor<4xbf16>
}

// -----

// expected-error @below {{function 'init' has no result 'w' to start its copy from}}
func.func @init() {
  return
}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<metric>, train.name = "y"}) {
  %low = train.cast %w : tensor<4xf32> to tensor<4xbf16>
  return %w, %low : tensor<4xf32>, tensor<4xbf16>
}
