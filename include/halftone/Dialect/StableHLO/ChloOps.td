// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHLO: the functions that StableHLO has no op for, and ops that broadcast by
// themselves. JAX prints a few of them; all of the dialect is read.
#ifndef HALFTONE_DIALECT_STABLEHLO_CHLOOPS_TD
#define HALFTONE_DIALECT_STABLEHLO_CHLOOPS_TD

include "halftone/Dialect/StableHLO/StableHLOBase.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::halftone::chlo";
  let summary = "CHLO as JAX prints it, for import.";
  let description = [{
    See `stablehlo`. Ops that are not known here parse in the generic form.
  }];
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

class Chlo_EnumDef<string name, string summary, list<string> names>
    : StableHLO_EnumDef<name, summary, names> {
  let cppNamespace = "::halftone::chlo";
}
class Chlo_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Chlo_Dialect, info, mnemonic> {
  let assemblyFormat = "$value";
}
def Chlo_ComparisonDirection : Chlo_EnumDef<"ComparisonDirection", "comparison",
    ["EQ", "NE", "GE", "GT", "LE", "LT"]>;
def Chlo_ComparisonDirectionAttr : Chlo_EnumAttr<Chlo_ComparisonDirection, "comparison_direction">;
def Chlo_ComparisonType : Chlo_EnumDef<"ComparisonType", "how values are compared",
    ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]>;
def Chlo_ComparisonTypeAttr : Chlo_EnumAttr<Chlo_ComparisonType, "comparison_type">;

class Chlo_Op<string mnemonic, list<Trait> traits = []> : Op<Chlo_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Functions of one operand
//===----------------------------------------------------------------------===//

class Chlo_UnaryTo<string mnemonic, Type type, Type resultType, list<Trait> traits = []>
    : Chlo_Op<mnemonic, !listconcat([Pure, Elementwise, SameOperandsAndResultShape], traits)> {
  let summary = "elementwise `" # mnemonic # "`";
  let arguments = (ins type:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
class Chlo_Unary<string mnemonic, Type type = StableHLO_FloatOrComplexTensor>
    : Chlo_UnaryTo<mnemonic, type, type, [SameOperandsAndResultElementType]>;

def Chlo_AcosOp : Chlo_Unary<"acos">;
def Chlo_AcoshOp : Chlo_Unary<"acosh">;
def Chlo_AsinOp : Chlo_Unary<"asin">;
def Chlo_AsinAcosKernelOp : Chlo_Unary<"_asin_acos_kernel">;
def Chlo_AsinhOp : Chlo_Unary<"asinh">;
def Chlo_AtanOp : Chlo_Unary<"atan">;
def Chlo_AtanhOp : Chlo_Unary<"atanh">;
def Chlo_BesselI1eOp : Chlo_Unary<"bessel_i1e">;
def Chlo_ConjOp : Chlo_Unary<"conj">;
def Chlo_CoshOp : Chlo_Unary<"cosh">;
def Chlo_DigammaOp : Chlo_Unary<"digamma", StableHLO_FloatTensor>;
def Chlo_ErfOp : Chlo_Unary<"erf", StableHLO_FloatTensor>;
def Chlo_ErfInvOp : Chlo_Unary<"erf_inv", StableHLO_FloatTensor>;
def Chlo_ErfcOp : Chlo_Unary<"erfc", StableHLO_FloatTensor>;
def Chlo_LgammaOp : Chlo_Unary<"lgamma", StableHLO_FloatTensor>;
def Chlo_SinhOp : Chlo_Unary<"sinh">;
def Chlo_SquareOp : Chlo_Unary<"square", StableHLO_Tensor>;
def Chlo_TanOp : Chlo_Unary<"tan">;

def Chlo_IsInfOp : Chlo_UnaryTo<"is_inf", StableHLO_FloatTensor, StableHLO_BoolTensor>;
def Chlo_IsNegInfOp : Chlo_UnaryTo<"is_neg_inf", StableHLO_FloatTensor, StableHLO_BoolTensor>;
def Chlo_IsPosInfOp : Chlo_UnaryTo<"is_pos_inf", StableHLO_FloatTensor, StableHLO_BoolTensor>;

//===----------------------------------------------------------------------===//
// Functions of two operands
//===----------------------------------------------------------------------===//

class Chlo_Binary<string mnemonic, string a = "lhs", string b = "rhs", Type type = StableHLO_FloatTensor>
    : Chlo_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape,
                         SameOperandsAndResultElementType]> {
  let summary = "elementwise `" # mnemonic # "`";
  let arguments = !dag(ins, [type, type], [a, b]);
  let results = (outs type:$result);
  let assemblyFormat = "$" # a # " `,` $" # b # " attr-dict `:` type($" # a # ") `,` type($" # b # ") `->` type(results)";
}

def Chlo_NextAfterOp : Chlo_Binary<"next_after", "x", "y">;
def Chlo_PolygammaOp : Chlo_Binary<"polygamma", "n", "x">;
def Chlo_ZetaOp : Chlo_Binary<"zeta", "x", "q">;
def Chlo_MulhiOp : Chlo_Binary<"mulhi", "lhs", "rhs", StableHLO_IntTensor>;

//===----------------------------------------------------------------------===//
// Ops that broadcast
//===----------------------------------------------------------------------===//

class Chlo_Broadcast<string mnemonic, list<Trait> traits = [SameOperandsAndResultElementType]>
    : Chlo_Op<"broadcast_" # mnemonic, !listconcat([Pure], traits)> {
  let summary = "`" # mnemonic # "` of operands that are broadcast to one shape";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() {
      return detail::verifyBroadcast(*this, getBroadcastDimensionsAttr());
    }
  }];
  let hasVerifier = 1;
}

def Chlo_BroadcastAddOp : Chlo_Broadcast<"add">;
def Chlo_BroadcastAndOp : Chlo_Broadcast<"and">;
def Chlo_BroadcastAtan2Op : Chlo_Broadcast<"atan2">;
def Chlo_BroadcastComplexOp : Chlo_Broadcast<"complex", [SameOperandsElementType]>;
def Chlo_BroadcastDivOp : Chlo_Broadcast<"divide">;
def Chlo_BroadcastMaxOp : Chlo_Broadcast<"maximum">;
def Chlo_BroadcastMinOp : Chlo_Broadcast<"minimum">;
def Chlo_BroadcastMulOp : Chlo_Broadcast<"multiply">;
def Chlo_BroadcastNextAfterOp : Chlo_Broadcast<"next_after">;
def Chlo_BroadcastOrOp : Chlo_Broadcast<"or">;
def Chlo_BroadcastPolygammaOp : Chlo_Broadcast<"polygamma">;
def Chlo_BroadcastPowOp : Chlo_Broadcast<"power">;
def Chlo_BroadcastRemOp : Chlo_Broadcast<"remainder">;
def Chlo_BroadcastShiftLeftOp : Chlo_Broadcast<"shift_left">;
def Chlo_BroadcastShiftRightArithmeticOp : Chlo_Broadcast<"shift_right_arithmetic">;
def Chlo_BroadcastShiftRightLogicalOp : Chlo_Broadcast<"shift_right_logical">;
def Chlo_BroadcastSubOp : Chlo_Broadcast<"subtract">;
def Chlo_BroadcastXorOp : Chlo_Broadcast<"xor">;
def Chlo_BroadcastZetaOp : Chlo_Broadcast<"zeta">;

def Chlo_BroadcastCompareOp : Chlo_Broadcast<"compare", [SameOperandsElementType]> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs StableHLO_BoolTensor:$result);
}

def Chlo_BroadcastSelectOp : Chlo_Op<"broadcast_select", [Pure]> {
  let summary = "`select` of operands that are broadcast to one shape";
  let arguments = (ins StableHLO_BoolTensor:$pred, StableHLO_Tensor:$on_true,
                       StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return detail::verifyBroadcast(*this, {}); }
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

def Chlo_ConstantOp : Chlo_Op<"constant", [Pure, ConstantLike]> {
  let summary = "a constant tensor";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_Tensor:$output);
  let assemblyFormat = "attr-dict custom<ConstantValue>($value, type($output))";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Chlo_ConstantLikeOp : Chlo_Op<"constant_like", [Pure, SameOperandsAndResultShape]> {
  let summary = "one value in the shape of the operand";
  let arguments = (ins StableHLO_Tensor:$operand, TypedAttrInterface:$value);
  let results = (outs StableHLO_Tensor:$result);
}

def Chlo_TopKOp : Chlo_Op<"top_k", [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "the largest elements of the last dimension (smallest, where `largest` is false), and where they are";
  let arguments = (ins StableHLO_Tensor:$operand, I64Attr:$k, OptionalAttr<BoolAttr>:$largest);
  let results = (outs StableHLO_Tensor:$values, StableHLO_Tensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k `)` attr-dict
    `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_STABLEHLO_CHLOOPS_TD
