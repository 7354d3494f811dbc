// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO into `train`: for the tools, as the dialect that it starts from.
#ifndef HALFTONE_CONVERSION_STABLEHLOTOTRAIN_PASSES_TD
#define HALFTONE_CONVERSION_STABLEHLOTOTRAIN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertStablehloToTrain : Pass<"convert-stablehlo-to-train", "::mlir::ModuleOp"> {
  let summary = "convert StableHLO and CHLO to core train ops";
  let description = [{
    Each op becomes core `train` ops of the same meaning: most have a namesake, the rest
    is written out. Types of values, functions, calls and locations stay as they are, and
    so do attributes of functions. `arith`, `math` and `tensor` ops on tensors, as
    torch-mlir leaves them in between, are converted too.

    Regions become kinds: a `reduce` whose body adds is `reduce add`; a pair of maximum
    and index is `arg_reduce`; a comparator is a direction and a number of keys. A body of
    no known kind is lifted from scalars to tensors, in a loop. A `while` that counts by a
    constant between constants is `for`.

    Products of f32 stay IEEE f32, whatever their `precision_config`, unless `tf32` is
    given, or the op's `algorithm` asks for another type of operands.

    What has no counterpart is refused, by the op's name, at its location. Nothing that
    depends on a dynamic shape is accepted.

    ```mlir
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    // becomes
    %0 = train.reduce add %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
    ```
  }];
  let options = [
    Option<"tf32", "tf32", "bool", "false",
           "let f32 products of precision DEFAULT round their operands to TF32">,
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted", "ops converted">,
    Statistic<"numLoops", "num-loops", "while ops whose trip count was found">,
    Statistic<"numLifted", "num-lifted", "bodies of no known kind">,
  ];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

def ImportCheckpoints : Pass<"import-checkpoints", "::mlir::ModuleOp"> {
  let summary = "find `jax.checkpoint` in the names of locations";
  let description = [{
    Wraps what JAX exported under the name `checkpoint` in `train.checkpoint`, so that
    Halftone's gradient computes it again as JAX's would have: neighbours whose
    locations have the same name up to there, checkpoints within checkpoints, and calls
    of functions `checkpoint` or `remat`. The locations must be there
    (`as_text(debug_info=True)`). What `policy=` said is not in the export. Functions
    that JAX differentiated are left alone.

    ```mlir
    %0 = train.tanh %x : tensor<4xf32> loc("jit(loss)/checkpoint/tanh")
    // becomes
    %0 = train.checkpoint : tensor<4xf32> {
      %1 = train.tanh %x : tensor<4xf32> loc("jit(loss)/checkpoint/tanh")
      train.yield %1 : tensor<4xf32>
    }
    ```
  }];
  let statistics = [Statistic<"numCheckpoints", "num-checkpoints", "regions made">];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

#endif // HALFTONE_CONVERSION_STABLEHLOTOTRAIN_PASSES_TD
