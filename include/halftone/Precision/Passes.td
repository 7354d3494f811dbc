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
    Option<"placement", "placement", "std::string", "\"\"", "promote or paint; empty: the policy's own">,
    Option<"target", "target", "std::string", "\"\"", "chip for compute=auto (sm_80, cpu, …); empty: the module's">,
    Option<"emulate", "emulate", "bool", "false", "allow a compute type that the target lacks">,
    Option<"annotate", "annotate", "bool", "false", "write each decision as an attribute, for reading">,
    Option<"reportFile", "report", "std::string", "\"\"", "write a JSON report here">,
  ];
  let statistics = [
    Statistic<"numCasts", "num-casts", "casts inserted">,
    Statistic<"numLow", "num-low", "ops put in low precision">,
    Statistic<"numF32", "num-f32", "ops kept in f32">,
  ];
  let dependentDialects = ["::halftone::train::TrainDialect"];
}

def VerifyPrecision : Pass<"verify-precision", "::mlir::ModuleOp"> {
  let summary = "verify a step's precision";
  let description = [{
    Structural rules are errors: the scale is put on once and taken off once on every
    path to an optimizer, clipping comes after, every update is gated. Numerical rules
    (masters, moments, averages, hyper-parameters, loss and seed f32; no cast inside an
    f32 island; weight copies current) are errors under `policy=halftone`, else
    warnings.
  }];
  let options = [
    Option<"policy", "policy", "std::string", "\"halftone\"", "whose step it is">,
    Option<"stateType", "state", "std::string", "\"f32\"", "the declared type of optimizer state">,
  ];
}

#endif // HALFTONE_PRECISION_PASSES_TD
