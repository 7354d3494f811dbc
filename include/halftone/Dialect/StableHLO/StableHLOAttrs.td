// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enums and attributes of `stablehlo`.
#ifndef HALFTONE_DIALECT_STABLEHLO_STABLEHLOATTRS_TD
#define HALFTONE_DIALECT_STABLEHLO_STABLEHLOATTRS_TD

include "halftone/Dialect/StableHLO/StableHLOBase.td"

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

class StableHLO_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<StableHLO_Dialect, info, mnemonic> {
  let assemblyFormat = "$value";
}

def StableHLO_ComparisonDirection : StableHLO_EnumDef<"ComparisonDirection", "comparison",
    ["EQ", "NE", "GE", "GT", "LE", "LT"]>;
def StableHLO_ComparisonDirectionAttr
    : StableHLO_EnumAttr<StableHLO_ComparisonDirection, "comparison_direction">;
def StableHLO_ComparisonType : StableHLO_EnumDef<"ComparisonType", "how values are compared",
    ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]>;
def StableHLO_ComparisonTypeAttr : StableHLO_EnumAttr<StableHLO_ComparisonType, "comparison_type">;
def StableHLO_Precision : StableHLO_EnumDef<"Precision", "precision of an operand",
    ["DEFAULT", "HIGH", "HIGHEST"]>;
def StableHLO_PrecisionAttr : StableHLO_EnumAttr<StableHLO_Precision, "precision">;
def StableHLO_RngDistribution : StableHLO_EnumDef<"RngDistribution", "distribution",
    ["UNIFORM", "NORMAL"]>;
def StableHLO_RngDistributionAttr
    : StableHLO_EnumAttr<StableHLO_RngDistribution, "rng_distribution">;
def StableHLO_RngAlgorithm : StableHLO_EnumDef<"RngAlgorithm", "generator of random bits",
    ["DEFAULT", "THREE_FRY", "PHILOX"]>;
def StableHLO_RngAlgorithmAttr : StableHLO_EnumAttr<StableHLO_RngAlgorithm, "rng_algorithm">;
def StableHLO_FftType : StableHLO_EnumDef<"FftType", "kind of Fourier transform",
    ["FFT", "IFFT", "RFFT", "IRFFT"]>;
def StableHLO_FftTypeAttr : StableHLO_EnumAttr<StableHLO_FftType, "fft_type">;
def StableHLO_Transpose : StableHLO_EnumDef<"Transpose", "how a matrix is taken",
    ["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]>;
def StableHLO_TransposeAttr : StableHLO_EnumAttr<StableHLO_Transpose, "transpose">;
def StableHLO_ResultAccuracyMode : StableHLO_EnumDef<"ResultAccuracyMode", "kind of accuracy",
    ["DEFAULT", "HIGHEST", "TOLERANCE"]>;
def StableHLO_ResultAccuracyModeAttr
    : EnumAttr<StableHLO_Dialect, StableHLO_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class StableHLO_Attr<string name, string mnemonic_> : AttrDef<StableHLO_Dialect, name> {
  let mnemonic = mnemonic_;
  let hasCustomAssemblyFormat = 1;
}

/// Positions of dimensions.
def StableHLO_Dims : ArrayRefParameter<"int64_t">;

def StableHLO_DotDimensionNumbersAttr : StableHLO_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "which dimensions of a product's operands are matched";
  let parameters = (ins StableHLO_Dims:$lhsBatchingDimensions, StableHLO_Dims:$rhsBatchingDimensions,
                        StableHLO_Dims:$lhsContractingDimensions,
                        StableHLO_Dims:$rhsContractingDimensions);
}

def StableHLO_DotAlgorithmAttr : StableHLO_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "types and steps that a product is computed with";
  let parameters = (ins "::mlir::Type":$lhsPrecisionType, "::mlir::Type":$rhsPrecisionType,
                        "::mlir::Type":$accumulationType, "int64_t":$lhsComponentCount,
                        "int64_t":$rhsComponentCount, "int64_t":$numPrimitiveOperations,
                        "bool":$allowImpreciseAccumulation);
}

def StableHLO_ConvDimensionNumbersAttr : StableHLO_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "which dimension of a convolution's operands is which";
  let parameters = (ins "int64_t":$inputBatchDimension, "int64_t":$inputFeatureDimension,
                        StableHLO_Dims:$inputSpatialDimensions,
                        "int64_t":$kernelInputFeatureDimension,
                        "int64_t":$kernelOutputFeatureDimension,
                        StableHLO_Dims:$kernelSpatialDimensions,
                        "int64_t":$outputBatchDimension, "int64_t":$outputFeatureDimension,
                        StableHLO_Dims:$outputSpatialDimensions);
}

def StableHLO_GatherDimensionNumbersAttr : StableHLO_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "which dimensions a gather slices, drops and fills";
  let parameters = (ins StableHLO_Dims:$offsetDims, StableHLO_Dims:$collapsedSliceDims,
                        StableHLO_Dims:$operandBatchingDims,
                        StableHLO_Dims:$startIndicesBatchingDims, StableHLO_Dims:$startIndexMap,
                        "int64_t":$indexVectorDim);
}

def StableHLO_ScatterDimensionNumbersAttr : StableHLO_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "which dimensions a scatter writes to";
  let parameters = (ins StableHLO_Dims:$updateWindowDims, StableHLO_Dims:$insertedWindowDims,
                        StableHLO_Dims:$inputBatchingDims,
                        StableHLO_Dims:$scatterIndicesBatchingDims,
                        StableHLO_Dims:$scatterDimsToOperandDims, "int64_t":$indexVectorDim);
}

def StableHLO_ChannelHandleAttr : StableHLO_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "the channel of a collective";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
}

def StableHLO_OutputOperandAliasAttr : StableHLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "a result that shares its buffer with an operand";
  let parameters = (ins StableHLO_Dims:$outputTupleIndices, "int64_t":$operandIndex,
                        StableHLO_Dims:$operandTupleIndices);
}

def StableHLO_ResultAccuracyAttr : StableHLO_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "how exact an elementary function has to be";
  let parameters = (ins APFloatParameter<"absolute tolerance">:$atol,
                        APFloatParameter<"relative tolerance">:$rtol, "int64_t":$ulps,
                        "::halftone::stablehlo::ResultAccuracyMode":$mode);
}

#endif // HALFTONE_DIALECT_STABLEHLO_STABLEHLOATTRS_TD
