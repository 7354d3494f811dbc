// (F45) fp16 without loss scaling is remarked once, wherever autocast runs: on the step
// under the default policy, on the loss function under PyTorch's.
// RUN: halftone-opt %s --halftone-step="amp=f16 loss-scaling=none" --remarks-filter=autocast -o /dev/null 2>&1 | grep -c "remark:.*fp16-without-scaling" | FileCheck %s
// RUN: halftone-opt %s --halftone-step="amp=f16 loss-scaling=none policy=torch" --remarks-filter=autocast -o /dev/null 2>&1 | grep -c "remark:.*fp16-without-scaling" | FileCheck %s
// RUN: halftone-opt %s --halftone-step="amp=f16 loss-scaling=none placement=promote" --remarks-filter=autocast -o /dev/null 2>&1 | grep -c "remark:.*fp16-without-scaling" | FileCheck %s
// CHECK: {{^}}1{{$}}

// RUN: halftone-opt %s --halftone-step="amp=f16" --remarks-filter=autocast -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: halftone-opt %s --halftone-step="amp=f16 policy=torch" --remarks-filter=autocast -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: halftone-opt %s --halftone-step="amp=bf16 policy=torch" --remarks-filter=autocast -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: fp16-without-scaling

func.func @loss(
    %w: tensor<8x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "x"},
    %labels: tensor<4xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = train.cross_entropy %0, %labels : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}
