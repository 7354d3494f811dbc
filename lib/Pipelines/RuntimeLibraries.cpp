// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Pipelines/RuntimeLibraries.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace mlir;

llvm::FailureOr<std::vector<std::string>> halftone::pipelines::findRuntimeLibraries(Location loc,
                                                                                    bool withMain) {
  SmallString<256> folder;
  if (const char *given = std::getenv("HALFTONE_RUNTIME_DIR")) {
    folder = given;
  } else {
    folder =
        llvm::sys::path::parent_path(llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(
            nullptr, reinterpret_cast<void *>(&findRuntimeLibraries))));
    llvm::sys::path::append(folder, "lib");
  }
  std::vector<std::string> libraries;
  for (StringRef name : {"HalftoneRuntimeMain", "HalftoneRuntime", "HalftoneSupport"}) {
    if (name == "HalftoneRuntimeMain" && !withMain)
      continue;
    SmallString<256> path = folder;
    llvm::sys::path::append(path, "lib" + name + ".a");
    if (!llvm::sys::fs::exists(path))
      return emitError(loc) << "the runtime library '" << path
                            << "' is missing; set HALFTONE_RUNTIME_DIR to its folder";
    libraries.push_back(path.str().str());
  }
  libraries.push_back("-lz");
  return libraries;
}
