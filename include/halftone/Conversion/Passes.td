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
    every rounding of the IR as an `arith` cast; contractions become `kernel.product`.
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
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect", "::halftone::kernel::KernelDialect"];
}

def ConvertLinalgToCpuLoops : Pass<"convert-linalg-to-cpu-loops"> {
  let summary = "lower linalg on buffers to vectorised loops";
  let description = [{
    Lowers `linalg` ops on static buffers to `scf` loops with explicit vectors.
    Neighbours with the same rows share the row loop, so that a softmax or a layer
    norm reads its row once from memory. Row loops with enough work are marked with
    `kernel.grain`, the number of iterations worth handing to another thread.

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

def ConvertCpuProducts : Pass<"convert-cpu-products", "::mlir::ModuleOp"> {
  let summary = "lower products on buffers to calls of the runtime";
  let description = [{
    Each `kernel.product` becomes one call of `halftone_product`. Dimensions that one
    stride cannot describe are copied together first.
  }];
  let statistics = [Statistic<"numPacked", "num-packed", "operands copied before a product">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def CpuOutlineParallel : Pass<"cpu-outline-parallel", "::mlir::ModuleOp"> {
  let summary = "make functions of parallel loops";
  let description = [{
    Each loop that is marked with `kernel.grain` becomes a function of a range of its
    iterations, which `halftone_parallel_for` calls.
  }];
  let statistics = [Statistic<"numOutlined", "num-outlined", "loops outlined">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect", "::mlir::func::FuncDialect"];
}

def CpuAddEntryPoints : Pass<"cpu-add-entry-points", "::mlir::ModuleOp"> {
  let summary = "add the C symbols of a step";
  let description = [{
    For each function `@f` with a `kernel.entry` attribute adds `halftone_f(void **buffers)`, which passes the
    buffers on, with the workspace, which it allocates at its first call.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // HALFTONE_CONVERSION_PASSES_TD
