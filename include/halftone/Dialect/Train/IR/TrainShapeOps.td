// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Core ops that move elements without computing on them, and gather/scatter.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINSHAPEOPS_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINSHAPEOPS_TD

include "halftone/Dialect/Train/IR/TrainBase.td"

def Train_ReshapeOp : Train_Op<"reshape", [Pure, SameOperandsAndResultElementType]> {
  let summary = "the same elements in another shape";
  let description = [{
    Row-major order is kept.

    Constraints: (C1) operand and result have the same number of elements.

    ```mlir
    %1 = train.reshape %0 : tensor<4x8xf32> -> tensor<32xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Train_TransposeOp : Train_Op<"transpose", [Pure, SameOperandsAndResultElementType,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "permutation of dimensions";
  let description = [{
    Dimension `i` of the result is dimension `permutation[i]` of the operand.

    Constraints: (C1) `permutation` is a permutation of the operand's dimensions.

    ```mlir
    %1 = train.transpose %0, perm = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand `,` `perm` `=` $permutation attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Train_BroadcastInDimOp : Train_Op<"broadcast_in_dim", [Pure, SameOperandsAndResultElementType]> {
  let summary = "repetition along new or size-1 dimensions";
  let description = [{
    Dimension `i` of the operand becomes dimension `broadcast_dimensions[i]` of
    the result; the operand is repeated along all others, and along its own
    dimensions of size 1.

    Constraints: (C1) one entry for each operand dimension, strictly increasing,
    within the result's rank; (C2) an operand dimension is 1 or equals the
    result's.

    ```mlir
    %1 = train.broadcast_in_dim %0, dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Train_SliceOp : Train_Op<"slice", [Pure, SameOperandsAndResultElementType,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "strided part";
  let description = [{
    Elements `start + i · stride` below `limit`, for each dimension.

    Constraints: (C1) one entry for each dimension in each array; (C2)
    `0 <= start <= limit <= size` and `stride > 0`.

    ```mlir
    %1 = train.slice %0, start = [0, 2], limit = [4, 8], strides = [1, 2] : tensor<4x8xf32> -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices, DenseI64ArrayAttr:$strides);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `start` `=` $start_indices `,` `limit` `=` $limit_indices `,` `strides` `=` $strides
    attr-dict `:` type($operand) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Train_PadOp : Train_Op<"pad", [Pure, SameOperandsAndResultElementType,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "padding at the edges and between elements";
  let description = [{
    Puts `interior` copies of `padding_value` between neighbours and `low`, `high`
    at the edges; negative `low` and `high` cut.

    Constraints: (C1) one entry for each dimension in each array; (C2)
    `interior >= 0`; (C3) no result dimension is negative; (C4) `padding_value`
    has rank 0.

    ```mlir
    %1 = train.pad %0, %zero, low = [0, 1], high = [0, -1], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, Train_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low, DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,`
    `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_ConcatenateOp : Train_Op<"concatenate", [Pure, SameOperandsAndResultElementType,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "one after the other along a dimension";
  let description = [{
    Constraints: (C1) at least one operand; (C2) `0 <= dimension < rank`; (C3) all
    operands have the same shape but for `dimension`.

    ```mlir
    %2 = train.concatenate %0, %1, dim = 0 : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Train_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "custom<OperandsAndComma>($inputs) `dim` `=` $dimension attr-dict `:` functional-type($inputs, $result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Train_ReverseOp : Train_Op<"reverse", [Pure, SameOperandsAndResultType]> {
  let summary = "reversed order along dimensions";
  let description = [{
    Constraints: (C1) `dimensions` are distinct dimensions of the operand.

    ```mlir
    %1 = train.reverse %0, dims = [1] : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $dimensions attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Train_GatherOp : Train_Op<"gather", [Pure, AllElementTypesMatch<["operand", "result"]>]> {
  let summary = "slices at computed places";
  let description = [{
    StableHLO's `gather`: for each index vector in `start_indices` takes the slice
    of `slice_sizes` that starts there; starts are clamped so that the slice lies
    within the operand. The attributes have StableHLO's meaning.

    Constraints: (C1) `offset_dims`, `collapsed_slice_dims` and
    `operand_batching_dims` together have one entry for each dimension of the
    operand, and so has `slice_sizes`; (C2) `index_vector_dim` is a dimension of
    `start_indices` or their rank, and `start_index_map` has one entry for each
    component of an index vector; (C3) `offset_dims` are distinct dimensions of the
    result, sorted; (C4) `collapsed_slice_dims` and `operand_batching_dims` are
    distinct dimensions of the operand, each sorted, and the latter share none with
    the former or `start_index_map`; (C5) `start_indices_batching_dims` are distinct
    dimensions of `start_indices` without `index_vector_dim`, as many as
    `operand_batching_dims` and of equal sizes; (C6) `start_index_map` holds distinct
    dimensions of the operand; (C7) `0 <= slice_sizes <= shape`, and at most 1 in
    collapsed and batching dimensions; (C8) the result's shape follows.

    ```mlir
    %2 = train.gather %table, %ids {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, offset_dims = array<i64: 1>,
        slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>} : (tensor<16x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, Train_IntTensor:$start_indices,
      Train_DefaultI64Array:$offset_dims, Train_DefaultI64Array:$collapsed_slice_dims,
      Train_DefaultI64Array:$operand_batching_dims, Train_DefaultI64Array:$start_indices_batching_dims,
      Train_DefaultI64Array:$start_index_map, I64Attr:$index_vector_dim, DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand `,` $start_indices attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_ScatterOp : Train_Op<"scatter", [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "updates at computed places";
  let description = [{
    StableHLO's `scatter` with one operand and a combination by name: each window
    of `updates` combines with the operand's slice at its index; a window that
    lies partly outside is left out. `add` accumulates all updates of an element
    in f32 (f64 for f64) in the order of `updates` and rounds once. For `assign`
    with equal indices the last update wins.

    Constraints: (C1) to (C6) as for `gather`, with `update_window_dims`,
    `inserted_window_dims`, `input_batching_dims`, `scatter_indices_batching_dims`
    and `scatter_dims_to_operand_dims`; (C7) no window is larger than the operand;
    (C8) the shape of `updates` follows; (C9) `updates` have the operand's element
    type, or for `add` a wider float.

    ```mlir
    %3 = train.scatter add %zeros, %ids, %g {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>,
        scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} :
        (tensor<16x8xf32>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins Train_ScatterKindAttr:$kind, Train_Tensor:$operand, Train_IntTensor:$scatter_indices,
      Train_Tensor:$updates, Train_DefaultI64Array:$update_window_dims, Train_DefaultI64Array:$inserted_window_dims,
      Train_DefaultI64Array:$input_batching_dims, Train_DefaultI64Array:$scatter_indices_batching_dims,
      Train_DefaultI64Array:$scatter_dims_to_operand_dims, I64Attr:$index_vector_dim);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "`` $kind $operand `,` $scatter_indices `,` $updates attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_DynamicSliceOp : Train_Op<"dynamic_slice", [Pure, AllElementTypesMatch<["operand", "result"]>]> {
  let summary = "part at a computed place";
  let description = [{
    The slice of `slice_sizes` at `start_indices`, which are clamped so that it
    lies within the operand.

    Constraints: (C1) one index of rank 0 and one size for each dimension, all
    indices of one type; (C2) `0 <= slice_sizes <= shape`; (C3) the result's shape
    is `slice_sizes`.

    ```mlir
    %1 = train.dynamic_slice %0[%i, %z] sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, Variadic<Train_ScalarInt>:$start_indices, DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand `[` $start_indices `]` `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_DynamicUpdateSliceOp : Train_Op<"dynamic_update_slice", [Pure, AllTypesMatch<["operand", "result"]>,
    AllElementTypesMatch<["operand", "update"]>]> {
  let summary = "replacement of a part at a computed place";
  let description = [{
    The operand with the slice at `start_indices` (clamped) replaced by `update`.

    Constraints: (C1) one index of rank 0 for each dimension, all of one type;
    (C2) `update` has the operand's rank and is nowhere larger.

    ```mlir
    %1 = train.dynamic_update_slice %0, %u[%i, %z] : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, Train_Tensor:$update, Variadic<Train_ScalarInt>:$start_indices);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand `,` $update `[` $start_indices `]` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINSHAPEOPS_TD
