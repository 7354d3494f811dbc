// RUN: halftone-opt %s --split-input-file --verify-diagnostics --train-loss-scaling --canonicalize --cse --verify-precision | FileCheck %s

// Steps that JAX differentiated, as the import leaves them: Inputs/make_steps.py wrote
// them, `halftone-import` read them. No `train.seed` and no optimizer is in them.

// The seed is 1/24, behind the loss, and not the 2 of the forward pass's residual. Each
// gradient is unscaled before the learning rate, not behind it.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[SCALE:[a-z0-9]+]]: tensor<f32> {train.name = "scaler/scale"
// CHECK-SAME: attributes {train.gradient_names = ["params/b", "params/w"]}
// CHECK-DAG: %[[C:.*]] = train.constant dense<0.0416666679> : tensor<f32>
// CHECK-DAG: %[[LR:.*]] = train.constant dense<1.000000e-01> : tensor<4x3xf32>
// CHECK: %[[SEED:.*]] = train.seed scale %[[SCALE]]
// CHECK: %[[PRODUCT:.*]] = train.multiply %[[SEED]], %[[C]] : tensor<f32>
// CHECK: %[[START:.*]] = train.broadcast_in_dim %[[PRODUCT]]
// CHECK: train.multiply %{{.*}}, %[[START]] : tensor<8x3xf32>
// CHECK-NOT: train.seed
// CHECK: %[[U:.*]]:2 = train.unscale %{{.*}}, %{{.*}} by %[[SCALE]] : tensor<3xf32>, tensor<4x3xf32>
// CHECK: %[[FINITE:.*]] = train.all_finite %[[U]]#0, %[[U]]#1
// CHECK: %[[STEP:.*]] = train.multiply %[[U]]#1, %[[LR]]
// CHECK: %[[NEW:.*]] = train.subtract %[[W:.*]], %[[STEP]]
// CHECK: train.select %[[FINITE]], %[[NEW]], %[[W]]
// CHECK: train.scaler_update %[[FINITE]], %[[SCALE]]
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %3 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %4 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %5 = train.constant dense<2.400000e+01> : tensor<f32>
  %6 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %7 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %8 = train.add %6, %7 : tensor<8x3xf32>
  %9 = train.tanh %8 : tensor<8x3xf32>
  %10 = train.subtract %4, %9 : tensor<8x3xf32>
  %11 = train.subtract %9, %arg3 : tensor<8x3xf32>
  %12 = train.multiply %11, %11 : tensor<8x3xf32>
  %13 = train.multiply %11, %3 : tensor<8x3xf32>
  %14 = train.reduce add %12, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %15 = train.divide %14, %5 : tensor<f32>
  %16 = train.multiply %13, %2 : tensor<8x3xf32>
  %17 = train.multiply %16, %10 : tensor<8x3xf32>
  %18 = train.multiply %17, %9 : tensor<8x3xf32>
  %19 = train.add %17, %18 : tensor<8x3xf32>
  %20 = train.reduce add %19, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %21 = train.reshape %20 : tensor<3xf32> -> tensor<1x3xf32>
  %22 = train.reduce add %21, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %23 = train.dot_general %19, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %24 = train.transpose %23, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %25 = train.multiply %22, %1 : tensor<3xf32>
  %26 = train.subtract %arg0, %25 : tensor<3xf32>
  %27 = train.multiply %24, %0 : tensor<4x3xf32>
  %28 = train.subtract %arg1, %27 : tensor<4x3xf32>
  return %15, %26, %28 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// Weight decay and momentum meet the gradient without its scale.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: attributes {train.gradient_names = ["params/b", "params/w"]}
// CHECK: %[[U:.*]]:2 = train.unscale
// CHECK: %[[DECAYED:.*]] = train.add %[[U]]#0,
// CHECK: train.add %{{.*}}, %[[DECAYED]]
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, tensor<3xf32> {train.name = "opt_state/b", train.role = #train.role<opt_state>}, tensor<4x3xf32> {train.name = "opt_state/w", train.role = #train.role<opt_state>}) {
  %0 = train.constant dense<0.000000e+00> : tensor<3xf32>
  %1 = train.constant dense<0.000000e+00> : tensor<4x3xf32>
  return %arg0, %arg1, %0, %1 : tensor<3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<3xf32> {train.name = "opt_state/b", train.role = #train.role<opt_state>}, %arg3: tensor<4x3xf32> {train.name = "opt_state/w", train.role = #train.role<opt_state>}, %arg4: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg5: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "opt_state/b", train.role = #train.role<opt_state>, train.updates = "opt_state/b"}, tensor<4x3xf32> {train.name = "opt_state/w", train.role = #train.role<opt_state>, train.updates = "opt_state/w"}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<0.899999976> : tensor<4x3xf32>
  %3 = train.constant dense<0.899999976> : tensor<3xf32>
  %4 = train.constant dense<0.00999999977> : tensor<4x3xf32>
  %5 = train.constant dense<0.00999999977> : tensor<3xf32>
  %6 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %7 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %8 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %9 = train.constant dense<2.400000e+01> : tensor<f32>
  %10 = train.dot_general %arg4, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %11 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %12 = train.add %10, %11 : tensor<8x3xf32>
  %13 = train.tanh %12 : tensor<8x3xf32>
  %14 = train.subtract %8, %13 : tensor<8x3xf32>
  %15 = train.subtract %13, %arg5 : tensor<8x3xf32>
  %16 = train.multiply %15, %15 : tensor<8x3xf32>
  %17 = train.multiply %15, %7 : tensor<8x3xf32>
  %18 = train.reduce add %16, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %19 = train.divide %18, %9 : tensor<f32>
  %20 = train.multiply %17, %6 : tensor<8x3xf32>
  %21 = train.multiply %20, %14 : tensor<8x3xf32>
  %22 = train.multiply %21, %13 : tensor<8x3xf32>
  %23 = train.add %21, %22 : tensor<8x3xf32>
  %24 = train.reduce add %23, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %25 = train.reshape %24 : tensor<3xf32> -> tensor<1x3xf32>
  %26 = train.reduce add %25, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %27 = train.dot_general %23, %arg4 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %28 = train.transpose %27, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %29 = train.multiply %arg0, %5 : tensor<3xf32>
  %30 = train.add %26, %29 : tensor<3xf32>
  %31 = train.multiply %arg1, %4 : tensor<4x3xf32>
  %32 = train.add %28, %31 : tensor<4x3xf32>
  %33 = train.multiply %arg2, %3 : tensor<3xf32>
  %34 = train.add %33, %30 : tensor<3xf32>
  %35 = train.multiply %arg3, %2 : tensor<4x3xf32>
  %36 = train.add %35, %32 : tensor<4x3xf32>
  %37 = train.multiply %34, %1 : tensor<3xf32>
  %38 = train.subtract %arg0, %37 : tensor<3xf32>
  %39 = train.multiply %36, %0 : tensor<4x3xf32>
  %40 = train.subtract %arg1, %39 : tensor<4x3xf32>
  return %19, %34, %36, %38, %40 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// The norm, the clip, both moments and the metric see unscaled gradients: one value for each
// parameter, although each is used five times.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: attributes {train.gradient_names = ["params/b", "params/w"]}
// CHECK: %[[U:.*]]:2 = train.unscale %{{[0-9]+}}, %{{[0-9]+}} by
// CHECK: train.all_finite %[[U]]#0, %[[U]]#1
// CHECK: %[[SQUARE:.*]] = train.multiply %[[U]]#0, %[[U]]#0
// CHECK: train.multiply %[[U]]#1, %[[U]]#1
// CHECK: %[[NORM:.*]] = train.sqrt
// CHECK: train.divide %[[U]]#0
// CHECK: train.select %{{.*}}, %[[U]]#0,
// CHECK-NOT: train.unscale
// CHECK: return {{.*}}%[[NORM]]
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, tensor<3xf32> {train.name = "opt_state/mu/b", train.role = #train.role<opt_state>}, tensor<4x3xf32> {train.name = "opt_state/mu/w", train.role = #train.role<opt_state>}, tensor<3xf32> {train.name = "opt_state/nu/b", train.role = #train.role<opt_state>}, tensor<4x3xf32> {train.name = "opt_state/nu/w", train.role = #train.role<opt_state>}, tensor<i32> {train.name = "step", train.role = #train.role<step_count>}) {
  %0 = train.constant dense<0.000000e+00> : tensor<3xf32>
  %1 = train.constant dense<0.000000e+00> : tensor<4x3xf32>
  %2 = train.constant dense<0> : tensor<i32>
  return %arg0, %arg1, %0, %1, %0, %1, %2 : tensor<3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<i32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<3xf32> {train.name = "opt_state/mu/b", train.role = #train.role<opt_state>}, %arg3: tensor<4x3xf32> {train.name = "opt_state/mu/w", train.role = #train.role<opt_state>}, %arg4: tensor<3xf32> {train.name = "opt_state/nu/b", train.role = #train.role<opt_state>}, %arg5: tensor<4x3xf32> {train.name = "opt_state/nu/w", train.role = #train.role<opt_state>}, %arg6: tensor<i32> {train.name = "step", train.role = #train.role<step_count>}, %arg7: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg8: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<f32> {train.name = "norm", train.role = #train.role<metric>}, tensor<3xf32> {train.name = "opt_state/mu/b", train.role = #train.role<opt_state>, train.updates = "opt_state/mu/b"}, tensor<4x3xf32> {train.name = "opt_state/mu/w", train.role = #train.role<opt_state>, train.updates = "opt_state/mu/w"}, tensor<3xf32> {train.name = "opt_state/nu/b", train.role = #train.role<opt_state>, train.updates = "opt_state/nu/b"}, tensor<4x3xf32> {train.name = "opt_state/nu/w", train.role = #train.role<opt_state>, train.updates = "opt_state/nu/w"}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}, tensor<i32> {train.name = "step", train.role = #train.role<step_count>, train.updates = "step"}) {
  %0 = train.constant dense<0.00999999977> : tensor<4x3xf32>
  %1 = train.constant dense<0.00999999977> : tensor<3xf32>
  %2 = train.constant dense<9.99999993E-9> : tensor<4x3xf32>
  %3 = train.constant dense<9.99999993E-9> : tensor<3xf32>
  %4 = train.constant dense<1.000000e-03> : tensor<4x3xf32>
  %5 = train.constant dense<9.990000e-01> : tensor<4x3xf32>
  %6 = train.constant dense<1.000000e-03> : tensor<3xf32>
  %7 = train.constant dense<9.990000e-01> : tensor<3xf32>
  %8 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %9 = train.constant dense<0.899999976> : tensor<4x3xf32>
  %10 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %11 = train.constant dense<0.899999976> : tensor<3xf32>
  %12 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %13 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %14 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %15 = train.constant dense<9.990000e-01> : tensor<f32>
  %16 = train.constant dense<0.899999976> : tensor<f32>
  %17 = train.constant dense<1> : tensor<i32>
  %18 = train.constant dense<2.400000e+01> : tensor<f32>
  %19 = train.constant dense<0.000000e+00> : tensor<f32>
  %20 = train.constant dense<1.000000e+00> : tensor<f32>
  %21 = train.dot_general %arg7, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %22 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %23 = train.add %21, %22 : tensor<8x3xf32>
  %24 = train.tanh %23 : tensor<8x3xf32>
  %25 = train.subtract %14, %24 : tensor<8x3xf32>
  %26 = train.subtract %24, %arg8 : tensor<8x3xf32>
  %27 = train.multiply %26, %26 : tensor<8x3xf32>
  %28 = train.multiply %26, %13 : tensor<8x3xf32>
  %29 = train.reduce add %27, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %30 = train.divide %29, %18 : tensor<f32>
  %31 = train.multiply %28, %12 : tensor<8x3xf32>
  %32 = train.multiply %31, %25 : tensor<8x3xf32>
  %33 = train.multiply %32, %24 : tensor<8x3xf32>
  %34 = train.add %32, %33 : tensor<8x3xf32>
  %35 = train.reduce add %34, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %36 = train.reshape %35 : tensor<3xf32> -> tensor<1x3xf32>
  %37 = train.reduce add %36, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %38 = train.dot_general %34, %arg7 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %39 = train.transpose %38, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %40 = train.multiply %37, %37 : tensor<3xf32>
  %41 = train.reduce add %40, dims = [0] : tensor<3xf32> -> tensor<f32>
  %42 = train.add %41, %19 : tensor<f32>
  %43 = train.multiply %39, %39 : tensor<4x3xf32>
  %44 = train.reduce add %43, dims = [0, 1] : tensor<4x3xf32> -> tensor<f32>
  %45 = train.add %42, %44 : tensor<f32>
  %46 = train.sqrt %45 : tensor<f32>
  %47 = train.compare LT, %46, %20 : tensor<f32>
  %48 = train.broadcast_in_dim %46, dims = [] : tensor<f32> -> tensor<3xf32>
  %49 = train.divide %37, %48 : tensor<3xf32>
  %50 = train.select %47, %37, %49 : tensor<i1>, tensor<3xf32>
  %51 = train.broadcast_in_dim %46, dims = [] : tensor<f32> -> tensor<4x3xf32>
  %52 = train.divide %39, %51 : tensor<4x3xf32>
  %53 = train.select %47, %39, %52 : tensor<i1>, tensor<4x3xf32>
  %54 = train.add %arg6, %17 : tensor<i32>
  %55 = train.multiply %arg2, %11 : tensor<3xf32>
  %56 = train.multiply %50, %10 : tensor<3xf32>
  %57 = train.add %55, %56 : tensor<3xf32>
  %58 = train.multiply %arg3, %9 : tensor<4x3xf32>
  %59 = train.multiply %53, %8 : tensor<4x3xf32>
  %60 = train.add %58, %59 : tensor<4x3xf32>
  %61 = train.multiply %arg4, %7 : tensor<3xf32>
  %62 = train.multiply %50, %6 : tensor<3xf32>
  %63 = train.multiply %62, %50 : tensor<3xf32>
  %64 = train.add %61, %63 : tensor<3xf32>
  %65 = train.multiply %arg5, %5 : tensor<4x3xf32>
  %66 = train.multiply %53, %4 : tensor<4x3xf32>
  %67 = train.multiply %66, %53 : tensor<4x3xf32>
  %68 = train.add %65, %67 : tensor<4x3xf32>
  %69 = train.cast %54 : tensor<i32> to tensor<f32>
  %70 = train.power %16, %69 : tensor<f32>
  %71 = train.subtract %20, %70 : tensor<f32>
  %72 = train.broadcast_in_dim %71, dims = [] : tensor<f32> -> tensor<3xf32>
  %73 = train.divide %57, %72 : tensor<3xf32>
  %74 = train.power %15, %69 : tensor<f32>
  %75 = train.subtract %20, %74 : tensor<f32>
  %76 = train.broadcast_in_dim %75, dims = [] : tensor<f32> -> tensor<3xf32>
  %77 = train.divide %64, %76 : tensor<3xf32>
  %78 = train.sqrt %77 : tensor<3xf32>
  %79 = train.add %78, %3 : tensor<3xf32>
  %80 = train.divide %73, %79 : tensor<3xf32>
  %81 = train.broadcast_in_dim %71, dims = [] : tensor<f32> -> tensor<4x3xf32>
  %82 = train.divide %60, %81 : tensor<4x3xf32>
  %83 = train.broadcast_in_dim %75, dims = [] : tensor<f32> -> tensor<4x3xf32>
  %84 = train.divide %68, %83 : tensor<4x3xf32>
  %85 = train.sqrt %84 : tensor<4x3xf32>
  %86 = train.add %85, %2 : tensor<4x3xf32>
  %87 = train.divide %82, %86 : tensor<4x3xf32>
  %88 = train.multiply %arg0, %10 : tensor<3xf32>
  %89 = train.add %80, %88 : tensor<3xf32>
  %90 = train.multiply %89, %1 : tensor<3xf32>
  %91 = train.subtract %arg0, %90 : tensor<3xf32>
  %92 = train.multiply %arg1, %8 : tensor<4x3xf32>
  %93 = train.add %87, %92 : tensor<4x3xf32>
  %94 = train.multiply %93, %0 : tensor<4x3xf32>
  %95 = train.subtract %arg1, %94 : tensor<4x3xf32>
  return %30, %46, %57, %60, %64, %68, %91, %95, %54 : tensor<f32>, tensor<f32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<i32>
}

// -----

// Two terms of a loss meet in a sum of gradients, so both hold the scale; the L2 term is
// added to a gradient that is complete, without it.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: attributes {train.gradient_names = ["params/w", "params/b"]}
// CHECK-DAG: %[[AUX:.*]] = train.constant dense<4.16666648E-4> : tensor<f32>
// CHECK-DAG: %[[MAIN:.*]] = train.constant dense<-1.250000e-01> : tensor<f32>
// CHECK-DAG: %[[HALF:.*]] = train.constant dense<5.000000e-01> : tensor<4x3xf32>
// CHECK: %[[L2:.*]] = train.multiply %{{.*}}, %[[HALF]]
// CHECK: %[[SEED:.*]] = train.seed scale
// CHECK: train.multiply %[[SEED]], %[[AUX]]
// CHECK: train.multiply %[[SEED]], %[[MAIN]]
// CHECK: %[[U:.*]]:2 = train.unscale
// CHECK: train.add %[[L2]], %[[U]]#0
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<-1.250000e-01> : tensor<8x3xf32>
  %3 = train.constant dense<4.16666648E-4> : tensor<8x3xf32>
  %4 = train.constant dense<5.000000e-01> : tensor<4x3xf32>
  %5 = train.constant dense<2.000000e+00> : tensor<4x3xf32>
  %6 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %7 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %8 = train.constant dense<5.000000e-01> : tensor<f32>
  %9 = train.constant dense<0.00999999977> : tensor<f32>
  %10 = train.constant dense<2.400000e+01> : tensor<f32>
  %11 = train.constant dense<8.000000e+00> : tensor<f32>
  %12 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %13 = train.tanh %12 : tensor<8x3xf32>
  %14 = train.subtract %7, %13 : tensor<8x3xf32>
  %15 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %16 = train.multiply %13, %15 : tensor<8x3xf32>
  %17 = train.reduce max %16, dims = [1] : tensor<8x3xf32> -> tensor<8xf32>
  %18 = train.broadcast_in_dim %17, dims = [0] : tensor<8xf32> -> tensor<8x3xf32>
  %19 = train.subtract %16, %18 : tensor<8x3xf32>
  %20 = train.exponential %19 : tensor<8x3xf32>
  %21 = train.reduce add %20, dims = [1] : tensor<8x3xf32> -> tensor<8xf32>
  %22 = train.broadcast_in_dim %21, dims = [0] : tensor<8xf32> -> tensor<8x1xf32>
  %23 = train.log %22 : tensor<8x1xf32>
  %24 = train.broadcast_in_dim %23, dims = [0, 1] : tensor<8x1xf32> -> tensor<8x3xf32>
  %25 = train.subtract %19, %24 : tensor<8x3xf32>
  %26 = train.multiply %arg3, %25 : tensor<8x3xf32>
  %27 = train.reduce add %26, dims = [1] : tensor<8x3xf32> -> tensor<8xf32>
  %28 = train.reduce add %27, dims = [0] : tensor<8xf32> -> tensor<f32>
  %29 = train.divide %28, %11 : tensor<f32>
  %30 = train.negate %29 : tensor<f32>
  %31 = train.multiply %13, %13 : tensor<8x3xf32>
  %32 = train.multiply %13, %6 : tensor<8x3xf32>
  %33 = train.reduce add %31, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %34 = train.divide %33, %10 : tensor<f32>
  %35 = train.multiply %34, %9 : tensor<f32>
  %36 = train.add %30, %35 : tensor<f32>
  %37 = train.multiply %arg1, %arg1 : tensor<4x3xf32>
  %38 = train.multiply %arg1, %5 : tensor<4x3xf32>
  %39 = train.reduce add %37, dims = [0, 1] : tensor<4x3xf32> -> tensor<f32>
  %40 = train.multiply %39, %8 : tensor<f32>
  %41 = train.add %36, %40 : tensor<f32>
  %42 = train.multiply %38, %4 : tensor<4x3xf32>
  %43 = train.multiply %32, %3 : tensor<8x3xf32>
  %44 = train.multiply %arg3, %2 : tensor<8x3xf32>
  %45 = train.negate %44 : tensor<8x3xf32>
  %46 = train.reduce add %45, dims = [1] : tensor<8x3xf32> -> tensor<8xf32>
  %47 = train.reshape %46 : tensor<8xf32> -> tensor<8x1xf32>
  %48 = train.divide %47, %22 : tensor<8x1xf32>
  %49 = train.reduce add %48, dims = [1] : tensor<8x1xf32> -> tensor<8xf32>
  %50 = train.broadcast_in_dim %49, dims = [0] : tensor<8xf32> -> tensor<8x3xf32>
  %51 = train.multiply %50, %20 : tensor<8x3xf32>
  %52 = train.add %44, %51 : tensor<8x3xf32>
  %53 = train.multiply %13, %52 : tensor<8x3xf32>
  %54 = train.reduce add %53, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %55 = train.reshape %54 : tensor<3xf32> -> tensor<1x3xf32>
  %56 = train.multiply %52, %15 : tensor<8x3xf32>
  %57 = train.add %43, %56 : tensor<8x3xf32>
  %58 = train.reduce add %55, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %59 = train.multiply %57, %14 : tensor<8x3xf32>
  %60 = train.multiply %59, %13 : tensor<8x3xf32>
  %61 = train.add %59, %60 : tensor<8x3xf32>
  %62 = train.dot_general %61, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %63 = train.transpose %62, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %64 = train.add %42, %63 : tensor<4x3xf32>
  %65 = train.multiply %58, %1 : tensor<3xf32>
  %66 = train.subtract %arg0, %65 : tensor<3xf32>
  %67 = train.multiply %64, %0 : tensor<4x3xf32>
  %68 = train.subtract %arg1, %67 : tensor<4x3xf32>
  return %41, %66, %68 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// Two models with a loss each: nothing ties one seed to the other.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: attributes {train.gradient_names = ["params/b", "params/v", "params/w"]}
// CHECK-DAG: %[[A:.*]] = train.constant dense<1.250000e-02> : tensor<f32>
// CHECK-DAG: %[[B:.*]] = train.constant dense<0.0416666679> : tensor<f32>
// CHECK: %[[SEED:.*]] = train.seed scale
// CHECK: train.multiply %[[SEED]], %[[A]]
// CHECK: train.multiply %[[SEED]], %[[B]]
// CHECK: train.unscale %{{.*}}, %{{.*}}, %{{.*}} by
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/v", train.role = #train.role<param>}, %arg2: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg3: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/v", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1, %arg2 : tensor<3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/v", train.role = #train.role<param>}, %arg2: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg3: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg4: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/v", train.role = #train.role<param>, train.updates = "params/v"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %3 = train.constant dense<1.250000e-02> : tensor<8x3xf32>
  %4 = train.constant dense<0.000000e+00> : tensor<8x3xf32>
  %5 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %6 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %7 = train.constant dense<3.000000e-01> : tensor<f32>
  %8 = train.constant dense<2.400000e+01> : tensor<f32>
  %9 = train.dot_general %arg3, %arg2 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %10 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %11 = train.add %9, %10 : tensor<8x3xf32>
  %12 = train.tanh %11 : tensor<8x3xf32>
  %13 = train.subtract %6, %12 : tensor<8x3xf32>
  %14 = train.subtract %12, %arg4 : tensor<8x3xf32>
  %15 = train.multiply %14, %14 : tensor<8x3xf32>
  %16 = train.multiply %14, %5 : tensor<8x3xf32>
  %17 = train.reduce add %15, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %18 = train.divide %17, %8 : tensor<f32>
  %19 = train.dot_general %arg3, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %20 = train.subtract %19, %arg4 : tensor<8x3xf32>
  %21 = train.abs %20 : tensor<8x3xf32>
  %22 = train.compare GE, %20, %4 : tensor<8x3xf32>
  %23 = train.reduce add %21, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %24 = train.divide %23, %8 : tensor<f32>
  %25 = train.multiply %24, %7 : tensor<f32>
  %26 = train.add %18, %25 : tensor<f32>
  %27 = train.select %22, %4, %3 : tensor<8x3xi1>, tensor<8x3xf32>
  %28 = train.select %22, %3, %4 : tensor<8x3xi1>, tensor<8x3xf32>
  %29 = train.negate %27 : tensor<8x3xf32>
  %30 = train.add %28, %29 : tensor<8x3xf32>
  %31 = train.dot_general %30, %arg3 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %32 = train.transpose %31, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %33 = train.multiply %16, %2 : tensor<8x3xf32>
  %34 = train.multiply %33, %13 : tensor<8x3xf32>
  %35 = train.multiply %34, %12 : tensor<8x3xf32>
  %36 = train.add %34, %35 : tensor<8x3xf32>
  %37 = train.reduce add %36, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %38 = train.reshape %37 : tensor<3xf32> -> tensor<1x3xf32>
  %39 = train.reduce add %38, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %40 = train.dot_general %36, %arg3 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %41 = train.transpose %40, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %42 = train.multiply %39, %1 : tensor<3xf32>
  %43 = train.subtract %arg0, %42 : tensor<3xf32>
  %44 = train.multiply %32, %0 : tensor<4x3xf32>
  %45 = train.subtract %arg1, %44 : tensor<4x3xf32>
  %46 = train.multiply %41, %0 : tensor<4x3xf32>
  %47 = train.subtract %arg2, %46 : tensor<4x3xf32>
  return %26, %43, %45, %47 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// The loss is a sum: its seed was a factor 1 and is gone. The labels hold the scale where
// the backward pass takes them.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x4xf32> {train.name = "batch/x"
// CHECK-SAME: %[[Y:[a-z0-9]+]]: tensor<8x3xf32> {train.name = "batch/y"
// CHECK: %[[SEED:.*]] = train.seed scale
// CHECK: %[[WIDE:.*]] = train.broadcast_in_dim %[[SEED]]
// CHECK: %[[START:.*]] = train.multiply %[[Y]], %[[WIDE]]
// CHECK: train.reduce add %[[START]]
// CHECK: train.dot_general %[[START]], %[[X]]
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %3 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %4 = train.add %2, %3 : tensor<8x3xf32>
  %5 = train.multiply %4, %arg3 : tensor<8x3xf32>
  %6 = train.reduce add %5, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %7 = train.reduce add %arg3, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %8 = train.reshape %7 : tensor<3xf32> -> tensor<1x3xf32>
  %9 = train.reduce add %8, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %10 = train.dot_general %arg3, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %11 = train.transpose %10, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %12 = train.multiply %9, %1 : tensor<3xf32>
  %13 = train.subtract %arg0, %12 : tensor<3xf32>
  %14 = train.multiply %11, %0 : tensor<4x3xf32>
  %15 = train.subtract %arg1, %14 : tensor<4x3xf32>
  return %6, %13, %15 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// The weight of the loss is an argument.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[HYPER:[a-z0-9]+]]: tensor<f32> {train.name = "hyper"
// CHECK: %[[SEED:.*]] = train.seed scale
// CHECK: train.multiply %[[HYPER]], %[[SEED]] : tensor<f32>
// CHECK: train.unscale
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<f32> {train.name = "hyper", train.role = #train.role<hyper_param>}, %arg3: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg4: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %3 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %4 = train.constant dense<2.400000e+01> : tensor<f32>
  %5 = train.dot_general %arg3, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %6 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %7 = train.add %5, %6 : tensor<8x3xf32>
  %8 = train.tanh %7 : tensor<8x3xf32>
  %9 = train.subtract %3, %8 : tensor<8x3xf32>
  %10 = train.subtract %8, %arg4 : tensor<8x3xf32>
  %11 = train.multiply %10, %10 : tensor<8x3xf32>
  %12 = train.multiply %10, %2 : tensor<8x3xf32>
  %13 = train.reduce add %11, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %14 = train.divide %13, %4 : tensor<f32>
  %15 = train.multiply %arg2, %14 : tensor<f32>
  %16 = train.divide %arg2, %4 : tensor<f32>
  %17 = train.broadcast_in_dim %16, dims = [] : tensor<f32> -> tensor<8x3xf32>
  %18 = train.multiply %17, %12 : tensor<8x3xf32>
  %19 = train.multiply %18, %9 : tensor<8x3xf32>
  %20 = train.multiply %19, %8 : tensor<8x3xf32>
  %21 = train.add %19, %20 : tensor<8x3xf32>
  %22 = train.reduce add %21, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %23 = train.reshape %22 : tensor<3xf32> -> tensor<1x3xf32>
  %24 = train.reduce add %23, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %25 = train.dot_general %21, %arg3 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %26 = train.transpose %25, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %27 = train.multiply %24, %1 : tensor<3xf32>
  %28 = train.subtract %arg0, %27 : tensor<3xf32>
  %29 = train.multiply %26, %0 : tensor<4x3xf32>
  %30 = train.subtract %arg1, %29 : tensor<4x3xf32>
  return %15, %28, %30 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// A loop over layers. What JAX keeps for the backward pass in the first loop (1 - tanh²) has
// a constant too; the gradients start from zeros in the second.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: attributes {train.gradient_names = ["params/layers/b", "params/layers/w"]}
// CHECK: train.for
// CHECK-NOT: train.seed
// CHECK: train.yield
// CHECK: train.seed scale
// CHECK: %[[LOOP:.*]]:3 = train.for
// CHECK-NOT: train.seed
// CHECK: train.unscale %[[LOOP]]#1, %[[LOOP]]#2 by
func.func @init(%arg0: tensor<3x4xf32> {train.name = "params/layers/b", train.role = #train.role<param>}, %arg1: tensor<3x4x4xf32> {train.name = "params/layers/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3x4xf32> {train.name = "params/layers/b", train.role = #train.role<param>}, tensor<3x4x4xf32> {train.name = "params/layers/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3x4xf32>, tensor<3x4x4xf32>
}
func.func @step(%arg0: tensor<3x4xf32> {train.name = "params/layers/b", train.role = #train.role<param>}, %arg1: tensor<3x4x4xf32> {train.name = "params/layers/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x4xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3x4xf32> {train.name = "params/layers/b", train.role = #train.role<param>, train.updates = "params/layers/b"}, tensor<3x4x4xf32> {train.name = "params/layers/w", train.role = #train.role<param>, train.updates = "params/layers/w"}) {
  %0 = train.constant dense<1.000000e+00> : tensor<8x4xf32>
  %1 = train.constant dense<0> : tensor<i32>
  %2 = train.constant dense<1.000000e-01> : tensor<3x4x4xf32>
  %3 = train.constant dense<1.000000e-01> : tensor<3x4xf32>
  %4 = train.constant dense<0.000000e+00> : tensor<3x4x4xf32>
  %5 = train.constant dense<0.000000e+00> : tensor<3x4xf32>
  %6 = train.constant dense<3.125000e-02> : tensor<8x4xf32>
  %7 = train.constant dense<2.000000e+00> : tensor<8x4xf32>
  %8 = train.constant dense<3.200000e+01> : tensor<f32>
  %9 = train.constant dense<3> : tensor<i32>
  %10 = train.constant dense<1> : tensor<i32>
  %11 = train.constant dense<0.000000e+00> : tensor<3x8x4xf32>
  %12:4 = train.for %arg4 times 3 carry (%arg5 = %arg2, %arg6 = %11, %arg7 = %11, %arg8 = %11) : tensor<8x4xf32>, tensor<3x8x4xf32>, tensor<3x8x4xf32>, tensor<3x8x4xf32> {
    %24 = train.dynamic_slice %arg0[%arg4, %1] sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %25 = train.reshape %24 : tensor<1x4xf32> -> tensor<4xf32>
    %26 = train.dynamic_slice %arg1[%arg4, %1, %1] sizes = [1, 4, 4] : (tensor<3x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
    %27 = train.reshape %26 : tensor<1x4x4xf32> -> tensor<4x4xf32>
    %28 = train.dot_general %arg5, %27 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %29 = train.broadcast_in_dim %25, dims = [1] : tensor<4xf32> -> tensor<8x4xf32>
    %30 = train.add %28, %29 : tensor<8x4xf32>
    %31 = train.tanh %30 : tensor<8x4xf32>
    %32 = train.subtract %0, %31 : tensor<8x4xf32>
    %33 = train.broadcast_in_dim %arg5, dims = [1, 2] : tensor<8x4xf32> -> tensor<1x8x4xf32>
    %34 = train.dynamic_update_slice %arg6, %33[%arg4, %1, %1] : (tensor<3x8x4xf32>, tensor<1x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x4xf32>
    %35 = train.broadcast_in_dim %31, dims = [1, 2] : tensor<8x4xf32> -> tensor<1x8x4xf32>
    %36 = train.dynamic_update_slice %arg7, %35[%arg4, %1, %1] : (tensor<3x8x4xf32>, tensor<1x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x4xf32>
    %37 = train.broadcast_in_dim %32, dims = [1, 2] : tensor<8x4xf32> -> tensor<1x8x4xf32>
    %38 = train.dynamic_update_slice %arg8, %37[%arg4, %1, %1] : (tensor<3x8x4xf32>, tensor<1x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x4xf32>
    train.yield %31, %34, %36, %38 : tensor<8x4xf32>, tensor<3x8x4xf32>, tensor<3x8x4xf32>, tensor<3x8x4xf32>
  }
  %13 = train.subtract %12#0, %arg3 : tensor<8x4xf32>
  %14 = train.multiply %13, %13 : tensor<8x4xf32>
  %15 = train.multiply %13, %7 : tensor<8x4xf32>
  %16 = train.reduce add %14, dims = [0, 1] : tensor<8x4xf32> -> tensor<f32>
  %17 = train.divide %16, %8 : tensor<f32>
  %18 = train.multiply %15, %6 : tensor<8x4xf32>
  %19:3 = train.for %arg4 times 3 carry (%arg5 = %18, %arg6 = %5, %arg7 = %4) : tensor<8x4xf32>, tensor<3x4xf32>, tensor<3x4x4xf32> {
    %24 = train.subtract %9, %arg4 : tensor<i32>
    %25 = train.subtract %24, %10 : tensor<i32>
    %26 = train.dynamic_slice %arg1[%25, %1, %1] sizes = [1, 4, 4] : (tensor<3x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
    %27 = train.reshape %26 : tensor<1x4x4xf32> -> tensor<4x4xf32>
    %28 = train.dynamic_slice %12#1[%25, %1, %1] sizes = [1, 8, 4] : (tensor<3x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4xf32>
    %29 = train.reshape %28 : tensor<1x8x4xf32> -> tensor<8x4xf32>
    %30 = train.dynamic_slice %12#2[%25, %1, %1] sizes = [1, 8, 4] : (tensor<3x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4xf32>
    %31 = train.reshape %30 : tensor<1x8x4xf32> -> tensor<8x4xf32>
    %32 = train.dynamic_slice %12#3[%25, %1, %1] sizes = [1, 8, 4] : (tensor<3x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4xf32>
    %33 = train.reshape %32 : tensor<1x8x4xf32> -> tensor<8x4xf32>
    %34 = train.multiply %arg5, %33 : tensor<8x4xf32>
    %35 = train.multiply %34, %31 : tensor<8x4xf32>
    %36 = train.add %34, %35 : tensor<8x4xf32>
    %37 = train.reduce add %36, dims = [0] : tensor<8x4xf32> -> tensor<4xf32>
    %38 = train.reshape %37 : tensor<4xf32> -> tensor<1x4xf32>
    %39 = train.reduce add %38, dims = [0] : tensor<1x4xf32> -> tensor<4xf32>
    %40 = train.dot_general %36, %29 , contract = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %41 = train.transpose %40, perm = [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
    %42 = train.dot_general %36, %27 , contract = [1] x [1] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %43 = train.broadcast_in_dim %39, dims = [1] : tensor<4xf32> -> tensor<1x4xf32>
    %44 = train.dynamic_update_slice %arg6, %43[%25, %1] : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %45 = train.broadcast_in_dim %41, dims = [1, 2] : tensor<4x4xf32> -> tensor<1x4x4xf32>
    %46 = train.dynamic_update_slice %arg7, %45[%25, %1, %1] : (tensor<3x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x4xf32>
    train.yield %42, %44, %46 : tensor<8x4xf32>, tensor<3x4xf32>, tensor<3x4x4xf32>
  }
  %20 = train.multiply %19#1, %3 : tensor<3x4xf32>
  %21 = train.subtract %arg0, %20 : tensor<3x4xf32>
  %22 = train.multiply %19#2, %2 : tensor<3x4x4xf32>
  %23 = train.subtract %arg1, %22 : tensor<3x4x4xf32>
  return %17, %21, %23 : tensor<f32>, tensor<3x4xf32>, tensor<3x4x4xf32>
}

// -----

// A loop over micro-batches: the seed is in its body, the scale comes off behind it.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[SCALE:[a-z0-9]+]]: tensor<f32> {train.name = "scaler/scale"
// CHECK: %[[LOOP:.*]]:3 = train.for
// CHECK: train.seed scale %[[SCALE]]
// CHECK: train.yield
// CHECK: %[[U:.*]]:2 = train.unscale %[[LOOP]]#1, %[[LOOP]]#2 by %[[SCALE]]
// CHECK: return {{.*}}%[[LOOP]]#0
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<6.000000e+00> : tensor<f32>
  %1 = train.constant dense<4.000000e+00> : tensor<f32>
  %2 = train.constant dense<1.000000e+00> : tensor<2x3xf32>
  %3 = train.constant dense<2.000000e+00> : tensor<2x3xf32>
  %4 = train.constant dense<0.166666672> : tensor<2x3xf32>
  %5 = train.constant dense<4.000000e+00> : tensor<3xf32>
  %6 = train.constant dense<4.000000e+00> : tensor<4x3xf32>
  %7 = train.constant dense<0> : tensor<i32>
  %8 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %9 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %10 = train.constant dense<0.000000e+00> : tensor<f32>
  %11 = train.constant dense<0.000000e+00> : tensor<3xf32>
  %12 = train.constant dense<0.000000e+00> : tensor<4x3xf32>
  %13 = train.reshape %arg2 : tensor<8x4xf32> -> tensor<4x2x4xf32>
  %14 = train.reshape %arg3 : tensor<8x3xf32> -> tensor<4x2x3xf32>
  %15:3 = train.for %arg4 times 4 carry (%arg5 = %10, %arg6 = %11, %arg7 = %12) : tensor<f32>, tensor<3xf32>, tensor<4x3xf32> {
    %20 = train.dynamic_slice %13[%arg4, %7, %7] sizes = [1, 2, 4] : (tensor<4x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
    %21 = train.reshape %20 : tensor<1x2x4xf32> -> tensor<2x4xf32>
    %22 = train.dynamic_slice %14[%arg4, %7, %7] sizes = [1, 2, 3] : (tensor<4x2x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf32>
    %23 = train.reshape %22 : tensor<1x2x3xf32> -> tensor<2x3xf32>
    %24 = train.dot_general %21, %arg1 , contract = [1] x [0] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    %25 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
    %26 = train.add %24, %25 : tensor<2x3xf32>
    %27 = train.tanh %26 : tensor<2x3xf32>
    %28 = train.subtract %2, %27 : tensor<2x3xf32>
    %29 = train.subtract %27, %23 : tensor<2x3xf32>
    %30 = train.multiply %29, %29 : tensor<2x3xf32>
    %31 = train.multiply %29, %3 : tensor<2x3xf32>
    %32 = train.reduce add %30, dims = [0, 1] : tensor<2x3xf32> -> tensor<f32>
    %33 = train.divide %32, %0 : tensor<f32>
    %34 = train.multiply %31, %4 : tensor<2x3xf32>
    %35 = train.multiply %34, %28 : tensor<2x3xf32>
    %36 = train.multiply %35, %27 : tensor<2x3xf32>
    %37 = train.add %35, %36 : tensor<2x3xf32>
    %38 = train.reduce add %37, dims = [0] : tensor<2x3xf32> -> tensor<3xf32>
    %39 = train.reshape %38 : tensor<3xf32> -> tensor<1x3xf32>
    %40 = train.reduce add %39, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
    %41 = train.dot_general %37, %21 , contract = [0] x [0] : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %42 = train.transpose %41, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
    %43 = train.divide %33, %1 : tensor<f32>
    %44 = train.add %arg5, %43 : tensor<f32>
    %45 = train.divide %40, %5 : tensor<3xf32>
    %46 = train.add %arg6, %45 : tensor<3xf32>
    %47 = train.divide %42, %6 : tensor<4x3xf32>
    %48 = train.add %arg7, %47 : tensor<4x3xf32>
    train.yield %44, %46, %48 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
  }
  %16 = train.multiply %15#1, %9 : tensor<3xf32>
  %17 = train.subtract %arg0, %16 : tensor<3xf32>
  %18 = train.multiply %15#2, %8 : tensor<4x3xf32>
  %19 = train.subtract %arg1, %18 : tensor<4x3xf32>
  return %15#0, %17, %19 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// Gradients that the step returns have no scale.

// CHECK-LABEL: func.func @step(
// CHECK: %[[U:.*]]:2 = train.unscale
// CHECK: return %{{[^:]*}}, %[[U]]#0, %[[U]]#1,
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<3xf32> {train.name = "grads/b", train.role = #train.role<metric>}, tensor<4x3xf32> {train.name = "grads/w", train.role = #train.role<metric>}, tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %3 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %4 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %5 = train.constant dense<2.400000e+01> : tensor<f32>
  %6 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %7 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %8 = train.add %6, %7 : tensor<8x3xf32>
  %9 = train.tanh %8 : tensor<8x3xf32>
  %10 = train.subtract %4, %9 : tensor<8x3xf32>
  %11 = train.subtract %9, %arg3 : tensor<8x3xf32>
  %12 = train.multiply %11, %11 : tensor<8x3xf32>
  %13 = train.multiply %11, %3 : tensor<8x3xf32>
  %14 = train.reduce add %12, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %15 = train.divide %14, %5 : tensor<f32>
  %16 = train.multiply %13, %2 : tensor<8x3xf32>
  %17 = train.multiply %16, %10 : tensor<8x3xf32>
  %18 = train.multiply %17, %9 : tensor<8x3xf32>
  %19 = train.add %17, %18 : tensor<8x3xf32>
  %20 = train.reduce add %19, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %21 = train.reshape %20 : tensor<3xf32> -> tensor<1x3xf32>
  %22 = train.reduce add %21, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %23 = train.dot_general %19, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %24 = train.transpose %23, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %25 = train.multiply %22, %1 : tensor<3xf32>
  %26 = train.subtract %arg0, %25 : tensor<3xf32>
  %27 = train.multiply %24, %0 : tensor<4x3xf32>
  %28 = train.subtract %arg1, %27 : tensor<4x3xf32>
  return %22, %24, %15, %26, %28 : tensor<3xf32>, tensor<4x3xf32>, tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// The norm takes gradients as one vector, the update as they are: unscaled is what both
// come from.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: attributes {train.gradient_names = ["params/b", "params/w"]}
// CHECK: %[[U:.*]]:2 = train.unscale %{{[0-9]+}}, %{{[0-9]+}} by %{{.*}} : tensor<3xf32>, tensor<4x3xf32>
// CHECK: %[[FLAT:.*]] = train.reshape %[[U]]#1
// CHECK: train.concatenate %[[U]]#0, %[[FLAT]]
// CHECK: train.multiply %[[U]]#0
// CHECK: train.multiply %[[U]]#1
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %3 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %4 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %5 = train.constant dense<2.400000e+01> : tensor<f32>
  %6 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %7 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %8 = train.add %6, %7 : tensor<8x3xf32>
  %9 = train.tanh %8 : tensor<8x3xf32>
  %10 = train.subtract %4, %9 : tensor<8x3xf32>
  %11 = train.subtract %9, %arg3 : tensor<8x3xf32>
  %12 = train.multiply %11, %11 : tensor<8x3xf32>
  %13 = train.multiply %11, %3 : tensor<8x3xf32>
  %14 = train.reduce add %12, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %15 = train.divide %14, %5 : tensor<f32>
  %16 = train.multiply %13, %2 : tensor<8x3xf32>
  %17 = train.multiply %16, %10 : tensor<8x3xf32>
  %18 = train.multiply %17, %9 : tensor<8x3xf32>
  %19 = train.add %17, %18 : tensor<8x3xf32>
  %20 = train.reduce add %19, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %21 = train.reshape %20 : tensor<3xf32> -> tensor<1x3xf32>
  %22 = train.reduce add %21, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %23 = train.dot_general %19, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %24 = train.transpose %23, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %25 = train.reshape %24 : tensor<4x3xf32> -> tensor<12xf32>
  %26 = train.concatenate %22, %25, dim = 0 : (tensor<3xf32>, tensor<12xf32>) -> tensor<15xf32>
  %27 = train.multiply %26, %26 : tensor<15xf32>
  %28 = train.reduce add %27, dims = [0] : tensor<15xf32> -> tensor<f32>
  %29 = train.sqrt %28 : tensor<f32>
  %30 = train.multiply %22, %1 : tensor<3xf32>
  %31 = train.broadcast_in_dim %29, dims = [] : tensor<f32> -> tensor<3xf32>
  %32 = train.divide %30, %31 : tensor<3xf32>
  %33 = train.subtract %arg0, %32 : tensor<3xf32>
  %34 = train.multiply %24, %0 : tensor<4x3xf32>
  %35 = train.broadcast_in_dim %29, dims = [] : tensor<f32> -> tensor<4x3xf32>
  %36 = train.divide %34, %35 : tensor<4x3xf32>
  %37 = train.subtract %arg1, %36 : tensor<4x3xf32>
  return %15, %33, %37 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// A gradient of an activation that is summed for two parameters is not unscaled itself.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: attributes {train.gradient_names = ["params/bias", "params/position"]}
// CHECK: train.unscale %{{[0-9]+}}, %{{[0-9]+}} by %{{.*}} : tensor<4xf32>, tensor<8xf32>
func.func @init(%arg0: tensor<4xf32> {train.name = "params/bias", train.role = #train.role<param>}, %arg1: tensor<8xf32> {train.name = "params/position", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<4xf32> {train.name = "params/bias", train.role = #train.role<param>}, tensor<8xf32> {train.name = "params/position", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<4xf32>, tensor<8xf32>
}
func.func @step(%arg0: tensor<4xf32> {train.name = "params/bias", train.role = #train.role<param>}, %arg1: tensor<8xf32> {train.name = "params/position", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<4xf32> {train.name = "params/bias", train.role = #train.role<param>, train.updates = "params/bias"}, tensor<8xf32> {train.name = "params/position", train.role = #train.role<param>, train.updates = "params/position"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<8xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<4xf32>
  %2 = train.constant dense<3.125000e-02> : tensor<8x4xf32>
  %3 = train.constant dense<2.000000e+00> : tensor<8x4xf32>
  %4 = train.constant dense<3.200000e+01> : tensor<f32>
  %5 = train.broadcast_in_dim %arg0, dims = [1] : tensor<4xf32> -> tensor<8x4xf32>
  %6 = train.add %arg2, %5 : tensor<8x4xf32>
  %7 = train.broadcast_in_dim %arg1, dims = [0] : tensor<8xf32> -> tensor<8x4xf32>
  %8 = train.add %6, %7 : tensor<8x4xf32>
  %9 = train.multiply %8, %8 : tensor<8x4xf32>
  %10 = train.multiply %8, %3 : tensor<8x4xf32>
  %11 = train.reduce add %9, dims = [0, 1] : tensor<8x4xf32> -> tensor<f32>
  %12 = train.divide %11, %4 : tensor<f32>
  %13 = train.multiply %10, %2 : tensor<8x4xf32>
  %14 = train.reduce add %13, dims = [1] : tensor<8x4xf32> -> tensor<8xf32>
  %15 = train.reshape %14 : tensor<8xf32> -> tensor<8x1xf32>
  %16 = train.reduce add %15, dims = [1] : tensor<8x1xf32> -> tensor<8xf32>
  %17 = train.reduce add %13, dims = [0] : tensor<8x4xf32> -> tensor<4xf32>
  %18 = train.reshape %17 : tensor<4xf32> -> tensor<1x4xf32>
  %19 = train.reduce add %18, dims = [0] : tensor<1x4xf32> -> tensor<4xf32>
  %20 = train.multiply %19, %1 : tensor<4xf32>
  %21 = train.subtract %arg0, %20 : tensor<4xf32>
  %22 = train.multiply %16, %0 : tensor<8xf32>
  %23 = train.subtract %arg1, %22 : tensor<8xf32>
  return %12, %21, %23 : tensor<f32>, tensor<4xf32>, tensor<8xf32>
}

// -----

// The loss depends on what the first optimizer wrote: only the second one's gradient is
// scaled, and both updates are gated by it.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<4x3xf32> {train.name = "params/v"
// CHECK-SAME: attributes {train.gradient_names = ["params/w"]}
// CHECK: %[[FINITE:.*]] = train.all_finite
// CHECK: train.select %[[FINITE]], %{{.*}}, %[[V]]
// CHECK: train.select %[[FINITE]]
func.func @init(%arg0: tensor<4x3xf32> {train.name = "params/v", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<4x3xf32> {train.name = "params/v", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<4x3xf32>, tensor<4x3xf32>
}
// expected-warning @below {{the gradient of 'params/v' is not scaled: the loss of 'step' depends on its new value}}
func.func @step(%arg0: tensor<4x3xf32> {train.name = "params/v", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<4x3xf32> {train.name = "params/v", train.role = #train.role<param>, train.updates = "params/v"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %2 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %3 = train.constant dense<2.400000e+01> : tensor<f32>
  %4 = train.dot_general %arg2, %arg0 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %5 = train.multiply %4, %2 : tensor<8x3xf32>
  %6 = train.multiply %5, %1 : tensor<8x3xf32>
  %7 = train.dot_general %6, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %8 = train.transpose %7, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %9 = train.multiply %8, %0 : tensor<4x3xf32>
  %10 = train.subtract %arg0, %9 : tensor<4x3xf32>
  %11 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %12 = train.dot_general %arg2, %10 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %13 = train.subtract %11, %12 : tensor<8x3xf32>
  %14 = train.multiply %13, %13 : tensor<8x3xf32>
  %15 = train.multiply %13, %2 : tensor<8x3xf32>
  %16 = train.reduce add %14, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %17 = train.divide %16, %3 : tensor<f32>
  %18 = train.multiply %15, %1 : tensor<8x3xf32>
  %19 = train.dot_general %18, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %20 = train.transpose %19, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %21 = train.multiply %20, %0 : tensor<4x3xf32>
  %22 = train.subtract %arg1, %21 : tensor<4x3xf32>
  return %17, %10, %22 : tensor<f32>, tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// So it does in two steps in one, where nothing is left to scale.
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
// expected-error @below {{the loss of 'step' depends on the new value of 'params/b', so its gradient can't be scaled; loss scaling takes steps with one update of each parameter, behind the loss}}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<2.400000e+01> : tensor<f32>
  %1 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %2 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %3 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %4 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %5 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %6 = train.constant dense<0.000000e+00> : tensor<2xf32>
  %7:3 = train.for %arg4 times 2 carry (%arg5 = %arg0, %arg6 = %arg1, %arg7 = %6) : tensor<3xf32>, tensor<4x3xf32>, tensor<2xf32> {
    %10 = train.dot_general %arg2, %arg6 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
    %11 = train.broadcast_in_dim %arg5, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
    %12 = train.add %10, %11 : tensor<8x3xf32>
    %13 = train.tanh %12 : tensor<8x3xf32>
    %14 = train.subtract %1, %13 : tensor<8x3xf32>
    %15 = train.subtract %13, %arg3 : tensor<8x3xf32>
    %16 = train.multiply %15, %15 : tensor<8x3xf32>
    %17 = train.multiply %15, %2 : tensor<8x3xf32>
    %18 = train.reduce add %16, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
    %19 = train.divide %18, %0 : tensor<f32>
    %20 = train.multiply %17, %3 : tensor<8x3xf32>
    %21 = train.multiply %20, %14 : tensor<8x3xf32>
    %22 = train.multiply %21, %13 : tensor<8x3xf32>
    %23 = train.add %21, %22 : tensor<8x3xf32>
    %24 = train.reduce add %23, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
    %25 = train.reshape %24 : tensor<3xf32> -> tensor<1x3xf32>
    %26 = train.reduce add %25, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
    %27 = train.dot_general %23, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
    %28 = train.transpose %27, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
    %29 = train.multiply %26, %4 : tensor<3xf32>
    %30 = train.subtract %arg5, %29 : tensor<3xf32>
    %31 = train.multiply %28, %5 : tensor<4x3xf32>
    %32 = train.subtract %arg6, %31 : tensor<4x3xf32>
    %33 = train.broadcast_in_dim %19, dims = [] : tensor<f32> -> tensor<1xf32>
    %34 = train.dynamic_update_slice %arg7, %33[%arg4] : (tensor<2xf32>, tensor<1xf32>, tensor<i32>) -> tensor<2xf32>
    train.yield %30, %32, %34 : tensor<3xf32>, tensor<4x3xf32>, tensor<2xf32>
  }
  %8 = train.slice %7#2, start = [1], limit = [2], strides = [1] : tensor<2xf32> -> tensor<1xf32>
  %9 = train.reshape %8 : tensor<1xf32> -> tensor<f32>
  return %9, %7#0, %7#1 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// A `custom_vjp` that clips within the backward pass: the bounds are scaled with what they
// bound.

// CHECK-LABEL: func.func @step(
// CHECK-DAG: %[[MINUS:.*]] = train.constant dense<-1.000000e+00> : tensor<f32>
// CHECK: %[[SEED:.*]] = train.seed scale
// CHECK: %[[PRODUCT:.*]] = train.multiply %[[SEED]], %[[MINUS]]
// CHECK: %[[LOW:.*]] = train.broadcast_in_dim %[[PRODUCT]]
// CHECK: %[[CLIPPED:.*]] = train.maximum %{{.*}}, %[[LOW]]
// CHECK: %[[HIGH:.*]] = train.broadcast_in_dim %[[SEED]]
// CHECK: train.minimum %[[CLIPPED]], %[[HIGH]]
// CHECK: train.unscale
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<-1.000000e+00> : tensor<8x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %2 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %3 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %4 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %5 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %6 = train.constant dense<2.400000e+01> : tensor<f32>
  %7 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %8 = train.tanh %7 : tensor<8x3xf32>
  %9 = train.subtract %5, %8 : tensor<8x3xf32>
  %10 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %11 = train.multiply %8, %10 : tensor<8x3xf32>
  %12 = train.subtract %11, %arg3 : tensor<8x3xf32>
  %13 = train.multiply %12, %12 : tensor<8x3xf32>
  %14 = train.multiply %12, %4 : tensor<8x3xf32>
  %15 = train.reduce add %13, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %16 = train.divide %15, %6 : tensor<f32>
  %17 = train.multiply %14, %3 : tensor<8x3xf32>
  %18 = train.multiply %8, %17 : tensor<8x3xf32>
  %19 = train.reduce add %18, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %20 = train.reshape %19 : tensor<3xf32> -> tensor<1x3xf32>
  %21 = train.multiply %17, %10 : tensor<8x3xf32>
  %22 = train.reduce add %20, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  %23 = train.maximum %21, %0 : tensor<8x3xf32>
  %24 = train.minimum %23, %5 : tensor<8x3xf32>
  %25 = train.multiply %24, %9 : tensor<8x3xf32>
  %26 = train.multiply %25, %8 : tensor<8x3xf32>
  %27 = train.add %25, %26 : tensor<8x3xf32>
  %28 = train.dot_general %27, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %29 = train.transpose %28, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %30 = train.multiply %22, %2 : tensor<3xf32>
  %31 = train.subtract %arg0, %30 : tensor<3xf32>
  %32 = train.multiply %29, %1 : tensor<4x3xf32>
  %33 = train.subtract %arg1, %32 : tensor<4x3xf32>
  return %16, %31, %33 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// One that takes the tangent of it can't be passed: the pass goes on behind it.
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %3 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %4 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %5 = train.constant dense<2.400000e+01> : tensor<f32>
  %6 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %7 = train.tanh %6 : tensor<8x3xf32>
  %8 = train.subtract %4, %7 : tensor<8x3xf32>
  %9 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %10 = train.multiply %7, %9 : tensor<8x3xf32>
  %11 = train.subtract %10, %arg3 : tensor<8x3xf32>
  %12 = train.multiply %11, %11 : tensor<8x3xf32>
  %13 = train.multiply %11, %3 : tensor<8x3xf32>
  %14 = train.reduce add %12, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %15 = train.divide %14, %5 : tensor<f32>
  // expected-note @below {{the scale comes in here}}
  %16 = train.multiply %13, %2 : tensor<8x3xf32>
  %17 = train.multiply %7, %16 : tensor<8x3xf32>
  %18 = train.reduce add %17, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %19 = train.reshape %18 : tensor<3xf32> -> tensor<1x3xf32>
  %20 = train.multiply %16, %9 : tensor<8x3xf32>
  %21 = train.reduce add %19, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  // expected-error @below {{the loss scale can't pass 'train.tanh': it is not linear in operand 0, which holds the loss scale, and the backward pass of 'step' goes on behind it}}
  %22 = train.tanh %20 : tensor<8x3xf32>
  %23 = train.multiply %22, %8 : tensor<8x3xf32>
  %24 = train.multiply %23, %7 : tensor<8x3xf32>
  %25 = train.add %23, %24 : tensor<8x3xf32>
  %26 = train.dot_general %25, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %27 = train.transpose %26, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %28 = train.multiply %21, %1 : tensor<3xf32>
  %29 = train.subtract %arg0, %28 : tensor<3xf32>
  %30 = train.multiply %27, %0 : tensor<4x3xf32>
  %31 = train.subtract %arg1, %30 : tensor<4x3xf32>
  return %15, %29, %31 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// One that adds a part of the batch.
func.func @init(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<2xui32> {train.name = "seed", train.role = #train.role<seed>}) -> (tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}) {
  return %arg0, %arg1 : tensor<3xf32>, tensor<4x3xf32>
}
func.func @step(%arg0: tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>}, %arg1: tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>}, %arg2: tensor<8x4xf32> {train.name = "batch/x", train.role = #train.role<batch>}, %arg3: tensor<8x3xf32> {train.name = "batch/y", train.role = #train.role<batch>}) -> (tensor<f32> {train.name = "loss", train.role = #train.role<loss>}, tensor<3xf32> {train.name = "params/b", train.role = #train.role<param>, train.updates = "params/b"}, tensor<4x3xf32> {train.name = "params/w", train.role = #train.role<param>, train.updates = "params/w"}) {
  %0 = train.constant dense<1.000000e-01> : tensor<4x3xf32>
  %1 = train.constant dense<1.000000e-01> : tensor<3xf32>
  %2 = train.constant dense<0.0416666679> : tensor<8x3xf32>
  %3 = train.constant dense<2.000000e+00> : tensor<8x3xf32>
  %4 = train.constant dense<1.000000e+00> : tensor<8x3xf32>
  %5 = train.constant dense<2.400000e+01> : tensor<f32>
  %6 = train.dot_general %arg2, %arg1 , contract = [1] x [0] : (tensor<8x4xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %7 = train.tanh %6 : tensor<8x3xf32>
  %8 = train.subtract %4, %7 : tensor<8x3xf32>
  // expected-note @below {{this value doesn't hold it}}
  %9 = train.slice %arg2, start = [0, 0], limit = [8, 3], strides = [1, 1] : tensor<8x4xf32> -> tensor<8x3xf32>
  %10 = train.broadcast_in_dim %arg0, dims = [1] : tensor<3xf32> -> tensor<8x3xf32>
  %11 = train.multiply %7, %10 : tensor<8x3xf32>
  %12 = train.subtract %11, %arg3 : tensor<8x3xf32>
  %13 = train.multiply %12, %12 : tensor<8x3xf32>
  %14 = train.multiply %12, %3 : tensor<8x3xf32>
  %15 = train.reduce add %13, dims = [0, 1] : tensor<8x3xf32> -> tensor<f32>
  %16 = train.divide %15, %5 : tensor<f32>
  // expected-note @below {{the scale comes in here}}
  %17 = train.multiply %14, %2 : tensor<8x3xf32>
  %18 = train.multiply %7, %17 : tensor<8x3xf32>
  %19 = train.reduce add %18, dims = [0] : tensor<8x3xf32> -> tensor<3xf32>
  %20 = train.reshape %19 : tensor<3xf32> -> tensor<1x3xf32>
  %21 = train.multiply %17, %10 : tensor<8x3xf32>
  %22 = train.reduce add %20, dims = [0] : tensor<1x3xf32> -> tensor<3xf32>
  // expected-error @below {{the loss scale can't pass 'train.add': a value that holds the loss scale meets one that doesn't, and the backward pass of 'step' goes on behind it}}
  %23 = train.add %21, %9 : tensor<8x3xf32>
  %24 = train.multiply %23, %8 : tensor<8x3xf32>
  %25 = train.multiply %24, %7 : tensor<8x3xf32>
  %26 = train.add %24, %25 : tensor<8x3xf32>
  %27 = train.dot_general %26, %arg2 , contract = [0] x [0] : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %28 = train.transpose %27, perm = [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %29 = train.multiply %22, %1 : tensor<3xf32>
  %30 = train.subtract %arg0, %29 : tensor<3xf32>
  %31 = train.multiply %28, %0 : tensor<4x3xf32>
  %32 = train.subtract %arg1, %31 : tensor<4x3xf32>
  return %16, %30, %32 : tensor<f32>, tensor<3xf32>, tensor<4x3xf32>
}
