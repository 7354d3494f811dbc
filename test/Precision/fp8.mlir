// Products in fp8: scales from the history of amax, which is state; the forward and the
// backward pass share each tensor; the last product and its gradients stay in bf16.
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd" | FileCheck %s
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd fp8-recipe=current" | FileCheck %s --check-prefix=CURRENT
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd fp8-format=e4m3 fp8-history=1" | FileCheck %s --check-prefix=E4M3
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd fp8-last" | FileCheck %s --check-prefix=LAST
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd policy=torch" | FileCheck %s --check-prefix=TORCH
// RUN: halftone-opt %s --halftone-step="amp=bf16 optimizer=sgd" | FileCheck %s --check-prefix=BF16
// With micro-batches the rounds' largest amax is entered.
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd micro-batches=4" | FileCheck %s --check-prefix=MICRO
// With loss scaling the scale is on once and off once, whatever fp8's scales hold of it; the
// history is entered on skipped steps, too.
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd loss-scaling=dynamic" | FileCheck %s --check-prefix=SCALED
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd loss-scaling=dynamic fp8-recipe=current fp8-any-scale" -o /dev/null
// A second run changes nothing, by whichever policy it goes.
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd" --strip-debuginfo --canonicalize --cse -o %t
// RUN: halftone-opt %t --train-fp8 --strip-debuginfo --canonicalize --cse | diff %t -
// RUN: halftone-opt %t --autocast="compute=bf16" --train-fp8 --strip-debuginfo --canonicalize --cse | diff %t -
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd policy=torch" --strip-debuginfo --canonicalize --cse -o %t
// RUN: halftone-opt %t --train-fp8="policy=torch" --strip-debuginfo --canonicalize --cse | diff %t -
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd policy=grappler" --strip-debuginfo --canonicalize --cse -o %t
// RUN: halftone-opt %t --autocast="compute=bf16 policy=grappler" --train-fp8="policy=grappler" --strip-debuginfo --canonicalize --cse | diff %t -
// RUN: halftone-opt %s --halftone-step="amp=fp8 optimizer=sgd" --remarks-filter=fp8 -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func.func @init
// CHECK-SAME: tensor<6x16xf32> {train.name = "fp8/amax_history", train.role = #train.role<amax_history>}
// CHECK: %[[ZERO:.*]] = train.constant dense<0.000000e+00> : tensor<6x16xf32>
// CHECK: return {{.*}}%[[ZERO]]
// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[HISTORY:[a-z0-9]*]]: tensor<6x16xf32> {train.name = "fp8/amax_history", train.role = #train.role<amax_history>}
// CHECK-SAME: tensor<6x16xf32> {train.name = "fp8/amax_history", train.role = #train.role<amax_history>, train.updates = "fp8/amax_history"}
// CHECK: train.reduce max %[[HISTORY]], dims = [1] : tensor<6x16xf32> -> tensor<6xf32>
// The weight, from its master: in f32, amax first, infinities to NaN, scaled, saturated.
// CHECK: %[[ABS:.*]] = train.abs %[[W1:.*]] : tensor<32x32xf32>
// CHECK: %[[AMAX:.*]] = train.reduce max %[[ABS]], dims = [0, 1] : tensor<32x32xf32> -> tensor<f32>
// CHECK: %[[FINITE:.*]] = train.is_finite %[[W1]]
// CHECK: %[[KEPT:.*]] = train.select %[[FINITE]], %[[W1]],
// CHECK: %[[TIMES:.*]] = train.multiply %[[KEPT]],
// CHECK: %[[W8:.*]] = train.cast %[[TIMES]] saturate : tensor<32x32xf32> to tensor<32x32xf8E4M3FN>
// CHECK: train.dot_general %{{.*}} : (tensor<8x16xf8E4M3FN>, tensor<16x32xf8E4M3FN>) -> tensor<8x32xf32>
// CHECK: %[[X8:.*]] = train.cast %{{.*}} saturate : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
// CHECK: %[[P:.*]] = train.dot_general %[[X8]], %[[W8]] , contract = [1] x [0] : (tensor<8x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>) -> tensor<8x32xf32>
// CHECK: %[[U:.*]] = train.multiply %[[P]],
// CHECK: %[[B:.*]] = train.broadcast_in_dim %{{.*}}, dims = [1] : tensor<32xf32> -> tensor<8x32xf32>
// CHECK: %[[Y:.*]] = train.add %[[U]], %[[B]] : tensor<8x32xf32>
// CHECK: train.cast %[[Y]] : tensor<8x32xf32> to tensor<8x32xbf16>
// The last, and its gradients.
// CHECK: train.linear %{{.*}} : (tensor<8x32xbf16>, tensor<32x4xbf16>, tensor<4xbf16>)
// CHECK: train.dot_general %{{.*}} : (tensor<8x4xbf16>, tensor<32x4xbf16>)
// CHECK: train.dot_general %{{.*}} : (tensor<8x32xbf16>, tensor<8x4xbf16>)
// CHECK: %[[G8:.*]] = train.cast %{{.*}} saturate : tensor<8x32xf32> to tensor<8x32xf8E5M2>
// CHECK: %[[DX:.*]] = train.dot_general %[[G8]], %[[W8]] , contract = [1] x [1] : (tensor<8x32xf8E5M2>, tensor<32x32xf8E4M3FN>) -> tensor<8x32xf32>
// CHECK: %[[DW:.*]] = train.dot_general %[[X8]], %[[G8]] , contract = [0] x [0] : (tensor<8x32xf8E4M3FN>, tensor<8x32xf8E5M2>) -> tensor<32x32xf32>
// CHECK: train.multiply %[[DW]],
// CHECK: %[[ENTERED:.*]] = train.concatenate %{{.*}}, dim = 1 : (tensor<6x1xf32>, tensor<6x15xf32>) -> tensor<6x16xf32>
// CHECK: train.select %{{.*}}, %[[ENTERED]], %[[HISTORY]]

// CURRENT-NOT: amax_history
// CURRENT: %[[AMAX:.*]] = train.reduce max
// CURRENT: train.divide %{{.*}}, %[[AMAX]]
// CURRENT: train.dot_general %{{.*}} : (tensor<8x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>)

// E4M3: tensor<6x1xf32> {train.name = "fp8/amax_history"
// E4M3-NOT: f8E5M2
// E4M3: train.dot_general %{{.*}} : (tensor<8x32xf8E4M3FN>, tensor<8x32xf8E4M3FN>) -> tensor<32x32xf32>

// LAST: tensor<9x16xf32>
// LAST-LABEL: func.func @step
// LAST-NOT: train.linear
// LAST: train.dot_general %{{.*}} : (tensor<8x4xf8E5M2>, tensor<32x4xf8E4M3FN>)
// LAST-LABEL: func.func @eval

// TORCH: train.dot_general %{{.*}} : (tensor<8x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>)

// BF16-NOT: f8E

// MICRO-LABEL: func.func @step
// MICRO: train.for
// MICRO: train.dot_general %{{.*}} : (tensor<8x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>)
// MICRO: train.maximum
// MICRO: train.yield

// SCALED: train.seed scale
// SCALED: f8E5M2
// SCALED: train.unscale
// SCALED: %[[FINITE:.*]] = train.is_finite %{{.*}} : tensor<6xf32>
// SCALED: %[[PRED:.*]] = train.broadcast_in_dim %[[FINITE]]
// SCALED: train.select %[[PRED]]

// REMARK: [Passed] fp8-product {{.*}} Remark=train.linear
// REMARK: [Missed] fp8-product {{.*}} Reason="the last product before the loss", Remark=train.linear

func.func @loss(
    %w0: tensor<16x32xf32> {train.role = #train.role<param>, train.name = "w0"},
    %w1: tensor<32x32xf32> {train.role = #train.role<param>, train.name = "w1"},
    %b1: tensor<32xf32> {train.role = #train.role<param>, train.name = "b1"},
    %w2: tensor<32x4xf32> {train.role = #train.role<param>, train.name = "w2"},
    %b2: tensor<4xf32> {train.role = #train.role<param>, train.name = "b2"},
    %x: tensor<8x16xf32> {train.role = #train.role<batch>, train.name = "x"},
    %labels: tensor<8xi32> {train.role = #train.role<batch>, train.name = "labels"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %0 = train.linear %x, %w0 : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = train.gelu %0 : tensor<8x32xf32> -> tensor<8x32xf32>
  %2 = train.linear %1, %w1, %b1 : (tensor<8x32xf32>, tensor<32x32xf32>, tensor<32xf32>) -> tensor<8x32xf32>
  %3 = train.gelu %2 : tensor<8x32xf32> -> tensor<8x32xf32>
  %4 = train.linear %3, %w2, %b2 : (tensor<8x32xf32>, tensor<32x4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  %5 = train.cross_entropy %4, %labels : (tensor<8x4xf32>, tensor<8xi32>) -> tensor<f32>
  return %5 : tensor<f32>
}
