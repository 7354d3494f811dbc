// halftone-compile's summary: what ran low, what stayed f32 and why, what casts cost.
// RUN: halftone-compile %root/examples/mlp/mlp.mlir --amp=f16 --loss-scaling=none --emit=mlir -o %t 2>&1 | FileCheck %s
// RUN: halftone-compile %root/examples/mlp/mlp.mlir --amp=f16 --emit=mlir -o %t 2>&1 | FileCheck %s --check-prefix=SCALED
// RUN: halftone-compile %root/examples/mlp/mlp.mlir --amp=off --emit=mlir -o %t 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: halftone-compile %root/examples/mlp/mlp.mlir --amp=f16 --quiet --emit=mlir -o %t 2>&1 | count 0
// RUN: sed -n 's@^//L @@p' %s > %t.loop.mlir
// RUN: halftone-compile %t.loop.mlir --emit=mlir -o %t 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: halftone-compile --help | FileCheck %s --check-prefix=HELP

// CHECK: halftone-compile: amp f16, policy halftone
// CHECK-NEXT: contractions  8 of 8 in low precision
// CHECK-NEXT: decisions     {{[0-9]+}} low, {{[0-9]+}} f32, {{[0-9]+}} keep (in @step)
// CHECK-NEXT: low            8  Tensor Core product; operands low, accumulator f32
// CHECK: f32 {{ *}}4  normalisation and softmax are f32 islands
// CHECK: f32 islands   {{[1-9]}}, of {{[0-9]+}} ops
// CHECK: casts         {{[0-9]+}} narrowing, {{[0-9]+}} widening; {{[0-9]+}} bytes a step, were each a kernel
// CHECK-NEXT: warning: f16 without loss scaling

// SCALED: contractions  8 of 8
// SCALED-NOT: warning
// OFF: halftone-compile: amp off, policy halftone
// OFF-NEXT: contractions  0 of 8 in low precision
// OFF-NEXT: casts         0 narrowing, 0 widening; 0 bytes
// HELP: --weight-decay=<

// The model's own casts run five times: each reads and writes 4 numbers in f32 and bf16.
// LOOP: casts         1 narrowing, 1 widening; 240 bytes a step, were each a kernel
//L func.func @step(%x: tensor<4xf32> {train.role = #train.role<batch>, train.name = "x"})
//L     -> (tensor<4xf32> {train.role = #train.role<metric>, train.name = "y"}) {
//L   %0 = train.for %i times 5 carry (%c = %x) : tensor<4xf32> {
//L     %1 = train.cast %c : tensor<4xf32> to tensor<4xbf16>
//L     %2 = train.cast %1 : tensor<4xbf16> to tensor<4xf32>
//L     train.yield %2 : tensor<4xf32>
//L   }
//L   return %0 : tensor<4xf32>
//L }
//L func.func @init() { return }
