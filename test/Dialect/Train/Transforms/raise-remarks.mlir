// RUN: halftone-opt %s --train-raise-composites --remarks-filter=raise-composites 2>&1 -o /dev/null | FileCheck %s
// RUN: not halftone-opt %s --train-raise-composites=assume=labels 2>&1 | FileCheck %s --check-prefix=ASSUME

// ASSUME: error: unknown assumption 'labels', expected 'finite-masks', 'moderate-means' or 'valid-labels'

// CHECK-DAG: [Passed] raise | Category:raise-composites{{.*}}logistic
// CHECK-DAG: [Missed] raise | Category:raise-composites{{.*}}the row's maximum is not taken out first{{.*}}softmax
// CHECK-DAG: [Missed] raise | Category:raise-composites{{.*}}its 'train.exponential' has other users{{.*}}softmax
func.func @logistic(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = train.constant dense<1.0> : tensor<4xf32>
  %0 = train.negate %x : tensor<4xf32>
  %1 = train.exponential %0 : tensor<4xf32>
  %2 = train.add %1, %one : tensor<4xf32>
  %3 = train.divide %one, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func @no_maximum(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = train.exponential %x : tensor<4x8xf32>
  %1 = train.reduce add %0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = train.broadcast_in_dim %1, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %3 = train.divide %0, %2 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @used(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = train.broadcast_in_dim %0, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %2 = train.subtract %x, %1 : tensor<4x8xf32>
  %3 = train.exponential %2 : tensor<4x8xf32>
  %4 = train.reduce add %3, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %5 = train.broadcast_in_dim %4, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %6 = train.divide %3, %5 : tensor<4x8xf32>
  return %6, %3 : tensor<4x8xf32>, tensor<4x8xf32>
}
