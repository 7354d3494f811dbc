// halftone-compile's summary: what ran low, what stayed f32 and why, what casts cost.
// RUN: halftone-compile %root/examples/mlp/mlp.mlir --amp=f16 --loss-scaling=none --emit=mlir -o %t 2>&1 | FileCheck %s
// RUN: halftone-compile %root/examples/mlp/mlp.mlir --amp=f16 --emit=mlir -o %t 2>&1 | FileCheck %s --check-prefix=SCALED
// RUN: halftone-compile %root/examples/mlp/mlp.mlir --amp=off --emit=mlir -o %t 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: halftone-compile %root/examples/mlp/mlp.mlir --amp=f16 --quiet --emit=mlir -o %t 2>&1 | count 0
// RUN: halftone-compile --help | FileCheck %s --check-prefix=HELP

// CHECK: halftone-compile: amp f16, policy halftone
// CHECK-NEXT: contractions  8 of 8 in low precision
// CHECK-NEXT: decisions     {{[0-9]+}} low, {{[0-9]+}} f32, {{[0-9]+}} keep (in @step)
// CHECK-NEXT: low            8  Tensor Core product; operands low, accumulator f32
// CHECK: f32 {{.*}}
// CHECK: 4  normalisation and softmax are f32 islands
// CHECK: casts         {{[0-9]+}} narrowing, {{[0-9]+}} widening; {{[0-9]+}} bytes a step, were each a kernel
// CHECK-NEXT: warning: f16 without loss scaling

// SCALED: contractions  8 of 8
// SCALED-NOT: warning
// OFF: halftone-compile: amp off, policy halftone
// OFF-NEXT: contractions  0 of 8 in low precision
// OFF-NEXT: casts         0 narrowing, 0 widening; 0 bytes
// HELP: --weight-decay=<
