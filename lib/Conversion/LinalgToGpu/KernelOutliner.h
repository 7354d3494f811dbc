// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes kernels: a `gpu.func` whose arguments are what its body asks for, and the
// `gpu.launch_func` in place of the op that it comes from.
//
//   OutlinedKernel kernel(outliner, op, "product", /*threads=*/128);
//   ImplicitLocOpBuilder &b = kernel.builder();
//   Value buffer = kernel.capture(op.getLhs());  // within the kernel
//   ... emit at b ...
//   return kernel.launch({blocksX, blocksY, 1}); // erases op
//
// A captured memref is what the views between it and its buffer say, made anew in
// the kernel; the buffer is one argument, and a pointer once lowered, so it must be
// static and contiguous. Constants, and what is computed of constants only, are
// made anew; other scalars are arguments. Globals are copied into the GPU module.
#ifndef HALFTONE_LIB_CONVERSION_LINALGTOGPU_KERNELOUTLINER_H
#define HALFTONE_LIB_CONVERSION_LINALGTOGPU_KERNELOUTLINER_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <string>

namespace halftone::cuda {

/// What kernels are made for.
struct GpuTarget {
  std::string chip; ///< such as "sm_80", "sm_90a"
  int version = 80; ///< 80, 90, 120

  static mlir::FailureOr<GpuTarget> parse(llvm::StringRef chip);
};

/// The module of kernels, which is made with the first of them.
class KernelOutliner {
public:
  explicit KernelOutliner(mlir::ModuleOp host) : host(host), symbols(host) {}

  mlir::ModuleOp hostModule() { return host; }
  mlir::gpu::GPUModuleOp kernels();
  /// `family`, the name that `loc` gives if it does, and a number: "rows_norm_3".
  std::string nextName(llvm::StringRef family, mlir::Location loc);
  /// The copy of a host global in the module of kernels, or null if there is no such
  /// global.
  mlir::memref::GlobalOp global(llvm::StringRef name);
  int64_t count() const { return numKernels; }

private:
  mlir::ModuleOp host;
  mlir::SymbolTable symbols;
  mlir::gpu::GPUModuleOp module;
  int64_t numKernels = 0;
};

/// One kernel in the making, for the host op `origin`.
class OutlinedKernel {
public:
  /// `threads` of each block, in one dimension. The family starts the kernel's name.
  OutlinedKernel(KernelOutliner &outliner, mlir::Operation *origin, llvm::StringRef family,
                 int64_t threads);
  /// Takes the kernel back, unless it was launched.
  ~OutlinedKernel();
  OutlinedKernel(const OutlinedKernel &) = delete;

  mlir::ImplicitLocOpBuilder &builder() { return b; }
  mlir::gpu::GPUFuncOp function() { return func; }
  int64_t threads() const { return blockSize; }
  /// The thread's number in its block, and the block's; of type `index`.
  mlir::Value threadId() { return thread; }
  mlir::Value blockId(mlir::gpu::Dimension dimension = mlir::gpu::Dimension::x);

  /// What stands in the kernel for a value of the host. Null, with an error, where
  /// that cannot be.
  mlir::Value capture(mlir::Value value);
  /// Static shared memory of a block.
  mlir::Value shared(mlir::MemRefType type);

  /// How many bytes of dynamic shared memory a block gets.
  void setDynamicShared(int64_t bytes) { dynamicShared = bytes; }

  /// Ends the kernel, and replaces the origin by its launch. With a dimension of
  /// zero blocks there is nothing to do: the kernel goes.
  mlir::LogicalResult launch(llvm::ArrayRef<int64_t> blocks);

private:
  mlir::Value addArgument(mlir::Value value);
  mlir::Value captureGlobal(mlir::memref::GetGlobalOp op);

  KernelOutliner &outliner;
  mlir::Operation *origin;
  mlir::gpu::GPUFuncOp func;
  mlir::ImplicitLocOpBuilder b;
  /// Captured values are made ahead of it.
  mlir::Value thread;
  mlir::IRMapping captured;
  llvm::SmallVector<mlir::Value> arguments; ///< of the launch
  int64_t blockSize, dynamicShared = 0;
};

} // namespace halftone::cuda

#endif // HALFTONE_LIB_CONVERSION_LINALGTOGPU_KERNELOUTLINER_H
