// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How an op moves ranges (Ranges.h). Ops of `train` and of other dialects implement it
// as external models; the results of an op without it are unknown.
#ifndef HALFTONE_PRECISION_RANGEINTERFACE_TD
#define HALFTONE_PRECISION_RANGEINTERFACE_TD

include "mlir/IR/OpBase.td"

def RangeOpInterface : OpInterface<"RangeOpInterface"> {
  let cppNamespace = "::halftone::precision";
  let description = [{
    An op whose results have ranges that follow from those of its operands. A rule must
    hold for every input within the operands' ranges, and must not shrink a result when
    an operand's range grows. Rounding to the results' types is left to the analysis.
  }];
  let methods = [
    InterfaceMethod<[{
      Sets `results`, which come in as unknown, from `operands`, and from what
      `getInnerValues` gives behind them. None of them is empty.
    }], "void", "inferRanges",
    (ins "::llvm::ArrayRef<::halftone::precision::FloatRange>":$operands,
         "::llvm::MutableArrayRef<::halftone::precision::FloatRange>":$results)>,
    InterfaceMethod<[{
      Values in the regions of an op without control flow that its results follow from, as
      what a body yields.
    }], "::llvm::SmallVector<::mlir::Value>", "getInnerValues", (ins), "", "return {};">,
    InterfaceMethod<[{
      The range of a block argument that no control flow sets: a loop's counter.
    }], "::halftone::precision::FloatRange", "getArgumentRange",
    (ins "::mlir::BlockArgument":$argument), "",
    "return ::halftone::precision::FloatRange::unknown(::mlir::getElementTypeOrSelf(argument.getType()));">,
    InterfaceMethod<[{
      The value that a block argument, or a result, of which `RegionBranchOpInterface`
      does not say where it comes from, always is; or null.
    }], "::mlir::Value", "getForwarded", (ins "::mlir::Value":$value), "", "return {};">
  ];
}

#endif // HALFTONE_PRECISION_RANGEINTERFACE_TD
