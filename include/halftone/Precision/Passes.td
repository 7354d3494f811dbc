// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that decide and verify precision.
#ifndef HALFTONE_PRECISION_PASSES_TD
#define HALFTONE_PRECISION_PASSES_TD

include "mlir/Pass/PassBase.td"

def Autocast : Pass<"autocast", "::mlir::ModuleOp"> {
  let summary = "decide the precision of every value and insert the casts";
  let description = [{
    Labels each op and tie group by policy, places casts, and rewrites: one narrowing
    cast for each value and type. A second run changes nothing.
  }];
  let options = [
    Option<"compute", "compute", "std::string", "\"bf16\"", "bf16, f16, tf32, f32, or auto (by target)">,
    Option<"policy", "policy", "std::string", "\"halftone\"", "halftone, torch or grappler">,
    Option<"policyFile", "policy-file", "std::string", "\"\"", "JSON file with rules that go before the table's">,
    Option<"placement", "placement", "std::string", "\"\"", "min-cut, promote or paint; empty: the policy's own">,
    Option<"narrow", "narrow", "std::string", "\"\"",
           "values: what lies between f32 values stays f32; bytes: it may be low where that moves fewer bytes; empty: the policy's own">,
    Option<"prices", "prices", "std::string", "\"traffic\"",
           "what min-cut counts: traffic (casts, and what f32 stores and keeps more) or kernels (casts alone, each made once)">,
    Option<"calibration", "calibration", "std::string", "\"\"", "measured ranges, as `halftone-run --record-ranges` writes them">,
    Option<"target", "target", "std::string", "\"\"", "chip for compute=auto (sm_80, cpu, …); empty: the module's">,
    Option<"emulate", "emulate", "bool", "false", "allow a compute type that the target lacks">,
    Option<"annotate", "annotate", "bool", "false", "write each decision as an attribute, for reading">,
    Option<"reportFile", "report", "std::string", "\"\"", "write a JSON report here">,
    Option<"htmlFile", "html-report", "std::string", "\"\"", "write a report to look at here">,
    Option<"explain", "explain", "std::string", "\"\"",
           "print why the ops and tensors of this name (a part of a location) got their precision">,
  ];
  let statistics = [
    Statistic<"numCasts", "num-casts", "casts inserted">,
    Statistic<"numLow", "num-low", "ops put in low precision">,
    Statistic<"numF32", "num-f32", "ops kept in f32">,
  ];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::arith::ArithDialect"];
}

def PrintIslands : Pass<"print-islands", "::mlir::ModuleOp"> {
  let summary = "print the f32 islands that a policy's labels give";
  let description = [{
    For each function, the islands in the order of their first ops: how many ops, around
    which sensitive ones. Before any placement, and without ranges.
  }];
  let options = [
    Option<"compute", "compute", "std::string", "\"bf16\"", "bf16 or f16">,
    Option<"policy", "policy", "std::string", "\"halftone\"", "halftone, torch or grappler">,
    Option<"policyFile", "policy-file", "std::string", "\"\"", "JSON file with rules that go before the table's">,
    Option<"ops", "ops", "bool", "false", "print the ops: those that were sensitive or f32 before with *, the others with +">,
  ];
}

def PrintPolicy : Pass<"print-policy", "::mlir::ModuleOp"> {
  let summary = "print the policy that holds, or what it says of each op";
  let description = [{
    Prints a policy as JSON that reads back (as a `policy-file`) as the same policy: the
    table and the file's rules in one, rules that never decide left out. `effective` has
    for each op the label of the op, its tie groups and its accumulator, for f16 and for
    bf16, with the rule that gives it.

    With `ops=module`: the labels of each op of the module, facts and regions included,
    before any placement.
  }];
  let options = [
    Option<"policy", "policy", "std::string", "\"halftone\"", "halftone, torch or grappler">,
    Option<"policyFile", "policy-file", "std::string", "\"\"", "JSON file with rules that go before the table's">,
    Option<"ops", "ops", "std::string", "\"registered\"", "registered, or module">,
    Option<"printSchema", "schema", "bool", "false", "print the schema of policy files instead">,
    Option<"output", "output", "std::string", "\"\"", "the file to write; empty: standard output">,
  ];
  let dependentDialects = ["::halftone::train::TrainDialect"];
}

def VerifyPrecision : Pass<"verify-precision", "::mlir::ModuleOp"> {
  let summary = "verify a step's precision";
  let description = [{
    Proves the rules of docs/VerifyPrecision.md, each by its number, and shows the ops
    from the source of an offence to where it counts. Structural rules are errors: the
    scale is put on once and taken off once on every path to an optimizer, clipping comes
    after, every update is gated by a check of every gradient. Numerical rules (masters,
    moments, averages, hyper-parameters, loss, seed and gradients f32; no cast inside an
    f32 island; weight copies current) are errors under `policy=halftone`, else warnings.
    Casts that only cost time are warnings, under `policy=halftone`.
  }];
  let options = [
    Option<"policy", "policy", "std::string", "\"halftone\"", "whose step it is">,
    Option<"stateType", "state", "std::string", "\"f32\"", "the declared type of optimizer state">,
    Option<"tf32", "tf32", "bool", "true", "TF32 products were asked for; if not, only the model's own may be">,
    Option<"lowAcc", "low-acc", "bool", "true", "accumulators below f32 were asked for; if not, only the model's own may be">,
  ];
}

def LintPrecision : Pass<"lint-precision", "::mlir::ModuleOp"> {
  let summary = "warn of what is correct and likely to go wrong";
  let description = [{
    Warnings with a name and a fix: epsilons that are 0 in f16, 16-bit optimizers and
    weights that no longer move, f16 without loss scaling, probabilities fed to a
    logarithm, 16-bit sums over devices, loss scales that collapse. docs/VerifyPrecision.md
    lists them.
  }];
  let options = [
    ListOption<"off", "off", "std::string", "names of the warnings to leave out; `all` for every one">,
  ];
}

def TrainFp8 : Pass<"train-fp8", "::mlir::ModuleOp"> {
  let summary = "run products of a step in fp8, with scales as state";
  let description = [{
    After autocast and differentiation, in `@step`: products of two tensors become
    products of fp8 tensors, each with a scale of its own; all else stays as it is.

    ```mlir
    %y = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
    // becomes
    %x8 = train.cast %xs saturate : tensor<4x8xf32> to tensor<4x8xf8E4M3FN>   // x in f32, times its scale
    %w8 = train.cast %ws saturate : tensor<8x16xf32> to tensor<8x16xf8E4M3FN>
    %p = train.dot_general %x8, %w8, contract = [1] x [0] : (tensor<4x8xf8E4M3FN>, tensor<8x16xf8E4M3FN>) -> tensor<4x16xf32>
    %u = train.multiply %p, %inverse : tensor<4x16xf32>                       // 1/(scale of x · scale of w)
    %y = train.cast %u : tensor<4x16xf32> to tensor<4x16xbf16>
    ```

    **Which.** With `products=linear` the products that have low operands and no batching
    dimensions, so not attention's, and not the last before the loss with its gradients
    unless `last` is set; convolutions and others where a policy file says `fp8` of their
    products. With `products=marked` those alone. A rule with other products takes one out.

    **Formats.** E4M3, and for gradients of activations E5M2 (`format=hybrid`).

    **Scales.** The format's largest value over amax, times 2^-`margin`, down to a power of
    two; 1 where amax is 0. `recipe=delayed`: amax is the largest of the last `history`
    steps, state of role `amax_history`; a step in which a tensor's amax is not finite
    leaves its row as it is, and a step that loss scaling skips is entered as any other.
    `recipe=current`: the amax of this tensor in this step; no state.

    A finite value above the largest becomes the largest; infinity becomes NaN. Products
    that are in fp8 already stay: a second run changes nothing.
  }];
  let options = [
    Option<"products", "products", "std::string", "\"linear\"", "linear, or marked: only those that the policy file names">,
    Option<"policy", "policy", "std::string", "\"halftone\"", "halftone, torch or grappler">,
    Option<"policyFile", "policy-file", "std::string", "\"\"", "JSON file whose rules say `products`">,
    Option<"last", "last", "bool", "false", "the last product before the loss as well">,
    Option<"recipe", "recipe", "std::string", "\"delayed\"", "delayed: scales by the amax of the last steps; current: by the tensor's own">,
    Option<"history", "history", "int64_t", "16", "delayed: steps of the amax history">,
    Option<"margin", "margin", "int64_t", "0", "powers of two between amax and the format's largest value">,
    Option<"format", "format", "std::string", "\"hybrid\"", "hybrid: E4M3, gradients E5M2; or e4m3 for all">,
    Option<"anyScale", "any-scale", "bool", "false", "scales that are no powers of two">,
    Option<"target", "target", "std::string", "\"\"", "chip that the step is for (sm_90a, cpu, …); empty: the module's">,
    Option<"emulate", "emulate", "bool", "false", "also where the chip has no fp8">,
  ];
  let statistics = [Statistic<"numProducts", "num-products", "products in fp8">];
  let dependentDialects = ["::halftone::train::TrainDialect"];
}

def PrintRanges : Pass<"print-ranges", "::mlir::ModuleOp"> {
  let summary = "print between which numbers each value lies, for tests";
  let description = [{
    For each argument of a region and each result of an op, in order, a line with its op
    and its range, as `autocast` sees it:

    ```
    train.logistic #0: [0, 1] nan
    ```
  }];
  let options = [
    Option<"calibration", "calibration", "std::string", "\"\"", "measured ranges, printed beside what is proved">,
  ];
}

#endif // HALFTONE_PRECISION_PASSES_TD
