// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Core ops: constants, elementwise arithmetic, comparison, selection and casts.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINELEMENTWISEOPS_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINELEMENTWISEOPS_TD

include "halftone/Dialect/Train/IR/TrainBase.td"

def Train_ConstantOp : Train_Op<"constant", [Pure, ConstantLike,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a constant tensor";
  let description = [{
    Yields `value`.

    Constraints: (C1) the result's type is the attribute's type, (C2) of static
    shape and a `train` element type.

    ```mlir
    %0 = train.constant dense<1.0e-05> : tensor<f32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Train_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Train_IotaOp : Train_Op<"iota", [Pure]> {
  let summary = "numbers along a dimension";
  let description = [{
    Element `i` is `i[iota_dimension]`, rounded once to the element type.

    Constraints: (C1) `0 <= iota_dimension < rank`.

    ```mlir
    %0 = train.iota dim = 1 : tensor<4x8xi32>
    ```
  }];
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Train_FloatOrIntTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
}

class Train_Unary<string mnemonic, Type type, string what, string semantics, string elt = "f32">
    : Train_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = what;
  let description = "Elementwise: " # semantics # [{
    Computed in the compute type of the element type and rounded once.

    ```mlir
    %1 = train.}] # mnemonic # [{ %0 : tensor<4x8x}] # elt # [{>
    ```
  }];
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Train_AbsOp : Train_Unary<"abs", Train_FloatOrIntTensor, "absolute value", "|x|. Gradient at 0 is 0 (sign's). ">;
def Train_NegOp : Train_Unary<"negate", Train_FloatOrIntTensor, "negation", "−x. ">;
def Train_SignOp : Train_Unary<"sign", Train_FloatOrIntTensor, "sign", "−1, 0 with its sign, 1; NaN for NaN. ">;
def Train_ExpOp : Train_Unary<"exponential", Train_FloatTensor, "exponential", "e^x. ">;
def Train_Expm1Op : Train_Unary<"exponential_minus_one", Train_FloatTensor, "exponential minus one", "e^x − 1. ">;
def Train_LogOp : Train_Unary<"log", Train_FloatTensor, "natural logarithm", "ln x. ">;
def Train_Log1pOp : Train_Unary<"log_plus_one", Train_FloatTensor, "logarithm of one plus x", "ln(1 + x). ">;
def Train_SqrtOp : Train_Unary<"sqrt", Train_FloatTensor, "square root", "√x, correctly rounded. ">;
def Train_RsqrtOp : Train_Unary<"rsqrt", Train_FloatTensor, "reciprocal square root", "1/√x. ">;
def Train_CbrtOp : Train_Unary<"cbrt", Train_FloatTensor, "cube root", "∛x. ">;
def Train_SineOp : Train_Unary<"sine", Train_FloatTensor, "sine", "sin x, radians. ">;
def Train_CosineOp : Train_Unary<"cosine", Train_FloatTensor, "cosine", "cos x, radians. ">;
def Train_TanOp : Train_Unary<"tan", Train_FloatTensor, "tangent", "tan x, radians. ">;
def Train_TanhOp : Train_Unary<"tanh", Train_FloatTensor, "hyperbolic tangent", "tanh x. ">;
def Train_LogisticOp : Train_Unary<"logistic", Train_FloatTensor, "logistic function", "1/(1 + e^−x). ">;
def Train_ErfOp : Train_Unary<"erf", Train_FloatTensor, "error function", "erf x. ">;
def Train_ErfInvOp : Train_Unary<"erf_inv", Train_FloatTensor, "inverse error function", "erf⁻¹ x. ">;
def Train_FloorOp : Train_Unary<"floor", Train_FloatTensor, "floor", "largest integer ≤ x. ">;
def Train_CeilOp : Train_Unary<"ceil", Train_FloatTensor, "ceiling", "smallest integer ≥ x. ">;
def Train_RoundNearestEvenOp : Train_Unary<"round_nearest_even", Train_FloatTensor, "round to nearest even", "nearest integer, ties to even. ">;
def Train_RoundNearestAfzOp : Train_Unary<"round_nearest_afz", Train_FloatTensor, "round to nearest away", "nearest integer, ties away from zero. ">;
def Train_NotOp : Train_Unary<"not", Train_IntOrBoolTensor, "bitwise not", "bitwise (logical for i1) complement. ", "i32">;
def Train_PopcntOp : Train_Unary<"popcnt", Train_IntTensor, "population count", "number of one bits. ", "i32">;
def Train_CountLeadingZerosOp : Train_Unary<"count_leading_zeros", Train_IntTensor, "count of leading zeros", "number of leading zero bits. ", "i32">;

def Train_IsFiniteOp : Train_Op<"is_finite", [Pure, Elementwise, SameOperandsAndResultShape,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "neither infinite nor NaN";
  let description = [{
    ```mlir
    %1 = train.is_finite %0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$operand);
  let results = (outs Train_BoolTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

class Train_Binary<string mnemonic, Type type, string what, string semantics, list<Trait> traits = [], string elt = "f32">
    : Train_Op<mnemonic, !listconcat([Pure, Elementwise, SameOperandsAndResultType], traits)> {
  let summary = what;
  let description = "Elementwise: " # semantics # [{
    Computed in the compute type of the element type and rounded once; integers wrap.

    ```mlir
    %2 = train.}] # mnemonic # [{ %0, %1 : tensor<4x8x}] # elt # [{>
    ```
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Train_AddOp : Train_Binary<"add", Train_FloatOrIntTensor, "addition", "x + y. ", [Commutative]>;
def Train_SubOp : Train_Binary<"subtract", Train_FloatOrIntTensor, "subtraction", "x − y. ">;
def Train_MulOp : Train_Binary<"multiply", Train_FloatOrIntTensor, "multiplication", "x · y. ", [Commutative]>;
def Train_DivOp : Train_Binary<"divide", Train_FloatOrIntTensor, "division", "x / y; integers truncate toward zero, division by 0 gives −1 (all ones). ">;
def Train_RemOp : Train_Binary<"remainder", Train_FloatOrIntTensor, "remainder", "remainder of truncating division, with x's sign; x for integer division by 0. ">;
def Train_PowOp : Train_Binary<"power", Train_FloatOrIntTensor, "power", "x^y. ">;
def Train_MaxOp : Train_Binary<"maximum", Train_FloatOrIntTensor, "maximum", "the larger; NaN if either is NaN; −0 < +0. The gradient is halved at ties. ", [Commutative]>;
def Train_MinOp : Train_Binary<"minimum", Train_FloatOrIntTensor, "minimum", "the smaller; NaN if either is NaN; −0 < +0. The gradient is halved at ties. ", [Commutative]>;
def Train_Atan2Op : Train_Binary<"atan2", Train_FloatTensor, "angle", "the angle of (y, x), radians. ">;
def Train_AndOp : Train_Binary<"and", Train_IntOrBoolTensor, "bitwise and", "x ∧ y. ", [Commutative], "i32">;
def Train_OrOp : Train_Binary<"or", Train_IntOrBoolTensor, "bitwise or", "x ∨ y. ", [Commutative], "i32">;
def Train_XorOp : Train_Binary<"xor", Train_IntOrBoolTensor, "bitwise exclusive or", "x ⊕ y. ", [Commutative], "i32">;
def Train_ShiftLeftOp : Train_Binary<"shift_left", Train_IntTensor, "left shift", "x · 2^y; 0 where y is not below the width. ", [], "i32">;
def Train_ShiftRightArithmeticOp : Train_Binary<"shift_right_arithmetic", Train_IntTensor, "arithmetic right shift", "copies the sign bit; all sign where y is not below the width. ", [], "i32">;
def Train_ShiftRightLogicalOp : Train_Binary<"shift_right_logical", Train_IntTensor, "logical right shift", "shifts in zeros; 0 where y is not below the width. ", [], "i32">;

def Train_FmaOp : Train_Op<"fma", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "fused multiply and add";
  let description = [{
    Elementwise `a · b + c` with one rounding.

    ```mlir
    %3 = train.fma %a, %b, %c : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$a, Train_FloatTensor:$b, Train_FloatTensor:$c);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($result)";
}

def Train_ClampOp : Train_Op<"clamp", [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "clamp to bounds";
  let description = [{
    `minimum(maximum(operand, min), max)`, elementwise.

    Constraints: (C1) `min` and `max` have the operand's type, or rank 0 and its
    element type.

    ```mlir
    %3 = train.clamp %min, %x, %max : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_FloatOrIntTensor:$min, Train_FloatOrIntTensor:$operand, Train_FloatOrIntTensor:$max);
  let results = (outs Train_FloatOrIntTensor:$result);
  let assemblyFormat = "$min `,` $operand `,` $max attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_CompareOp : Train_Op<"compare", [Pure, Elementwise, SameTypeOperands, SameOperandsAndResultShape,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "comparison";
  let description = [{
    Elementwise comparison. For floats every comparison with NaN is false but
    `NE`, which is true. Unsigned types and `i1` compare unsigned.

    ```mlir
    %2 = train.compare LT, %0, %1 : tensor<4xi32>
    ```
  }];
  let arguments = (ins Train_CompareDirectionAttr:$comparison_direction, Train_Tensor:$lhs, Train_Tensor:$rhs);
  let results = (outs Train_BoolTensor:$result);
  let assemblyFormat = "`` $comparison_direction `,` $lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Train_SelectOp : Train_Op<"select", [Pure, AllTypesMatch<["on_true", "on_false", "result"]>]> {
  let summary = "choice by predicate";
  let description = [{
    Elementwise `pred ? on_true : on_false`; the value that is not chosen has no
    influence.

    Constraints: (C1) `pred` has rank 0 or the shape of the result.

    ```mlir
    %3 = train.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_BoolTensor:$pred, Train_Tensor:$on_true, Train_Tensor:$on_false);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$pred `,` $on_true `,` $on_false attr-dict `:` type($pred) `,` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Train_CastOp : Train_Op<"cast", [Pure, AllShapesMatch<["operand", "result"]>]> {
  let summary = "change of element type";
  let description = [{
    Rounds each element once from the source type to the result's, from f64 and
    from integers too.

    - `rounding`: `nearest_even` (default), `toward_zero`, or `stochastic`, which
      takes a `key` and draws 32 bits of Philox4x32-10 for each element.
    - Overflow gives infinity, or NaN where the format has none. With `saturate`
      overflow and infinity give the largest finite value. NaN stays NaN.
    - Float to integer truncates toward zero, clamps to the range, and takes NaN
      to 0. To `i1`: whether the value is not 0.

    Folds: a cast to the same type, and a widening followed by a cast back
    (`bf16 -> f32 -> bf16`). A narrowing followed by a widening never folds.

    Constraints: (C1) `key` is given exactly for `stochastic`; (C2) `saturate`
    and a `rounding` other than `nearest_even` need a float result narrower than
    the source.

    ```mlir
    %1 = train.cast %0 : tensor<4x8xf32> to tensor<4x8xbf16>
    %2 = train.cast %0 rounding = stochastic key %k : tensor<4x8xf32> to tensor<4x8xbf16>
    %3 = train.cast %0 saturate : tensor<4x8xf32> to tensor<4x8xf8E4M3FN>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, Optional<Train_Key>:$key,
      DefaultValuedAttr<Train_RoundingAttr, "::halftone::train::Rounding::nearest_even">:$rounding, UnitAttr:$saturate);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = [{
    $operand (`rounding` `=` `` $rounding^)? (`key` $key^)? (`saturate` $saturate^)?
    attr-dict `:` type($operand) `to` type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$operand, "::mlir::Type":$elementType)>];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// True when some value of the source type is not a value of the result type.
    bool isNarrowing();
  }];
}

def Train_BitcastConvertOp : Train_Op<"bitcast_convert", [Pure, SameOperandsAndResultShape]> {
  let summary = "the same bits as another type";
  let description = [{
    Constraints: (C1) the element types have the same width.

    ```mlir
    %1 = train.bitcast_convert %0 : tensor<4xf32> to tensor<4xui32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `to` type($result)";
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINELEMENTWISEOPS_TD
