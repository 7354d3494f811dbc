// A second run changes nothing, also where locations are gone and the module was
// canonicalized in between.
// RUN: halftone-opt %s --autocast="compute=bf16" -o %t.once
// RUN: halftone-opt %t.once --autocast="compute=bf16" | diff %t.once -
// RUN: halftone-opt %s --train-differentiate --autocast="compute=f16" --strip-debuginfo --canonicalize --cse -o %t.clean
// RUN: halftone-opt %t.clean --autocast="compute=f16" --strip-debuginfo --canonicalize --cse | diff %t.clean -
// RUN: halftone-opt %s --autocast="compute=bf16 policy=torch" --train-differentiate --canonicalize --cse -o %t.torch
// RUN: halftone-opt %t.torch --autocast="compute=bf16 policy=torch" --canonicalize --cse | diff %t.torch -
// RUN: halftone-opt %s --autocast="compute=bf16 policy=grappler" -o %t.grappler
// RUN: halftone-opt %t.grappler --autocast="compute=bf16 policy=grappler" | diff %t.grappler -
// Whole steps of the examples, by each policy.
// RUN: halftone-opt %root/examples/gpt/gpt.mlir --inline --train-differentiate --train-build-step --train-loss-scaling --autocast="compute=f16" --strip-debuginfo --canonicalize --cse -o %t.gpt
// RUN: halftone-opt %t.gpt --autocast="compute=f16" --strip-debuginfo --canonicalize --cse | diff %t.gpt -
// RUN: halftone-opt %root/examples/gpt/gpt.mlir --inline --train-differentiate --train-build-step --train-loss-scaling --autocast="compute=bf16 policy=grappler" --strip-debuginfo --canonicalize --cse -o %t.gpt
// RUN: halftone-opt %t.gpt --autocast="compute=bf16 policy=grappler" --strip-debuginfo --canonicalize --cse | diff %t.gpt -
// RUN: halftone-opt %root/examples/cnn/cnn.mlir --inline --train-differentiate --train-build-step --train-loss-scaling --autocast="compute=f16 policy=grappler" --strip-debuginfo --canonicalize --cse -o %t.cnn
// RUN: halftone-opt %t.cnn --autocast="compute=f16 policy=grappler" --strip-debuginfo --canonicalize --cse | diff %t.cnn -
// The same input gives the same bytes.
// RUN: halftone-opt %s --autocast="compute=bf16" | diff %t.once -
// RUN: FileCheck %s --input-file=%t.once
// RUN: FileCheck %s --input-file=%t.clean

// CHECK: train.cast
// CHECK: train.linear %{{.*}} -> tensor<4x8x{{b?}}f16>
func.func @loss(
    %w: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %s: tensor<8xf32> {train.role = #train.role<param>, train.name = "s"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %labels: tensor<4xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n = train.layer_norm %0 scale %s axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %g = train.gelu %n approximate = tanh : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = train.linear %g, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = train.relu %1 : tensor<4x8xf32> -> tensor<4x8xf32>
  %3 = train.linear %2, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %4 = train.add %3, %0 : tensor<4x8xf32>
  %c = train.constant dense<-1.0e9> : tensor<4x8xf32>
  %5 = train.add %4, %c : tensor<4x8xf32>
  %p = train.precision f32 : tensor<4x8xf32> {
    %6 = train.linear %5, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %6 : tensor<4x8xf32>
  }
  %loss = train.cross_entropy %p, %labels : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
