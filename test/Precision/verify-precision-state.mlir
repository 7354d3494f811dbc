// A declared state of bf16 is accepted for parameters and moments, and for nothing else.
// RUN: halftone-opt %s --verify-precision="state=bf16" -o /dev/null 2>&1 | count 0
// RUN: not halftone-opt %s --verify-precision -o /dev/null 2>&1 | FileCheck %s --check-prefix=F32
// F32-COUNT-4: error: verify-precision: {{.*}} is 'bf16', expected f32

func.func @step(
    %w: tensor<4xbf16> {train.role = #train.role<param>, train.name = "w"},
    %m: tensor<4xbf16> {train.role = #train.role<opt_state>, train.name = "m"})
    -> (tensor<4xbf16> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xbf16> {train.role = #train.role<opt_state>, train.name = "m", train.updates = "m"}) {
  return %w, %m : tensor<4xbf16>, tensor<4xbf16>
}
