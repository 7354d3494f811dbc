// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops with regions, calls, collectives and tokens.
#ifndef HALFTONE_DIALECT_STABLEHLO_STABLEHLOCONTROLOPS_TD
#define HALFTONE_DIALECT_STABLEHLO_STABLEHLOCONTROLOPS_TD

include "halftone/Dialect/StableHLO/StableHLOAttrs.td"

def StableHLO_ReturnOp : StableHLO_Op<"return", [Pure, Terminator]> {
  let summary = "what a region yields";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

def StableHLO_IfOp : StableHLO_RegionOp<"if"> {
  let summary = "one of two regions";
  let arguments = (ins StableHLO_ScalarBool:$pred);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let results = (outs Variadic<StableHLO_TensorOrTokenOrTuple>);
}

def StableHLO_CaseOp : StableHLO_RegionOp<"case"> {
  let summary = "one of several regions; the last for an index out of range";
  let arguments = (ins StableHLO_ScalarInt:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<StableHLO_TensorOrTokenOrTuple>);
}

def StableHLO_WhileOp : StableHLO_RegionOp<"while",
    [DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a region, as long as another yields true";
  let arguments = (ins Variadic<StableHLO_TensorOrTokenOrTuple>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_TensorOrTokenOrTuple>);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Regions over elements
//===----------------------------------------------------------------------===//

def StableHLO_ReduceOp : StableHLO_RegionOp<"reduce", [SameVariadicOperandSize]> {
  let summary = "combines the elements along dimensions";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, Variadic<StableHLO_Scalar>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def StableHLO_ReduceWindowOp : StableHLO_RegionOp<"reduce_window", [SameVariadicOperandSize]> {
  let summary = "combines the elements of each window";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, Variadic<StableHLO_Scalar>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
}

def StableHLO_SelectAndScatterOp : StableHLO_RegionOp<"select_and_scatter"> {
  let summary = "adds to the element of each window that a region selects";
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$source,
                       StableHLO_Scalar:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_MapOp : StableHLO_RegionOp<"map"> {
  let summary = "a region for each element";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_SortOp : StableHLO_RegionOp<"sort"> {
  let summary = "sorts along a dimension by a region that compares";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Calls and barriers
//===----------------------------------------------------------------------===//

def StableHLO_OptimizationBarrierOp : StableHLO_Op<"optimization_barrier"> {
  let summary = "its operands, as values that nothing is known of";
  let description = [{
    Without a promise of having no effect, so that two of them are not merged: what
    is recomputed behind one stays recomputed.
  }];
  let arguments = (ins Variadic<StableHLO_TensorOrTokenOrTuple>:$operand);
  let results = (outs Variadic<StableHLO_TensorOrTokenOrTuple>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<SameTypes>(type($operand), type($result))) : (`(` `)`)?
  }];
  let hasVerifier = 1;
}

def StableHLO_CustomCallOp : StableHLO_Op<"custom_call",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a call of what only its target knows";
  let arguments = (ins Variadic<StableHLO_TensorOrTokenOrTuple>:$inputs, StrAttr:$call_target_name,
                       OptionalAttr<BoolAttr>:$has_side_effect,
                       OptionalAttr<AnyAttr>:$backend_config, OptionalAttr<I32Attr>:$api_version,
                       OptionalAttr<ArrayAttr>:$called_computations,
                       OptionalAttr<ArrayAttr>:$operand_layouts,
                       OptionalAttr<ArrayAttr>:$result_layouts,
                       OptionalAttr<ArrayAttr>:$output_operand_aliases);
  let results = (outs Variadic<StableHLO_TensorOrTokenOrTuple>);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict
    `:` functional-type(operands, results)
  }];
}

def StableHLO_CompositeOp : StableHLO_Op<"composite"> {
  let summary = "an op that is named, with a function that says what it computes";
  let arguments = (ins Variadic<StableHLO_TensorOrTokenOrTuple>:$inputs, StrAttr:$name,
                       OptionalAttr<DictionaryAttr>:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition, OptionalAttr<I32Attr>:$version);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs Variadic<StableHLO_TensorOrTokenOrTuple>);
  let assemblyFormat = [{
    $name $inputs (`(` $composite_regions^ `)`)? attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_TupleOp : StableHLO_Op<"tuple", [Pure]> {
  let summary = "values as one";
  let arguments = (ins Variadic<StableHLO_TensorOrTokenOrTuple>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleTypes>(type($val), type($result))";
  let hasVerifier = 1;
}

def StableHLO_GetTupleElementOp : StableHLO_Op<"get_tuple_element", [Pure]> {
  let summary = "one value of a tuple";
  let arguments = (ins AnyTuple:$operand, I32Attr:$index);
  let results = (outs StableHLO_TensorOrTokenOrTuple:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

class StableHLO_Id<string mnemonic> : StableHLO_Op<mnemonic, [Pure]> {
  let summary = "the number of this " # !subst("_id", "", mnemonic);
  let results = (outs StableHLO_ScalarInt:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}
def StableHLO_PartitionIdOp : StableHLO_Id<"partition_id">;
def StableHLO_ReplicaIdOp : StableHLO_Id<"replica_id">;

def StableHLO_AllReduceOp : StableHLO_RegionOp<"all_reduce"> {
  let summary = "combines the values of a group of processes";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands, AnyAttr:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
}

def StableHLO_ReduceScatterOp : StableHLO_RegionOp<"reduce_scatter"> {
  let summary = "combines the values of a group, a part for each process";
  let arguments = (ins StableHLO_Tensor:$operand, I64Attr:$scatter_dimension,
                       AnyAttr:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_AllGatherOp : StableHLO_Op<"all_gather"> {
  let summary = "the values of a group of processes, one after the other";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands, I64Attr:$all_gather_dim,
                       AnyAttr:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
}

def StableHLO_AllToAllOp : StableHLO_Op<"all_to_all"> {
  let summary = "splits values and gives each process of a group a part of each";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands, I64Attr:$split_dimension,
                       I64Attr:$concat_dimension, I64Attr:$split_count, AnyAttr:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<StableHLO_Tensor>);
}

def StableHLO_CollectiveBroadcastOp : StableHLO_Op<"collective_broadcast"> {
  let summary = "the value of a group's first process";
  let arguments = (ins StableHLO_Tensor:$operand, AnyAttr:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_CollectivePermuteOp : StableHLO_Op<"collective_permute"> {
  let summary = "sends values from process to process";
  let arguments = (ins StableHLO_Tensor:$operand, AnyAttr:$source_target_pairs,
                       OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_CrossReplicaSumOp : StableHLO_Op<"cross-replica-sum"> {
  let summary = "the sum over a group of processes";
  let arguments = (ins StableHLO_Tensor:$operand, AnyAttr:$replica_groups);
  let results = (outs StableHLO_Tensor:$result);
}

//===----------------------------------------------------------------------===//
// Tokens and the host
//===----------------------------------------------------------------------===//

def StableHLO_CreateTokenOp : StableHLO_Op<"create_token", [Pure]> {
  let summary = "a new token";
  let results = (outs StableHLO_Token:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_AfterAllOp : StableHLO_Op<"after_all", [Pure]> {
  let summary = "a token after others";
  let arguments = (ins Variadic<StableHLO_Token>:$inputs);
  let results = (outs StableHLO_Token:$result);
  let assemblyFormat = "$inputs attr-dict `:` custom<SameVariadicType>(ref($inputs), type($inputs), type($result))";
}

def StableHLO_InfeedOp : StableHLO_Op<"infeed"> {
  let summary = "values from the host";
  let arguments = (ins StableHLO_Token:$token, OptionalAttr<StrAttr>:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<StableHLO_TensorOrTokenOrTuple>);
}

def StableHLO_OutfeedOp : StableHLO_Op<"outfeed"> {
  let summary = "values to the host";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, StableHLO_Token:$token,
                       OptionalAttr<StrAttr>:$outfeed_config);
  let results = (outs StableHLO_Token:$result);
}

def StableHLO_SendOp : StableHLO_Op<"send"> {
  let summary = "values to a channel";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, StableHLO_Token:$token,
                       StableHLO_ChannelHandleAttr:$channel_handle,
                       OptionalAttr<BoolAttr>:$is_host_transfer,
                       OptionalAttr<AnyAttr>:$source_target_pairs);
  let results = (outs StableHLO_Token:$result);
}

def StableHLO_RecvOp : StableHLO_Op<"recv"> {
  let summary = "values from a channel";
  let arguments = (ins StableHLO_Token:$token, StableHLO_ChannelHandleAttr:$channel_handle,
                       OptionalAttr<BoolAttr>:$is_host_transfer,
                       OptionalAttr<AnyAttr>:$source_target_pairs);
  let results = (outs Variadic<StableHLO_TensorOrTokenOrTuple>);
}

#endif // HALFTONE_DIALECT_STABLEHLO_STABLEHLOCONTROLOPS_TD
