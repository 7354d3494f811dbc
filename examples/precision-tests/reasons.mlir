// Reasons: each decision is a remark with a name, at the line of its op.
// RUN: halftone-opt %s --autocast="compute=f16" --remarks-filter=autocast --remark-policy=all -o /dev/null 2>&1 | FileCheck %s

func.func @normalise(%x: tensor<8xf32>) -> tensor<8xf32> {
  %eps = train.constant dense<1.0e-12> : tensor<8xf32>
  // CHECK: reasons.mlir:[[#@LINE+1]]:{{[0-9]+}}: remark: [Missed] f32 | Category:autocast | Function=normalise | Reason="{{.*}} 0 in f16{{.*}}", Remark=train.add
  %d = train.add %x, %eps : tensor<8xf32>
  %y = train.divide %x, %d : tensor<8xf32>
  return %y : tensor<8xf32>
}
