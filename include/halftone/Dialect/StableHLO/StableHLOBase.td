// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Our reading of StableHLO: the dialect, its types, and classes of ops. Names of ops,
// operands and attributes are those of the public specification, so that the generic
// form parses; the C++ classes have the names that StableHLO gives them. The ops are in
// one file for each family:
//
//   StableHLOAttrs.td            enums and attributes
//   StableHLOElementwiseOps.td   arithmetic, compare, select, casts
//   StableHLOShapeOps.td         constant, iota, reshape … scatter
//   StableHLOComputeOps.td       products, convolution, norms, random numbers, sort
//   StableHLOControlOps.td       while, if, case, reduce …, collectives, calls
//   StableHLODynamicOps.td       shapes that are values, and what else is only refused
#ifndef HALFTONE_DIALECT_STABLEHLO_STABLEHLOBASE_TD
#define HALFTONE_DIALECT_STABLEHLO_STABLEHLOBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::halftone::stablehlo";
  let summary = "StableHLO as JAX and PyTorch print it, for import.";
  let description = [{
    What frontends print, in both spellings: the generic form and the custom
    assembly. It is there for the tools, to be converted to `train`; nothing is
    computed from it. Verifiers check what the conversion relies on.

    Ops that are not known here parse in the generic form and are refused by the
    conversion, by name. Attributes of the dialect that are not known are kept as
    they are.
  }];
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
    void registerAttributesAndTypes();
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def StableHLO_TokenType : TypeDef<StableHLO_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "an order between ops with side effects";
}

/// An element type that is neither number nor bool: quantized, as a rule.
def StableHLO_Foreign : Type<CPred<
    "!::llvm::isa<::mlir::IntegerType, ::mlir::FloatType, ::mlir::ComplexType, ::mlir::IndexType>($_self)">,
    "quantized">;
def StableHLO_Bool : AnyTypeOf<[I1], "bool">;

def StableHLO_Tensor : RankedTensorOf<[AnyType]>;
def StableHLO_FloatTensor : RankedTensorOf<[AnyFloat, StableHLO_Foreign]>;
def StableHLO_FloatOrComplexTensor : RankedTensorOf<[AnyFloat, AnyComplex, StableHLO_Foreign]>;
def StableHLO_IntTensor : RankedTensorOf<[AnyInteger, Index]>;
def StableHLO_BoolTensor : RankedTensorOf<[StableHLO_Bool]>;
def StableHLO_ComplexTensor : RankedTensorOf<[AnyComplex]>;
def StableHLO_IndexTensor : RankedTensorOf<[AnyInteger, Index]>;
class StableHLO_ScalarOf<list<Type> types, string summary> : Type<
    And<[RankedTensorOf<types>.predicate,
         CPred<"::llvm::cast<::mlir::RankedTensorType>($_self).getRank() == 0">]>,
    "tensor of rank 0 of " # summary, "::mlir::RankedTensorType">;
def StableHLO_Scalar : StableHLO_ScalarOf<[AnyType], "any type">;
def StableHLO_ScalarBool : StableHLO_ScalarOf<[I1], "bool">;
def StableHLO_ScalarInt : StableHLO_ScalarOf<[AnyInteger], "integer">;
def StableHLO_Token : Type<CPred<"::llvm::isa<::halftone::stablehlo::TokenType>($_self)">, "token">;
def StableHLO_TensorOrTokenOrTuple : AnyTypeOf<[AnyRankedTensor, StableHLO_Token, AnyTuple],
    "ranked tensor, token or tuple">;

//===----------------------------------------------------------------------===//
// Op classes
//===----------------------------------------------------------------------===//

/// Names of an enum, numbered from 0.
class StableHLO_EnumDef<string name, string summary, list<string> names>
    : I32EnumAttr<name, summary,
        !foreach(i, !range(!size(names)), I32EnumAttrCase<names[i], i>)> {
  let cppNamespace = "::halftone::stablehlo";
  let genSpecializedAttr = 0;
}

class StableHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<StableHLO_Dialect, mnemonic, traits>;

/// An op on any number of values, with regions that see what is around them.
class StableHLO_RegionOp<string mnemonic, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, !listconcat([RecursiveMemoryEffects], traits)> {
  let hasRegionVerifier = 1;
}

#endif // HALFTONE_DIALECT_STABLEHLO_STABLEHLOBASE_TD
