// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `kernel` dialect: what kernels can do that `linalg` cannot say. A
// matrix product with bias, rounding and transposed operands, on tensors and on
// buffers; a call of the runtime on the CPU, a Tensor Core kernel on a GPU. And a region for
// what a GPU launches as one kernel.
#ifndef HALFTONE_KERNELS_KERNELOPS_TD
#define HALFTONE_KERNELS_KERNELOPS_TD

include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::halftone::kernel";
  let summary = "What kernels can do that `linalg` cannot say.";
}

def Kernel_ProductOp : Op<Kernel_Dialect, "product", [
    DeclareOpInterfaceMethods<DestinationStyleOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, ["bufferizesToMemoryRead",
      "bufferizesToMemoryWrite", "getAliasingValues", "bufferize"]>]> {
  let summary = "sum of products over some dimensions, plus a bias, rounded once";
  let description = [{
    For each point of the iteration space of `dest`:

        dest[...] = round(bias[...] + sum over the other dimensions of lhs[...] * rhs[...])

    `indexing_maps` has a projected permutation for lhs, rhs, bias where there is
    one, and dest, as in `linalg.generic`; so a transposed or broadcast operand is
    a map and not a copy. Operands widen exactly to `acc`; products and sums are of
    that type, in any order; the bias is added in it; the result is rounded once to
    dest's element type. dest is written and never read.

    Constraints: (C1) maps are projected permutations of one iteration space, one
    for each operand, of the operand's rank; (C2) extents agree; (C3) a dimension of
    dest is in lhs or rhs, any other in both; those of the bias are in rhs and dest
    only.

    ```mlir
    %c = kernel.product %a, %b into %d acc f32 {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
        affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]} :
        (tensor<4x8xbf16>, tensor<8x16xbf16>, tensor<4x16xf32>) -> tensor<4x16xf32>
    ```
  }];
  let arguments = (ins AnyShaped:$lhs, AnyShaped:$rhs, Optional<AnyShaped>:$bias, AnyShaped:$dest,
      AffineMapArrayAttr:$indexing_maps, TypeAttr:$acc, UnitAttr:$tf32);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $lhs `,` $rhs (`bias` $bias^)? `into` $dest `acc` $acc (`tf32` $tf32^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::AffineMap getLhsMap() { return getIndexingMap(0); }
    ::mlir::AffineMap getRhsMap() { return getIndexingMap(1); }
    ::mlir::AffineMap getBiasMap() { return getBias() ? getIndexingMap(2) : ::mlir::AffineMap(); }
    ::mlir::AffineMap getDestMap() { return getIndexingMap(getIndexingMaps().size() - 1); }
    ::mlir::AffineMap getIndexingMap(unsigned i) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getIndexingMaps()[i]).getValue();
    }
    /// The size of each dimension of the iteration space.
    ::llvm::SmallVector<int64_t> getExtents();
  }];
}

def Kernel_BarrierOp : Op<Kernel_Dialect, "barrier", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, ["bufferizesToMemoryRead",
      "bufferizesToMemoryWrite", "getAliasingValues", "bufferize"]>]> {
  let summary = "a wall for recomputation";
  let description = [{
    What `train.optimization_barrier` becomes. Among tensors it yields its operands, and
    nothing is shared or fused across it, so what is computed again behind it stays. On
    buffers it has no results and counts as a write of its operands: what reads them
    behind it is not scheduled before all of them are there. `drop-barriers` takes it
    away; it costs nothing.

    ```mlir
    %1 = kernel.barrier %0 : tensor<4xf32>
    kernel.barrier %a, %b : memref<4xf32>, memref<8xbf16>
    ```
  }];
  let arguments = (ins Variadic<AnyShaped>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let assemblyFormat = "$inputs attr-dict `:` type($inputs)";
}

def Kernel_LaunchOp : Op<Kernel_Dialect, "launch", [NoRegionArguments, NoTerminator, SingleBlock, RecursiveMemoryEffects]> {
  let summary = "ops on buffers that are one kernel launch";
  let description = [{
    What a device starts as one kernel. `kind` says how the ops of the body share
    the threads:

      - `concurrent`: the ops are independent of each other, and each has blocks of
        threads of its own;
      - `rows`: each op is a loop whose outermost `rows` iterations are independent of
        each other, and iteration i of one reads of the others only what their
        iteration i wrote; a block of threads does iteration i of all of them;
      - `block`: one block of threads does the ops one after another. Only here may
        the body hold loops, branches and scalar loads and stores.

    Scalars and buffers of the surroundings may be used. An op in the body sees what
    the ops before it wrote, but for `concurrent`.

    Constraints: (C1) `rows` is given for that kind only, and positive; (C2) but for
    `block`, the body holds `linalg.generic` and ops without memory effects only.

    ```mlir
    kernel.launch rows 64 {
      linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
          iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x128xf32>) outs(%s : memref<64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.addf %out, %in : f32
        linalg.yield %0 : f32
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$kind, OptionalAttr<I64Attr>:$rows);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // HALFTONE_KERNELS_KERNELOPS_TD
