// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes ask of an op. The ops of `train` and of foreign dialects implement
// these as external models, registered in one place for each interface, so that a
// pass never names an op.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAININTERFACES_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAININTERFACES_TD

include "mlir/IR/OpBase.td"

def DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::halftone::train";
  let description = [{
    A composite op that has one decomposition into core ops in its compute type.
    The decomposition is the op's meaning.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds core ops at the builder's insertion point that compute this op's
      results from its operands. Returns one value for each result, of the
      result's type. Leaves this op alone.
    }], "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "decompose",
    (ins "::mlir::OpBuilder &":$builder)>
  ];
}

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::halftone::train";
  let description = [{
    An op with a reverse-mode rule. An op without this interface, through which a
    gradient would have to flow, is an error that names it.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds this op's backward ops: reads the gradients of its results from
      `context` and adds a gradient for each differentiable operand there.
      Gradients have the type of the value that they belong to.
    }], "::llvm::LogicalResult", "buildBackward",
    (ins "::mlir::OpBuilder &":$builder, "::halftone::train::GradientContext &":$context)>,
    InterfaceMethod<[{
      True where the gradient of every operand is zero, as for `floor` and
      `stop_gradient`: no gradient flows through the op at all.
    }], "bool", "hasZeroGradient", (ins), "", "return false;">,
    InterfaceMethod<[{
      True where the rule has no gradient for one of the operands for which
      `isActive` holds, so that the op's decomposition is differentiated instead.
    }], "bool", "needsDecomposition",
    (ins "::llvm::function_ref<bool(::mlir::Value)>":$isActive), "", "return false;">
  ];
}

def PrecisionOpInterface : OpInterface<"PrecisionOpInterface"> {
  let cppNamespace = "::halftone::train";
  let description = [{
    The mechanism of an op's element types, without any policy: which of its
    operands and results must share one element type (a *tie group*), which types
    such a group may have, what accumulates, and how to build the op again with
    other types.
  }];
  let methods = [
    InterfaceMethod<[{
      The op's tie groups, in order of their first member. Operands and results
      that have no float type are in none.
    }], "::llvm::SmallVector<::halftone::train::TieGroup>", "getTieGroups">,
    StaticInterfaceMethod<[{
      The names that tie groups of such ops may have, and "acc" where the
      accumulator can be chosen: an array that outlives the call. Empty where only an
      instance knows them.
    }], "::llvm::ArrayRef<::llvm::StringRef>", "getTieGroupNames", (ins), "", "return {};">,
    InterfaceMethod<[{
      The type in which partial sums are kept, or null where nothing accumulates.
    }], "::mlir::Type", "getAccumulatorType", (ins), "", "return {};">,
    InterfaceMethod<[{
      Builds this op again at the builder's insertion point with these operands
      and result types, and accumulator `acc` where it is not null. Leaves this
      op alone.
    }], "::mlir::Operation *", "rebuildWithTypes",
    (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
         "::mlir::TypeRange":$resultTypes, "::mlir::Type":$acc)>
  ];
}

def GradientConsumerOpInterface : OpInterface<"GradientConsumerOpInterface"> {
  let cppNamespace = "::halftone::train";
  let description = [{
    An op that uses gradients other than linearly: a clip, a norm, an optimizer.
    Loss scaling takes the scale out of these operands.
  }];
  let methods = [
    InterfaceMethod<"The operands that are gradients.",
      "::llvm::SmallVector<::mlir::OpOperand *>", "getGradientOperands">
  ];
}

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAININTERFACES_TD
