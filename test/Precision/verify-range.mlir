// (V19) A narrowing that may overflow is no error: a remark says why. What is known to fit
// needs none.
// RUN: halftone-opt %s --verify-precision --remarks-filter=verify-precision --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

// (F1) A mask's constant is among the values, where the mask holds.
// CHECK: remark: {{.*}}narrowing-may-overflow{{.*}}|x| may reach 1e9
func.func @mask(%mask: tensor<4xi1>, %scores: tensor<4xf32>, %x: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %c = train.constant dense<-1.0e9> : tensor<4xf32>
  %masked = train.select %mask, %scores, %c : tensor<4xi1>, tensor<4xf32>
  %low = train.cast %masked : tensor<4xf32> to tensor<4xf16>
  %0 = train.add %x, %low : tensor<4xf16>
  %p = train.logistic %scores : tensor<4xf32>
  %lowp = train.cast %p : tensor<4xf32> to tensor<4xf16>
  %1 = train.add %x, %lowp : tensor<4xf16>
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}
