// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Core ops with regions, barriers to optimisation and differentiation, random
// bits, and collectives. Calls are `func.call`.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINCONTROLOPS_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINCONTROLOPS_TD

include "halftone/Dialect/Train/IR/TrainBase.td"
include "mlir/Interfaces/LoopLikeInterface.td"

/// Traits of an op that runs its regions, or not, and forwards what they yield.
class Train_RegionOp<string mnemonic, list<Trait> traits = []>
    : Train_Op<mnemonic, !listconcat([RecursiveMemoryEffects, SingleBlock,
        DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getEntrySuccessorOperands"]>], traits)>;

def Train_YieldOp : Train_Op<"yield", [Pure, Terminator,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>,
    ParentOneOf<["ForOp", "WhileOp", "IfOp", "PrecisionOp", "CheckpointOp"]>]> {
  let summary = "end of a region, with its values";
  let description = [{
    Its operands are the results of the op around it, or the next values that a loop
    carries.

    ```mlir
    %1 = train.precision bf16 : tensor<4xf32> {
      train.yield %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Train_Tensor>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
  let builders = [OpBuilder<(ins), "build($_builder, $_state, ::mlir::ValueRange{});">];
}

def Train_ForOp : Train_RegionOp<"for", [RecursivelySpeculatable,
    DeclareOpInterfaceMethods<LoopLikeOpInterface, ["getRegionIterArgs",
      "getYieldedValuesMutable", "getLoopResults", "promoteIfSingleIteration", "getStaticTripCount"]>]> {
  let summary = "loop with a static trip count";
  let description = [{
    Runs the body `trip_count` times. Its block takes the induction variable, an
    i32 of rank 0 that counts from 0, and the carried values; it yields their next
    values. The results are the last ones. The body may use values from outside.

    Canonicalizes: a loop of no iterations is its `inits`, one of a single iteration
    is its body, and a carried value that nobody uses goes.

    Constraints: (C1) `trip_count >= 0`; (C2) the block's arguments are an i32
    scalar and the types of `inits`; (C3) yielded types and result types are those
    of `inits`.

    ```mlir
    %1 = train.for %i times 4 carry (%c = %0) : tensor<8xf32> {
      %2 = train.add %c, %c : tensor<8xf32>
      train.yield %2 : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Train_Tensor>:$inits, I64Attr:$trip_count);
  let results = (outs Variadic<Train_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let builders = [
    OpBuilder<(ins "int64_t":$tripCount, "::mlir::ValueRange":$inits,
      "::llvm::function_ref<::llvm::SmallVector<::mlir::Value>(::mlir::OpBuilder &, ::mlir::Location, ::mlir::Value, ::mlir::ValueRange)>":$bodyBuilder)>
  ];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::Value getInductionVar() { return getBody().getArgument(0); }
    ::mlir::Block::BlockArgListType getCarriedArgs() { return getBody().getArguments().drop_front(); }
    YieldOp getYield();
  }];
}

def Train_WhileOp : Train_RegionOp<"while"> {
  let summary = "loop while a condition holds";
  let description = [{
    Runs `body` on the carried values as long as `cond` on them yields true. It has
    no gradient; `train.for` has. The blocks' arguments have the same names, or
    `do (%d)` names those of `body`.

    Constraints: (C1) both blocks take the types of `inits`; (C2) `cond` yields one
    i1 of rank 0; (C3) `body` yields the types of `inits`, which are the results'.

    ```mlir
    %1 = train.while (%c = %0) : tensor<f32> cond {
      %p = train.compare LT, %c, %limit : tensor<f32>
      train.yield %p : tensor<i1>
    } do {
      %2 = train.add %c, %c : tensor<f32>
      train.yield %2 : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Train_Tensor>:$inits);
  let results = (outs Variadic<Train_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    YieldOp getCondYield();
    YieldOp getBodyYield();
  }];
}

def Train_IfOp : Train_RegionOp<"if", [RecursivelySpeculatable,
    DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getEntrySuccessorRegions", "getRegionInvocationBounds"]>]> {
  let summary = "one of two regions";
  let description = [{
    Runs `then_region` where `pred` is true, else `else_region`; both may use values
    from outside. With a constant `pred` it canonicalizes to one of them.

    Constraints: (C1) both regions yield the result types; (C2) their blocks take no
    arguments.

    ```mlir
    %1 = train.if %p : tensor<4xf32> {
      train.yield %a : tensor<4xf32>
    } else {
      train.yield %b : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Train_ScalarBool:$pred);
  let results = (outs Variadic<Train_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $pred (`:` type($outputs)^)? custom<YieldingRegion>($then_region) `else` custom<YieldingRegion>($else_region)
    attr-dict
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    YieldOp getThenYield();
    YieldOp getElseYield();
  }];
}

def Train_PrecisionOp : Train_RegionOp<"precision", [RecursivelySpeculatable,
    DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getRegionInvocationBounds"]>]> {
  let summary = "a region with a precision of its own";
  let description = [{
    Overrides the compute type that `autocast` uses inside, as a nested
    `torch.autocast` does: `compute` is f32 (no low precision), tf32 by `tf32`, or
    f16, bf16, f8E4M3FN, f8E5M2. The innermost region holds. The region may use
    values from outside; the backward ops of what is inside are emitted in a twin
    region with the same `compute`. Its own meaning is the identity: the ops inside
    keep the types that they have.

    Constraints: (C1) the yielded types are the result types; (C2) `tf32` needs
    `compute = f32`; (C3) `compute` is a `train` float type other than f64; (C4) the
    block takes no arguments.

    ```mlir
    %1 = train.precision f32 : tensor<4xf32> {
      %2 = train.exponential %0 : tensor<4xf32>
      train.yield %2 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Train_FloatTypeAttr:$compute, UnitAttr:$tf32);
  let results = (outs Variadic<Train_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$compute (`tf32` $tf32^)? (`:` type($outputs)^)? custom<YieldingRegion>($body) attr-dict";
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$outputs, "::mlir::FloatType":$compute, CArg<"bool", "false">:$tf32), [{
    build($_builder, $_state, outputs, ::mlir::TypeAttr::get(compute), tf32 ? $_builder.getUnitAttr() : ::mlir::UnitAttr());
  }]>];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{ YieldOp getYield(); }];
}

def Train_CheckpointOp : Train_RegionOp<"checkpoint", [RecursivelySpeculatable,
    DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getRegionInvocationBounds"]>]> {
  let summary = "a region that the backward pass computes again";
  let description = [{
    Its meaning is that of its body, which may use values from outside. Only
    differentiation sees it: of what the body computes nothing is kept for the
    backward pass, which runs the body again on the same inputs, behind an
    `optimization_barrier`, right before the body's gradient. So a checkpoint trades
    a second run of the body for the memory of its intermediate values, as
    `jax.checkpoint` and `torch.utils.checkpoint` do, and gives the same bits: random
    bits come from a key, which is an input. Checkpoints nest.

    `save products` keeps the results of products (`dot_general`, `conv`, `linear`)
    that are directly in the body, and computes only the rest again, as JAX's policy
    `dots_saveable` does.

    In the differentiated function the region is gone; elsewhere `train-decompose` and
    the lowerings put its body in its place.

    Constraints: (C1) the yielded types are the result types; (C2) the block takes no
    arguments.

    ```mlir
    %1 = train.checkpoint : tensor<4xf32> {
      %2 = train.exponential %0 : tensor<4xf32>
      %3 = train.sine %2 : tensor<4xf32>
      train.yield %3 : tensor<4xf32>
    }
    %4 = train.checkpoint save products : tensor<4x4xf32> {
      %5 = train.dot_general %m, %m, contract = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %6 = train.exponential %5 : tensor<4x4xf32>
      train.yield %6 : tensor<4x4xf32>
    }
    ```
  }];
  let arguments = (ins DefaultValuedAttr<Train_CheckpointSaveAttr, "::halftone::train::CheckpointSave::nothing">:$save);
  let results = (outs Variadic<Train_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "(`save` $save^)? (`:` type($outputs)^)? custom<YieldingRegion>($body) attr-dict";
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$outputs, CArg<"::halftone::train::CheckpointSave", "::halftone::train::CheckpointSave::nothing">:$save)>];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{ YieldOp getYield(); }];
}

def Train_OptimizationBarrierOp : Train_Op<"optimization_barrier", []> {
  let summary = "a wall for common subexpressions";
  let description = [{
    Yields its operands. Nothing is moved or shared across it, so recomputation
    behind it stays; where nobody uses its results it goes.

    Constraints: (C1) each result has its operand's type.

    ```mlir
    %1 = train.optimization_barrier %0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<Train_Tensor>:$inputs);
  // An allocation is neither shared nor moved, but goes when it is unused.
  let results = (outs Res<Variadic<Train_Tensor>, "the same values", [MemAlloc]>:$outputs);
  let assemblyFormat = "$inputs attr-dict `:` custom<SameTypes>(type($inputs), type($outputs))";
  let hasVerifier = 1;
}

def Train_StopGradientOp : Train_Op<"stop_gradient", [Pure, SameOperandsAndResultType]> {
  let summary = "a constant to differentiation";
  let description = [{
    Yields its operand; its gradient is zero.

    ```mlir
    %1 = train.stop_gradient %0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Train_CustomGradientOp : Train_Op<"custom_gradient", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a function with a gradient of its own";
  let description = [{
    Calls `forward`, whose first results are this op's results; further ones are
    residuals. Differentiation calls `backward` with the residuals and the gradients
    of the results, and takes from it one gradient for each float operand.

    Constraints: (C1) both functions exist; (C2) `forward` takes the operands' types
    and its first results have the result types; (C3) `backward` takes the residuals
    and the result types, and yields the types of the float operands.

    ```mlir
    func.func private @fwd(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>)
    func.func private @bwd(tensor<4xi1>, tensor<4xf32>) -> tensor<4xf32>
    func.func @loss(%0: tensor<4xf32>) -> tensor<4xf32> {
      %1 = train.custom_gradient @fwd, @bwd(%0) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$forward, FlatSymbolRefAttr:$backward, Variadic<Train_Tensor>:$inputs);
  let results = (outs Variadic<Train_Tensor>:$outputs);
  let assemblyFormat = "$forward `,` $backward `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)";
}

def Train_RngBitsOp : Train_Op<"rng_bits", [Pure]> {
  let summary = "random bits by counter";
  let description = [{
    Element `i` (row-major) of the result is word `i mod w` of the block of counter
    `offset + i / w` under `key`, where a block has `w = 4` words for
    `philox4x32_10` and `w = 2` for `threefry2x32_20`; the counter fills the low
    words first and the rest are 0. The same key and offset give the same bits on
    every device (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3").

    Constraints: (C1) `offset >= 0`.

    ```mlir
    %1 = train.rng_bits philox4x32_10 %key : tensor<4x8xui32>
    ```
  }];
  let arguments = (ins Train_RngAlgorithmAttr:$algorithm, Train_Key:$key, DefaultValuedAttr<I64Attr, "0">:$offset);
  let results = (outs StaticShapeTensorOf<[UI32]>:$result);
  let assemblyFormat = "`` $algorithm $key (`offset` `=` $offset^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Train_FoldInOp : Train_Op<"fold_in", [Pure]> {
  let summary = "a new key from a key and a number";
  let description = [{
    The first two words of Philox4x32-10 of counter `(data, 0, 0, 1)` under `key`:
    independent keys for steps, layers and micro-batches.

    ```mlir
    %1 = train.fold_in %key, %step : tensor<i32>
    ```
  }];
  let arguments = (ins Train_Key:$key, Train_ScalarInt:$data);
  let results = (outs Train_Key:$result);
  let assemblyFormat = "$key `,` $data attr-dict `:` type($data)";
  let builders = [OpBuilder<(ins "::mlir::Value":$key, "::mlir::Value":$data)>];
}

class Train_Collective<string mnemonic, list<Trait> traits = []> : Train_Op<mnemonic, traits>;

def Train_AllReduceOp : Train_Collective<"all_reduce", [Pure, SameOperandsAndResultType]> {
  let summary = "reduction over the devices of an axis";
  let description = [{
    Combines the operands of all devices along the named axis; identity on one
    device. Accumulates in f32 (f64 for f64) and rounds once.

    Constraints: (C1) `kind` fits the element type, as for `reduce`.

    ```mlir
    %1 = train.all_reduce add %0 over "data" : tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_ReductionKindAttr:$kind, Train_Tensor:$operand, StrAttr:$axis);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "`` $kind $operand `over` $axis attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Train_AllGatherOp : Train_Collective<"all_gather", [Pure, SameOperandsAndResultElementType]> {
  let summary = "concatenation over the devices of an axis";
  let description = [{
    Concatenates the operands of all devices along `dimension`; identity on one
    device.

    Constraints: (C1) `0 <= dimension < rank`; (C2) the result's shape is the
    operand's but for `dimension`, which is a multiple.

    ```mlir
    %1 = train.all_gather %0, dim = 0 over "data" : tensor<4xf32> -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_Tensor:$operand, I64Attr:$dimension, StrAttr:$axis);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "$operand `,` `dim` `=` $dimension `over` $axis attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
}

def Train_ReduceScatterOp : Train_Collective<"reduce_scatter", [Pure, SameOperandsAndResultElementType]> {
  let summary = "reduction over devices, then a part for each";
  let description = [{
    Combines like `all_reduce`; each device keeps its part along `dimension`;
    identity on one device.

    Constraints: (C1) `0 <= dimension < rank`; (C2) the operand's shape is the
    result's but for `dimension`, which is a multiple; (C3) `kind` fits the element
    type, as for `reduce`.

    ```mlir
    %1 = train.reduce_scatter add %0, dim = 0 over "data" : tensor<4xf32> -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_ReductionKindAttr:$kind, Train_Tensor:$operand, I64Attr:$dimension, StrAttr:$axis);
  let results = (outs Train_Tensor:$result);
  let assemblyFormat = "`` $kind $operand `,` `dim` `=` $dimension `over` $axis attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINCONTROLOPS_TD
