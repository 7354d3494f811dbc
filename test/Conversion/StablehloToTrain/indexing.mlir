// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s

// CHECK-LABEL: @gather(
// CHECK: train.gather %{{.*}}, %{{.*}} {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, start_index_map = array<i64: 0>} : (tensor<7x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
func.func @gather(%t: tensor<7x3xf32>, %i: tensor<4x1xi32>) -> tensor<4x3xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<7x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: @gather_batched(
// CHECK: train.gather %{{.*}}, %{{.*}} {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 2 : i64, operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>} : (tensor<2x7xf32>, tensor<2x4x1xi32>) -> tensor<2x4xf32>
func.func @gather_batched(%t: tensor<2x7xf32>, %i: tensor<2x4x1xi32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x7xf32>, tensor<2x4x1xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @torch_index_select(
// CHECK: train.gather %{{.*}}, %{{.*}} {collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : i64, offset_dims = array<i64: 0, 2>, slice_sizes = array<i64: 5, 1, 3>, start_index_map = array<i64: 1>} : (tensor<5x7x3xf32>, tensor<2xi64>) -> tensor<5x2x3xf32>
func.func @torch_index_select(%t: tensor<5x7x3xf32>, %i: tensor<2xi64>) -> tensor<5x2x3xf32> {
  %0 = "stablehlo.torch_index_select"(%t, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<5x7x3xf32>, tensor<2xi64>) -> tensor<5x2x3xf32>
  return %0 : tensor<5x2x3xf32>
}

// CHECK-LABEL: @scatter_add(
// CHECK: train.scatter add %{{.*}}, %{{.*}}, %{{.*}} {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (tensor<7x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<7x3xf32>
func.func @scatter_add(%t: tensor<7x3xf32>, %i: tensor<4x1xi32>, %u: tensor<4x3xf32>) -> tensor<7x3xf32> {
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<7x3xf32>
  return %0 : tensor<7x3xf32>
}

// CHECK-LABEL: @scatter_subtract(
// CHECK: train.negate %{{.*}} : tensor<4xf32>
// CHECK: train.scatter add %{{.*}}, %{{.*}}, %{{.*}} {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>} : (tensor<7xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<7xf32>
func.func @scatter_subtract(%t: tensor<7xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) -> tensor<7xf32> {
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// Several operands that are each assigned are a scatter each.
// CHECK-LABEL: @scatter_assign(
// CHECK: train.scatter assign %{{.*}}, %{{.*}}, %{{.*}} {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>} : (tensor<7xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<7xf32>
// CHECK: train.scatter assign %{{.*}}, %{{.*}}, %{{.*}} {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>} : (tensor<7xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<7xi32>
func.func @scatter_assign(%t: tensor<7xf32>, %v: tensor<7xi32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>, %w: tensor<4xi32>) {
  %0:2 = "stablehlo.scatter"(%t, %v, %i, %u, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<i32>
  }) : (tensor<7xf32>, tensor<7xi32>, tensor<4x1xi32>, tensor<4xf32>, tensor<4xi32>) -> (tensor<7xf32>, tensor<7xi32>)
  return
}

// Another body, where no two updates meet, combines what is there.
// CHECK-LABEL: @scatter_body(
// CHECK: train.gather %{{.*}}, %{{.*}} {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, slice_sizes = array<i64: 1>, start_index_map = array<i64: 0>} : (tensor<7xf32>, tensor<4x1xi32>) -> tensor<4xf32>
// CHECK: train.sine %{{.*}} : tensor<4xf32>
// CHECK: train.scatter assign %{{.*}}, %{{.*}}, %{{.*}} {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>} : (tensor<7xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<7xf32>
func.func @scatter_body(%t: tensor<7xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) -> tensor<7xf32> {
  %0 = "stablehlo.scatter"(%t, %i, %u) <{unique_indices = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.sine %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: @dynamic_slices(
// CHECK: train.dynamic_slice %{{.*}}[%{{.*}}, %{{.*}}] sizes = [2, 3] : (tensor<5x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
// CHECK: train.dynamic_update_slice %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : (tensor<5x6xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x6xf32>
func.func @dynamic_slices(%t: tensor<5x6xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>) {
  %0 = stablehlo.dynamic_slice %t, %i, %i, sizes = [2, 3] : (tensor<5x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_update_slice %t, %u, %i, %i : (tensor<5x6xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x6xf32>
  return
}
