// (F18, F19) A layer in an f32 region gets a gradient of 2^17, which f16 doesn't hold. Its
// backward product is f32 as well, so the weight's gradient is 2^17·x = 2^17·(0, 1, 2, 3); in
// a region of f16 it is infinite, where no facts forbid that. (F20) A value that the model
// rounds to f16 and back stays rounded: 1.0001 is 1.
// RUN: rm -rf %t && mkdir -p %t
// RUN: python3 %root/test/tools/Inputs/make_arrays.py %t/init.npz w:f4:4x1:1.0001:0
// RUN: python3 %root/test/tools/Inputs/make_arrays.py %t/data.npz x:f4:1x4:0:1
// RUN: halftone-opt %s --halftone-step="amp=f16 loss-scaling=none lr=0 optimizer=sgd" -o %t/wide.mlir
// RUN: halftone-run %t/wide.mlir --init=%t/init.npz --data=%t/data.npz --steps=1 --quiet --log=%t/wide.jsonl
// RUN: FileCheck %s --input-file=%t/wide.jsonl
// sqrt(1 + 4 + 9)·2^17 = 490426.6, exact but for the last rounding of the norm.
// CHECK: "rounded": 1, "grad_norm": 490426.{{[56]}}
// RUN: sed 's/train.precision f32/train.precision f16/' %s > %t/low.mlir
// RUN: halftone-opt %t/low.mlir --halftone-step="amp=f16 policy=torch loss-scaling=none lr=0 optimizer=sgd" -o %t/narrow.mlir
// RUN: halftone-run %t/narrow.mlir --init=%t/init.npz --data=%t/data.npz --steps=1 --quiet --log=%t/narrow.jsonl
// RUN: FileCheck %s --input-file=%t/narrow.jsonl --check-prefix=LOW
// LOW: "grad_norm": {{"?}}{{inf|nan|Infinity|NaN}}
func.func @loss(
    %w: tensor<4x1xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<1x4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<f32> {train.role = #train.role<metric>, train.name = "rounded"}) {
  %y = train.precision f32 : tensor<1x1xf32> {
    %0 = train.linear %x, %w : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
    train.yield %0 : tensor<1x1xf32>
  }
  %factor = train.constant dense<131072.0> : tensor<1x1xf32>
  %scaled = train.multiply %y, %factor : tensor<1x1xf32>
  %loss = train.reshape %scaled : tensor<1x1xf32> -> tensor<f32>
  %down = train.cast %w : tensor<4x1xf32> to tensor<4x1xf16>
  %up = train.cast %down : tensor<4x1xf16> to tensor<4x1xf32>
  %first = train.reduce max %up, dims = [0, 1] : tensor<4x1xf32> -> tensor<f32>
  return %loss, %first : tensor<f32>, tensor<f32>
}
