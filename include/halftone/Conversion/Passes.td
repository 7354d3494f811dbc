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

def AddEntryPoints : Pass<"add-entry-points", "::mlir::ModuleOp"> {
  let summary = "add the C symbols of a step";
  let description = [{
    For each function `@f` with a `kernel.entry` attribute adds `halftone_f(void **buffers)`, which passes the
    buffers on, with the workspace, which it allocates at its first call: on the host, or
    on the GPU by `mgpuMemAlloc`.
  }];
  let options = [Option<"gpu", "gpu", "bool", "false", "buffers are on the GPU">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ConvertKernelsToGpu : Pass<"convert-kernels-to-gpu", "::mlir::ModuleOp"> {
  let summary = "make GPU kernels of launches and products on buffers";
  let description = [{
    Each `kernel.launch`, and each `kernel.product` outside of one, becomes a kernel in
    `gpu.module @kernels` and a `gpu.launch_func`. Buffers must be static. A kernel gets
    one pointer for each buffer that it touches; views and constants are made in it.

    How an op's points are spread over threads depends on its addresses: one thread for
    one or several neighbouring elements, a warp or a block for each sum along a row,
    slices of a block for sums along columns. Sums have a fixed order.

    ```mlir
    kernel.launch concurrent {
      linalg.generic ... ins(%x : memref<1024xf32>) outs(%y : memref<1024xf32>) { ... }
    }
    // becomes
    gpu.launch_func @kernels::@elementwise_0 blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<1024xf32>, %y : memref<1024xf32>)
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"", "the chip to make kernels for">,
  ];
  let statistics = [
    Statistic<"numKernels", "num-kernels", "kernels made">,
    Statistic<"numSerial", "num-serial", "reductions that one thread does for each result">,
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect", "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::math::MathDialect"];
}

def GpuShareStream : Pass<"gpu-share-stream", "::mlir::ModuleOp"> {
  let summary = "put all launches of a function on one stream";
  let description = [{
    Launches without a stream make one each and wait for it. Here each function takes
    one stream at its start, and none of its launches waits; whoever reads a result
    does. Launches on a stream run in order.

    ```mlir
    %stream = gpu.wait async
    %0 = gpu.launch_func async [%stream] @kernels::@elementwise_0 ...
    %1 = gpu.launch_func async [%stream] @kernels::@rows_1 ...
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def ImportRoles : Pass<"import-roles", "::mlir::ModuleOp"> {
  let summary = "give roles to the arguments of a model that a framework printed";
  let description = [{
    Makes a loss function of `@main` (or of the only public function), or a step where
    it returns updated parameters: names, roles and `train.updates` for arguments and
    results, `@loss` or `@step` for the function, and for a step an `@init`. A module
    whose functions have roles stays as it is.

    What says the role of an argument, the first that does:

    1. the options: a `roles` file, then regular expressions on whole names
       (`param`, `batch`, …; `arg3` matches as well);
    2. `train.*` attributes;
    3. the `.json` beside `model`: `mlp.json` for `mlp.loss.mlir`, or a `roles.json`
       that names the file;
    4. names: of JAX in locations (`params['layer0']['w']`) and `jax.result_info`;
    5. what it does: a result updates it (keys and types decide, then
       `tf.aliasing_output`); beside known parameters, inputs that share their first
       dimension are the batch.

    Where that leaves a choice, the error lists all arguments. A name is the path of
    the value, with slashes.

    ```mlir
    func.func @main(%w: tensor<4xf32> loc("params['w']"), %x: tensor<8x4xf32> loc("x"))
        -> (tensor<f32> {jax.result_info = "result"})
    // becomes
    func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "params/w"},
                    %x: tensor<8x4xf32> {train.role = #train.role<batch>, train.name = "x"})
        -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"})
    ```

    The `@init` of a step takes parameters, running statistics, state that a file calls
    `"init": "given"`, and scalar floats of the optimizer that only names are known of (a
    learning rate); the rest starts as zeros, keys as the seed. A key that no
    result updates is folded with the step count.

    `eval` names the file of another function of the same model, which becomes `@eval`:
    without dropout, by running statistics, with metrics of its own. Its arguments have
    names of the model's, in any order, and their roles; a batch may have another size.
  }];
  let options = [
    Option<"model", "model", "std::string", "\"\"", "the module's file, for the .json beside it">,
    Option<"roles", "roles", "std::string", "\"\"", "JSON file with roles and names, in place of the one beside the model">,
    Option<"param", "param", "std::string", "\"\"", "names of parameters, as a regular expression">,
    Option<"frozenParam", "frozen-param", "std::string", "\"\"", "names of parameters that are not trained">,
    Option<"optState", "opt-state", "std::string", "\"\"", "names of optimizer state">,
    Option<"modelState", "model-state", "std::string", "\"\"", "names of running statistics">,
    Option<"stepCount", "step-count", "std::string", "\"\"", "name of the number of steps taken">,
    Option<"ema", "ema", "std::string", "\"\"", "names of moving averages of parameters">,
    Option<"batch", "batch", "std::string", "\"\"", "names of inputs that come with each step">,
    Option<"key", "key", "std::string", "\"\"", "names of random keys">,
    Option<"hyperParam", "hyper-param", "std::string", "\"\"", "names of scalars that the caller sets">,
    Option<"loss", "loss", "std::string", "\"\"", "name of the result that is the loss">,
    Option<"noDecay", "no-decay", "std::string", "\"\"", "names of parameters that weight decay leaves alone">,
    Option<"eval", "eval", "std::string", "\"\"", "file of the function that evaluates, in place of the loss itself">,
  ];
  let statistics = [Statistic<"numArguments", "num-arguments", "arguments that got roles">];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

def ImportEval : Pass<"import-eval", "::mlir::ModuleOp"> {
  let summary = "evaluate a step that came whole";
  let description = [{
    Adds the `@eval` of a `@step` that has none: what the step's loss is computed from,
    and the metrics that need no other products and loops than the loss does. Nothing is
    updated, and state that only an update reads is no argument. Calls must be inlined
    before.

    ```mlir
    func.func @step(%w, %velocity, %x) -> (%w', %velocity', %loss, %accuracy, %grad_norm)
    // adds
    func.func @eval(%w, %x) -> (%loss, %accuracy)
    ```
  }];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

def GpuExactMath : Pass<"gpu-exact-math"> {
  let summary = "take exact functions from the instruction set, not from a library";
  let description = [{
    Square roots, fused multiply-adds, absolute values and roundings to integers become
    calls of LLVM's intrinsics, each one correctly rounded instruction on a GPU.
    `convert-gpu-to-nvvm` would call libdevice, whose `__nv_sqrtf` is approximate.
    Before it, and after `expand-numerics`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect"];
}

#endif // HALFTONE_CONVERSION_PASSES_TD
