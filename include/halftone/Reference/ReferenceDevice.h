// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference evaluator as a runtime device: `halftone-run --device=reference`
// runs a module of `train` IR as it stands.
#ifndef HALFTONE_REFERENCE_REFERENCEDEVICE_H
#define HALFTONE_REFERENCE_REFERENCEDEVICE_H

#include "halftone/Runtime/Device.h"

namespace halftone::reference {

/// Opens an MLIR module (text or bytecode) with `@step`, and `@init` and `@eval`
/// where it has them. The error holds the first diagnostic with its place.
Result<std::unique_ptr<runtime::Executable>> loadReferenceExecutable(const std::string &path);

} // namespace halftone::reference

#endif // HALFTONE_REFERENCE_REFERENCEDEVICE_H
