// Each decision is a remark with a name, a reason and a location.
// RUN: halftone-opt %s --autocast="compute=f16 placement=promote" --remarks-filter=autocast --remark-policy=all -o /dev/null 2>&1 | FileCheck %s
// RUN: halftone-opt %s --autocast="compute=auto target=sm_70" --remarks-filter=autocast --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUTO
// The policy `final` prints once the pass is long over, in no order.
// RUN: halftone-opt %s --autocast="compute=f16 placement=promote" --remarks-filter=autocast --remark-policy=final -o /dev/null 2>&1 | FileCheck %s --check-prefix=FINAL
// Nothing is printed where nobody asks.
// RUN: halftone-opt %s --autocast="compute=f16" -o /dev/null 2>&1 | count 0
// RUN: halftone-opt %s --autocast="compute=f16 annotate=true" | FileCheck %s --check-prefix=ANNOTATE

// AUTO: remark: [Analysis] compute {{.*}}sm_70 has fp16 Tensor Cores and no bf16", Remark=f16
// FINAL-DAG: remark: [Analysis] narrowing-cast | Category:autocast | Function=step | Reason="%arg0 for train.linear"
// FINAL-DAG: remark: [Passed] low | Category:autocast | Function=step | {{.*}}train.linear
// FINAL-DAG: remark: [Analysis] casts | Category:autocast | Function=step |
// ANNOTATE: train.linear {{.*}}train.precision = "low: Tensor Core product; operands low, accumulator f32 (halftone: rule 1)"
// ANNOTATE: train.exponential {{.*}}train.precision = "f32: sensitive: {{.*}}"

// (F45) fp16 without loss scaling.
// CHECK-DAG: remarks.mlir:[[#@LINE+1]]:1: remark: [Failure] fp16-without-scaling | Category:autocast{{.*}}gradients below 2^-24 become 0 in f16: run train-loss-scaling
func.func @step(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4xf32> {
  // CHECK-DAG: remarks.mlir:[[#@LINE+1]]:8: remark: [Passed] low | Category:autocast | Function=step{{.*}}Tensor Core product{{.*}}train.linear
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  // CHECK-DAG: remarks.mlir:[[#@LINE+1]]:8: remark: [Missed] f32 | Category:autocast | Function=step{{.*}}sensitive{{.*}}Remark=train.exponential
  %1 = train.exponential %0 : tensor<4x8xf32>
  %c = train.constant dense<1.0e-12> : tensor<4x8xf32>
  // CHECK-DAG: remarks.mlir:[[#@LINE+1]]:8: remark: [Missed] f32 {{.*}}the constant 9.99999E-13 is 0 in f16{{.*}}Remark=train.add
  %2 = train.add %1, %c : tensor<4x8xf32>
  %d = train.constant dense<-1.0e9> : tensor<4x8xf32>
  // CHECK-DAG: remarks.mlir:[[#@LINE+1]]:8: remark: [Missed] f32 {{.*}}the constant -1.0E+9 overflows in f16{{.*}}Remark=train.maximum
  %3 = train.maximum %2, %d : tensor<4x8xf32>
  %4 = train.reduce add %3, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  // CHECK-DAG: remark: [Analysis] narrowing-cast | Category:autocast | Function=step | Reason="{{.*}}arg{{.}} for train.linear", Remark="f32 to f16, {{192|384}} bytes"
  // CHECK-DAG: remark: [Analysis] widening-cast | Category:autocast | Function=step | Reason="result of train.linear for train.exponential", Remark="f16 to f32, 192 bytes"
  // CHECK-DAG: remark: [Analysis] casts | Category:autocast | Function=step | Remark="2 narrowing, 1 widening, 768 bytes"
  return %4 : tensor<4xf32>
}
