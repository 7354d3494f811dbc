// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locations survive the custom assembly: those of a reducer's arguments and ops, too. The
// short form of a reduction stands for one location, and the arguments of a loop, which
// have none of their own, get the loop's.
// RUN: halftone-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: halftone-opt %s --mlir-print-debuginfo | halftone-opt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: halftone-opt %s --mlir-print-op-generic --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @main
func.func @main(%a: tensor<2x3xf32> loc("a"), %z: tensor<f32> loc("z"), %i: tensor<i32>) {
  // CHECK: stablehlo.add %arg0, %arg0 : tensor<2x3xf32> loc("jit(f)/add"("f.py":1:2))
  %0 = stablehlo.add %a, %a : tensor<2x3xf32> loc("jit(f)/add"("f.py":1:2))
  // CHECK: applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> loc("sum"("f.py":2:2))
  // GENERIC: "stablehlo.reduce"
  // GENERIC-NEXT: tensor<f32> loc("sum"("f.py":2:2)), {{.*}} tensor<f32> loc("sum"("f.py":2:2))
  // GENERIC-NEXT: "stablehlo.add"{{.*}} loc("sum"("f.py":2:2))
  // GENERIC-NEXT: "stablehlo.return"{{.*}} loc("sum"("f.py":2:2))
  // GENERIC-NEXT: -> tensor<2xf32> loc("sum"("f.py":2:2))
  %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> loc("sum"("f.py":2:2))
  // CHECK: across dimensions = [1]
  // CHECK-NEXT: reducer(%{{.*}}: tensor<f32> loc("x"), %{{.*}}: tensor<f32> loc("y"))
  // CHECK-NEXT: stablehlo.maximum {{.*}} loc("max"("f.py":3:4))
  // CHECK-NEXT: stablehlo.return {{.*}} loc("f.py":3:5)
  // CHECK-NEXT: } loc("f.py":3:2)
  %2 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%x: tensor<f32> loc("x"), %y: tensor<f32> loc("y")) {
    %5 = stablehlo.maximum %x, %y : tensor<f32> loc("max"("f.py":3:4))
    stablehlo.return %5 : tensor<f32> loc("f.py":3:5)
  } loc("f.py":3:2)
  // CHECK: } loc("while"("f.py":4:2))
  // GENERIC: "stablehlo.while"
  // GENERIC-NEXT: ^bb0(%{{.*}}: tensor<i32> loc("while"("f.py":4:2))):
  // GENERIC: ^bb0(%{{.*}}: tensor<i32> loc("while"("f.py":4:2))):
  %3 = stablehlo.while(%k = %i) : tensor<i32>
  cond {
    %4 = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  } do {
    stablehlo.return %k : tensor<i32>
  } loc("while"("f.py":4:2))
  return
}
