// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ahead-of-time code for the CPU: LLVM dialect to an object file, and object files to
// a shared library or a program. Every file appears whole or not at all.
#ifndef HALFTONE_PIPELINES_AOT_H
#define HALFTONE_PIPELINES_AOT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

#include <string>

namespace halftone::pipelines {

struct AotOptions {
  /// A CPU by LLVM's name, or "native": this machine's, with the features it has.
  std::string cpu = "native";
  /// LLVM's feature list, added to the CPU's: "+avx2,-fma".
  std::string features;
  int optLevel = 3;
  /// Contents of the symbol `halftone_manifest`; no symbol where empty.
  std::string manifestJson;
};

/// What the pipeline must know about a target.
struct CpuTarget {
  std::string cpu, features;
  int64_t vectorBits = 128;
  bool fma = false;
};

/// Resolves "native" and says how wide vectors are. Emits a diagnostic at `loc` and fails for
/// a CPU that LLVM doesn't know.
llvm::FailureOr<CpuTarget> resolveCpuTarget(mlir::Location loc, const AotOptions &options);

/// Object code of a module in the LLVM dialect.
llvm::LogicalResult emitObject(mlir::ModuleOp module, const AotOptions &options,
                               llvm::StringRef path);
/// Its LLVM IR after optimisation, as text.
llvm::LogicalResult emitLlvmIr(mlir::ModuleOp module, const AotOptions &options,
                               llvm::StringRef path);

/// Links objects and static libraries into a shared library that needs no other
/// file than the system's. The linker driver is $CC, or the first of clang-22, cc, clang, gcc.
llvm::LogicalResult linkShared(mlir::Location loc, llvm::ArrayRef<std::string> inputs,
                               llvm::StringRef path);
/// The same into a program; one of the inputs has `main`.
llvm::LogicalResult linkExecutable(mlir::Location loc, llvm::ArrayRef<std::string> inputs,
                                   llvm::StringRef path);

} // namespace halftone::pipelines

#endif // HALFTONE_PIPELINES_AOT_H
