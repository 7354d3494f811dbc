// What a model's maker chose in 16 bits is not held against the step: casts of the model
// (marked in their locations, here and in their derivatives), and the state that the step
// says it has.
// RUN: halftone-opt %s --verify-precision --split-input-file -o /dev/null --verify-diagnostics=only-expected

// (V7) The model's own rounding, its derivative, what the model widens itself; and a cast
// that was placed later.
#own = loc(fused<{train.model_cast}>["model.py":3:1])
#behind = loc(fused<{train.backward_of = "train.cast"}>[#own])
func.func @loss(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = train.cast %x : tensor<4xf32> to tensor<4xbf16> loc(#own)
  // expected-note @below {{from 'train.cast'}}
  %1 = train.cast %0 : tensor<4xbf16> to tensor<4xf32>
  %2 = train.cast %1 : tensor<4xf32> to tensor<4xbf16> loc(callsite(#behind at "model.py":9:1))
  %3 = train.cast %2 : tensor<4xbf16> to tensor<4xf32>
  // expected-warning @below {{a value in 'bf16' is widened to be narrowed back}}
  %6 = train.cast %1 : tensor<4xf32> to tensor<4xbf16>
  %7 = train.cast %6 : tensor<4xbf16> to tensor<4xf32> loc(#own)
  // expected-error @below {{verify-precision: a cast to 'bf16' inside an f32 island: every user widens it again}}
  %4 = train.cast %x : tensor<4xf32> to tensor<4xbf16>
  %5 = train.cast %4 : tensor<4xbf16> to tensor<4xf32>
  return %1, %3, %5, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// (V5) The declared type, in the step and in the functions beside it; no other type.
func.func @init(%w: tensor<4xf16> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<4xf16> {train.role = #train.role<param>, train.name = "w"}) {
  return %w : tensor<4xf16>
}
// expected-error @below {{verify-precision: argument 'm' of role 'opt_state' is 'bf16', expected f32}}
// expected-error @below {{verify-precision: result 'm' of role 'opt_state' is 'bf16', expected f32}}
func.func @step(%w: tensor<4xf16> {train.role = #train.role<param>, train.name = "w"},
                %m: tensor<4xbf16> {train.role = #train.role<opt_state>, train.name = "m"})
    -> (tensor<4xf16> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"})
    attributes {train.state_type = f16} {
  return %w, %m : tensor<4xf16>, tensor<4xbf16>
}
