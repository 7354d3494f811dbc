// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products, convolution, norms, random numbers.
#ifndef HALFTONE_DIALECT_STABLEHLO_STABLEHLOCOMPUTEOPS_TD
#define HALFTONE_DIALECT_STABLEHLO_STABLEHLOCOMPUTEOPS_TD

include "halftone/Dialect/StableHLO/StableHLOAttrs.td"

def StableHLO_PrecisionConfig : TypedArrayAttrBase<StableHLO_PrecisionAttr, "precision of each operand">;

def StableHLO_DotOp : StableHLO_Op<"dot", [Pure]> {
  let summary = "product of vectors or matrices";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       OptionalAttr<StableHLO_PrecisionConfig>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `precision` `=` custom<PrecisionConfig>($precision_config)^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DotGeneralOp : StableHLO_Op<"dot_general", [Pure]> {
  let summary = "product over any dimensions";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       StableHLO_DotDimensionNumbersAttr:$dot_dimension_numbers,
                       OptionalAttr<StableHLO_PrecisionConfig>:$precision_config,
                       OptionalAttr<StableHLO_DotAlgorithmAttr>:$algorithm);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotGeneral>($dot_dimension_numbers, $precision_config, $algorithm)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_ConvolutionOp : StableHLO_Op<"convolution", [Pure]> {
  let summary = "convolution with strides, padding, dilations and groups";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       StableHLO_ConvDimensionNumbersAttr:$dimension_numbers,
                       I64Attr:$feature_group_count, I64Attr:$batch_group_count,
                       OptionalAttr<StableHLO_PrecisionConfig>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,`
    `window` `=` custom<ConvolutionWindow>($window_strides, $padding, $lhs_dilation, $rhs_dilation,
                                           $window_reversal)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_BatchNormTrainingOp : StableHLO_Op<"batch_norm_training", [Pure]> {
  let summary = "batch norm by the statistics of the batch";
  let arguments = (ins StableHLO_FloatTensor:$operand, StableHLO_FloatTensor:$scale,
                       StableHLO_FloatTensor:$offset, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$output, StableHLO_FloatTensor:$batch_mean,
                      StableHLO_FloatTensor:$batch_var);
  let hasVerifier = 1;
}

def StableHLO_BatchNormInferenceOp : StableHLO_Op<"batch_norm_inference", [Pure]> {
  let summary = "batch norm by given statistics";
  let arguments = (ins StableHLO_FloatTensor:$operand, StableHLO_FloatTensor:$scale,
                       StableHLO_FloatTensor:$offset, StableHLO_FloatTensor:$mean,
                       StableHLO_FloatTensor:$variance, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$result);
  let hasVerifier = 1;
}

def StableHLO_BatchNormGradOp : StableHLO_Op<"batch_norm_grad", [Pure]> {
  let summary = "gradients of batch norm in training";
  let arguments = (ins StableHLO_FloatTensor:$operand, StableHLO_FloatTensor:$scale,
                       StableHLO_FloatTensor:$mean, StableHLO_FloatTensor:$variance,
                       StableHLO_FloatTensor:$grad_output, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$grad_operand, StableHLO_FloatTensor:$grad_scale,
                      StableHLO_FloatTensor:$grad_offset);
  let hasVerifier = 1;
}

def StableHLO_RngOp : StableHLO_Op<"rng"> {
  let summary = "random numbers from a hidden state";
  let arguments = (ins StableHLO_Scalar:$a, StableHLO_Scalar:$b, StableHLO_IndexTensor:$shape,
                       StableHLO_RngDistributionAttr:$rng_distribution);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHLO_RngBitGeneratorOp : StableHLO_Op<"rng_bit_generator", [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "random bits, and the next state";
  let arguments = (ins StableHLO_RngAlgorithmAttr:$rng_algorithm, StableHLO_IntTensor:$initial_state);
  let results = (outs StableHLO_IntTensor:$output_state, StableHLO_Tensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_STABLEHLO_STABLEHLOCOMPUTEOPS_TD
