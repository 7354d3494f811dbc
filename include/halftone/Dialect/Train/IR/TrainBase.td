// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `train` dialect: its types, enums and attributes. The ops are in one file
// for each family:
//
//   TrainElementwiseOps.td   constants, arithmetic, compare, select, casts
//   TrainShapeOps.td         reshape … scatter
//   TrainReductionOps.td     reduce, cumulative, windows, arg-reduce, sort
//   TrainContractionOps.td   dot_general, conv
//   TrainControlOps.td       for, while, if, precision and checkpoint regions, barriers, random bits, collectives
//   TrainNNOps.td            composites: softmax, norms, attention, … and their gradients
//   TrainStepOps.td          composites of the step: optimizers, clip, loss scaling
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINBASE_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "halftone/Dialect/Train/IR/TrainInterfaces.td"

def Train_Dialect : Dialect {
  let name = "train";
  let cppNamespace = "::halftone::train";
  let summary = "A whole training step, with the rounding of every value in its type.";
  let description = [{
    The dialect holds forward pass, loss, backward pass, loss scaling, clipping
    and optimizer of one training step as a pure function from state and batch
    to the next state, loss and metrics.

    It has two floors. *Core* ops are few and orthogonal, carry StableHLO's names
    where StableHLO has them, and are what every backend lowers. *Composite* ops
    are what people name (softmax, layer norm, attention, AdamW); each has one
    decomposition into core ops, which is its meaning.

    **Rounding is part of the meaning.** An op on f16, bf16 or f8 operands
    computes in f32, an op with an f64 operand in f64, and rounds once, to
    nearest even, to each result's type. An op on f32 computes in IEEE f32, and
    never in TF32 unless it says `tf32`. Contractions name their accumulator in
    `acc` (f32 unless given; f64 for f64). Reductions and scatter-adds
    accumulate in f32 (f64 for f64). Nothing is contracted or flushed outside
    contractions and reductions.

    **Shapes are static.** Every operand and result is a ranked tensor of static
    shape; a dimension of size 0 is allowed. There is no implicit broadcasting.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasOperationAttrVerify = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Train_Float : AnyTypeOf<[F64, F32, F16, BF16, F8E4M3FN, F8E5M2], "f64, f32, f16, bf16, f8E4M3FN or f8E5M2">;
def Train_Int : AnyTypeOf<[I8, I16, I32, I64, UI8, UI16, UI32, UI64], "integer of 8, 16, 32 or 64 bits">;
def Train_Element : AnyTypeOf<[Train_Float, I1, Train_Int], "float, integer or i1">;

def Train_Tensor : StaticShapeTensorOf<[Train_Element]>;
def Train_FloatTensor : StaticShapeTensorOf<[Train_Float]>;
def Train_FloatOrIntTensor : StaticShapeTensorOf<[Train_Float, Train_Int]>;
def Train_IntTensor : StaticShapeTensorOf<[Train_Int]>;
def Train_IntOrBoolTensor : StaticShapeTensorOf<[Train_Int, I1]>;
def Train_BoolTensor : StaticShapeTensorOf<[I1]>;
/// f32, or f64 where the op computes in f64.
def Train_WideTensor : StaticShapeTensorOf<[F32, F64]>;

class Train_ScalarOf<list<Type> types, string summary> : Type<
    And<[StaticShapeTensorOf<types>.predicate,
         CPred<"::llvm::cast<::mlir::ShapedType>($_self).getRank() == 0">]>,
    "tensor of rank 0 of " # summary, "::mlir::RankedTensorType">;
class Train_OneScalar<Type type, string summary, string element> : Train_ScalarOf<[type], summary>,
    BuildableType<"::mlir::RankedTensorType::get({}, " # element # ")">;
def Train_ScalarBool : Train_OneScalar<I1, "i1", "$_builder.getI1Type()">;
def Train_ScalarF32 : Train_OneScalar<F32, "f32", "$_builder.getF32Type()">;
def Train_ScalarWide : Train_ScalarOf<[F32, F64], "f32 or f64">;
def Train_ScalarI32 : Train_OneScalar<I32, "i32", "$_builder.getI32Type()">;
def Train_ScalarInt : Train_ScalarOf<[Train_Int], "integer">;
def Train_Key : Type<
    And<[StaticShapeTensorOf<[UI32]>.predicate,
         CPred<"::llvm::cast<::mlir::ShapedType>($_self).getShape() == ::llvm::ArrayRef<int64_t>({2})">]>,
    "random key, tensor<2xui32>", "::mlir::RankedTensorType">,
    BuildableType<"::mlir::RankedTensorType::get({2}, $_builder.getIntegerType(32, false))">;

def Train_FloatTypeAttr : TypeAttrBase<"::mlir::FloatType", "float type"> ;

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

class Train_EnumDef<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::halftone::train";
  let genSpecializedAttr = 0;
}
class Train_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Train_Dialect, info, mnemonic> {
  let assemblyFormat = "$value";
}

def Train_Rounding : Train_EnumDef<"Rounding", "rounding mode of a cast", [
  I32EnumAttrCase<"nearest_even", 0>, I32EnumAttrCase<"toward_zero", 1>,
  I32EnumAttrCase<"stochastic", 2>]>;
def Train_RoundingAttr : Train_EnumAttr<Train_Rounding, "rounding">;

def Train_CompareDirection : Train_EnumDef<"ComparisonDirection", "comparison", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>,
  I32EnumAttrCase<"GT", 3>, I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Train_CompareDirectionAttr : Train_EnumAttr<Train_CompareDirection, "direction">;

def Train_ReductionKind : Train_EnumDef<"ReductionKind", "associative operation", [
  I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"mul", 1>, I32EnumAttrCase<"max", 2>,
  I32EnumAttrCase<"min", 3>, I32EnumAttrCase<"and_", 4, "and">, I32EnumAttrCase<"or_", 5, "or">]>;
def Train_ReductionKindAttr : Train_EnumAttr<Train_ReductionKind, "reduction">;

def Train_ScatterKind : Train_EnumDef<"ScatterKind", "how an update combines with the operand", [
  I32EnumAttrCase<"assign", 0>, I32EnumAttrCase<"add", 1>, I32EnumAttrCase<"mul", 2>,
  I32EnumAttrCase<"max", 3>, I32EnumAttrCase<"min", 4>]>;
def Train_ScatterKindAttr : Train_EnumAttr<Train_ScatterKind, "scatter_kind">;

def Train_ArgKind : Train_EnumDef<"ArgKind", "which extreme", [
  I32EnumAttrCase<"max", 0>, I32EnumAttrCase<"min", 1>]>;
def Train_ArgKindAttr : Train_EnumAttr<Train_ArgKind, "arg_kind">;

def Train_RngAlgorithm : Train_EnumDef<"RngAlgorithm", "counter-based generator", [
  I32EnumAttrCase<"philox4x32_10", 0>, I32EnumAttrCase<"threefry2x32_20", 1>]>;
def Train_RngAlgorithmAttr : Train_EnumAttr<Train_RngAlgorithm, "rng_algorithm">;

def Train_LossReduction : Train_EnumDef<"LossReduction", "how a loss combines its rows", [
  I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"mean", 1>, I32EnumAttrCase<"sum", 2>]>;
def Train_LossReductionAttr : Train_EnumAttr<Train_LossReduction, "loss_reduction">;

def Train_GeluApproximation : Train_EnumDef<"GeluApproximation", "form of GELU", [
  I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"tanh", 1>]>;
def Train_GeluApproximationAttr : Train_EnumAttr<Train_GeluApproximation, "gelu_approximation">;

def Train_ClipConvention : Train_EnumDef<"ClipConvention", "whose clipping formula", [
  I32EnumAttrCase<"torch", 0>, I32EnumAttrCase<"optax", 1>]>;
def Train_ClipConventionAttr : Train_EnumAttr<Train_ClipConvention, "clip_convention">;

def Train_CheckpointSave : Train_EnumDef<"CheckpointSave", "what a checkpoint keeps of its body", [
  I32EnumAttrCase<"nothing", 0>, I32EnumAttrCase<"products", 1>]>;
def Train_CheckpointSaveAttr : Train_EnumAttr<Train_CheckpointSave, "checkpoint_save">;

def Train_Role : Train_EnumDef<"Role", "what a value is to the step", [
  I32EnumAttrCase<"param", 0>, I32EnumAttrCase<"frozen_param", 1>,
  I32EnumAttrCase<"weight_copy", 2>, I32EnumAttrCase<"opt_state", 3>,
  I32EnumAttrCase<"model_state", 4>, I32EnumAttrCase<"ema", 5>,
  I32EnumAttrCase<"step_count", 6>, I32EnumAttrCase<"scaler_state", 7>,
  I32EnumAttrCase<"amax_history", 8>, I32EnumAttrCase<"batch", 9>,
  I32EnumAttrCase<"key", 10>, I32EnumAttrCase<"hyper_param", 11>,
  I32EnumAttrCase<"seed", 12>, I32EnumAttrCase<"loss", 13>,
  I32EnumAttrCase<"metric", 14>, I32EnumAttrCase<"gradient", 15>]>;
def Train_RoleAttr : EnumAttr<Train_Dialect, Train_Role, "role"> {
  let assemblyFormat = "`<` $value `>`";
  let description = [{
    The role of an argument or result of `@init`, `@step`, `@eval` or a loss
    function, as the discardable attribute `train.role`. With it go

    - `train.name`: the value's name, unique among arguments and among results;
    - `train.updates` on a result: the name of the argument that it replaces;
    - `train.copy_of` on a weight copy: the name of its parameter;
    - `train.no_decay` on a parameter: weight decay leaves it alone;
    - `train.group` on a parameter and its state: the optimizer that it belongs to, for
      loss scaling with `semantics=torch`, where each optimizer skips by its own check.
  }];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

def Train_ConvDimsAttr : AttrDef<Train_Dialect, "ConvDims"> {
  let mnemonic = "conv_dims";
  let summary = "which dimension of a convolution's operands is which";
  let description = [{
    StableHLO's notation: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`. `b` and `f`
    are batch and feature of input and output, `i` and `o` the kernel's input
    and output features, numbers the spatial dimensions in order.
  }];
  let parameters = (ins "int64_t":$inputBatch, "int64_t":$inputFeature,
                        ArrayRefParameter<"int64_t">:$inputSpatial,
                        "int64_t":$kernelInput, "int64_t":$kernelOutput,
                        ArrayRefParameter<"int64_t">:$kernelSpatial,
                        "int64_t":$outputBatch, "int64_t":$outputFeature,
                        ArrayRefParameter<"int64_t">:$outputSpatial);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Op classes
//===----------------------------------------------------------------------===//

class Train_Op<string mnemonic, list<Trait> traits = []> : Op<Train_Dialect, mnemonic, traits>;

/// A composite: its meaning is what `decompose` builds.
class Train_Composite<string mnemonic, list<Trait> traits = []>
    : Train_Op<mnemonic, !listconcat([Pure], traits)>;

/// An array that is empty unless given.
def Train_DefaultI64Array : DefaultValuedOptionalAttr<DenseI64ArrayAttr, "::llvm::ArrayRef<int64_t>{}">;

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINBASE_TD
