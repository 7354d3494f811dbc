// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Pipelines/RuntimeLibraries.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace mlir;

static SmallString<256> findFolder() {
  if (const char *given = std::getenv("HALFTONE_RUNTIME_DIR"))
    return StringRef(given);
  std::string program = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&halftone::pipelines::findRuntimeLibraries));
  SmallString<256> folder = llvm::sys::path::parent_path(llvm::sys::path::parent_path(program));
  llvm::sys::path::append(folder, "lib");
  return folder;
}

llvm::FailureOr<std::vector<std::string>>
halftone::pipelines::findRuntimeLibraries(Location loc, bool withMain, StringRef target) {
  bool isGpu = target != "cpu";
  SmallVector<StringRef> names;
  if (withMain)
    names.push_back("HalftoneRuntimeMain");
  if (withMain || !isGpu)
    names.push_back("HalftoneRuntime");
  if (isGpu)
    names.append({"HalftoneGpuRuntime", "HalftoneEmulator"});
  names.push_back("HalftoneSupport");

  SmallString<256> folder = findFolder();
  std::vector<std::string> libraries;
  std::string hidden = "-Wl,--exclude-libs,";
  for (StringRef name : names) {
    SmallString<256> path = folder;
    llvm::sys::path::append(path, "lib" + name + ".a");
    if (!llvm::sys::fs::exists(path))
      return emitError(loc) << "the runtime library '" << path
                            << "' is missing; set HALFTONE_RUNTIME_DIR to its folder";
    libraries.push_back(path.str().str());
    if (name != "HalftoneGpuRuntime")
      hidden += ("lib" + name + ".a:").str();
  }
  // The step's own copy of the runtime is nobody else's, but for the GPU's interface,
  // by which whoever runs the step chooses the device.
  libraries.push_back(hidden.substr(0, hidden.size() - 1));
  if (isGpu)
    libraries.push_back("-Wl,-u,halftone_gpu_open");
  if (isGpu && withMain)
    libraries.push_back("-Wl,--export-dynamic-symbol=mgpu*");
  if (withMain || !isGpu)
    libraries.push_back("-lz");
  return libraries;
}
