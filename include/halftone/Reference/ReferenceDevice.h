// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference evaluator as a runtime device: `halftone-run --device=reference`
// runs a module of `train` IR as it stands.
#ifndef HALFTONE_REFERENCE_REFERENCEDEVICE_H
#define HALFTONE_REFERENCE_REFERENCEDEVICE_H

#include "halftone/Reference/Evaluator.h"
#include "halftone/Runtime/Device.h"

namespace halftone::reference {

/// Who watches a run.
struct ReferenceObservers {
  /// Called with the results of each op, as the evaluator's own `trace`.
  std::function<void(mlir::Operation *, llvm::ArrayRef<HostTensor>)> results;
  /// Called with the arguments of each function that is run.
  std::function<void(mlir::func::FuncOp, llvm::ArrayRef<HostTensor>)> arguments;
};

/// Opens an MLIR module (text or bytecode) with `@step`, and `@init` and `@eval`
/// where it has them. The error holds the first diagnostic with its place.
Result<std::unique_ptr<runtime::Executable>>
loadReferenceExecutable(const std::string &path, ReferenceObservers observers = {});

} // namespace halftone::reference

#endif // HALFTONE_REFERENCE_REFERENCEDEVICE_H
