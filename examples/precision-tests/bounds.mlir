// Counts and bounds: how many casts there are, what they cost, and the least that is possible.
// RUN: halftone-opt %s --autocast="compute=bf16 placement=min-cut" --remarks-filter=autocast --remark-policy=all -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [Analysis] casts | {{.*}}Function=mlp | Remark="3 narrowing, 0 widening, {{[0-9]+}} bytes"
// CHECK: remark: [Analysis] cost | {{.*}}Remark="[[BYTES:[0-9]+]] bytes in [[CASTS:[0-9]+]] casts"
// CHECK: remark: [Analysis] bound | {{.*}}Remark="at least [[BYTES]] bytes in [[CASTS]] casts"
func.func @mlp(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x16xf32>) -> tensor<8x16xf32> {
  %h = train.linear %x, %w : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %a = train.gelu %h approximate = none : tensor<8x64xf32> -> tensor<8x64xf32>
  %y = train.linear %a, %v : (tensor<8x64xf32>, tensor<64x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
