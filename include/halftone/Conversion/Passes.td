// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowerings out of `train`.
#ifndef HALFTONE_CONVERSION_PASSES_TD
#define HALFTONE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTrainToLinalg : Pass<"convert-train-to-linalg", "::mlir::ModuleOp"> {
  let summary = "lower core train ops to linalg on tensors";
  let description = [{
    Lowers core ops to `linalg`, `tensor`, `arith`, `math` and `scf` on tensors, with
    every rounding of the IR as an `arith` cast; contractions become `cpu.product`.
    Composites are decomposed first (`train-decompose`). Unsigned integers lose
    their sign and `i1` is kept in memory as `i8`.

    ```mlir
    %0 = train.add %a, %b : tensor<4xbf16>
    // becomes
    %0 = linalg.generic ... ins(%a, %b) outs(%empty) {
      %x = arith.extf %in0 : bf16 to f32
      %y = arith.extf %in1 : bf16 to f32
      %z = arith.addf %x, %y : f32
      %r = arith.truncf %z : f32 to bf16
      linalg.yield %r : bf16
    }
    ```
  }];
  let statistics = [Statistic<"numLowered", "num-lowered", "train ops lowered">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect", "::halftone::cpu::CpuDialect"];
}

def CpuFoldProducts : Pass<"cpu-fold-products"> {
  let summary = "fold what surrounds a product into it";
  let description = [{
    Moves the neighbours of `cpu.product` that it can do itself into it: widening
    casts, transposes and broadcasts of its operands, a bias that is added to its
    result, a rounding of the result and a transpose of it.
  }];
  let statistics = [Statistic<"numFolded", "num-folded", "ops folded into products">];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::halftone::cpu::CpuDialect"];
}

def LinalgFuseElementwise : Pass<"linalg-fuse-elementwise"> {
  let summary = "fuse elementwise ops into the loops of their users";
  let description = [{
    Fuses `linalg.generic` producers into their users, so that no cast, broadcast
    or transpose is a loop of its own where a neighbour is one:

    - a producer with one user goes into it, also into a reduction;
    - a cheap producer (casts, broadcasts, a few operations on one array) goes into
      every user;
    - any other producer with many users is merged with a user of the same
      iteration space, which then has a result for each.
  }];
  let statistics = [Statistic<"numFused", "num-fused", "producers fused">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::affine::AffineDialect"];
}

def CpuAddDestinations : Pass<"cpu-add-destinations", "::mlir::ModuleOp"> {
  let summary = "give each public function a buffer to write each result to";
  let description = [{
    A result with `train.updates` is written to the buffer of the argument that it
    replaces; every other result gets an argument of its own at the end, in order.
    Says so with `bufferization.materialize_in_destination` and
    `bufferization.writable`, so that bufferisation computes in place. Functions
    stay as they are outside; `cpu-drop-results` takes the results away.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect", "::mlir::tensor::TensorDialect"];
}

def CpuDropResults : Pass<"cpu-drop-results", "::mlir::ModuleOp"> {
  let summary = "after bufferisation, drop results that are in their destination";
  let description = [{
    Removes the results of functions that `cpu-add-destinations` prepared, with a copy
    where bufferisation did not compute a result in its destination.
  }];
  let statistics = [Statistic<"numCopies", "num-copies", "results copied to their destination">];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def ConvertLinalgToCpuLoops : Pass<"convert-linalg-to-cpu-loops"> {
  let summary = "lower linalg on buffers to vectorised loops";
  let description = [{
    Lowers `linalg` ops on static buffers to `scf` loops with explicit vectors.
    Neighbours with the same rows share the row loop, so that a softmax or a layer
    norm reads its row once from memory. Row loops with enough work are marked with
    `cpu.grain`, the number of iterations worth handing to another thread.

    Sums of a row are kept in a fixed number of lanes, which are added as a tree:
    the result depends on `vector-bits`, and on nothing else.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", "256", "width of a vector register">,
    Option<"parallel", "parallel", "bool", "true", "mark loops that are worth several threads">,
  ];
  let statistics = [
    Statistic<"numLoopNests", "num-loop-nests", "row loops emitted">,
    Statistic<"numFusedRows", "num-fused-rows", "ops that share the row loop of another">,
    Statistic<"numScalar", "num-scalar", "ops lowered without vectors">,
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::math::MathDialect"];
}

def CpuExpandNumerics : Pass<"cpu-expand-numerics"> {
  let summary = "expand casts and elementary functions that the CPU lacks";
  let description = [{
    Casts to and from bf16 and f8, casts from f64 and from wide integers that would
    be rounded twice, and exp, log, tanh, erf, … on f32, all as `arith` that works on
    scalars and vectors alike and gives the same bits on both. docs/Numerics.md has
    the bounds.
  }];
  let options = [Option<"fma", "fma", "bool", "true", "use fused multiply-adds in polynomials; false for a target without them">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def ConvertCpuProducts : Pass<"convert-cpu-products", "::mlir::ModuleOp"> {
  let summary = "lower products on buffers to calls of the runtime";
  let description = [{
    Each `cpu.product` becomes one call of `halftone_product`. Dimensions that one
    stride cannot describe are copied together first.
  }];
  let statistics = [Statistic<"numPacked", "num-packed", "operands copied before a product">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def CpuPlanWorkspace : Pass<"cpu-plan-workspace", "::mlir::ModuleOp"> {
  let summary = "place every temporary buffer in one workspace";
  let description = [{
    Replaces each allocation of a function by a part of one buffer, a new last
    argument, such that buffers which live at the same time don't overlap. The size
    is the attribute `cpu.workspace` of the function. A step allocates nothing.
  }];
  let statistics = [
    Statistic<"workspaceBytes", "workspace-bytes", "bytes of workspace">,
    Statistic<"allocatedBytes", "allocated-bytes", "bytes without sharing">,
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect"];
}

def CpuOutlineParallel : Pass<"cpu-outline-parallel", "::mlir::ModuleOp"> {
  let summary = "make functions of parallel loops";
  let description = [{
    Each loop that is marked with `cpu.grain` becomes a function of a range of its
    iterations, which `halftone_parallel_for` calls.
  }];
  let statistics = [Statistic<"numOutlined", "num-outlined", "loops outlined">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect", "::mlir::func::FuncDialect"];
}

def CpuAddEntryPoints : Pass<"cpu-add-entry-points", "::mlir::ModuleOp"> {
  let summary = "add the C symbols of a step";
  let description = [{
    For each function `@f` with a `cpu.entry` attribute adds `halftone_f(void **buffers)`, which passes the
    buffers on, with the workspace, which it allocates at its first call.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // HALFTONE_CONVERSION_PASSES_TD
