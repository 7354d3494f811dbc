// (F58) A compute type that a rule or a region brings in is the target's too.
// RUN: rm -rf %t && split-file %s %t
// RUN: not halftone-opt %t/in.mlir --autocast="policy=torch target=sm_75 compute=f16 policy-file=%t/tf32.json" 2>&1 | FileCheck %s --check-prefix=TF32
// TF32: in.mlir:2:8: error: target 'sm_75' has no tf32 Tensor Cores; use compute=f16 with loss scaling, or emulate
// RUN: not halftone-opt %t/in.mlir --autocast="policy=torch target=sm_75 compute=f16 policy-file=%t/bf16.json" 2>&1 | FileCheck %s --check-prefix=BF16
// BF16: in.mlir:2:8: error: target 'sm_75' has no bf16 Tensor Cores
// RUN: not halftone-opt %t/region.mlir --autocast="policy=torch target=sm_75 compute=f16" 2>&1 | FileCheck %s --check-prefix=REGION
// REGION: region.mlir:3:10: error: target 'sm_75' has no bf16 Tensor Cores
// RUN: halftone-opt %t/in.mlir --autocast="policy=torch target=sm_80 policy-file=%t/tf32.json" -o /dev/null
// RUN: halftone-opt %t/region.mlir --autocast="policy=torch target=sm_75 compute=f16 emulate" -o /dev/null

//--- tf32.json
{ "rules": [ { "op": "train.linear", "products": "tf32" } ] }
//--- bf16.json
{ "rules": [ { "op": "train.linear", "products": "bf16" } ] }
//--- in.mlir
func.func @layer(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
//--- region.mlir
func.func @layer(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.precision bf16 : tensor<4x8xf32> {
    %1 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    train.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
