// RUN: not halftone-opt %s --train-checkpoint 2>&1 | FileCheck %s -DGOT=
// RUN: not halftone-opt %s --train-checkpoint=budget=0 2>&1 | FileCheck %s -DGOT=0
// RUN: not halftone-opt %s --train-checkpoint=budget=0.0 2>&1 | FileCheck %s -DGOT=0.0
// RUN: not halftone-opt %s --train-checkpoint=budget=-5MiB 2>&1 | FileCheck %s -DGOT=-5MiB
// RUN: not halftone-opt %s --train-checkpoint=budget=1.5 2>&1 | FileCheck %s -DGOT=1.5
// RUN: not halftone-opt %s --train-checkpoint=budget=12QB 2>&1 | FileCheck %s -DGOT=12QB
// RUN: not halftone-opt %s --train-checkpoint=budget=MiB 2>&1 | FileCheck %s -DGOT=MiB
// RUN: not halftone-opt %s --train-checkpoint=budget=1.2.3GB 2>&1 | FileCheck %s -DGOT=1.2.3GB
// RUN: not halftone-opt %s --train-checkpoint=budget=99999999999999TiB 2>&1 | FileCheck %s -DGOT=99999999999999TiB
// RUN: not halftone-opt %s --train-checkpoint=budget=50%% 2>&1 | FileCheck %s -DGOT=50%%
// CHECK: error: expected a checkpoint budget in bytes, as '512MiB', or a share between 0 and 1, as '0.5', got '[[GOT]]'

// RUN: not halftone-opt %s --train-checkpoint="budget=0.5 function=other" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: no function 'other' to checkpoint
// RUN: not halftone-opt %s --train-checkpoint="budget=0.5 function=external" 2>&1 | FileCheck %s --check-prefix=EXTERNAL
// EXTERNAL: error: no function 'external' to checkpoint
// RUN: not halftone-opt %s --train-checkpoint="budget=0.5 function=plain" 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: error: function 'plain' has no argument of role 'param'
// RUN: not halftone-opt %s --train-checkpoint="budget=0.5 function=while" 2>&1 | FileCheck %s --check-prefix=WHILE
// WHILE: train-checkpoint_invalid.mlir:[[#@LINE+13]]:{{.*}} error: op 'train.while' has no gradient

func.func private @external(tensor<f32>) -> tensor<f32>
func.func @loss(%x: tensor<f32> {train.role = #train.role<param>, train.name = "x"}) -> tensor<f32> {
  %0 = train.sine %x : tensor<f32>
  %1 = train.sine %0 : tensor<f32>
  return %1 : tensor<f32>
}
func.func @plain(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @while(%x: tensor<f32> {train.role = #train.role<param>, train.name = "x"}) -> tensor<f32> {
  %z = train.constant dense<0.0> : tensor<f32>
  %0 = train.while (%c = %x) : tensor<f32> cond {
    %p = train.compare LT, %c, %z : tensor<f32>
    train.yield %p : tensor<i1>
  } do {
    %s = train.sine %c : tensor<f32>
    train.yield %s : tensor<f32>
  }
  return %0 : tensor<f32>
}
