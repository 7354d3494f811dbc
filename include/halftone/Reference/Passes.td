// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that run the reference evaluator.
#ifndef HALFTONE_REFERENCE_PASSES_TD
#define HALFTONE_REFERENCE_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckPrecision : Pass<"check-precision", "::mlir::ModuleOp"> {
  let summary = "compare values as they are computed with their f64 values, within ulps";
  let description = [{
    Runs each function that asks for a check twice in the reference evaluator: as it is,
    and a copy in which every float is f64. A value with `check.ulps` must be within so
    many units in the last place of its f64 value, in the value's own type:

    ```mlir
    func.func @softmax(%x: tensor<4x64xf32> {check.normal = [0.0, 8.0]})
        -> (tensor<4x64xbf16> {check.ulps = 4.0}) {
      %low = train.cast %x : tensor<4x64xf32> to tensor<4x64xbf16>
      %wide = train.cast %low : tensor<4x64xbf16> to tensor<4x64xf32>
      %y = train.softmax %wide, dim = 1 : tensor<4x64xf32> -> tensor<4x64xbf16>
      return %y : tensor<4x64xbf16>
    }
    ```

    On an argument: `check.values` (an elements attribute), `check.uniform = [low, high]`
    or `check.normal = [mean, deviation]`; without any, uniform in [-1, 1], and 0 for
    integers. On a result of a function, or on an op for all its results: `check.ulps`,
    and with it `check.in` (a type, to count in its ulps) and `check.within` (a distance
    that passes whatever its ulps). An error says value, element, expected, got, ulps and
    bound. docs/PrecisionTests.md is the guide.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "0", "of the random inputs">,
    Option<"runs", "runs", "unsigned", "1", "how many random inputs to try">,
  ];
  let statistics = [
    Statistic<"numChecked", "num-checked", "values compared">,
  ];
}

#endif // HALFTONE_REFERENCE_PASSES_TD
