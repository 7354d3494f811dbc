// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A built step where it is linked: a shared library, or this very program. What the
// devices for the CPU and for GPUs have in common.
#ifndef HALFTONE_LIB_RUNTIME_STEPLIBRARY_H
#define HALFTONE_LIB_RUNTIME_STEPLIBRARY_H

#include "halftone/Runtime/Device.h"
#include "halftone/Runtime/Manifest.h"
#include "halftone/Support/Result.h"

#include <memory>
#include <string>

namespace halftone::runtime {

class StepLibrary {
public:
  /// Loads the file and reads its manifest.
  static Result<StepLibrary> open(const std::string &path);
  static Result<StepLibrary> ofProgram();

  const Manifest &manifest() const { return description; }
  /// For messages: "'step.so'" or "this program".
  const std::string &name() const { return label; }
  bool isForGpu() const;

  /// A symbol's address, or null.
  void *find(const std::string &symbol) const;
  /// Calls a step's function on the memory that `memoryOf` gives for each buffer.
  Status call(const FunctionInfo &function, const std::vector<Buffer *> &args,
              const std::vector<Buffer *> &outs, void *(*memoryOf)(Buffer &)) const;

private:
  StepLibrary(std::string label, void *handle);
  /// The C function of a step's function.
  Result<void (*)(void **)> entry(const FunctionInfo &function) const;
  Status readManifest();

  std::string label;
  std::shared_ptr<void> handle; ///< closed at the end; null: this program
  Manifest description;
};

/// Bytes of an array that is an argument or result.
size_t bytesOf(const ValueInfo &info);

Result<std::unique_ptr<Executable>> makeCpuExecutable(StepLibrary library);
Result<std::unique_ptr<Executable>>
makeGpuExecutable(StepLibrary library, const std::string &backend, bool manifestOnly);

} // namespace halftone::runtime

#endif // HALFTONE_LIB_RUNTIME_STEPLIBRARY_H
