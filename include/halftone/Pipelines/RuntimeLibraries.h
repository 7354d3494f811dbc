// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the libraries are that emitted programs link.
#ifndef HALFTONE_PIPELINES_RUNTIMELIBRARIES_H
#define HALFTONE_PIPELINES_RUNTIMELIBRARIES_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace halftone::pipelines {

/// Static libraries and flags, in link order: from `../lib` of this program, or of
/// `HALFTONE_RUNTIME_DIR`. `withMain` adds the `main` of executables. `target` is "cpu",
/// or a GPU's name, whose steps hold the GPU runtime and export its interface. Fails
/// with a message that names the library that is missing.
llvm::FailureOr<std::vector<std::string>> findRuntimeLibraries(mlir::Location loc, bool withMain,
                                                               llvm::StringRef target = "cpu");

} // namespace halftone::pipelines

#endif // HALFTONE_PIPELINES_RUNTIMELIBRARIES_H
