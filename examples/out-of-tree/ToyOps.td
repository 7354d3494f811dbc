// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dialect with a product, a normalisation, an activation and a cast. The ops say by
// `PrecisionOpInterface` which of their types may differ; what is low or f32 is said by
// the policy file toy.json.
#ifndef TOY_OPS_TD
#define TOY_OPS_TD

include "halftone/Dialect/Train/IR/TrainInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def ToyDialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
}

/// An op whose tie groups Toy.cpp knows.
class ToyOp<string mnemonic, list<Trait> traits = []>
    : Op<ToyDialect, mnemonic, [Pure] # traits> {
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
class TypedOp<string mnemonic, list<string> methods = []>
    : ToyOp<mnemonic, [DeclareOpInterfaceMethods<PrecisionOpInterface, methods>]>;

def DenseOp : TypedOp<"dense", ["getTieGroupNames", "getAccumulatorType"]> {
  let summary = "x · w + b; sums in `acc`, f32 without it";
  let arguments = (ins AnyRankedTensor:$x, AnyRankedTensor:$w, AnyRankedTensor:$b,
                       OptionalAttr<TypeAttr>:$acc);
  let results = (outs AnyRankedTensor:$result);
}

def NormOp : TypedOp<"norm"> {
  let summary = "rows with mean 0 and variance 1, times a scale";
  let arguments = (ins AnyRankedTensor:$x, AnyRankedTensor:$scale);
  let results = (outs AnyRankedTensor:$result);
}

def SwishOp : TypedOp<"swish"> {
  let summary = "x · sigmoid(x)";
  let arguments = (ins AnyRankedTensor:$x);
  let results = (outs AnyRankedTensor:$result);
}

def CastOp : ToyOp<"cast"> {
  let summary = "the same numbers in another type, rounded to nearest even";
  let arguments = (ins AnyRankedTensor:$x);
  let results = (outs AnyRankedTensor:$result);
}

#endif // TOY_OPS_TD
