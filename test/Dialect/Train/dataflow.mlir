// RUN: halftone-opt %s -sccp | FileCheck %s --check-prefix=SCCP
// RUN: halftone-opt %s -remove-dead-values | FileCheck %s --check-prefix=DEAD

// What ops with regions tell analyses of control flow.

// SCCP-LABEL: func @constants
func.func @constants(%a: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  // SCCP: %[[FIVE:.*]] = train.constant dense<5> : tensor<i32>
  // SCCP: %[[FOR:.*]]:2 = train.for
  // SCCP: %[[WHILE:.*]]:2 = train.while
  // SCCP: return %[[FIVE]], %[[FOR]]#1, %[[FIVE]], %[[WHILE]]#0, %[[WHILE]]#1
  %five = train.constant dense<5> : tensor<i32>
  %true = train.constant dense<true> : tensor<i1>
  %0:2 = train.for %i times 4 carry (%c = %five, %d = %a) : tensor<i32>, tensor<f32> {
    %4 = train.add %d, %d : tensor<f32>
    train.yield %c, %4 : tensor<i32>, tensor<f32>
  }
  // Only one branch is taken.
  %1 = train.if %true : tensor<i32> {
    train.yield %five : tensor<i32>
  } else {
    train.yield %n : tensor<i32>
  }
  // What leaves a `while` counts as unknown.
  %2:2 = train.while (%c = %five, %d = %n) : tensor<i32>, tensor<i32> cond {
    %p = train.compare LT, %d, %c : tensor<i32>
    train.yield %p : tensor<i1>
  } do {
    %4 = train.add %d, %c : tensor<i32>
    train.yield %c, %4 : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1, %1, %2#0, %2#1 : tensor<i32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// The first carried value decides when the loop ends, so what computes it stays; the
// second is of no use to anybody; the third is the result.
// DEAD-LABEL: func @dead
// DEAD-SAME: (%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)
func.func @dead(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  // DEAD: %[[W:.*]]:3 = train.while (%[[C:.*]] = %[[A]], %{{.*}} = %{{.*}}, %[[E:.*]] = %[[A]])
  // DEAD-NEXT: %[[P:.*]] = train.compare LT, %[[C]], %[[B]]
  // DEAD-NEXT: train.yield %[[P]]
  // DEAD: %[[NEXT:.*]] = train.add %[[C]], %[[C]]
  // DEAD-NOT: train.sine
  // DEAD: %[[COS:.*]] = train.cosine %[[E]]
  // DEAD: train.yield %[[NEXT]], %{{.*}}, %[[COS]]
  // DEAD: return %[[W]]#2
  %0:3 = train.while (%c = %a, %d = %b, %e = %a) : tensor<f32>, tensor<f32>, tensor<f32> cond {
    %p = train.compare LT, %c, %b : tensor<f32>
    train.yield %p : tensor<i1>
  } do {
    %1 = train.add %c, %c : tensor<f32>
    %2 = train.sine %d : tensor<f32>
    %3 = train.cosine %e : tensor<f32>
    train.yield %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %0#2 : tensor<f32>
}
