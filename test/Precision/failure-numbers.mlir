// The numbers behind failures that the verifier and the lints know by structure. Loss sum(w·x)
// has the gradient x = (0, 1, 2, 3) at every step, so that everything is known in advance.
// RUN: rm -rf %t && mkdir -p %t
// RUN: python3 %root/test/tools/Inputs/make_arrays.py %t/init.npz w:f4:4:1:0
// RUN: python3 %root/test/tools/Inputs/make_arrays.py %t/data.npz x:f4:1x4:0:1

// (F41, F42, F46) The scale of 2^16 goes on in f32, comes off once, and before the clip: the
// norm is that of x, and the moments are those of x/|x|. (F51) beta2 is 0.999, also after a
// thousand steps. (F52) A gradient of 0 leaves its weight as it is.
// RUN: halftone-opt %s --halftone-step="amp=f16 lr=1e-3 clip-norm=1.0 optimizer=adam" -o %t/f16.mlir
// RUN: halftone-run %t/f16.mlir --init=%t/init.npz --data=%t/data.npz --steps=1000 --quiet --checkpoint=%t/f16.npz --log=%t/f16.jsonl
// RUN: python3 %S/Inputs/check_numbers.py scaled %t/f16.npz %t/f16.jsonl

// (F50, F51) With bf16 state a step of 1e-3 doesn't move a weight of 1, and a moment sticks
// far below what it should be: what `stalled-weights` and `stalled-moments` warn of.
// RUN: halftone-opt %s --halftone-step="amp=bf16 state=bf16 lr=1e-3 clip-norm=1.0 optimizer=adam" -o %t/bf16.mlir 2> %t/bf16.txt
// RUN: halftone-opt %t/bf16.mlir --lint-precision -o /dev/null 2>&1 | FileCheck %s
// CHECK-DAG: [stalled-weights]
// CHECK-DAG: [stalled-moments]
// RUN: halftone-run %t/bf16.mlir --init=%t/init.npz --data=%t/data.npz --steps=1000 --quiet --checkpoint=%t/bf16.npz --log=%t/bf16.jsonl
// RUN: python3 %S/Inputs/check_numbers.py stalled %t/bf16.npz %t/bf16.jsonl
func.func @loss(
    %w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<1x4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %row = train.reshape %x : tensor<1x4xf32> -> tensor<4xf32>
  %p = train.multiply %w, %row : tensor<4xf32>
  %loss = train.reduce add %p, dims = [0] : tensor<4xf32> -> tensor<f32>
  return %loss : tensor<f32>
}
