// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Core ops that combine elements: reductions, scans, windows, extremes, sorting.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINREDUCTIONOPS_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINREDUCTIONOPS_TD

include "halftone/Dialect/Train/IR/TrainBase.td"

def Train_ReduceOp : Train_Op<"reduce", [Pure]> {
  let summary = "reduction over dimensions";
  let description = [{
    Combines the elements along `dimensions` with `kind`, starting from its
    neutral element; those dimensions go. Floats accumulate in f32 (f64 for f64)
    in any order and round once, to the result's element type, which may differ
    from the operand's. Integers keep their type and wrap.

    Constraints: (C1) `dimensions` are distinct dimensions of the operand, sorted;
    (C2) the result's shape is the operand's without them; (C3) element types are
    both float, or equal; (C4) `and` and `or` take integers or i1, the others take
    floats or integers.

    ```mlir
    %1 = train.reduce add %0, dims = [1] : tensor<4x8xbf16> -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_ReductionKindAttr:$kind, Train_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "`` $kind $operand `,` `dims` `=` $dimensions attr-dict `:` type($operand) `->` type($result)";
  let builders = [OpBuilder<(ins "::halftone::train::ReductionKind":$kind, "::mlir::Value":$operand,
      "::llvm::ArrayRef<int64_t>":$dimensions, CArg<"::mlir::Type", "{}">:$elementType)>];
  let hasVerifier = 1;
}

def Train_CumulativeOp : Train_Op<"cumulative", [Pure, SameOperandsAndResultShape]> {
  let summary = "running reduction along a dimension";
  let description = [{
    Element `i` combines elements `0 … i` of the operand along `dimension`, or
    `i … n−1` with `reverse`. Accumulates like `train.reduce`.

    Constraints: (C1) `0 <= dimension < rank`; (C2) element types are both float,
    or equal; (C3) `kind` fits the element type, as for `reduce`.

    ```mlir
    %1 = train.cumulative add %0, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_ReductionKindAttr:$kind, Train_Tensor:$operand, I64Attr:$dimension, UnitAttr:$reverse);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "`` $kind $operand `,` `dim` `=` $dimension (`reverse` $reverse^)? attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
}

def Train_ReduceWindowOp : Train_Op<"reduce_window", [Pure]> {
  let summary = "reduction over moving windows";
  let description = [{
    StableHLO's `reduce_window` with a combination by name; padding holds the
    neutral element. Accumulates like `train.reduce`.

    Constraints: (C1) each array has one entry for each dimension; (C2) window
    dimensions, strides and dilations are positive; (C3) the result's shape
    follows from them; (C4) element types are both float, or equal; (C5) `kind`
    fits the element type.

    ```mlir
    %1 = train.reduce_window max %0, window = [1, 2, 2, 1] strides = [1, 2, 2, 1] : tensor<2x8x8x3xf32> -> tensor<2x4x4x3xf32>
    ```
  }];
  let arguments = (ins Train_ReductionKindAttr:$kind, Train_Tensor:$operand, DenseI64ArrayAttr:$window_dimensions,
      DenseI64ArrayAttr:$window_strides, Train_DefaultI64Array:$base_dilations, Train_DefaultI64Array:$window_dilations,
      Train_DefaultI64Array:$padding_low, Train_DefaultI64Array:$padding_high);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = [{
    `` $kind $operand `,` `window` `=` $window_dimensions `strides` `=` $window_strides
    (`base_dilations` `=` $base_dilations^)? (`window_dilations` `=` $window_dilations^)?
    (`low` `=` $padding_low^)? (`high` `=` $padding_high^)?
    attr-dict `:` type($operand) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Train_SelectAndScatterOp : Train_Op<"select_and_scatter", [Pure, AllTypesMatch<["operand", "result"]>,
    AllElementTypesMatch<["operand", "source"]>]> {
  let summary = "gradient of a max or min window";
  let description = [{
    Adds each element of `source` to the place of its window's extreme in
    `operand`; the first in row-major order where several are equal. Accumulates
    in f32 (f64 for f64) and rounds once.

    Constraints: (C1) each array has one entry for each dimension; (C2) window
    dimensions and strides are positive; (C3) `source` has the shape that the
    windows give.

    ```mlir
    %2 = train.select_and_scatter max %x, %dy, window = [2] strides = [2] : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Train_ArgKindAttr:$kind, Train_FloatTensor:$operand, Train_FloatTensor:$source,
      DenseI64ArrayAttr:$window_dimensions, DenseI64ArrayAttr:$window_strides,
      Train_DefaultI64Array:$padding_low, Train_DefaultI64Array:$padding_high);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = [{
    `` $kind $operand `,` $source `,` `window` `=` $window_dimensions `strides` `=` $window_strides
    (`low` `=` $padding_low^)? (`high` `=` $padding_high^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_ArgReduceOp : Train_Op<"arg_reduce", [Pure]> {
  let summary = "place of the extreme";
  let description = [{
    The index of the largest (`max`) or smallest (`min`) element along
    `dimension`; the first where several are equal; the first NaN where there is
    one. The dimension goes.

    Constraints: (C1) `0 <= dimension < rank` and the dimension is not empty;
    (C2) the result's shape is the operand's without it.

    ```mlir
    %1 = train.arg_reduce max %0, dim = 1 : tensor<4x8xf32> -> tensor<4xi32>
    ```
  }];
  let arguments = (ins Train_ArgKindAttr:$kind, Train_FloatOrIntTensor:$operand, I64Attr:$dimension);
  let results = (outs Train_IntTensor:$result);
  let assemblyFormat = "`` $kind $operand `,` `dim` `=` $dimension attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
}

def Train_SortOp : Train_Op<"sort", [Pure]> {
  let summary = "stable sort along a dimension";
  let description = [{
    Sorts all operands together along `dimension` by the first `num_keys` of them,
    compared in turn; stable. NaN counts as largest, and −0 equals +0.

    Constraints: (C1) all operands have the same shape, and each result its
    operand's type; (C2) `0 <= dimension < rank`; (C3)
    `1 <= num_keys <= number of operands`; (C4) keys are floats or integers.

    ```mlir
    %s, %p = train.sort %0, %1, dim = 0 descending : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
    ```
  }];
  let arguments = (ins Variadic<Train_Tensor>:$inputs, I64Attr:$dimension, UnitAttr:$descending,
      DefaultValuedAttr<I64Attr, "1">:$num_keys);
  let results = (outs Variadic<Train_Tensor>:$outputs);
  let assemblyFormat = "custom<OperandsAndComma>($inputs) `dim` `=` $dimension (`descending` $descending^)? (`keys` `=` $num_keys^)? attr-dict `:` functional-type($inputs, $outputs)";
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINREDUCTIONOPS_TD
