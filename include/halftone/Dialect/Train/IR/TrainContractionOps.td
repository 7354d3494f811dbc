// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Core contractions, with their accumulator.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINCONTRACTIONOPS_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINCONTRACTIONOPS_TD

include "halftone/Dialect/Train/IR/TrainBase.td"

defvar Train_ContractionDoc = [{
    Operands widen exactly to the accumulator type `acc` (f32 unless given; f64
    where an operand is f64); products and sums are of that type, in any order, and
    a product and its sum may fuse. The result rounds once. An `acc` of f16 or bf16
    rounds every partial sum. `tf32` rounds f32 operands to ten mantissa bits, ties
    away from zero, before the product.
}];

class Train_Contraction<string mnemonic, list<Trait> traits = []>
    : Train_Op<mnemonic, !listconcat([Pure], traits)> {
  code contractionDeclaration = [{
    /// The type of partial sums: `acc`, or the default for the operands.
    ::mlir::FloatType getAccumulatorElementType();
  }];
}

def Train_DotGeneralOp : Train_Contraction<"dot_general"> {
  let summary = "general product of two tensors";
  let description = [{
    StableHLO's `dot_general`: sums products over the contracting dimensions, for
    each index of the batching dimensions. The result's dimensions are the batching
    ones, then the free ones of `lhs`, then those of `rhs`.

    }] # Train_ContractionDoc # [{

    Constraints: (C1) batching and contracting arrays of the two sides have equal
    lengths; (C2) each side's entries are distinct dimensions of its operand; (C3)
    paired dimensions have equal sizes; (C4) the result's shape follows; (C5) `acc`
    is f32, f64, f16 or bf16, and holds every value of the operands' types (so it is
    f64 where an operand is); (C6) `tf32` needs f32 operands and accumulator.

    ```mlir
    %2 = train.dot_general %a, %b, contract = [1] x [0] : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
    %3 = train.dot_general %q, %k, batch = [0] x [0], contract = [2] x [2] : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> tensor<2x4x4xf32>
    %4 = train.dot_general %c, %d, contract = [1] x [0] acc = f16 : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$lhs, Train_FloatTensor:$rhs,
      Train_DefaultI64Array:$lhs_batching_dimensions, Train_DefaultI64Array:$rhs_batching_dimensions,
      Train_DefaultI64Array:$lhs_contracting_dimensions, Train_DefaultI64Array:$rhs_contracting_dimensions,
      OptionalAttr<Train_FloatTypeAttr>:$acc, UnitAttr:$tf32);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<DotDimensions>($lhs_batching_dimensions, $rhs_batching_dimensions,
                                        $lhs_contracting_dimensions, $rhs_contracting_dimensions)
    (`acc` `=` $acc^)? (`tf32` $tf32^)? attr-dict `:` functional-type(operands, results)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
      "::llvm::ArrayRef<int64_t>":$lhsBatch, "::llvm::ArrayRef<int64_t>":$rhsBatch,
      "::llvm::ArrayRef<int64_t>":$lhsContract, "::llvm::ArrayRef<int64_t>":$rhsContract,
      "::mlir::Type":$elementType, CArg<"::mlir::FloatType", "{}">:$acc)>];
  let hasVerifier = 1;
  let extraClassDeclaration = contractionDeclaration;
}

def Train_ConvOp : Train_Contraction<"conv"> {
  let summary = "general convolution";
  let description = [{
    StableHLO's `convolution`: spatial dimensions are padded (`low`, `high`, which
    may be negative), dilated on either side, strided and, with `window_reversal`,
    flipped; features and batch may be grouped.

    }] # Train_ContractionDoc # [{

    Constraints: (C1) dimension numbers name each dimension once; (C2) arrays have
    one entry for each spatial dimension; (C3) strides and dilations are positive;
    (C4) group counts are positive, at most one exceeds 1, and they divide features
    or batch; (C5) the kernel's input features times `feature_group_count` are the
    input's features; (C6) the result's shape follows; (C7) `acc` as for
    `dot_general`; (C8) `tf32` as for `dot_general`.

    ```mlir
    %2 = train.conv %x, %w dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = [1, 1] low = [1, 1] high = [1, 1]
        : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$lhs, Train_FloatTensor:$rhs, Train_ConvDimsAttr:$dimension_numbers,
      Train_DefaultI64Array:$window_strides, Train_DefaultI64Array:$padding_low, Train_DefaultI64Array:$padding_high,
      Train_DefaultI64Array:$lhs_dilation, Train_DefaultI64Array:$rhs_dilation,
      OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
      DefaultValuedAttr<I64Attr, "1">:$feature_group_count, DefaultValuedAttr<I64Attr, "1">:$batch_group_count,
      OptionalAttr<Train_FloatTypeAttr>:$acc, UnitAttr:$tf32);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `dims` `=` $dimension_numbers (`strides` `=` $window_strides^)?
    (`low` `=` $padding_low^)? (`high` `=` $padding_high^)?
    (`lhs_dilation` `=` $lhs_dilation^)? (`rhs_dilation` `=` $rhs_dilation^)?
    (`reversal` `=` $window_reversal^)? (`feature_groups` `=` $feature_group_count^)?
    (`batch_groups` `=` $batch_group_count^)?
    (`acc` `=` $acc^)? (`tf32` $tf32^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = contractionDeclaration;
}

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINCONTRACTIONOPS_TD
