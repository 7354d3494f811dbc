// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops: arithmetic, comparison, selection and casts.
#ifndef HALFTONE_DIALECT_STABLEHLO_STABLEHLOELEMENTWISEOPS_TD
#define HALFTONE_DIALECT_STABLEHLO_STABLEHLOELEMENTWISEOPS_TD

include "halftone/Dialect/StableHLO/StableHLOAttrs.td"

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

class StableHLO_UnaryTo<string mnemonic, Type type, Type resultType, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, !listconcat([Pure, Elementwise, SameOperandsAndResultShape], traits)> {
  let summary = "elementwise `" # mnemonic # "`";
  let arguments = (ins type:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameOrFunctionType>(type($operand), type($result))";
}
class StableHLO_Unary<string mnemonic, Type type>
    : StableHLO_UnaryTo<mnemonic, type, type, [SameOperandsAndResultElementType]>;
/// An elementary function, which may say how exact it has to be.
class StableHLO_Function<string mnemonic> : StableHLO_Unary<mnemonic, StableHLO_FloatOrComplexTensor> {
  let arguments = (ins StableHLO_FloatOrComplexTensor:$operand,
                       OptionalAttr<StableHLO_ResultAccuracyAttr>:$result_accuracy);
}

def StableHLO_AbsOp : StableHLO_UnaryTo<"abs", StableHLO_Tensor, StableHLO_Tensor> {
  let hasVerifier = 1;
}
def StableHLO_CbrtOp : StableHLO_Function<"cbrt">;
def StableHLO_CeilOp : StableHLO_Unary<"ceil", StableHLO_FloatTensor>;
def StableHLO_ClzOp : StableHLO_Unary<"count_leading_zeros", StableHLO_IntTensor>;
def StableHLO_CosineOp : StableHLO_Function<"cosine">;
def StableHLO_ExpOp : StableHLO_Function<"exponential">;
def StableHLO_Expm1Op : StableHLO_Function<"exponential_minus_one">;
def StableHLO_FloorOp : StableHLO_Unary<"floor", StableHLO_FloatTensor>;
def StableHLO_LogOp : StableHLO_Function<"log">;
def StableHLO_Log1pOp : StableHLO_Function<"log_plus_one">;
def StableHLO_LogisticOp : StableHLO_Function<"logistic">;
def StableHLO_NegOp : StableHLO_Unary<"negate", StableHLO_Tensor>;
def StableHLO_NotOp : StableHLO_Unary<"not", StableHLO_IntTensor>;
def StableHLO_PopulationCountOp : StableHLO_Unary<"popcnt", StableHLO_IntTensor>;
def StableHLO_RoundOp : StableHLO_Unary<"round_nearest_afz", StableHLO_FloatTensor>;
def StableHLO_RoundNearestEvenOp : StableHLO_Unary<"round_nearest_even", StableHLO_FloatTensor>;
def StableHLO_RsqrtOp : StableHLO_Function<"rsqrt">;
def StableHLO_SignOp : StableHLO_Unary<"sign", StableHLO_Tensor>;
def StableHLO_SineOp : StableHLO_Function<"sine">;
def StableHLO_SqrtOp : StableHLO_Function<"sqrt">;
def StableHLO_TanOp : StableHLO_Function<"tan">;
def StableHLO_TanhOp : StableHLO_Function<"tanh">;

def StableHLO_IsFiniteOp
    : StableHLO_Op<"is_finite", [Pure, Elementwise, SameOperandsAndResultShape]> {
  let summary = "elementwise: neither infinite nor NaN";
  let arguments = (ins StableHLO_FloatTensor:$x);
  let results = (outs StableHLO_BoolTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

def StableHLO_ConvertOp : StableHLO_UnaryTo<"convert", StableHLO_Tensor, StableHLO_Tensor>;
def StableHLO_RealOp
    : StableHLO_UnaryTo<"real", StableHLO_FloatOrComplexTensor, StableHLO_FloatTensor>;
def StableHLO_ImagOp
    : StableHLO_UnaryTo<"imag", StableHLO_FloatOrComplexTensor, StableHLO_FloatTensor>;
def StableHLO_UniformQuantizeOp
    : StableHLO_UnaryTo<"uniform_quantize", StableHLO_Tensor, StableHLO_Tensor>;
def StableHLO_UniformDequantizeOp
    : StableHLO_UnaryTo<"uniform_dequantize", StableHLO_Tensor, StableHLO_Tensor>;

def StableHLO_BitcastConvertOp : StableHLO_Op<"bitcast_convert", [Pure]> {
  let summary = "the same bits as another type";
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_ReducePrecisionOp
    : StableHLO_Unary<"reduce_precision", StableHLO_FloatTensor> {
  let arguments = (ins StableHLO_FloatTensor:$operand, I32Attr:$exponent_bits,
                       I32Attr:$mantissa_bits);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict
    `:` custom<SameOrFunctionType>(type($operand), type($result))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

class StableHLO_Binary<string mnemonic, Type type, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, !listconcat([Pure, Elementwise, SameOperandsAndResultShape,
                                          SameOperandsAndResultElementType], traits)> {
  let summary = "elementwise `" # mnemonic # "`";
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<SameOrFunctionType>(type($lhs), type($rhs), type($result))
  }];
}

def StableHLO_AddOp : StableHLO_Binary<"add", StableHLO_Tensor, [Commutative]>;
def StableHLO_AndOp : StableHLO_Binary<"and", StableHLO_IntTensor, [Commutative]>;
def StableHLO_Atan2Op : StableHLO_Binary<"atan2", StableHLO_FloatOrComplexTensor>;
def StableHLO_DivOp : StableHLO_Binary<"divide", StableHLO_Tensor>;
def StableHLO_MaxOp : StableHLO_Binary<"maximum", StableHLO_Tensor, [Commutative]>;
def StableHLO_MinOp : StableHLO_Binary<"minimum", StableHLO_Tensor, [Commutative]>;
def StableHLO_MulOp : StableHLO_Binary<"multiply", StableHLO_Tensor, [Commutative]>;
def StableHLO_OrOp : StableHLO_Binary<"or", StableHLO_IntTensor, [Commutative]>;
def StableHLO_PowOp : StableHLO_Binary<"power", StableHLO_Tensor>;
def StableHLO_RemOp : StableHLO_Binary<"remainder", StableHLO_Tensor>;
def StableHLO_ShiftLeftOp : StableHLO_Binary<"shift_left", StableHLO_IntTensor>;
def StableHLO_ShiftRightArithmeticOp : StableHLO_Binary<"shift_right_arithmetic", StableHLO_IntTensor>;
def StableHLO_ShiftRightLogicalOp : StableHLO_Binary<"shift_right_logical", StableHLO_IntTensor>;
def StableHLO_SubtractOp : StableHLO_Binary<"subtract", StableHLO_Tensor>;
def StableHLO_XorOp : StableHLO_Binary<"xor", StableHLO_IntTensor, [Commutative]>;

def StableHLO_ComplexOp
    : StableHLO_Op<"complex", [Pure, Elementwise, SameOperandsAndResultShape]> {
  let summary = "complex numbers from real and imaginary parts";
  let arguments = (ins StableHLO_FloatTensor:$lhs, StableHLO_FloatTensor:$rhs);
  let results = (outs StableHLO_ComplexTensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<ComplexTypes>(type($lhs), type($rhs), type($result))
  }];
}

def StableHLO_CompareOp
    : StableHLO_Op<"compare", [Pure, Elementwise, SameOperandsAndResultShape,
                               SameOperandsElementType]> {
  let summary = "elementwise comparison";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       StableHLO_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<StableHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs StableHLO_BoolTensor:$result);
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

def StableHLO_ClampOp : StableHLO_Op<"clamp", [Pure, SameOperandsAndResultElementType]> {
  let summary = "values between two bounds";
  let arguments = (ins StableHLO_Tensor:$min, StableHLO_Tensor:$operand, StableHLO_Tensor:$max);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict
    `:` custom<SameOrFunctionType>(type($min), type($operand), type($max), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_SelectOp : StableHLO_Op<"select", [Pure]> {
  let summary = "one of two values";
  let arguments = (ins StableHLO_BoolTensor:$pred, StableHLO_Tensor:$on_true,
                       StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict
    `:` custom<SelectTypes>(type($pred), type($on_true), type($on_false), type($result))
  }];
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_STABLEHLO_STABLEHLOELEMENTWISEOPS_TD
