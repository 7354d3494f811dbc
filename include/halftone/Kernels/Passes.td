// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels of every device need: fusion, destinations, buffers, numerics.
#ifndef HALFTONE_KERNELS_PASSES_TD
#define HALFTONE_KERNELS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FoldProducts : Pass<"fold-products"> {
  let summary = "fold what surrounds a product into it";
  let description = [{
    Moves the neighbours of `kernel.product` that it can do itself into it: widening
    casts, transposes and broadcasts of its operands, a bias that is added to its
    result, a rounding of the result and a transpose of it.
  }];
  let statistics = [Statistic<"numFolded", "num-folded", "ops folded into products">];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::halftone::kernel::KernelDialect"];
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

def AddDestinations : Pass<"add-destinations", "::mlir::ModuleOp"> {
  let summary = "give each public function a buffer to write each result to";
  let description = [{
    A result with `train.updates` is written to the buffer of the argument that it
    replaces; every other result gets an argument of its own at the end, in order.
    Says so with `bufferization.materialize_in_destination` and
    `bufferization.writable`, so that bufferisation computes in place. Functions
    stay as they are outside; `drop-results` takes the results away.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect", "::mlir::tensor::TensorDialect"];
}

def DropResults : Pass<"drop-results", "::mlir::ModuleOp"> {
  let summary = "after bufferisation, drop results that are in their destination";
  let description = [{
    Removes the results of functions that `add-destinations` prepared, with a copy
    where bufferisation did not compute a result in its destination.
  }];
  let statistics = [Statistic<"numCopies", "num-copies", "results copied to their destination">];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def DropBarriers : Pass<"drop-barriers"> {
  let summary = "take `kernel.barrier` away once ops on buffers have their order";
  let description = [{
    Erases barriers on buffers, whose work is done when nothing is reordered any more.
  }];
  let statistics = [Statistic<"numDropped", "num-dropped", "barriers erased">];
}

def ExpandNumerics : Pass<"expand-numerics"> {
  let summary = "expand casts and elementary functions that the CPU lacks";
  let description = [{
    Casts to and from bf16 and f8, casts from f64 and from wide integers that would
    be rounded twice, and exp, log, tanh, erf, … on f32, all as `arith` that works on
    scalars and vectors alike and gives the same bits on both. docs/Numerics.md has
    the bounds.
  }];
  let options = [
    Option<"fma", "fma", "bool", "true", "use fused multiply-adds in polynomials; false for a target without them">,
    Option<"expandDouble", "expand-double", "bool", "false", "also exp, log and pow on f64, which needs fused multiply-adds">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def PlanWorkspace : Pass<"plan-workspace", "::mlir::ModuleOp"> {
  let summary = "place every temporary buffer in one workspace";
  let description = [{
    Replaces each allocation of a function by a part of one buffer, a new last
    argument, such that buffers which live at the same time don't overlap. The size
    is the attribute `kernel.workspace` of the function. A step allocates nothing.
  }];
  let statistics = [
    Statistic<"workspaceBytes", "workspace-bytes", "bytes of workspace">,
    Statistic<"allocatedBytes", "allocated-bytes", "bytes without sharing">,
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect"];
}

def ScheduleLaunches : Pass<"schedule-launches", "::mlir::ModuleOp"> {
  let summary = "group ops on buffers into kernel launches";
  let description = [{
    Reorders the ops of each function, within what they depend on, and puts those
    that a GPU starts together into one `kernel.launch`: row-wise ops that continue
    each other, independent ops, chains of tiny ops. A `kernel.product` is a launch of
    its own; a loop that holds products stays on the host. A scalar that is loaded
    between kernels gets a buffer and moves into the launches that use it, so that
    the host never waits; where it would have to, that is an error.

    ```mlir
    memref.copy %zero, %sum : memref<64xf32> to memref<64xf32>
    linalg.generic ... ins(%x : memref<64x128xf32>) outs(%sum : memref<64xf32>) ...
    // becomes
    kernel.launch rows 64 {
      linalg.generic ...
      linalg.generic ...
    }
    ```
  }];
  let statistics = [Statistic<"numLaunches", "num-launches", "kernel launches of all functions">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::arith::ArithDialect", "::halftone::kernel::KernelDialect"];
}

def SplitWholeSums : Pass<"split-whole-sums"> {
  let summary = "sum whole arrays in two stages";
  let description = [{
    A reduction of a large array to one value, as a gradient's norm is made of, becomes
    one partial result for each index of its outermost loop, and a reduction of those.
    On a GPU many blocks of threads share the first. The order of a sum changes, and
    is as fixed as before.
  }];
  let statistics = [Statistic<"numSplit", "num-split", "reductions split">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
}

#endif // HALFTONE_KERNELS_PASSES_TD
