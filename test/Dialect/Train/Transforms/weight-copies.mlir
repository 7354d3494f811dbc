// RUN: halftone-opt %s --train-weight-copies --verify-diagnostics | FileCheck %s
// RUN: halftone-opt %s --train-weight-copies | halftone-opt --train-weight-copies | FileCheck %s
// RUN: halftone-opt %s --train-weight-copies --remarks-filter=weight-copies 2>&1 | FileCheck %s --check-prefix=REMARK

// The copy is state: @step reads it in place of each cast, in loops too, and writes it
// from the gated master; @init starts it; @eval reads it where it has the same cast.
// No copy for a parameter that is read in two narrow types, rounded otherwise, not
// updated, or not cast.

// CHECK-LABEL: func.func @init(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {train.name = "w"
// CHECK-SAME: tensor<4xbf16> {train.name = "w/bf16", train.role = #train.role<weight_copy>})
// CHECK: %[[COPY:.*]] = train.cast %[[W]] : tensor<4xf32> to tensor<4xbf16>
// CHECK: return {{.*}}, %[[COPY]] :

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {train.name = "w"
// CHECK-SAME: %[[COPY:[a-z0-9]+]]: tensor<4xbf16> {train.copy_of = "w", train.name = "w/bf16", train.role = #train.role<weight_copy>}
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xbf16> {train.name = "x", train.role = #train.role<batch>})
// CHECK-SAME: tensor<4xbf16> {train.name = "w/bf16", train.role = #train.role<weight_copy>, train.updates = "w/bf16"}
// CHECK-SAME: tensor<4xbf16> {train.name = "y", train.role = #train.role<metric>}
// CHECK: train.multiply %[[COPY]], %[[X]] : tensor<4xbf16>
// CHECK: train.for
// CHECK: train.add %{{.*}}, %[[COPY]] : tensor<4xbf16>
// CHECK: %[[NEW:.*]] = train.negate %[[W]]
// CHECK: %[[GATED:.*]] = train.select %{{.*}}, %[[NEW]], %[[W]]
// CHECK: %[[NEXT:.*]] = train.cast %[[GATED]] : tensor<4xf32> to tensor<4xbf16>
// CHECK: return %[[GATED]], {{.*}}, %[[NEXT]], %{{[0-9#]+}} :

// CHECK-LABEL: func.func @eval(
// CHECK-SAME: %[[COPY:[a-z0-9]+]]: tensor<4xbf16> {train.copy_of = "w", train.name = "w/bf16", train.role = #train.role<weight_copy>}
// CHECK-NOT: train.cast
// CHECK: return %[[COPY]]

// REMARK-DAG: remark: [Passed] weight-copy | Category:weight-copies | Function=step | Remark="w is read as the copy w/bf16"
// REMARK-DAG: remark: [Missed] weight-copy | Category:weight-copies | Function=step | Remark="two has no copy: it is read in several narrow types"
func.func @init(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
                %two: tensor<4xf32> {train.role = #train.role<param>, train.name = "two"},
                %zero: tensor<4xf32> {train.role = #train.role<param>, train.name = "zero"},
                %plain: tensor<4xf32> {train.role = #train.role<param>, train.name = "plain"},
                %fixed: tensor<4xf32> {train.role = #train.role<param>, train.name = "fixed"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "two"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "zero"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "plain"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "fixed"}) {
  return %w, %two, %zero, %plain, %fixed : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func @step(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"},
                %two: tensor<4xf32> {train.role = #train.role<param>, train.name = "two"},
                %zero: tensor<4xf32> {train.role = #train.role<param>, train.name = "zero"},
                %plain: tensor<4xf32> {train.role = #train.role<param>, train.name = "plain"},
                %fixed: tensor<4xf32> {train.role = #train.role<param>, train.name = "fixed"},
                %x: tensor<4xbf16> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "two", train.updates = "two"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "zero", train.updates = "zero"},
        tensor<4xf32> {train.role = #train.role<param>, train.name = "plain", train.updates = "plain"},
        tensor<4xbf16> {train.role = #train.role<metric>, train.name = "y"}) {
  %low = train.cast %w : tensor<4xf32> to tensor<4xbf16>
  %0 = train.multiply %low, %x : tensor<4xbf16>
  %1 = train.for %i times 2 carry (%c = %0) : tensor<4xbf16> {
    %again = train.cast %w : tensor<4xf32> to tensor<4xbf16>
    %sum = train.add %c, %again : tensor<4xbf16>
    train.yield %sum : tensor<4xbf16>
  }
  %two16 = train.cast %two : tensor<4xf32> to tensor<4xbf16>
  %two8 = train.cast %two : tensor<4xf32> to tensor<4xf8E5M2>
  %back = train.cast %two8 : tensor<4xf8E5M2> to tensor<4xbf16>
  %truncated = train.cast %zero rounding = toward_zero : tensor<4xf32> to tensor<4xbf16>
  %wide = train.cast %plain : tensor<4xf32> to tensor<4xf64>
  %fixed16 = train.cast %fixed : tensor<4xf32> to tensor<4xbf16>
  %2 = train.add %two16, %back : tensor<4xbf16>
  %3 = train.add %2, %truncated : tensor<4xbf16>
  %4 = train.add %3, %fixed16 : tensor<4xbf16>
  %5 = train.add %1, %4 : tensor<4xbf16>
  %new = train.negate %w : tensor<4xf32>
  %finite = train.all_finite %wide : tensor<4xf64>
  %gated = train.select %finite, %new, %w : tensor<i1>, tensor<4xf32>
  return %gated, %two, %zero, %plain, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xbf16>
}
func.func @eval(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<4xbf16> {train.role = #train.role<metric>, train.name = "y"}) {
  %low = train.cast %w : tensor<4xf32> to tensor<4xbf16>
  return %low : tensor<4xbf16>
}
